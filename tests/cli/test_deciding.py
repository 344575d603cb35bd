"""`decide`, `history` and `undo` from end to end, without a model."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import main
from tests.app.workspace import add_workspace
from tests.larkspur import OWN


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(add_workspace(tmp_path, "plans", OWN))


@pytest.fixture
def run(workspace: str, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: str, code: int = 0) -> str:
        assert main([*argv, "--workspace", workspace]) == code
        out = capsys.readouterr()
        return out.err if code else out.out

    return run


def decision(tmp_path: Path, content: Any) -> str:
    path = tmp_path / "decision.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


HIDE = {"kind": "hide", "node": {"name": "Billing"}}
RENAME = {"kind": "rename", "body": {"node": {"name": "Export"}, "to": {"name": "Way out"}}, "why": "clearer"}


def test_a_proposal_of_diagnose_is_decided_as_it_is(run: Any, tmp_path: Path) -> None:
    (finding,) = json.loads(run("diagnose", "--kind", "name-collision", "--json"))
    out = run("decide", decision(tmp_path, finding["proposal"]), "--as-person", "Ines")
    assert out.splitlines()[0].startswith("1: Split “Daily Backup” into")
    assert out.splitlines()[-1] == "entities 6 -> 7, relations 5 -> 5"
    assert json.loads(run("diagnose", "--kind", "name-collision", "--json")) == []
    keys = [entity["key"] for entity in json.loads(run("graph", "--json"))["entities"]]
    assert [key for key in keys if key.startswith("daily")] == ["daily backup [business]", "daily backup [enterprise]"]


def test_a_list_is_one_step_and_one_undo(run: Any, tmp_path: Path) -> None:
    before = run("graph", "--json")
    done = json.loads(run("decide", decision(tmp_path, [HIDE, RENAME]), "--as-person", "Ines", "--json"))
    assert [(d["seq"], d["step"], d["who"], d["why"]) for d in done["decisions"]] == [
        (1, 1, "Ines", ""),
        (2, 1, "Ines", "clearer"),
    ]
    assert run("undo").splitlines()[:2] == ["3: Undo: Rename “Export” to “Way out”", "4: Undo: Hide “Billing”"]
    assert run("graph", "--json") == before
    assert "nothing to undo" in run("undo", code=1)
    run("undo", "3")
    lines = run("history").splitlines()
    assert lines[0].split() == ["no.", "when", "who", "state", "decision"]
    assert [line.split()[0] for line in lines[1:]] == ["5", "4", "3", "2", "1"]
    assert lines[1].endswith("acts    Do again: Rename “Export” to “Way out”")
    entries = json.loads(run("history", "--json"))
    assert [entry["state"] for entry in entries] == ["acts", "acts", "undone", "acts", "undone"]
    assert entries[-1]["effect"] == {"nodes_before": 6, "nodes_after": 5, "edges_before": 5, "edges_after": 4}
    run("undo", "--after", "0")
    assert run("graph", "--json") == before


def test_a_dry_run_shows_what_would_be_and_records_nothing(run: Any, tmp_path: Path) -> None:
    file = decision(tmp_path, HIDE)
    lines = run("decide", file, "--dry-run").splitlines()
    assert lines[:2] == ["Hide “Billing”", "entities 6 -> 5, relations 5 -> 4"]
    assert lines[2:] == ["  gone: billing", "  gone: cancellation -> billing : closing invoice"]
    found = json.loads(run("decide", file, "--dry-run", "--json"))
    assert [(each["key"], each["change"], each["after"]) for each in found["entities"]] == [("billing", "gone", None)]
    assert found["entities"][0]["before"].startswith("Billing")
    assert run("history") == "Nothing was decided yet.\n"


def test_what_can_not_apply_is_refused_with_the_reason(run: Any, tmp_path: Path) -> None:
    nobody = decision(tmp_path, [HIDE, {"kind": "hide", "node": {"name": "Nobody"}}])
    assert "nothing here that this is about: Hide “Nobody”" in run("decide", nobody, code=1)
    assert "no kind of decision" in run("decide", decision(tmp_path, {"kind": "prophesy"}), code=1)
    assert "Decision 1 of the file can't be read" in run("decide", decision(tmp_path, [3]), code=1)
    assert "can't be read" in run("decide", str(tmp_path / "none.json"), code=1)
    assert "no decision 7" in run("undo", "7", code=1)
    assert run("history", "--json") == "[]\n"


def test_a_dry_run_of_what_can_not_apply_says_why(run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nobody = decision(tmp_path, {"kind": "hide", "node": {"name": "Nobody"}})
    assert main(["decide", nobody, "--dry-run", "--workspace", str(tmp_path / "workspaces" / "plans")]) == 1
    assert capsys.readouterr().out.startswith("can't be taken: There is nothing here that this is about: Hide")


def test_decisions_come_by_standard_input_too(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(HIDE).encode())))
    assert run("decide", "-").startswith("1: Hide “Billing”")


def test_of_an_export_what_is_new_is_taken_and_the_rest_is_told(run: Any, tmp_path: Path) -> None:
    run("decide", decision(tmp_path, HIDE))
    run("decide", decision(tmp_path, RENAME))
    other = {"kind": "rename", "body": {"node": {"name": "Export"}, "to": {"name": "Door"}}, "seq": 2}
    late = {"kind": "hide", "body": {"node": {"name": "Nobody"}}, "seq": 3, "who": "Omar"}
    new = {"kind": "hide", "body": {"node": {"name": "Cancellation"}}, "seq": 4, "who": "Omar"}
    same = {"kind": "hide", "body": {"node": {"name": "Billing"}}, "seq": 1}
    export = decision(tmp_path, {"format": "lightprism decisions", "version": 1, "decisions": [same, other, late, new]})
    assert "contradicts decision 2 here" in run("decide", export, "--dry-run")
    out = run("decide", export).splitlines()
    assert out[:2] == ["3: Hide “Nobody”", "4: Hide “Cancellation”"]
    assert out[-1] == "entities 5 -> 3, relations 4 -> 1"
    assert "stands here already: Hide “Billing”" in out
    assert [line for line in out if line.startswith(("contradicts", "waits"))] == [
        "contradicts decision 2 here, left out (--contradictory takes it): Rename “Export” to “Door”",
        "waits, there is nothing here yet that it is about: Hide “Nobody”",
    ]
    assert run("decide", export, "--contradictory").startswith("5: Rename “Export” to “Door”")
    assert {entry["who"] for entry in json.loads(run("history", "--json"))[1:3]} == {"Omar"}


def test_muted_kinds_are_left_out_unless_one_asks(run: Any, tmp_path: Path) -> None:
    assert "island: 1" in run("diagnose")
    run("decide", decision(tmp_path, {"kind": "mute", "finding_kind": "island"}))
    assert "island: 1" not in run("diagnose")
    assert "island: 1" in run("diagnose", "--kind", "island")


def test_a_pair_that_is_not_the_same_is_not_proposed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {"type": "feature", "description": "Copies every record of the account at night."}
    rows = [said | {"name": name} for name in ("Nightly backups", "Nightly backup")]
    lines = [
        {"document": f"{n}.md", "chunk": str(n), "text": f"{row['name']}.", "entities": [row], "relations": []}
        for n, row in enumerate(rows)
    ]
    folder = str(add_workspace(tmp_path, "pairs", lines))
    ask = ["diagnose", "--kind", "near-duplicate", "--json", "--workspace", folder]
    assert main(ask) == 0
    (finding,) = json.loads(capsys.readouterr().out)
    apart = decision(tmp_path, {"kind": "not_same", "nodes": [{"name": row["name"]} for row in rows]})
    assert main(["decide", apart, "--workspace", folder]) == 0
    capsys.readouterr()
    assert main(ask) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert set(finding["entities"]) == {"nightly backups", "nightly backup"}


def test_what_is_decided_already_says_where_and_is_not_recorded_again(run: Any, tmp_path: Path) -> None:
    run("decide", decision(tmp_path, RENAME))
    assert run("decide", decision(tmp_path, RENAME)) == ("Already decided (number 1): Rename “Export” to “Way out”.\n")
    assert len(json.loads(run("history", "--json"))) == 1


def test_an_undo_tells_which_decisions_rested_on_what_is_undone(run: Any, tmp_path: Path) -> None:
    run("decide", decision(tmp_path, RENAME))
    run("decide", decision(tmp_path, {"kind": "retype", "node": {"name": "Way out"}, "type": "door"}))
    out = run("undo", "1").splitlines()
    assert out[0] == "3: Undo: Rename “Export” to “Way out”"
    assert out[1] == "2 rested on 1 and may have nothing to act on now: Give “Way out” the type “door”"
    run("undo", "3")
    assert "rested on" not in run("undo", "1", "2")


def test_wrong_numbers_of_decisions_are_wrong_use(run: Any, workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "3 is left over" in run("undo", "--after", "1", "3", code=2)
    with pytest.raises(SystemExit) as refused:
        main(["undo", "abc", "--workspace", workspace])
    assert refused.value.code == 2
    assert "'abc' is no number of a decision" in capsys.readouterr().err
