"""Which document replaces which, those that say nearly the same, and folders looked at again, without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.settings import Settings
from pages.parts import session
from pages.parts import words_documents as page
from pages.parts import words_fresh as fresh
from pages.parts import words_versions as words
from pages.parts import words_withdraw as withdrawing
from pages.parts.documents_fresh import frame, lines_of
from pages.parts.documents_versions import called
from tests.app.workspace import add_workspace, opened
from tests.waiting import LONG

LONG_TEXT = " ".join(f"The daily backup number {n} is kept in vault {n} by the support desk." for n in range(12))
NOTES = {
    "old.md": f"# Backups\n\n{LONG_TEXT} It is kept for seven days.",
    "new.md": f"# Backups\n\n{LONG_TEXT} It is kept for thirty days.",
    "policy-draft.md": "# Billing\n\nThe billing team sends an invoice on the first day of each month.",
}

Open = Callable[..., AppTest]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of three notes, added whole and read."""
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    found = tmp_path / "notes"
    found.mkdir()
    for name, text in NOTES.items():
        (found / name).write_text(text, encoding="utf-8")
    settings = Settings(tmp_path / "home")
    explorer = bootstrap.open_workspace(add_workspace(tmp_path / "home", "plans"), settings)
    explorer.intake.add_folder(found)
    explorer.ingest.run()
    explorer.close()
    return found


@pytest.fixture
def app(folder: Path) -> Iterator[AppTest]:
    with opened("documents", view="versions") as app:
        yield app


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.main.subheader, *app.info, *app.error, *app.warning)
    return "\n".join(text.value for text in (*shown, *app.success)).replace("\\", "")


def ids(explorer: Explorer) -> list[str]:
    return [row.document.id for row in explorer.library.documents()]


def test_a_pair_is_answered_with_what_it_changes_seen_first_and_both_kept_after_all(app: AppTest) -> None:
    explorer = session.explorer()
    assert not app.exception
    assert words.ALIKE.format(count=1) in said(app)
    press(app, "alike-first-notes/new.md-notes/old.md")
    assert withdrawing.GONE_TOO.format(name="notes/old.md") in said(app)
    assert "notes/old.md" in ids(explorer)
    press(app, "pair-do")
    assert not app.exception
    assert "notes/old.md" not in ids(explorer)
    assert words.REPLACED.format(count=1) in said(app)
    assert words.ALIKE_NONE in said(app)
    press(app, "replaced-keep-notes/old.md")
    assert withdrawing.BACK_TOO.format(name="notes/old.md") in said(app)
    press(app, "keep-do")
    assert not app.exception
    assert "notes/old.md" in ids(explorer)
    assert words.REPLACED_NONE in said(app)


def test_a_pair_of_which_both_are_kept_is_listed_no_more(app: AppTest) -> None:
    press(app, "alike-both-notes/new.md-notes/old.md")
    assert not app.exception
    assert words.ALIKE_NONE in said(app)
    assert len(ids(session.explorer())) == 3


def test_drafts_are_listed(app: AppTest) -> None:
    assert words.DRAFTS.format(count=1) in said(app)
    assert "notes/policy-draft.md" in said(app)
    press(app, "draft-notes/policy-draft.md")
    assert words.DRAFTS_NONE in said(app)


def test_a_document_is_marked_as_replacing_another_one_in_its_details(folder: Path) -> None:
    with opened("documents", doc="notes/new.md") as app:
        explorer = session.explorer()
        press(app, "document-mark")
        assert "mark-do" not in [button.key for button in app.button]
        app.multiselect(key="mark-which-notes/new.md").set_value(["notes/policy-draft.md"]).run()
        press(app, "mark-do")
        assert not app.exception
        assert "notes/policy-draft.md" not in ids(explorer)
        assert words.REPLACES.format(names="**notes/policy-draft.md**") in said(app)
        app.query_params["doc"] = "notes/policy-draft.md"
        app.run()
        assert "notes/new.md" in said(app)
        assert page.GONE not in said(app)
        app.query_params["doc"] = "notes/new.md"
        app.run()
        press(app, "document-mark")
        press(app, "mark-take-back")
        assert "notes/policy-draft.md" in ids(explorer)


def test_what_can_not_be_followed_is_listed(app: AppTest) -> None:
    session.explorer().intake.add_text("Third", "---\nreplaces: nowhere.md\n---\nThe third note is short.")
    session.explorer().job.start()
    session.explorer().job.wait(LONG)
    app.run()
    assert not app.exception
    assert words.PROBLEMS.format(count=1) in [each.label for each in app.expander]


def test_what_came_and_is_nearly_the_same_is_said_after_adding(app: AppTest) -> None:
    app.text_input(key="documents-title-0").set_value("Copy").run()
    app.text_area[0].set_value(f"{LONG_TEXT} It is kept for forty days.").run()
    next(button for button in app.button if button.label == page.ADD_TEXT).click().run()
    session.explorer().job.wait(LONG)
    assert not app.exception
    assert words.REPORT_ALIKE_ONE in said(app)
    app.query_params["view"] = "documents"
    app.run()
    press(app, "documents-report-alike")
    assert app.query_params["view"] in ("versions", ["versions"])


def test_a_folder_is_looked_at_again_and_taken_in_but_for_what_is_missing(app: AppTest, folder: Path) -> None:
    explorer = session.explorer()
    (folder / "more.md").write_text("# More\n\nThe auditor checks the vault.", encoding="utf-8")
    (folder / "new.md").write_text("# Backups\n\nThe archive keeps the yearly report.", encoding="utf-8")
    (folder / "old.md").unlink()
    app.query_params["view"] = "folders"
    app.run()
    press(app, "fresh-check")
    assert not app.exception
    assert "1 new, 1 changed, 1 missing" in said(app)
    assert fresh.MISSING_HINT in said(app)
    press(app, "fresh-take")
    explorer.job.wait(LONG)
    app.run()
    assert not app.exception
    assert {"notes/more.md", "notes/old.md"} <= set(ids(explorer))
    assert "yearly report" in explorer.library.text("notes/new.md")
    assert "1 added, 1 replaced" in said(app)
    press(app, "fresh-check")
    assert "1 missing" in said(app)
    assert fresh.TAKE_NOTHING in [button.label for button in app.button]


def test_folders_without_a_change_and_folders_that_are_gone_say_so(app: AppTest, folder: Path) -> None:
    app.query_params["view"] = "folders"
    app.run()
    press(app, "fresh-check")
    assert fresh.ALL_FRESH in said(app)
    folder.rename(folder.with_name("elsewhere"))
    press(app, "fresh-check")
    assert not app.exception
    assert "not there" in said(app)


def test_without_added_folders_it_says_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "plans")
    with opened("documents", view="folders") as app:
        press(app, "fresh-check")
        assert fresh.NONE in said(app)


def test_a_copy_is_no_draft() -> None:
    def row(name: str, title: str = "Canteen", **metadata: str) -> SimpleNamespace:
        return SimpleNamespace(document=SimpleNamespace(id=name, title=title, metadata=metadata))

    assert called(row("notes/canteen-copy.md")) == words.COPY
    assert called(row("notes/canteen.md", "Kopie von Canteen")) == words.COPY
    assert called(row("notes/canteen-draft-copy.md")) == words.DRAFT
    assert called(row("notes/canteen-copy.md", status="draft")) == words.DRAFT


def test_a_renamed_file_is_one_line_and_missing_ones_are_not_ticked() -> None:
    state = SimpleNamespace(
        new=("n/b.md", "n/c.md"),
        changed=("n/d.md",),
        missing=("n/a.md", "n/e.md"),
        renamed=(("n/a.md", "n/b.md"),),
        erased=("n/f.md",),
    )
    lines = list(lines_of(state))
    assert [(line["state"], line["file"], line["take"]) for line in lines] == [
        ("renamed", "n/b.md", True),
        ("new", "n/c.md", True),
        ("changed", "n/d.md", True),
        ("missing", "n/e.md", False),
        ("erased", "n/f.md", False),
    ]
    assert "n/a.md" in frame(lines)["does"][0]
