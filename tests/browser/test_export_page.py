"""The picture page in a real browser without a network: it draws, answers a click, and runs nothing that names say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from core.domain.export_page import html
from tests.exporting import HOSTILE, hostile_graph, page_parts, plans

pytestmark = pytest.mark.browser


@pytest.fixture
def browser_page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1200, "height": 760}, offline=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def faults(browser_page: Page) -> list[str]:
    """All that the page logged, threw, or asked for beside itself."""
    found: list[str] = []
    browser_page.on("console", lambda message: found.append(message.text))
    browser_page.on("pageerror", lambda error: found.append(str(error)))
    browser_page.on("dialog", lambda dialog: found.append(dialog.message))
    browser_page.on("request", lambda request: None if request.is_navigation_request() else found.append(request.url))
    return found


def show(page: Page, content: str, path: Path) -> None:
    (path / "graph.html").write_text(content, "utf-8")
    page.goto((path / "graph.html").as_uri())


def find(page: Page, name: str) -> str:
    page.get_by_label("Find an entity").fill(name)
    page.keyboard.press("Enter")
    return page.locator("#card").inner_text()


def test_hostile_names_are_shown_and_not_run(browser_page: Page, faults: list[str], tmp_path: Path) -> None:
    show(browser_page, html(hostile_graph(), HOSTILE[0], page_parts()), tmp_path)
    assert browser_page.locator("canvas").count() == 1
    for name in ("<img", "javascript", "</script", "__proto__"):
        assert name in find(browser_page, name)
    for button in browser_page.locator("#card button").all()[:1]:
        button.click()
    assert browser_page.evaluate("window.hacked") is None
    assert browser_page.locator("#card a, #card img, #card script").count() == 0
    assert browser_page.title() == HOSTILE[0]
    assert faults == []


def test_a_click_opens_the_card_of_what_it_hits(browser_page: Page, faults: list[str], tmp_path: Path) -> None:
    show(browser_page, html(plans(), "Plans", page_parts()), tmp_path)
    assert "Click an entity" in browser_page.locator("#card").inner_text()
    find(browser_page, "export")
    box = browser_page.locator("canvas").bounding_box()
    assert box is not None
    browser_page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert "Click an entity" in browser_page.locator("#card").inner_text()
    browser_page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "Writes CSV.\nEnds with the plan." in browser_page.locator("#card").inner_text()
    browser_page.get_by_role("button", name="Export → Backup: reads").click()
    assert "Export reads the backup." in browser_page.locator("#card").inner_text()
    assert faults == []


def test_the_page_follows_light_and_dark(browser_page: Page, faults: list[str], tmp_path: Path) -> None:
    show(browser_page, html(plans(), "Plans", page_parts()), tmp_path)
    grounds = []
    for scheme in ("light", "dark"):
        browser_page.emulate_media(color_scheme=scheme)
        grounds.append(browser_page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == ["rgb(255, 255, 255)", "rgb(16, 20, 31)"]
    assert faults == []
