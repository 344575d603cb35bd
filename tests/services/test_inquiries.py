"""Questions asked outside a page: what is stored when, what stays of a stopped one, what is not asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import ScriptedChat
from core.domain.answers import Turn
from core.domain.profiles import rough_tokens
from core.domain.recipe import ExtractionRecipe
from core.errors import ModelCancelled, ModelTimeout, ModelUnavailable, UnknownName
from core.ports import ChatModel, ChatReply, ChatRequest, Embedder
from core.services.answer import AnswerDesk
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting, Reader
from core.services.checking import Checker
from core.services.gate import Gate
from core.services.inquiries import BROKEN, STOPPED, Inquiries
from core.services.inquiry import Asked
from core.services.likeness import LikenessDesk
from core.services.retrieve import Retrieval
from core.services.runs import Runs
from core.services.speaking import Speaker, Writer
from tests.waiting import LONG, until
from tests.workspace import Workspace

TEXT = "The Daily Backup is kept for 7 days. The Restore Desk asks for a Ticket."
QUESTION = "How long is the Daily Backup kept?"
GOOD = "The Daily Backup is kept for 7 days [1]."


class Halting:
    """Says its words, then waits until it is cancelled, or told to fail."""

    identity = "halting@1"

    def __init__(self, words: str) -> None:
        self.words, self.said, self.fail = words, Event(), Event()

    def chat(self, request: ChatRequest) -> ChatReply:
        assert request.on_text is not None
        assert request.cancelled is not None
        request.on_text(self.words)
        self.said.set()
        until(lambda: self.fail.is_set() or request.cancelled())  # type: ignore[misc]
        raise ModelTimeout("No answer came in time.") if self.fail.is_set() else ModelCancelled("Stopped.")


class Desk:
    """A workspace with one document, over scripted models."""

    def __init__(self, folder: Path) -> None:
        self.work = Workspace(folder)
        self.work.texts({"note.md": TEXT})
        self.work.ingest.run()
        self.runs = self.work.runs
        self.chat: ChatModel | None = None
        self.down, self.rates = False, list[float]()
        budgeting = Budgeting(
            lambda: self._writer().chat,
            lambda: Reader(ExtractionRecipe(), 1200),
            lambda model: self.rates,
            rough_tokens,
        )
        questions = QuestionDesk(Gate(), self.work.store.calls, self.work.clock)
        checker = Checker(LikenessDesk(HashEmbedder))
        speaker = Speaker(self._writer, questions, budgeting)
        answers = AnswerDesk(speaker, checker, self.work.store.answers, budgeting, self.work.clock)
        retrieval = Retrieval(self.work.views, lambda: self.work.extractor, self._embedder, rough_tokens)
        self.inquiries = Inquiries(retrieval, answers, self.runs, self.work.clock, self.work.store.version)

    def _writer(self) -> Writer:
        return Writer("small", None if self.chat is None else self._made)

    def _made(self) -> ChatModel:
        assert self.chat is not None
        return self.chat

    def _embedder(self) -> Embedder:
        if self.down:
            raise ModelUnavailable("No server answers.", "Start it.")
        return HashEmbedder()

    def writes(self, chat: ChatModel) -> None:
        self.chat = chat


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.work.close()


def says(*words: str) -> ScriptedChat:
    return ScriptedChat(list(words))


def test_a_question_is_stored_with_its_answer(desk: Desk) -> None:
    desk.writes(says(GOOD))
    seen = desk.inquiries.ask(Asked(QUESTION, "naive")).wait(LONG)
    assert (seen.state, seen.error) == ("done", None)
    run = desk.runs.open(seen.run)
    assert (run.question, run.asked, tuple(run.traces)) == (QUESTION, QUESTION, ("naive",))
    assert run.answers["naive"].text == GOOD
    assert run.answers["naive"].citations == (1,)


def test_it_is_stored_before_it_is_answered(desk: Desk) -> None:
    chat = Halting("The Daily Backup")
    desk.writes(chat)
    inquiry = desk.inquiries.ask(Asked(QUESTION, "naive"))
    assert chat.said.wait(LONG)
    seen = inquiry.view()
    assert (seen.stage, seen.text) == ("writing", "The Daily Backup")
    assert desk.runs.open(seen.run).answers == {}
    inquiry.cancel()
    inquiry.wait(LONG)


@pytest.mark.parametrize("fails", [False, True])
def test_what_was_written_before_a_stop_or_a_failure_stays(desk: Desk, fails: bool) -> None:
    chat = Halting("The Daily Backup is kept for 7 days [1]. Also [9]")
    desk.writes(chat)
    inquiry = desk.inquiries.ask(Asked(QUESTION, "naive"))
    assert chat.said.wait(LONG)
    chat.fail.set() if fails else inquiry.cancel()
    seen = inquiry.wait(LONG)
    assert seen.state == ("failed" if fails else "stopped")
    answer = desk.runs.open(seen.run).answers["naive"]
    assert answer.incomplete
    assert answer.text == "The Daily Backup is kept for 7 days [1]. Also"
    assert answer.removed == (9,)
    assert answer.notes[-1] == (BROKEN.format(error="No answer came in time.") if fails else STOPPED)


def test_a_stopped_answer_can_be_written_again(desk: Desk) -> None:
    chat = Halting("The")
    desk.writes(chat)
    inquiry = desk.inquiries.ask(Asked(QUESTION, "naive"))
    assert chat.said.wait(LONG)
    inquiry.cancel()
    run = desk.runs.open(inquiry.wait(LONG).run)
    desk.writes(says(GOOD))
    again = desk.inquiries.answer(run, "naive")
    assert desk.inquiries.of_run(run.id) is again
    assert again.wait(LONG).state == "done"
    answer = desk.runs.open(run.id).answers["naive"]
    assert (answer.text, answer.incomplete) == (GOOD, False)
    assert len(desk.runs.list()) == 1


def test_a_follow_up_is_rewritten_and_stored_in_both_wordings(desk: Desk) -> None:
    chat = says('{"question": "How long is the Daily Backup kept on Business?"}', GOOD)
    desk.writes(chat)
    asked = Asked("And on Business?", "naive", turns=(Turn(QUESTION, GOOD),))
    seen = desk.inquiries.ask(asked).wait(LONG)
    assert seen.standalone is not None
    assert seen.standalone.raw.startswith("{")
    run = desk.runs.open(seen.run)
    assert (run.question, run.asked) == ("And on Business?", "How long is the Daily Backup kept on Business?")
    assert "How long is the Daily Backup kept on Business?" in chat.requests[-1].user


def test_words_of_a_person_are_not_rewritten(desk: Desk) -> None:
    chat = says(GOOD)
    desk.writes(chat)
    asked = Asked("And there?", "naive", turns=(Turn(QUESTION, GOOD),), words="Is the Daily Backup kept?")
    run = desk.runs.open(desk.inquiries.ask(asked).wait(LONG).run)
    assert (run.question, run.asked) == ("And there?", "Is the Daily Backup kept?")
    assert len(chat.requests) == 1


def test_without_a_chat_model_passages_are_quoted(desk: Desk) -> None:
    seen = desk.inquiries.ask(Asked(QUESTION, "naive")).wait(LONG)
    assert seen.state == "done"
    assert seen.answer is None
    assert seen.quotes is not None
    run = desk.runs.open(seen.run)
    assert desk.inquiries.quotes(run.id, run.traces["naive"]) == seen.quotes
    assert all(quote.text in TEXT for quote in seen.quotes)


def test_what_fails_before_anything_is_found_can_be_asked_again(desk: Desk) -> None:
    desk.writes(says(GOOD))
    asked = Asked(QUESTION, "naive")
    desk.down = True
    failed = desk.inquiries.ask(asked)
    assert isinstance(failed.wait(LONG).error, ModelUnavailable)
    assert failed.view().run == ""
    assert desk.inquiries.of(asked) is failed
    desk.down = False
    again = desk.inquiries.ask(asked)
    assert again is not failed
    assert again.wait(LONG).state == "done"


def test_the_same_question_is_asked_once_while_it_goes_on(desk: Desk) -> None:
    chat = Halting("The")
    desk.writes(chat)
    asked = Asked(QUESTION, "naive")
    first = desk.inquiries.ask(asked)
    assert desk.inquiries.ask(asked) is first
    assert chat.said.wait(LONG)
    assert desk.inquiries.of_run(first.view().run) is first
    desk.inquiries.stop()
    assert first.wait(LONG).state == "stopped"


def test_the_same_question_of_the_same_workspace_is_stored_once_however_often_it_is_asked(desk: Desk) -> None:
    desk.writes(says(GOOD))
    asked = Asked(QUESTION, "naive")
    first = desk.inquiries.ask(asked).wait(LONG)
    again = desk.inquiries.ask(asked).wait(LONG)
    assert (again.run, again.answer, again.error) == (first.run, first.answer, None)
    assert desk.runs.count() == 1


@pytest.mark.parametrize(
    "other", [Asked(QUESTION, "local"), Asked(QUESTION, "naive", "classic"), Asked(f"{QUESTION}!", "naive")]
)
def test_another_mode_rule_or_question_is_stored_beside_it(desk: Desk, other: Asked) -> None:
    first = desk.inquiries.ask(Asked(QUESTION, "naive")).wait(LONG)
    assert desk.inquiries.ask(other).wait(LONG).run not in ("", first.run)


def test_the_same_question_of_a_later_version_is_stored_anew(desk: Desk) -> None:
    asked = Asked(QUESTION, "naive")
    first = desk.inquiries.ask(asked).wait(LONG)
    desk.work.texts({"other.md": "The office is closed."})
    assert desk.inquiries.ask(asked).wait(LONG).run not in ("", first.run)


def test_a_deleted_run_is_forgotten(desk: Desk) -> None:
    desk.writes(says(GOOD))
    asked = Asked(QUESTION, "naive")
    run = desk.inquiries.ask(asked).wait(LONG).run
    desk.runs.delete(run)
    desk.inquiries.forget(run)
    assert desk.inquiries.of_run(run) is None
    assert desk.inquiries.of(asked) is None
    with pytest.raises(UnknownName):
        desk.runs.open(run)


def test_limits_that_were_lowered_are_noted_in_the_run(desk: Desk) -> None:
    desk.writes(says(GOOD))
    desk.rates = [100.0]
    run = desk.runs.open(desk.inquiries.ask(Asked(QUESTION, "naive")).wait(LONG).run)
    assert run.parameters.max_total_tokens < 30_000
    assert "The context is limited to" in run.traces["naive"].notes[0]


def test_what_was_not_stored_is_not_shown_of_another_state_of_the_workspace(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.writes(says(GOOD))
    monkeypatch.setattr(Runs, "keeps", False)
    asked = Asked(QUESTION, "naive")
    inquiry = desk.inquiries.ask(asked)
    assert inquiry.wait(LONG).answer is not None
    assert inquiry.view().run == ""
    assert desk.inquiries.of(asked) is inquiry
    desk.work.texts({"other.md": "The office is closed."})
    assert desk.inquiries.of(asked) is None


def test_nothing_is_answered_over_a_document_that_went_meanwhile(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.writes(says(GOOD))
    save = Runs.save

    def later(runs: Runs, *given: Any, **named: Any) -> str:
        desk.work.store.documents.set_withdrawn("notes/note.md", True)
        return save(runs, *given, **named)

    monkeypatch.setattr(Runs, "save", later)
    seen = desk.inquiries.ask(Asked(QUESTION, "naive")).wait(LONG)
    assert (seen.run, seen.trace, seen.answer) == ("", None, None)
    assert seen.error is not None
    assert "withdrawn meanwhile" in seen.error.message
    assert desk.inquiries.of(seen.asked) is None
