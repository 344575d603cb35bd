"""Asking in a real browser, over a scripted Ollama: streamed, checked, stopped, not found, and found again next day."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Engine, Settings
from pages.parts import words
from pages.parts import words_answer as told
from pages.parts import words_ask as own
from pages.parts import words_compare as compare
from pages.parts.ask_state import DEFAULT_MODE
from tests.adapters.ollama_server import CHAT, EMBED, Body, Breaks, OllamaStub, Says, serving
from tests.app.workspace import record
from tests.browser.conftest import running

QUESTION = "How long is the daily backup kept?"
PASSAGE = "On the Business plan the daily backup is kept for 7 days. Older copies are overwritten."
GOOD = "On the Business plan the daily backup is kept for 7 days [1]. "
MADE_UP = "<b>Penguins</b> run the data centre [97]."
RECORDS = (
    record("backup.md", PASSAGE, [{"name": "Daily backup", "type": "process", "description": "Is kept for 7 days."}]),
    record("export.md", "An export writes CSV.", [{"name": "Export", "type": "feature", "description": "Writes."}]),
)
WAIT_MS = 90_000

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


class Script:
    """What the server says to a question; `pause_s` before each answer."""

    def __init__(self) -> None:
        self.answer: Any = Says(GOOD + MADE_UP)
        self.pause_s = 0.0

    def popleft(self) -> Any:
        return self._act

    def _act(self, body: Body) -> Any:
        wanted = (body.get("format") or {}).get("properties", {})
        if "low_level_keywords" in wanted:
            return Says('{"high_level_keywords": ["retention"], "low_level_keywords": ["Daily backup"]}')
        if "question" in wanted:
            return Says('{"question": "Is the daily backup kept on the Enterprise plan?"}')
        time.sleep(self.pause_s)
        return self.answer


@pytest.fixture(scope="module")
def stub() -> Iterator[OllamaStub]:
    with serving() as stub:
        yield stub


@pytest.fixture
def script(stub: OllamaStub) -> Script:
    stub.chats = made = Script()  # type: ignore[assignment]
    return made


@pytest.fixture(scope="module")
def prepare(stub: OllamaStub) -> Iterator[Callable[[Path], None]]:
    def fill(folder: Path) -> None:
        settings = Settings(folder)
        path = bootstrap.create_workspace(settings, "Handbook", Engine("ollama", CHAT, EMBED))
        explorer = bootstrap.open_workspace(path, settings)
        lines = "\n".join(json.dumps(row) for row in RECORDS)
        explorer.intake.add([Incoming("uploads", "records.jsonl", lines.encode())])
        explorer.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", stub.url)
        yield fill


def ask(page: Page, question: str) -> Locator:
    """Type it and press Enter; the place of its answer."""
    field = page.get_by_role("textbox", name=own.QUESTION)
    field.fill(question)
    field.press("Enter")
    return page.locator(".lp-answer")


def answered(page: Page) -> Locator:
    """Wait until it has ended; the answer."""
    expect(page).to_have_url(re.compile("run="))
    expect(page.get_by_role("button", name=own.STOP, exact=True)).to_have_count(0)
    expect(page.locator(".st-key-ask-meta")).to_be_visible()
    expect(page.locator(".lp-answer .text[aria-busy=true]")).to_have_count(0)  # what was being written goes a bit later
    return page.locator(".lp-answer")


def test_a_made_up_citation_is_taken_out_and_each_sentence_shows_its_passage(
    open_page: Open, script: Script, shot: Shot
) -> None:
    page = open_page("ask", ws="Handbook")
    ask(page, QUESTION)
    answer = answered(page)
    expect(answer.locator(".text")).to_contain_text(MADE_UP.removesuffix(" [97]."))
    expect(answer.locator(".text b")).to_have_count(0)
    expect(answer.locator(".text")).not_to_contain_text("[97]")
    expect(answer.get_by_text(told.REMOVED_ONE.format(numbers="[97]"))).to_be_visible()
    expect(answer.locator(".pane mark")).to_have_text("On the Business plan the daily backup is kept for 7 days.")
    shot(page, "answered")

    answer.locator(".sentence.unbacked").click()
    expect(answer.locator(".pane .warn")).to_contain_text(told.ANSWER_STRINGS["unbacked"])
    shot(page, "unbacked")
    answer.get_by_role("button", name="Passage 1").click()
    expect(answer.locator(".pane header")).to_contain_text("backup.md")
    answer.get_by_role("button", name=told.ANSWER_STRINGS["why"]).click()
    expect(page.get_by_role("dialog")).to_contain_text(compare.MODES[DEFAULT_MODE][1])
    shot(page, "why")
    page.keyboard.press("Escape")
    answer.get_by_role("button", name=told.ANSWER_STRINGS["original"]).click()
    expect(page.get_by_role("dialog")).to_contain_text("Older copies are overwritten.")
    shot(page, "original")


def test_quotes_are_copied_with_their_source(open_page: Open, script: Script) -> None:
    page = open_page("ask", ws="Handbook", q=QUESTION)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answer = answered(page)
    answer.get_by_role("button", name=told.ANSWER_STRINGS["copy"]).click()
    expect(answer.get_by_text(told.ANSWER_STRINGS["copied"])).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    quote, source = copied.split("\n")
    assert quote == "“On the Business plan the daily backup is kept for 7 days.”"
    assert source.startswith("— backup.md, passage 1, revision ")


def test_a_question_is_stopped_and_what_was_written_stays(open_page: Open, script: Script, shot: Shot) -> None:
    script.answer = Breaks("hang", text=f"{GOOD}Older copies")
    page = open_page("ask", ws="Handbook")
    ask(page, "What is written at length?")
    expect(page.locator(".lp-answer .text")).to_contain_text("Older copies")
    shot(page, "writing")
    page.get_by_role("button", name=own.STOP, exact=True).last.click()
    answer = answered(page)
    expect(answer.locator(".text")).to_contain_text("Older copies")
    expect(answer.get_by_text(told.INCOMPLETE)).to_be_visible()
    expect(page.get_by_role("button", name=own.WRITE_AGAIN)).to_be_visible()
    shot(page, "stopped")


def test_not_in_the_documents_is_shown_as_an_answer(open_page: Open, script: Script, shot: Shot) -> None:
    script.answer = Says("The documents do not say.")
    page = open_page("ask", ws="Handbook")
    ask(page, "Is there a base on the moon?")
    calm = answered(page).locator(".calm")
    expect(calm).to_contain_text(told.ANSWER_STRINGS["notFound"])
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    shot(page, "not-found")


def test_who_leaves_the_page_finds_the_answer_and_so_does_another_tab(open_page: Open, script: Script) -> None:
    script.answer, script.pause_s = Says(GOOD), 3.0
    page = open_page("ask", ws="Handbook")
    ask(page, "Is it kept for a week?")
    expect(page.get_by_role("button", name=own.STOP, exact=True).last).to_be_visible()
    nav = page.get_by_test_id("stSidebarNav")
    nav.get_by_role("link", name=words.PAGES["documents"][0]).click()
    expect(page).to_have_url(re.compile("/documents"))
    nav.get_by_role("link", name=words.PAGES["ask"][0], exact=True).click()
    expect(answered(page).locator(".text")).to_contain_text("kept for 7 days")
    other = open_page()
    other.goto(page.url)
    expect(answered(other).locator(".text")).to_contain_text("kept for 7 days")


def test_a_follow_up_is_understood_in_full(open_page: Open, script: Script, shot: Shot) -> None:
    script.answer = Says(GOOD)
    page = open_page("ask", ws="Handbook")
    ask(page, QUESTION)
    answered(page)
    field = page.get_by_test_id("stChatInput").get_by_role("textbox")
    field.fill("And on Enterprise?")
    field.press("Enter")
    understood = page.locator(".st-key-ask-understood")
    expect(understood).to_contain_text("Is the daily backup kept on the Enterprise plan?")
    answered(page)
    expect(page.get_by_text(own.EARLIER)).to_be_visible()
    assert "turn=" in page.url
    shot(page, "follow-up")


def test_a_copied_link_opens_the_passage_that_was_open(open_page: Open, script: Script) -> None:
    page = open_page("ask", ws="Handbook", q=QUESTION, mode="naive")
    answer = answered(page)
    answer.locator("summary").click()
    answer.locator(".given [data-cite='2']").click()
    expect(page).to_have_url(re.compile("cite=2"))
    title = answer.locator(".pane header b").inner_text()
    page.goto(page.url)
    expect(page.locator(".lp-answer .pane header b")).to_have_text(title)


def test_on_a_narrow_window_every_mode_keeps_its_border(open_page: Open) -> None:
    page = open_page("ask", ws="Handbook", WIDTH=420)
    modes = page.locator(".st-key-ask-mode").get_by_role("radio")
    expect(modes).to_have_count(6)
    sides = "all => all.map((one) => [getComputedStyle(one).borderLeftColor, getComputedStyle(one).borderRightColor])"
    assert not [side for pair in modes.evaluate_all(sides) for side in pair if side == "rgba(0, 0, 0, 0)"]


@pytest.mark.parametrize(("dark", "width"), [(True, 1280), (False, 420)])
def test_it_follows_dark_and_narrow_windows(
    open_page: Open, script: Script, shot: Shot, dark: bool, width: int
) -> None:
    page = open_page("ask", ws="Handbook", q=QUESTION, DARK=dark, WIDTH=width)
    answer = answered(page)
    answer.locator(".cite").first.click()
    expect(answer.locator(".pane mark")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shot(page, f"{'dark' if dark else 'light'}-{width}")


def test_it_is_found_again_next_day(
    chromium: Browser, tmp_path: Path, prepare: Callable[[Path], None], stub: OllamaStub, script: Script, shot: Shot
) -> None:
    prepare(tmp_path)
    with running(tmp_path) as server:
        page = chromium.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.url("ask", ws="Handbook"))
        ask(page, QUESTION)
        text = answered(page).locator(".text").inner_text()
        link = page.url.removeprefix(server.address)
        page.close()
    asked = len(stub.asked("/api/chat"))
    with running(tmp_path) as server:
        page = chromium.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.url(ws="Handbook"))
        page.get_by_text(QUESTION).first.click()
        assert answered(page).locator(".text").inner_text() == text
        expect(page.get_by_role("textbox", name=own.QUESTION)).to_have_value(QUESTION)
        shot(page, "next-day")
        page.goto(f"{server.address}{link}")
        assert answered(page).locator(".text").inner_text() == text
        page.close()
    assert len(stub.asked("/api/chat")) == asked
