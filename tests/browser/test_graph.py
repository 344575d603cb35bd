"""The Graph page in a real browser: clicks come back, the view stays, links open cards, and nothing calls out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.parts import words
from tests.app.test_graph import RECORDS
from tests.app.workspace import add_workspace, record
from tests.browser.conftest import Server, graph_drawn

HOSTILE = "![x](http://example.org/a.png) $x^2$ :smile: :material/home: <img src=x onerror=hacked=1> http://example.org"

FORBIDDEN = (
    "img, a:not([href*='/documents?'], [href^='documents?']), script, .katex, [data-testid=stIconMaterial]:text('home')"
)
"""What text of a document must not become; our own links to documents are no such thing."""

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


def _wheel(spokes: int) -> dict:
    names = [f"Spoke {i:03}" for i in range(spokes)]
    entities = [{"name": "Hub", "type": "centre", "description": "In the middle."}]
    entities += [{"name": name, "type": f"kind {i % 12}"} for i, name in enumerate(names)]
    return record(
        "wheel.md", "The hub turns.", entities, [{"source": "Hub", "target": n, "keywords": "turns"} for n in names]
    )


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    def fill(home: Path) -> None:
        add_workspace(home, "plans", RECORDS)
        add_workspace(home, "wheel", [_wheel(320)])
        hostile = {"name": HOSTILE, "type": HOSTILE, "description": HOSTILE}
        other = {"source": HOSTILE, "target": "Target", "description": HOSTILE, "keywords": HOSTILE}
        add_workspace(home, "hostile", [record(HOSTILE, f"A text: {HOSTILE}.", [hostile], [other])])

    return fill


def at(page: Page, key: str) -> tuple[float, float]:
    """Where on the page a node is drawn."""
    x, y = graph_drawn(page).evaluate(
        """(root, key) => {
            const spot = root.lightprism.net.canvasToDOM(root.lightprism.net.getPosition(key));
            const box = root.querySelector(".lp-net").getBoundingClientRect();
            return [box.x + spot.x, box.y + spot.y];
        }""",
        key,
    )
    return x, y


def between(page: Page, a: str, b: str) -> tuple[float, float]:
    (ax, ay), (bx, by) = at(page, a), at(page, b)
    return (ax + bx) / 2, (ay + by) / 2


def view(page: Page) -> tuple[float, dict[str, float]]:
    scale, centre = graph_drawn(page).evaluate(
        "root => [root.lightprism.net.getScale(), root.lightprism.net.getViewPosition()]"
    )
    return scale, centre


def drawn_nodes(page: Page) -> int:
    return int(graph_drawn(page).evaluate("root => root.lightprism.nodes.length"))


def card(page: Page):
    return page.locator(".st-key-card")


def test_the_first_request_may_be_a_link_to_the_page(open_page: Open, server: Server, shot: Shot) -> None:
    page = open_page("graph", ws="plans")
    graph_drawn(page)
    expect(page.get_by_role("link", name=words.PAGES["home"][0])).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)
    shot(page, "small")


def test_a_click_on_a_node_opens_its_card_and_keeps_the_view(open_page: Open, shot: Shot) -> None:
    page = open_page("graph", ws="plans")
    before = view(page)
    page.mouse.click(*at(page, "daily backup"))
    expect(card(page).get_by_role("heading", name="Daily backup")).to_be_visible()
    expect(card(page).get_by_text("Is kept for 30 days.").first).to_be_visible()
    assert view(page) == before
    assert "node=daily+backup" in page.url
    shot(page, "card")


def test_a_click_on_a_line_opens_the_relation(open_page: Open) -> None:
    page = open_page("graph", ws="plans")
    page.mouse.click(*between(page, "data", "daily backup"))
    expect(card(page).get_by_text("Backups hold data.").first).to_be_visible()
    expect(card(page).locator("mark")).to_have_text(["Daily backups", "data"])


def test_a_click_on_the_ground_closes_the_card(open_page: Open) -> None:
    page = open_page("graph", ws="plans", node="export")
    expect(card(page).get_by_role("heading", name="Export")).to_be_visible()
    box = graph_drawn(page).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 6, box["y"] + 6)
    expect(card(page).get_by_text(words.CARD_NONE)).to_be_visible()
    assert "node=" not in page.url


def test_passages_mark_the_words_that_named_it(open_page: Open, shot: Shot) -> None:
    page = open_page("graph", ws="plans", node="daily backup")
    card(page).get_by_role("tab", name=words.TAB_PASSAGES).click()
    expect(card(page).locator("mark")).to_have_text(["Daily backups", "daily backup"])
    shot(page, "passages")


def test_a_double_click_adds_neighbours_and_moves_nothing(open_page: Open) -> None:
    page = open_page("graph", ws="plans", around="data")
    graph_drawn(page)
    assert drawn_nodes(page) == 2
    before, spot = view(page), at(page, "daily backup")
    page.mouse.dblclick(*spot)
    expect(page.get_by_text("Showing 3 of")).to_be_visible()
    page.wait_for_function("document.querySelector('.st-key-graph')")
    assert (view(page), drawn_nodes(page), at(page, "daily backup")) == (before, 3, spot)


def test_searching_goes_to_the_entity(open_page: Open, shot: Shot) -> None:
    page = open_page("graph", ws="wheel")
    graph_drawn(page)
    page.get_by_placeholder(words.FIND_PLACEHOLDER).fill("spoke 301")
    page.keyboard.press("Enter")
    expect(card(page).get_by_role("heading", name="Spoke 301")).to_be_visible()
    page.wait_for_timeout(600)
    box = graph_drawn(page).bounding_box()
    assert box is not None
    x, y = at(page, "spoke 301")
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    shot(page, "found")


def test_a_row_of_the_table_opens_its_card(open_page: Open) -> None:
    page = open_page("graph", ws="plans")
    graph_drawn(page)
    page.get_by_text(words.TABLE).click()
    table = page.get_by_test_id("stDataFrame").first
    table.click(position={"x": 14, "y": 52})
    expect(card(page).get_by_role("heading", name="Daily backup")).to_be_visible()


def test_hostile_text_is_shown_as_it_is_and_runs_nothing(open_page: Open, shot: Shot) -> None:
    page = open_page("graph", ws="hostile")
    graph_drawn(page)
    page.get_by_placeholder(words.FIND_PLACEHOLDER).fill("![x]")
    page.keyboard.press("Enter")
    title = card(page).get_by_role("heading")
    expect(title).to_be_visible()
    assert title.inner_text().replace("\u2060", "") == HOSTILE
    expect(card(page).get_by_test_id("stText").first).to_have_text(HOSTILE)
    for tab in (words.TAB_RELATIONS, words.TAB_PASSAGES, words.TAB_MENTIONS):
        card(page).get_by_role("tab", name=tab).click()
        expect(card(page).get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        page.wait_for_timeout(400)
        assert card(page).locator(FORBIDDEN).count() == 0
    page.mouse.move(*at(page, "target"))
    assert page.evaluate("window.hacked") is None
    shot(page, "hostile")


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 1280), (False, 420), (True, 420)])
def test_it_follows_light_and_dark_and_narrow_windows(open_page: Open, shot: Shot, dark: bool, width: int) -> None:
    page = open_page("graph", ws="wheel", DARK=dark, WIDTH=width)
    root = graph_drawn(page)
    ground = root.evaluate("root => root.lightprism.theme.ground")
    assert ground == ("#10141f" if dark else "#ffffff")
    box = root.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shot(page, f"{'dark' if dark else 'light'}-{width}")


def test_the_theme_may_change_while_the_page_is_open(open_page: Open) -> None:
    page = open_page("graph", ws="plans")
    graph_drawn(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        """() => [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('.lp-graph'))
            .some(root => root?.lightprism?.theme.ground === '#10141f')"""
    )


def test_the_view_stays_when_the_page_is_left_and_opened_again(open_page: Open) -> None:
    page = open_page("graph", ws="plans")
    graph_drawn(page).get_by_role("button", name=words.GRAPH_STRINGS["zoomIn"]).click()
    page.wait_for_timeout(400)
    before = view(page)
    page.get_by_role("link", name=words.PAGES["home"][0]).click()
    expect(page.locator(".lp-graph")).to_have_count(0)
    page.get_by_role("link", name=words.PAGES["graph"][0]).click()
    scale, centre = view(page)
    assert scale == pytest.approx(before[0])
    assert centre == pytest.approx(before[1], abs=0.01)


def test_a_step_back_opens_what_was_open_before(open_page: Open) -> None:
    page = open_page("graph", ws="plans", node="data")
    expect(card(page).get_by_role("heading", name="Data")).to_be_visible()
    page.mouse.click(*at(page, "export"))
    expect(card(page).get_by_role("heading", name="Export")).to_be_visible()
    page.go_back()
    expect(card(page).get_by_role("heading", name="Data")).to_be_visible()


def test_the_address_is_whole_again_when_the_page_is_opened_again(open_page: Open) -> None:
    page = open_page("graph", ws="plans", node="data")
    expect(card(page).get_by_role("heading", name="Data")).to_be_visible()
    page.get_by_role("link", name=words.PAGES["home"][0]).click()
    expect(page.locator(".lp-graph")).to_have_count(0)
    page.get_by_role("link", name=words.PAGES["graph"][0]).click()
    expect(card(page).get_by_role("heading", name="Data")).to_be_visible()
    page.wait_for_url("**node=data**")
    assert "ws=plans" in page.url


def test_the_graph_in_view_can_be_saved(open_page: Open, tmp_path: Path) -> None:
    page = open_page("graph", ws="plans", around="data")
    graph_drawn(page)
    with page.expect_download() as started:
        page.get_by_role("button", name=words.SAVE_HTML).click()
    saved = tmp_path / "graph.html"
    started.value.save_as(saved)
    assert "Daily backup" in saved.read_text("utf-8")
    assert "Account deletion" not in saved.read_text("utf-8")


def test_in_a_narrow_window_a_click_brings_the_card_into_view(open_page: Open, shot: Shot) -> None:
    page = open_page("graph", ws="plans", WIDTH=420)
    graph_drawn(page).scroll_into_view_if_needed()
    page.mouse.click(*at(page, "daily backup"))
    expect(card(page).get_by_role("heading", name="Daily backup")).to_be_in_viewport()
    shot(page, "narrow-card")
