"""The Lesson in a real browser: from the first step to the last, seeds by a click, edits, and on a projector."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from core.services.lesson_tour import STEPS
from pages.parts import words_lesson as own
from tests.app.workspace import add_workspace, record
from tests.browser.conftest import WAIT_MS, graph_drawn

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]

SMALL = """() => {
    const found = [];
    const look = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.shadowRoot) look(node.shadowRoot);
            const texts = [...node.childNodes].filter((one) => one.nodeType === 3);
            const text = texts.map((one) => one.textContent.trim()).join("");
            const box = node.getBoundingClientRect(), style = getComputedStyle(node);
            const seen = text && box.width > 1 && box.height > 1 && style.visibility !== "hidden";
            if (seen && !["STYLE", "SCRIPT"].includes(node.tagName) && parseFloat(style.fontSize) < 24) {
                found.push([node.tagName, text.slice(0, 40), style.fontSize]);
            }
        }
    };
    look(document);
    return found;
}"""
"""Letters that are smaller than 24 pixels, inside components too."""

WIDE = """() => [document.documentElement, document.body, document.querySelector("[data-testid=stMain]")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.tagName)"""


@pytest.fixture(scope="module")
def prepare() -> Callable[..., None]:
    """One workspace, for Graph and Compare on a projector; the Lesson uses none."""
    names = [
        {"name": name, "type": "thing", "description": f"{name} is known."} for name in ("Export", "Backup", "Bin")
    ]
    relations = [{"source": "Export", "target": name, "keywords": "comes before"} for name in ("Backup", "Bin")]
    return lambda home: add_workspace(home, "plans", [record("page.md", "Export, backup and bin.", names, relations)])


def title(page: Page, step: str) -> Locator:
    return page.get_by_role("heading", name=own.STEPS[step].title, exact=True)


def look(page: Page) -> None:
    """Show what the step shows, without a guess."""
    page.get_by_role("button", name=own.PEEK).click()
    expect(page.get_by_role("button", name=own.AGAIN)).to_be_visible(timeout=WAIT_MS)


def projected(page: Page) -> Page:
    """A screen of 1280 by 720, with its keys listened to."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("html[data-keys]").wait_for(state="attached")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden(timeout=WAIT_MS)
    return page


def at_rest(page: Page) -> None:
    """The page's script has run to its end."""
    expect(page.locator("[data-test-script-state=running]")).to_have_count(0, timeout=WAIT_MS)


def drawn(page: Page) -> None:
    """The lesson's picture, bars or graph are there."""
    shown = page.locator(
        ".lp-lesson svg, .lp-lesson .bars, .lp-lesson .read, .lp-graph[data-ready], .st-key-lesson-anew"
    )
    expect(shown.first).to_be_visible(timeout=WAIT_MS)


def test_the_lesson_leads_from_the_first_step_to_the_last(open_page: Open, shot: Shot) -> None:
    page = open_page("lesson")
    for step in STEPS:
        expect(title(page, step.id)).to_be_visible(timeout=WAIT_MS)
        look(page)
        drawn(page)
        at_rest(page)
        shot(page, step.id)
        forward = page.get_by_role("button", name=own.NEXT, exact=True)
        if step is STEPS[-1]:
            expect(forward).to_be_disabled()
        else:
            forward.click()
    expect(page.get_by_text(own.DONE)).to_be_visible()


def test_a_guess_is_compared_with_what_the_core_gives(open_page: Open) -> None:
    page = open_page("lesson", step="local")
    page.get_by_role("spinbutton", name=own.GUESS).fill("3")
    page.get_by_role("button", name=own.SHOW, exact=True).click()
    expect(page.get_by_text(re.compile("^Right: 3"))).to_be_visible(timeout=WAIT_MS)
    expect(page.locator(".counts")).to_have_text(re.compile(r"1\s*entity\s*3\s*edges\s*3\s*passages"))
    expect(page.locator(".passages li.kept")).to_have_count(3)


def test_a_click_on_a_node_makes_it_a_start(open_page: Open) -> None:
    page = open_page("lesson", step="local")
    look(page)
    page.locator("svg .node[aria-label=Export]").click()
    expect(page.locator(".counts .entities")).to_have_attribute("data-count", "2", timeout=WAIT_MS)
    expect(page.locator(".counts .edges")).to_have_attribute("data-count", "4")
    expect(page.locator("svg .node.seed")).to_have_count(2)
    assert "from=Cancellation&from=Export" in page.url


def test_a_cell_that_is_changed_changes_the_graph_and_reset_brings_it_back(open_page: Open, shot: Shot) -> None:
    page = open_page("lesson", step="local")
    look(page)
    page.get_by_text(own.EDIT, exact=True).click()
    cell = page.locator("[data-chunk='billing/invoices.md#lesson-1'] table").nth(1).get_by_label(own.EDITOR["target"])
    cell.fill("Refund")
    cell.press("Tab")
    expect(page.locator("svg .node[aria-label=Refund]")).to_be_visible(timeout=WAIT_MS)
    shot(page, "edited")
    page.get_by_role("button", name=own.RESET, exact=True).first.click()
    expect(page.locator("svg .node[aria-label=Refund]")).to_have_count(0, timeout=WAIT_MS)
    expect(cell).to_have_value("Billing")


def test_a_name_that_is_cleared_comes_back_into_its_cell(open_page: Open) -> None:
    page = open_page("lesson", step="local")
    look(page)
    page.get_by_text(own.EDIT, exact=True).click()
    cell = (
        page.locator("[data-chunk='billing/invoices.md#lesson-1'] table").first.get_by_label(own.EDITOR["name"]).first
    )
    name = cell.input_value()
    cell.fill("")
    cell.press("Tab")
    note = own.KEPT["entities"].format(row=name, number=1, column="", most="")
    expect(page.get_by_text(note)).to_be_visible(timeout=WAIT_MS)
    expect(cell).to_have_value(name, timeout=WAIT_MS)
    cell.fill("x" * 10_000)
    cell.press("Tab")
    expect(cell).to_have_value(name)


def test_keys_step_through_the_lesson_on_a_projector(open_page: Open) -> None:
    page = projected(open_page("lesson", present="1"))
    expect(title(page, STEPS[0].id)).to_be_visible(timeout=WAIT_MS)
    for key, step in (("ArrowRight", 1), ("PageDown", 2), ("PageUp", 1), ("ArrowLeft", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(title(page, STEPS[step].id)).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible(timeout=WAIT_MS)
    assert "present" not in page.url
    expect(title(page, STEPS[1].id)).to_be_visible()


def test_a_key_in_a_field_does_not_step(open_page: Open) -> None:
    page = projected(open_page("lesson", present="1"))
    field = page.get_by_role("spinbutton", name=own.GUESS)
    field.fill("12")
    field.press("ArrowLeft")
    field.press("PageDown")
    look(page)
    expect(title(page, STEPS[0].id)).to_be_visible()


def test_all_of_the_lesson_is_large_and_fits_a_projector(open_page: Open) -> None:
    page = projected(open_page("lesson", present="1"))
    foot = None
    for step in STEPS:
        expect(title(page, step.id)).to_be_visible(timeout=WAIT_MS)
        assert page.evaluate(SMALL) == [], step.id
        look(page)
        drawn(page)
        assert page.evaluate(SMALL) == [], step.id
        assert page.evaluate(WIDE) == [], step.id
        at_rest(page)
        box = page.get_by_role("button", name=own.NEXT, exact=True).bounding_box()
        assert box is not None
        foot = foot or box
        assert (box["x"], box["y"]) == pytest.approx((foot["x"], foot["y"]), abs=1), step.id
        page.keyboard.press("ArrowRight")


def test_on_a_small_screen_the_passages_stand_above_the_foot(open_page: Open) -> None:
    page = open_page("lesson", step="local")
    page.set_viewport_size({"width": 1280, "height": 720})
    for step in ("local", "global", "hybrid", "far", "budget", "themes"):
        page.get_by_role("button", name=own.STEPS[step].title, exact=True).click()
        expect(title(page, step)).to_be_visible(timeout=WAIT_MS)
        look(page)
        drawn(page)
        at_rest(page)
        strip, foot = page.locator(".passages").bounding_box(), page.locator(".st-key-lesson-foot").bounding_box()
        assert strip is not None
        assert foot is not None
        assert strip["y"] + strip["height"] <= foot["y"], step


def test_the_graph_page_fits_a_projector_and_keys_open_the_next_card(open_page: Open, shot: Shot) -> None:
    page = projected(open_page("graph", ws="plans", present="1"))
    root = graph_drawn(page)
    page.keyboard.press("ArrowRight")
    heading = page.locator(".st-key-card").get_by_role("heading", name="Export")
    expect(heading).to_be_visible(timeout=WAIT_MS)
    page.keyboard.press("PageDown")
    expect(heading).to_be_hidden(timeout=WAIT_MS)
    assert root.evaluate("root => root.lightprism.projected") is True
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDE) == []
    shot(page, "graph")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible(timeout=WAIT_MS)


def test_the_compare_page_fits_a_projector_and_keys_lead_to_the_next_mode(open_page: Open, shot: Shot) -> None:
    page = projected(open_page("compare", ws="plans", present="1", seed="export"))
    shown = page.locator(".lp-compare .column:visible")
    expect(shown).to_have_count(1, timeout=WAIT_MS)
    expect(shown).to_have_attribute("data-mode", "naive")
    box = shown.bounding_box()
    assert box is not None
    assert box["y"] < 720 / 2  # results before what sets them
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-mode", "local")
    page.keyboard.press("PageUp")
    expect(shown).to_have_attribute("data-mode", "naive")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDE) == []
    shot(page, "compare")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible(timeout=WAIT_MS)
