"""Compare in a real browser: six modes side by side, why and why not, a limit moved, a stored comparison opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.domain.modes import MODES
from pages.parts import words_compare as own
from pages.parts import words_explain as told
from tests.app.workspace import add_workspace, record
from tests.browser.conftest import graph_drawn

expect.set_options(timeout=120_000)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]
QUESTION = "How long does the night train keep a lantern?"
THINGS = ("Night train", "Lantern", "Harbour", "Signal box", "Ferry", "Lighthouse", "Archive", "Tide table")


def _records() -> list[dict[str, object]]:
    """A passage for each neighbouring pair: a chain from the night train to the tide table."""
    rows = []
    for number, (one, other) in enumerate(pairwise(THINGS)):
        text = f"The {one.lower()} keeps a {other.lower()} for {number + 2} days. " * 3
        entities = [{"name": name, "type": "thing", "description": f"{name}: see the log."} for name in (one, other)]
        relation = {"source": one, "target": other, "description": text[:60], "keywords": "keeps, days"}
        rows.append(record(f"log/{number}.md", text, entities, [relation]))
    return rows


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    return lambda home: add_workspace(home, "Log", _records())


@pytest.fixture
def page(open_page: Open) -> Page:
    found = open_page("compare", ws="Log", q=QUESTION, low="Night train", high="keeps, days", top_k="2", threshold="-1")
    expect(columns(found)).to_have_count(len(MODES))
    return found


def columns(page: Page) -> Locator:
    return page.locator(".lp-compare .column")


def test_six_modes_stand_side_by_side_and_fit_the_window(page: Page, shot: Shot) -> None:
    letters = columns(page).locator("h3 .chip").all_inner_texts()
    assert letters == [own.MODES[mode][0] for mode in MODES]
    fits = page.locator(".lp-compare .columns").evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    assert fits
    page.keyboard.press("4")
    expect(page.locator(".lp-compare .column.hybrid.current")).to_be_visible()
    page.locator('[data-column="naive"]').click()
    expect(columns(page)).to_have_count(len(MODES) - 1)
    shot(page, "columns")


def test_a_single_key_is_silent_while_somebody_types(page: Page) -> None:
    field = page.get_by_role("textbox", name=own.QUESTION)
    field.click()
    page.keyboard.type("4")
    expect(page.locator(".lp-compare .column.hybrid.current")).to_have_count(0)
    expect(field).to_have_value(QUESTION + "4")


def test_a_clicked_item_is_explained_mode_by_mode(page: Page, shot: Shot) -> None:
    page.locator(".lp-compare .column.local .item.entity").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile(r"Hit 1 of 8 for “Night train”")).first).to_be_visible()
    expect(dialog.get_by_text("Not searched in this mode")).to_be_visible()
    assert "why=" in page.url
    shot(page, "why")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).not_to_have_url(re.compile("why="))


def test_a_name_that_was_not_found_is_told_why_not(page: Page, shot: Shot) -> None:
    field = page.get_by_role("combobox", name=told.WHY)
    field.click()
    field.fill("Tide table")
    page.keyboard.press("Enter")
    panel = page.locator(".st-key-compare-reasons")
    expect(
        panel.get_by_text(re.compile(r"Ranked \d of 8 for “Night train” .*beyond the 2 taken")).first
    ).to_be_visible()
    expect(panel.get_by_text(re.compile(r"the nearest hit is \d steps? away: ")).first).to_be_visible()
    shot(page, "why-not")


def test_a_moved_limit_shows_its_effect_at_once(page: Page) -> None:
    total = page.locator(".lp-compare .bars .row:nth-of-type(2) .sum")
    before = total.inner_text()
    slider = page.locator('[data-slider="max_entity_tokens"]')
    slider.focus()
    page.keyboard.press("Home")
    expect(total).not_to_have_text(before)
    expect(page).to_have_url(re.compile("max_entity_tokens=0"))
    assert slider.evaluate("node => node.matches(':focus')")
    page.locator("[data-usual]").click()
    expect(page).not_to_have_url(re.compile("max_entity_tokens"))


def test_the_graph_of_two_modes_is_drawn_with_roles_and_letters(page: Page, shot: Shot) -> None:
    for letter in ("L", "G"):
        page.get_by_role("button", name=re.compile(f"^{letter} ")).first.click()
    marks = graph_drawn(page).evaluate(
        "root => root.lightprism.rows.nodes.map(row => [row.id, row.mark.role, row.label])"
    )
    found = {key: (role, label) for key, role, label in marks}
    assert found["night train"][0] == "seed"
    assert "L" in found["night train"][1].rpartition("·")[2]
    drawn = graph_drawn(page).evaluate("root => [...root.lightprismMarks].map(([id, [row]]) => [id, row.mark.modes])")
    assert any(modes == ["local", "global"] for _, modes in drawn)  # also of nodes that were drawn for one mode first
    shot(page, "graph")


def test_a_comparison_opens_again_from_its_link(page: Page, open_page: Open, shot: Shot) -> None:
    shown = columns(page).nth(1).inner_text()
    page.get_by_role("button", name=told.LINK, exact=True).click()
    link = page.get_by_test_id("stCode").last.inner_text().strip()
    assert "run=" in link
    again = open_page()
    again.goto(link)
    expect(again.get_by_text(told.RUN_SAME)).to_be_visible()
    expect(columns(again)).to_have_count(len(MODES))
    assert columns(again).nth(1).inner_text() == shown
    shot(again, "stored")
