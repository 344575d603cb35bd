"""Question sets made in the app: stars follow their passages, and what rests on documents goes and comes with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.evaluation.questions import KINDS, Question, dump_csv, dump_questions, read_questions
from core.errors import InputError, UnknownName, WorkspaceBusy
from core.services.evaluate import EvaluationDesk
from core.services.incoming import Incoming
from core.services.purge import Purging
from core.services.question_names import LONGEST_NAME
from core.services.question_sets import FIRST, ChangedMeanwhile, QuestionSets
from tests.services.test_purge import purging
from tests.services.test_withdraw import withdrawals
from tests.strategies import workspaces
from tests.workspace import Workspace

ASKED = "What does Alder keep?"


def sets_of(workspace: Workspace, **more: Any) -> QuestionSets:
    return QuestionSets(workspace.store.question_sets, workspace.views, workspace.clock, **more)


def planned(workspace: Workspace, name: str) -> Any:
    """What would be asked of a set, and what is left out and why."""
    desk = EvaluationDesk(None, workspace.store, workspace.views, workspace.clock)  # type: ignore[arg-type]
    found = sets_of(workspace).open(name)
    try:
        return found, desk.plan(found, ("naive",))
    except InputError as error:
        return found, error.message


def but_why(given: tuple[Any, Any]) -> tuple[Any, Any]:
    """The same, but for why a question is left out: only a person is told that its document is withdrawn."""
    found, plan = given
    if isinstance(plan, str):
        return found, plan.partition(" has support")[0]
    return found, replace(plan, skipped=tuple(replace(one, reason="") for one in plan.skipped))


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.texts({f"{name}.md": f"{name} keeps bees. " * 12 for name in ("Alder", "Cedar")})
    made.ingest.run()
    yield made
    made.close()


def support(workspace: Workspace, name: str = FIRST, text: str = ASKED) -> tuple[str, ...]:
    found = sets_of(workspace).question(name, text)
    return found.question.support if found else ()


# --- laws ------------------------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs", "Lo")), max_size=24)


@st.composite
def _questions(draw: st.DrawFn) -> list[Question]:
    texts = draw(st.lists(WORDS.map(lambda text: " ".join(text.split())).filter(bool), unique=True, max_size=5))
    found = []
    for row, text in enumerate(texts, 1):
        kind = draw(st.sampled_from(("", *KINDS)))
        names = st.lists(WORDS.map(str.strip).filter(bool), min_size=1, max_size=3, unique=True)
        support = () if kind == KINDS[-1] else tuple(draw(names))
        found.append(Question(row, text, support, draw(WORDS).strip(), kind))
    return found


@settings(max_examples=60, deadline=None)
@given(_questions().filter(bool))
def test_a_file_of_a_set_gives_the_set_again(found: list[Question]) -> None:
    for content in (dump_questions(found), dump_csv(found).encode()):
        again = read_questions(content, "set").questions
        assert [(one.text, one.support, one.answer, one.kind) for one in again] == [
            (one.text, one.support, one.answer, one.kind) for one in found
        ]


@settings(max_examples=8, deadline=None)
@given(workspaces(), st.data())
def test_law_1_a_set_is_planned_as_where_the_document_never_was(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, data: st.DataObject
) -> None:
    found, _ = generated
    held, never = (Workspace(tmp_path_factory.mktemp("w")) for _ in range(2))
    gone = set(data.draw(st.lists(st.sampled_from([d.id for d in found]), unique=True)) if found else [])
    held.records(found)
    never.records(document for document in found if document.id not in gone)
    names = [*(d.id for d in found), *(chunk.id for chunk in held.store.documents.chunks()), "nowhere.md", "x#1"]
    rows = [
        Question(n, f"Q{n}", tuple(data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))))
        for n in range(1, 5)
    ]
    try:
        for each in (held, never):
            sets_of(each).take("Set", rows)
        before = planned(held, "Set")
        if gone:
            withdrawals(held).withdraw(gone)
            assert but_why(planned(held, "Set")) == but_why(planned(never, "Set"))
            withdrawals(held).restore(gone)
        assert planned(held, "Set") == before
    finally:
        held.close()
        never.close()


@settings(max_examples=8, deadline=None)
@given(workspaces(), st.data())
def test_law_4_what_rests_on_other_documents_outlives_a_purge(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, data: st.DataObject
) -> None:
    found, _ = generated
    held = Workspace(tmp_path_factory.mktemp("w"))
    held.records(found)
    chunks = [chunk.id for chunk in held.store.documents.chunks()]
    try:
        if not chunks:
            return
        gone = data.draw(st.sampled_from(sorted({chunk.rpartition("#")[0] for chunk in chunks})))
        rested = [
            tuple(data.draw(st.lists(st.sampled_from(chunks), min_size=1, max_size=3, unique=True))) for _ in "abc"
        ]
        sets_of(held).take("Set", [Question(n, f"Zq{n}", one) for n, one in enumerate(rested)])
        purging(held).purge([gone])
        kept = {one.question.text: one for one in sets_of(held).questions("Set")}
        for n, one in enumerate(rested):
            left = tuple(chunk for chunk in one if chunk.rpartition("#")[0] != gone)
            assert (f"Zq{n}" in kept) == bool(left)
            if left:
                assert kept[f"Zq{n}"].question.support == left
                assert bool(kept[f"Zq{n}"].reason) == (left != one)
    finally:
        held.close()


# --- stars -----------------------------------------------------------------------------------------------------------


def test_a_star_makes_set_and_question_and_comes_off_again(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.star(FIRST, ASKED, "notes/Alder.md#1", False)
    assert (desk.names(), desk.current) == ((), FIRST)
    desk.star(FIRST, f"  {ASKED}\n", "notes/Alder.md#1", True)
    desk.star(FIRST, ASKED, "notes/Cedar.md#2", True)
    desk.star(FIRST, ASKED, "notes/Alder.md#1", True)
    assert support(workspace) == ("notes/Cedar.md#2", "notes/Alder.md#1")
    desk.star(FIRST, ASKED, "notes/Cedar.md#2", False)
    assert support(workspace) == ("notes/Alder.md#1",)
    assert desk.sizes() == {FIRST: 1}
    desk.star(FIRST, ASKED, "notes/Alder.md#1", False)
    assert desk.sizes() == {FIRST: 0}
    desk.put(FIRST, ASKED, "bees")
    desk.star(FIRST, ASKED, "notes/Alder.md#1", True)
    desk.star(FIRST, ASKED, "notes/Alder.md#1", False)
    assert desk.question(FIRST, ASKED) is not None
    with pytest.raises(UnknownName, match="no passage 'notes/Gorse"):
        desk.star(FIRST, ASKED, "notes/Gorse.md#1", True)


def test_an_unanswerable_question_has_no_support_and_a_star_makes_it_answerable(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.star(FIRST, ASKED, "notes/Alder.md#1", True)
    desk.put(FIRST, ASKED, "", "unanswerable")
    assert support(workspace) == ()
    assert desk.open(FIRST).questions[0].kind == "unanswerable"
    desk.star(FIRST, ASKED, "notes/Alder.md#1", True)
    kept = desk.open(FIRST).questions[0]
    assert (kept.kind, kept.support) == ("", ("notes/Alder.md#1",))
    with pytest.raises(InputError, match="no kind 'vague'"):
        desk.put(FIRST, ASKED, "", "vague")
    with pytest.raises(InputError, match="no expected answer"):
        desk.put(FIRST, ASKED, "bees", "unanswerable")


def test_stars_of_a_question_said_to_be_unanswerable_are_kept_aside_and_come_back(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    stars = ("notes/Alder.md#1", "notes/Cedar.md#1")
    for chunk in stars:
        desk.star(FIRST, ASKED, chunk, True)
    desk.put(FIRST, ASKED, "", "unanswerable")
    (kept,) = desk.questions(FIRST)
    assert (kept.aside, kept.reason, kept.question.support) == (2, "", ())
    desk.save(FIRST, [kept.question])  # as the table does, which shows no support of it
    desk.put(FIRST, ASKED, "bees", "precise")
    assert support(workspace) == stars


def test_a_purge_leaves_an_unanswerable_question_without_what_it_kept_aside(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.star(FIRST, "Who keeps bees?", "notes/Alder.md#1", True)
    desk.put(FIRST, "Who keeps bees?", "", "unanswerable")
    purging(workspace).purge(["notes/Alder.md"])
    (kept,) = desk.questions(FIRST)
    assert (kept.aside, kept.reason, kept.question.kind) == (0, "", "unanswerable")


def test_what_two_places_changed_of_a_set_is_laid_together_or_refused(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    began = tuple(Question(n, f"{n}?", ("notes/Alder.md",)) for n in (1, 2, 3))
    desk.save(FIRST, began)
    desk.put(FIRST, "1?", "one")
    mine = (began[0], replace(began[1], answer="two"))
    desk.save(FIRST, mine, began)
    assert [(one.question.text, one.question.answer) for one in desk.questions(FIRST)] == [("1?", "one"), ("2?", "two")]
    other = (replace(began[0], answer="uno"), began[1])
    with pytest.raises(ChangedMeanwhile, match=r"1\?” was changed"):
        desk.save(FIRST, other, began)
    assert desk.questions(FIRST)[0].question.answer == "one"
    desk.save(FIRST, other, began, over=True)
    assert [one.question.answer for one in desk.questions(FIRST)] == ["uno", "two"]


def test_a_set_is_made_once_and_its_name_holds_nothing_invisible(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.make("A\u202egpj.exe\u200b  set")
    assert desk.names() == ("Agpj.exe set",)
    with pytest.raises(InputError, match=r"There is a set 'Agpj\.exe set' already"):
        desk.make("Agpj.exe set")
    with pytest.raises(InputError, match="too long: 200"):
        desk.make("x" * 200)


def test_what_is_expected_stays_with_the_stars_and_a_question_without_support_is_listed(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.put(FIRST, ASKED, " bees ", "precise")
    assert [one.reason for one in desk.open(FIRST).unread] == ["It names no support, and its kind is not unanswerable."]
    desk.star(FIRST, ASKED, "notes/Alder.md#1", True)
    assert desk.open(FIRST).questions == (Question(1, ASKED, ("notes/Alder.md#1",), "bees", "precise"),)
    assert json.loads(desk.export(FIRST)) == {
        "question": ASKED,
        "support": ["notes/Alder.md#1"],
        "answer": "bees",
        "kind": "precise",
    }


def test_a_passage_that_only_moved_is_followed_and_one_that_changed_is_said(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    texts = {chunk.id: chunk.text for chunk in workspace.store.documents.chunks()}
    workspace.records([])
    lines = [{"document": "log.md", "chunk": str(n), "text": f"Line {n}."} for n in (1, 2)]
    _replaced(workspace, lines)
    desk.star(FIRST, ASKED, "log.md#2", True)
    _replaced(workspace, [{"document": "log.md", "chunk": "0", "text": "New."}, {**lines[0], "chunk": "2"}, _third()])
    assert support(workspace) == ("log.md#3",)
    assert desk.open(FIRST).questions[0].support == ("log.md#3",)
    desk.star(FIRST, ASKED, "log.md#3", False)
    desk.star(FIRST, ASKED, "log.md#2", True)
    _replaced(workspace, [{"document": "log.md", "chunk": "2", "text": "Another."}])
    assert desk.open(FIRST).questions == ()
    assert "says something else by now" in desk.open(FIRST).unread[0].reason
    assert texts.keys() <= {chunk.id for chunk in workspace.store.documents.chunks()}


def _third() -> dict[str, str]:
    return {"document": "log.md", "chunk": "3", "text": "Line 2."}


def _replaced(workspace: Workspace, lines: list[dict[str, str]]) -> None:
    content = "\n".join(map(json.dumps, lines)).encode()
    workspace.intake.add([Incoming("records", "log.jsonl", content)])


# --- sets ------------------------------------------------------------------------------------------------------------


def test_sets_are_named_renamed_and_deleted(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.star("One", ASKED, "notes/Alder.md#1", True)
    desk.put("Two", ASKED)
    with pytest.raises(InputError, match="There is a set 'Two' already"):
        desk.rename("One", "Two")
    for name in ("", " ", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(InputError, match="name"):
            desk.put(name, ASKED)
    desk.rename("One", "Uno")
    desk.delete("Two")
    assert (desk.names(), support(workspace, "Uno")) == (("Uno",), ("notes/Alder.md#1",))
    desk.remove("Uno", ASKED)
    assert desk.questions("Uno") == ()
    with pytest.raises(UnknownName, match="no question set 'One'"):
        desk.open("One")


def test_a_set_is_saved_whole_and_taken_from_a_file(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    desk.star("Own", ASKED, "notes/Alder.md#1", True)
    desk.save("Own", [Question(1, "Second?", ("notes/Cedar.md",)), Question(2, ASKED, ("notes/Alder.md#1",), "bees")])
    assert [one.text for one in desk.open("Own").questions] == ["Second?", ASKED]
    assert desk.take("Own", [Question(1, ASKED, (), "", "unanswerable"), Question(2, "Third?", ("gone.md",))]) == 2
    assert [(one.text, one.kind) for one in desk.open("Own").questions] == [
        ("Second?", ""),
        (ASKED, "unanswerable"),
        ("Third?", ""),
    ]


def test_who_may_only_read_changes_nothing(workspace: Workspace) -> None:
    def busy() -> None:
        raise WorkspaceBusy("Another program holds it.")

    reader = sets_of(workspace, may_write=busy)
    sets_of(workspace).put(FIRST, ASKED)
    for act in (
        lambda: reader.star(FIRST, ASKED, "notes/Alder.md#1", True),
        lambda: reader.put(FIRST, ASKED, "bees"),
        lambda: reader.remove(FIRST, ASKED),
        lambda: reader.save(FIRST, []),
        lambda: reader.delete(FIRST),
    ):
        with pytest.raises(WorkspaceBusy):
            act()
    assert support(workspace) == ()


def test_a_purge_leaves_no_byte_of_what_only_its_document_had(workspace: Workspace) -> None:
    desk = sets_of(workspace)
    workspace.texts({"Wendelmoor.md": "Zyxquorl lies at Quibblefrost."})
    desk.star("About Wendelmoor", "What is bright?", "notes/Wendelmoor.md#1", True)
    desk.star("About Wendelmoor", ASKED, "notes/Alder.md#1", True)
    desk.star("About Wendelmoor", ASKED, "notes/Wendelmoor.md#1", True)
    desk.put("About Wendelmoor", "Where is Zyxquorl?", "", "unanswerable")
    desk.put("About Wendelmoor", "Who keeps what?", "Quibblefrost")
    eraser: Purging = purging(workspace)
    plan = eraser.preview(["notes/Wendelmoor.md"])
    assert sorted(plan.questions) == ["What is bright?", "Where is Zyxquorl?", "Who keeps what?"]
    assert len(desk.questions("About Wendelmoor")) == 4
    eraser.purge(["notes/Wendelmoor.md"])
    assert [word for word in ("Zyxquorl", "Quibblefrost", "Wendelmoor") if workspace.store.remains(word)] == []
    (name,) = desk.names()
    (kept,) = desk.questions(name)
    assert (kept.question.support, kept.reason) == (
        ("notes/Alder.md#1",),
        "What supported it was erased with its document: look at its support again.",
    )
    desk.put(name, ASKED, "bees")
    assert desk.questions(name)[0].reason == ""
