"""What the desk refuses, or records once: contradictions, what is decided already, splits that part nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidDecision
from core.services.curate import CurationDesk, Ruling
from core.services.intake import Incoming
from tests.curating import by_plan, desk_of, hide, merge, node, rename
from tests.larkspur import own_records
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.close()


@pytest.fixture
def desk(workspace: Workspace) -> CurationDesk:
    return desk_of(workspace)


def apart(*names: str) -> Ruling:
    return Ruling("not_same", {"nodes": [node(name) for name in names]})


def accept(finding: str, why: str = "") -> Ruling:
    return Ruling("accept", {"finding": finding, "kind": "island", "entities": [], "relations": []}, why)


BOTH = merge("Billing", "Export", into="Billing")


# --- contradictions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (BOTH, apart("Billing", "Export")),
        (apart("Billing", "Export"), BOTH),
        (apart("Billing", "Export"), rename("Export", "Billing")),
        (rename("Export", "Billing"), apart("Billing", "Export")),
    ],
)
def test_the_contrary_of_a_decision_is_refused_and_says_of_which(
    desk: CurationDesk, first: Ruling, second: Ruling
) -> None:
    seen = desk.last()
    desk.decide([first])
    assert "contradicts decision 1" in desk.preview([second]).problem
    for known in (None, desk.last()):
        with pytest.raises(InvalidDecision, match="contradicts decision 1") as refused:
            desk.decide([second], seen=known)
        assert "Undo that one first" in refused.value.remedy
    (note,) = desk.decide([second], seen=seen, who="Omar").notes
    assert "says the contrary" in note
    assert len(desk.history()) == 2


@pytest.mark.parametrize("rulings", [(BOTH, apart("Billing", "Export")), (apart("Billing", "Export"), BOTH)])
def test_one_step_can_not_say_both(desk: CurationDesk, rulings: tuple[Ruling, ...]) -> None:
    with pytest.raises(InvalidDecision, match="decided here with it"):
        desk.decide(rulings)
    assert desk.last() == 0


def test_the_contrary_may_be_decided_once_the_first_is_undone(desk: CurationDesk) -> None:
    desk.decide([BOTH])
    desk.undo([1])
    desk.decide([apart("Billing", "Export")])
    desk.decide([Ruling("revoke", {"seq": 3}), BOTH])
    assert desk.history()[0].state == "acts"


def test_a_pair_is_known_under_the_names_that_it_got_since(desk: CurationDesk) -> None:
    desk.decide([apart("Billing", "Export")])
    desk.decide([rename("Export", "Way out")])
    with pytest.raises(InvalidDecision, match="contradicts decision 1"):
        desk.decide([merge("Billing", "Way out", into="Billing")])


def test_another_node_that_came_under_an_old_name_is_another(desk: CurationDesk) -> None:
    desk.decide([BOTH])
    desk.decide([rename("Cancellation", "Export")])
    assert desk.decide([apart("Billing", "Export")]).notes == ()


def test_a_node_that_was_moved_otherwise_is_refused_with_the_decision_that_moved_it(desk: CurationDesk) -> None:
    desk.decide([rename("Billing", "Invoicing")])
    with pytest.raises(InvalidDecision, match="Decision 1 rules on “billing” already"):
        desk.decide([rename("Billing", "Accounts")])


# --- again -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruling",
    [
        accept("f1"),
        Ruling("unsure", accept("f1").body, "ask"),
        apart("Billing", "Export"),
        Ruling("mute", {"finding_kind": "island"}),
        rename("Billing", "Invoicing"),
        hide("Billing"),
        BOTH,
    ],
)
def test_the_same_twice_is_recorded_once(desk: CurationDesk, ruling: Ruling) -> None:
    seen = desk.last()
    desk.decide([ruling], seen=seen)
    for known in (None, seen, desk.last()):
        again = desk.decide([ruling], seen=known)
        assert again.seqs == ()
        assert again.notes[0].startswith("Already decided (number 1): ")
    assert desk.preview([ruling]).problem.startswith("Already decided (number 1): ")
    assert desk.last() == 1


def test_of_a_step_what_is_new_is_recorded(desk: CurationDesk) -> None:
    desk.decide([accept("f1")])
    made = desk.decide([accept("f1"), accept("f2")])
    assert (made.seqs, len(made.notes)) == ((2,), 1)


def test_another_word_or_reason_in_between_makes_it_new(desk: CurationDesk) -> None:
    about = accept("f1").body
    for ruling in (accept("f1"), Ruling("unsure", about), accept("f1"), accept("f1", "asked Omar")):
        assert desk.decide([ruling]).seqs
    there, back = rename("Billing", "Invoicing"), rename("Invoicing", "Billing")
    for ruling in (there, back, there):
        assert desk.decide([ruling]).notes == ()


def test_a_checkpoint_has_a_name_of_its_own(desk: CurationDesk) -> None:
    desk.checkpoint("Before")
    with pytest.raises(InvalidDecision, match="a checkpoint “Before” already"):
        desk.checkpoint(" Before ")
    assert desk.last() == 1


# --- splits ----------------------------------------------------------------------------------------------------------


def parts(*given: dict[str, Any]) -> Ruling:
    return Ruling("split", {"node": node("Export"), "parts": list(given)})


@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (parts(node("Export", "a") | {"mentions": ["x"]}, node("export", "A") | {"mentions": ["y"]}), "same name"),
        (parts(node("Export", "a"), node("Export", "b") | {"rule": {"metadata": {"plan": []}}}), "mention or a rule"),
        (parts(node("Export") | {"mentions": ["x"]}), "only part is the entity itself"),
    ],
)
def test_a_split_that_parts_nothing_is_refused(desk: CurationDesk, ruling: Ruling, reason: str) -> None:
    assert reason in desk.preview([ruling]).problem
    with pytest.raises(InvalidDecision, match=reason):
        desk.decide([ruling])


def test_what_waits_after_a_split_waits_on_under_another_name(workspace: Workspace, desk: CurationDesk) -> None:
    desk.decide([by_plan(workspace)])
    row = {"name": "Daily backup", "type": "feature", "description": "Team copies lie in another town."}
    record = {"document": "t.md", "chunk": "t", "text": "Team copies.", "entities": [row], "relations": []}
    workspace.intake.add([Incoming("records", "t.jsonl", _line(record))])
    desk.decide([rename("Daily backup", "Nightly copy")])
    assert "unassigned" in workspace.views().graph.nodes["nightly copy"]["entity"].flags
    desk.undo([2])
    desk.decide([Ruling("qualify", {"node": node("Daily backup"), "qualifier": "Business"})])
    graph = workspace.views().graph
    assert "unassigned" not in graph.nodes["daily backup [business]"]["entity"].flags
    assert "daily backup" not in graph


def _line(record: dict[str, Any]) -> bytes:
    return (json.dumps(record) + "\n").encode()
