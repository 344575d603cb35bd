"""A chat model that says what it is told to: for tests, and for trying the app without a model."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from core.domain.prompts import prompt_hash
from core.domain.records import ModelCall
from core.errors import BadModelReply, ModelCancelled, ModelError
from core.ports import ChatReply, ChatRequest

Said = str | ChatReply | ModelError


class ScriptedChat:
    """Answers each request from a function, or from a queue, in order; an error in either is raised.

    `requests` holds what was asked, oldest first. A queue that ran out is a BadModelReply.
    """

    def __init__(self, script: Iterable[Said] | Callable[[ChatRequest], Said], identity: str = "scripted@1") -> None:
        self.identity = identity
        self.requests: list[ChatRequest] = []
        self._queue: deque[Said] = deque() if callable(script) else deque(script)
        self._function = script if callable(script) else None

    def chat(self, request: ChatRequest) -> ChatReply:
        """What the script says. Raises ModelError where it says so."""
        if request.cancelled is not None and request.cancelled():
            raise ModelCancelled("The call was cancelled.")
        self.requests.append(request)
        said = self._next(request)
        if isinstance(said, ModelError):
            raise said
        reply = said if isinstance(said, ChatReply) else ChatReply(said, False, self._call(request, said))
        if request.on_text is not None:
            request.on_text(reply.text)
        return reply

    def _next(self, request: ChatRequest) -> Said:
        if self._function is not None:
            return self._function(request)
        if not self._queue:
            return BadModelReply("The script has no more replies.", "Add one for each request.")
        return self._queue.popleft()

    def _call(self, request: ChatRequest, text: str) -> ModelCall:
        return ModelCall(
            purpose=request.purpose,
            model=self.identity,
            prompt_hash=prompt_hash(request.system, request.user, request.schema),
            tokens_in=len((request.system + " " + request.user).split()),
            tokens_out=len(text.split()),
        )
