"""Answers from a trace: asked of the chat model, streamed, checked against the packed context, kept.

Owns when a model is asked and what is kept of it. What a citation is, what backs a sentence and what is said to the
model are the domain's. Where no chat model is, the passages are quoted instead.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakSet

from core.domain.answers import Answer, Quote, Standalone, Turn, answer_json, answer_of
from core.domain.identity import digest
from core.domain.modes import Parameters
from core.domain.parsing import strip_thinking, thinks_without_end
from core.domain.prompts.answering import (
    STANDALONE_SCHEMA,
    AnswerPrompt,
    answer_prompt,
    prompt_key,
    standalone_prompt,
)
from core.domain.standalone import read_standalone
from core.domain.trace import Trace
from core.errors import BadModelReply, InputError, ModelCancelled, ModelError
from core.ports import ChatModel, ChatReply, ChatRequest, Clock
from core.services.budgeting import Budgeting, Fitted
from core.services.checking import Checker
from core.services.speaking import NO_CHAT, Cancelled, Heard, Listener, Speaker
from core.services.writing import Writing
from core.store.answers import Answers, KeptAnswer
from core.store.stored_json import is_object, object_of

ANSWER_TOKENS = 768
"""Room for an answer, in tokens: about 500 words. Kept free in the model's window beside the context."""

STANDALONE_TOKENS = 256
QUOTES = 5


class AnswerDesk:
    """Answers questions whose context was retrieved. May be used from several threads."""

    def __init__(
        self, speaker: Speaker, checker: Checker, answers: Answers, budgeting: Budgeting, clock: Clock
    ) -> None:
        self._speaker, self._checker, self._answers = speaker, checker, answers
        self._budgeting, self._clock = budgeting, clock
        self._writings: WeakSet[Writing] = WeakSet()

    @property
    def available(self) -> bool:
        """Whether a chat model is chosen; no server is asked."""
        return self._speaker.writer.chat is not None

    @property
    def unavailable(self) -> str:
        """Why no answers are written here, and what to do; empty where they are."""
        return "" if self.available else " ".join(NO_CHAT)

    def prompt(self, trace: Trace) -> AnswerPrompt:
        """The exact request for an answer, with its tokens by part. Asks no model."""
        return answer_prompt(trace, self._budgeting.count)

    def kept(self, trace: Trace) -> Answer | None:
        """The answer that was kept for this very context, question and model, if its documents still stand.

        Where the model's server does not answer, the newest one by a model of that name.
        """
        writer = self._speaker.writer
        if writer.chat is None:
            return None
        prompt = _hash(self.prompt(trace), trace)
        try:
            found = self._answers.get(_key(prompt, writer.chat().identity), trace.viewer is not None)
        except ModelError:
            found = self._answers.latest(prompt, writer.name, trace.viewer is not None)
        if found is None or not is_object(found.body):
            return None
        return replace(answer_of(object_of(found.body)), cached=True)

    def answer(
        self,
        trace: Trace,
        on_text: Listener | None = None,
        cancelled: Cancelled | None = None,
        afresh: bool = False,
    ) -> Answer:
        """The kept answer, else the model's, streamed to `on_text` as it comes and then checked.

        `afresh` asks the model in any case; its answer takes the place of the kept one.

        A trace that kept nothing is not sent: the answer is that the documents don't say. One that broke off is
        `incomplete` and not kept. Raises ModelMissing without a chat model, ModelCancelled when stopped, other
        ModelErrors, InputError for a blank question.
        """
        if not trace.question.strip():
            raise InputError("The question is empty.", "Ask something.")
        kept = None if afresh else self.kept(trace)
        if kept is not None:
            if on_text is not None:
                on_text(kept.text)
            return kept
        chat = self._speaker.chat()
        answer = self.asked(trace, chat, on_text, cancelled)
        if answer.model and not answer.incomplete:
            self._keep(answer, trace)
        return answer

    def asked(
        self,
        trace: Trace,
        chat: ChatModel,
        on_text: Listener | None = None,
        cancelled: Cancelled | None = None,
    ) -> Answer:
        """What this very model answers, checked: neither looked up nor kept. Raises ModelError.

        A trace that kept nothing is not sent: the answer, of no model, is that the documents don't say.
        """
        if not (trace.entities or trace.relations or trace.chunks):
            return self._checker.nothing(trace)
        heard = Heard(on_text, self._clock)
        answer = self._checked(self._speaker.ask(chat, self._request(trace, heard, cancelled)), trace)
        return replace(answer, model=chat.identity, wait_s=heard.first_s, seconds=heard.total_s)

    def begin(self, trace: Trace) -> Writing:
        """`answer` in a thread of its own, for a page that looks at it again and again. Several may go on at once."""
        writing = Writing(lambda on_text, cancelled: self.answer(trace, on_text, cancelled), self._clock)
        self._writings.add(writing)
        return writing

    def stop(self) -> None:
        """Ask all that is being written to stop."""
        for writing in list(self._writings):
            writing.cancel()

    def checked(self, text: str, trace: Trace) -> Answer:
        """Any text as an answer to this trace: citations checked, sentences measured. Asks the embedder once."""
        return self._checker.checked(text, trace)

    def quotes(self, trace: Trace, most: int = QUOTES) -> tuple[Quote, ...]:
        """The sentences of the packed passages that come nearest to the question, best first: quoted, not written."""
        return self._checker.quotes(trace, most)

    def standalone(self, question: str, turns: Sequence[Turn], cancelled: Cancelled | None = None) -> Standalone:
        """A follow-up rewritten so that it needs no conversation; without turns, and where that fails, the question.

        Raises ModelCancelled.
        """
        if not turns:
            return Standalone(question, question)
        if not self.available:
            return Standalone(question, question, note="No chat model rewrites follow-ups: ask the whole question.")
        system, user = standalone_prompt(question, turns)
        request = ChatRequest(
            system,
            user,
            STANDALONE_SCHEMA,
            STANDALONE_TOKENS,
            timeout_s=self._speaker.writer.rewrite_s,
            purpose="rewrite",
            cancelled=cancelled,
        )
        try:
            reply = self._speaker.ask(self._speaker.chat(), request)
        except ModelCancelled:
            raise
        except ModelError as error:
            return Standalone(question, question, error.reply, f"The question is asked as it is: {error}")
        return read_standalone(question, reply.text)

    def fitted(self, parameters: Parameters, question: str = "", widest: bool = False) -> Fitted:
        """The parameters with budgets that the chat model can take, and in sentences what was lowered and why.

        By default they fit the window in which the model reads passages, and the speed at which it reads; `widest`
        lets them fill the largest window that it can have. Nothing is lowered where no chat model is chosen.
        """
        return self._budgeting.fitted(parameters, question, ANSWER_TOKENS, widest)

    def wait_s(self, prompt: AnswerPrompt) -> float | None:
        """Seconds until the first word of an answer, by what was measured; None where nothing was."""
        return self._budgeting.wait_s(prompt.tokens)

    def _request(self, trace: Trace, heard: Heard, cancelled: Cancelled | None) -> ChatRequest:
        prompt = self.prompt(trace)
        return ChatRequest(
            prompt.system,
            prompt.user,
            max_tokens=ANSWER_TOKENS,
            timeout_s=self._speaker.writer.answer_s,
            purpose="answer",
            cancelled=cancelled,
            on_text=heard,
        )

    def _checked(self, reply: ChatReply, trace: Trace) -> Answer:
        text = strip_thinking(reply.text).strip()
        if not text or thinks_without_end(reply.text):
            error = BadModelReply("The model gave no answer.", "Try again, or choose another model.")
            error.reply = reply.text
            raise error
        found = self._checker.checked(text, trace, reply.incomplete)
        notes = (*found.notes, *_broken_off(reply))
        return replace(found, notes=notes, tokens_in=reply.call.tokens_in, tokens_out=reply.call.tokens_out)

    def _keep(self, answer: Answer, trace: Trace) -> None:
        prompt = _hash(self.prompt(trace), trace)
        body = json.dumps(answer_json(answer), ensure_ascii=False)
        kept = KeptAnswer(_key(prompt, answer.model), prompt, answer.model, body)
        self._answers.put(kept, documents_of(trace), self._clock.now(), trace.viewer is not None)


def documents_of(trace: Trace) -> tuple[str, ...]:
    """The documents that a trace's context was taken from, sorted."""
    found = {kept.chunk.document for kept in trace.chunks}
    found.update(document for kept in trace.entities for document in kept.entity.documents)
    found.update(document for kept in trace.relations for document in kept.relation.documents)
    return tuple(sorted(found))


def _broken_off(reply: ChatReply) -> tuple[str, ...]:
    if not reply.incomplete:
        return ()
    how = "repeated itself and was stopped" if reply.call.outcome == "loop" else "broke off at its limit"
    return (f"The answer {how} after {reply.call.tokens_out} tokens.",)


def _hash(prompt: AnswerPrompt, trace: Trace) -> str:
    """Another one for each viewer: what was asked by one tells another nothing."""
    seen = () if trace.viewer is None else ("seen by", *trace.viewer)
    return digest("answer prompt", prompt_key(prompt), *seen)


def _key(prompt: str, model: str) -> str:
    return digest("answer", prompt, model)
