"""`supersede` and `check` from end to end, and what `ingest` and `documents` say of them, without a model."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.cli import main
from tests.app.workspace import add_workspace
from tests.larkspur import OWN

OLD, NEW = "guide/large-accounts.md", "guide/invoices.md"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    workspace = str(add_workspace(tmp_path, "plans", OWN))

    def run(*argv: str, code: int = 0) -> str:
        assert main([*argv, "--workspace", workspace]) == code
        out = capsys.readouterr()
        return out.err if code else out.out

    return run


def test_a_document_takes_the_place_of_another_until_both_are_kept(run: Any) -> None:
    before = run("graph", "--json")
    assert "--yes goes on without" in run("supersede", OLD, "--by", NEW, code=1)
    run("supersede", OLD, "--by", NEW, "--dry-run")
    assert run("graph", "--json") == before
    assert run("supersede", OLD, "--by", NEW, "--yes").startswith(f"“{NEW}” replaces “{OLD}”\n")
    assert OLD not in run("graph", "--json")
    assert f"replaced: {OLD} by {NEW} (a person said so)" in run("documents")
    listed = json.loads(run("documents", "--json"))
    assert listed["replaced"] == [{"document": OLD, "by": NEW, "how": "person"}]
    assert OLD not in [row["document"] for row in listed["documents"]]
    assert json.loads(run("supersede", "--json"))["replaced"][0]["document"] == OLD
    assert run("supersede", OLD, "--keep-both", "--yes").startswith(f"Back in sight: “{OLD}”\n")
    assert run("graph", "--json") == before


def test_what_makes_no_sense_is_refused(run: Any) -> None:
    assert "Give --by DOC or --keep-both" in run("supersede", OLD, code=2)
    assert "Give --by DOC or --keep-both" in run("supersede", OLD, "--by", NEW, "--keep-both", code=2)
    assert "is not replaced" in run("supersede", OLD, "--keep-both", code=1)
    assert "no document 'nowhere'" in run("supersede", "nowhere", "--by", NEW, code=1)
    assert run("supersede").startswith("No document is replaced")


def test_a_folder_is_checked_and_taken_in(run: Any, tmp_path: Path) -> None:
    assert run("check") == "No folder was added as a whole.\n"
    folder, text = tmp_path / "notes", " ".join(Random(1).choices(["alpha", "beta", "gamma", "delta"], k=60))
    folder.mkdir()
    (folder / "a.md").write_text(text, encoding="utf-8")
    run("ingest", str(folder))
    assert run("check") == f"notes ({folder}): up to date\n"
    (folder / "a.md").rename(folder / "b.md")
    (folder / "draft.md").write_text(text, encoding="utf-8")
    told = run("check").splitlines()
    assert told == [
        f"notes ({folder}): 2 new, 1 missing",
        "  renamed: notes/a.md is now notes/b.md",
        "  new: notes/draft.md",
    ]
    run("check", "--take", code=1)
    told = run("check", "--take", "--yes")
    assert "alike: notes/draft.md is the same as notes/b.md" in told
    assert "draft: notes/draft.md" in told
    assert json.loads(run("documents", "--json"))["withdrawn"] == ["notes/a.md"]
    assert run("check", "--take") == f"notes ({folder}): up to date\n"


def test_a_folder_that_is_gone_is_said_and_takes_nothing_with_it(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("Alice.", encoding="utf-8")
    run("ingest", str(folder))
    folder.rename(tmp_path / "away")
    run("check", "--take", "--yes", code=1)
    assert "notes/a.md" in run("documents")


def test_ingest_says_what_is_alike(run: Any, tmp_path: Path) -> None:
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text("The same words in two files.", encoding="utf-8")
    told = run("ingest", str(tmp_path / "one.md"), str(tmp_path / "two.md"))
    assert "  alike: " in told
    assert "two.md is the same as" in told
