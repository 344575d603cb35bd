"""A real browser on the real server: Chromium by Playwright, `streamlit run app.py` on a free port of 127.0.0.1.

Every address that a page asks for is written down, and a test fails if one is not this machine. Without Chromium the
tests are skipped, except where CI=true says that it must be there. LP_SHOTS names a folder for screenshots.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_MS = 90_000


@dataclass(frozen=True)
class Server:
    """A running app. `home` holds its workspaces; `log` is what the server wrote."""

    address: str
    home: Path
    log: Path

    def url(self, page: str = "", **fields: str) -> str:
        return f"{self.address}/{page}" + (f"?{urlencode(fields)}" if fields else "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def _chromium() -> str:
    """The browser to drive; skips where there is none, unless CI=true."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""
    if path and Path(path).exists():
        return path
    if os.environ.get("CI") == "true":
        pytest.fail("Chromium is not installed: install Debian's package `chromium`, or name it in CHROMIUM.")
    pytest.skip("Chromium is not installed (Debian: `apt-get install chromium`), and CHROMIUM names none.")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = _chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepare: Callable[[Path], None]) -> Iterator[Server]:
    """The app over a home of its own. A module fills it beforehand by overriding the fixture `prepare`."""
    _chromium()
    home = tmp_path_factory.mktemp("home")
    prepare(home)
    with running(home) as found:
        yield found


@contextmanager
def running(home: Path) -> Iterator[Server]:
    """The app over a home, until the end of the block."""
    port, log = _free_port(), home / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true", f"--server.port={port}"]
    environment = {**os.environ, "LIGHTPRISM_HOME": str(home)}
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            found = Server(f"http://127.0.0.1:{port}", home, log)
            _await_health(found, process)
            yield found
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture(scope="module")
def prepare() -> Callable[[Path], None]:
    """What fills a home before the server starts: nothing."""
    return lambda home: None


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens pages of the app: `open_page("graph", ws="x")`; DARK and WIDTH are the browser's."""
    contexts, asked = [], []

    def open_(page: str = "", *, DARK: bool = False, WIDTH: int = 1280, **fields: str) -> Page:
        context = chromium.new_context(
            viewport={"width": WIDTH, "height": 900}, color_scheme="dark" if DARK else "light"
        )
        contexts.append(context)
        context.set_default_timeout(WAIT_MS)
        tab = context.new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("websocket", lambda socket: asked.append(socket.url))
        tab.goto(server.url(page, **fields))
        return tab

    yield open_
    for context in contexts:
        context.close()
    assert asked
    assert [url for url in asked if not _is_local(url)] == []


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Saves a picture of a page under the test's module and the given name, where LP_SHOTS names a folder."""

    def save(page: Page, name: str) -> None:
        folder = os.environ.get("LP_SHOTS")
        if folder:
            page.wait_for_timeout(500)
            page.screenshot(path=Path(folder) / f"{request.module.__name__.rpartition('.')[2]}-{name}.png")

    return save


def settled(page: Page) -> Page:
    """Wait until Streamlit's script has run to its end."""
    page.get_by_test_id("stApp").wait_for()
    expect(page.locator("[data-test-script-state='running']")).to_have_count(0)
    return page


def graph_drawn(page: Page) -> Locator:
    """Wait until the graph is on the canvas; the element that holds it."""
    drawn = page.locator(".lp-graph[data-ready]")
    drawn.wait_for()
    return drawn


def _is_local(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname == "127.0.0.1"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_health(server: Server, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{server.address}/_stcore/health", timeout=2).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"The server did not start:\n{server.log.read_text('utf-8', 'replace')}")
