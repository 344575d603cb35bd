"""The Evaluate page without a browser: a set is chosen and run, its result looked through, a miss leads to Compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.domain.evaluation import Loss, Miss
from core.domain.records import Keywords
from pages.parts import session
from pages.parts import words_evaluate as own
from pages.parts.evaluate_misses import trace_address
from tests.app.workspace import add_workspace, opened, record


def told(name: str, other: str) -> Any:
    entities = [{"name": one, "type": "tree", "description": f"{one} stands."} for one in (name, other)]
    relations = [{"source": name, "target": other, "keywords": "shades", "description": "It shades it."}]
    return record(f"larkspur/{name}.md", f"{name} shades {other}.", entities, relations)


SET = b"".join(
    json.dumps(row).encode() + b"\n"
    for row in (
        {"question": "What does Alder shade?", "support": ["larkspur/Alder.md"], "kind": "precise"},
        {"question": "What do Cedar and Elm shade?", "support": ["larkspur/Cedar.md", "larkspur/Elm.md"]},
        {"question": "Who planted *them*?", "kind": "unanswerable"},
        {"question": "Where is the gorse?", "support": ["larkspur/Gorse.md"]},
        {"question": "Nothing?"},
    )
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "trees", [told("Alder", "Birch"), told("Cedar", "Dogwood"), told("Elm", "Fir")])
    monkeypatch.setattr("core.bootstrap.sample_questions", lambda: {"larkspur": SET})
    return tmp_path


def said(app: AppTest) -> str:
    parts = (*app.main.markdown, *app.main.caption, *app.main.info, *app.main.error, *app.main.success)
    return "\n".join(text.value for text in parts).replace("\\", "")


def desk() -> Any:
    """The desk of the one workspace that is open in the app."""
    (explorer,) = session._SINGLE._open.values()
    return explorer.evaluate


def run(app: AppTest) -> AppTest:
    app.button(key="evaluate-run").click().run()
    desk().wait(60)
    app.run()
    assert not app.exception
    return app


def test_without_documents_it_says_what_to_do(home: Path) -> None:
    add_workspace(home, "bare")
    with opened("evaluate", ws="bare") as app:
        assert app.subheader[0].value == own.NO_DOCUMENTS


def test_a_set_is_told_before_it_is_run_with_what_is_left_out() -> None:
    with opened("evaluate", ws="trees") as app:
        text = said(app)
        assert "3 questions: 1 precise, 1 unanswerable, 1 without a kind." in text
        assert "Row 4: There is no document or passage 'larkspur/Gorse.md' in this workspace." in text
        assert "Row 5: It names no support, and its kind is not unanswerable." in text
        assert own.NONE_YET in text
        assert app.button(key="evaluate-run").label == "Run 3 questions"


def test_a_run_gives_a_table_sentences_and_what_was_lost() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        assert list(app.dataframe[0].value["mode"]) == ["Naive", "Local", "Global", "Hybrid", "Mix", "Paths"]
        assert app.query_params["run"]
        text = said(app)
        assert own.AGAINST.format(base="Naive") in text
        assert "too few to tell" in text or "find the same" in text
        assert own.LOST in [one.value for one in app.subheader]


def test_questions_that_the_documents_do_not_answer_show_only_what_they_cost() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        kind = next(one for one in app.button_group if (one.key or "").startswith("evaluate-kind"))
        kind.set_value("unanswerable").run()
        assert not app.exception
        assert own.UNANSWERABLE_ONLY in said(app)
        assert "tokens" in app.dataframe[0].value
        assert "@5" not in app.dataframe[0].value


def test_the_result_is_there_again_by_its_address_and_an_unknown_one_is_said() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        id_ = desk().list()[0].id
    with opened("evaluate", ws="trees", run=id_) as app:
        assert app.selectbox(key="evaluate-open").value == id_
    with opened("evaluate", ws="trees", run="20200101-000000-x") as app:
        assert "There is no experiment '20200101-000000-x'." in said(app)


def test_a_miss_asks_compare_the_same_with_the_same_keywords() -> None:
    with opened("evaluate", ws="trees") as app:
        app.button_group(key="evaluate-modes").set_value(["local"]).run()
        run(app)
        found = desk().list()[0]
        assert found.plan.modes == ("local",)

        miss = Miss(found.plan.questions[0], "local", Keywords(("Alder", "Fir"), (), "engine"), ())
        address = trace_address(found, miss, Loss("larkspur/Alder.md", "top k", "larkspur/Alder.md#1", "Alder", "…"))
        assert address == {
            "q": "What does Alder shade?",
            "why": "larkspur/Alder.md#1",
            "low": "Alder, Fir",
            "high": "",
        }


def test_no_mode_is_said_and_nothing_can_be_run() -> None:
    with opened("evaluate", ws="trees") as app:
        app.button_group(key="evaluate-modes").set_value([]).run()
        assert own.MODES_NONE in said(app)
        assert not [one for one in app.button if one.key == "evaluate-run"]


def test_two_experiments_are_laid_beside_each_other_with_what_differs() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        first = desk().list()[0].id
        app.button_group(key="evaluate-rule").set_value("classic").run()
        run(app)
        last = next(one for one in desk().list() if one.id != first)
        assert last.plan.policy == "classic"
    with opened("evaluate", ws="trees", run=last.id, beside=first) as app:
        assert not app.exception
        assert app.selectbox(key="evaluate-beside").value == first
        assert "What differs: merge rule Careful → Classic." in said(app)
        table = next(one.value for one in app.dataframe if own.BESIDE_COLUMNS[3] in one.value)
        assert list(table[own.BESIDE_COLUMNS[0]]) == ["Naive", "Local", "Global", "Hybrid", "Mix", "Paths"]
        assert table[own.BESIDE_COLUMNS[3]][0] == 0
