"""Models in a real browser, over a scripted Ollama: a pull, a test, reading stopped and gone on with, a retry."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.domain.chunking import Chunking
from core.settings import Engine, Settings
from pages.parts import words_documents as documents
from pages.parts import words_extraction as extraction
from pages.parts import words_settings as words
from tests.adapters.ollama_server import CHAT, EMBED, OllamaStub, Says, serving
from tests.browser.conftest import WAIT_MS

GB = 1_000_000_000
PASSAGES = 14
REPLY = '{"entities": [{"name": "Harbour", "type": "place", "description": "It has a desk."}], "relations": []}'
PROSE = "Sure! This passage is about lamps, and it was a pleasure to read."

expect.set_options(timeout=WAIT_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


def slowly(_: dict[str, Any]) -> Says:
    time.sleep(0.5)
    return Says(REPLY)


@pytest.fixture(scope="module")
def stub() -> Iterator[OllamaStub]:
    with serving() as stub:
        yield stub


@pytest.fixture(scope="module")
def prepare(stub: OllamaStub) -> Iterator[Callable[[Path], None]]:
    def fill(folder: Path) -> None:
        text = "\n\n".join(f"The desk of the Harbour sends report {n} to the office." for n in range(PASSAGES))
        _add(folder, "Harbour", text, Chunking("characters", 60, 0))
        _add(folder, "Lamps", "The lamps of the Harbour are lit at dusk.")
        bootstrap.create_workspace(Settings(folder), "Elsewhere", Engine("ollama", CHAT, EMBED, host="127.0.0.1:9"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", stub.url)
        yield fill


def _add(folder: Path, name: str, text: str, chunking: Chunking | None = None) -> None:
    """A workspace read by the scripted server, with one text that waits."""
    settings = Settings(folder)
    path = bootstrap.create_workspace(settings, name, Engine("ollama", CHAT, EMBED), chunking)
    explorer = bootstrap.open_workspace(path, settings)
    explorer.intake.add_text("Note", text)
    explorer.close()


def test_a_pull_shows_its_progress_and_can_be_cancelled(open_page: Open, stub: OllamaStub, shot: Shot) -> None:
    layer = {"status": "pulling 8eeb", "digest": "sha256:8e", "total": 4 * GB}
    stub.pulls, stub.pull_hangs = [layer | {"completed": GB}, layer | {"completed": 3 * GB}], True
    page = open_page("settings", ws="Harbour")
    page.get_by_text(words.PULL, exact=True).click()
    page.get_by_role("textbox", name=words.PULL_NAME).fill("new:4b")
    page.get_by_role("button", name=words.PULL_BUTTON, exact=True).click()
    expect(page.get_by_text("3.0 GB of 4.0 GB")).to_be_visible()
    expect(page.get_by_test_id("stProgress")).to_be_visible()
    shot(page, "pulling")
    page.reload()
    expect(page.get_by_text("3.0 GB of 4.0 GB")).to_be_visible()
    page.get_by_role("button", name=words.CANCEL).click()
    expect(page.get_by_text("What is downloaded is kept for later")).to_be_visible()
    assert [body["model"] for body in stub.asked("/api/pull")] == ["new:4b"]
    shot(page, "pull-cancelled")


def test_the_test_button_shows_a_real_reply_and_its_speed(open_page: Open, stub: OllamaStub, shot: Shot) -> None:
    stub.chats.append(lambda _: Says("A gardener sows <b>early</b> beds."))
    page = open_page("settings", ws="Harbour")
    page.get_by_role("button", name=words.TEST).click()
    tested = page.locator(".st-key-settings-tested")
    expect(tested.get_by_text("A gardener sows <b>early</b> beds.")).to_be_visible()
    expect(tested.get_by_text(re.compile(r"first word after [\d.]+ s"))).to_be_visible()
    expect(tested.get_by_text(re.compile(r"8 dimensions, a passage of 20 words in [\d.]+ s"))).to_be_visible()
    shot(page, "tested")


def test_a_server_that_does_not_answer_is_named_with_what_to_do(open_page: Open, shot: Shot) -> None:
    page = open_page("settings", ws="Elsewhere")
    alert = page.get_by_test_id("stAlert").first
    expect(alert).to_contain_text("No Ollama answers at")
    expect(alert).to_contain_text("ollama serve")
    shot(page, "silent")


def test_reading_is_stopped_and_goes_on_without_asking_twice(open_page: Open, stub: OllamaStub, shot: Shot) -> None:
    stub.chats.extend([slowly] * 3 * PASSAGES)
    page = open_page("documents", ws="Harbour")
    page.get_by_role("button", name=documents.BEGIN).click()
    # Passages are embedded before any is read, and that has a progress of its own.
    reading = page.locator(".st-key-reading").filter(has_text=documents.STAGES["reading"][0])
    expect(reading.get_by_test_id("stProgress").get_by_text(re.compile(r"[1-9]\d* of \d+"))).to_be_visible()
    shot(page, "reading")
    page.get_by_role("button", name=documents.STOP).click()
    expect(page.get_by_role("button", name=documents.GO_ON)).to_be_visible()
    stub.chats.clear()
    asked = len(stub.asked("/api/chat"))
    waiting = re.search(r"(\d+) of \d+ passages", page.locator(".st-key-waiting").inner_text())
    assert waiting
    assert 0 < int(waiting[1]) < PASSAGES
    page.get_by_role("button", name=documents.GO_ON).click()
    expect(page.get_by_text(re.compile(r"All \d+ passages have been read"))).to_be_visible()
    assert len(stub.asked("/api/chat")) == asked + int(waiting[1])


def test_a_failed_passage_shows_why_and_is_read_again(open_page: Open, stub: OllamaStub, shot: Shot) -> None:
    stub.chats.extend(Says(PROSE) for _ in range(20))
    page = open_page("documents", ws="Lamps")
    page.get_by_role("button", name=documents.BEGIN).click()
    expect(page.locator(".st-key-some-failed")).to_be_visible()
    page.get_by_role("link", name=extraction.TITLE).click()
    failed = page.locator(".st-key-extraction-failed")
    expect(failed.get_by_text(extraction.FAILED)).to_be_visible()
    expect(failed.get_by_text(PROSE)).to_be_visible()
    shot(page, "failed")
    stub.chats.clear()
    stub.chats.append(Says(REPLY))
    failed.get_by_role("button", name=extraction.RETRY).click()
    expect(failed).to_have_count(0)
    expect(page.get_by_role("tab", name="Entities 1")).to_be_visible()
    expect(page.locator("mark", has_text="Harbour")).to_be_visible()
    shot(page, "retried")


def test_a_second_reading_stands_beside_the_first(open_page: Open, stub: OllamaStub, shot: Shot) -> None:
    stub.chats.clear()
    stub.chats.append(Says(REPLY.replace("Harbour", "Lamps")))
    page = open_page("extraction", ws="Harbour")
    page.get_by_role("combobox", name=extraction.STYLE).click()
    page.get_by_role("option", name=words.STYLES["tuple"][0]).click()
    page.get_by_role("button", name=extraction.READ_NOW).click()
    beside = page.locator(".st-key-again-result")
    expect(beside.get_by_text(extraction.SECOND_TITLE, exact=True)).to_be_visible()
    expect(beside.get_by_text(extraction.ONLY_HERE).first).to_be_visible()
    shot(page, "side-by-side")


@pytest.mark.parametrize("name", ["settings", "extraction"])
@pytest.mark.parametrize(("dark", "width"), [(True, 1280), (False, 420)])
def test_they_follow_dark_and_narrow_windows(open_page: Open, shot: Shot, name: str, dark: bool, width: int) -> None:
    page = open_page(name, ws="Harbour", DARK=dark, WIDTH=width)
    expect(page.get_by_role("combobox").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shot(page, f"{name}-{'dark' if dark else 'light'}-{width}")
