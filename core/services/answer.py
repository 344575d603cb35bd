"""Answers from a trace: asked of the chat model, streamed, checked against the packed context, kept.

Owns when a model is asked and what is kept of it. What a citation is, what backs a sentence and what is said to the
model are the domain's. Where no chat model is, the passages are quoted instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.domain.answers import Answer, Quote, Standalone, Turn, answer_json, answer_of
from core.domain.citations import check_citations
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
from core.domain.quotes import choose_quotes, quotable
from core.domain.recipe import language_of
from core.domain.standalone import read_standalone
from core.domain.support import Draft, Ground
from core.domain.trace import Trace
from core.domain.verdicts import NOT_FOUND
from core.errors import BadModelReply, InputError, ModelError, ModelMissing
from core.ports import ChatModel, ChatReply, ChatRequest, Clock
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting, Fitted
from core.services.likeness import LEAST, LikenessDesk
from core.store.answers import Answers, KeptAnswer

ANSWER_TOKENS = 768
"""Room for an answer, in tokens: about 500 words. Kept free in the model's window beside the context."""

STANDALONE_TOKENS = 256
QUOTES = 5

NO_CHAT = (
    "The embedded engine writes no answers; the passages that come nearest are quoted instead.",
    "For written answers choose Ollama with a chat model in Settings.",
)


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: the model's name, how to get it (None: nobody writes here), and the seconds that a call may take."""

    name: str
    chat: Callable[[], ChatModel] | None
    answer_s: float = 600.0
    rewrite_s: float = 120.0


Listener = Callable[[str], None]
Cancelled = Callable[[], bool]


class AnswerDesk:
    """Answers questions whose context was retrieved. May be used from several threads."""

    def __init__(
        self,
        writer: Callable[[], Writer],
        desk: QuestionDesk,
        likeness: LikenessDesk,
        answers: Answers,
        budgeting: Budgeting,
        clock: Clock,
    ) -> None:
        self._writer, self._desk, self._likeness = writer, desk, likeness
        self._answers, self._budgeting, self._clock = answers, budgeting, clock

    @property
    def available(self) -> bool:
        """Whether a chat model is chosen; no server is asked."""
        return self._writer().chat is not None

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
        writer = self._writer()
        if writer.chat is None:
            return None
        prompt = _hash(self.prompt(trace))
        try:
            found = self._answers.get(_key(prompt, writer.chat().identity))
        except ModelError:
            found = self._answers.latest(prompt, writer.name)
        return None if found is None else replace(answer_of(json.loads(found.body)), cached=True)

    def answer(self, trace: Trace, on_text: Listener | None = None, cancelled: Cancelled | None = None) -> Answer:
        """The kept answer, else the model's, streamed to `on_text` as it comes and then checked.

        A trace that kept nothing is not sent: the answer is that the documents don't say. One that broke off is
        `incomplete` and not kept. Raises ModelMissing without a chat model, ModelCancelled when stopped, other
        ModelErrors, InputError for a blank question.
        """
        if not trace.question.strip():
            raise InputError("The question is empty.", "Ask something.")
        kept = self.kept(trace)
        if kept is not None:
            _tell(on_text, kept.text)
            return kept
        chat = self._chat()
        if not (trace.entities or trace.relations or trace.chunks):
            return _nothing(trace)
        prompt, heard = self.prompt(trace), _Heard(on_text, self._clock)
        request = ChatRequest(
            prompt.system,
            prompt.user,
            max_tokens=ANSWER_TOKENS,
            timeout_s=self._writer().answer_s,
            purpose="answer",
            cancelled=cancelled,
            on_text=heard,
        )
        reply = self._ask(chat, request)
        answer = heard.timed(self._checked(reply, trace, chat.identity))
        if not answer.incomplete:
            self._keep(prompt, answer, trace)
        return answer

    def checked(self, text: str, trace: Trace, incomplete: bool = False) -> Answer:
        """Any text as an answer to this trace: citations checked, sentences measured. Asks the embedder once."""
        ground = Ground(trace)
        cited = check_citations(text.strip(), ground.chunks)
        draft = Draft(cited, ground)
        likeness, measure, note = self._likeness.measure(draft.texts)
        sentences = draft.judged(likeness, LEAST.get(measure, 1.0))
        kinds = {sentence.kind for sentence in sentences}
        return Answer(
            text=cited.text,
            sentences=sentences,
            citations=tuple(dict.fromkeys(mark.number for mark in cited.marks)),
            removed=cited.removed,
            not_found="not found" in kinds and "statement" not in kinds,
            incomplete=incomplete,
            marks=cited.marks,
            measure=measure,
            notes=(note,) if note else (),
        )

    def quotes(self, trace: Trace, most: int = QUOTES) -> tuple[Quote, ...]:
        """The sentences of the packed passages that come nearest to the question, best first: quoted, not written."""
        ground = Ground(trace)
        held = quotable(trace.question, ground)
        likeness, _, _ = self._likeness.measure((trace.question, *(one.text for one in held)))
        return choose_quotes(trace.question, held, likeness, ground, most)

    def standalone(self, question: str, turns: Sequence[Turn], cancelled: Cancelled | None = None) -> Standalone:
        """A follow-up rewritten so that it needs no conversation; without turns, and where that fails, the question.

        Raises ModelCancelled.
        """
        if not turns:
            return Standalone(question, question)
        if not self.available:
            return Standalone(
                question, question, note="No chat model rewrites follow-ups here: ask the whole question."
            )
        system, user = standalone_prompt(question, turns)
        try:
            reply = self._ask(
                self._chat(),
                ChatRequest(
                    system,
                    user,
                    STANDALONE_SCHEMA,
                    STANDALONE_TOKENS,
                    timeout_s=self._writer().rewrite_s,
                    purpose="rewrite",
                    cancelled=cancelled,
                ),
            )
        except ModelError as error:
            if cancelled is not None and cancelled():
                raise
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

    def _chat(self) -> ChatModel:
        chat = self._writer().chat
        if chat is None:
            raise ModelMissing(*NO_CHAT)
        made = chat()
        self._budgeting.prepare(made)
        return made

    def _ask(self, chat: ChatModel, request: ChatRequest) -> ChatReply:
        """One call: ahead of the queue, and logged as a question's, also where it fails."""
        with self._desk.gate.question():
            try:
                reply = chat.chat(request)
            except ModelError as error:
                self._desk.record(error.calls)
                raise
        self._desk.record((*reply.earlier, reply.call))
        return reply

    def _checked(self, reply: ChatReply, trace: Trace, model: str) -> Answer:
        text = strip_thinking(reply.text).strip()
        if not text or thinks_without_end(reply.text):
            error = BadModelReply("The model gave an empty answer.", "Try again, or choose another model.")
            error.reply = reply.text
            raise error
        found = self.checked(text, trace, reply.incomplete)
        notes = (*found.notes, *_broken_off(reply))
        return replace(
            found, model=model, notes=notes, tokens_in=reply.call.tokens_in, tokens_out=reply.call.tokens_out
        )

    def _keep(self, prompt: AnswerPrompt, answer: Answer, trace: Trace) -> None:
        hashed = _hash(prompt)
        body = json.dumps(answer_json(answer), ensure_ascii=False)
        kept = KeptAnswer(_key(hashed, answer.model), hashed, answer.model, body)
        self._answers.put(kept, documents_of(trace), self._clock.now())


def documents_of(trace: Trace) -> tuple[str, ...]:
    """The documents that a trace's context was taken from, sorted."""
    found = {kept.chunk.document for kept in trace.chunks}
    found.update(document for kept in trace.entities for document in kept.entity.documents)
    found.update(document for kept in trace.relations for document in kept.relation.documents)
    return tuple(sorted(found))


class _Heard:
    """Passes on what a model says, but for a thought before the answer, and notes when it began."""

    def __init__(self, on_text: Listener | None, clock: Clock) -> None:
        self._on_text, self._clock = on_text, clock
        self._since, self._first = clock.monotonic(), 0.0
        self._held, self._speaking = "", False

    def __call__(self, piece: str) -> None:
        self._first = self._first or self._clock.monotonic() - self._since
        if self._speaking:
            _tell(self._on_text, piece)
            return
        self._held += piece
        if not self._held.strip() or "<think>".startswith(self._held.strip()[:7]) or thinks_without_end(self._held):
            return
        self._speaking = True
        _tell(self._on_text, strip_thinking(self._held).lstrip())

    def timed(self, answer: Answer) -> Answer:
        return replace(answer, wait_s=self._first, seconds=self._clock.monotonic() - self._since)


def _tell(on_text: Listener | None, piece: str) -> None:
    if on_text is not None and piece:
        on_text(piece)


def _nothing(trace: Trace) -> Answer:
    text = NOT_FOUND[language_of(trace.question)]
    cited = check_citations(text, ())
    sentences = Draft(cited, Ground(trace)).judged(lambda _, __: (), 0)
    return Answer(text, sentences, not_found=True, notes=("Nothing was retrieved, so no model was asked.",))


def _broken_off(reply: ChatReply) -> tuple[str, ...]:
    if not reply.incomplete:
        return ()
    how = "repeated itself and was stopped" if reply.call.outcome == "loop" else "broke off at its limit"
    return (f"The answer {how} after {reply.call.tokens_out} tokens.",)


def _hash(prompt: AnswerPrompt) -> str:
    return digest("answer prompt", prompt_key(prompt))


def _key(prompt: str, model: str) -> str:
    return digest("answer", prompt, model)
