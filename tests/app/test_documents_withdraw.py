"""Withdrawing a document on the Documents page, and giving it back, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.curate import Ruling
from core.settings import Settings
from pages.parts import session
from pages.parts import words_withdraw as words
from pages.parts.documents_difference import compared, shown
from tests.app.workspace import add_workspace, opened, record
from tests.waiting import LONG

EXPORT = {"name": "Export", "type": "feature", "description": "Saves everything."}
VAULT = {"name": "Vault", "type": "place", "description": "Keeps the export."}
STORES = {"source": "Vault", "target": "Export", "keywords": ["keeps"], "description": "The vault keeps it."}
RECORDS = (
    record("export.md", "An export saves everything.", [EXPORT]),
    record("<b>vault</b>.md", "The vault keeps the export.", [VAULT], [STORES]),
)

NAMED = words.NAMED.format(title="\\<b\\>vault\\<\\/b\\>\\.md")
FILE = "replace-file-uploads/Note.md"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    add_workspace(tmp_path, "plans", RECORDS)
    with opened("documents", doc="<b>vault</b>.md") as app:
        yield app


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.main.subheader, *app.info, *app.error, *app.warning)
    return "\n".join(text.value for text in shown)


def test_it_shows_what_goes_and_then_does_it_and_gives_it_back(app: AppTest) -> None:
    explorer = session.explorer()
    explorer.curate.decide([Ruling("hide", {"node": {"name": "Vault"}})])
    explorer.job.wait()
    press(app, words.WITHDRAW)
    assert not app.exception
    assert words.TITLE in said(app)
    assert words.PASSAGE in said(app)
    assert "Hide “Vault”" in said(app)
    press(app, words.CANCEL)
    assert words.TITLE not in said(app)
    assert len(explorer.library.documents()) == 2
    press(app, words.WITHDRAW)
    press(app, words.DO)
    assert not app.exception
    assert [row.document.id for row in explorer.library.documents()] == ["export.md"]
    assert "doc" not in app.query_params
    assert [toast.value for toast in app.toast] == [words.DONE.format(name=NAMED)]
    app.query_params["view"] = "withdrawn"
    app.run()
    assert "\\<b\\>vault" in said(app)
    app.toggle[0].set_value(True).run()
    assert words.BACK in said(app)
    assert words.AWAKE.format(what="Hide “Vault”") in said(app)
    press(app, words.RESTORE)
    assert not app.exception
    assert words.NONE in said(app)
    assert len(explorer.library.documents()) == 2


def test_what_was_seen_before_another_tab_changed_the_workspace_is_not_done(app: AppTest) -> None:
    explorer = session.explorer()
    press(app, words.WITHDRAW)
    explorer.curate.decide([Ruling("hide", {"node": {"name": "Vault"}})])
    explorer.job.wait()
    assert "Hide “Vault”" not in said(app)
    press(app, words.DO)
    assert not app.exception
    assert len(explorer.library.documents()) == 2
    assert words.CHANGED in said(app)
    assert "Hide “Vault”" in said(app)
    press(app, words.DO)
    assert [row.document.id for row in explorer.library.documents()] == ["export.md"]
    assert words.CHANGED not in said(app)


def test_what_another_tab_changed_is_no_matter_where_it_does_the_same(app: AppTest) -> None:
    explorer = session.explorer()
    press(app, words.WITHDRAW)
    explorer.audiences.set("export.md", ["staff"])
    explorer.audiences.set("export.md", None)
    press(app, words.DO)
    assert [row.document.id for row in explorer.library.documents()] == ["export.md"]


def test_without_withdrawn_ones_the_list_is_not_offered(app: AppTest) -> None:
    offered = app.get("button_group")[0]
    assert not any("Withdrawn" in str(option) for option in offered.options)


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """A workspace that holds one pasted text, read."""
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    explorer = bootstrap.open_workspace(add_workspace(tmp_path, "plans"), Settings(tmp_path))
    explorer.intake.add_text("Note", "The support desk restores a workspace from the daily backup.")
    explorer.ingest.run()
    explorer.close()
    with opened("documents", doc="uploads/Note.md") as app:
        yield app


def test_a_file_takes_its_place_once_what_it_changes_was_seen(text: AppTest) -> None:
    explorer = session.explorer()
    press(text, words.REPLACE)
    assert words.REPLACE_TITLE in said(text)
    assert words.REPLACE_DO not in [button.label for button in text.button]
    same = explorer._store.original(explorer._store.documents.revision("uploads/Note.md").original)
    text.file_uploader(key=FILE).set_value(("Note.md", same, "text/markdown")).run()
    assert "just this content already" in said(text)
    text.file_uploader(key=FILE).set_value(("new.txt", b"The archive keeps the yearly report.", "text/plain")).run()
    assert words.REPLACE_COUNTS.format(kept=0, to_read=1, gone=1) in said(text)
    assert ":green[**archive keeps" in said(text)
    assert words.REPLACE_UNTIL in said(text)
    version = explorer.library.version()
    explorer.intake.add_text("Other", "Nothing of this is about a backup.")
    assert explorer.library.version() != version
    press(text, words.REPLACE_DO)
    assert not text.exception
    assert explorer.job.wait(LONG).state == "done"
    now = [chunk.text for chunk in explorer._store.documents.chunks()]
    assert now == ["The archive keeps the yearly report.", "Nothing of this is about a backup."]


def test_a_difference_has_all_of_both_texts_and_shows_its_places() -> None:
    line = "A line that stays as it was, word for word.\n"
    before, after = (f"{line * 900}The {word} rule holds.\n{line * 900}" for word in ("old", "new"))
    pieces = compared(before, after)
    assert "".join(piece.text for piece in pieces if piece.state != "new") == before
    assert "".join(piece.text for piece in pieces if piece.state != "gone") == after
    told, left = shown(pieces)
    assert "The :red[~~old~~]:green[**new**] rule holds" in told
    assert len(told) < 500
    assert left == 0
    assert shown(compared("Same  words", "Same words")) == ("", 0)


@given(st.text("ab .\n", max_size=40), st.text("ab .\n", max_size=40))
def test_a_difference_loses_nothing(before: str, after: str) -> None:
    pieces = compared(before, after)
    assert "".join(piece.text for piece in pieces if piece.state != "new") == before
    assert "".join(piece.text for piece in pieces if piece.state != "gone") == after


def test_words_exchanged_in_a_row_are_one_change() -> None:
    told, _ = shown(compared("It is the support desk of old.", "It is the audit board of old."))
    assert told == "It is the :red[~~support desk~~]:green[**audit board**] of old\\."


def test_a_difference_of_hostile_text_is_text() -> None:
    told, _ = shown(compared("Said: ]", "Said: ~~] <b>**"))
    assert ":green[**" in told
    assert "<b>" not in told
    assert "\\<b\\>" in told
