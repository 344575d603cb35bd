"""A chat model behind Ollama: every reply is whole, or says that it isn't.

Asks in the strictest way that this model is known to follow (JSON schema, thinking off) and steps down where it is
refused or ignored; sets the window from the prompt; takes a prompt that the server cut for an error; gives a reply
that ran into its limit one more try with twice the room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.adapters.ollama.answers import Answer, follows
from core.adapters.ollama.asking import Asker, Way, ways_of
from core.adapters.ollama.faults import FormatRefused, PromptTooLong, ThinkRefused
from core.adapters.ollama.server import OllamaServer
from core.adapters.ollama.windows import STEP, TEMPLATE, Memory, Plan, plan, room, verdict
from core.domain.parsing import strip_thinking, thinks_without_end
from core.domain.records import ModelCall
from core.errors import BadModelReply, ModelError, ModelMissing
from core.ports import ChatReply, ChatRequest, Room

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How long the model stays in memory after a call, and whether an incomplete reply is asked for again."""

    keep_alive: str = "10m"
    retry_incomplete: bool = True


def estimated_tokens(text: str) -> int:
    """A count for where no tokenizer is at hand: four characters a token, one for each beyond Latin scripts."""
    wide = sum(ord(char) > 0x2E7F for char in text)
    return wide + (len(text) - wide + 3) // 4


class OllamaChat:
    """ChatModel over one model of a server. Making it asks the server for the model: raises ModelError."""

    def __init__(
        self,
        server: OllamaServer,
        model: str,
        count: CountTokens = estimated_tokens,
        memory: Memory | None = None,
        options: ChatOptions | None = None,
    ) -> None:
        self.info = server.model(model)
        if not self.info.can("completion"):
            raise ModelMissing(f"'{model}' can't chat: it is made for embedding.", "Choose another chat model.")
        self.identity = self.info.identity
        self._server, self._count = server, count
        self._memory = memory or Memory()
        self._options = options or ChatOptions()
        self._asker = Asker(server.transport, self.info, self._options.keep_alive)

    def chat(self, request: ChatRequest) -> ChatReply:
        """Ask once; more often only where a way of asking, the window or the room did not do. Raises ModelError."""
        calls: list[ModelCall] = []
        try:
            answer = self._complete(request, calls)
        except ModelError as error:
            error.calls = tuple(calls)
            raise
        return ChatReply(_without_thought(answer.text), answer.incomplete, calls[-1], tuple(calls[:-1]))

    def room(self, reply: int, reading: tuple[int, int]) -> Room:
        """How long a prompt may be beside a reply of so many tokens (ports.RoomyChat). Raises ModelError.

        From now on the model's window is one that serves for reading passages too.
        """
        habits, most = self._memory.of(self.info.digest), self.info.context_length
        try:
            usual = plan(round(reading[0] * habits.factor), reading[1], most, habits.num_ctx).num_ctx
        except PromptTooLong:
            usual = most
        usual = self._memory.widen(self.info.digest, usual)
        prompts = [int(room(window, reply) / habits.factor) for window in (usual, most)]
        return Room(usual, prompts[0], most, prompts[1])

    def _complete(self, request: ChatRequest, calls: list[ModelCall]) -> Answer:
        """The answer; where it ran into its limit, that of a second try with twice the room."""
        answer = self._followed(request, calls)
        if answer.incomplete and not answer.looped and self._options.retry_incomplete:
            wider = replace(request, max_tokens=request.max_tokens * 2)
            if self._plan(wider).num_predict > self._plan(request).num_predict:
                answer = self._followed(wider, calls)
        if not answer.text.strip() and answer.thought:
            raise BadModelReply(
                f"'{self.info.name}' spent its whole answer on thinking.", "Choose a model that can answer without."
            )
        return answer

    def _followed(self, request: ChatRequest, calls: list[ModelCall]) -> Answer:
        """Step down through the ways of asking until the answer has the shape that was asked for."""
        ways = ways_of(self.info, request)
        start = min(self._memory.of(self.info.digest).way, len(ways) - 1) if request.schema else 0
        for at, way in enumerate(ways[start:-1], start):
            try:
                answer = self._whole(request, way, calls)
            except (FormatRefused, ThinkRefused):
                continue
            if follows(answer, request.schema):
                self._prefer(request, at, start)
                return answer
            calls[-1] = replace(calls[-1], outcome="schema ignored")
        answer = self._whole(request, ways[-1], calls)
        if follows(answer, request.schema):
            self._prefer(request, len(ways) - 1, start)
        return answer

    def _prefer(self, request: ChatRequest, at: int, start: int) -> None:
        if request.schema and at != start:
            self._memory.prefer(self.info.digest, at)

    def _whole(self, request: ChatRequest, way: Way, calls: list[ModelCall]) -> Answer:
        """Ask with a window that holds the prompt; once more with a wider one where that may not have been so."""
        made = self._plan(request)
        try:
            answer = self._asker.ask(request, way, made, calls)
        except PromptTooLong as error:
            made = self._replan(request, made, error)
            answer = self._asker.ask(request, way, made, calls)
        judged = self._judged(answer, made)
        wider = self._wider(made) if judged == "doubtful" else made
        if wider.num_ctx > made.num_ctx:
            made, answer = wider, self._asker.ask(request, way, wider, calls)
            judged = self._judged(answer, made)
        elif judged == "doubtful":
            likely = 0.85 * made.estimate <= answer.tokens_in <= 1.3 * (made.estimate + TEMPLATE)
            judged = "whole" if likely else "cut"
        return answer if judged == "whole" else self._refuse(answer, made, calls)

    def _judged(self, answer: Answer, made: Plan) -> str:
        judged = verdict(answer.tokens_in, made)
        return "whole" if judged == "cut" and self._server.counts_only_new_tokens else judged

    def _refuse(self, answer: Answer, made: Plan, calls: list[ModelCall]) -> Answer:
        calls[-1] = replace(calls[-1], outcome="prompt cut")
        error = BadModelReply(
            f"Ollama cut the prompt: '{self.info.name}' read {answer.tokens_in} tokens of about {made.estimate}.",
            "Update Ollama, choose a model with a larger window, or shorter passages.",
        )
        error.reply = answer.text
        raise error

    def _plan(self, request: ChatRequest) -> Plan:
        habits = self._memory.of(self.info.digest)
        tokens = self._count(request.system) + self._count(request.user)
        made = plan(round(tokens * habits.factor), request.max_tokens, self.info.context_length, habits.num_ctx)
        return replace(made, num_ctx=self._memory.widen(self.info.digest, made.num_ctx))

    def _replan(self, request: ChatRequest, made: Plan, error: PromptTooLong) -> Plan:
        """The server counted more tokens than we: plan with its count, or with twice ours where it did not say."""
        tokens = error.tokens or 2 * made.estimate
        if tokens <= made.estimate or made.num_ctx == self.info.context_length:
            raise error
        self._memory.scale(self.info.digest, self._memory.of(self.info.digest).factor * tokens / max(made.estimate, 1))
        return self._plan(request)

    def _wider(self, made: Plan) -> Plan:
        num_ctx = made.num_ctx + STEP
        if self.info.context_length:
            num_ctx = min(num_ctx, self.info.context_length)
        return replace(made, num_ctx=self._memory.widen(self.info.digest, num_ctx))


def _without_thought(text: str) -> str:
    """The reply without a thought before it; one that never ends stays, for the reader to see."""
    return text if thinks_without_end(text) else strip_thinking(text)
