"""The curation desk: preview, decide, undo, redo, back to a point, history, names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.curation import Effect
from core.errors import InputError, InvalidDecision, UnknownName, WorkspaceBusy
from core.services.curate import CurationDesk, Means, Ruling
from core.services.intake import Incoming
from core.store.person import Person
from tests.curating import by_plan, desk_of, hide, merge, node, rename
from tests.graphs import snapshot
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


def keys(workspace: Workspace) -> set[str]:
    return set(workspace.views().graph.nodes)


# --- preview ---------------------------------------------------------------------------------------------------------


def test_a_preview_says_what_changes_and_writes_nothing(workspace: Workspace, desk: CurationDesk) -> None:
    before = workspace.views()
    found = desk.preview([merge("Cancellation", "Account deletion", into="Cancellation")])
    assert found.sentences == ("Merge “Account deletion” into “Cancellation”",)
    assert found.effect == Effect(6, 5, 5, 4)
    changed = {change.key: (change.before is not None, change.after is not None) for change in found.entities}
    assert changed == {"account deletion": (True, False), "cancellation": (True, True)}
    gone = [change.key for change in found.relations if change.after is None]
    assert gone == ["cancellation -> account deletion : account lifecycle"]
    assert len(found.loops) == 1
    assert (found.problem, found.idle, desk.last()) == ("", (), 0)
    assert workspace.views() is before


def test_a_preview_says_when_a_name_or_a_qualifier_joins_two_nodes(desk: CurationDesk) -> None:
    said = "There is already a “CANCELLATION”: this joins the two."
    assert desk.preview([rename("Billing", "cancellation")]).sentences[1:] == (said,)
    assert desk.preview([rename("Billing", "Invoicing")]).sentences[1:] == ()
    assert desk.preview([rename("Billing", "BILLING")]).sentences[1:] == ()
    qualified = Ruling("rename", {"node": node("Billing"), "to": node("Cancellation", "old")})
    desk.decide([qualified])
    found = desk.preview([Ruling("qualify", {"node": node("Cancellation"), "qualifier": "old"})])
    assert found.sentences[1:] == ("There is already a “Cancellation · old”: this joins the two.",)


def test_a_preview_counts_the_texts_to_be_embedded(workspace: Workspace, desk: CurationDesk) -> None:
    ruling = rename("Billing", "Invoicing")
    assert desk.preview([ruling]).texts == 2
    workspace.collections.update()
    assert desk.preview([ruling]).texts == 2
    assert desk.preview([hide("Billing")]).texts == 0


def test_what_can_not_be_taken_is_said_by_the_preview_and_refused(desk: CurationDesk) -> None:
    for ruling in (
        Ruling("prophesy", {}),
        Ruling("merge", {"nodes": []}),
        hide("Nobody"),
        Ruling("revoke", {"seq": 3}),
    ):
        found = desk.preview([ruling])
        assert found.problem
        with pytest.raises(InvalidDecision) as refused:
            desk.decide([ruling])
        assert refused.value.message == found.problem
    assert desk.preview([]).problem
    with pytest.raises(InvalidDecision):
        desk.decide([])
    assert desk.last() == 0


def test_keys_may_be_ticked_before_there_is_anything_to_key(workspace: Workspace, desk: CurationDesk) -> None:
    found = desk.preview([Ruling("know", {"values": ["Team"]})])
    assert (found.problem, found.idle) == ("", ("Let “Team” count as qualifier",))
    before = snapshot(workspace.views().graph)
    desk.decide([Ruling("know", {"values": ["Team"]}), Ruling("tick", {"source": "plan", "types": ["feature"]})])
    assert {"daily backup [business]", "daily backup [enterprise]", "export [business]"} <= keys(workspace)
    desk.undo_after(0)
    assert snapshot(workspace.views().graph) == before


def test_rulings_of_one_step_may_build_on_each_other(workspace: Workspace, desk: CurationDesk) -> None:
    rulings = [rename("Billing", "Invoicing"), merge("Invoicing", "Export", into="Invoicing")]
    assert desk.preview(rulings).problem == ""
    assert desk.decide(rulings).seqs == (1, 2)
    assert "invoicing" in keys(workspace)
    assert keys(workspace).isdisjoint({"billing", "export"})


# --- deciding and taking back ----------------------------------------------------------------------------------------


def test_a_decision_is_seen_at_once_and_undone_by_one_more_row(workspace: Workspace, desk: CurationDesk) -> None:
    before = snapshot(workspace.views().graph)
    desk.decide([hide("Billing"), hide("Export")])
    assert keys(workspace).isdisjoint({"billing", "export"})
    step = desk.undoable()
    assert step is not None
    assert (step.decision.seq, desk.step_of(2)) == (1, (1, 2))
    assert desk.undo(desk.step_of(step.decision.seq)).seqs == (3, 4)
    assert snapshot(workspace.views().graph) == before
    assert desk.undoable() is None
    desk.redo([1])
    assert "billing" not in keys(workspace)
    assert "export" in keys(workspace)
    assert [d.kind for d in workspace.store.ledger.decisions()] == ["hide", "hide", "revoke", "revoke", "revoke"]


def test_undoing_the_undo_is_redo(workspace: Workspace, desk: CurationDesk) -> None:
    desk.decide([hide("Billing")])
    (undone,) = desk.undo([1]).seqs
    desk.undo([undone])
    assert "billing" not in keys(workspace)


def test_what_is_undone_already_or_unknown_is_refused(desk: CurationDesk) -> None:
    desk.decide([hide("Billing")])
    desk.undo([1])
    with pytest.raises(InvalidDecision, match="undone already"):
        desk.undo([1])
    with pytest.raises(UnknownName, match="no decision 9"):
        desk.undo([9])
    with pytest.raises(InvalidDecision):
        desk.undo([])
    desk.redo([1])
    with pytest.raises(InvalidDecision, match="not undone"):
        desk.redo([1])


def test_one_comes_back_to_any_point_whatever_was_undone_since(workspace: Workspace, desk: CurationDesk) -> None:
    desk.decide([hide("Billing")])
    point = desk.decide([hide("Export")]).seqs[0]
    then = snapshot(workspace.views().graph)
    desk.undo([1])
    desk.decide([rename("Data retention", "Keeping")])
    assert desk.preview_undo_after(point).effect.nodes_after == 4
    desk.undo_after(point)
    assert snapshot(workspace.views().graph) == then
    with pytest.raises(InvalidDecision, match="Nothing was decided"):
        desk.undo_after(point)
    desk.undo_after(0)
    assert {"billing", "export"} <= keys(workspace)


def test_what_was_done_again_is_undone_first(desk: CurationDesk) -> None:
    desk.decide([hide("Billing")])
    desk.decide([hide("Export")])
    desk.undo([1])
    desk.redo([1])
    latest = desk.undoable()
    assert latest is not None
    assert latest.decision.seq == 1


# --- history ---------------------------------------------------------------------------------------------------------


def test_the_history_tells_who_when_why_what_and_what_it_changed(workspace: Workspace, desk: CurationDesk) -> None:
    desk.name_yourself(" Ines ")
    desk.decide([Ruling("hide", {"node": node("Billing")}, "not a thing")])
    desk.undo([1])
    undone, hidden = desk.history()
    assert (hidden.decision.who, hidden.decision.why, hidden.state) == ("Ines", "not a thing", "undone")
    assert (hidden.sentence, undone.sentence) == ("Hide “Billing”", "Undo: Hide “Billing”")
    assert hidden.effect == Effect(6, 5, 5, 4)
    assert undone.effect == Effect(5, 6, 4, 5)
    assert [entry.nodes for entry in (undone, hidden)] == [(node("Billing"),)] * 2
    assert hidden.documents == ("guide/invoices.md",)
    assert desk.history() is desk.history()


def test_a_decision_says_on_which_it_rests(desk: CurationDesk) -> None:
    desk.decide([rename("Billing", "Invoicing")])
    desk.decide([Ruling("retype", {"node": node("Invoicing"), "type": "office"})])
    retyped, renamed = desk.history()
    assert (retyped.rests_on, renamed.rested_on_by) == ((1,), (2,))
    desk.undo([1])
    assert [entry.state for entry in desk.history()] == ["acts", "idle", "undone"]


def test_a_row_of_another_version_stays_in_the_list(workspace: Workspace, desk: CurationDesk) -> None:
    workspace.store.ledger.append("prophesy", {"node": "x"}, at="t")
    workspace.store.ledger.append("hide", ["broken"], at="t")
    assert [entry.state for entry in desk.history()] == ["unknown", "unknown"]
    desk.undo([1])
    assert desk.history()[-1].state == "undone"


def test_points_are_named_and_compared(desk: CurationDesk) -> None:
    mark = desk.checkpoint("Before the clean-up")
    last = desk.decide([hide("Billing"), hide("Export")]).seqs[-1]
    found = desk.compare(mark, last)
    assert (found.nodes_before, found.nodes_after) == (6, 4)
    assert found.sentences == ("Hide “Billing”", "Hide “Export”")
    back = desk.compare(last, 0)
    assert (back.nodes_before, back.nodes_after) == (4, 6)
    desk.undo_after(0)
    assert desk.history()[-1].state == "acts"
    with pytest.raises(InvalidDecision):
        desk.checkpoint("  ")
    with pytest.raises(UnknownName):
        desk.compare(0, 99)


def test_a_node_leads_to_what_became_of_it(workspace: Workspace, desk: CurationDesk) -> None:
    desk.decide([rename("Billing", "Invoicing")])
    desk.decide([merge("Invoicing", "Export", into="Export")])
    desk.decide([by_plan(workspace)])
    assert desk.became("Billing") == ("export",)
    assert desk.became("Daily backup") == ("daily backup [business]", "daily backup [enterprise]")
    assert desk.became("Cancellation") == ("cancellation",)
    assert desk.became("Nobody") == ()


# --- findings --------------------------------------------------------------------------------------------------------


def test_what_is_said_of_findings_is_a_decision_like_any_other(desk: CurationDesk) -> None:
    about = {"kind": "island", "entities": [], "relations": []}
    desk.decide([Ruling("accept", {"finding": "f1"} | about)])
    desk.decide([Ruling("unsure", {"finding": "f2"} | about, "ask Omar")])
    desk.decide([Ruling("mute", {"finding_kind": "island"})])
    assert desk.accepted() == {"f1"}
    assert desk.unsure() == {"f2": "ask Omar"}
    assert desk.muted() == {"island"}
    assert desk.history()[0].effect == Effect(6, 6, 5, 5)
    desk.undo_after(0)
    assert not desk.accepted() | desk.muted() | desk.unsure().keys()


# --- who and where ---------------------------------------------------------------------------------------------------


def test_the_name_is_kept_for_the_home(workspace: Workspace, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = desk_of(workspace, home)
    assert (first.person, first.asked) == ("", False)
    first.name_yourself("  Ines\n\x07 Omar ")
    second = desk_of(workspace, home)
    assert (second.person, second.asked) == ("Ines Omar", True)
    second.decide([hide("Billing")], who="Paula")
    assert second.history()[0].decision.who == "Paula"
    second.name_yourself("")
    assert (first.person, first.asked) == ("", True)


def test_a_reader_looks_and_does_not_decide(workspace: Workspace, tmp_path: Path) -> None:
    def held() -> None:
        raise WorkspaceBusy("The workspace is held by another.", "Do it there.")

    means = Means(workspace.store, workspace.views, workspace.embeddings, workspace.clock, Person(tmp_path), held)
    reader = CurationDesk(means)
    assert reader.preview([hide("Billing")]).nodes_after == 5
    for write in (
        lambda: reader.decide([hide("Billing")]),
        lambda: reader.undo([1]),
        lambda: reader.undo_after(0),
        lambda: reader.take(reader.incoming(b"[]"), []),
    ):
        with pytest.raises(WorkspaceBusy):
            write()
    assert desk_of(workspace).history() == ()


def test_a_step_is_recorded_whole_or_not_at_all(workspace: Workspace, desk: CurationDesk) -> None:
    with pytest.raises(InputError):
        desk.decide([hide("Billing"), Ruling("hide", {"node": node("Export"), "odd": {1}})])
    assert desk.last() == 0
