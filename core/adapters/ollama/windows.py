"""How large a window a call needs, and whether the server cut the prompt that was sent.

A model is loaded again whenever its window changes, so there is one value for each model: the largest that was needed
so far. What was learned of a model is kept by its digest.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, replace
from typing import Literal

from core.adapters.ollama.faults import PromptTooLong

STEP = 2048
"""Windows are multiples of this many tokens."""

LEAST = 4096
"""A smaller window saves nothing worth a second loading."""

TEMPLATE = 64
"""Tokens that a model's chat template adds, at most."""

LEAST_ROOM = 256
"""With less room than this for an answer, in tokens, a call is not worth making."""

_MARGIN = 1.2
"""An estimate may be this much too low: tokenizers differ."""

Verdict = Literal["whole", "cut", "doubtful"]


@dataclass(frozen=True, slots=True)
class Habits:
    """What was learned of one model: its window so far, which way of asking works, tokens per estimated token."""

    num_ctx: int = 0
    way: int = 0
    factor: float = 1.0


class Memory:
    """Habits by digest; safe to share between threads and between the adapters of one server."""

    def __init__(self) -> None:
        self._habits: dict[str, Habits] = {}
        self._lock = threading.Lock()

    def of(self, digest: str) -> Habits:
        with self._lock:
            return self._habits.get(digest, Habits())

    def widen(self, digest: str, num_ctx: int) -> int:
        """Raise the model's window to this, if it is smaller; the window that holds now."""
        with self._lock:
            habits = self._habits.get(digest, Habits())
            self._habits[digest] = replace(habits, num_ctx=max(habits.num_ctx, num_ctx))
            return self._habits[digest].num_ctx

    def prefer(self, digest: str, way: int) -> None:
        """Remember the way of asking that worked."""
        with self._lock:
            self._habits[digest] = replace(self._habits.get(digest, Habits()), way=way)

    def scale(self, digest: str, factor: float) -> None:
        """Remember that estimates have to be multiplied by this."""
        with self._lock:
            self._habits[digest] = replace(self._habits.get(digest, Habits()), factor=factor)


@dataclass(frozen=True, slots=True)
class Plan:
    """One call's window and room for the answer, in tokens; `estimate` is the prompt's length as far as known."""

    num_ctx: int
    num_predict: int
    estimate: int


def plan(estimate: int, max_tokens: int, model_window: int, current: int) -> Plan:
    """The window for a prompt of about `estimate` tokens: with a margin, in whole steps, never beyond the model's.

    `model_window` 0 is unknown. Raises PromptTooLong where the prompt leaves no room for an answer.
    """
    if model_window and estimate + TEMPLATE + LEAST_ROOM > model_window:
        raise PromptTooLong(
            f"The prompt has about {estimate} tokens, but the model reads {model_window} in all.",
            "Choose a model with a larger window, or shorter passages.",
        )
    prompt = math.ceil(estimate * _MARGIN) + TEMPLATE
    wanted = max(LEAST, current, STEP * math.ceil((prompt + max_tokens) / STEP))
    num_ctx = min(wanted, model_window) if model_window else wanted
    room = max(LEAST_ROOM, num_ctx - prompt)
    return Plan(num_ctx, min(max_tokens, room), estimate)


def room(window: int, max_tokens: int) -> int:
    """The longest prompt, as estimated, that `plan` sends in this window with so much room for the answer."""
    return max(0, math.floor((window - max_tokens - TEMPLATE) / _MARGIN))


def verdict(counted: int, made: Plan) -> Verdict:
    """Whether the server read the whole prompt, by the number of tokens it says it read (0: not told).

    A server that cuts leaves about half its window, or fills it; that may be chance as well. Far fewer tokens than
    estimated can't be.
    """
    if not counted:
        return "whole"
    if counted < 0.7 * made.estimate:
        return "cut"
    halved = abs(counted - (made.num_ctx // 2 + 2)) <= 8
    return "doubtful" if halved or counted >= made.num_ctx - 8 else "whole"
