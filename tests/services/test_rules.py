"""The merge rules beside each other, as the Differences tab reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.decisions import Decision
from core.domain.profiles import rough_tokens
from core.services.diagnose import DiagnoseDesk
from core.services.intake import Incoming
from core.services.rules import MOST, RulesDesk
from tests.larkspur import own_records
from tests.workspace import Workspace

TICK = Decision(1, "tick", {"source": "plan", "types": [], "names": ["Daily backup"]})


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.close()


def desk(workspace: Workspace) -> RulesDesk:
    diagnose = DiagnoseDesk(workspace.views, workspace.library, workspace.embeddings, rough_tokens)
    return RulesDesk(workspace.views, diagnose.differences)


def test_the_summary_counts_both_graphs_and_every_kind(workspace: Workspace) -> None:
    summary = desk(workspace).summary()
    assert (summary.documents, summary.careful, summary.classic) == (5, (6, 5), (6, 4))
    assert {kind: count for kind, count in summary.counts.items() if count} == {"two directions": 1}
    assert summary.total == 1


def test_a_tick_makes_the_glued_backup_a_difference(workspace: Workspace) -> None:
    rules = desk(workspace)
    workspace.decide([TICK])
    assert rules.summary().counts["glued"] == 1
    (glued,) = rules.fitting("glued")
    pair = rules.pair(glued)
    assert [(dot.label, dot.mentions) for dot in pair.classic.dots] == [("Daily Backup", 2)]
    assert [(dot.label, dot.mentions) for dot in pair.careful.dots] == [
        ("Daily backup · Business", 1),
        ("Daily Backup · Enterprise", 1),
    ]


def test_an_edge_that_lost_its_direction_is_drawn_as_one_line_and_as_two_arrows(workspace: Workspace) -> None:
    rules = desk(workspace)
    (lost,) = rules.fitting("two directions")
    pair = rules.pair(lost)
    assert [line.arrow for line in pair.classic.lines] == [False]
    ways = [(line.source, line.target) for line in pair.careful.lines]
    assert ways == [("cancellation", "data retention"), ("data retention", "cancellation")]
    assert {dot.key: dot.right for dot in pair.careful.dots} == {"cancellation": False, "data retention": True}


def test_differences_are_filtered_by_kind_and_by_a_name(workspace: Workspace) -> None:
    rules = desk(workspace)
    workspace.decide([TICK])
    assert len(rules.fitting()) == 2
    assert [d.kind for d in rules.fitting(text="daily BACKUP")] == ["glued"]
    assert rules.fitting("folded") == ()
    assert rules.fitting(text="zeppelin") == ()


def test_the_worst_come_first_and_stay_the_same_objects(workspace: Workspace) -> None:
    rules = desk(workspace)
    workspace.decide([TICK])
    harms = [difference.harm for difference in rules.all()]
    assert harms == sorted(harms, reverse=True)
    assert min(harms) > 0
    assert rules.all() is rules.all()


def test_a_picture_holds_no_more_than_can_be_read(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    row = '{"source": "A", "target": "B", "description": "d", "keywords": "word %d"}'
    relations = ", ".join(row % n for n in range(MOST + 3))
    line = '{"document": "a", "chunk": "1", "text": "t", "entities": [], "relations": [' + relations + "]}"
    workspace.intake.add([Incoming("records", "r.jsonl", line.encode())])
    rules = desk(workspace)
    (folded,) = rules.fitting("folded")
    half = rules.pair(folded).careful
    assert (len(half.lines), half.more) == (MOST, 3)
    workspace.close()
