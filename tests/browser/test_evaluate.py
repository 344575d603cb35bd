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
from pages.parts import words_ask as ask
from pages.parts import words_compare as compare
from pages.parts import words_evaluate as own
from pages.parts import words_questions as questions
from tests.app.workspace import add_workspace

WAIT_MS, RUN_MS = 60_000, 240_000
"""RUN_MS: until a run of 36 questions has ended, on a machine that does much else."""
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
    expect(page.get_by_text(own.AGAINST.format(base="Naive"), exact=True)).to_be_visible(timeout=RUN_MS)
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
        expect(shown).to_have_value(re.compile(f"36 questions · {rule}$"), timeout=RUN_MS)
        expect(page).to_have_url(re.compile(f"run=(?!{'|'.join(runs) or 'none'})"), timeout=RUN_MS)
        runs += parse_qs(urlsplit(page.url).query)["run"]
    page = open_page("evaluate", ws="Handbook", run=runs[1], beside=runs[0])
    expect(page.get_by_text("merge rule Careful → Classic")).to_be_visible()
    expect(page.get_by_role("combobox", name=own.BESIDE_PICK, exact=True)).to_have_value(re.compile("Careful$"))
    shot(page, "evaluate-beside")


def star_two_and_say_what_is_expected(page: Page) -> None:
    field = page.get_by_role("textbox", name=ask.QUESTION, exact=True)
    field.fill("How long is the daily backup kept on the Business plan?")
    field.press("Enter")
    page.locator(".lp-answer .givens summary").click()
    stars = page.locator(".lp-answer .given .star")
    stars.first.click()
    expect(page.get_by_text(re.compile("1 passage starred"))).to_be_visible()
    stars.last.click()  # far behind the first ten
    expect(page.get_by_text(re.compile("2 passages starred"))).to_be_visible()
    expect(stars.first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=questions.EXPECTED).click()
    page.get_by_role("textbox", name=questions.ANSWER).fill("7 days")
    page.get_by_role("button", name=questions.SAVE, exact=True).click()
    expect(page.get_by_role("button", name=questions.EXPECTED_SET)).to_be_visible()
    page.keyboard.press("Escape")


def run_the_one(page: Page, rule: str, but: str = "none") -> str:
    """Run it; the experiment's id, which is not `but`."""
    page.get_by_role("button", name=own.RUN_ONE).click()
    shown = page.get_by_role("combobox", name=own.OPEN, exact=True)
    expect(shown).to_have_value(re.compile(f"My questions · 1 question · {rule}$"), timeout=RUN_MS)
    expect(page.get_by_text(own.CHART_COST, exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(f"run=(?!{but})"), timeout=RUN_MS)
    return parse_qs(urlsplit(page.url).query)["run"][0]


def test_starred_passages_become_a_set_that_is_run_to_a_trace_and_compared(
    open_page: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = open_page("ask", ws="Handbook")
    star_two_and_say_what_is_expected(page)
    shot(page, "stars")
    page.locator(".st-key-ask-stars").get_by_role("link", name=questions.TO_EVALUATE).click()
    expect(page.get_by_role("combobox", name=own.SET, exact=True)).to_have_value("My questions")
    shot(page, "own-set")
    first = run_the_one(page, "Careful")
    miss = page.locator("[class*='st-key-miss-']").first
    expect(miss).to_be_visible()
    link = miss.get_by_role("link", name=re.compile(own.TRACE.partition(":")[0])).first
    if not link.is_visible():
        miss.locator("summary").click()
    link.click()
    expect(page.get_by_role("heading", name=compare.TITLE, exact=True)).to_be_visible()
    expect(page.get_by_text("not kept").or_(page.get_by_text("kept, passage")).first).to_be_visible()

    page = open_page("evaluate", ws="Handbook", set="My questions")
    page.get_by_role("radio", name="Classic").click()
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    second = run_the_one(page, "Classic", but=first)
    page = open_page("evaluate", ws="Handbook", run=second, beside=first)
    expect(page.get_by_text("merge rule Careful → Classic")).to_be_visible()
    shot(page, "own-beside")
