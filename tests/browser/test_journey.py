"""The journey of a first hour, on the embedded engine, with no address asked for but this machine's.

Documents, a sample in one click, wait until it has been read, Graph, a click on a node, Compare, and back by a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.parts import words
from pages.parts import words_compare as compare
from pages.parts import words_documents as documents
from pages.parts import words_home as home
from tests.app.workspace import add_workspace
from tests.browser.conftest import Server, graph_drawn

READ_MS = 120_000
expect.set_options(timeout=READ_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        add_workspace(folder, "Handbook")

    return fill


def go(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=words.PAGES[name][0]).click()


def hub(page: Page) -> tuple[float, float]:
    """Where the best connected node is drawn."""
    x, y = graph_drawn(page).evaluate(
        """root => {
            const {net, nodes} = root.lightprism;
            const degree = (id) => net.getConnectedEdges(id).length;
            const id = nodes.getIds().sort((a, b) => degree(b) - degree(a) || (a < b ? -1 : 1))[0];
            const spot = net.canvasToDOM(net.getPosition(id));
            const box = root.querySelector(".lp-net").getBoundingClientRect();
            return [box.x + spot.x, box.y + spot.y];
        }"""
    )
    return x, y


def test_from_documents_to_a_comparison(open_page: Open, shot: Shot) -> None:
    page = open_page("documents")
    expect(page.get_by_role("heading", name=documents.EMPTY)).to_be_visible()
    page.get_by_role("tab", name=documents.WAYS[3]).click()
    page.locator(".st-key-documents-sample-larkspur").get_by_role("button").click()
    expect(page.get_by_text("18 added")).to_be_visible()
    expect(page.get_by_text(re.compile(r"All \d+ passages have been read"))).to_be_visible()
    shot(page, "documents")

    go(page, "graph")
    graph_drawn(page)
    page.mouse.click(*hub(page))
    card = page.locator(".st-key-card")
    expect(card.get_by_role("tab", name=words.TAB_PROFILE)).to_be_visible()
    expect(card.get_by_test_id("stText").first).not_to_be_empty()
    shot(page, "graph")

    go(page, "compare")
    page.get_by_role("button", name=compare.EXAMPLES["larkspur/"][0]).click()
    columns = page.locator(".lp-compare .column")
    expect(columns).to_have_count(len(compare.MODES))
    expect(columns.nth(0).locator(".item.chunk")).not_to_have_count(0)
    for mode in ("local", "global", "hybrid", "mix", "paths"):
        expect(page.locator(f".lp-compare .column.{mode} .item.entity").first).to_be_visible()
    shot(page, "compare")

    link = page.url
    assert "q=How+long" in link
    again = open_page()
    again.goto(link)
    expect(again.locator(".lp-compare .column")).to_have_count(len(compare.MODES))
    assert again.locator(".lp-compare .column.mix").inner_text() == page.locator(".lp-compare .column.mix").inner_text()


def test_an_item_opens_with_its_passage_and_leads_on(open_page: Open, shot: Shot) -> None:
    page = open_page("compare", ws="Handbook", q=compare.EXAMPLES["larkspur/"][0], top_k="8", chunk_top_k="5")
    page.locator(".lp-compare .column.naive .item.chunk").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("mark").first).to_be_visible()
    shot(page, "passage")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    entity = page.locator(".lp-compare .column.local .item.entity").first
    name = entity.locator("b").inner_text()
    entity.focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_text(name, exact=True).first).to_be_visible()
    shot(page, "entity")
    dialog.get_by_role("button", name=compare.IN_GRAPH).click()
    expect(page.locator(".st-key-card").get_by_role("heading", name=name)).to_be_visible()
    assert "node=" in page.url


def test_what_the_modes_share_can_be_opened_and_filtered(open_page: Open, shot: Shot) -> None:
    page = open_page("compare", ws="Handbook", q=compare.EXAMPLES["larkspur/"][0], top_k="8", chunk_top_k="5")
    strings = compare.COLUMNS_STRINGS
    page.get_by_text(strings["shared"]).click()
    expect(page.locator(".lp-compare table")).to_have_count(3)
    shown = page.locator(".lp-compare .column.mix .item:not(.cut)")
    all_items = shown.count()
    page.get_by_role("button", name=strings["common"]).click()
    expect(page.get_by_role("button", name=strings["common"])).to_have_attribute("aria-pressed", "true")
    assert 0 < shown.count() < all_items
    shot(page, "shared")


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_narrow_window_one_mode_is_in_view(open_page: Open, shot: Shot, dark: bool) -> None:
    page = open_page("compare", ws="Handbook", q=compare.EXAMPLES["larkspur/"][0], WIDTH=420, DARK=dark)
    columns = page.locator(".lp-compare .column")
    expect(columns).to_have_count(len(compare.MODES))
    expect(columns.locator("visible=true").locator("h3")).to_have_count(1)
    page.locator('.lp-compare [data-tab="mix"]').click()
    expect(page.locator(".lp-compare .column.mix")).to_be_visible()
    expect(page.locator(".lp-compare .column.naive")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    shot(page, f"narrow-{'dark' if dark else 'light'}")


def test_home_says_what_is_there_and_leads_on(open_page: Open, server: Server, shot: Shot) -> None:
    page = open_page(ws="Handbook")
    expect(page.get_by_role("heading", name="Handbook")).to_be_visible()
    expect(page.get_by_test_id("stMetric").first).to_be_visible()
    shot(page, "home")
    page.get_by_role("button", name=home.NEXT_ASK_BUTTON).click()  # the graph was seen, and modes were compared
    expect(page).to_have_url(re.compile(r"/ask\b"))
    assert (server.home / "workspaces" / "Handbook").is_dir()
