"""The graph of the other merge rule, made beside the page that shows one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.adapters.clock import SystemClock
from core.services.browse import Browse
from core.services.intake import Incoming
from core.services.ready import OtherRule
from tests.larkspur import own_records
from tests.waiting import LONG
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.close()


def test_the_other_rule_is_ready_once_it_was_begun_and_is_made_once_for_a_version(workspace: Workspace) -> None:
    browse = Browse(workspace.views)
    other = OtherRule(browse, workspace.store.version, lambda: False, SystemClock())
    shown = browse.desk("careful")
    assert other.begin("careful")
    other.wait(LONG)
    made = dict(browse._desks)
    assert {policy for policy, _ in made} == {"careful", "classic"}
    assert browse.desk("classic") is made["classic", None][1]
    assert browse.desk("careful") is shown
    assert not other.begin("careful")
    assert other.begin("classic")
    other.stop()


def test_nothing_is_made_while_passages_are_read(workspace: Workspace) -> None:
    browse = Browse(workspace.views)
    assert not OtherRule(browse, workspace.store.version, lambda: True, SystemClock()).begin("careful")
    assert not browse._desks
