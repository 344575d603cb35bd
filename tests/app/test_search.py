"""The Search page without a browser: what it finds, how that is narrowed, what the address holds; and originals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import original_state, words
from pages.parts import words_original as originals
from pages.parts import words_search as own
from pages.parts.original_state import Wanted
from tests.app.workspace import add_workspace, opened, record

FILES = Path(__file__).resolve().parents[1] / "files"
RECORDS = (
    record(
        "backup",
        "Daily backups are kept for 30 days. Uptime is 99.9 percent.",
        [{"name": "Daily backup", "type": "process"}, {"name": "Backup desk", "type": "team"}],
        [{"source": "Daily backup", "target": "Backup desk", "keywords": "kept by"}],
    ),
    record("export", "An export reads the daily backup.", [{"name": "Export", "type": "feature"}]),
    record("policy", "数据保留期限为三十天。", [{"name": "数据保留", "type": "policy"}]),
    record("hostile", "<img src=x onerror=alert(1)> backup", [{"name": "![x](http://example.org)", "type": ":smile:"}]),
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that tests only read."""
    folder = tmp_path_factory.mktemp("home")
    explorer = bootstrap.open_workspace(add_workspace(folder, "plans", RECORDS), Settings(folder))
    many = [Incoming("notes", f"note {n:02}.txt", f"The ferry of town {n} leaves at dawn.".encode()) for n in range(25)]
    explorer.intake.add([*many, Incoming("uploads", "rules.pdf", (FILES / "rules.pdf").read_bytes())])
    explorer.close()
    add_workspace(folder, "empty")
    return folder


@pytest.fixture(autouse=True)
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(home))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there


@pytest.fixture
def search() -> Iterator[AppTest]:
    with opened("search", ws="plans") as app:
        yield app


def typed(app: AppTest, text: str) -> AppTest:
    app = app.main.text_input[0].set_value(text).run()
    assert not app.exception
    return app


def drawn(app: AppTest, part: str) -> list[dict[str, Any]]:
    """What is sent to the browser: `names` or `passages`."""
    sent = [json.loads(c.proto.json) for c in app.get("bidi_component") if c.proto.component_name == "lightprism_found"]
    return [row for data in sent for row in data[part]]


def found(app: AppTest) -> list[str]:
    return [row["document"] for row in drawn(app, "passages")]


def marked(row: dict[str, Any]) -> list[str]:
    return [row["snippet"][start:end] for start, end in row["snippetMarks"]]


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.main.info)).replace("\\", "")


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def test_without_a_workspace_it_says_where_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    with opened("search") as app:
        assert [head.value for head in app.main.subheader] == [words.NO_WORKSPACE]


def test_without_documents_it_says_where_to_add_them() -> None:
    with opened("search", ws="empty") as app:
        assert [head.value for head in app.main.subheader] == [own.NO_DOCUMENTS]


def test_before_anything_is_typed_it_says_what_can_be_found(search: AppTest) -> None:
    assert own.HELP.replace("\\", "") in said(search)
    assert "Daily backup" in [option.replace("\\", "") for option in search.pills[0].options]
    search.pills[0].set_value("export").run()
    assert search.main.text_input[0].value == "Export"
    assert found(search) == ["export"]


@pytest.mark.parametrize(
    ("text", "documents", "marks"),
    [
        ("99.9", ["backup"], ["99.9"]),
        ("保留", ["policy"], ["保留"]),
        ('"daily backup"', ["export"], ["daily backup"]),
        ("upti*", ["backup"], ["Uptime"]),
        ("NORTH well", ["uploads/rules.pdf"], ["north", "well", "north", "well"]),
    ],
)
def test_words_numbers_phrases_beginnings_and_chinese_are_found_and_marked(
    search: AppTest, text: str, documents: list[str], marks: list[str]
) -> None:
    typed(search, text)
    assert found(search) == documents
    assert [mark.lower() for row in drawn(search, "passages") for mark in marked(row)][: len(marks)] == [
        mark.lower() for mark in marks
    ]
    assert search.query_params["q"] == text


def test_names_stand_apart_from_passages_with_type_and_marks(search: AppTest) -> None:
    typed(search, "backup")
    names = {row["label"]: row["type"] for row in drawn(search, "names")}
    assert names == {"Daily backup": "process", "Backup desk": "team"}
    assert [row["label"][a:b].lower() for row in drawn(search, "names") for a, b in row["marks"]] == ["backup"] * 2
    assert "2 names, 3 passages in 3 documents" in said(search)


def test_passages_can_be_narrowed_to_documents_and_names_to_types(search: AppTest) -> None:
    typed(search, "backup")
    search.pills(key="search-in").set_value(["export"]).run()
    assert found(search) == ["export"]
    assert own.FILTERED_ONE.format(total=3) in said(search)
    assert search.query_params["in"] == "export"
    search.pills(key="search-type").set_value(["team"]).run()
    assert [row["label"] for row in drawn(search, "names")] == ["Backup desk"]
    press(search, own.CLEAR)
    assert len(found(search)) == 3
    assert not {"in", "type"} & set(search.query_params)


def test_a_link_opens_the_search_with_its_filters() -> None:
    with opened("search", ws="plans", q="backup", **{"in": "export"}, type="team") as app:
        assert found(app) == ["export"]
        assert [row["label"] for row in drawn(app, "names")] == ["Backup desk"]
        assert app.main.text_input[0].value == "backup"


def test_filters_that_leave_nothing_say_how_much_there_is_elsewhere() -> None:
    with opened("search", ws="plans", q="backup", **{"in": "nowhere"}) as app:
        assert not app.exception
        assert own.NOTHING_FILTERED in [head.value for head in app.main.subheader]


def test_a_long_list_is_shown_by_and_by(search: AppTest) -> None:
    typed(search, "ferry")
    assert len(found(search)) == 20
    press(search, own.MORE.format(count=5))
    assert len(found(search)) == 25
    assert own.MORE.split("{")[0] not in "".join(button.label for button in search.button)
    typed(search, "ferry dawn")
    assert len(found(search)) == 20


def test_what_is_not_found_offers_names_that_look_like_it(search: AppTest) -> None:
    typed(search, "bakup dsk")
    assert own.NOTHING in said(search)
    assert search.pills[0].label == own.NEAR
    assert "Backup desk" in search.pills[0].options
    search.pills[0].set_value("backup desk").run()
    assert [row["label"] for row in drawn(search, "names")] == ["Backup desk"]


def test_passages_with_some_of_it_are_shown_as_such(search: AppTest) -> None:
    typed(search, "export zeppelin")
    assert found(search) == ["export"]
    assert own.ANY in said(search)


def test_a_text_without_letter_or_digit_is_said_to_find_nothing(search: AppTest) -> None:
    typed(search, "?! …")
    assert own.NO_WORD in said(search)


def test_the_question_can_be_asked_instead(search: AppTest) -> None:
    typed(search, "daily backup")
    (link,) = (link.proto for link in search.main.get("page_link"))
    assert link.label == own.ASK
    assert "q=daily+backup" in link.query_string
    assert "ws=plans" in link.query_string


def test_the_search_is_kept_while_other_pages_are_looked_at(search: AppTest) -> None:
    typed(search, "export")
    search.switch_page("pages/home.py").run()
    search.switch_page("pages/search.py").run()
    assert found(search) == ["export"]
    assert search.query_params["q"] == "export"


def test_the_merge_rule_is_that_of_the_graph_page() -> None:
    with opened("graph", ws="plans", rule="classic") as app:
        app.switch_page("pages/search.py").run()
        typed(app, "backup")
        assert app.query_params["rule"] == "classic"
        assert "Classic" in next(head for head in app.main.subheader if head.value == own.NAMES).help


def test_what_a_document_says_goes_to_the_browser_as_data_only(search: AppTest) -> None:
    typed(search, "onerror")
    assert drawn(search, "passages")[0]["snippet"].startswith("<img src=x")
    assert not [text for text in (*search.main.markdown, *search.main.caption) if "<img" in text.value]
    typed(search, "example.org")
    assert not [m for m in search.main.markdown if "](" in m.value]


@pytest.mark.parametrize("text", ['"', "NOT AND (", "a* OR b:c", "x" * 5000, "\x00\ufffe"])
def test_any_text_may_be_typed(search: AppTest, text: str) -> None:
    typed(search, text)
    assert not search.error


# --- the original -----------------------------------------------------------------------------------------------------


def ask_for(app: AppTest, chunk: str) -> AppTest:
    """As a click on a passage does."""
    app.session_state[original_state._ASKED] = Wanted(chunk)
    app = app.run()
    assert not app.exception
    return app


def told(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.caption, *app.markdown, *app.error)).replace("\\", "")


def test_the_original_of_a_pdf_shows_its_page_with_the_passage_marked(search: AppTest) -> None:
    typed(search, "north well")
    ask_for(search, drawn(search, "passages")[0]["chunk"])
    assert originals.COVERAGE["whole"] in told(search)
    assert originals.PAGE_OF.format(page=1, pages=1) in told(search)
    assert search.get("image")
    assert "uploads/rules.pdf, page 1, revision" in search.code[0].value


def test_the_original_of_an_evidence_record_says_that_it_came_alone(search: AppTest) -> None:
    typed(search, "99.9")
    ask_for(search, "backup#1")
    assert originals.ALONE in told(search)
    assert not search.get("image")
    assert "(backup, revision" in search.code[0].value


def test_an_original_that_is_gone_is_said(search: AppTest) -> None:
    ask_for(search, "nowhere#1")
    assert "no passage" in told(search)


def test_a_file_that_is_gone_leaves_the_text(home: Path, search: AppTest) -> None:
    (kept,) = (path for path in (home / "workspaces" / "plans" / "originals").rglob("*") if b"%PDF" in _start(path))
    content = kept.read_bytes()
    kept.unlink()
    try:
        ask_for(search, "uploads/rules.pdf#1")
        assert "no longer in the workspace's folder" in told(search)
        assert originals.IN_ITS_PLACE in told(search)
    finally:
        kept.write_bytes(content)


def _start(path: Path) -> bytes:
    return path.read_bytes()[:8] if path.is_file() else b""


def test_a_passage_on_the_documents_page_opens_its_original() -> None:
    with opened("documents", ws="plans", doc="uploads/rules.pdf") as app:
        press(app, originals.OPEN)
        assert originals.COVERAGE["whole"] in told(app)
        assert app.get("image")
        app.run()
        assert not app.get("image")
