"""Documents that are replaced: as if not here, for whoever sees the successor, and back as soon as that goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.superseding import superseded
from core.errors import InputError, UnknownName
from core.services.resemblance import Resemblance
from core.services.succession import Replaced, SuccessionDesk
from core.services.withdraw import Withdrawals
from core.store import migrations
from core.store.answers import KeptAnswer
from core.store.database import Database
from core.store.experiments import StoredExperiment
from core.store.migrations import MIGRATIONS
from core.store.store import DATABASE, Store
from tests.curating import desk_of, hide
from tests.keeping import DOCUMENTS, QUESTION, ran
from tests.seeing import only_visible, reached, seen_of
from tests.services.test_withdraw import everything, withdrawals
from tests.strategies import DOCUMENTS as NAMES
from tests.strategies import GeneratedChunk, GeneratedDocument, workspaces
from tests.workspace import Workspace, all_there_is


def desk(workspace: Workspace) -> SuccessionDesk:
    return SuccessionDesk(withdrawals(workspace)._means, Resemblance(workspace.store))


def saying(document: GeneratedDocument, replaces: Any, audience: Any = None) -> GeneratedDocument:
    """The document with claims, and one audience for all its passages."""
    said: dict[str, Any] = {} if replaces == () else {"replaces": replaces}
    said |= {} if audience is None else {"audience": audience}

    def told(chunk: GeneratedChunk) -> GeneratedChunk:
        kept = {key: value for key, value in chunk.metadata.items() if audience is None or key != "audience"}
        return replace(chunk, metadata=kept | said)

    return replace(document, chunks=tuple(map(told, document.chunks)))


CLAIMS = st.one_of(
    st.just(()),
    st.sampled_from((*NAMES, "b.md", 0, False, None, {"x": 1})),
    st.lists(st.sampled_from(NAMES), max_size=2),
)
AUDIENCES = st.sampled_from(("", "staff", "partners"))


@st.composite
def claiming(draw: st.DrawFn, audiences: st.SearchStrategy[Any] | None = None) -> Any:
    """Documents that name each other, and decisions."""
    found, decisions = draw(workspaces())
    said = [saying(each, draw(CLAIMS), None if audiences is None else draw(audiences)) for each in found]
    return tuple(said), decisions


def by(documents: Sequence[GeneratedDocument]) -> dict[str, str]:
    """Who gives way among these."""
    from core.domain.ordering import parted
    from tests.strategies import evidence_of

    return superseded(parted(evidence_of(documents)))


def column(store: Store) -> dict[str, str]:
    return {row.document.id: row.replaced_by for row in store.documents.rows() if row.replaced_by}


def in_step(store: Store) -> bool:
    """Whether the column says what follows from the evidence."""
    return column(store) == superseded(store.mentions.by_chunk())


def everyday(workspace: Workspace) -> Any:
    """What one sees who sees everything."""
    workspace.collections.update()
    found = all_there_is(workspace)
    found["graphs"] = {key: value for key, value in found["graphs"].items() if key[1] is None}
    found["words"] = {key: value for key, value in found["words"].items() if key[1] is None}
    states = [entry.state for entry in desk_of(workspace).history()]
    waiting = [(each.document, each.waiting) for each in workspace.store.queue.documents()]
    lists = (workspace.library.documents(), workspace.library.issues(), workspace.library.contents(), waiting)
    return found, states, lists


@settings(max_examples=8, deadline=None)
@given(claiming(), st.randoms(use_true_random=False))
def test_a_replaced_document_is_as_if_it_were_not_here_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, random: Random
) -> None:
    found, decisions = generated
    gone, shuffled = by(found), list(found)
    random.shuffle(shuffled)
    held, never = (Workspace(tmp_path_factory.mktemp("w"), ticked=True) for _ in range(2))
    for n, document in enumerate(shuffled):
        held.records([document], f"{n}.jsonl")
    for document in found:
        if document.id not in gone:
            never.records([document], "some.jsonl")
    for workspace in (held, never):
        workspace.decide(decisions)
    try:
        assert everyday(held) == everyday(never)
        assert column(held.store) == gone
        assert in_step(held.store)
    finally:
        held.close()
        never.close()


@settings(max_examples=8, deadline=None)
@given(claiming(), st.data())
def test_law_1_a_successor_withdrawn_was_never_here(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, data: st.DataObject
) -> None:
    found, decisions = generated
    some = data.draw(st.lists(st.sampled_from(found), min_size=1, unique_by=lambda d: d.id)) if found else []
    held, never = (Workspace(tmp_path_factory.mktemp("w"), ticked=True) for _ in range(2))
    held.records(found)
    never.records(document for document in found if document not in some)
    for workspace in (held, never):
        workspace.decide(decisions)
    try:
        before = everything(held)
        if some:
            withdrawals(held).withdraw([document.id for document in some])
            assert everything(held) == everything(never)
            assert in_step(held.store)
            withdrawals(held).restore([document.id for document in some])
        assert everything(held) == before
    finally:
        held.close()
        never.close()


@settings(max_examples=6, deadline=None)
@given(claiming(AUDIENCES))
def test_who_cant_see_the_successor_sees_the_old_one(tmp_path_factory: pytest.TempPathFactory, generated: Any) -> None:
    found, decisions = generated
    folder, viewer = tmp_path_factory.mktemp("w"), ("staff",)
    held = Workspace(folder / "held", ticked=True)
    held.records(found)
    held.decide(decisions)
    chunks = tuple(part.chunk.id for part in held.store.mentions.by_chunk())
    names = tuple(document.id for document in found)
    keys = tuple(sorted(held.views().graph))[:6]
    alone = only_visible(held, folder / "alone", viewer)
    try:
        theirs, ours = (reached(seen_of(each, viewer), chunks, names, keys) for each in (held, alone))
        for part, value in ours.items():
            assert theirs[part] == value, part
    finally:
        held.close()
        alone.close()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("withdraw", "restore", "say", "unsay", "folder", "purge", "again")),
        st.integers(0, 5),
        st.integers(0, 5),
    ),
    max_size=6,
)


@settings(max_examples=10, deadline=None)
@given(claiming(), STEPS)
def test_the_column_follows_whatever_is_done(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, steps: Any
) -> None:
    found, _ = generated
    workspace = Workspace(tmp_path_factory.mktemp("w"))
    workspace.records(found)
    names = [document.id for document in found] or ["nobody"]
    try:
        for step, one, other in steps:
            _do(workspace, step, names[one % len(names)], names[other % len(names)], found)
            assert in_step(workspace.store), step
    finally:
        workspace.close()


def _do(workspace: Workspace, step: str, name: str, other: str, found: Sequence[GeneratedDocument]) -> None:
    store = workspace.store
    if step in ("withdraw", "restore"):
        store.withheld.set([name], step == "withdraw")
    elif step in ("say", "unsay"):
        store.overlays.set(name, "replaces", [other] if step == "say" else None)
    elif step == "folder":
        store.overlays.set("handbook/", "replaces", None if name == other else [other])
    elif step == "purge":
        store.words.forget()
        store.eraser.erase([name], [], {})
    else:
        workspace.records([saying(each, other) for each in found if each.id == name], "again.jsonl")


# --- by name ---------------------------------------------------------------------------------------------------------

NEW = saying(replace(DOCUMENTS[1], id="n.md"), "a.md")


@pytest.fixture
def workspace(tmp_path: Path) -> Any:
    made = Workspace(tmp_path / "w")
    made.records(DOCUMENTS)
    yield made
    made.close()


def test_a_stored_run_and_a_decision_go_out_of_sight_and_come_back(workspace: Workspace) -> None:
    run = workspace.runs.save(QUESTION, ran(workspace))
    answers = workspace.store.answers
    answers.put(KeptAnswer("k", "p", "m@1", "{}"), ["a.md"], "t")
    workspace.store.experiments.insert(StoredExperiment("e", "t", {}, {}, (0, 0), {}), ["a.md", "b.md"])
    desk_of(workspace).decide([hide("Vault")])
    workspace.records([NEW], "new.jsonl")
    assert not workspace.store.experiments.stands("e")
    assert (workspace.runs.list(), answers.get("k")) == ((), None)
    assert answers.get("k", viewed=True) is not None
    assert not answers.put(KeptAnswer("k2", "p", "m@1", "{}"), ["a.md"], "t")
    assert answers.put(KeptAnswer("k3", "p", "m@1", "{}"), ["a.md"], "t", viewed=True)
    desk(workspace).keep_both("n.md")
    assert answers.get("k") is not None
    assert workspace.store.experiments.stands("e")
    assert [row.id for row in workspace.runs.list()] == [run]


def test_the_list_says_who_replaces_whom_and_on_whose_word(workspace: Workspace) -> None:
    workspace.records([NEW], "new.jsonl")
    found = desk(workspace)
    assert found.replaced() == (Replaced("a.md", "a.md", "n.md", "file"),)
    assert (found.how("n.md"), found.how("b.md")) == ("file", None)
    found.mark("n.md", ["b.md"])
    assert found.replaced() == (Replaced("b.md", "b.md", "n.md", "person"),)
    found.mark("n.md", None)
    assert [(each.document, each.how) for each in found.replaced()] == [("a.md", "file")]
    found.mark("n.md", ["a.md", "b.md"])
    found.keep_both("n.md", "b.md")
    assert [each.document for each in found.replaced()] == ["a.md"]
    found.keep_both("n.md")
    assert (found.replaced(), found.how("n.md")) == ((), "person")


def test_the_preview_is_what_then_happens_and_writes_nothing(workspace: Workspace) -> None:
    run = workspace.runs.save(QUESTION, ran(workspace))
    workspace.store.answers.put(KeptAnswer("k", "p", "m@1", "{}"), ["a.md"], "t")
    workspace.records([replace(NEW, chunks=DOCUMENTS[1].chunks)], "new.jsonl")
    version, found = workspace.store.version(), desk(workspace)
    weighed = found.preview("n.md", ["a.md"])
    assert workspace.store.version() == version
    assert (weighed.documents, weighed.change.sentences) == (("a.md",), ("“n.md” replaces “a.md”",))
    assert ([each.id for each in weighed.runs], weighed.answers, weighed.passages) == ([run], 1, 1)
    found.mark("n.md", ["a.md"])
    graph = workspace.views().graph
    assert (weighed.change.nodes_after, weighed.change.edges_after) == (len(graph), graph.number_of_edges())
    back = found.preview("n.md", ())
    assert (back.documents, back.change.sentences) == (("a.md",), ("Back in sight: “a.md”",))
    assert found.preview("n.md", None).documents == ("a.md",)
    assert back.change.nodes_after == weighed.change.nodes_before


def test_withdrawing_a_successor_tells_what_comes_back(workspace: Workspace) -> None:
    workspace.records([NEW], "new.jsonl")
    found = withdrawals(workspace)
    assert (found.preview(["n.md"]).back, found.preview(["a.md"]).back) == (("a.md",), ())
    found.withdraw(["n.md"])
    assert (column(workspace.store), found.preview_restore(["n.md"]).gone) == ({}, ("a.md",))


def test_what_can_not_be_followed_is_refused_or_listed(workspace: Workspace) -> None:
    found = desk(workspace)
    with pytest.raises(InputError, match="can't replace itself"):
        found.mark("a.md", ["a.md"])
    with pytest.raises(UnknownName, match="no document 'nowhere'"):
        found.preview("a.md", ["nowhere"])
    withdrawals(workspace).withdraw(["b.md"])
    with pytest.raises(InputError, match="is withdrawn"):
        found.mark("a.md", ["b.md"])
    workspace.records([saying(NEW, ["a.md", "v0.md", 7])], "new.jsonl")
    assert [(each.document, each.says, each.why) for each in found.problems()] == [
        ("n.md", "v0.md", "missing"),
        ("n.md", "7", "missing"),
    ]
    found.mark("n.md", ["a.md"])
    found._store.overlays.set("n.md", "replaces", ["gone.md", "n.md"])
    assert [(each.says, each.why, each.how) for each in found.problems()] == [
        ("gone.md", "missing", "person"),
        ("n.md", "itself", "person"),
    ]


def test_what_would_close_a_circle_is_refused_whatever_was_seen_before(workspace: Workspace) -> None:
    workspace.records([replace(DOCUMENTS[1], id="n.md")], "new.jsonl")
    found = desk(workspace)
    found.preview("a.md", ["n.md"])
    found.mark("n.md", ["a.md"])
    for ask in (found.preview, found.mark):
        with pytest.raises(InputError, match=r"'a.md' can't replace 'n.md': 'n.md' replaces 'a.md'\."):
            ask("a.md", ["n.md"])
    found.mark("b.md", ["n.md"])
    with pytest.raises(InputError, match=r"'b\.md' replaces 'a.md', by way of 'n.md'"):
        found.mark("a.md", ["b.md"])
    found.keep_both("n.md")
    found.mark("a.md", ["b.md"])
    assert found.problems() == ()


def test_a_circle_of_files_can_be_opened_by_a_person(workspace: Workspace) -> None:
    workspace.records([NEW, saying(replace(NEW, id="a.md"), ["n.md", "b.md"])], "new.jsonl")
    found = desk(workspace)
    assert [each.why for each in found.problems()] == ["circle", "circle"]
    found.keep_both("a.md", "b.md")
    found.keep_both("a.md", "n.md")
    assert [each.document for each in found.replaced()] == ["a.md"]


def test_passages_that_come_back_unread_are_read(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts({"old.md": "Alice meets Bob.", "new.md": "---\nreplaces: old.md\n---\nAlice meets Carol."})
    workspace.ingest.run()
    calls = list[str]()
    means = replace(
        withdrawals(workspace)._means, follow=lambda: calls.append("follow"), read=lambda: calls.append("read")
    )
    away, said = Withdrawals(means), SuccessionDesk(means, Resemblance(workspace.store))
    away.withdraw(["notes/new.md"])
    away.restore(["notes/new.md"])
    said.keep_both("notes/new.md")
    said.mark("notes/new.md", None)
    assert calls == ["read", "follow", "read", "follow"]
    workspace.close()


def test_rows_of_a_document_that_is_replaced_when_it_comes_are_kept(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.records([NEW], "new.jsonl")
    workspace.records(DOCUMENTS, "old.jsonl")
    assert workspace.store.queue.count() == 0
    desk(workspace).keep_both("n.md")
    assert "a.md" in workspace.views().graph.nodes["vault"]["entity"].documents
    assert workspace.store.queue.count() == 0
    workspace.close()


def test_passages_of_a_replaced_document_wait_until_it_is_back(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts({"old.md": "Alice meets Bob.", "new.md": "---\nreplaces: old.md\n---\nAlice meets Carol."})
    assert [each.document for each in workspace.store.queue.documents()] == ["notes/new.md"]
    workspace.ingest.run()
    assert "bob" not in workspace.views().graph
    desk(workspace).keep_both("notes/new.md")
    assert [each.document for each in workspace.store.queue.documents()] == ["notes/old.md"]
    workspace.ingest.run()
    assert "bob" in workspace.views().graph
    workspace.close()


def test_a_purged_successor_gives_the_old_one_back_and_leaves_no_name(workspace: Workspace) -> None:
    workspace.records([NEW, replace(NEW, id="zyxquorl.md")], "new.jsonl")
    found = desk(workspace)
    found.mark("zyxquorl.md", ["b.md"])
    found.dismiss(found.alike()[0])
    found.mark("c.md", ["zyxquorl.md", "a.md"])
    workspace.store.words.forget()
    workspace.store.eraser.erase(["zyxquorl.md", "n.md"], [], {})
    assert workspace.store.eraser.clear()
    assert column(workspace.store) == {"a.md": "c.md"}
    assert (workspace.store.overlays.of("c.md"), workspace.store.texts.dismissed()) == ({"replaces": ["a.md"]}, set())
    assert workspace.store.remains("zyxquorl") == ()


BEFORE = """
INSERT INTO documents (id, name, added_at) VALUES (1, 's/a.md', 't'), (2, 's/b.md', 't'), (3, 's/c.md', 't');
INSERT INTO revisions (id, document, hash, title, kind, text, metadata, recipe, added_at) VALUES
    (1, 1, 'h', 'A', 'md', 'x', '{"replaces": "c.md"}', 'r', 't'), (2, 2, 'h', 'B', 'records', '', '{}', 'r', 't'),
    (3, 3, 'h', 'C', 'md', 'x', '{}', 'r', 't');
UPDATE documents SET revision = id;
INSERT INTO chunks (revision, name, position, occurrence, text, title, metadata, state) VALUES
    (1, 's/a.md#1', 0, 0, 'x', 'A', NULL, 'read'), (2, 's/b.md#1', 0, 0, 'x', 'B', '{"replaces": ["a.md"]}', 'read'),
    (3, 's/c.md#1', 0, 0, 'x', 'C', NULL, 'read');
"""


def test_a_workspace_from_before_is_brought_in_step_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        names = [name for name, _ in MIGRATIONS]
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[: names.index("m011_superseded")])
        made = Database(tmp_path / DATABASE)
        made.connection.executescript(BEFORE)
        made.close()
    opened = Store(tmp_path)
    assert column(opened) == {"s/a.md": "s/b.md", "s/c.md": "s/a.md"}
    assert in_step(opened)
    opened.close()
