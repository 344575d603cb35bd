"""The merge rules in a real browser: a difference is opened, a plan ticked after its preview, and the tick undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import words_rules as words
from tests.app.workspace import add_workspace
from tests.browser.conftest import graph_drawn
from tests.larkspur import own_records

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]
APART = ["daily backup [business]", "daily backup [enterprise]"]


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        path = add_workspace(home, "plans")
        explorer = bootstrap.open_workspace(path, Settings(home=home))
        explorer.intake.add([Incoming("uploads", "own.jsonl", own_records())])
        explorer.close()

    return fill


def tab(page: Page, name: str) -> None:
    page.get_by_test_id("stMain").get_by_role("radio", name=words.TABS[name]).click()


def backups(page: Page) -> list[str]:
    """Keys of the nodes in the picture that have this name."""
    keys = graph_drawn(page).evaluate("root => root.lightprism.net.body.data.nodes.getIds()")
    return sorted(key for key in keys if key.startswith("daily backup"))


def test_differences_are_opened_and_a_ticked_plan_parts_the_backup_until_it_is_undone(
    open_page: Open, shot: Shot
) -> None:
    page = open_page("graph", ws="plans", tab="differences")
    main = page.get_by_test_id("stMain")
    main.get_by_test_id("stExpander").get_by_text(words.KINDS["two directions"][0]).click()
    expect(main.locator(".lp-half .tip")).to_have_count(2)
    expect(main.get_by_text("Days are counted from the end.")).to_be_visible()
    shot(page, "difference")

    tab(page, "keys")
    main.get_by_text(words.TICK, exact=True).first.click()
    names = main.get_by_test_id("stMultiSelect").filter(has_text=words.TICK_NAMES).get_by_role("combobox")
    names.fill("daily")
    page.get_by_role("option", name="Daily Backup").click()
    page.keyboard.press("Escape")
    main.get_by_role("button", name=words.PREVIEW).and_(page.locator(":enabled")).click()
    foreseen = main.locator(".st-key-rules-draft")
    expect(foreseen.get_by_text("Nodes 6 → 7", exact=False)).to_be_visible()
    expect(foreseen.get_by_role("listitem").filter(has_text="Daily backup · Business")).to_be_visible()
    shot(page, "preview")
    foreseen.get_by_role("button", name=words.TAKE).click()
    undo = main.locator("[class*=st-key-ruled-undo]").get_by_role("button")
    expect(undo).to_be_visible()

    tab(page, "graph")
    expect(main.get_by_text("all 7 entities", exact=False)).to_be_visible()
    assert backups(page) == APART
    tab(page, "keys")
    undo.click()
    expect(main.get_by_text(words.NOTHING_TICKED)).to_be_visible()
    tab(page, "graph")
    expect(main.get_by_text("all 6 entities", exact=False)).to_be_visible()
    assert backups(page) == ["daily backup"]
