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
        f"notes ({folder}): 1 renamed, 1 new",
        "  renamed: notes/a.md is now notes/b.md",
        "  new: notes/draft.md",
    ]
    run("check", "--take", code=1)
    told = run("check", "--take", "--yes")
    assert "1 added, 1 renamed\n" in told
    assert "alike: notes/draft.md is the same as notes/b.md" in told
    assert "draft: notes/draft.md" in told
    assert json.loads(run("documents", "--json"))["withdrawn"] == ["notes/a.md"]
    assert run("check", "--take") == f"notes ({folder}): up to date\n"


def test_what_else_goes_and_comes_back_is_told_and_read(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "old.md").write_text("Alice meets Bob.", encoding="utf-8")
    (folder / "new.md").write_text("---\nreplaces: old\n---\nAlice meets Carol.", encoding="utf-8")
    run("ingest", str(folder))
    assert "replaced: notes/old.md by notes/new.md" in run("documents")
    assert "back in sight: notes/old.md" in run("withdraw", "notes/new.md", "--dry-run")
    assert "1 chunks read, 0 failed." in run("withdraw", "notes/new.md", "--yes")
    assert "wait" not in run("restore", "notes/new.md", "--yes")
    (folder / "newer.md").write_text("---\nreplaces: new.md\n---\nAlice meets Dave.", encoding="utf-8")
    (folder / "new.md").unlink()
    told = run("check", "--take", "--yes")
    assert "1 added, 1 withdrawn, 1 back in sight\nback in sight: notes/old.md\n" in told
    (folder / "last.md").write_text("---\nreplaces: [newer.md, old]\n---\nAlice meets Erin.", encoding="utf-8")
    told = run("check", "--take", "--yes")
    assert "replaced now: notes/newer.md\nreplaced now: notes/old.md\n" in told


def test_a_circle_is_refused_and_a_persons_word_is_called_so(run: Any) -> None:
    run("supersede", OLD, "--by", NEW, "--yes")
    assert f"'{OLD}' can't replace '{NEW}'" in run("supersede", NEW, "--by", OLD, "--dry-run", code=1)
    run("withdraw", OLD, "--yes")
    assert f"not followed: {NEW}: a person said that it replaces “{OLD}”" in run("documents")


@pytest.mark.usefixtures("chroma_apart")
def test_what_was_purged_is_not_taken_again(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("Alice", "Bob"):
        (folder / f"{name}.md").write_text(f"{name} is here.", encoding="utf-8")
    run("ingest", str(folder))
    run("purge", "notes/Bob.md", "--yes")
    assert "erased here before, left out (`ingest FILE` takes it): notes/Bob.md" in run("check", "--take", "--yes")
    assert "Bob" not in run("documents")
    run("ingest", str(folder / "Bob.md"))
    assert run("check") == f"notes ({folder}): up to date\n"


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
