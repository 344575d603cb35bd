"""What decisions keep to: undoing all of them gives back what was, and nothing that happens to documents loses one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bootstrap import Explorer, sample_folder
from core.domain.chunking import Chunking
from core.domain.exports import Originals
from core.domain.modes import Parameters
from core.domain.records import EntityRow, Extraction
from core.errors import InputError
from core.ports import Passage
from core.services.curate import Decided, Ruling
from core.services.intake import Incoming
from core.services.question import Request
from core.services.retrieve import Retrieval
from core.services.transfer import Transfer
from tests.crashing import KILLED, in_child
from tests.curating import by_plan, desk_of, hide, merge, node, rename, split
from tests.exploring import scripted_explorer
from tests.exporting import page_parts
from tests.graphs import snapshot
from tests.larkspur import own_records, shared_records
from tests.strategies import GeneratedDocument, documents, mention_ids, with_ids
from tests.strategies import _good_rulings as good_rulings
from tests.workspace import Workspace, all_there_is


def exports(workspace: Workspace) -> list[tuple[str, bytes]]:
    transfer = Transfer(workspace.views, Originals, page_parts, "Test")
    kinds = ("records", "graphml", "csv", "html")
    return [(file.name, file.content) for kind in kinds for file in transfer.export(kind)]


def shown(workspace: Workspace) -> tuple[dict[str, Any], list[tuple[str, bytes]]]:
    workspace.collections.update()
    return all_there_is(workspace), exports(workspace)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    made.texts({"a.md": "Alice meets Bob. Bob keeps the Export.", "b.md": "Carol asks Bob."})
    made.ingest.run()
    yield made
    made.close()


def some_of_each(workspace: Workspace) -> tuple[Ruling, ...]:
    """One ruling of each kind that changes the graph, each with something to act on."""
    evidence = workspace.views().evidence
    export = next(m for m in evidence.entities if m.name == "Export")
    asked = next(m for m in evidence.relations if m.source == "Carol")
    bob = {"source": node("Alice"), "target": node("Bob"), "predicate": "meets"}
    said = {"name": "Vault", "type": "place", "description": "Where exports lie.", "qualifier": ""}
    return (
        by_plan(workspace),
        merge("Billing", "Account deletion", into="Billing"),
        rename("Cancellation", "Leaving"),
        Ruling("qualify", {"node": node("Leaving"), "qualifier": "Account"}),
        Ruling("retype", {"node": node("Data retention"), "type": "rule"}),
        Ruling("relabel", {"relation": bob, "to": "sees"}),
        Ruling("endpoint", {"mention": asked.id, "end": "target", "node": node("Export")}),
        Ruling("direction", {"relation": bob | {"predicate": "sees"}, "way": "reverse"}),
        Ruling("describe", {"node": node("Export"), "text": "Takes all out.", "of": [export.id]}),
        Ruling("assert", {"entity": said, "document": "notes/a.md", "quote": "Bob keeps the Export"}),
        hide("Alice"),
    )


def test_undoing_all_decisions_gives_back_everything_to_the_byte(workspace: Workspace) -> None:
    desk, before = desk_of(workspace), shown(workspace)
    for ruling in some_of_each(workspace):
        desk.decide([ruling])
    assert {entry.state for entry in desk.history()} <= {"acts", "review"}
    assert shown(workspace) != before
    desk.undo_after(0)
    assert shown(workspace) == before
    assert len(desk.history()) == 22


@settings(max_examples=12, deadline=None)
@given(documents(min_size=1, max_size=3), st.lists(good_rulings(), min_size=1, max_size=4))
def test_any_decisions_then_their_undo_leave_no_trace(found: tuple[GeneratedDocument, ...], ruled: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder))
        try:
            workspace.records(found)
            before, desk = shown(workspace), desk_of(workspace)
            ids = mention_ids(found)
            if _decided(desk.decide, [Ruling(each.kind, with_ids(each.body, ids)) for each in ruled]):
                desk.undo_after(0)
            assert shown(workspace) == before
        finally:
            workspace.close()


def _decided(decide: Callable[[list[Ruling]], Decided], rulings: list[Ruling]) -> int:
    """How many of these could be taken."""
    count = 0
    for ruling in rulings:
        try:
            count += len(decide([ruling]).seqs)
        except InputError:
            continue
    return count


def test_to_split_and_then_withdraw_is_to_withdraw_and_then_split(workspace: Workspace) -> None:
    desk, ruling = desk_of(workspace), by_plan(workspace)
    desk.decide([ruling])
    workspace.store.documents.set_withdrawn("guide/large-accounts.md", True)
    after = shown(workspace)
    desk.undo([1])
    desk.decide([ruling])
    assert shown(workspace) == after
    workspace.store.documents.set_withdrawn("guide/taking-out.md", True)
    assert desk.history()[0].state == "idle"
    workspace.store.documents.set_withdrawn("guide/large-accounts.md", False)
    assert desk.history()[0].state == "acts"
    assert [key for key in workspace.views().graph if key.startswith("daily")] == ["daily backup [enterprise]"]


def test_taking_the_same_documents_in_again_changes_nothing(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    desk.decide(some_of_each(workspace))
    before, states = shown(workspace), [entry.state for entry in desk.history()]
    workspace.intake.add([Incoming("records", "own.jsonl", own_records())])
    workspace.texts({"b.md": "Carol asks Bob.", "a.md": "Alice meets Bob. Bob keeps the Export."})
    workspace.ingest.run()
    assert shown(workspace) == before
    assert [entry.state for entry in desk.history()] == states


def test_decisions_outlive_a_kill_and_a_new_start(tmp_path: Path) -> None:
    def killed() -> None:
        from os import _exit

        doomed = Workspace(tmp_path)
        doomed.intake.add([Incoming("records", "own.jsonl", own_records())])
        desk_of(doomed).decide([hide("Billing"), rename("Export", "Way out")])
        _exit(KILLED)

    assert in_child(killed)[0] == KILLED
    opened = Workspace(tmp_path)
    desk = desk_of(opened)
    assert [(e.decision.kind, e.state, e.step) for e in desk.history()] == [("rename", "acts", 1), ("hide", "acts", 1)]
    assert "way out" in opened.views().graph
    opened.close()


# --- two at once -----------------------------------------------------------------------------------------------------


def test_of_two_tabs_that_decide_at_once_none_is_lost(workspace: Workspace) -> None:
    desk, ready, told = desk_of(workspace), Barrier(2), []

    def decide(ruling: Ruling) -> None:
        seen = desk.last()
        ready.wait()
        told.append(desk.decide([ruling], seen=seen))

    tabs = [
        Thread(target=decide, args=(each,)) for each in (rename("Bob", "Robert"), merge("Bob", "Carol", into="Carol"))
    ]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert sorted(seq for each in told for seq in each.seqs) == [1, 2]
    assert [len(each.notes) for each in sorted(told, key=lambda each: each.seqs)] in ([0, 0], [0, 1])
    assert len(desk.history()) == 2


def test_the_second_is_told_when_the_first_made_it_moot(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    seen = desk.last()
    assert desk.decide([rename("Bob", "Robert")], seen=seen, who="Ines").notes == ()
    (note,) = desk.decide([hide("Bob")], seen=seen, who="Omar").notes
    assert note.startswith("Ines decided meanwhile: Rename “Bob” to “Robert”. So nothing is left to act on for: Hide")
    (same,) = desk.decide([rename("Bob", "Robert")], seen=seen).notes
    assert same == "Ines decided the same meanwhile: Rename “Bob” to “Robert”."
    assert [entry.state for entry in desk.history()] == ["idle", "idle", "acts"]
    desk.undo([1])
    assert [entry.state for entry in desk.history()][1:3] == ["acts", "acts"]


def test_many_threads_keep_every_decision_of_a_step_together(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    names = ["Alice", "Bob", "Carol", "Billing", "Export", "Cancellation"]

    def decide(name: str) -> None:
        desk.decide([hide(name), Ruling("checkpoint", {"name": name})])

    threads = [Thread(target=decide, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    steps = Counter(entry.step for entry in desk.history())
    assert set(steps.values()) == {2}
    assert len(steps) == len(names)


# --- reading in another way ------------------------------------------------------------------------------------------


def take_in_sample(explorer: Explorer) -> None:
    folder = sample_folder("larkspur")
    texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.md"))}
    explorer.intake.add([Incoming("larkspur", name, text) for name, text in texts.items()])


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    opened = scripted_explorer(tmp_path)
    take_in_sample(opened)
    opened.ingest.run()
    yield opened
    opened.close()


def test_cut_and_read_otherwise_every_decision_acts_or_waits(explorer: Explorer) -> None:
    rulings = _on_the_busiest(explorer)
    explorer.curate.decide(rulings)
    explorer.job.wait()
    assert {entry.state for entry in explorer.curate.history()} == {"acts"}
    explorer.configure(chunking=Chunking("characters", 700, 60))
    told = explorer.changes.effects(explorer.choice).decisions
    assert (told.hold + told.wait, told.idle) == (len(rulings), 0)
    explorer.changes.read_again(explorer.choice)
    explorer.ingest.run()
    states = Counter(entry.state for entry in explorer.curate.history())
    assert states["acts"] + states["review"] >= told.hold
    assert states["acts"] + states["review"] + states["idle"] == len(rulings)
    assert explorer._store.queue.count() == 0


def _on_the_busiest(explorer: Explorer) -> list[Ruling]:
    graph = explorer.views().graph
    busy = sorted(graph.nodes, key=lambda key: (-graph.degree(key), key))[:8]
    name = {key: graph.nodes[key]["entity"].name for key in busy}
    parted = graph.nodes[busy[0]]["entity"]
    half = len(parted.mentions) // 2
    return [
        split(parted.name, one=list(parted.mentions[:half]), other=list(parted.mentions[half:])),
        merge(name[busy[1]], name[busy[2]], into=name[busy[1]]),
        rename(name[busy[3]], "Something Else"),
        Ruling("retype", {"node": node(name[busy[4]]), "type": "thing"}),
        hide(name[busy[5]]),
        Ruling("not_same", {"nodes": [node(name[busy[6]]), node(name[busy[7]])]}),
    ]


# --- what retrieval then finds ---------------------------------------------------------------------------------------


def passages(retrieve: Retrieval, seed: str) -> list[str]:
    request = Request("How long are daily backups kept?", "local", Parameters(), seed_entities=(seed,))
    return [kept.chunk.text for kept in retrieve.open(request, ["local"]).trace("local").chunks]


def test_after_the_split_the_enterprise_part_brings_its_passages_alone(tmp_path: Path) -> None:
    explorer = scripted_explorer(tmp_path)
    explorer.intake.add([Incoming("records", "lesson.jsonl", shared_records())])
    explorer.collections.update()
    before = passages(explorer.retrieve, "Daily backup")
    assert [(" 7 days" in text, "30 days" in text) for text in before] == [(False, True), (True, False)]
    explorer.curate.decide([by_plan(explorer)])
    after = passages(explorer.retrieve, "Daily backup [Enterprise]")
    assert [(" 7 days" in text, "30 days" in text) for text in after] == [(False, True)]
    explorer.curate.undo([1])
    assert passages(explorer.retrieve, "Daily backup") == before
    explorer.close()


def told_of_backups(passage: Passage) -> Extraction:
    """A reader that knows one thing."""
    said = [sentence for sentence in passage.text.split(". ") if "daily backup" in sentence.lower()]
    return Extraction(tuple(EntityRow("Daily backup", "feature", sentence) for sentence in said))


def test_in_the_sample_the_enterprise_part_brings_the_pages_of_that_plan_alone(tmp_path: Path) -> None:
    explorer = scripted_explorer(tmp_path, told_of_backups)
    take_in_sample(explorer)
    explorer.ingest.run()
    evidence = explorer.views().evidence
    from_plans = {plan: f"larkspur/data/backup-{plan.lower()}.md" for plan in ("Business", "Enterprise")}
    of = {chunk.text: chunk.document for chunk in evidence.chunks.values()}
    assert len({of[text] for text in passages(explorer.retrieve, "Daily backup")}) > 2
    explorer.curate.decide([by_plan(explorer)])
    for plan, document in from_plans.items():
        assert {of[text] for text in passages(explorer.retrieve, f"Daily backup [{plan}]")} == {document}
    waiting = explorer.views().graph.nodes["daily backup"]["entity"]
    assert "unassigned" in waiting.flags
    assert set(waiting.documents).isdisjoint(from_plans.values())
    explorer.close()


def test_a_later_page_lands_in_the_part_that_its_plan_says_or_waits(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    desk.decide([by_plan(workspace)])
    for plan in ("Enterprise", "Team"):
        row = {"name": "Daily backup", "type": "feature", "description": f"{plan} copies lie in another town."}
        line = {"document": f"guide/{plan}.md", "chunk": plan, "text": f"{plan} copies.", "metadata": {"plan": plan}}
        workspace.intake.add([Incoming("records", f"{plan}.jsonl", _line(line | {"entities": [row], "relations": []}))])
    graph = workspace.views().graph
    found = {key: graph.nodes[key]["entity"] for key in graph if key.startswith("daily backup")}
    assert found["daily backup [enterprise]"].documents == ("guide/Enterprise.md", "guide/large-accounts.md")
    assert found["daily backup [business]"].documents == ("guide/taking-out.md",)
    assert (found["daily backup"].documents, "unassigned" in found["daily backup"].flags) == (("guide/Team.md",), True)
    desk.undo([1])
    assert [key for key in workspace.views().graph if key.startswith("daily backup")] == ["daily backup"]
    desk.redo([1])
    assert snapshot(workspace.views().graph) == snapshot(graph)


def _line(record: dict[str, Any]) -> bytes:
    from json import dumps

    return dumps(record).encode()
