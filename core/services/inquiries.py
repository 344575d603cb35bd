"""Questions being asked outside any page: rewritten, searched for, stored, answered, one thread a question.

Owns the order of these steps. What is found and what is written are the business of `retrieve.py` and `answer.py`. A
run is stored as soon as it is retrieved, unless the very same is stored already: then that is taken, with its answer.
Words that were already written when an answer was stopped or failed are checked and stored too, as an incomplete one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from core.domain.answers import Answer, Quote, Standalone
from core.domain.modes import Parameters
from core.domain.runs import StoredRun
from core.domain.trace import Trace
from core.errors import InputError, ModelCancelled, ModelError
from core.ports import Clock
from core.services.answer import AnswerDesk
from core.services.budgeting import Fitted
from core.services.inquiry import Asked, Inquiry, Progress, Stage
from core.services.question import Request
from core.services.retrieve import Retrieval
from core.services.runs import Runs
from core.services.task import Handle

KEPT = 32
"""Questions that are remembered after their end; stored runs stay beyond that."""

STOPPED = "It was stopped before its end."
BROKEN = "It broke off: {error}"


class Inquiries:
    """The questions of a workspace that are under way, and the last that have ended.

    `version` tells another state of the workspace apart: what is not stored is not shown beyond its own.
    """

    def __init__(
        self,
        retrieve: Retrieval,
        answers: AnswerDesk,
        runs: Runs,
        clock: Clock,
        version: Callable[[], tuple[int, int]] = lambda: (0, 0),
    ) -> None:
        self._retrieve, self._answers, self._runs, self._clock = retrieve, answers, runs, clock
        self._version = version
        self._lock = Lock()
        self._asked: OrderedDict[Asked, Inquiry] = OrderedDict()
        self._again: OrderedDict[str, Inquiry] = OrderedDict()
        self._quotes: OrderedDict[str, tuple[Quote, ...]] = OrderedDict()

    def ask(self, asked: Asked) -> Inquiry:
        """Begin; the one that goes on already where just this is being asked."""
        with self._lock:
            held = self._asked.get(asked)
            if held is None or not held.view().active:
                stage: Stage = "rewriting" if asked.turns and not asked.words else "searching"
                held = Inquiry(Progress(asked, stage=stage, version=self._version()), self._work, self._clock)
            _keep(self._asked, asked, held)
            return held

    def answer(self, run: StoredRun, mode: str) -> Inquiry:
        """Begin to answer a stored run that has no whole answer."""
        with self._lock:
            held = self._again.get(run.id)
            if held is None or not held.view().active:
                trace = run.traces[mode]
                asked = Asked(run.question, mode, trace.policy, words=run.asked)
                parameters = run.own.get(mode, run.parameters)
                known = Progress(asked, run=run.id, trace=trace, parameters=parameters)
                held = Inquiry(known, self._answer, self._clock)
            _keep(self._again, run.id, held)
            return held

    def of(self, asked: Asked) -> Inquiry | None:
        """The last time that just this was asked, if it is remembered and stored, or of the workspace as it is now."""
        with self._lock:
            held = self._asked.get(asked)
            seen = held.view() if held else None
            if seen and not (seen.active or seen.run) and seen.version != self._version():
                return None
            return held

    def of_run(self, run: str) -> Inquiry | None:
        """What asked or answered a stored run last, if it is remembered."""
        with self._lock:
            again = self._again.get(run)
            return again or next((one for one in self._asked.values() if run and one.view().run == run), None)

    def forget(self, run: str) -> None:
        """Let go of what was remembered of a run that is deleted."""
        with self._lock:
            self._again.pop(run, None)
            self._quotes.pop(run, None)
            for asked in [asked for asked, one in self._asked.items() if one.view().run == run]:
                del self._asked[asked]

    def quotes(self, run: str, trace: Trace) -> tuple[Quote, ...]:
        """The quotes of a stored run's trace; the last few are remembered. Asks the embedder."""
        found = self._quotes.get(run)
        if found is None:
            found = self._answers.quotes(trace)
            with self._lock:
                _keep(self._quotes, run, found)
        return found

    def stop(self) -> None:
        """Ask all that goes on to stop."""
        with self._lock:
            going = [*self._asked.values(), *self._again.values()]
        for one in going:
            one.cancel()

    # --- the steps ---------------------------------------------------------------------------------------------------

    def _work(self, inquiry: Inquiry, handle: Handle) -> None:
        asked = inquiry.view().asked
        standalone = Standalone(asked.question, asked.words or asked.question)
        if asked.turns and not asked.words:
            standalone = self._answers.standalone(asked.question, asked.turns, handle.cancelled)
        _go_on(handle)
        inquiry.put(stage="searching", standalone=standalone)
        fitted = self._answers.fitted(Parameters(), standalone.text)
        trace = self._retrieve.run(
            Request(standalone.text, asked.mode, parameters=fitted.parameters, policy=asked.policy)
        )
        trace = replace(trace, notes=(*fitted.notes, *trace.notes))
        inquiry.put(trace=trace, parameters=fitted.parameters)
        found = asked.question, {asked.mode: trace}, fitted.parameters
        same = self._runs.find(*found, asked=standalone.text)
        run = same or self._runs.save(*found, asked=standalone.text)
        if not run and self._runs.keeps:
            inquiry.put(trace=None)
            raise InputError("A document that this question found was changed or withdrawn meanwhile.", "Ask it again.")
        inquiry.put(run=run)
        _go_on(handle)
        answer = self._runs.open(same).answers.get(asked.mode) if same else None
        if answer is not None and not answer.incomplete:
            inquiry.put(answer=answer)
            return
        self._answer(inquiry, handle)

    def _answer(self, inquiry: Inquiry, handle: Handle) -> None:
        seen = inquiry.view()
        trace = seen.trace
        assert trace is not None
        if not self._answers.available:
            inquiry.put(stage="reading")
            inquiry.put(quotes=self.quotes(seen.run, trace) if seen.run else self._answers.quotes(trace))
            return
        prompt = self._answers.prompt(trace)
        inquiry.put(stage="reading", tokens=prompt.tokens, wait_s=self._answers.wait_s(prompt))
        try:
            answer = self._answers.answer(trace, inquiry.hear, handle.cancelled)
        except ModelError as error:
            self._store(inquiry, self._unfinished(inquiry, trace, error))
            raise
        self._store(inquiry, answer)

    def _unfinished(self, inquiry: Inquiry, trace: Trace, error: ModelError) -> Answer | None:
        """What was written before it was stopped or failed, checked like any answer."""
        text = inquiry.view().text.strip()
        if not text:
            return None
        note = STOPPED if isinstance(error, ModelCancelled) else BROKEN.format(error=error.message)
        found = self._answers.checked(text, trace)
        return replace(found, incomplete=True, notes=(*found.notes, note))

    def _store(self, inquiry: Inquiry, answer: Answer | None) -> None:
        seen = inquiry.view()
        if answer is None:
            return
        if seen.run:
            self._runs.add_answer(seen.run, seen.asked.mode, answer)
        inquiry.put(answer=answer)

    def fitted(self, question: str = "") -> Fitted:
        """The limits of a question asked now, as the chat model can take them."""
        return self._answers.fitted(Parameters(), question)


def _keep(kept: OrderedDict, key: object, value: object) -> None:  # type: ignore[type-arg]
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


def _go_on(handle: Handle) -> None:
    if handle.cancelled():
        raise ModelCancelled("The question was stopped.")
