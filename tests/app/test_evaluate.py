"""The Evaluate page without a browser: a set is chosen and run, its result looked through, a miss leads to Compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.curation import Ruling
from core.domain.evaluation import Loss, Miss, exported, failed_answer, misses, rows
from core.domain.modes import Parameters
from core.domain.records import Keywords
from core.services.intake import Incoming
from core.settings import Engine, Settings
from pages.parts import session
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts import words_questions as questions
from pages.parts.evaluate_answers import signs
from pages.parts.evaluate_charts import labelled
from pages.parts.evaluate_misses import trace_address
from pages.parts.evaluate_sets import questions_of
from tests.adapters.ollama_server import CHAT, EMBED, Body, Says, serving
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


def test_two_that_read_alike_can_be_told_apart_and_each_be_opened() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        run(app)
        now, before = (one.id for one in desk().list())
        known = app.selectbox(key="evaluate-open").options
        assert len(set(known)) == 2
        app.selectbox(key="evaluate-open").set_value(before).run()
        assert app.query_params["run"] in (before, [before])
        app.selectbox(key="evaluate-open").set_value(now).run()
        assert app.query_params["run"] in (now, [now])


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
            "miss": found.id,
        }


def test_compare_tells_the_stage_and_the_sentence_of_the_miss_that_led_there() -> None:
    with opened("evaluate", ws="trees") as app:
        app.button_group(key="evaluate-modes").set_value(["local"]).run()
        numbers = Parameters(max_total_tokens=0)
        app.session_state["lightprism.evaluate.numbers"] = numbers
        run(app.run())
        assert made.BUDGET_HINT.format(total=0) in said(app)
        found = desk().list()[0]
        miss = next(one for one in misses(rows(found)) if one.losses[0].stage == "budget")
        address = trace_address(found, miss, miss.losses[0])
    with opened("compare", ws="trees", **address) as app:
        assert not app.exception
        assert f"**Budget** in Local: {miss.losses[0].said}" in said(app)
    with opened("compare", ws="trees", **{**address, "q": "Another?"}) as app:
        assert "in Local:" not in said(app)


def test_what_rests_on_a_withdrawn_document_is_out_of_sight_and_that_is_said() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        (explorer,) = session._SINGLE._open.values()
        explorer.withdrawals.withdraw(["larkspur/Elm.md"])
        app.query_params.clear()
        app.query_params["ws"] = "trees"
        app.run()
        assert made.HIDDEN_ONE in said(app)
        assert not [one for one in app.selectbox if one.key == "evaluate-open"]
        assert "Row 2: 'larkspur/Elm.md' is withdrawn." in said(app)


def test_a_name_that_is_too_long_or_taken_is_said() -> None:
    with opened("evaluate", ws="trees") as app:
        for name, told in (
            ("x" * 200, "too long: 200 characters"),
            ("Own", ""),
            ("Own", "There is a set 'Own' already"),
        ):
            app.text_input(key="evaluate-new-name").set_value(name)
            app.button(key="evaluate-new").click().run()
            assert told in said(app)


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


# --- sets of one's own -----------------------------------------------------------------------------------------------


def sets() -> Any:
    """The question sets of the one workspace that is open in the app."""
    (explorer,) = session._SINGLE._open.values()
    return explorer.question_sets


def starred(app: AppTest) -> None:
    sets().star("Mine", "What does Alder shade?", "larkspur/Alder.md#1", True)
    app.query_params["set"] = "Mine"
    app.run()


def test_a_set_of_ones_own_is_chosen_by_its_address_and_run() -> None:
    with opened("evaluate", ws="trees") as app:
        starred(app)
        assert app.selectbox(key="evaluate-set").value == "own:Mine"
        assert app.button(key="evaluate-run").label == "Run 1 question"
        run(app)
        found = desk().list()[0]
        assert (found.plan.source, found.plan.questions[0].support) == ("Mine", ("larkspur/Alder.md#1",))
        app.selectbox(key="evaluate-set").set_value("larkspur").run()
        assert "set" not in app.query_params
        assert app.button(key="evaluate-run").label == "Run 3 questions"


def test_a_question_without_support_is_listed_and_an_empty_set_says_what_to_do() -> None:
    with opened("evaluate", ws="trees") as app:
        starred(app)
        sets().put("Mine", "And Birch?", "nothing")
        app.run()
        assert "Row 2: It names no support, and its kind is not unanswerable." in said(app)
        app.text_input(key="evaluate-new-name").set_value(" Two  words ")
        app.button(key="evaluate-new").click().run()
        assert not app.exception
        assert (app.query_params["set"], sets().sizes()) == ("Two words", {"Mine": 2, "Two words": 0})
        assert questions.EMPTY_SET in said(app)
        assert not [one for one in app.button if one.key == "evaluate-run"]


def test_a_sample_is_kept_as_a_set_which_is_renamed_and_erased() -> None:
    with opened("evaluate", ws="trees") as app:
        app.text_input(key="evaluate-take-name-Larkspur").set_value("Copied")
        app.button(key="evaluate-take").click().run()
        assert sets().sizes() == {"Copied": 4}
        assert app.selectbox(key="evaluate-set").value == "own:Copied"
        app.text_input(key="evaluate-set-name-Copied").set_value("Trees")
        app.button(key="evaluate-set-rename").click().run()
        assert (sets().names(), app.selectbox(key="evaluate-set").value) == (("Trees",), "own:Trees")
        app.button(key="evaluate-set-delete").click().run()
        assert not app.exception
        assert (sets().names(), app.selectbox(key="evaluate-set").value) == ((), "larkspur")


def test_rows_of_the_table_are_read_and_what_is_wrong_is_said_by_row() -> None:
    rows = [
        {"question": " One? ", "support": "a.md; b.md#2", "answer": "yes", "kind": "precise"},
        {"question": None, "support": "", "answer": float("nan"), "kind": None},
        {"question": "Two?", "support": "", "answer": "", "kind": ""},
        {"question": "One?", "support": "c.md", "answer": "", "kind": ""},
        {"question": "", "support": "c.md", "answer": "", "kind": ""},
        {"question": "Three?", "support": "c.md", "answer": "", "kind": "unanswerable"},
    ]
    found, wrong = questions_of(rows)
    assert [(one.row, one.text, one.support, one.answer, one.kind) for one in found] == [
        (1, "One?", ("a.md", "b.md#2"), "yes", "precise"),
        (3, "Two?", (), "", ""),
    ]
    assert wrong == (
        "Row 4: The same question stands in row 1.",
        "Row 5: It has no question.",
        "Row 6: It is unanswerable, but names support: take one of them away.",
    )


# --- how it is asked -------------------------------------------------------------------------------------------------


def test_name_numbers_and_decision_are_those_of_the_experiment() -> None:
    with opened("evaluate", ws="trees") as app:
        (explorer,) = session._SINGLE._open.values()
        node = {"name": "Alder", "qualifier": ""}
        explorer.curate.decide([Ruling("hide", {"node": node}), Ruling("hide", {"node": {**node, "name": "Fir"}})])
        explorer.curate.decide([Ruling("hide", {"node": {**node, "name": "Elm"}})])
        explorer.job.wait()
        app.run()
        app.text_input(key="evaluate-name").set_value("Before the cut")
        app.number_input(key="evaluate-number-chunk_top_k").set_value(1).run()
        app.selectbox(key="evaluate-after").set_value(2).run()
        run(app)
        plan = desk().list()[0].plan
        assert (plan.name, plan.parameters.chunk_top_k, plan.after) == ("Before the cut", 1, 2)
        assert app.selectbox(key="evaluate-open").format_func(desk().list()[0].id).startswith("Before the cut · ")
        assert "Passages 1" in said(app)
        told = next(one.value for one in app.dataframe if made.ASKED_VALUE in one.value)
        assert ("graph as of decision", "2") in [tuple(row) for row in told.to_numpy()]


def test_without_a_chat_model_answers_are_off_and_it_is_said_why() -> None:
    with opened("evaluate", ws="trees") as app:
        assert app.toggle(key="evaluate-answers").disabled
        assert "embedded engine" in said(app) or "chat model" in said(app)


def test_what_reading_took_stands_apart_from_what_asking_took() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        table = next(one.value for one in app.dataframe if made.COST_COLUMNS[1] in one.value)
        assert list(table[made.COST_COLUMNS[0]]) == [made.COST_INDEXING, made.COST_ASKING]


def test_an_experiment_of_a_file_is_laid_beside() -> None:
    with opened("evaluate", ws="trees") as app:
        run(app)
        found = desk().list()[0]
        content = json.dumps(exported(found)).encode()
        app.selectbox(key="evaluate-beside").set_value("file").run()
        assert app.query_params["beside"] == "file"
        app.file_uploader(key="evaluate-beside-file").set_value(("other.json", content, "application/json")).run()
        assert not app.exception
        assert "2 questions that both asked" in said(app)


# --- answers ---------------------------------------------------------------------------------------------------------


class Script:
    """What the server says to a question, and to what is asked of its search words."""

    def popleft(self) -> Any:
        return self._act

    def _act(self, body: Body) -> Any:
        if "low_level_keywords" in (body.get("format") or {}).get("properties", {}):
            return Says('{"high_level_keywords": [], "low_level_keywords": ["Alder"]}')
        return Says("Alder shades Birch [1].")


@pytest.fixture
def writing(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with serving() as stub:
        stub.chats = Script()  # type: ignore[assignment]
        monkeypatch.setenv("OLLAMA_HOST", stub.url)
        settings = Settings(home)
        path = bootstrap.create_workspace(settings, "writing", Engine("ollama", CHAT, EMBED))
        explorer = bootstrap.open_workspace(path, settings)
        explorer.intake.add([Incoming("uploads", "records.jsonl", json.dumps(told("Alder", "Birch")).encode())])
        explorer.close()
        yield home


def test_answers_are_asked_for_measured_and_read(writing: Path) -> None:
    with opened("evaluate", ws="writing") as app:
        sets().star("Mine", "What does Alder shade?", "larkspur/Alder.md#1", True)
        sets().put("Mine", "What does Alder shade?", "Birch", "precise")
        sets().put("Mine", "Who planted it?", "", "unanswerable")
        app.query_params["set"] = "Mine"
        app.run()
        app.button_group(key="evaluate-modes").set_value(["naive", "local"]).run()
        app.toggle(key="evaluate-answers").set_value(True)
        app.number_input(key="evaluate-repeats").set_value(2).run()
        assert own.CALLS.format(count=8) in said(app)
        run(app)
        found = desk().list()[0]
        assert (found.plan.answers, found.plan.repeats, found.whole) == (True, 2, True)
        table = next(one.value for one in app.dataframe if "contains" in one.value)
        assert list(table["contains"]) == ["1.00 (1.00–1.00)"] * 2
        assert list(table["told"]) == ["0.00 (0.00–0.00)"] * 2
        text = said(app)
        assert made.ANSWER_EXPECTED.format(answer="Birch") in text
        assert "Naive :gray[says what is expected · right to answer" in text.replace("*", "")
        assert "Alder shades Birch [1]." in [one.value for one in app.main.get("text")]
        asking = next(one.value for one in app.dataframe if made.COST_COLUMNS[1] in one.value).iloc[-1]
        assert asking[made.COST_COLUMNS[1]] == found.spent.calls > 8


def test_how_answers_of_a_call_that_failed_are_shown() -> None:
    assert signs(failed_answer("*no* reply")) == ["failed: \\*no\\* reply"]


@given(st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 100)), min_size=1, max_size=6))
def test_every_mode_is_named_once_in_the_picture_of_costs(points: list[tuple[int, int]]) -> None:
    rows = [{"mode": f"m{n}", "tokens": x, "recall": y / 100} for n, (x, y) in enumerate(points)]
    labelled(rows, 900, 0.06)
    named = [mode for row in rows if row["label"] for mode in row["label"].split(", ")]
    assert sorted(named) == sorted(row["mode"] for row in rows)
