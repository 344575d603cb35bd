"""The Home page without a browser: a start where there is nothing, and what is in a workspace and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.records import Unread
from core.settings import Settings
from pages.parts import session
from pages.parts import words_documents as documents
from pages.parts import words_home as words
from tests.app.workspace import add_workspace, opened, record

RECORDS = (
    record(
        "export.md",
        "An export reads the daily backup.",
        [{"name": "Export", "type": "feature", "description": "Writes a file."}, {"name": ""}],
        [{"source": "Export", "target": "Daily backup", "description": "Export reads it.", "keywords": "reads"}],
    ),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
    return tmp_path


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.main.error))


def links(app: AppTest) -> list[str]:
    return [link.proto.label for link in app.main.get("page_link")]


def test_without_a_workspace_it_says_what_this_is_and_what_the_proposed_engine_costs() -> None:
    with opened("home") as app:
        assert not app.exception
        assert [head.value for head in app.main.title] == [words.WELCOME]
        assert words.WHAT_IT_IS in said(app)
        assert "Embedded" in said(app)
        _, sentence = bootstrap.propose_engine(session.settings())
        assert sentence.split(",")[0] in said(app)


def test_one_click_makes_a_workspace_takes_the_sample_in_and_begins_to_read() -> None:
    with opened("home") as app:
        press(app, words.TRY_BUTTON)
        assert not app.exception
        explorer = session.explorer()
        assert session.names() == ["Larkspur"]
        assert explorer.library.contents().documents == 18
        assert explorer.job.progress().state != "idle"
        explorer.job.cancel()
        explorer.job.wait(30)


def test_a_workspace_can_be_made_with_a_name() -> None:
    with opened("home") as app:
        app.main.text_input[0].set_value("Our handbook")
        press(app, words.CREATE)
        assert not app.exception
        assert session.names() == ["Our handbook"]
        assert app.query_params["ws"] == "Our handbook"


@pytest.mark.parametrize(("name", "problem"), [("", "needs a name"), ("plans", "There is a workspace")])
def test_a_name_that_will_not_do_is_said_with_a_remedy(home: Path, name: str, problem: str) -> None:
    add_workspace(home, "plans")
    with opened("home") as app:
        app.main.text_input[0].set_value(name)
        press(app, words.CREATE)
        assert not app.exception
        assert [problem in error.value for error in app.error] == [True]


def test_an_empty_workspace_asks_for_documents(home: Path) -> None:
    add_workspace(home, "plans")
    with opened("home") as app:
        assert [head.value for head in app.main.title] == ["plans"]
        assert words.NEXT_ADD_BUTTON in [button.label for button in app.button]
        assert not app.metric


def test_it_counts_what_is_in_the_workspace(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home") as app:
        assert {m.label: m.value for m in app.metric} == {
            words.DOCUMENTS: "1",
            words.PASSAGES: "1",
            words.ENTITIES: "2",
            words.RELATIONS: "1",
        }
        assert words.SEARCH_BEHIND in said(app)


def test_what_deserves_a_look_leads_to_where_it_is(home: Path) -> None:
    path = add_workspace(home, "plans", RECORDS)
    explorer = bootstrap.open_workspace(path, Settings(home))
    explorer._store.documents.list_unread([Unread("uploads/x.pdf", "Broken.")], "2026-01-01T00:00:00Z")
    explorer.close()
    with opened("home") as app:
        assert links(app) == [
            words.UNREAD.format(count=1),
            words.REJECTED.format(count=1),
            words.STUBS.format(count=1),
        ]
        assert "flag=stub" in app.main.get("page_link")[-1].proto.query_string


def test_where_all_is_well_nothing_deserves_a_look(home: Path) -> None:
    add_workspace(home, "plans", [record("a.md", "Data.", [{"name": "Data", "description": "What users make."}])])
    with opened("home") as app:
        assert links(app) == []
        assert words.LOOK_NONE in said(app)


def test_after_the_graph_was_seen_the_next_step_is_a_question(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home") as app:
        assert words.NEXT_GRAPH_BUTTON in [button.label for button in app.button]
        app.switch_page("pages/graph.py").run()
        app.switch_page("pages/home.py").run()
        assert words.NEXT_ASK_BUTTON in [button.label for button in app.button]


def test_unread_passages_come_before_anything_else(home: Path) -> None:
    path = add_workspace(home, "plans")
    explorer = bootstrap.open_workspace(path, Settings(home))
    explorer.intake.add_text("Note", "The daily backup is kept for seven days.")
    explorer.close()
    with opened("home") as app:
        labels = [button.label for button in app.button]
        assert documents.BEGIN in labels
        assert words.NEXT_GRAPH_BUTTON not in labels


def test_another_workspace_is_a_click_away(home: Path) -> None:
    for name in ("first", "second"):
        add_workspace(home, name)
    with opened("home", ws="first") as app:
        press(app, "second")
        assert [head.value for head in app.main.title] == ["second"]
        assert app.query_params["ws"] == "second"


def test_texts_that_the_embedder_does_not_know_are_noted_on_home_and_compare(home: Path) -> None:
    path = add_workspace(home, "plans", [record("a.md", "奇瑞生产汽车。", [{"name": "奇瑞", "description": "公司"}])])
    explorer = bootstrap.open_workspace(path, Settings(home))
    explorer._store.database.set("embedder:identity", "all-minilm-l6-v2-int8@12345678")
    note = explorer.library.language_note("all-minilm-l6-v2-int8@12345678")
    explorer.close()
    assert note.startswith("1 of 1")
    with opened("home") as app:
        assert note in said(app).replace("\\", "")
        assert words.LOOK_NONE not in said(app)
        app.switch_page("pages/compare.py").run()
        assert note in said(app).replace("\\", "")
