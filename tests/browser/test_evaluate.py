"""Evaluation in a real browser: a set is run, a miss is opened, its trace is reached, two experiments are compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.assets import lesson_records
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import words_compare as compare
from pages.parts import words_evaluate as own
from tests.app.workspace import add_workspace

WAIT_MS = 60_000
expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        path = add_workspace(home, "Handbook")
        records = lesson_records()[1].replace(b'{"document": "', b'{"document": "larkspur/')
        explorer = bootstrap.open_workspace(path, Settings(home))
        explorer.intake.add([Incoming("uploads", "records.jsonl", records)])
        explorer.close()

    return fill


def test_a_set_is_run_and_a_miss_leads_to_its_trace(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("evaluate", ws="Handbook")
    page.get_by_role("button", name=own.RUN.format(count=36)).click()
    expect(page.get_by_text(own.AGAINST.format(base="Naive"), exact=True)).to_be_visible()
    expect(page.get_by_text(own.CHART_COST, exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("run="))
    shot(page, "evaluate")
    miss = page.locator("[class*='st-key-miss-']").first
    expect(miss).to_be_visible()
    link = miss.get_by_role("link", name=re.compile(own.TRACE.partition(":")[0]))
    if not link.first.is_visible():
        miss.locator("summary").click()
    link.first.click()
    expect(page.get_by_role("heading", name=compare.TITLE, exact=True)).to_be_visible()
    expect(page.get_by_text("not kept").or_(page.get_by_text("kept, passage")).first).to_be_visible()
    shot(page, "evaluate-trace")


def test_two_experiments_are_compared(open_page: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = open_page("evaluate", ws="Handbook")
    runs: list[str] = []
    for rule in ("Careful", "Classic"):
        page.get_by_role("radio", name=rule).click()
        expect(page.get_by_role("radio", name=rule)).to_be_checked()
        page.get_by_role("button", name=own.RUN.format(count=36)).click()
        shown = page.get_by_role("combobox", name=own.OPEN, exact=True)
        expect(shown).to_have_value(re.compile(f"36 questions · {rule}$"))
        expect(page).to_have_url(re.compile(f"run=(?!{'|'.join(runs) or 'none'})"))
        runs += parse_qs(urlsplit(page.url).query)["run"]
    page = open_page("evaluate", ws="Handbook", run=runs[1], beside=runs[0])
    expect(page.get_by_text("merge rule Careful → Classic")).to_be_visible()
    expect(page.get_by_role("combobox", name=own.BESIDE_PICK, exact=True)).to_have_value(re.compile("Careful$"))
    shot(page, "evaluate-beside")
