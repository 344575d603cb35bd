"""Answers over a scripted chat model: when it is asked, what is kept, what is checked, what is said where it fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import Said, ScriptedChat
from core.adapters.scripted_clock import FixedClock
from core.domain.answers import Turn
from core.domain.profiles import rough_tokens
from core.domain.recipe import ExtractionRecipe
from core.domain.records import ModelCall
from core.domain.trace import Trace
from core.domain.verdicts import NOT_FOUND
from core.errors import BadModelReply, InputError, ModelCancelled, ModelMissing, ModelTimeout, ModelUnavailable
from core.ports import ChatModel, ChatReply, ChatRequest
from core.services.answer import AnswerDesk, documents_of
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting, Reader
from core.services.checking import Checker
from core.services.gate import Gate
from core.services.likeness import LikenessDesk
from core.services.speaking import Speaker, Writer
from core.store.store import Store
from tests.answering import BACKUPS, trace_of
from tests.storing import add
from tests.waiting import LONG, until

GOOD = "On the Business plan the daily backup is kept for 7 days [1]."


class Desk:
    """An AnswerDesk over a store that holds the documents of `trace_of`."""

    def __init__(self, folder: Path) -> None:
        self.store, self.gate, self.clock = Store(folder), Gate(), FixedClock()
        for n, text in enumerate(BACKUPS, 1):
            add(self.store, f"notes/{n}.md", text)
        self.chat: ChatModel | None = None
        self.down = False
        budgeting = Budgeting(
            lambda: self._writer().chat,
            lambda: Reader(ExtractionRecipe(), 1200),
            self.store.calls.prompt_rates,
            rough_tokens,
        )
        speaker = Speaker(self._writer, QuestionDesk(self.gate, self.store.calls, self.clock), budgeting)
        self.answers = AnswerDesk(
            speaker, Checker(LikenessDesk(HashEmbedder)), self.store.answers, budgeting, self.clock
        )

    def says(self, *script: Said, identity: str = "small@ab") -> ScriptedChat:
        self.chat = made = ScriptedChat(script, identity)
        return made

    def _writer(self) -> Writer:
        return Writer("small", None if self.chat is None else self._made)

    def _made(self) -> ChatModel:
        if self.down or self.chat is None:
            raise ModelUnavailable("No Ollama answers.", "Start it.")
        return self.chat


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def trace() -> Trace:
    return trace_of()


def incomplete(text: str, outcome: str = "length") -> ChatReply:
    return ChatReply(text, True, ModelCall("answer", "small", tokens_out=768, outcome=outcome))


def test_an_answer_is_streamed_checked_and_carries_its_cost(desk: Desk, trace: Trace) -> None:
    desk.says(f"{GOOD} Martians made it [9].")
    pieces: list[str] = []
    answer = desk.answers.answer(trace, pieces.append)
    assert "".join(pieces) == f"{GOOD} Martians made it [9]."
    assert answer.text == f"{GOOD} Martians made it."
    assert (answer.citations, answer.removed, answer.model) == ((1,), (9,), "small@ab")
    assert [answer.said(sentence) for sentence in answer.unsupported] == ["Martians made it."]
    assert answer.sentences[0].quotes[0].text == "On the Business plan the daily backup is kept for 7 days."
    assert answer.tokens_in > answer.tokens_out > 0
    assert answer.seconds >= answer.wait_s > 0
    (cost,) = desk.store.calls.costs()
    assert (cost.job, cost.calls) == ("question", 1)


def test_what_is_asked_is_what_the_prompt_shows(desk: Desk, trace: Trace) -> None:
    chat = desk.says(GOOD)
    desk.answers.answer(trace)
    prompt = desk.answers.prompt(trace)
    assert (chat.requests[0].system, chat.requests[0].user) == (prompt.system, prompt.user)
    assert chat.requests[0].schema is None


def test_the_same_context_is_not_asked_again_and_the_kept_answer_is_streamed_too(desk: Desk, trace: Trace) -> None:
    chat = desk.says(GOOD)
    first = desk.answers.answer(trace)
    pieces: list[str] = []
    again = desk.answers.answer(replace(trace, mode="naive"), pieces.append)
    assert again == replace(first, cached=True) == desk.answers.kept(trace)
    assert pieces == [GOOD]
    assert len(chat.requests) == 1


@pytest.mark.parametrize(
    "changed",
    [
        trace_of(passages=[*BACKUPS[:2], BACKUPS[2].replace("CSV", "JSON")]),
        trace_of(passages=BACKUPS[:2]),
        trace_of(passages=[BACKUPS[1], BACKUPS[0], BACKUPS[2]]),
        trace_of("How long is it kept?"),
        trace_of(graph=True),
    ],
)
def test_another_wording_context_order_or_question_is_another_answer(desk: Desk, trace: Trace, changed: Trace) -> None:
    chat = desk.says(GOOD, "The Export writes every record [3].")
    desk.answers.answer(trace)
    assert desk.answers.kept(changed) is None
    desk.answers.answer(changed)
    assert len(chat.requests) == 2


def test_another_model_is_another_answer(desk: Desk, trace: Trace) -> None:
    desk.says(GOOD)
    desk.answers.answer(trace)
    desk.says(GOOD, identity="small@cd")
    assert desk.answers.kept(trace) is None


def test_the_answer_of_a_withdrawn_document_is_not_found_even_by_an_old_trace(desk: Desk, trace: Trace) -> None:
    desk.says(GOOD, GOOD)
    desk.answers.answer(trace)
    desk.store.documents.set_withdrawn("notes/3.md", True)
    assert desk.answers.kept(trace) is None
    desk.answers.answer(trace)
    assert desk.answers.kept(trace) is None  # nor is it kept anew


def test_a_kept_answer_is_found_while_the_server_is_down(desk: Desk, trace: Trace) -> None:
    desk.says(GOOD)
    desk.answers.answer(trace)
    desk.down = True
    kept = desk.answers.kept(trace)
    assert kept is not None
    assert kept.text == GOOD
    assert desk.answers.answer(trace) == kept
    with pytest.raises(ModelUnavailable):
        desk.answers.answer(trace_of("And else?"))


def test_the_documents_of_a_trace_are_those_of_its_passages_and_of_its_graph(trace: Trace) -> None:
    assert documents_of(trace_of(graph=True)) == ("doc", "notes/1.md", "notes/2.md", "notes/3.md")
    assert documents_of(trace) == ("notes/1.md", "notes/2.md", "notes/3.md")


@pytest.mark.parametrize(
    ("outcome", "words"), [("length", "broke off at its limit"), ("loop", "repeated itself and was stopped")]
)
def test_an_answer_that_broke_off_is_shown_as_such_and_not_kept(
    desk: Desk, trace: Trace, outcome: str, words: str
) -> None:
    desk.says(incomplete(f"{GOOD} And then", outcome))
    answer = desk.answers.answer(trace)
    assert answer.incomplete
    assert words in answer.notes[-1]
    assert desk.answers.kept(trace) is None


@pytest.mark.parametrize("question", ["What does it cost?", "费用是多少？"])
def test_not_in_the_documents_is_an_answer(desk: Desk, question: str) -> None:
    marker = NOT_FOUND["zh" if question[0] == "费" else "en"]
    desk.says(marker)
    answer = desk.answers.answer(trace_of(question))
    assert answer.not_found
    assert answer.unsupported == ()


def test_a_part_of_an_answer_is_not_called_not_found(desk: Desk, trace: Trace) -> None:
    desk.says(f"{GOOD} The documents do not say what it costs.")
    answer = desk.answers.answer(trace)
    assert not answer.not_found
    assert [sentence.kind for sentence in answer.sentences] == ["statement", "not found"]


def test_nothing_retrieved_is_answered_without_a_model(desk: Desk) -> None:
    chat = desk.says(GOOD)
    answer = desk.answers.answer(trace_of(passages=[]))
    assert (answer.text, answer.not_found, answer.model) == (NOT_FOUND["en"], True, "")
    assert chat.requests == []


@pytest.mark.parametrize("text", ["", "   ", "<think>I can't decide"])
def test_an_empty_answer_is_an_error_with_what_was_said(desk: Desk, trace: Trace, text: str) -> None:
    desk.says(text)
    with pytest.raises(BadModelReply, match="gave no answer") as raised:
        desk.answers.answer(trace)
    assert raised.value.reply == text


def test_a_thought_before_the_answer_is_not_streamed(desk: Desk, trace: Trace) -> None:
    class Thinker(ScriptedChat):
        def chat(self, request: ChatRequest) -> ChatReply:
            for piece in ("<th", "ink>Hm", "m</thi", "nk>", "\n", "It is ", "so."):
                assert request.on_text is not None
                request.on_text(piece)
            return super().chat(replace(request, on_text=None))

    desk.chat = Thinker(["<think>Hmm</think>\nIt is so."])
    pieces: list[str] = []
    answer = desk.answers.answer(trace, pieces.append)
    assert "".join(pieces) == answer.text == "It is so."


def test_an_answer_that_begins_like_a_tag_is_streamed_all_the_same(desk: Desk, trace: Trace) -> None:
    desk.says("<thirty days are kept [2].")
    pieces: list[str] = []
    desk.answers.answer(trace, pieces.append)
    assert pieces == ["<thirty days are kept [2]."]


def test_a_blank_question_is_refused(desk: Desk) -> None:
    desk.says(GOOD)
    with pytest.raises(InputError, match="empty"):
        desk.answers.answer(trace_of(" "))


def test_without_a_chat_model_it_says_what_to_do_and_quotes(desk: Desk, trace: Trace) -> None:
    assert not desk.answers.available
    assert "Settings" in desk.answers.unavailable
    assert desk.answers.kept(trace) is None
    with pytest.raises(ModelMissing, match="Settings"):
        desk.answers.answer(trace)
    quotes = desk.answers.quotes(trace, 1)
    assert [quote.text for quote in quotes] == ["On the Business plan the daily backup is kept for 7 days."]


def test_a_call_that_fails_is_logged_and_leaves_the_gate_open(desk: Desk, trace: Trace) -> None:
    error = ModelTimeout("Too slow.")
    error.calls = (ModelCall("answer", "small", outcome="ModelTimeout"),)
    desk.says(error)
    with pytest.raises(ModelTimeout):
        desk.answers.answer(trace)
    assert desk.gate.open
    assert desk.store.calls.costs()[0].failed == 1


def test_no_passage_is_begun_while_an_answer_is_written(desk: Desk, trace: Trace) -> None:
    seen: list[bool] = []
    desk.chat = ScriptedChat(lambda _: (seen.append(desk.gate.open), GOOD)[1])
    desk.answers.answer(trace)
    assert seen == [False]
    assert desk.gate.open


# --- in the background -----------------------------------------------------------------------------------------------


class Slow(ScriptedChat):
    """Says a word, and then nothing until it is stopped."""

    def chat(self, request: ChatRequest) -> ChatReply:
        assert request.on_text is not None
        assert request.cancelled is not None
        request.on_text("word ")
        until(request.cancelled)
        raise ModelCancelled("The call was cancelled.")


def test_a_page_sees_the_text_so_far_and_can_stop_it(desk: Desk, trace: Trace) -> None:
    desk.chat = Slow([])
    writing = desk.answers.begin(trace)
    until(lambda: writing.text.startswith("word "))
    assert writing.view().active
    writing.cancel()
    ended = writing.wait(LONG)
    assert ended.state == "stopped"
    assert writing.text.startswith("word ")
    assert desk.answers.kept(trace) is None


def test_closing_stops_all_that_is_being_written(desk: Desk, trace: Trace) -> None:
    desk.chat = Slow([])
    writings = [desk.answers.begin(trace), desk.answers.begin(trace_of("And else?"))]
    desk.answers.stop()
    assert [writing.wait(LONG).state for writing in writings] == ["stopped", "stopped"]


def test_a_mode_that_fails_leaves_the_other_alone(desk: Desk, trace: Trace) -> None:
    desk.chat = ScriptedChat(lambda asked: GOOD if "plan" in asked.user else ModelTimeout("Too slow."))
    good, bad = desk.answers.begin(trace), desk.answers.begin(trace_of(passages=["Nothing of the kind is here."]))
    assert (good.wait(LONG).state, bad.wait(LONG).state) == ("done", "failed")
    assert isinstance(bad.view().error, ModelTimeout)
    result = good.view().result
    assert result is not None
    assert result.text == GOOD


# --- follow-ups ------------------------------------------------------------------------------------------------------

TURNS = (Turn("How long is the daily backup kept?", GOOD),)
FOLLOW_UP = "And on the Enterprise plan?"


def test_a_first_question_is_not_rewritten(desk: Desk) -> None:
    chat = desk.says()
    assert desk.answers.standalone(FOLLOW_UP, []).text == FOLLOW_UP
    assert chat.requests == []


def test_a_follow_up_is_rewritten_and_the_raw_reply_shown(desk: Desk) -> None:
    reply = '{"question": "How long is the daily backup kept on the Enterprise plan?"}'
    chat = desk.says(reply)
    found = desk.answers.standalone(FOLLOW_UP, TURNS)
    assert found.text == "How long is the daily backup kept on the Enterprise plan?"
    assert (found.raw, found.note, found.changed) == (reply, "", True)
    assert chat.requests[0].purpose == "rewrite"
    assert desk.store.calls.costs()[0].job == "question"


@pytest.mark.parametrize("said", ["Sorry,\nI can't.", ModelTimeout("Too slow.", "Wait.")])
def test_where_rewriting_fails_the_question_is_asked_as_it_is(desk: Desk, said: Said) -> None:
    desk.says(said)
    found = desk.answers.standalone(FOLLOW_UP, TURNS)
    assert (found.text, found.changed) == (FOLLOW_UP, False)
    assert found.note


def test_a_rewriting_that_is_stopped_is_not_a_failure(desk: Desk) -> None:
    desk.says("{}")
    with pytest.raises(ModelCancelled):
        desk.answers.standalone(FOLLOW_UP, TURNS, lambda: True)


def test_without_a_chat_model_a_follow_up_is_asked_as_it_is(desk: Desk) -> None:
    found = desk.answers.standalone(FOLLOW_UP, TURNS)
    assert (found.text, found.changed) == (FOLLOW_UP, False)
    assert "whole question" in found.note
