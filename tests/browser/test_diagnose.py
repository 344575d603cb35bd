"""Diagnose and the queue in a real browser: a collision found from texts alone, looked at, found right, taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import words_curate, words_home
from pages.parts import words_diagnose as words
from tests.app.workspace import add_workspace
from tests.larkspur import own_records

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]
COLLISION = "Passages disagree on “Daily Backup”"


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        for name in ("lark", "queue"):
            path = add_workspace(home, name)
            explorer = bootstrap.open_workspace(path, Settings(home))
            explorer.intake.add([Incoming("uploads", "own.jsonl", own_records())])
            explorer.close()

    return fill


def finding(page: Page, words_of_it: str):
    return page.locator("[class*='st-key-finding-']").filter(has_text=words_of_it)


def test_the_daily_backup_is_found_looked_at_found_right_and_taken_back(open_page: Open, shot: Shot) -> None:
    page = open_page("", ws="lark")
    page.get_by_role("link", name=words.HOME_SERIOUS.format(count=5, serious=2)).click()
    collision = finding(page, COLLISION)
    expect(collision).to_be_visible()
    collision.get_by_role("button", name=words.EVIDENCE).click()
    expect(collision.get_by_text("With Business, a daily backup is held for 7 days.")).to_be_visible()
    expect(collision.get_by_text("With Enterprise, a daily backup is held for 30 days.")).to_be_visible()
    collision.locator("summary").click()
    expect(collision.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg")).to_be_visible()
    shot(page, "evidence")
    collision.get_by_role("button", name=words.RIGHT).click()
    expect(page.get_by_text(words.DONE_RIGHT.format(count=1))).to_be_visible()
    expect(collision).to_have_count(0)
    page.get_by_role("radio", name=words.COUNTED.format(label=words.STATES["right"], count=1)).click()
    expect(finding(page, COLLISION)).to_be_visible()
    shot(page, "right")
    finding(page, COLLISION).get_by_role("button", name=words.TAKE_BACK).click()
    expect(page.get_by_text(words.NO_RIGHT_TITLE)).to_be_visible()
    page.get_by_role("radio", name=words.COUNTED.format(label=words.STATES["open"], count=5)).click()
    expect(finding(page, COLLISION)).to_be_visible()


def test_a_passage_of_the_evidence_opens_in_its_document(open_page: Open) -> None:
    page = open_page("diagnose", ws="lark", kind="name-collision")
    collision = finding(page, COLLISION)
    collision.get_by_role("button", name=words.EVIDENCE).click()
    collision.get_by_role("button", name="guide/large-accounts.md").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text("guide/large-accounts.md").first).to_be_visible()


def test_the_queue_is_worked_through_with_single_keys(open_page: Open, shot: Shot) -> None:
    page = open_page("curate", ws="queue")
    sentence = page.locator(".st-key-queue-sentence")
    expect(sentence).to_contain_text("and the reverse, too")
    expect(page.get_by_role("button", name=words_curate.KEYS["skip"][0])).to_be_enabled()
    page.keyboard.press("s")
    expect(sentence).to_contain_text(COLLISION)
    page.keyboard.press("a")
    expect(page.get_by_role("button", name=words_curate.TAKE_NOW)).to_be_enabled()
    shot(page, "preview")
    page.keyboard.press("a")
    expect(page.get_by_text(words.DONE_TAKEN.format(count=1))).to_be_visible()
    expect(sentence).not_to_contain_text(COLLISION)
    page.keyboard.press("u")
    expect(sentence).to_contain_text(COLLISION)
    shot(page, "undone")
    page.keyboard.press("n")
    field = page.get_by_role("textbox", name=words.UNSURE_NOTE)
    expect(field).to_be_focused()
    page.keyboard.type("ask Skylark")
    expect(field).to_have_value("ask Skylark")
    expect(sentence).to_contain_text(COLLISION)
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    page.keyboard.press("n")
    expect(field).to_be_focused()
    page.keyboard.type("sunk")
    page.keyboard.press("Enter")
    expect(page.get_by_text(words.DONE_UNSURE.format(count=1))).to_be_visible()
    expect(sentence).not_to_contain_text(COLLISION)


def test_the_proposal_leads_to_the_split_in_one_click(open_page: Open) -> None:
    page = open_page("diagnose", ws="lark", kind="name-collision")
    finding(page, COLLISION).get_by_role("link", name="Split “Daily Backup”").click()
    expect(page.get_by_role("button", name=words_curate.BACK_TO)).to_be_visible()
    assert "split=daily+backup" in page.url
    assert words_home.LOOK not in page.content()
