"""Documents in a real browser: previews with their diffs, withdrawn two at once, restored, replaced, marked, erased.

Each test has a workspace of its own, and clicks only once the page stands still: it may be drawn anew at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.settings import Settings
from pages.parts import words_documents as documents
from pages.parts import words_erase as erasing
from pages.parts import words_preview
from pages.parts import words_versions as versions
from pages.parts import words_withdraw as words
from tests.app.workspace import add_workspace
from tests.browser.conftest import settled

expect.set_options(timeout=90_000)

NOTES = {
    "Backups": "The support desk restores a workspace from the daily backup. The daily backup is kept in the vault.",
    "Vault": "The vault belongs to the support desk. The daily backup is checked by the auditor.",
    "Vault rules": "The vault is opened by the auditor. The support desk checks the vault.",
}
OTHERS = ("Cedar", "Larch", "Maple")
ONE, TWO, MARKED, ERASED = WORKSPACES = ("One", "Two", "Marked", "Erased")


@pytest.fixture(scope="module")
def prepare() -> Iterator[Callable[[Path], None]]:
    def fill(folder: Path) -> None:
        for name in WORKSPACES:
            explorer = bootstrap.open_workspace(add_workspace(folder, name), Settings(folder))
            for title in OTHERS:
                explorer.intake.add_text(title, f"The {title} team waters its garden.")
            for title, text in NOTES.items():
                explorer.intake.add_text(title, text)
            explorer.ingest.run()
            explorer.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
        yield fill


def view(page: Page, label: str) -> None:
    """Choose a list once nothing is drawn any more, and wait until it is the one that is shown."""
    tab = page.get_by_test_id("stButtonGroup").get_by_role("radio", name=label, exact=True)
    expect(tab).to_be_visible()
    settled(page)
    tab.click()
    expect(tab).to_be_checked()
    settled(page)


def test_a_document_is_withdrawn_restored_and_replaced(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws=ONE, doc="uploads/Vault.md")
    card, panel = page.locator(".st-key-document"), page.locator(".st-key-withdraw-panel")
    card.get_by_role("button", name=words.WITHDRAW, exact=True).click()
    expect(panel.get_by_text(words.PASSAGE)).to_be_visible()
    expect(panel.get_by_text(words_preview.GRAPH_BEFORE)).to_be_visible()
    expect(panel.locator("del, s").first).to_be_visible()
    shot(page, "preview")
    panel.get_by_role("button", name=words.DO, exact=True).click()
    expect(card).to_have_count(0)
    expect(page.get_by_text(documents.ALL_READ.format(chunks=5))).to_be_visible()
    view(page, "Withdrawn (1)")
    shot(page, "withdrawn")
    page.get_by_role("button", name=words.RESTORE, exact=True).click()
    expect(page.get_by_text(words.NONE)).to_be_visible()
    expect(page.get_by_text(documents.ALL_READ.format(chunks=6))).to_be_visible()

    page = open_page("documents", ws=ONE, doc="uploads/Vault.md")
    card, panel = page.locator(".st-key-document"), page.locator(".st-key-replace-panel")
    card.get_by_role("button", name=words.REPLACE, exact=True).click()
    new = {"name": "vault.txt", "mimeType": "text/plain", "buffer": b"The archive keeps the yearly report."}
    panel.locator("input[type=file]").set_input_files(new)  # type: ignore[arg-type]
    expect(panel.get_by_text(words.REPLACE_COUNTS.format(kept=0, to_read=1, gone=1))).to_be_visible()
    expect(panel.locator(".st-key-replace-text").locator("del, s").first).to_be_visible()
    shot(page, "replace")
    panel.get_by_role("button", name=words.REPLACE_DO, exact=True).click()
    expect(panel).to_have_count(0)
    expect(card.get_by_text("The archive keeps the yearly report.").first).to_be_visible()


def test_two_are_withdrawn_in_one_step_and_restored_in_one(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws=TWO)
    page.get_by_role("textbox", name=words.FILTER, exact=True).fill("vault")
    page.keyboard.press("Enter")
    expect(page.get_by_text(words.FITS.format(count=2, total=6))).to_be_visible()
    page.get_by_role("button", name=words.WITHDRAW_FITTING.format(count=2), exact=True).click()
    panel = page.locator(".st-key-withdraw-panel")
    expect(panel.get_by_text(words.PASSAGES.format(count=2))).to_be_visible()
    shot(page, "several")
    panel.get_by_role("button", name=words.DO_SEVERAL, exact=True).click()
    expect(panel).to_have_count(0)
    view(page, "Withdrawn (2)")
    expect(page.locator(".st-key-documents-several")).to_have_count(0)
    page.get_by_role("button", name=words.RESTORE_ALL.format(count=2), exact=True).click()
    expect(page.get_by_text(words.NONE)).to_be_visible()


def test_a_document_is_marked_as_replacing_another_one_and_both_are_kept_after_all(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws=MARKED, doc="uploads/Maple.md")
    page.locator(".st-key-document").get_by_role("button", name=versions.MARK, exact=True).click()
    panel = page.locator(".st-key-mark-panel")
    panel.get_by_role("combobox").click()
    page.keyboard.type("Larch")
    page.get_by_role("option", name="Larch · uploads/Larch.md", exact=True).click()
    expect(panel.get_by_text(words.GONE_TOO.format(name="uploads/Larch.md"))).to_be_visible()
    page.keyboard.press("Escape")
    shot(page, "mark")
    panel.get_by_role("button", name=versions.MARK_YES, exact=True).click()
    expect(panel).to_have_count(0)
    view(page, "Versions (1)")
    expect(page.get_by_text("replaced by uploads/Maple.md")).to_be_visible()
    shot(page, "versions")
    expect(page.locator(".st-key-document")).to_have_count(0)  # its card has the same button
    page.locator("[class*='st-key-replaced-keep-']").get_by_role("button").click()
    keep = page.locator(".st-key-keep-panel")
    keep.get_by_role("button", name=versions.KEEP_YES, exact=True).click()
    expect(page.get_by_text(versions.REPLACED_NONE)).to_be_visible()


def test_a_document_is_erased_and_the_proof_is_shown(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws=ERASED, doc="uploads/Cedar.md")
    expect(page.get_by_text(documents.ALL_READ.format(chunks=6))).to_be_visible()
    page.locator(".st-key-document").get_by_role("button", name=erasing.ERASE, exact=True).click()
    panel = page.locator(".st-key-erase-panel")
    expect(panel.get_by_text("1 document, 1 revision, 1 passage")).to_be_visible()
    panel.get_by_role("textbox").fill(erasing.PHRASE_ONE)
    page.keyboard.press("Enter")
    panel.get_by_role("button", name=erasing.YES, exact=True).click()
    expect(page.get_by_text(erasing.PROVED_ONE)).to_be_visible()
    expect(page.get_by_text(documents.ALL_READ.format(chunks=5))).to_be_visible()
    shot(page, "erased")
    box = page.locator(".st-key-erased")
    box.get_by_role("textbox").fill("cedar")
    box.get_by_role("button", name=erasing.LOOK_DO, exact=True).click()
    expect(box.get_by_text(erasing.NO_TRACE, exact=True)).to_be_visible()
