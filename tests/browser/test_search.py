"""Searching in a real browser: what is found opens where it stands; and Home leads back to what was asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import words, words_home
from pages.parts import words_original as original
from pages.parts import words_search as own
from tests.app.workspace import add_workspace, record
from tests.browser.conftest import ROOT, running

HOSTILE = "<img src=x onerror=hacked=1> ![x](http://example.org/a.png) hedgehog"
QUESTION = "How long is the daily backup kept?"
RECORDS = (
    record("policy", "数据保留期限为三十天。", [{"name": "数据保留", "type": "policy", "description": "三十天。"}]),
    record("backup", "The daily backup is kept for 30 days.", [{"name": "Daily backup", "description": "30 days."}]),
    record("hostile", HOSTILE, [{"name": "Hedgehog", "type": "animal"}]),
)
STORED = re.compile(r"/ask\?.*\brun=")
WAIT_MS = 120_000

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        path = add_workspace(home, "Garden", RECORDS)
        explorer = bootstrap.open_workspace(path, Settings(home))
        files = ROOT / "tests" / "files"
        explorer.intake.add([Incoming("uploads", name, (files / name).read_bytes()) for name in ("rules.pdf",)])
        explorer.close()

    return fill


def search(page: Page, text: str) -> Locator:
    """Type it; the passages found."""
    page.get_by_placeholder(own.PLACEHOLDER).fill(text)
    passages = page.locator(".lp-found ol.passages li")
    expect(passages.first).to_be_visible()
    return passages


def marks(found: Locator) -> list[str]:
    return found.locator("p mark").all_inner_texts()


def tinted(page: Page) -> int:
    """How many pixels of the drawn page are yellow or orange."""
    picture = page.get_by_role("dialog").locator(".st-key-original-page img")
    expect(picture).to_be_visible()
    return int(
        picture.evaluate(
            """async (img) => {
                await img.decode();
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
                const context = canvas.getContext("2d");
                context.drawImage(img, 0, 0);
                const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
                let count = 0;
                for (let i = 0; i < data.length; i += 4) count += data[i] > 220 && data[i + 2] < 170;
                return count;
            }"""
        )
    )


def test_a_number_is_found_in_a_pdf_and_opens_its_page_with_the_passage_marked(open_page: Open, shot: Shot) -> None:
    page = open_page("search", ws="Garden")
    found = search(page, "42")
    assert marks(found.first) == ["42"]
    shot(page, "number")
    found.first.get_by_role("button", name=original.OPEN).last.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(original.COVERAGE["whole"])).to_be_visible()
    assert tinted(page) > 1000
    expect(dialog.get_by_role("img", name="Page 1 of")).to_be_visible()
    expect(dialog.get_by_test_id("stCode")).to_contain_text("uploads/rules.pdf, page 1, revision")
    shot(page, "original")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert "q=42" in page.url
    assert "ws=Garden" in page.url


def test_two_chinese_characters_are_found_and_open_in_their_place(open_page: Open, shot: Shot) -> None:
    page = open_page("search", ws="Garden", WIDTH=420, DARK=True)
    found = search(page, "保留")
    assert marks(found.first) == ["保留"]
    found.first.locator(".title").click()
    place = page.get_by_role("dialog").locator(".lp-place")
    expect(place.locator("mark")).to_have_text("保留")
    expect(page.get_by_role("dialog").get_by_text(original.ALONE)).to_be_visible()
    shot(page, "chinese")


def test_a_name_leads_to_its_card_and_a_passage_there_to_its_original(open_page: Open) -> None:
    page = open_page("search", ws="Garden", q="daily backup")
    page.locator(".lp-found ul.names a").first.click()
    card = page.locator(".st-key-card")
    expect(card.get_by_role("heading", name="Daily backup")).to_be_visible()
    assert "node=daily+backup" in page.url
    card.get_by_role("tab", name=words.TAB_PASSAGES).click()
    card.get_by_role("button", name=original.OPEN).click()
    expect(page.get_by_role("dialog").locator(".lp-place")).to_contain_text("kept for 30 days")


def test_what_a_document_says_is_shown_as_text_only(open_page: Open) -> None:
    page = open_page("search", ws="Garden", q="hedgehog")
    found = page.locator(".lp-found ol.passages li")
    expect(found.first).to_contain_text("<img src=x onerror=hacked=1>")
    assert page.locator(".lp-found img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_home_leads_back_to_a_question_after_a_restart(chromium: Browser, tmp_path: Path, shot: Shot) -> None:
    add_workspace(tmp_path, "Garden", RECORDS)
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    with running(tmp_path) as server:
        page.goto(server.url("ask", ws="Garden", q=QUESTION, mode="naive"))
        expect(page).to_have_url(STORED)
        page.goto(server.url("graph", ws="Garden", node="daily backup"))
        expect(page.locator(".st-key-card").get_by_role("heading", name="Daily backup")).to_be_visible()
    with running(tmp_path) as server:
        page.goto(server.url())
        lately = page.locator(".st-key-home-lately")
        expect(lately.get_by_role("link")).to_contain_text(["Daily backup", QUESTION])
        expect(lately).to_contain_text(words_home.SORTS["ask"][1])
        shot(page, "home")
        lately.get_by_role("link", name=QUESTION).click()
        expect(page).to_have_url(STORED)
        expect(page.get_by_role("textbox").first).to_have_value(QUESTION)
        expect(page.get_by_text("kept for 30 days").first).to_be_visible()
    context.close()
