"""Reading in a real browser: it can be stopped and gone on with, outlives a reload, and is seen from a second tab."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Engine, Settings
from pages.parts import words as everywhere
from pages.parts import words_documents as words
from pages.parts import words_home as home
from tests.app.workspace import add_workspace, record

READ_MS = 180_000
SENTENCES = 7200
"""So many that a quick machine has not read them all before it is told to stop, three times over."""
SENTENCE = "The {0} desk of town {1} sends its daily report to the Office of Harbour {1}. "
ALL_READ = re.compile(r"All [\d,]+ passages have been read")
SOME = re.compile(r"^[1-9][\d,]* of [\d,]+")
WAITING = re.compile(r"of [\d,]+ passages have not been read yet")

expect.set_options(timeout=READ_MS)

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


def _long(settings: Settings, name: str) -> None:
    """A workspace whose passages take a while to read."""
    explorer = bootstrap.open_workspace(bootstrap.create_workspace(settings, name, Engine("embedded")), settings)
    text = "".join(SENTENCE.format(("harbour", "support", "border")[i % 3], i) for i in range(SENTENCES))
    explorer.intake.add([Incoming("uploads", "towns.txt", text.encode())])
    explorer.close()


@pytest.fixture(scope="module")
def prepare() -> Iterator[Callable[[Path], None]]:
    def fill(folder: Path) -> None:
        _long(Settings(folder), "Towns")
        add_workspace(folder, "Small", [record("a.md", "Data is kept.", [{"name": "Data"}, {"name": ""}])])

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
        yield fill


def start(page: Page) -> None:
    page.get_by_role("button", name=re.compile(f"{words.BEGIN}|{words.GO_ON}")).click()
    expect(reading(page)).to_be_visible()


def reading(page: Page):
    return page.locator(".st-key-reading")


def some_read(page: Page) -> None:
    """Wait until passages are being read and at least one has been, however long that takes."""
    expect(reading(page).get_by_text(words.STAGES["reading"][0])).to_be_visible()
    expect(reading(page).get_by_test_id("stProgress").get_by_text(SOME)).to_be_visible()


def stop(page: Page) -> None:
    page.get_by_role("button", name=words.STOP).click()
    expect(page.get_by_text(WAITING)).to_be_visible()
    expect(page.get_by_role("button", name=words.GO_ON)).to_be_visible()


def test_reading_outlives_a_reload_and_is_seen_from_a_second_tab(open_page: Open, shot: Shot) -> None:
    page = open_page("documents", ws="Towns")
    start(page)
    expect(reading(page).get_by_test_id("stProgress").get_by_text(re.compile(r"[\d,]+ of [\d,]+"))).to_be_visible()
    shot(page, "reading")
    page.reload()
    expect(reading(page)).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(reading(other)).to_be_visible()
    other.get_by_test_id("stSidebarNav").get_by_role("link", name=everywhere.PAGES["home"][0]).click()
    expect(other.get_by_test_id("stMetric").first).to_be_visible()
    expect(reading(other)).to_be_visible()
    stop(other)
    expect(page.get_by_role("button", name=words.GO_ON)).to_be_visible()


def test_what_was_stopped_goes_on_where_it_was(open_page: Open, shot: Shot) -> None:
    page = open_page("documents", ws="Towns")
    start(page)
    some_read(page)
    page.get_by_role("button", name=words.PAUSE).click()
    expect(page.get_by_text(words.PAUSED)).to_be_visible()
    shot(page, "paused")
    page.get_by_role("button", name=words.RESUME, exact=True).click()
    expect(page.get_by_text(words.USABLE)).to_be_visible()
    stop(page)
    expect(page.get_by_text(words.STOPPED)).to_be_visible()
    shot(page, "stopped")
    before = _pending(page)
    start(page)
    some_read(page)
    stop(page)
    assert _pending(page) < before


def _pending(page: Page) -> int:
    found = re.search(r"([\d,]+) of [\d,]+ passages have not", page.locator(".st-key-waiting").inner_text())
    assert found
    return int(found[1].replace(",", ""))


def test_the_page_stays_usable_while_it_reads(open_page: Open) -> None:
    page = open_page("documents", ws="Towns")
    start(page)
    page.get_by_text(words.VIEWS["export"]).click()
    expect(page.get_by_role("button", name=words.EXPORT_FILES["records.jsonl"])).to_be_visible()
    page.get_by_text(words.ADD, exact=True).click()
    page.get_by_role("tab", name=words.WAYS[2]).click()
    page.get_by_role("textbox", name=words.TEXT, exact=True).fill("Half a tho")
    page.wait_for_timeout(2500)
    expect(page.get_by_role("textbox", name=words.TEXT, exact=True)).to_have_value("Half a tho")
    stop(page)


def test_files_are_added_and_a_row_opens_its_document(open_page: Open, tmp_path: Path, shot: Shot) -> None:
    good = tmp_path / 'a "quoted" 名.md'
    good.write_text("The daily backup is kept for seven days.\n\n<img src=x onerror=hacked=1>", encoding="utf-8")
    page = open_page("documents", ws="Small")
    page.get_by_text(words.ADD, exact=True).click()
    page.get_by_test_id("stFileUploader").locator("input").set_input_files(
        [good, _file(tmp_path, "ff.txt", b"\xff" * 99)]
    )
    page.get_by_role("button", name=words.ADD_FILES.format(count=2)).click()
    expect(page.get_by_text("1 added; 1 not read")).to_be_visible()
    expect(page.get_by_text(ALL_READ)).to_be_visible()
    page.get_by_test_id("stDataFrame").first.click(position={"x": 14, "y": 88})
    document = page.locator(".st-key-document")
    expect(document.get_by_role("heading")).to_be_visible()
    expect(document.get_by_text("<img src=x onerror=hacked=1>").first).to_be_visible()
    assert page.evaluate("window.hacked") is None
    assert "doc=uploads" in page.url
    shot(page, "document")


def _file(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_a_list_and_an_export_can_be_saved(open_page: Open, tmp_path: Path) -> None:
    page = open_page("documents", ws="Small", view="rows")
    with page.expect_download() as rows:
        page.get_by_role("button", name=words.SAVE_LIST).click()
    assert words.ROW_KINDS["rejected"] in Path(rows.value.path()).read_text("utf-8-sig")
    page.get_by_text(words.VIEWS["export"]).click()
    with page.expect_download() as records:
        page.get_by_role("button", name=words.EXPORT_FILES["records.jsonl"]).click()
    assert '"Data"' in Path(records.value.path()).read_text("utf-8")


@pytest.mark.parametrize(("dark", "width"), [(True, 1280), (False, 420)])
def test_it_follows_dark_and_narrow_windows(open_page: Open, shot: Shot, dark: bool, width: int) -> None:
    page = open_page("documents", ws="Small", DARK=dark, WIDTH=width)
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shot(page, f"{'dark' if dark else 'light'}-{width}")


def test_another_workspace_is_made_with_a_name_and_a_click(open_page: Open, shot: Shot) -> None:
    page = open_page()
    page.get_by_text(home.NEW).click()
    page.get_by_role("textbox", name=home.NAME).fill("Second")
    page.get_by_role("button", name=home.CREATE).click()
    expect(page.get_by_role("heading", name=words.TITLE, exact=True)).to_be_visible()
    expect(page.get_by_test_id("stSidebar").get_by_role("combobox")).to_have_value("Second")
    expect(page.get_by_role("heading", name=words.EMPTY)).to_be_visible()
    shot(page, "second")
