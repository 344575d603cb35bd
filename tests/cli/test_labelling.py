"""`audience` and `--as` from end to end, without a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli import main
from tests.app.workspace import add_workspace
from tests.larkspur import OWN

DOC = "guide/large-accounts.md"


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(add_workspace(tmp_path, "plans", OWN))


@pytest.fixture
def run(workspace: str, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: str, code: int = 0) -> Any:
        assert main([*argv, "--workspace", workspace, "--json"]) == code
        out = capsys.readouterr()
        return out.err if code else json.loads(out.out)

    return run


def names(found: Any) -> list[str]:
    return [row["document"] for row in found["documents"]]


def test_a_label_keeps_a_document_from_all_others_and_is_taken_back(run: Any) -> None:
    everything = names(run("documents"))
    found = run("audience", DOC, "--label", "staff", "--label", "board")
    assert found["documents"] == [
        {**found["documents"][0], "document": DOC, "labels": ["board", "staff"], "by": "person", "own": 0}
    ]
    assert names(run("documents", "--as", "")) == [name for name in everything if name != DOC]
    assert names(run("documents", "--as", "staff")) == everything == names(run("documents"))
    assert run("audience", DOC, "--clear")["documents"][0]["by"] == ""
    assert names(run("documents", "--as", "")) == everything


def test_a_label_that_no_document_names_is_said_with_those_that_are_named(
    run: Any, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run("audience", DOC, "--label", "staff")
    for label, said in (("STAFF", "no document names the label 'STAFF'; there are: staff."), ("staff", ""), ("", "")):
        assert main(["documents", "--as", label, "--workspace", workspace]) == 0
        assert said in (err := capsys.readouterr().err)
        assert bool(said) == ("label" in err)


def test_a_folder_is_said_of_all_below_it_and_a_document_of_itself(run: Any) -> None:
    run("audience", "guide/", "--label", "staff")
    run("audience", DOC, "--everyone")
    found = run("audience")
    assert found["labels"] == ["staff"]
    assert {"path": "guide/", "labels": ["staff"], "unreadable": False} in found["folders"]
    by = {row["document"]: (row["labels"], row["by"]) for row in found["documents"]}
    assert by[DOC] == ([], "person")
    assert by["guide/leaving.md"] == (["staff"], "folder")
    assert names(run("documents", "--as", "partner")) == [DOC]


def test_what_viewers_are_given_holds_nothing_that_they_may_not_see(run: Any, tmp_path: Path) -> None:
    run("audience", DOC, "--label", "staff")
    said = [
        run("graph", "--as", ""),
        run("search", "enterprise accounts", "--as", ""),
        run("retrieve", "Which accounts are large?", "--seed-entity", "Export", "--as", ""),
        run("documents", "--as", ""),
    ]
    assert run("runs", "--as", "") == {"runs": [], "found": 0}
    for kind in ("records", "graphml", "csv", "html"):
        run("export", "--format", kind, "--to", str(tmp_path), "--as", "")
    written = [path.read_text(encoding="utf-8") for path in tmp_path.iterdir() if path.is_file()]
    assert len(written) == 5
    for text in (*map(json.dumps, said), *written):
        assert DOC not in text
    assert DOC in json.dumps(run("graph", "--as", "staff"))


def test_the_list_for_a_person_says_who_may_see_what(run: Any, workspace: str, capsys: Any) -> None:
    run("audience", DOC, "--label", "staff")
    assert main(["audience", "--workspace", workspace]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if DOC in line)
    assert line.split()[1:] == ["staff", "person"]


def test_what_is_not_there_or_says_nothing_is_refused(run: Any) -> None:
    assert "no document or folder 'nowhere/'" in run("audience", "nowhere/", "--label", "staff", code=1)
    assert "A label is empty" in run("audience", DOC, "--label", " ", code=1)
    assert "There is no path" in run("audience", "--label", "staff", code=2)
