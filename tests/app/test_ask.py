"""The Ask page without a browser: each state of a question, what the address holds, what the browser is sent."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.domain.answers import Answer, Quote, Sentence
from core.domain.citations import check_citations
from core.domain.trace import KeptPath, Trace
from core.services.inquiry import Asked
from core.services.intake import Incoming
from core.services.question_sets import FIRST
from core.settings import Engine, Settings
from pages.parts import session
from pages.parts import words_answer as told
from pages.parts import words_ask as own
from pages.parts import words_compare as compare
from pages.parts import words_questions as stars
from pages.parts.answer_data import Shown, data, remarks
from pages.parts.answer_given import chain
from pages.parts.answer_view import Spot, picked
from pages.parts.ask_going import stage
from pages.parts.ask_state import DEFAULT_MODE
from pages.parts.figures import duration
from pages.parts.text import JOINER
from tests.adapters.ollama_server import CHAT, EMBED, Body, Breaks, Fails, OllamaStub, Says, serving
from tests.answering import trace_of
from tests.app.workspace import add_workspace, opened, record
from tests.waiting import LONG

HOSTILE = "<img src=x onerror=alert(1)> ![x](http://example.org/a.png)"
QUESTION = "How long is the daily backup kept?"
RECORDS = (
    record(
        "larkspur/backup.md",
        "On the Business plan the daily backup is kept for 7 days.",
        [
            {"name": "Daily backup", "type": "process", "description": "Is kept for 7 days."},
            {"name": "Business plan", "type": "plan", "description": HOSTILE},
        ],
        [{"source": "Daily backup", "target": "Business plan", "description": "Kept on it.", "keywords": "kept on"}],
    ),
)
MODELS_LOAD_S = 4 * LONG
GOOD = "On the Business plan the daily backup is kept for 7 days [1]."


class Script:
    """What the server says: keywords, a rewriting, and to a question what `answer` is."""

    def __init__(self) -> None:
        self.answer: Any = Says(GOOD)
        self.rewriting = "How long is the daily backup kept on the Business plan?"

    def popleft(self) -> Any:
        return self._act

    def _act(self, body: Body) -> Any:
        wanted = (body.get("format") or {}).get("properties", {})
        if "low_level_keywords" in wanted:
            return Says('{"high_level_keywords": ["retention"], "low_level_keywords": ["Daily backup"]}')
        if "question" in wanted:
            return Says(json.dumps({"question": self.rewriting}))
        return self.answer


@pytest.fixture(scope="module")
def stub() -> Iterator[OllamaStub]:
    with serving() as stub:
        stub.chats = Script()  # type: ignore[assignment]
        yield stub


@pytest.fixture
def script(stub: OllamaStub) -> Script:
    stub.chats = made = Script()  # type: ignore[assignment]
    return made


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, stub: OllamaStub) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIGHTPRISM_HOME", str(folder))
        patch.setenv("OLLAMA_HOST", stub.url)
        add_workspace(folder, "quoting", RECORDS)
        add_workspace(folder, "empty")
        _writing(folder, "writing", CHAT)
        _writing(folder, "lacking", "nobody:7b")
        _writing(folder, "silent", CHAT, host="127.0.0.1:9")
        _unread(folder)
        yield folder


def _writing(home: Path, name: str, chat: str, host: str = "") -> None:
    settings = Settings(home)
    path = bootstrap.create_workspace(settings, name, Engine("ollama", chat, EMBED, host=host))
    explorer = bootstrap.open_workspace(path, settings)
    lines = "\n".join(json.dumps(row) for row in RECORDS)
    explorer.intake.add([Incoming("uploads", "records.jsonl", lines.encode())])
    explorer.close()


def _unread(home: Path) -> None:
    settings = Settings(home)
    explorer = bootstrap.open_workspace(bootstrap.create_workspace(settings, "unread", Engine("embedded")), settings)
    explorer.intake.add_text("Note", "The lamps of the harbour are lit at dusk.")
    explorer.close()


def held(name: str) -> Explorer:
    """The workspace as the app holds it."""
    settings = session.settings()
    found: Explorer = session._SINGLE.get((settings.workspaces / name).resolve(), settings)
    return found


def ask(app: AppTest, question: str = QUESTION) -> AppTest:
    """Type it, press the button, and look again when it has ended."""
    app.text_input(key="ask-question").set_value(question)
    return ended(press(app, own.ASK))


def ended(app: AppTest) -> AppTest:
    explorer = held(address(app, "ws"))
    for inquiry in [*explorer.inquiries._asked.values(), *explorer.inquiries._again.values()]:
        assert not inquiry.wait(MODELS_LOAD_S).active
    return app.run()


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def said(app: AppTest) -> str:
    texts = (*app.main.markdown, *app.main.caption, *app.error, *app.info, *app.warning, *app.main.subheader)
    return "\n".join(text.value for text in texts).replace("\\", "").replace(JOINER, "")


def drawn(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_answer")
    found: dict[str, Any] = json.loads(component.proto.json)
    return found


def address(app: AppTest, name: str) -> str:
    value = app.query_params.get(name, "")
    return value[0] if isinstance(value, list) else str(value)


# --- before a question ------------------------------------------------------------------------------------------------


def test_a_workspace_without_documents_leads_to_them() -> None:
    with opened("ask", ws="empty") as app:
        assert not app.exception
        assert own.NO_DOCUMENTS in said(app)
        assert app.main.get("page_link")


def test_before_a_question_it_says_what_it_does_and_offers_questions() -> None:
    with opened("ask", ws="quoting") as app:
        assert not app.exception
        assert own.START in said(app)
        assert own.SUITS[DEFAULT_MODE] in said(app)
        assert compare.EXAMPLES["larkspur/"][0] in labels(app)


def test_every_mode_has_a_line_that_says_when_it_suits() -> None:
    assert set(own.SUITS) == set(compare.MODES)
    with opened("ask", ws="quoting", mode="paths") as app:
        assert own.SUITS["paths"] in said(app)


def test_where_nothing_is_read_naive_is_chosen() -> None:
    with opened("ask", ws="unread") as app:
        assert not app.exception
        assert own.SUITS["naive"] in said(app)
        assert compare.NOT_READ in said(app)


def test_a_blank_question_is_not_asked() -> None:
    with opened("ask", ws="quoting") as app:
        press(app, own.ASK)
        assert own.EMPTY_QUESTION in said(app)
        assert not address(app, "q")


def test_an_address_that_does_not_fit_gives_the_usual_page() -> None:
    with opened("ask", ws="quoting", mode="<b>", rule="none", run="nope") as app:
        assert not app.exception
        assert own.RUN_GONE in said(app)
        assert own.SUITS[DEFAULT_MODE] in said(app)


def test_what_is_not_taken_from_the_address_is_said_until_something_is_asked() -> None:
    with opened("ask", ws="quoting", mode="foo", rule="none", policy="odd", cite="-1", q="What is kept?") as app:
        ended(app)
        assert not app.exception
        assert own.NOT_TAKEN.format(what="policy=odd, mode=foo, rule=none, cite=-1") in said(app)
        assert not address(app, "mode")
        ask(app)
        assert own.NOT_TAKEN.partition("{")[0] not in said(app)


def test_policy_is_another_name_of_the_merge_rule() -> None:
    with opened("ask", ws="quoting", policy="classic") as app:
        assert not app.exception
        assert address(app, "rule") == "classic"
        assert own.NOT_TAKEN.partition("{")[0] not in said(app)
    with opened("ask", ws="quoting", policy="classic", rule="careful") as app:
        assert own.NOT_TAKEN.format(what="policy=classic") in said(app)


# --- quotes -----------------------------------------------------------------------------------------------------------


def test_without_a_chat_model_quotes_are_shown_as_quotes() -> None:
    with opened("ask", ws="quoting") as app:
        ask(app)
        assert not app.exception
        assert told.QUOTED in said(app)
        assert [quote["text"] for quote in drawn(app)["quotes"]] == [RECORDS[0]["text"]]
        assert address(app, "run")
        assert not address(app, "q")


def test_an_earlier_question_keeps_its_quotes_and_the_next_is_asked_whole() -> None:
    with opened("ask", ws="quoting") as app:
        ask(app)
        assert own.ASK_WHOLE in said(app)
        assert app.chat_input[0].placeholder == own.ASK_ANOTHER
        app.chat_input[0].set_value("What is the Business plan?").run()
        ended(app)
        assert not app.exception
        (turn,) = [text.value for text in app.main.markdown if text.value.startswith(":material/format_quote: On the")]
        assert turn.endswith("[1]")
        assert own.NO_ANSWER not in said(app)


def test_an_address_with_a_question_is_stored_once_however_often_it_is_opened() -> None:
    for round_ in range(3):
        with opened("ask", ws="quoting", q="Who backs up?", mode="naive") as app:
            ended(app)
            explorer = held("quoting")
            assert explorer.runs.count("Who backs up?") == 1
            if round_ == 1:
                explorer.inquiries._asked.clear()  # as in a new process


def test_the_opened_passage_stands_in_the_address_and_opens_again() -> None:
    with opened("ask", ws="quoting") as app:
        run = address(ask(app), "run")
        assert drawn(app)["opened"] == 0
    with opened("ask", ws="quoting", run=run, cite="1") as app:
        assert not app.exception
        assert drawn(app)["opened"] == 1
        assert address(app, "cite") == "1"
        ask(app, "Which plan?")
        assert not address(app, "cite")
    with opened("ask", ws="quoting", run=run, cite="77") as app:
        assert own.NOT_TAKEN.format(what="cite=77") in said(app)
        assert drawn(app)["opened"] == 0


# --- answers ----------------------------------------------------------------------------------------------------------


def test_an_answer_shows_its_sentences_with_their_passages(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app)
        assert not app.exception
        found = drawn(app)
        assert found["text"] == GOOD
        (sentence,) = found["sentences"]
        (quote,) = sentence["quotes"]
        passage = found["passages"][quote["n"] - 1]
        assert passage["text"][quote["start"] : quote["end"]] == RECORDS[0]["text"]
        assert passage["cited"]
        assert passage["revision"]
        assert not found["writing"]


def test_citations_that_were_made_up_are_reported(script: Script) -> None:
    script.answer = Says(f"{GOOD} Penguins run it [97].")
    with opened("ask", ws="writing") as app:
        ask(app, "Who runs the daily backup?")
        found = drawn(app)
        assert "[97]" not in found["text"]
        texts = [remark["text"] for remark in found["remarks"]]
        assert told.REMOVED_ONE.format(count=1, numbers="[97]") in texts


def test_not_in_the_documents_is_an_answer(script: Script) -> None:
    script.answer = Says("The documents do not say.")
    with opened("ask", ws="writing") as app:
        ask(app, "Is there a base on the moon?")
        assert not app.error
        assert drawn(app)["notFound"]


def test_model_text_reaches_the_browser_as_data_alone(script: Script) -> None:
    script.answer = Says(f"{HOSTILE} is said of the Business plan [1].")
    with opened("ask", ws="writing") as app:
        ask(app, f"What is {HOSTILE}?")
        assert not app.exception
        assert HOSTILE in drawn(app)["text"]
        shown = [*app.main.markdown, *app.main.caption]
        assert all("<img" not in text.value.replace("\\<", "") for text in shown)
        assert not any(text.allow_html for text in app.main.markdown)


@pytest.mark.parametrize(
    ("workspace", "words"),
    [("silent", "No Ollama answers"), ("lacking", "nobody:7b")],
)
def test_a_server_or_a_model_that_is_missing_is_said_with_its_remedy(
    script: Script, workspace: str, words: str
) -> None:
    with opened("ask", ws=workspace) as app:
        ask(app)
        assert not app.exception
        assert words in said(app)
        assert own.RETRY in labels(app)
        assert app.text_input(key="ask-question").value == QUESTION


def test_an_answer_that_fails_can_be_tried_again(script: Script) -> None:
    script.answer = Fails(500, "llama runner process has terminated")
    with opened("ask", ws="writing") as app:
        ask(app, "Does it fail?")
        assert app.error
        run = address(app, "run")
        assert run
        script.answer = Says(GOOD)
        ended(press(app, own.RETRY))
        assert not app.error
        assert drawn(app)["text"] == GOOD
        assert address(app, "run") == run


def test_what_was_written_before_it_broke_off_is_shown_as_incomplete(script: Script) -> None:
    script.answer = Breaks("error", text=f"{GOOD} And", words="llama runner process has terminated")
    with opened("ask", ws="writing") as app:
        ask(app, "Does it break?")
        assert drawn(app)["remarks"][0]["text"].startswith(told.INCOMPLETE)
        assert own.WRITE_AGAIN in labels(app)


def test_the_wait_is_said_beforehand_once_it_was_measured(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app, "How long does an answer take?")
        press(app, own.NEW)
        assert own.BEFORE_WAIT.partition("{")[0] in said(app)


def test_where_another_process_writes_an_answer_is_given_but_not_kept(script: Script) -> None:
    settings = Settings.from_env(os.environ)
    holder = bootstrap.open_workspace(settings.workspaces / "writing", settings)
    try:
        with opened("ask", ws="writing") as app:
            ask(app, "Is the daily backup kept on the Business plan?")
            assert not app.exception
            assert own.NOT_KEPT in said(app)
            assert drawn(app)["text"] == GOOD
            assert own.STAR not in labels(app)
            assert address(app, "q")
    finally:
        holder.close()


# --- again ------------------------------------------------------------------------------------------------------------


def test_a_link_opens_the_answer_again_without_asking(script: Script, stub: OllamaStub) -> None:
    with opened("ask", ws="writing") as app:
        ask(app, "How long are the backups kept, in days?")
        run = address(app, "run")
        text = drawn(app)["text"]
    before = len(stub.asked("/api/chat"))
    with opened("ask", ws="writing", run=run) as app:
        assert not app.exception
        assert drawn(app)["text"] == text
        assert app.text_input(key="ask-question").value == "How long are the backups kept, in days?"
        assert len(stub.asked("/api/chat")) == before
        assert "at version" in said(app)
        assert own.RUN_CHANGED not in said(app)


def test_a_run_says_that_the_workspace_has_changed_and_asks_again(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app, "Are backups kept?")
        run = address(app, "run")
        held("writing").intake.add_text("News", "The office is closed on Friday.")
        app.run()
        assert own.RUN_CHANGED in said(app)
        ended(press(app, own.ASK_AGAIN))
        assert address(app, "run") not in ("", run)
        assert own.RUN_CHANGED not in said(app)


def test_a_star_and_a_note_are_kept(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app, "Is there a backup?")
        press(app, own.STAR)
        assert own.UNSTAR in labels(app)
        app.text_area(key="ask-note-text").set_value("ask again")
        press(app, own.NOTE_SAVE)
        run = held("writing").runs.open(address(app, "run"))
        assert (run.starred, run.note) == (True, "ask again")


def test_a_link_with_a_question_asks_it(script: Script) -> None:
    with opened("ask", ws="writing", q="What is kept for 7 days?", mode="naive") as app:
        ended(app)
        assert not app.exception
        run = held("writing").runs.open(address(app, "run"))
        assert (run.question, tuple(run.traces)) == ("What is kept for 7 days?", ("naive",))


def test_a_question_on_a_withdrawn_document_is_out_of_sight_also_where_it_is_remembered(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        explorer = held("writing")
        secret = record("secret.md", "The Secret plan.", [{"name": "Daily backup", "description": "Is secret."}])
        explorer.intake.add([Incoming("uploads", "secret.jsonl", json.dumps(secret).encode())])
        ask(app, "Is the Secret plan kept for 3 days?")
        assert any("Secret" in passage["text"] for passage in drawn(app)["passages"])
        explorer._store.documents.set_withdrawn("secret.md", True)
        app.run()
        assert own.RUN_GONE in said(app)
        assert not [c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_answer"]


def test_a_question_on_an_earlier_version_of_a_document_is_out_of_sight_with_its_words(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        explorer = held("writing")
        for text in ("The Secret plan.", "The open plan."):
            told = record("plan.md", text, [{"name": "Daily backup", "description": text}])
            explorer.intake.add([Incoming("uploads", "plan.jsonl", json.dumps(told).encode())])
            if "Secret" in text:
                ask(app, "Is a plan kept for 3 days?")
                assert any("Secret" in passage["text"] for passage in drawn(app)["passages"])
        app.run()
        assert own.RUN_GONE in said(app)
        assert "earlier version of “plan.md”" in said(app)
        assert "Is a plan kept for 3 days?" in {field.value for field in app.text_input}
        app.switch_page("pages/home.py").run()
        assert "over an earlier version of plan.md" in said(app).replace("\\", "")
        app.switch_page("pages/compare.py").run()
        assert not app.exception


# --- conversation -----------------------------------------------------------------------------------------------------


def test_a_follow_up_shows_what_it_was_understood_as_and_can_be_taken_back(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app)
        first = address(app, "run")
        app.chat_input[0].set_value("And on Business?").run()
        ended(app)
        assert not app.exception
        assert script.rewriting in said(app)
        assert QUESTION in said(app)
        assert address(app, "turn") == first
        ended(press(app, own.REWRITE_UNDO))
        assert held("writing").runs.open(address(app, "run")).asked == "And on Business?"


def test_a_rewriting_can_be_changed(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app)
        app.chat_input[0].set_value("And there?").run()
        ended(app)
        app.text_input(key="ask-rewrite").set_value("Is it kept on the Business plan?")
        ended(press(app, own.REWRITE_ASK))
        run = held("writing").runs.open(address(app, "run"))
        assert (run.question, run.asked) == ("And there?", "Is it kept on the Business plan?")


def test_an_earlier_question_that_is_gone_is_said(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app)
        run = address(app, "run")
    with opened("ask", ws="writing", run=run, turn="nope") as app:
        assert not app.exception
        assert own.EARLIER_GONE in said(app)


def test_a_new_question_begins_anew(script: Script) -> None:
    with opened("ask", ws="writing") as app:
        ask(app)
        app.chat_input[0].set_value("And there?").run()
        ended(app)
        press(app, own.NEW)
        assert own.START in said(app)
        assert not address(app, "turn")
        assert not address(app, "run")


# --- parts ------------------------------------------------------------------------------------------------------------


def test_while_the_model_reads_the_wait_is_said() -> None:
    with opened("ask", ws="writing") as app:
        inquiry = held("writing").inquiries.ask(Asked(QUESTION, "naive"))
        seen = inquiry.wait(LONG)
        assert not app.exception
    waiting = replace(seen, state="running", stage="reading", wait_s=12.0, stage_s=3.0, seconds=4.0, tokens=900)
    assert stage(waiting, True) == (
        f"{own.STAGES['reading'].format(tokens=900)} · {own.READING_ABOUT.format(time=duration(12))}"
        f" · {own.SO_FAR.format(seconds=4)}"
    )
    assert own.READING_NOW in stage(replace(waiting, stage_s=13.0), True)
    assert stage(waiting, False) == own.QUOTING


def test_a_click_is_taken_only_where_its_passage_is_in_the_context() -> None:
    trace = trace_of()
    chunk = trace.chunks[0].chunk.id
    assert picked({"kind": "why", "chunk": chunk, "start": 0, "end": 5}, trace) == ("why", Spot(chunk, 0, 5, 1))
    assert picked({"kind": "original", "chunk": chunk, "start": 5, "end": 10**6}, trace) == (
        "original",
        Spot(chunk, number=1),
    )
    assert picked({"kind": "cite", "chunk": chunk}, trace) == ("cite", Spot(chunk, number=1))
    for wrong in (None, "x", {"kind": "run", "chunk": chunk}, {"kind": "why", "chunk": "elsewhere#1"}):
        assert picked(wrong, trace) is None


def test_while_it_is_written_only_marks_of_passages_can_be_clicked() -> None:
    sent = data(Shown(trace_of(), text="It is kept [2] for long [9].", writing=True))
    assert [(mark["n"], mark["start"]) for mark in sent["marks"]] == [(2, 11)]
    assert sent["sentences"] == []
    assert sent["remarks"] == []


def _answer(trace: Trace, **fields: Any) -> Answer:
    cited = check_citations(GOOD, {kept.rank for kept in trace.chunks})
    return Answer(cited.text, marks=cited.marks, citations=(1,), measure="cosine", **fields)


def test_the_gravest_remark_comes_first() -> None:
    trace = trace_of()
    weak = Sentence(0, 5, support=0.1, supported=False)
    answer = _answer(trace, incomplete=True, removed=(7, 9), sentences=(weak,), notes=("It was stopped.",))
    kinds = [(kind, text) for kind, _, text in remarks(Shown(trace, answer))]
    assert kinds == [
        ("warn", f"{told.INCOMPLETE} It was stopped."),
        ("warn", told.REMOVED_MORE.format(count=2, numbers="[7], [9]")),
        ("warn", told.UNSUPPORTED_ONE),
    ]


def test_a_backed_answer_names_its_measure() -> None:
    trace = trace_of()
    quote = Quote(1, trace.chunks[0].chunk.id, "d", 0, 5, "words", 0.9)
    answer = _answer(trace, sentences=(Sentence(0, 5, (1,), 0.9, quotes=(quote,)),))
    ((kind, _, text),) = remarks(Shown(trace, answer))
    assert (kind, text) == ("note", told.ALL_BACKED.format(measure=told.MEASURES["cosine"]))


def test_a_chain_reads_along_its_arrows() -> None:
    path = KeptPath(("a", "b", "c"), ("r", "s"), ("A", "B", "C"), (True, False), 0.5, 1, steps=("keeps", "sells"))
    assert chain(path) == "A – keeps → B ← sells – C"


# --- stars -----------------------------------------------------------------------------------------------------------


def test_a_passage_is_starred_and_what_is_expected_is_written(home: Path) -> None:
    with opened("ask", ws="quoting") as app:
        ended(ask(app))
        assert stars.HINT.format(name=FIRST) in said(app)
        explorer = held("quoting")
        explorer.question_sets.star(FIRST, QUESTION, "larkspur/backup.md#1", True)
        app.run()
        assert stars.STARRED_ONE.format(name=FIRST) in said(app)
        area = next(one for one in app.text_area if one.label == stars.ANSWER)
        area.set_value("7 days")
        next(one for one in app.button_group if one.label == stars.KIND).set_value("precise")
        app.button(key="ask-expected-save").click().run()
        assert not app.exception
        (kept,) = explorer.question_sets.open(FIRST).questions
        assert (kept.answer, kept.kind, kept.support) == ("7 days", "precise", ("larkspur/backup.md#1",))
        next(one for one in app.button_group if one.label == stars.KIND).set_value("unanswerable")
        app.button(key="ask-expected-save").click().run()
        assert "has no expected answer" in "\n".join(one.value for one in app.error)
        assert explorer.question_sets.open(FIRST).questions == (kept,)
        next(one for one in app.text_area if one.label == stars.ANSWER).set_value("")
        app.button(key="ask-expected-save").click().run()
        assert stars.UNANSWERABLE.format(name=FIRST) + stars.ASIDE_ONE in said(app)
        app.button(key="ask-expected-remove").click().run()
        assert explorer.question_sets.questions(FIRST) == ()
        assert stars.HINT.format(name=FIRST) in said(app)


def test_what_the_browser_says_of_a_star_is_taken_only_in_its_shape() -> None:
    trace = trace_of()
    chunk = trace.chunks[0].chunk.id
    assert picked({"kind": "star", "chunk": chunk, "on": True}, trace) == ("star", Spot(chunk, number=1, on=True))
    assert picked({"kind": "star", "chunk": chunk, "on": "yes"}, trace) == ("star", Spot(chunk, number=1))
    assert picked({"kind": "star", "chunk": "elsewhere", "on": True}, trace) is None


def test_passages_have_stars_only_where_they_can_be_kept() -> None:
    trace = trace_of()
    chunk = trace.chunks[0].chunk.id
    assert {row["starred"] for row in data(Shown(trace))["passages"]} == {None}
    rows = data(Shown(trace, starred=frozenset({chunk})))["passages"]
    assert [row["chunk"] for row in rows if row["starred"]] == [chunk]
