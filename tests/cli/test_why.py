"""`retrieve --why` from end to end, on seeds, so that no model and no vector is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli import main
from core.domain.modes import MODES
from tests.app.workspace import add_workspace, record

RECORDS = (
    record(
        "backup.md",
        "The daily backup is kept on the Business plan.",
        [{"name": "Daily backup", "description": "Is kept."}, {"name": "Business plan", "description": "A plan."}],
        [{"source": "Daily backup", "target": "Business plan", "description": "Kept on it.", "keywords": "kept on"}],
    ),
)


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(add_workspace(tmp_path, "plans", RECORDS))


def retrieve(workspace: str, name: str, *more: str) -> int:
    seeds = ["--seed-entity", "Daily backup", "--mode", "local"]
    return main(["retrieve", "", *seeds, "--why", name, "--workspace", workspace, *more])


def test_each_mode_gets_a_line_with_its_reason(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieve(workspace, "daily backup -> business plan") == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("why relation 'Daily backup – kept on → Business plan'")
    told = {line.split()[0]: line for line in lines[at + 1 :]}
    assert list(told) == list(MODES)
    assert "kept 1    A relation of Daily backup: " in told["local"]
    assert "given by hand as a start." in told["local"]
    assert "not kept  Not searched in this mode" in told["naive"]


def test_as_json_the_reasons_stand_beside_the_trace(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    retrieve(workspace, "Business plan", "--json")
    (why,) = json.loads(capsys.readouterr().out)["why"]
    assert (why["kind"], why["key"]) == ("entity", "business plan")
    assert {row["mode"] for row in why["modes"]} == set(MODES)
    assert all(row["why"] for row in why["modes"])


def test_a_name_with_a_slip_is_met_with_near_ones(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    retrieve(workspace, "Dayli backup")
    assert "nothing is called 'Dayli backup'" in (out := capsys.readouterr().out)
    assert "Near it: 'Daily backup'." in out
