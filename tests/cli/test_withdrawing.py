"""`withdraw`, `restore`, `replace`, `purge` and `verify` from end to end, without a model."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import main
from core.store.lock import WriterLock
from tests.app.workspace import add_workspace
from tests.larkspur import OWN

DOC, OTHER = "guide/large-accounts.md", "guide/invoices.md"


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


def test_a_document_goes_out_of_sight_and_comes_back(run: Any) -> None:
    before, listed = run("graph", "--json"), json.loads(run("documents", "--json"))
    told = run("withdraw", DOC, "--yes").splitlines()
    assert told[0] == f"Withdraw “{DOC}”"
    assert run("graph", "--json") != before
    assert DOC not in run("graph", "--json")
    after = json.loads(run("documents", "--json"))
    assert (len(after["documents"]), after["withdrawn"]) == (len(listed["documents"]) - 1, [DOC])
    assert f"withdrawn: {DOC}" in run("documents")
    data = json.loads(run("restore", DOC, "--yes", "--json"))
    assert (data["documents"], data["done"]) == ([DOC], True)
    assert run("graph", "--json") == before


def test_it_is_asked_first(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("graph", "--json")
    assert "--yes goes on without" in run("withdraw", DOC, code=1)
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert "Go on?" in run("withdraw", DOC, code=1)
    assert run("withdraw", DOC, "--dry-run").startswith(f"Withdraw “{DOC}”\n")
    assert run("graph", "--json") == before
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    run("withdraw", DOC)
    assert run("graph", "--json") != before


def test_a_dry_run_works_while_another_program_holds_the_workspace(run: Any, workspace: str, tmp_path: Path) -> None:
    page = tmp_path / "large.md"
    page.write_text("Nothing of the old text.", encoding="utf-8")
    holder = WriterLock(Path(workspace))
    assert holder.acquire()
    assert "is held by" in run("withdraw", DOC, "--yes", code=1)
    for command in (("withdraw", DOC), ("replace", DOC, str(page)), ("purge", DOC), ("supersede", DOC, "--by", OTHER)):
        assert DOC in run(*command, "--dry-run")
    holder.release()


def test_what_changes_is_shown_text_by_text(run: Any) -> None:
    told = run("withdraw", DOC, "--dry-run")
    assert "  changed: " in told
    assert "[-" in told
    for change in json.loads(run("withdraw", DOC, "--dry-run", "--json"))["entities"]:
        there = {"new": (False, True), "gone": (True, False), "changed": (True, True)}[change["change"]]
        assert (change["before"] is not None, change["after"] is not None) == there


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_is_not_there_is_said(run: Any) -> None:
    assert "There is no document 'nowhere'" in run("withdraw", "nowhere", "--yes", code=1)
    assert "is not withdrawn" in run("restore", DOC, "--yes", code=1)


def test_a_file_takes_the_place_of_a_document(run: Any, tmp_path: Path) -> None:
    page = tmp_path / "large.md"
    page.write_text("Nothing of the old text.", encoding="utf-8")
    told = run("replace", DOC, str(page), "--dry-run")
    assert told.splitlines()[0] == f"Replace “{DOC}”"
    assert told.splitlines()[-1] == "Nothing was changed."
    data = json.loads(run("replace", DOC, str(page), "--yes", "--json"))
    assert (data["done"], data["to_read"], data["read"], data["gone"]) == (True, 1, 1, 1)
    assert "just this content already" in run("replace", DOC, str(page), "--yes", code=1)
    assert "can't be read" in run("replace", DOC, str(tmp_path / "none.md"), "--yes", code=1)


@pytest.mark.usefixtures("chroma_apart")
def test_what_is_purged_leaves_no_trace(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_for(code: int) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("large-accounts\n"))
        run("verify", "--purged", code=code)

    looked_for(1)
    assert f"Erase “{DOC}” for good" in run("purge", DOC, code=1)
    looked_for(1)
    data = json.loads(run("purge", DOC, "--yes", "--json"))
    assert (data["done"], data["inventory"]["documents"], data["words"] > 0) == (True, 1, True)
    looked_for(0)
    assert DOC not in run("documents")
    monkeypatch.setattr(sys, "stdin", io.StringIO(" \n"))
    assert "no phrase to look for" in run("verify", "--purged", code=1)


@pytest.mark.usefixtures("chroma_apart")
def test_a_purge_that_broke_off_is_finished_by_one_without_a_name(
    run: Any, workspace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("core.store.erasing.Eraser.clear", lambda self: False)
        assert "free pages" in run("purge", DOC, "--yes", code=1)
    monkeypatch.setattr(sys, "stdin", io.StringIO("large-accounts"))
    run("verify", "--purged", code=1)
    run("purge")
    monkeypatch.setattr(sys, "stdin", io.StringIO("large-accounts"))
    assert run("verify", "--purged").strip() == "No trace of it."
    assert "No document is named" in run("purge", code=1)
