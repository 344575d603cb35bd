"""An audience in a real browser: a label set for a document, its words gone for who lacks it, and all seen again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from core import bootstrap
from core.settings import Settings
from pages.parts import words, words_ask, words_search
from pages.parts import words_audiences as audiences
from pages.parts import words_view_as as own
from tests.app.workspace import add_workspace
from tests.browser.conftest import graph_drawn

expect.set_options(timeout=90_000)
AS_NOBODY = re.compile(r"[?&]as=(&|$)")
"""In an address: the viewer who holds no label."""

NOTES = {
    "Backups": "The support desk restores a workspace from the daily backup. The daily backup is kept in the vault.",
    "Audit": "The auditor checks the daily backup. The auditor writes a report to the board.",
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


def go(page: Page, name: str) -> None:
    """To another page by the navigation, whose links carry nothing."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=words.PAGES[name][0], exact=True).click()


def labelled(page: Page) -> None:
    """Give the open document a label, in its details."""
    line = page.locator(".st-key-document-audience")
    expect(line.get_by_text(audiences.EVERYONE, exact=True)).to_be_visible()
    line.get_by_role("button", name=audiences.CHANGE).click()
    field = page.get_by_label(audiences.LABELS, exact=True).last
    field.fill("staff")
    field.press("Enter")
    field.press("Tab")  # closes the list of labels, which lies over the button
    page.get_by_role("button", name=audiences.SET, exact=True).click()
    expect(line.get_by_text("staff", exact=True)).to_be_visible()


def gone_from_the_graph(page: Page) -> None:
    go(page, "graph")
    graph_drawn(page)
    expect(page.get_by_text(own.AS_PUBLIC)).to_be_visible()
    find = page.get_by_placeholder(words.FIND_PLACEHOLDER)
    find.fill("auditor")
    find.press("Enter")
    expect(page.get_by_text(words.FOUND_NONE)).to_be_visible()


def gone_from_search(page: Page) -> None:
    go(page, "search")
    field = page.get_by_placeholder(words_search.PLACEHOLDER)
    field.fill("auditor")
    expect(page.get_by_text(words_search.NOTHING, exact=True)).to_be_visible()
    field.fill("backup")
    expect(page.locator(".lp-found a[href]").first).to_have_attribute("href", AS_NOBODY)


def gone_from_answers(page: Page) -> None:
    go(page, "ask")
    page.get_by_placeholder(words_ask.QUESTION_PLACEHOLDER).fill("Who checks the daily backup?")
    page.get_by_role("button", name=words_ask.ASK, exact=True).click()
    expect(page.locator(".lp-answer").get_by_text("daily backup").first).to_be_visible()
    expect(page.locator(".lp-answer a[href*=documents]").first).to_have_attribute("href", AS_NOBODY)
    expect(page.get_by_text("auditor")).to_have_count(0)


def test_a_document_with_a_label_is_gone_for_who_lacks_it_and_there_again_for_who_sees_everything(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws="Notes", doc="uploads/Audit.md")
    labelled(page)
    page.get_by_role("button", name=own.PUBLIC).click()
    expect(page.get_by_text(own.AS_PUBLIC)).to_be_visible()
    expect(page.locator(".st-key-document-audience")).to_have_count(0)
    expect(page.get_by_text("The auditor checks")).to_have_count(0)
    shot(page, "documents")
    gone_from_the_graph(page)
    shot(page, "graph")
    gone_from_search(page)
    gone_from_answers(page)
    shot(page, "ask")
    go(page, "diagnose")
    expect(page.get_by_text(own.OFF_WHY["diagnose"])).to_be_visible()
    page.locator(".st-key-view-as-back").get_by_role("button").click()
    expect(page.get_by_text(own.OFF_WHY["diagnose"])).to_have_count(0)
    go(page, "search")
    page.get_by_placeholder(words_search.PLACEHOLDER).fill("auditor")
    expect(page.locator(".lp-found mark").first).to_be_visible()
    expect(page.get_by_text(own.NOT_A_LOGIN)).to_have_count(0)


def test_labels_are_typed_into_the_table_saved_and_taken_back(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("documents", ws="Notes", view="audiences")
    expect(page.get_by_text(audiences.MEASURE, exact=True)).to_be_visible()
    table = page.get_by_test_id("stDataFrame").first
    field = opened_cell(page, table)
    field.fill("board")
    field.press("Enter")
    table.click(position={"x": 60, "y": 90})  # another cell: what was typed is taken
    save = page.get_by_role("button", name=audiences.SAVE_ONE)
    save.click()
    expect(page.get_by_text(audiences.SAVED_ONE)).to_be_visible()
    shot(page, "saved")
    page.get_by_role("button", name=audiences.TAKE_BACK).click()
    expect(page.get_by_text(audiences.TAKEN_BACK)).to_be_visible()


def opened_cell(page: Page, table: Locator) -> Locator:
    """The field of the first row's labels. The table is a canvas, which is not ready as soon as it is seen."""
    for _ in range(20):
        table.click(position={"x": 330, "y": 54})
        page.keyboard.press("Enter")
        field = page.locator("#portal input").first
        try:
            field.wait_for(timeout=3_000)
        except TimeoutError:
            continue
        return field
    pytest.fail("The table opened no cell.")
