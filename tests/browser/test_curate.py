"""Daily backup in a real browser: split in few actions, later pages find their part or wait, undone and redone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.settings import Settings
from pages.parts import words, words_documents, words_history, words_rules, words_split
from tests.app.workspace import add_workspace
from tests.larkspur import OWN

WAIT_MS = 120_000
BACKUP, ENTERPRISE = "daily backup", "daily backup [enterprise]"
SEVEN, THIRTY = "held for 7 days", "held for 30 days"


def _page(document: str, qualifier: str, text: str) -> dict[str, object]:
    entity = {"name": "Daily backup", "type": "feature", "description": text, "qualifier": qualifier}
    return {"document": document, "chunk": document, "text": text, "entities": [entity], "relations": []}


VAULT, DAY = "Vault keeps each daily backup of an Enterprise account.", "On Starter the daily backup is kept for a day."
LATER = (_page("later/vault.md", "Enterprise", VAULT), _page("later/starter.md", "Starter", DAY))

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        explorer = bootstrap.open_workspace(add_workspace(home, "Larkspur", OWN), Settings(home=home))
        explorer.collections.update()
        explorer.close()
        add_workspace(home, "Keyboard", OWN)

    return fill


def card(page: Page):
    return page.locator(".st-key-card")


def take(page: Page) -> None:
    page.locator(".st-key-split-do").get_by_role("button").click()
    expect(page.get_by_test_id("stAlert").filter(has_text="was split")).to_be_visible()


def add(page: Page, file: Path) -> None:
    page.get_by_text(words_documents.ADD, exact=True).click()
    page.get_by_test_id("stFileUploader").locator("input").set_input_files([file])
    page.get_by_role("button", name=words_documents.ADD_FILE).click()
    expect(page.locator(".st-key-documents-report")).to_be_visible()


def step(page: Page, number: int, label: str) -> None:
    page.locator(f".st-key-decision-{number}").get_by_role("button", name=re.compile(f"^{label}")).first.click()


def test_daily_backup_is_split_in_two_actions_and_stays_so(open_page: Open, tmp_path: Path, shot: Shot) -> None:
    page = open_page("graph", ws="Larkspur", node=BACKUP)
    card(page).get_by_role("button", name=words_rules.ACT_SPLIT).click()  # 1
    expect(page.get_by_text("1 of 2 passages").first).to_be_visible()
    shot(page, "split")
    take(page)  # 2
    shot(page, "taken")
    page.get_by_role("link", name=words_split.DONE_COMPARE).nth(1).click()
    went = page.locator(".st-key-compare-beside")
    expect(went).to_contain_text("taking-out")
    shot(page, "compare")
    page = open_page("graph", ws="Larkspur", node=ENTERPRISE)
    expect(card(page).get_by_text(THIRTY).first).to_be_visible()
    expect(card(page).get_by_text(SEVEN)).to_have_count(0)

    file = tmp_path / "later.jsonl"
    file.write_text("\n".join(map(json.dumps, LATER)), encoding="utf-8")
    add(open_page("documents", ws="Larkspur"), file)

    page = open_page("graph", ws="Larkspur", node=ENTERPRISE)
    expect(card(page).get_by_text(VAULT).first).to_be_visible()
    page = open_page("graph", ws="Larkspur", node=BACKUP)
    expect(card(page).get_by_text(words.FLAGS["unassigned"][0]).first).to_be_visible()
    expect(card(page).get_by_text(DAY).first).to_be_visible()
    expect(card(page).get_by_text(VAULT)).to_have_count(0)
    shot(page, "tray")

    page = open_page("history", ws="Larkspur")
    step(page, 1, words_history.UNDO)
    expect(page.locator(".st-key-decision-1")).to_contain_text(words_history.STATES["undone"][0])
    one = open_page("graph", ws="Larkspur", node=BACKUP)
    for text in (SEVEN, THIRTY, VAULT, DAY):
        expect(card(one).get_by_text(text).first).to_be_visible()
    step(page, 1, words_history.REDO)
    expect(page.locator(".st-key-decision-1")).not_to_contain_text(words_history.STATES["undone"][0])
    page = open_page("graph", ws="Larkspur", node=ENTERPRISE)
    expect(card(page).get_by_text(VAULT).first).to_be_visible()
    expect(card(page).get_by_text(DAY)).to_have_count(0)


def test_what_waits_is_placed_from_the_tray(open_page: Open, shot: Shot) -> None:
    page = open_page("curate", ws="Larkspur", split=BACKUP)
    expect(page.get_by_text(words_split.ABOUT_AGAIN_ONE)).to_be_visible()
    shot(page, "waiting")
    page.locator(".st-key-split-do").get_by_role("button").click()
    expect(page.get_by_test_id("stAlert").filter(has_text="was placed")).to_be_visible()
    page = open_page("graph", ws="Larkspur", node="daily backup [starter]")
    expect(card(page).get_by_text(DAY).first).to_be_visible()


def test_a_new_part_is_typed_and_all_is_done_by_keyboard(open_page: Open, shot: Shot) -> None:
    page = open_page("curate", ws="Keyboard", split=BACKUP)
    field = page.get_by_role("textbox", name=words_split.PART_NEW)
    field.fill("Vault")
    field.press("Enter")
    expect(page.locator(".st-key-split-part-2")).to_be_visible()
    expect(page.get_by_text("1 of 2 passages").first).to_be_visible()
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    table.click(position={"x": 90, "y": 64})
    for label, counts in (
        ("Vault", "Business 0 · Enterprise 1 · Vault 1"),
        ("Busi", "Business 1 · Enterprise 1 · Vault 0"),
    ):
        page.keyboard.press("Enter")
        expect(page.locator("#portal input")).to_be_focused()
        page.keyboard.type(label)
        page.keyboard.press("Enter")
        expect(page.locator(".st-key-split-take")).to_contain_text(counts)
        page.keyboard.press("ArrowUp")  # taking a choice goes a row down
    page.get_by_role("textbox", name=words_split.WHY).press("Control+Enter")
    expect(page.get_by_test_id("stAlert").filter(has_text="was split")).to_be_visible()
    page.locator(".st-key-split-turn").get_by_role("button").click()
    expect(page.get_by_test_id("stAlert").filter(has_text="one again")).to_be_visible()
    shot(page, "undone")
