"""A document in a real browser: what withdrawing it would do, withdrawn, restored, and replaced by another file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.settings import Settings
from pages.parts import words_preview
from pages.parts import words_withdraw as words
from tests.app.workspace import add_workspace

expect.set_options(timeout=90_000)

NOTES = {
    "Backups": "The support desk restores a workspace from the daily backup. The daily backup is kept in the vault.",
    "Vault": "The vault belongs to the support desk. The daily backup is checked by the auditor.",
}


@pytest.fixture(scope="module")
def prepare() -> Iterator[Callable[[Path], None]]:
    def fill(folder: Path) -> None:
        explorer = bootstrap.open_workspace(add_workspace(folder, "Notes"), Settings(folder))
        for title, text in NOTES.items():
            explorer.intake.add_text(title, text)
        explorer.ingest.run()
        explorer.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
        yield fill


def test_a_document_is_withdrawn_restored_and_replaced(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws="Notes", doc="uploads/Vault.md")
    card, panel = page.locator(".st-key-document"), page.locator(".st-key-withdraw-panel")
    card.get_by_role("button", name=words.WITHDRAW).click()
    expect(panel.get_by_text(words.PASSAGE)).to_be_visible()
    expect(panel.get_by_text(words_preview.GRAPH_BEFORE)).to_be_visible()
    expect(panel.locator("del, s").first).to_be_visible()
    shot(page, "preview")
    panel.get_by_role("button", name=words.DO).click()
    expect(card).to_have_count(0)
    page.get_by_text("Withdrawn (1)").click()
    shot(page, "withdrawn")
    page.get_by_role("button", name=words.RESTORE).click()
    expect(page.get_by_text(words.NONE)).to_be_visible()

    page = open_page("documents", ws="Notes", doc="uploads/Vault.md")
    card, panel = page.locator(".st-key-document"), page.locator(".st-key-replace-panel")
    card.get_by_role("button", name=words.REPLACE).click()
    new = {"name": "vault.txt", "mimeType": "text/plain", "buffer": b"The archive keeps the yearly report."}
    panel.locator("input[type=file]").set_input_files(new)  # type: ignore[arg-type]
    expect(panel.get_by_text(words.REPLACE_COUNTS.format(kept=0, to_read=1, gone=1))).to_be_visible()
    shot(page, "replace")
    panel.get_by_role("button", name=words.REPLACE_DO).click()
    expect(panel).to_have_count(0)
    expect(card.get_by_text("The archive keeps the yearly report.").first).to_be_visible()
