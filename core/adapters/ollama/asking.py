"""One chat request on the wire: its body, its stream, its line in the log. Decides nothing about the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.adapters.ollama.answers import Answer, loops
from core.adapters.ollama.faults import broken_off
from core.adapters.ollama.server import ModelInfo
from core.adapters.ollama.transport import Transport
from core.adapters.ollama.windows import Plan
from core.domain.prompts import prompt_hash
from core.domain.records import ModelCall
from core.errors import ModelError
from core.ports import ChatRequest


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking: with or without the schema as `format`, with or without `think: false`."""

    format: bool
    think: bool


SCHEMA_WAYS = (Way(format=True, think=True), Way(format=True, think=False), Way(format=False, think=True))
"""Strictest first. `think: false` makes some models ignore the schema; some servers refuse a schema at all."""

PLAIN_WAYS = (Way(format=False, think=True), Way(format=False, think=False))


def ways_of(info: ModelInfo, request: ChatRequest) -> tuple[Way, ...]:
    """The ways that differ for this model: one that can't think has no switch for it."""
    ways: tuple[Way, ...] = SCHEMA_WAYS if request.schema else PLAIN_WAYS
    if not info.can("thinking"):
        ways = tuple(replace(way, think=False) for way in ways)
    return tuple(dict.fromkeys(ways))


class Asker:
    """Sends requests to one model."""

    def __init__(self, transport: Transport, info: ModelInfo, keep_alive: str) -> None:
        self._transport, self._info, self._keep_alive = transport, info, keep_alive

    def ask(self, request: ChatRequest, way: Way, made: Plan, calls: list[ModelCall]) -> Answer:
        """One call; its line is added to `calls` whatever becomes of it. Raises ModelError with what was said."""
        start = time.monotonic()
        answer, outcome = Answer(), "failed"
        try:
            body = self._body(request, way, made)
            with self._transport.stream("/api/chat", body, request.timeout_s, request.cancelled) as parts:
                self._read(parts, answer, request.on_text)
            outcome = answer.outcome
            return answer
        except ModelError as error:
            error.reply = answer.text
            outcome = type(error).__name__
            raise
        finally:
            if answer.first_at and not answer.prompt_ms:  # reading took at most as long as the first word took to come
                answer.prompt_ms = max(1, _ms(answer.first_at - start) - answer.load_ms)
            calls.append(self._logged(request, answer, outcome, _ms(time.monotonic() - start)))

    def _read(self, parts: Iterator[Mapping[str, Any]], answer: Answer, on_text: Callable[[str], None] | None) -> None:
        for part in parts:
            piece = answer.add(part)
            if piece:
                answer.first_at = answer.first_at or time.monotonic()
                if on_text is not None:
                    on_text(piece)
            if answer.done:
                return
            if answer.due_for_a_look and loops(answer.text):
                answer.looped = True
                return
        raise broken_off(self._info.name)

    def _body(self, request: ChatRequest, way: Way, made: Plan) -> Mapping[str, Any]:
        messages = [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
        body: dict[str, Any] = {
            "model": self._info.name,
            "messages": [message for message in messages if message["content"]],
            "stream": True,
            "truncate": False,
            "shift": False,
            "keep_alive": self._keep_alive,
            "options": {
                "temperature": request.temperature,
                "num_ctx": made.num_ctx,
                "num_predict": made.num_predict,
                "seed": request.seed,
            },
        }
        if way.format and request.schema:
            body["format"] = request.schema
        if way.think:
            body["think"] = False
        return body

    def _logged(self, request: ChatRequest, answer: Answer, outcome: str, duration_ms: int) -> ModelCall:
        return ModelCall(
            purpose=request.purpose,
            model=self._info.name,
            digest=self._info.digest,
            prompt_hash=prompt_hash(request.system, request.user, request.schema),
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            duration_ms=duration_ms,
            outcome=outcome,
            prompt_ms=answer.prompt_ms,
            load_ms=answer.load_ms,
        )


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
