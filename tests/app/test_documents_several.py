"""Several documents at once on the Documents page, and erasing for good, without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.bootstrap import Explorer
from core.services.curate import Ruling
from pages.parts import documents_panel, documents_proof, session
from pages.parts import words_erase as erasing
from pages.parts import words_withdraw as words
from tests.app.workspace import add_workspace, opened, record

VAULT = {"name": "Vault", "type": "place", "description": "Keeps the export."}
RECORDS = [
    record(f"{folder}/{name}.md", f"The {name} keeps the export in {folder}.", [{"name": name}, VAULT])
    for folder in ("plans", "billing")
    for name in ("zebra", "yak", "wombat")
]
PLANS = ("plans/wombat.md", "plans/yak.md", "plans/zebra.md")


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    add_workspace(tmp_path, "plans", [*RECORDS, record("okapi.md", "An okapi is in the vault.", [{"name": "Okapi"}])])
    with opened("documents") as app:
        yield app


def choose(app: AppTest, lines: Sequence[int]) -> AppTest:
    """Tick these lines of the table as the browser does."""
    (key,) = (frame.key for frame in app.dataframe if str(frame.key).startswith("documents-table"))
    app.session_state[key] = {"selection": {"rows": list(lines), "columns": [], "cells": []}}
    app.session_state["documents-table-chosen"] = tuple(app.dataframe[0].value["id"][line] for line in lines)
    return app.run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.main.subheader, *app.info, *app.error, *app.warning)
    return "\n".join(text.value for text in (*shown, *app.success))


def ids(explorer: Explorer) -> list[str]:
    return [row.document.id for row in explorer.library.documents()]


def test_a_folder_is_withdrawn_in_one_step_and_comes_back_in_one(app: AppTest) -> None:
    explorer = session.explorer()
    before = ids(explorer)
    app.text_input(key="documents-filter").set_value("PLANS/").run()
    assert sorted(app.dataframe[0].value["id"]) == list(PLANS)
    assert words.FITS.format(count=3, total=7) in said(app)
    press(app, "several-withdraw")
    assert words.HINT_SEVERAL in said(app)
    assert words.LISTED.format(title="plans\\/yak\\.md") in said(app)
    assert words.PASSAGES.format(count=3) in said(app)
    press(app, "withdraw-do")
    assert not app.exception
    assert [each.row.document.id for each in explorer.withdrawals.withdrawn()] == sorted(PLANS)
    assert len({each.at for each in explorer.withdrawals.withdrawn()}) == 1
    app.query_params["view"] = "withdrawn"
    app.run()
    restore = [button for button in app.button if button.label == words.RESTORE_ALL.format(count=3)]
    assert len(restore) == 1
    restore[0].click().run()
    assert not app.exception
    assert ids(explorer) == before


def test_one_of_those_withdrawn_together_comes_back_alone(app: AppTest) -> None:
    explorer = session.explorer()
    explorer.withdrawals.withdraw(PLANS)
    app.query_params["view"] = "withdrawn"
    app.run()
    press(app, "withdrawn-restore-plans/yak.md")
    assert not app.exception
    assert "plans/yak.md" in ids(explorer)
    assert len(explorer.withdrawals.withdrawn()) == 2


def test_those_that_are_ticked_are_offered_together(app: AppTest) -> None:
    choose(app, [0, 2])
    assert words.CHOSEN.format(count=2) in said(app)
    chosen = [app.dataframe[0].value["id"][line] for line in (0, 2)]
    press(app, "several-withdraw")
    assert words.PASSAGES.format(count=2) in said(app)
    press(app, "withdraw-do")
    assert sorted(each.row.document.id for each in session.explorer().withdrawals.withdrawn()) == sorted(chosen)
    assert "several-withdraw" not in [button.key for button in app.button]


def test_a_filter_that_nothing_fits_says_so(app: AppTest) -> None:
    app.text_input(key="documents-filter").set_value("no such folder").run()
    assert not app.exception
    assert words.NONE_FIT in said(app)
    press(app, "filter-none")
    assert words.NONE_FIT not in said(app)
    assert len(app.dataframe[0].value) == 7


def test_what_others_say_too_is_no_proof_and_that_is_said(app: AppTest) -> None:
    explorer = session.explorer()
    for title in ("First", "Second"):
        explorer.intake.add_text(title, "The same words stand twice.")
    explorer.ingest.run()
    app.query_params["doc"] = "uploads/First.md"
    app.run()
    press(app, "document-erase")
    app.text_input(key="erase-confirm-uploads/First.md").set_value(erasing.PHRASE_ONE).run()
    press(app, "erase-do")
    assert not app.exception
    assert "uploads/First.md" not in ids(explorer)
    assert erasing.NOTHING_TO_PROVE in said(app)


def test_pieces_for_a_proof_are_what_no_other_document_says(app: AppTest) -> None:
    explorer = session.explorer()
    assert documents_proof.pieces(explorer, ["okapi.md"]) == ["An okapi is in the vault."]
    for title, own in (("First", "This line is only here.\n"), ("Second", "")):
        explorer.intake.add_text(title, f"{own}The very same  words stand twice, here and there.")
    assert documents_proof.pieces(explorer, ["uploads/First.md"]) == ["This line is only here."]
    explorer.withdrawals.withdraw(["uploads/First.md"])
    assert documents_proof.pieces(explorer, ["uploads/First.md"]) is None


def test_documents_of_one_title_are_told_apart_by_their_files(app: AppTest) -> None:
    assert documents_panel.named({"a/x.md": "Handbook"}) == "“Handbook” :small[(a\\/x\\.md)]"
    assert documents_panel.named({"x.md": "x.md"}) == "“x\\.md”"


def test_erasing_lists_what_goes_waits_for_the_phrase_and_proves_it(app: AppTest) -> None:
    explorer = session.explorer()
    explorer.curate.decide([Ruling("hide", {"node": {"name": "Okapi"}}, "An okapi is no plan.")])
    explorer.job.wait()
    app.query_params["doc"] = "okapi.md"
    app.run()
    press(app, "document-erase")
    assert erasing.HINT in said(app)
    assert "1 document, 1 revision, 1 passage" in said(app)
    assert "Hide “Okapi”" in said(app)
    assert "erase-do" not in [button.key for button in app.button]
    app.text_input(key="erase-confirm-okapi.md").set_value(" Erase 1 document").run()
    press(app, "erase-do")
    assert not app.exception
    assert "okapi.md" not in ids(explorer)
    assert explorer.remains("okapi") == ()
    assert erasing.PROVED_ONE in said(app)
    box = next(field for field in app.text_input if field.label == erasing.LOOK)
    box.set_value("wombat")
    next(button for button in app.button if button.label == erasing.LOOK_DO).click().run()
    assert "passages" in said(app)
    assert "okapi" not in said(app).casefold().replace("okapi\\.md", "")
    press(app, "erased-close")
    assert erasing.PROVED_ONE not in said(app)


def test_what_can_not_be_done_now_is_said_in_the_panel(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = session.explorer()
    monkeypatch.setattr(explorer.job, "rest", lambda: False)
    app.query_params["doc"] = "okapi.md"
    app.run()
    press(app, "document-erase")
    app.text_input(key="erase-confirm-okapi.md").set_value(erasing.PHRASE_ONE).run()
    press(app, "erase-do")
    assert not app.exception
    assert "Passages are being read" in said(app)
    assert erasing.TITLE in said(app)
    assert "okapi.md" in ids(explorer)
