"""`diagnose` from end to end, without a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli import main
from tests.app.workspace import add_workspace
from tests.larkspur import OWN


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(add_workspace(tmp_path, "plans", OWN))


def test_findings_are_printed_by_kind_with_their_number(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagnose", "--workspace", workspace]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "5 findings"
    assert [line for line in lines if line and not line.startswith(" ")][1:3] == [
        "name-collision: 1",
        "contradicting-direction: 1",
    ]
    assert any("Passages disagree on “Daily Backup”" in line for line in lines)


def test_as_json_each_finding_has_its_evidence_and_a_decision(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diagnose", "--kind", "name-collision", "--workspace", workspace, "--json"]) == 0
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["kind"] == "name-collision"
    assert finding["entities"] == ["daily backup"]
    assert [group["label"] for group in finding["evidence"]] == ["Business", "Enterprise"]
    assert finding["proposal"]["kind"] == "split"
    assert finding["signals"][0]["name"] == "numbers"
    assert {"relations", "why", "harm", "reach", "score", "id", "near", "documents"} <= finding.keys()


def test_the_merge_rule_and_the_number_printed_can_be_chosen(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diagnose", "--policy", "classic", "--kind", "lost-direction", "--workspace", workspace]) == 0
    assert "lost-direction: 1" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["diagnose", "--kind", "ghosts", "--workspace", workspace])
