"""Budgets that the chosen chat model can take: by the window that it has, and by how fast it reads.

Windows: a model is loaded again whenever its window changes, so an answer stays in the window that reading passages
needs anyway. Speed: a prompt longer than the model reads in `PATIENCE_S` seconds is cut down to that, but never below
`LEAST_CONTEXT`. Both are said in sentences, and neither is done in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.domain.modes import Parameters
from core.domain.prompts import extraction_prompt
from core.domain.prompts.answering import frame_tokens
from core.domain.recipe import ExtractionRecipe
from core.errors import ModelError
from core.ports import ChatModel, Room, RoomyChat

PATIENCE_S = 20.0
"""Seconds until the first word of an answer."""

LEAST_CONTEXT = 600
"""Tokens of context that are always allowed: two or three short passages; less answers nothing."""

QUESTION_TOKENS = 60
"""Room kept for a question that is not known yet."""

COUNTS_KEPT = 64
"""Token counts of whole parts of prompts that are remembered: those of all modes of a question."""

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Reader:
    """How passages are read here: the recipe, and the tokens of the longest chunk. It decides the usual window."""

    recipe: ExtractionRecipe
    chunk_tokens: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """Parameters that fit, and why: `notes` in sentences, empty where nothing had to be lowered.

    `window` is the model's window that they fit (0: not known), `rate` the tokens of prompt that it reads a second
    (None: not measured), `wait_s` the seconds until the first word of an answer whose context fills the budget.
    """

    parameters: Parameters
    notes: tuple[str, ...] = ()
    window: int = 0
    rate: float | None = None
    wait_s: float | None = None


class Budgeting:
    """Fits budgets. `chat` may be None; `rates` gives the last reading speeds of a model, in tokens a second."""

    def __init__(
        self,
        chat: Callable[[], Callable[[], ChatModel] | None],
        reader: Callable[[], Reader],
        rates: Callable[[str], Sequence[float]],
        count: CountTokens,
    ) -> None:
        self._chat, self._reader, self._rates = chat, reader, rates
        self.count = lru_cache(maxsize=COUNTS_KEPT)(count)

    def fitted(self, parameters: Parameters, question: str, reply: int, widest: bool) -> Fitted:
        """See `AnswerDesk.fitted`; `reply` is the room for an answer, in tokens."""
        made = self._chat()
        if made is None:
            return Fitted(parameters)
        try:
            chat = made()
        except ModelError as error:
            return Fitted(parameters, (f"The budgets could not be fitted to the chat model: {error}",))
        frame = frame_tokens(question, self.count) + (0 if question else QUESTION_TOKENS)
        limit, notes = parameters.max_total_tokens, tuple[str, ...]()
        room, rate = self._room(chat, reply), self._rate(chat)
        window, holds = _holds(room, frame, widest)
        if room is not None and window and holds < limit:
            limit, notes = holds, (_narrow(limit, holds, reply, room, widest),)
        if rate is not None and not widest and (reads := max(LEAST_CONTEXT, int(rate * PATIENCE_S) - frame)) < limit:
            limit, notes = reads, (_slow(parameters.max_total_tokens, reads, rate, (reads + frame) / rate),)
        wait = None if rate is None else (limit + frame) / rate
        return Fitted(parameters.fitted(limit), notes, window, rate, wait)

    def prepare(self, chat: ChatModel) -> None:
        """Let the model have, from its next call on, the one window that serves reading and answering. ModelError."""
        self._room(chat, 0)

    def wait_s(self, tokens: int) -> float | None:
        """Seconds that the chat model takes to read a prompt, by its measured speed."""
        made = self._chat()
        if made is None:
            return None
        try:
            rate = self._rate(made())
        except ModelError:
            return None
        return None if rate is None else tokens / rate

    def _room(self, chat: ChatModel, reply: int) -> Room | None:
        if not isinstance(chat, RoomyChat):
            return None
        reader = self._reader()
        instructions = self.count(extraction_prompt(reader.recipe, "").system)
        return chat.room(reply, (instructions + reader.chunk_tokens, reader.recipe.max_tokens))

    def _rate(self, chat: ChatModel) -> float | None:
        """The lower quartile of the last speeds: a prompt whose beginning the server still knows is read faster."""
        rates = sorted(self._rates(chat.identity))
        return rates[len(rates) // 4] if rates else None


def _holds(room: Room | None, frame: int, widest: bool) -> tuple[int, int]:
    """The window in use (0: not known), and the tokens of context that it holds beside the frame."""
    if room is None:
        return 0, 0
    window, prompt = (room.most_window, room.most_prompt) if widest else (room.window, room.prompt)
    return window, max(prompt - frame, LEAST_CONTEXT)


def _narrow(wanted: int, holds: int, reply: int, room: Room, widest: bool) -> str:
    window = room.most_window if widest else room.window
    wider = not widest and room.most_window > room.window
    more = f" It could have {room.most_window:,}, but would be loaded again for it." if wider else ""
    return (
        f"The context is limited to {holds:,} tokens instead of {wanted:,}: the chat model's window of {window:,}"
        f" tokens also holds the instructions and {reply} tokens of answer.{more}"
    )


def _slow(wanted: int, reads: int, rate: float, wait: float) -> str:
    how = f"the chat model reads about {rate:,.0f} tokens a second here"
    late = f"so the first word of an answer takes about {wait:.0f} s even so"
    soon = f"and the first word of an answer should not take longer than {PATIENCE_S:.0f} s"
    return (
        f"The context is limited to {reads:,} tokens instead of {wanted:,}: {how},"
        f" {late if wait > PATIENCE_S + 1 else soon}."
    )
