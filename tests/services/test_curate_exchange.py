"""Decisions as a file: exported, looked at beside what is ruled here, and taken by choice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import InputError, UnknownName
from core.services.curate import CurationDesk, Incoming, Ruling
from core.services.intake import Incoming as File
from tests.curating import desk_of, hide, merge, node, rename
from tests.graphs import snapshot
from tests.larkspur import own_records
from tests.workspace import Workspace


def opened(folder: Path) -> Workspace:
    made = Workspace(folder)
    made.intake.add([File("records", "own.jsonl", own_records())])
    return made


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Workspace]:
    made = opened(tmp_path / "here")
    yield made
    made.close()


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Workspace]:
    made = opened(tmp_path / "there")
    yield made
    made.close()


def told(found: Incoming) -> dict[str, list[str]]:
    lists = {
        "new": found.new,
        "duplicate": found.duplicate,
        "contradictory": found.contradictory,
        "idle": found.idle,
        "undone": found.undone,
    }
    return {name: [row.sentence for row in rows] for name, rows in lists.items() if rows}


def test_all_decisions_of_a_colleague_give_his_graph(here: Workspace, there: Workspace) -> None:
    theirs, ours = desk_of(there), desk_of(here)
    theirs.name_yourself("Ines")
    theirs.decide([rename("Billing", "Invoicing")])
    theirs.decide([Ruling("retype", {"node": node("Invoicing"), "type": "office"}, "it has a door")])
    theirs.decide([hide("Export")])
    theirs.undo([3])
    found = ours.incoming(theirs.export())
    assert told(found) == {
        "new": ["Rename “Billing” to “Invoicing”", "Give “Invoicing” the type “office”"],
        "undone": ["Hide “Export”"],
    }
    assert ours.take(found, list(found.rows)).seqs == (1, 2)
    assert snapshot(here.views().graph) == snapshot(there.views().graph)
    retyped = ours.history()[0]
    assert (retyped.decision.who, retyped.decision.why, retyped.step) == ("Ines", "it has a door", 1)
    again = ours.incoming(theirs.export())
    assert [row.against for row in again.duplicate] == [(1,), (2,)]


def test_what_rules_otherwise_is_told_apart_from_what_is_new_or_idle(here: Workspace, there: Workspace) -> None:
    ours, theirs = desk_of(here), desk_of(there)
    ours.decide([rename("Billing", "Invoicing")])
    ours.decide([Ruling("not_same", {"nodes": [node("Export"), node("Cancellation")]})])
    ours.decide([Ruling("retype", {"node": node("Data retention"), "type": "rule"})])
    theirs.decide([rename("Billing", "Accounts")])
    theirs.decide([merge("Export", "Cancellation", into="Export")])
    theirs.decide([Ruling("retype", {"node": node("Data retention"), "type": "law"})])
    theirs.decide([Ruling("retype", {"node": node("Accounts"), "type": "office"})])
    theirs.decide([rename("Daily backup", "Nightly copy")])
    found = ours.incoming(theirs.export())
    assert [row.against for row in found.contradictory] == [(1,), (2,), (3,)]
    assert told(found) | {"contradictory": []} == {
        "new": ["Rename “Daily backup” to “Nightly copy”"],
        "contradictory": [],
        "idle": ["Give “Accounts” the type “office”"],
    }
    assert ours.take(found, [found.idle[0].place]).seqs == (4,)
    assert ours.history()[0].state == "idle"
    ours.take(found, [found.contradictory[0].place])
    with pytest.raises(UnknownName, match="Row 100"):
        ours.take(found, [99])


def test_a_merge_of_more_into_the_same_node_is_no_contradiction(here: Workspace) -> None:
    desk = desk_of(here)
    desk.decide([merge("Billing", "Account deletion", into="Billing")])
    more = {"kind": "merge", "nodes": [node("Billing"), node("Export")], "into": node("Billing")}
    assert told(desk.incoming(json.dumps(more).encode())) == {"new": ["Merge “Export” into “Billing”"]}


def test_rows_that_can_not_be_read_are_listed_with_the_reason(here: Workspace) -> None:
    rows = [
        3,
        {"kind": ""},
        {"kind": "merge", "body": []},
        {"kind": "prophesy"},
        {"kind": "hide", "node": node("Export")},
    ]
    found = desk_of(here).incoming(json.dumps(rows).encode())
    assert [row.place for row in found.unreadable] == [0, 1, 2, 3]
    assert all(row.reason for row in found.unreadable)
    assert [row.place for row in found.new] == [4]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{", b"3", b'{"decisions": 3}', b"[" * 100_000])
def test_what_is_no_file_of_decisions_is_refused(here: Workspace, content: bytes) -> None:
    with pytest.raises(InputError):
        desk_of(here).incoming(content)


def test_a_file_of_a_newer_version_is_refused(here: Workspace) -> None:
    with pytest.raises(InputError, match="newer version"):
        desk_of(here).incoming(b'{"format": "lightprism decisions", "version": 2, "decisions": []}')


def test_an_export_is_the_same_whatever_it_went_through(here: Workspace, there: Workspace) -> None:
    first: CurationDesk = desk_of(here)
    first.decide([rename("Billing", "Büro → [x]"), Ruling("checkpoint", {"name": "数据"})])
    lines = first.export().decode().splitlines()
    assert len(lines) == 4
    second = desk_of(there)
    found = second.incoming(first.export())
    second.take(found, list(found.rows))
    assert second.export() == first.export()


def test_what_is_said_of_findings_about_entities_that_are_not_here_has_nothing_to_act_on(here: Workspace) -> None:
    about = [["export"], ["nobody"], ["export", "nobody"], ["way out"], []]
    rows = [
        {"kind": "accept", "body": {"finding": f"f{n}", "kind": "island", "entities": keys, "relations": []}}
        for n, keys in enumerate(about)
    ]
    found = desk_of(here).incoming(json.dumps(rows).encode())
    assert ([row.place for row in found.new], [row.place for row in found.idle]) == ([0, 4], [1, 2, 3])
    renamed = {"kind": "rename", "body": {"node": node("Export"), "to": node("Way out")}}
    found = desk_of(here).incoming(json.dumps([*rows, renamed]).encode())
    assert [row.place for row in found.idle] == [1, 2]
