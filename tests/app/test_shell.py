"""The frame: what app.py may import, which pages there are, the workspace in the address, and the server's headers."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.web.server.app_discovery import discover_asgi_app

from core.bootstrap import VIS_NETWORK
from pages.parts import server, words
from tests.app.workspace import ROOT, add_workspace, opened, record


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    return tmp_path


def test_app_imports_nothing_but_streamlit_and_the_frame() -> None:
    tree = ast.parse((ROOT / "app.py").read_text("utf-8"))
    found = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    found |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert found == {"streamlit", "pages.parts.shell", "pages.parts.server"}


def test_streamlit_run_finds_the_server_side() -> None:
    assert discover_asgi_app(ROOT / "app.py").import_string == "app:app"


def test_every_page_of_the_navigation_has_its_words() -> None:
    files = {path.stem for path in (ROOT / "pages").glob("*.py")} - {"__init__"}
    assert files <= set(words.PAGES)
    assert sorted(name for names in words.SECTIONS.values() for name in names) == sorted(words.PAGES)


def test_the_policy_allows_no_host_but_this_machine() -> None:
    sources = {word for directive in server.POLICY.split("; ") for word in directive.split()[1:]}
    assert {s for s in sources if not s.startswith("'")} == {
        "blob:",
        "data:",
        "ws://127.0.0.1:*",
        "ws://localhost:*",
    }
    assert "'unsafe-eval'" not in sources


def test_the_server_adds_its_headers_and_gives_out_the_drawing_script() -> None:
    answer = TestClient(Starlette(routes=server.ROUTES, middleware=server.MIDDLEWARE)).get(f"/{server.VIS_PATH}")
    assert answer.headers["content-security-policy"] == server.POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.content == VIS_NETWORK.read_bytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_stands_on_the_primary_button_and_links_on_the_ground_can_be_read(theme: str) -> None:
    colours = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"][theme]
    css = (ROOT / "assets" / "app.css").read_text("utf-8")
    (texts,) = re.findall(r'button\[kind\^="primary"\] \* \{\s*color: light-dark\((#\w+), (#\w+)\)', css)
    assert contrast(texts[theme == "dark"], colours["primaryColor"]) >= 4.5
    assert contrast(colours.get("linkColor", colours["primaryColor"]), colours["backgroundColor"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 has it."""
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_without_a_workspace_the_graph_page_says_where_to_make_one() -> None:
    with opened("graph") as app:
        assert not app.exception
        assert [head.value for head in app.main.subheader] == [words.NO_WORKSPACE]


def test_the_address_names_the_workspace(home: Path) -> None:
    for name in ("first", "second"):
        add_workspace(home, name)
    with opened("graph", ws="second") as app:
        assert app.sidebar.selectbox[0].value == "second"
        app.sidebar.selectbox[0].select("first").run()
        assert app.query_params["ws"] == "first"
        app.switch_page("pages/graph.py").run()
        assert app.sidebar.selectbox[0].value == "first"


def test_an_address_that_names_no_workspace_opens_the_first(home: Path) -> None:
    add_workspace(home, "only")
    with opened("graph", ws="../../etc") as app:
        assert not app.exception
        assert app.query_params["ws"] == "only"


def test_the_engine_is_always_in_sight(home: Path) -> None:
    add_workspace(home, "only")
    with opened("graph") as app:
        assert words.ENGINES["embedded"] in [text.value for text in app.sidebar.caption]
        links = [(link.proto.label, link.proto.page) for link in app.sidebar.get("page_link")]
        assert ("Embedded", "settings") in links


@pytest.mark.parametrize("page", [name for name in words.PAGES if (ROOT / "pages" / f"{name}.py").exists()])
def test_every_page_keeps_the_workspace_in_its_address(home: Path, page: str) -> None:
    for name in ("first", "second"):
        add_workspace(home, name)
    with opened(page, ws="second") as app:
        assert not app.exception
        assert app.query_params["ws"] == "second"
        assert not app.warning


@pytest.mark.parametrize("page", ["home", "search", "graph"])
def test_an_address_with_an_unknown_workspace_says_so_on_every_page(home: Path, page: str) -> None:
    add_workspace(home, "only")
    with opened(page, ws="onyl") as app:
        assert not app.exception
        assert words.NO_SUCH_WORKSPACE.format(name="onyl") in app.warning[0].value
        assert words.OTHER_WORKSPACE.format(name="only") in app.warning[0].value


def test_links_between_pages_name_the_workspace(home: Path) -> None:
    entity = {"name": "Daily backup", "type": "process", "description": "Is kept."}
    add_workspace(home, "first")
    add_workspace(home, "second", [record("a.md", "The daily backup is kept.", [entity, {"name": ""}])])
    with opened("home", ws="second") as app:
        links = [link.proto for link in app.main.get("page_link")]
        assert links
        assert all("ws=second" in link.query_string for link in links)
