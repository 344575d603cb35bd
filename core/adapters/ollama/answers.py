"""One streamed answer of a chat model, put together part by part, and what can be seen of its shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.domain.parsing import strip_thinking

LOOK_EVERY = 256
"""New characters between two looks for a loop."""

BLANKS = 400
"""So many blanks in a row, in characters, are a loop: constrained models fall into them."""

LOOP_SPAN = 600
LOOP_PERIOD = 200
"""A loop repeats one piece of at most LOOP_PERIOD characters over LOOP_SPAN characters."""


@dataclass(slots=True)
class Answer:
    """What was said so far. `thought` is what the server keeps apart as thinking.

    `first_at` is when the first text came, by the asker's clock; 0 before.
    """

    pieces: list[str] = field(default_factory=list)
    thought: int = 0
    done: bool = False
    reason: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    prompt_ms: int = 0
    load_ms: int = 0
    first_at: float = 0.0
    looped: bool = False
    _length: int = 0
    _looked: int = 0

    def add(self, part: Mapping[str, Any]) -> str:
        """Take one part of the stream; the text it brings. The last one carries the counts."""
        message = part.get("message")
        message = message if isinstance(message, dict) else {}
        said = message.get("content")
        piece = said if isinstance(said, str) else ""
        self.pieces.append(piece)
        self._length += len(piece)
        self.thought += len(message.get("thinking") or "")
        if part.get("done"):
            self.done = True
            self.reason = str(part.get("done_reason") or "")
            self.tokens_in = _count(part.get("prompt_eval_count"))
            self.tokens_out = _count(part.get("eval_count"))
            self.prompt_ms = round(_count(part.get("prompt_eval_duration")) / 1e6)
            self.load_ms = round(_count(part.get("load_duration")) / 1e6)
        return piece

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def incomplete(self) -> bool:
        return self.looped or self.reason == "length"

    @property
    def outcome(self) -> str:
        """For the log: ok, length (ran into its limit), loop."""
        return "loop" if self.looped else "length" if self.incomplete else "ok"

    @property
    def due_for_a_look(self) -> bool:
        """True once for every so many new characters."""
        if self._length - self._looked < LOOK_EVERY:
            return False
        self._looked = self._length
        return True


def loops(text: str) -> bool:
    """Whether a text ends in blanks without end, or in one piece again and again."""
    tail = text[-LOOP_SPAN:]
    if len(text) >= BLANKS and not text[-BLANKS:].strip():
        return True
    if len(tail) < LOOP_SPAN:
        return False
    return any(tail[period:] == tail[:-period] for period in range(1, LOOP_PERIOD + 1))


def follows(answer: Answer, schema: Mapping[str, Any] | None) -> bool:
    """Whether the answer has the shape asked for: with a schema, an object with one of its members in sight."""
    text = strip_thinking(answer.text).strip()
    if schema is None:
        return bool(text) or not answer.thought
    if answer.incomplete and text.startswith("{"):
        return True
    return "{" in text and any(f'"{member}"' in text for member in schema.get("properties", {}))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
