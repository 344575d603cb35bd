"""The Compare page without a browser: what is drawn, what the address asks, and why an item is where it is."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.bootstrap import Explorer
from core.domain.metrics import overlap
from core.domain.modes import MODES, Parameters
from core.domain.picture import parts
from core.domain.trace import TokenUse, Trace
from core.services.explain import Explainer
from core.services.question_sets import FIRST
from core.services.retrieve import Request
from pages.parts import compare_run, session, words
from pages.parts import words_answer as answer_words
from pages.parts import words_answers as answer_buttons
from pages.parts import words_compare as own
from pages.parts import words_explain as told
from pages.parts import words_questions as stars
from pages.parts.compare_columns import Opened, picked
from pages.parts.compare_data import data
from pages.parts.compare_nothing import causes, nearly_all
from pages.parts.compare_run import Run
from pages.parts.compare_sliders import moved, sliders
from pages.parts.compare_state import LONGEST
from pages.parts.compare_why import names_of, reason
from pages.parts.text import JOINER
from tests.app.workspace import add_workspace, opened, record
from tests.services.hand_view import QUESTION as HAND_QUESTION
from tests.services.hand_view import Bench

HOSTILE = "![x](http://example.org/a.png)"
RECORDS = (
    record(
        "larkspur/backup.md",
        "On the Business plan the daily backup is kept for 7 days.",
        [
            {"name": "Daily backup", "type": "process", "description": "Is kept for 7 days."},
            {"name": "Business plan", "type": "plan", "description": "One team."},
        ],
        [{"source": "Daily backup", "target": "Business plan", "description": "Kept on it.", "keywords": "kept on"}],
    ),
    record("export.md", f"An export. {HOSTILE}", [{"name": HOSTILE, "type": ":smile:", "description": HOSTILE}]),
)
QUESTION = "How long is the daily backup kept?"
LETTERS = "".join(own.MODES[mode][0] for mode in MODES)


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIGHTPRISM_HOME", str(folder))
        add_workspace(folder, "plans", RECORDS)
        add_workspace(folder, "empty")
        patch.setattr(compare_run, "set_aside", gc.freeze)  # counting all that tests hold takes longer than the run
        yield folder


@pytest.fixture
def asked() -> Iterator[AppTest]:
    with opened("compare", ws="plans", q=QUESTION) as app:
        yield app


def held(home: Path, name: str) -> Explorer:
    """The workspace as the app holds it."""
    found: Explorer = session._SINGLE.get((home / "workspaces" / name).resolve(), session.settings())
    return found


def drawing(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_compare")
    found: dict[str, Any] = json.loads(component.proto.json)
    return found


def plain(text: str) -> str:
    """Without what keeps Markdown from being read."""
    return text.replace("\\", "").replace(JOINER, "")


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.error, *app.info))


# --- the page ---------------------------------------------------------------------------------------------------------


def test_a_workspace_without_documents_leads_to_them() -> None:
    with opened("compare", ws="empty") as app:
        assert not app.exception
        assert own.NO_DOCUMENTS in [head.value for head in app.main.subheader]
        assert app.main.get("page_link")


def test_before_a_question_it_explains_the_modes_and_offers_questions() -> None:
    with opened("compare", ws="plans") as app:
        assert not app.exception
        assert all(about in said(app) for *_, about in own.MODES.values())
        assert own.EXAMPLES["larkspur/"][0] in [button.label for button in app.button]
        assert own.EXAMPLES["chinese/"][0] not in [button.label for button in app.button]


def test_a_link_asks_its_question_in_all_modes(asked: AppTest) -> None:
    assert not asked.exception
    assert asked.text_input[0].value == QUESTION
    sent = drawing(asked)
    assert "".join(mode["letter"] for mode in sent["modes"]) == LETTERS
    assert sent["modes"][0]["chunks"][0]["label"] == "larkspur/backup.md"
    assert "Daily backup" in [entity["label"] for entity in sent["modes"][1]["entities"]]


def test_a_question_goes_into_the_address() -> None:
    with opened("compare", ws="plans") as app:
        press(app, own.EXAMPLES["larkspur/"][0])
        assert app.query_params["q"] == own.EXAMPLES["larkspur/"][0]
        app.text_input[0].set_value("Who exports?").run()
        assert app.query_params["q"] == "Who exports?"
        assert drawing(app)["modes"]


def test_keywords_are_shown_with_who_made_them(asked: AppTest) -> None:
    assert own.ORIGINS["engine"] in said(asked)
    assert "daily backup" in said(asked)


def test_where_the_question_stands_in_for_keywords_none_are_shown() -> None:
    with opened("compare", ws="plans", q="And so?") as app:
        assert own.NO_KEYWORDS in said(app)
        assert any("question stands in" in note for note in drawing(app)["modes"][1]["notes"])
        assert own.ORIGINS["question"] in said(app)


def test_limits_come_from_the_address_and_go_into_it(home: Path) -> None:
    with opened("compare", ws="plans", q=QUESTION, top_k="1", threshold="x", ranking="best", far_ends="1") as app:
        assert not app.exception
        assert app.number_input(key="compare-top_k").value == 1
        assert app.number_input(key="compare-threshold").value == Parameters().threshold
        assert app.selectbox(key="compare-ranking").value == "similarity"
        assert app.toggle(key="compare-far_ends").value is True
        assert len(drawing(app)["modes"][1]["entities"]) == 2  # one hit, and the far end of its relation
        app.number_input(key="compare-chunk_top_k").set_value(3).run()
        assert app.query_params["chunk_top_k"] == "3"
        press(app, own.RESET)
        assert not {"top_k", "chunk_top_k", "far_ends"} & set(app.query_params)


def test_where_every_mode_brings_nearly_all_small_limits_are_proposed() -> None:
    with opened("compare", ws="plans", q=QUESTION, threshold="-1", global_endpoint_chunks="1", far_ends="1") as app:
        assert [len(mode["chunks"]) for mode in drawing(app)["modes"]] == [2, 2, 1, 2, 2, 2]
        assert own.SMALL_BUTTON not in [button.label for button in app.button]


def test_small_is_told_from_what_was_returned(traces: dict[str, Trace]) -> None:
    local = {"local": traces["local"]}
    kept = len(traces["local"].chunks)
    assert nearly_all(local, kept)
    assert not nearly_all(local, 2 * kept)
    assert not nearly_all(local, 0)


def test_policy_is_the_merge_rule_and_a_mode_is_not_taken_here() -> None:
    with opened("compare", ws="plans", q=QUESTION, policy="classic", mode="foo") as app:
        assert not app.exception
        assert app.query_params.get("rule") in ("classic", ["classic"])
        assert own.NOT_TAKEN.format(what="mode=foo") in plain(said(app))
    with opened("compare", ws="plans", q=QUESTION, policy="odd") as app:
        assert own.NOT_TAKEN.format(what="policy=odd") in plain(said(app))


def test_numbers_of_the_address_that_are_not_taken_are_said_and_removed() -> None:
    with opened("compare", ws="plans", q=QUESTION, top_k="-5", rule="none") as app:
        assert own.NOT_TAKEN.format(what="rule=none, top_k=-5") in plain(said(app))
        assert not {"top_k", "rule"} & set(app.query_params)
        app.number_input(key="compare-chunk_top_k").set_value(3).run()
        assert "from the address" not in said(app)


def test_a_question_that_is_too_long_is_cut_and_said_to_be() -> None:
    with opened("compare", ws="plans") as app:
        app.text_input[0].set_value("backup " * 1500).run()
        assert own.TOO_LONG.format(n=LONGEST) in said(app)
        assert len(app.query_params["q"]) == LONGEST


def test_the_merge_rule_can_be_switched(asked: AppTest) -> None:
    asked.segmented_control(key="compare-rule").set_value("classic").run()
    assert asked.query_params["rule"] == "classic"
    relations = drawing(asked)["modes"][2]["relations"]
    assert [" – " in relation["label"] for relation in relations] == [True]


def test_a_change_of_the_workspace_is_said_and_not_searched_unasked(home: Path) -> None:
    add_workspace(home, "growing", RECORDS)
    with opened("compare", ws="growing", q=QUESTION) as app:
        held(home, "growing").intake.add_text("Note", "The daily backup runs at night.")
        app.run()
        assert own.CHANGED in said(app)
        assert len(drawing(app)["modes"][0]["chunks"]) == 1
        press(app, own.AGAIN)
        assert own.CHANGED not in said(app)
        assert len(drawing(app)["modes"][0]["chunks"]) == 2
        assert own.PARTLY_READ.format(read=2, chunks=3) in said(app)


def test_while_nothing_is_read_naive_can_answer(home: Path) -> None:
    add_workspace(home, "fresh")
    with opened("compare", ws="fresh") as app:
        held(home, "fresh").intake.add_text("Note", "The daily backup is kept for seven days.")
        app.run().text_input[0].set_value(QUESTION).run()
        assert own.NOT_READ in said(app)
        found = {mode["id"]: len(mode["chunks"]) for mode in drawing(app)["modes"]}
        assert (found["naive"], found["local"]) == (1, 0)


def test_a_question_that_finds_nothing_says_what_to_do(home: Path) -> None:
    with opened("compare", ws="plans", q="zzzz qqqq", threshold="1") as app:
        assert own.NOTHING in [head.value for head in app.main.subheader]
        assert own.NOTHING_THRESHOLD.format(n="1") in said(app)
        assert own.SMALL_BUTTON not in [button.label for button in app.button]


def test_a_question_for_which_nothing_fits_names_the_budget() -> None:
    bench = Bench()
    numbers = Parameters(max_total_tokens=1)
    said = causes({mode: bench.run(mode, parameters=numbers) for mode in MODES}, numbers, read=1)
    assert own.PARAMETER["max_total_tokens"][0] in said
    assert own.NOTHING_KEYWORDS not in said
    assert "similar" not in said


@pytest.mark.parametrize(
    ("kind", "key", "text"),
    [
        ("entity", "daily backup", "Is kept for 7 days."),
        ("relation", "daily backup -> business plan : kept on", "Kept on it."),
    ],
)
def test_a_clicked_item_opens_with_what_it_says_and_why(asked: AppTest, kind: str, key: str, text: str) -> None:
    asked.session_state["lightprism.compare.opened"] = Opened(kind, key)  # type: ignore[arg-type]
    asked.run()
    assert not asked.exception
    assert text in [shown.value for shown in asked.text]
    told_of = plain("\n".join(line.value for line in asked.markdown))
    assert "Not searched in this mode" in told_of
    assert "Hit 1 of " in told_of


def test_a_clicked_passage_opens_with_the_words_marked(asked: AppTest) -> None:
    asked.session_state["lightprism.compare.opened"] = Opened("chunk", "larkspur/backup.md#1")
    asked.run()
    (shown,) = (c for c in asked.get("bidi_component") if c.proto.component_name == "lightprism_passages")
    passage = json.loads(shown.proto.json)["passages"][0]
    marked = {passage["text"][start:end].casefold() for start, end in passage["marks"]}
    assert marked == {"daily backup", "business plan"}


def test_a_passage_is_starred_where_it_is_opened(asked: AppTest, home: Path) -> None:
    sets = held(home, "plans").question_sets
    for label, support in ((stars.STAR, [("larkspur/backup.md#1",)]), (stars.UNSTAR, [])):
        asked.session_state["lightprism.compare.opened"] = Opened("chunk", "larkspur/backup.md#1")
        asked.run()
        (button,) = (one for one in asked.button if one.key == "compare-star")
        assert button.label == label
        button.click().run()
        assert not asked.exception
        assert [one.question.support for one in sets.questions(FIRST)] == support
        asked.run()
        assert (FIRST in said(asked)) == bool(support)
    sets.delete(FIRST)


def test_an_item_that_is_gone_is_said(asked: AppTest) -> None:
    asked.session_state["lightprism.compare.opened"] = Opened("entity", "nowhere")
    asked.run()
    assert not asked.exception
    assert "nowhere" in said(asked)


def test_hostile_text_is_sent_as_plain_text_and_escaped_elsewhere() -> None:
    with opened("compare", ws="plans", q=f"What is {HOSTILE}?") as app:
        assert not app.exception
        assert HOSTILE in {e["label"] for mode in drawing(app)["modes"] for e in mode["entities"]}
        assert "](http" not in said(app)


# --- what is sent, and why --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> Run:
    return made()


def made(parameters: Parameters | None = None) -> Run:
    """A comparison over the view worked out by hand."""
    numbers = parameters or Parameters()
    opened = Bench().retrieval.open(Request(HAND_QUESTION, parameters=numbers), list(MODES))
    explainer = Explainer(opened.view, opened.vector)
    shelf = explainer.shelf(opened.costs)
    traces = {mode: opened.trace(mode) for mode in MODES}
    counted = {mode: parts(trace, shelf) for mode, trace in traces.items()}
    return Run((), (1, 1), numbers, opened, explainer, shelf, traces, overlap(traces), counted, {})


@pytest.fixture(scope="module")
def traces(found: Run) -> dict[str, Trace]:
    return dict(found.traces)


def test_every_item_is_sent_with_the_modes_that_hold_it(found: Run) -> None:
    local = data(found)["modes"][1]
    held = {entity["id"]: "".join(entity["in"])[:4] for entity in local["entities"]}
    assert held == {"a": "LHM" + "P" * ("paths" in MODES), "b": "LGHM"}
    assert all(chunk["via"] for chunk in local["chunks"])


def test_pairs_of_modes_are_counted_by_kind(found: Run) -> None:
    entities = data(found)["shared"][0]
    pairs = {(i, j): (both, either) for i, j, both, either in entities["pairs"]}
    assert pairs[1, 1] == (2, 2)  # local: a, b
    assert pairs[1, 2] == (1, 4)  # global: c, d, b; both hold b
    assert pairs[0, 1] == (0, 2)
    assert len(pairs) == len(MODES) * (len(MODES) + 1) // 2


def test_tokens_are_sent_with_the_limit_of_each_part(found: Run) -> None:
    for mode, trace in zip(data(found)["modes"], found.traces.values(), strict=True):
        sent = mode["tokens"]
        named = ("entities", "relations", "chains", "chunks")
        assert sent["total"] == sum(sent[name] for name in named) == trace.tokens.total
        assert sum(part["tokens"] for part in mode["parts"]) == sent["total"]
        assert sent["chunksLimit"] == trace.tokens.limit - sent["total"] + sent["chunks"]
        assert sent["entitiesLimit"] == found.parameters.max_entity_tokens


def test_what_a_budget_cut_is_sent_with_its_part() -> None:
    local = data(made(Parameters(max_entity_tokens=10)))["modes"][1]
    assert local["parts"][0]["part"] == "entities"
    assert local["parts"][0]["cut"] == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("threshold 0.2", "less similar than 0.2"),
        ("budget entities 6000", "at or after the first that did not fit into 6000 tokens for entities (5 used)"),
        ("budget total 100", "at or after the first that did not fit into what was left of 100 tokens (9 used)"),
        ("not in the graph", own.REASONS["not in the graph"]),
        ("a rule of tomorrow 7", "a rule of tomorrow 7"),
    ],
)
def test_reasons_are_in_a_readers_words(text: str, shown: str) -> None:
    assert reason(text, TokenUse(5, 3, 1)) == shown


def test_names_are_known_for_all_that_was_kept(traces: dict[str, Trace]) -> None:
    names = names_of(traces)
    assert names["entity:a"] == "A"
    assert names["relation:r2"] == "B → C"


@pytest.mark.parametrize("value", [None, "x", {}, {"kind": "file", "id": "x"}, {"kind": ["entity"], "id": "x"}])
def test_what_a_browser_says_is_taken_only_in_the_right_shape(value: object) -> None:
    assert picked(value) is None
    assert picked({"kind": "entity", "id": "a", "at": 1}) == Opened("entity", "a")


def test_every_mode_and_parameter_has_its_words() -> None:
    assert [mode for mode in own.MODES if mode in MODES] == list(MODES)
    assert {field.name for field in fields(Parameters)} <= set(own.PARAMETER)
    assert set(words.MERGE_RULES) == {"careful", "classic"}


# --- limits that are moved --------------------------------------------------------------------------------------------


def test_each_slider_holds_its_value_and_the_usual_one(found: Run) -> None:
    for one in sliders(made(Parameters(top_k=300, max_total_tokens=90_000, threshold=-0.5))):
        assert one["min"] <= one["value"] <= one["max"]
        assert one["step"] > 0
    needs = {one["name"]: one["need"] for one in sliders(found)}
    assert {one["needSays"] for one in sliders(found)} == {"allNeed"}
    assert needs["max_total_tokens"] == max(trace.tokens.total for trace in found.traces.values())
    assert needs["top_k"] == 0


def test_what_all_would_take_does_not_follow_its_own_slider(found: Run) -> None:
    tight = {one["name"]: one for one in sliders(made(Parameters(max_entity_tokens=10, max_relation_tokens=12)))}
    for one in sliders(found):
        if one["name"] in ("max_entity_tokens", "max_relation_tokens"):
            assert (tight[one["name"]]["need"], tight[one["name"]]["needSays"]) == (one["need"], "allNeed")
    assert tight["max_total_tokens"]["needSays"] == "leastNeed"
    assert {one["needSays"] for one in tight.values()} <= set(told.PICTURE_STRINGS)


def test_a_moved_slider_gives_the_numbers_that_it_means() -> None:
    usual = Parameters()
    assert moved(usual, {"name": "top_k", "value": 7.0}) == Parameters(top_k=7)
    assert moved(usual, {"name": "threshold", "value": 0.3499999}) == Parameters(threshold=0.35)
    assert moved(Parameters(top_k=7, far_ends=True), {"name": "usual"}) == Parameters(far_ends=True)


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        {},
        {"name": "far_ends", "value": 1},
        {"name": "top_k", "value": "7"},
        {"name": "top_k", "value": -1},
        {"name": "top_k", "value": True},
        {"name": "threshold", "value": 9},
        {"name": "top_k", "value": float("inf")},
    ],
)
def test_a_slider_that_says_nothing_of_use_changes_nothing(value: object) -> None:
    assert moved(Parameters(), value) is None


# --- why, prompt, words and starts by hand ----------------------------------------------------------------------------


def test_a_link_asks_why_and_every_mode_answers() -> None:
    with opened("compare", ws="plans", q=QUESTION, why="business plan", top_k="1", threshold="0.1") as app:
        assert not app.exception
        shown = plain(said(app))
        assert "Entity **Business plan**" in shown
        assert shown.count(told.NOT_KEPT) + shown.count(f"{told.KEPT}, ") == len(MODES)
        press(app, told.WHY_CLOSE)
        assert "why" not in app.query_params


def test_a_name_with_a_slip_is_offered_near_ones_and_one_that_means_several_the_choice() -> None:
    with opened("compare", ws="plans", q=QUESTION, why="Dayli backup") as app:
        assert told.WHY_NOTHING.format(name="Dayli backup") in plain(said(app))
        next(b for b in app.button if "Daily backup" in b.label).click().run()
        assert app.query_params["why"] == ["daily backup"] or app.query_params["why"] == "daily backup"
        assert "Hit 1 of " in plain(said(app))


def test_a_clicked_item_puts_itself_into_the_address(asked: AppTest) -> None:
    asked.session_state["lightprism.compare.opened"] = Opened("entity", "daily backup")
    asked.run()
    press(asked, told.PIN)
    assert "daily backup" in str(asked.query_params["seed"])
    assert told.PINNED in said(asked)
    assert drawing(asked)["modes"][1]["entities"][0]["label"] == "Daily backup"


def test_pinned_starts_come_from_the_address_and_can_be_taken_off() -> None:
    with opened("compare", ws="plans", q=QUESTION, seed="business plan") as app:
        assert [e["id"] for e in drawing(app)["modes"][1]["entities"]] == ["business plan"]
        assert drawing(app)["modes"][1]["entities"][0]["via"] == own.SHORT_SEED
        passages = next(one for one in drawing(app)["shared"] if one["part"] == "chunks")
        assert passages["all"] > 0
        assert own.MODES["global"][1] in passages["allSays"]
        app.button(key="compare-pin-0").click().run()
        assert "seed" not in app.query_params
        assert own.ORIGINS["engine"] in said(app)


def test_keywords_can_be_given_by_hand_and_taken_back(asked: AppTest) -> None:
    asked.text_input(key="compare-low").set_value("Business plan")
    press(asked, told.EDIT_USE)
    assert own.ORIGINS["given"] in said(asked)
    assert "Business plan" in str(asked.query_params["low"])
    press(asked, told.EDIT_BACK)
    assert own.ORIGINS["engine"] in said(asked)


def test_the_prompt_is_shown_with_counts_that_sum_to_the_total(asked: AppTest) -> None:
    asked.session_state["lightprism.compare.prompt"] = "mix"
    asked.run()
    assert not asked.exception
    counted = next(line.value for line in asked.markdown if answer_words.PROMPT_SUM in line.value)
    tokens = [int(number.replace(",", "")) for number in re.findall(r" ([\d,]+)", counted)]
    assert tokens[-1] == sum(tokens[:-1]) > 0
    assert "Is kept for 7 days." in asked.code[-1].value
    assert QUESTION in asked.code[-1].value


# --- the graph beside -------------------------------------------------------------------------------------------------


def picture_sent(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_graph")
    found: dict[str, Any] = json.loads(component.proto.json)
    return found


def test_the_graph_is_drawn_of_the_modes_that_the_address_names() -> None:
    with opened("compare", ws="plans", q=QUESTION, graph="LG", why=HOSTILE) as app:
        assert not app.exception
        sent = picture_sent(app)
        marks = {node["id"]: node["mark"] for node in sent["nodes"]}
        assert marks["daily backup"]["role"] == "seed"
        assert marks["daily backup"]["modes"] == ["local", "global"]
        assert all("mark" in edge for edge in sent["edges"])
        assert {entry["kind"] for entry in sent["legend"]} == {"role", "mode"}


def test_no_graph_is_drawn_before_a_mode_is_chosen(asked: AppTest) -> None:
    assert not [c for c in asked.get("bidi_component") if c.proto.component_name == "lightprism_graph"]
    assert "Naive" not in str(asked.get("button_group")[-1].proto)


# --- stored comparisons -----------------------------------------------------------------------------------------------


def test_a_question_is_stored_once_whatever_is_looked_at(home: Path) -> None:
    add_workspace(home, "kept", RECORDS)
    with opened("compare", ws="kept", q=QUESTION) as app:
        app.run()
        app.query_params["top_k"] = "3"
        app.run()
        assert [row.question for row in held(home, "kept").runs.list()] == [QUESTION]
    with opened("compare", ws="kept", q=QUESTION) as app:
        assert not app.exception
        runs = held(home, "kept").runs
        assert len(runs.list()) == 1
        app.query_params["top_k"] = "3"
        press(app.run(), told.RUN_KEEP)
        assert len(runs.list()) == 2
        assert runs.list()[0].id in app.code[-1].value


def test_a_stored_comparison_opens_from_its_link_and_is_left_by_asking_again(home: Path) -> None:
    add_workspace(home, "stored", RECORDS)
    with opened("compare", ws="stored", q=QUESTION, top_k="1", low="Business plan", high="") as app:
        first = drawing(app)
    with opened("compare", ws="stored") as app:
        (row,) = held(home, "stored").runs.list()
        app.query_params["run"] = row.id
        app.run()
        assert not app.exception
        assert told.RUN_SAME in said(app)
        assert drawing(app)["modes"] == first["modes"]
        assert app.text_input[0].value == QUESTION
        assert own.ORIGINS["given"] in said(app)
        held(home, "stored").intake.add_text("Note", "The daily backup runs at night.")
        app.run()
        assert told.RUN_CHANGED in said(app)
        assert drawing(app)["modes"][0]["chunks"] == first["modes"][0]["chunks"]
        press(app, told.RUN_AGAIN)
        assert "run" not in app.query_params
        assert len(drawing(app)["modes"][0]["chunks"]) > len(first["modes"][0]["chunks"])


def test_why_not_is_told_of_a_stored_comparison_too(home: Path) -> None:
    with opened("compare", ws="plans", q="Is the daily backup kept?", top_k="1") as app:
        (row,) = [r for r in held(home, "plans").runs.list() if r.question == "Is the daily backup kept?"]
    with opened("compare", ws="plans", run=row.id, why=HOSTILE) as app:
        assert not app.exception
        assert "Ranked 3 of 3 for" in plain(said(app))


def test_a_run_that_is_gone_is_said_and_the_question_asked_anew() -> None:
    with opened("compare", ws="plans", q=QUESTION, run="20260101-000000-nowhere") as app:
        assert not app.exception
        assert "nowhere" in said(app)
        assert drawing(app)["modes"]


def test_another_question_leaves_the_stored_comparison(home: Path) -> None:
    with opened("compare", ws="plans", q="Who keeps the backup?") as app:
        row = next(r for r in held(home, "plans").runs.list() if r.question == "Who keeps the backup?")
        app.query_params["run"] = row.id
        app.run()
        assert told.RUN_SAME in said(app)
        app.text_input[0].set_value("Who exports?").run()
        assert "run" not in app.query_params
        assert told.RUN_SAME not in said(app)


def test_an_earlier_comparison_laid_beside_tells_what_came_and_went(home: Path) -> None:
    with opened("compare", ws="plans", q="What is kept daily?") as app:
        row = next(r for r in held(home, "plans").runs.list() if r.question == "What is kept daily?")
        app.query_params["beside"] = row.id
        app.query_params["max_total_tokens"] = "0"
        app.run()
        assert not app.exception
        shown = plain(said(app))
        assert own.PARAMETER["max_total_tokens"][0] in shown
        assert f"− {told.BESIDE_WENT}" in shown
        assert any(told.BESIDE_AS.format(mode=own.MODES[mode][1]) in shown for mode in MODES)
        press(app, told.BESIDE_CLOSE)
        assert "beside" not in app.query_params


def test_what_is_laid_beside_and_gone_is_said() -> None:
    with opened("compare", ws="plans", q=QUESTION, beside="nowhere") as app:
        assert not app.exception
        assert "nowhere" in "".join(w.value for w in app.warning)


# --- answers ----------------------------------------------------------------------------------------------------------


def answers_sent(app: AppTest) -> list[dict[str, Any]]:
    sent = [c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_answer"]
    return [json.loads(c.proto.json) for c in sent]


def test_without_a_chat_model_a_mode_is_quoted_when_it_is_asked_for(asked: AppTest) -> None:
    assert answers_sent(asked) == []
    press(asked, answer_buttons.MODE.format(letter="N", mode="Naive"))
    assert not asked.exception
    (naive,) = answers_sent(asked)
    assert any("7 days" in quote["text"] for quote in naive["quotes"])
    press(asked, answer_buttons.ALL)
    assert len(answers_sent(asked)) == len(MODES)
