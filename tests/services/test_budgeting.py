"""Budgets fitted to a chat model's window and speed."""

from __future__ import annotations

import pytest

from core.adapters.scripted_chat import ScriptedChat
from core.domain.modes import Parameters
from core.domain.profiles import rough_tokens
from core.domain.prompts.answering import frame_tokens
from core.domain.recipe import ExtractionRecipe
from core.errors import ModelUnavailable
from core.ports import ChatModel, Room
from core.services.budgeting import LEAST_CONTEXT, PATIENCE_S, Budgeting, Reader

QUESTION = "How long is the daily backup kept?"
FRAME = frame_tokens(QUESTION, rough_tokens)


class Roomy(ScriptedChat):
    def __init__(self, room: Room) -> None:
        super().__init__([])
        self._room = room
        self.asked: list[tuple[int, tuple[int, int]]] = []

    def room(self, reply: int, reading: tuple[int, int]) -> Room:
        self.asked.append((reply, reading))
        return self._room


def budgeting(chat: ChatModel | None, *rates: float) -> Budgeting:
    return Budgeting(
        lambda: None if chat is None else lambda: chat,
        lambda: Reader(ExtractionRecipe(max_tokens=3000), 1200),
        lambda _: rates,
        rough_tokens,
    )


ROOM = Room(6144, 4000, 32768, 26000)


def test_the_total_is_what_the_usual_window_leaves_and_it_is_said() -> None:
    chat = Roomy(ROOM)
    found = budgeting(chat).fitted(Parameters(), QUESTION, 768, widest=False)
    assert found.parameters.max_total_tokens == 4000 - FRAME
    assert found.parameters.max_entity_tokens == int(6000 * (4000 - FRAME) / 30000)
    assert (found.window, found.rate, found.wait_s) == (6144, None, None)
    (note,) = found.notes
    assert f"limited to {4000 - FRAME:,} tokens instead of 30,000" in note
    assert "could have 32,768" in note
    reply, (prompt, reading_reply) = chat.asked[0]
    assert (reply, reading_reply) == (768, 3000)
    assert prompt > 1200


def test_the_widest_window_is_taken_only_when_asked_for() -> None:
    found = budgeting(Roomy(ROOM)).fitted(Parameters(), QUESTION, 768, widest=True)
    assert (found.parameters.max_total_tokens, found.window) == (26000 - FRAME, 32768)
    assert "loaded again" not in found.notes[0]


def test_a_slow_model_is_given_what_it_reads_in_twenty_seconds() -> None:
    found = budgeting(Roomy(ROOM), 100.0, 90.0, 400.0, 100.0).fitted(Parameters(), QUESTION, 768, widest=False)
    assert found.rate == 100.0  # the lower quartile of the last speeds
    assert found.parameters.max_total_tokens == 100 * PATIENCE_S - FRAME
    assert found.wait_s == pytest.approx(PATIENCE_S)
    (note,) = found.notes  # what the window holds as well need not be said
    assert "instead of 30,000: the chat model reads about 100 tokens a second here" in note
    assert "longer than 20 s" in note


def test_a_very_slow_model_is_still_given_a_little() -> None:
    found = budgeting(Roomy(ROOM), 5.0).fitted(Parameters(), QUESTION, 768, widest=False)
    assert found.parameters.max_total_tokens == LEAST_CONTEXT
    assert found.wait_s == pytest.approx((LEAST_CONTEXT + FRAME) / 5)
    assert f"takes about {found.wait_s:.0f} s even so" in found.notes[0]


def test_budgets_are_never_raised() -> None:
    small = Parameters(max_total_tokens=500, max_entity_tokens=100, max_relation_tokens=100)
    found = budgeting(Roomy(ROOM), 1000.0).fitted(small, QUESTION, 768, widest=False)
    assert (found.parameters, found.notes) == (small, ())


def test_room_is_kept_for_a_question_that_is_not_known_yet() -> None:
    known = budgeting(Roomy(ROOM)).fitted(Parameters(), QUESTION, 768, widest=False)
    unknown = budgeting(Roomy(ROOM)).fitted(Parameters(), "", 768, widest=False)
    assert 0 < known.parameters.max_total_tokens - unknown.parameters.max_total_tokens < 100


def test_without_a_chat_model_or_a_known_window_nothing_is_lowered() -> None:
    assert budgeting(None).fitted(Parameters(), QUESTION, 768, widest=False).parameters == Parameters()
    assert budgeting(None).wait_s(100) is None
    assert budgeting(ScriptedChat([])).fitted(Parameters(), QUESTION, 768, widest=False).notes == ()
    unknown = Roomy(Room(6144, 4000, 0, 0))
    assert budgeting(unknown).fitted(Parameters(), QUESTION, 768, widest=True).parameters == Parameters()


def test_a_model_that_can_t_be_had_is_said_and_lowers_nothing() -> None:
    def gone() -> ChatModel:
        raise ModelUnavailable("No Ollama answers.", "Start it.")

    made = Budgeting(lambda: gone, lambda: Reader(ExtractionRecipe(), 1200), lambda _: (), rough_tokens)
    found = made.fitted(Parameters(), QUESTION, 768, widest=False)
    assert found.parameters == Parameters()
    assert "No Ollama answers. Start it." in found.notes[0]
    assert made.wait_s(100) is None


def test_the_wait_is_the_prompt_by_the_measured_speed() -> None:
    assert budgeting(Roomy(ROOM), 50.0).wait_s(500) == 10.0
    assert budgeting(Roomy(ROOM)).wait_s(500) is None
