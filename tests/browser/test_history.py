"""Decisions in a real browser: made in the tables, undone, redone, gone back, compared, given away; and two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.parts import words_history as own
from pages.parts import words_preview as preview
from pages.parts import words_tables as tables
from tests.app.workspace import add_workspace, record

WAIT_MS = 120_000
RECORDS = (
    record(
        "wells",
        "The north well feeds the mill.",
        [
            {"name": "North well", "type": "place", "description": "Feeds the mill."},
            {"name": "Mill", "type": "place", "description": "Grinds."},
        ],
        [{"source": "North well", "target": "Mill", "description": "It feeds it.", "keywords": "feeds"}],
    ),
    record("spring", "The spring is old.", [{"name": "Spring", "type": "water", "description": "Is old."}]),
)

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        for name in ("Garden", "Twin", "Tabs", "Keys"):
            add_workspace(home, name, RECORDS)

    return fill


def button(page: Page | Locator, label: str) -> Locator:
    """The button of that label; a key may stand behind it."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(label)}")).first


def begin(page: Page, name: str, act: str) -> None:
    """Choose a row and open the form of a decision on it."""
    page.locator(".lp-rows").get_by_label(tables.ROWS["choose"].format(name=name), exact=True).check()
    expect(page.get_by_text(tables.CHOSEN.format(count=1).strip("*"))).to_be_visible()
    button(page, tables.ACTS[act][0]).click()


def hide(page: Page, name: str) -> None:
    begin(page, name, "hide")
    expect(page.get_by_text(preview.ENTITIES, exact=True).first).to_be_visible()
    button(page, tables.DECIDE).click()
    expect(page.locator(".lp-rows").get_by_role("link", name=name, exact=True)).to_have_count(0)


def rename(page: Page, name: str, to: str) -> None:
    begin(page, name, "rename")
    field = page.get_by_role("textbox", name=tables.VALUE["rename"])
    field.fill(to)
    field.press("Enter")
    expect(page.get_by_text(preview.ENTITIES, exact=True).first).to_be_visible()
    button(page, tables.DECIDE).click()
    expect(page.locator(".lp-rows").get_by_role("link", name=to)).to_be_visible()


def step(page: Page, number: int) -> Locator:
    return page.locator(f".st-key-decision-{number}")


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=own.VIEWS[name]).or_(
        page.get_by_role("button", name=own.VIEWS[name], exact=True)
    ).first.click()


def test_decisions_are_made_undone_redone_compared_and_given_away(open_page: Open, shot: Shot, tmp_path: Path) -> None:
    page = open_page("curate", ws="Garden", tab="entities")
    rename(page, "Mill", "Old mill")
    shot(page, "renamed")
    hide(page, "Spring")
    page.get_by_role("link", name=tables.TO_HISTORY).click()

    expect(step(page, 2)).to_contain_text("Spring")
    expect(step(page, 1)).to_contain_text("Old mill")
    shot(page, "list")
    button(step(page, 2), own.UNDO).click()
    expect(step(page, 2)).to_contain_text(own.STATES["undone"][0])
    expect(step(page, 3)).to_be_visible()
    button(step(page, 2), own.REDO).click()
    expect(step(page, 4)).to_be_visible()
    expect(step(page, 2)).not_to_contain_text(own.STATES["undone"][0])

    view(page, "checkpoints")
    page.get_by_role("textbox", name=own.CHECKPOINT_NAME).fill("calm")
    page.get_by_role("textbox", name=own.CHECKPOINT_NAME).press("Enter")
    expect(page.get_by_text(own.SAME)).to_be_visible()

    view(page, "exchange")
    with page.expect_download() as waiting:
        button(page, own.SAVE).click()
    file = tmp_path / "decisions.json"
    waiting.value.save_as(file)
    apply_in_twin(open_page, file, shot)

    view(page, "list")
    button(step(page, 0), own.BACK).click()
    expect(page.get_by_text(own.BACK_TITLE.split("**")[2].format(count=2).strip())).to_be_visible()
    button(page, own.BACK_GO).click()
    expect(page.get_by_text(tables.WENT_BACK)).to_be_visible()
    expect(step(page, 1)).to_contain_text(own.STATES["undone"][0])
    view(page, "checkpoints")
    expect(page.get_by_test_id("stMetric").filter(has_text="2 → 3")).to_be_visible()
    shot(page, "compared")


def apply_in_twin(open_page: Open, file: Path, shot: Shot) -> None:
    """A colleague with the same documents takes the file: the same graph."""
    page = open_page("history", ws="Twin", view="exchange")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text(re.compile(f"^{own.ROWS['new'][0]}")).first).to_be_visible()
    shot(page, "incoming")
    button(page, own.TAKE.format(count=3)).click()
    expect(page.get_by_text(tables.TOOK)).to_be_visible()
    view(page, "list")
    expect(step(page, 1)).to_contain_text("Old mill")
    expect(step(page, 1)).to_contain_text("3 → 2")


def test_two_tabs_decide_at_once_and_the_second_is_told(open_page: Open, shot: Shot) -> None:
    first = open_page("curate", ws="Tabs", tab="entities")
    second = open_page("curate", ws="Tabs", tab="entities")
    begin(second, "Mill", "hide")
    expect(second.get_by_text(preview.ENTITIES, exact=True).first).to_be_visible()
    rename(first, "Mill", "Old mill")
    button(second, tables.DECIDE).click()
    expect(second.get_by_text(tables.DECIDED_ONE)).to_be_visible()
    expect(second.get_by_test_id("stAlert").first).to_be_visible()
    shot(second, "told")
    second.get_by_role("link", name=tables.TO_HISTORY).click()
    expect(step(second, 1)).to_contain_text("Old mill")
    expect(step(second, 2)).to_contain_text(own.STATES["idle"][0])


def test_rows_are_chosen_sorted_and_opened_by_keyboard(open_page: Open) -> None:
    page = open_page("curate", ws="Keys", tab="entities")
    table = page.locator(".lp-rows table")
    boxes = table.get_by_role("row").get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    boxes.nth(1).focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.get_by_text("2 chosen")).to_be_visible()
    expect(button(page, tables.ACTS["merge"][0])).to_be_enabled()
    name = table.get_by_role("columnheader", name=tables.COLUMNS["name"][0])
    name.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(name).to_have_attribute("aria-sort", "ascending")
    expect(name.get_by_role("button")).to_be_focused()
    expect(table.get_by_role("rowheader")).to_have_text(["Mill", "North well", "Spring"])
    expect(page.get_by_text("2 chosen")).to_be_visible()
    table.get_by_role("link", name="Spring").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-card").get_by_role("heading", name="Spring")).to_be_visible()
