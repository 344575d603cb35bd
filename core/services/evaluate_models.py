"""Who is asked in an experiment: what reads its questions and what answers them, at each repeat afresh.

A repeat asks with a seed of its own, at a temperature at which seeds count: at 0 a model says the same each time. Once
alone it is asked as in the app. Keywords that fail are counted here; the question then stands in for them, as in the
app. Answers of an experiment are never looked up nor kept among those of the app.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn

from core.domain.answers import Answer
from core.domain.evaluation import Answered, Experiment, Plan, Question, Spent, failed_answer, judged, spent_on
from core.domain.records import Extraction, Keywords, ModelCall
from core.domain.trace import Trace
from core.errors import BadModelReply, InputError, ModelMissing, ModelOverloaded, ModelTimeout
from core.ports import ChatModel, ChatReply, ChatRequest, Clock, Extractor, Passage
from core.services.answer import AnswerDesk
from core.services.speaking import Cancelled
from core.services.views import View

SAMPLED = 0.3
"""Temperature of repeats: that of second attempts at reading a passage."""

PASSING = (BadModelReply, ModelTimeout, ModelOverloaded)
"""Failures of one call; any other ends a run, which can be gone on with."""

NO_MODEL = ("No chat model is chosen here.", "Choose one for this experiment, or in Settings.")


@dataclass(frozen=True, slots=True)
class Examiner:
    """What an experiment asks with. `chat` is None where nobody writes answers, with `why`.

    `reader` reads questions with a chat model; None where that needs none, or the app's own reader does.
    """

    answers: AnswerDesk
    chat: Callable[[], ChatModel] | None
    reader: Callable[[ChatModel], Extractor] | None = None
    why: tuple[str, str] = NO_MODEL

    def model(self) -> ChatModel:
        """The chat model. Raises ModelMissing, ModelError."""
        if self.chat is None:
            raise ModelMissing(*self.why)
        return self.chat()


class Varied:
    """A chat model asked for one of several repeats; of one alone as it comes. Any call of it can be stopped."""

    def __init__(self, chat: ChatModel, repeat: int, repeats: int, cancelled: Cancelled) -> None:
        self.identity = chat.identity
        self._chat, self._repeat, self._repeats, self._cancelled = chat, repeat, repeats, cancelled

    def chat(self, request: ChatRequest) -> ChatReply:
        """As the model's. Raises ModelError."""
        request = replace(request, cancelled=request.cancelled or self._cancelled)
        if self._repeats > 1:
            request = replace(request, seed=request.seed + 1 + self._repeat, temperature=SAMPLED)
        return self._chat.chat(request)


class Counted:
    """An extractor for one question whose calls are counted. A passing failure of its calls is one that retrieval
    knows how to do without.
    """

    def __init__(self, inner: Extractor) -> None:
        self.identity = inner.identity
        self._inner, self.spent = inner, Spent()

    def extract(self, passage: Passage) -> Extraction:
        return self._inner.extract(passage)

    def keywords(self, question: str) -> Keywords:
        """As the inner one's. Raises ModelError."""
        try:
            found = self._inner.keywords(question)
        except PASSING as error:
            calls = [call for call in error.calls if isinstance(call, ModelCall)]
            self.spent = replace(spent_on(calls), calls=max(1, len(calls)), failed=max(1, len(calls)))
            if isinstance(error, ModelOverloaded):
                raise ModelTimeout(error.message, error.remedy) from error
            raise
        self.spent = spent_on(found.calls)
        return found


class Examination:
    """An examiner at work on one plan; models are made at first use. `extractor` is the app's own."""

    def __init__(self, examiner: Examiner, clock: Clock, plan: Plan, extractor: Callable[[], Extractor]) -> None:
        self._examiner, self._clock, self._plan, self._extractor = examiner, clock, plan, extractor

    def fitted(self, plan: Plan) -> Plan:
        """The plan with budgets that the chat model can take beside an answer, and notes on what was lowered."""
        if not plan.answers:
            return plan
        self._examiner.model()  # fails where it is missing
        found = self._examiner.answers.fitted(plan.parameters)
        return replace(plan, parameters=found.parameters, notes=(*plan.notes, *found.notes))

    def setting(self) -> dict[str, str]:
        """Who is asked, and how: facts of the run. Raises ModelError."""
        asked = self._plan.answers or self.by_model
        sampled = f"temperature {SAMPLED}, another seed for each" if self._plan.repeats > 1 else ""
        told = {"chat": self.chat.identity if asked else "", "sampling": sampled}
        return {name: value for name, value in told.items() if value}

    def require(self, experiment: Experiment) -> None:
        """Raises InputError where another model would be asked than when it was begun."""
        then, now = experiment.setting.get("chat", ""), self.setting().get("chat", "")
        if then != now:
            raise InputError(f"The chat model was '{then}' and is '{now}' now.", "Run the set anew.")

    @cached_property
    def chat(self) -> ChatModel:
        return self._examiner.model()

    @property
    def by_model(self) -> bool:
        """Whether a chat model reads the questions, so that each repeat may find something else."""
        return self._examiner.reader is not None

    def reader(self, repeat: int, cancelled: Cancelled) -> Counted:
        """What reads a question this time."""
        reader = self._examiner.reader
        return Counted(self._extractor() if reader is None else reader(self._varied(repeat, cancelled)))

    def answered(self, question: Question, trace: Trace, repeat: int, cancelled: Cancelled) -> Answered:
        """One answer, measured; a passing failure of the call is told in its place. Raises ModelError."""
        begun = self._clock.monotonic()
        try:
            found = self._asked(trace, repeat, cancelled)
        except PASSING as error:
            return failed_answer(str(error), round(self._clock.monotonic() - begun, 3))
        return judged(found, question.answer, bool(question.support), round(found.seconds, 3))

    def _asked(self, trace: Trace, repeat: int, cancelled: Cancelled) -> Answer:
        return self._examiner.answers.asked(trace, self._varied(repeat, cancelled), cancelled=cancelled)

    def _varied(self, repeat: int, cancelled: Cancelled) -> Varied:
        return Varied(self.chat, repeat, self._plan.repeats, cancelled)


def _nothing(*_: object) -> NoReturn:
    raise ModelMissing("No models are bound here.")


@dataclass(frozen=True, slots=True)
class Around:
    """What experiments need to know of their workspace. `examiner` is made from a chat model's name, empty: its own.

    `extractor` reads questions in the app, `supposed` gives the graph as of a decision. `engine` names what reads and
    embeds now, `setting` says in words what a run is made with, `chats` names the chat models that could be chosen.
    """

    examiner: Callable[[str], Examiner] = _nothing
    extractor: Callable[[], Extractor] = _nothing
    supposed: Callable[[int], View] = _nothing
    engine: Callable[[], Mapping[str, str]] = dict
    setting: Callable[[], Mapping[str, str]] = dict
    chats: Callable[[], Sequence[str]] = tuple
