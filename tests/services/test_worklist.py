"""The worklist: findings looked for beside the page, ordered by harm, with what was ruled on them and what is new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.adapters.scripted_clock import FixedClock
from core.domain.diagnose import FINDING_KINDS
from core.domain.profiles import rough_tokens
from core.services.diagnose import DiagnoseDesk
from core.services.intake import Incoming
from core.services.survey import Surveyor
from core.services.visits import Visits
from core.services.worklist import Listed, Wanted, Worklist
from tests.larkspur import own_records
from tests.waiting import LONG
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.close()


def worklist(workspace: Workspace, clock: FixedClock | None = None) -> Worklist:
    desk = DiagnoseDesk(workspace.views, workspace.library, workspace.embeddings, rough_tokens)
    decisions = workspace.store.ledger.decisions
    surveyor = Surveyor(desk, workspace.views, workspace.store.version, decisions, clock or workspace.clock)
    return Worklist(surveyor, decisions, Visits(workspace.store.database, clock or workspace.clock))


def looked(found: Worklist, wanted: Wanted | None = None, *, visit: bool = False) -> Listed:
    """The list, once all was looked for."""
    found.surveyor.begin()
    found.surveyor.wait(LONG)
    return found.listed(wanted or Wanted(), visit=visit)


def ids(listed: Listed) -> list[str]:
    return [item.id for item in listed.items]


def about(listed: Listed, kind: str) -> dict[str, object]:
    item = next(item for item in listed.items if item.finding.kind == kind)
    return {"finding": item.id, "kind": kind, "entities": list(item.finding.entities), "relations": []}


def rule(workspace: Workspace, kind: str, body: dict[str, object], why: str = "") -> None:
    workspace.store.ledger.append(kind, body, at=workspace.clock.now(), why=why)


def test_before_anyone_looks_nothing_is_known_and_nothing_waits(workspace: Workspace) -> None:
    survey = worklist(workspace).surveyor.view()
    assert (survey.found, survey.pending, survey.running) == ((), FINDING_KINDS, False)


def test_all_kinds_are_listed_most_harmful_first(workspace: Workspace) -> None:
    listed = looked(worklist(workspace))
    assert listed.survey.whole
    assert [item.finding.harm for item in listed.items] == sorted(
        (item.finding.harm for item in listed.items), reverse=True
    )
    assert listed.kinds["name-collision"] == 1
    assert sum(listed.kinds.values()) == len(listed.items) == listed.states["open"]
    assert set(listed.documents) >= {"guide/taking-out.md", "guide/large-accounts.md"}


def test_filters_narrow_the_list_and_counts_of_kinds_follow_all_but_their_own(workspace: Workspace) -> None:
    found = worklist(workspace)
    all_ = looked(found)
    one = found.listed(Wanted(kind="name-collision"))
    assert [item.finding.kind for item in one.items] == ["name-collision"]
    assert one.kinds == all_.kinds
    assert [item.finding.kind for item in found.listed(Wanted(text="DAILY")).items] == ["name-collision", "island"]
    at = found.listed(Wanted(document="guide/taking-out.md"))
    assert {"name-collision"} <= set(at.kinds) < set(all_.kinds)
    assert found.listed(Wanted(document="gone.md")).items == ()


def test_what_is_right_unsure_or_muted_is_set_aside_and_comes_back(workspace: Workspace) -> None:
    found = worklist(workspace)
    before = looked(found)
    rule(workspace, "accept", about(before, "name-collision"))
    rule(workspace, "unsure", about(before, "unknown-stub"), "Ask the author.")
    rule(workspace, "mute", {"finding_kind": "island"})
    now = found.listed(Wanted())
    assert now.survey.stale is False
    assert {"name-collision", "unknown-stub", "island"}.isdisjoint(now.kinds)
    assert [item.finding.kind for item in found.listed(Wanted(state="right")).items] == ["name-collision"]
    (unsure,) = found.listed(Wanted(state="unsure")).items
    assert unsure.unsure is not None
    assert unsure.unsure.note == "Ask the author."
    assert now.muted == {"island": before.kinds["island"]}
    for seq in (1, 2, 3):
        rule(workspace, "revoke", {"seq": seq})
    assert ids(found.listed(Wanted())) == ids(before)


def test_after_a_ruling_what_is_gone_leaves_the_list_before_all_is_looked_for_again(workspace: Workspace) -> None:
    found = worklist(workspace)
    before = looked(found)
    collision = next(item.finding for item in before.items if item.finding.kind == "name-collision")
    proposal = dict(collision.proposal or {})
    rule(workspace, str(proposal.pop("kind")), proposal)
    stale = found.listed(Wanted())
    assert stale.survey.stale
    assert collision.id not in ids(stale)
    assert set(ids(stale)) <= set(ids(before))
    assert not looked(found).survey.stale


def test_where_looking_is_slow_it_is_done_again_only_when_asked(workspace: Workspace) -> None:
    found = worklist(workspace)
    looked(found)
    found.surveyor._kept["careful"].seconds = 60.0
    rule(workspace, "hide", {"node": {"name": "Export", "qualifier": ""}})
    assert not found.surveyor.begin()
    assert found.surveyor.begin(again=True)
    found.surveyor.wait(LONG)
    assert not found.surveyor.view().stale


def test_classic_has_findings_of_its_own(workspace: Workspace) -> None:
    found = worklist(workspace)
    found.surveyor.begin("classic")
    found.surveyor.wait(LONG)
    assert found.listed(Wanted(), "classic").kinds["lost-direction"] == 1
    assert found.surveyor.view().pending == FINDING_KINDS


def test_alike_findings_are_those_of_the_same_sign_and_answer(workspace: Workspace) -> None:
    lines = "\n".join(
        f'{{"document": "d{n}", "chunk": "1", "text": "T.", "entities": [{{"name": "Thing {word}", "description": '
        f'"What a thing {word} is, at some length."}}], "relations": []}}'
        for n, word in enumerate(("red", "blue", "green"))
    )
    workspace.intake.add([Incoming("records", "more.jsonl", lines.encode())])
    listed = looked(worklist(workspace), Wanted(kind="island"))
    first = next(item for item in listed.items if item.finding.entities == ("thing red",))
    assert {item.finding.entities for item in listed.alike(first)} >= {("thing blue",), ("thing green",)}


# --- visits ----------------------------------------------------------------------------------------------------------


class At(FixedClock):
    """A clock that is set."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at = at

    def now(self) -> str:
        return self.at


def test_new_is_what_was_not_there_at_the_last_visit_also_after_a_restart(workspace: Workspace) -> None:
    clock = At("2026-03-01T09:00:00+00:00")
    first = looked(worklist(workspace, clock), visit=True)
    assert (first.before, first.states["new"]) == (None, 0)
    clock.at = "2026-03-01T09:20:00+00:00"
    assert looked(worklist(workspace, clock), visit=True).before is None
    more = b'{"document": "z", "chunk": "1", "text": "T.", "entities": [{"name": "Zebra"}], "relations": []}'
    workspace.intake.add([Incoming("records", "z.jsonl", more)])
    clock.at = "2026-03-02T09:00:00+00:00"
    found = worklist(workspace, clock)
    listed = looked(found, Wanted(state="new"), visit=True)
    assert listed.before is not None
    assert listed.before.at == "2026-03-01T09:20:00+00:00"
    assert {item.finding.entities for item in listed.items} == {("zebra",)}
    assert found.listed(Wanted()).states["open"] > listed.states["new"] > 0
    found.all_seen()
    assert found.listed(Wanted()).states["new"] == 0


def test_what_a_stored_visit_holds_is_read_with_care(workspace: Workspace) -> None:
    workspace.store.database.set("visit:diagnose:careful", '{"at": 7, "before": "x"')
    assert looked(worklist(workspace), visit=True).before is None
