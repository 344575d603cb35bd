"""Withdrawing a document on the Documents page, and giving it back, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.services.curate import Ruling
from pages.parts import session
from pages.parts import words_withdraw as words
from tests.app.workspace import add_workspace, opened, record

EXPORT = {"name": "Export", "type": "feature", "description": "Saves everything."}
VAULT = {"name": "Vault", "type": "place", "description": "Keeps the export."}
STORES = {"source": "Vault", "target": "Export", "keywords": ["keeps"], "description": "The vault keeps it."}
RECORDS = (
    record("export.md", "An export saves everything.", [EXPORT]),
    record("<b>vault</b>.md", "The vault keeps the export.", [VAULT], [STORES]),
)


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
    shown = (*app.main.markdown, *app.main.caption, *app.main.subheader, *app.info, *app.error)
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
    assert [toast.value for toast in app.toast] == [words.DONE.format(name="\\<b\\>vault\\<\\/b\\>\\.md")]
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


def test_without_withdrawn_ones_the_list_is_not_offered(app: AppTest) -> None:
    offered = app.get("button_group")[0]
    assert not any("Withdrawn" in str(option) for option in offered.options)
