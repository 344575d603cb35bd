"""The Home page without a browser: a start where there is nothing, and what is in a workspace and what to do next."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.modes import Parameters
from core.domain.records import Keywords, Unread
from core.domain.runs import Page, RunRow
from core.domain.trace import TokenUse, Trace
from core.settings import Settings
from pages.parts import session
from pages.parts import words_diagnose as diagnose
from pages.parts import words_documents as documents
from pages.parts import words_home as words
from pages.parts.compare_limits import limits
from pages.parts.home_lines import moment
from tests.app.workspace import add_workspace, opened, record
from tests.waiting import LONG

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
        assert explorer.library.contents().documents == 17  # of 18 files, one replaces another one
        assert explorer.job.progress().state != "idle"
        explorer.job.cancel()
        explorer.job.wait(LONG)


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
        assert links(app)[1:] == [
            diagnose.HOME_LINE.format(count=2),
            words.UNREAD.format(count=1),
            words.REJECTED.format(count=1),
            words.STUBS.format(count=1),
        ]
        assert "flag=stub" in app.main.get("page_link")[-1].proto.query_string


def test_where_all_is_well_nothing_deserves_a_look(home: Path) -> None:
    add_workspace(home, "plans", [record("a.md", "Data.", [{"name": "Data", "description": "What users make."}])])
    with opened("home") as app:
        assert links(app) == [words.LATELY_ASK]
        assert words.LOOK_NONE in said(app)


def test_after_the_graph_was_seen_the_next_step_is_a_question(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home") as app:
        assert words.NEXT_GRAPH_BUTTON in [button.label for button in app.button]
        app.switch_page("pages/graph.py").run()
        app.switch_page("pages/home.py").run()
        assert words.NEXT_ASK_BUTTON in [button.label for button in app.button]
        asked(home, "Who can export?")
        assert words.NEXT_COMPARE_BUTTON in [button.label for button in app.run().button]
        asked(home, "Who can export?", page="compare")
        assert not [button for button in app.run().button if button.key == "home-next-button"]


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


# --- what was asked and opened ---------------------------------------------------------------------------------------


def asked(home: Path, question: str, page: Page = "ask", standing: str = "", numbers: Parameters | None = None) -> str:
    """Keep a run of this question in the workspace that the pages hold, if they do."""
    explorer = session._registry().get(home / "workspaces" / "plans", Settings(home))
    trace = Trace(question, "local", "careful", None, Keywords(), (), (), (), (), (), TokenUse())
    return explorer.runs.save(question, {"local": trace}, numbers, page=page, asked=standing)


def labels(app: AppTest) -> list[str]:
    """Of all lines, as they are read."""
    return [link.replace("\\", "") for link in links(app)]


def test_before_the_first_question_the_list_says_how_to_fill_it(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home") as app:
        assert words.LATELY_NONE in said(app)
        assert links(app)[0] == words.LATELY_ASK


def test_the_last_ten_are_listed_latest_first_and_lead_back(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        ids = [asked(home, f"Question {n}?", "compare" if n % 2 else "ask") for n in range(12)]
        app.run()
        shown = app.main.get("page_link")[:10]
        assert labels(app)[:10] == [f"Question {n}?" for n in range(11, 1, -1)]
        assert [link.proto.page for link in shown[:2]] == ["compare", "ask"]
        assert [f"run={id_}" in link.proto.query_string for link, id_ in zip(shown, ids[::-1], strict=False)] == [
            True
        ] * 10
        assert all("ws=plans" in link.proto.query_string for link in shown)
        assert "Comparison · Local · today" in said(app)


def test_an_entity_opened_on_the_graph_joins_the_list_once(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("graph", ws="plans", node="export") as app:
        app.run()
        app.switch_page("pages/home.py").run()
        assert labels(app)[:2] == ["Export", words.UNREAD.format(count=1)] or labels(app)[0] == "Export"
        assert labels(app).count("Export") == 1
        assert "node=export" in app.main.get("page_link")[0].proto.query_string


def test_the_history_is_searched_and_filtered_and_its_address_holds_that(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "Who can export?")
        asked(home, "And for how long?", standing="How long does an export take?")
        asked(home, "What is kept?", "compare")
        press(app.run(), words.HISTORY)
        assert app.query_params["view"] == "history"
        assert labels(app) == ["What is kept?", "And for how long?", "Who can export?"]
        app.main.text_input[0].set_value("export").run()
        assert labels(app) == ["And for how long?", "Who can export?"]
        assert app.query_params["q"] == "export"
        assert words.UNDERSTOOD.format(asked="How long does an export take?") in said(app).replace("\\", "")
        app.main.text_input[0].set_value("").run()
        app.pills[0].set_value(["compare"]).run()
        assert labels(app) == ["What is kept?"]
        app.pills[0].set_value([]).run()
        app.toggle[0].set_value(True).run()
        assert words.HISTORY_NONE in [head.value for head in app.main.subheader]


def test_a_link_opens_the_history_as_it_was_filtered(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "Who can export?")
        asked(home, "What is kept?")
    with opened("home", ws="plans", view="history", q="KEPT", sort="ask") as app:
        assert labels(app) == ["What is kept?"]
        assert app.main.text_input[0].value == "KEPT"


def test_a_star_and_a_note_are_kept_and_found(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "Who can export?")
        asked(home, "What is kept?")
        app.query_params["view"] = "history"
        app.run()
        app.button[[b.label for b in app.button].index(words.STAR)].click().run()
        press(app, words.NOTE)
        app.main.text_area[0].set_value("For the *audit*").run()
        press(app, words.NOTE_SAVE)
        assert "For the \\*audit\\*" in said(app)
        app.toggle[0].set_value(True).run()
        assert labels(app) == ["What is kept?"]
        app.main.text_input[0].set_value("audit").run()
        assert labels(app) == ["What is kept?"]


def test_deleting_asks_first(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans", view="history") as app:
        asked(home, "Who can export?")
        press(app.run(), words.DELETE)
        assert words.DELETE_SURE in [warning.value for warning in app.warning]
        press(app, words.DELETE_NO)
        assert labels(app) == ["Who can export?"]
        press(app, words.DELETE)
        press(app, words.DELETE_YES)
        assert labels(app) == []


def test_a_reader_sees_the_history_and_can_change_nothing(home: Path) -> None:
    path = add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "Who can export?")
    holder = bootstrap.open_workspace(path, Settings(home))
    with opened("home", ws="plans", view="history") as app:
        assert labels(app) == ["Who can export?"]
        assert words.HISTORY_READ_ONLY in said(app)
        assert words.DELETE not in [button.label for button in app.button]
    holder.close()


def test_a_hostile_question_is_shown_as_text(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "![x](http://example.org/a.png) :smile: <b>")
        app.run()
        assert "](" not in links(app)[0]


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("2026-11-30T09:05:00+00:00", "today 09:05"),
        ("2026-11-29T23:59:00+00:00", "yesterday 23:59"),
        ("2026-03-02T08:00:00+00:00", "2 Mar 08:00"),
        ("2025-03-02T08:00:00+00:00", "2 Mar 2025"),
        ("some day", "some day"),
    ],
)
def test_a_moment_is_told_as_a_reader_would(at: str, shown: str) -> None:
    assert moment(at, datetime(2026, 11, 30, 12, tzinfo=UTC)) == shown


def test_two_comparisons_are_told_apart_by_their_limits(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("home", ws="plans") as app:
        asked(home, "How?", "compare")
        asked(home, "How?", "compare", numbers=Parameters(max_entity_tokens=990, far_ends=True))
        app.run()
        assert "Comparison · Local · today" in said(app)
        assert "Comparison · Local · Entities 990, Far ends on · today" in said(app)


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ({}, ""),
        ({"top_k": 40, "a number of tomorrow": 1}, ""),
        ({"threshold": 0.5, "ranking": "degree"}, "Least similarity 0.5, Rank hits by Connections"),
        ({"top_k": 1, "chunk_top_k": 2, "max_hops": 1, "max_paths": 1}, "Hits 1, Passages 2, Paths 1 and 1 more"),
    ],
)
def test_only_limits_that_are_not_usual_are_named(numbers: dict[str, object], shown: str) -> None:
    row = RunRow("r", "", "compare", "How?", "How?", ("local",), (), False, "", numbers)
    assert limits(row) == shown
