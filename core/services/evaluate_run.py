"""The questions of one experiment asked in turn: in all modes, as often as the plan says, each result kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.domain.evaluation import (
    DEPTHS,
    Again,
    Answered,
    Asked,
    Experiment,
    Loss,
    Measured,
    Question,
    loss_of,
    measured,
    order_loss,
)
from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords
from core.domain.trace import Trace
from core.errors import ModelCancelled
from core.ports import Clock
from core.services.evaluate_models import Counted, Examination
from core.services.evaluate_places import Places
from core.services.explain import Explainer
from core.services.question import Request
from core.services.retrieve import Retrieval, Session
from core.services.task import Handle


@dataclass(frozen=True, slots=True)
class Course:
    """What a run goes by. `check` raises where it may not go on, `keep` stores what a question gave so far.

    `examination` is None where no chat model takes part but the app's own reader, asked once as in the app.
    """

    retrieve: Retrieval
    places: Places
    clock: Clock
    examination: Examination | None
    check: Callable[[], None]
    keep: Callable[[Asked], None]


class Run:
    """One experiment being asked."""

    def __init__(self, experiment: Experiment, course: Course, handle: Handle) -> None:
        self._experiment, self._plan, self._course, self._handle = experiment, experiment.plan, course, handle
        self._step = 0, len(experiment.plan.questions) * experiment.plan.repeats

    def whole(self) -> Experiment:
        """Ask what was not asked yet. Raises ModelCancelled when told to stop, ModelError, InputError."""
        plan, done = self._plan, {asked.row: asked for asked in self._experiment.results}
        total = self._step[1]
        for n, question in enumerate(plan.questions):
            asked = done.get(question.row)
            for repeat in range(asked.repeats if asked else 0, plan.repeats):
                self._step = n * plan.repeats + repeat, total
                self._handle.tell(*self._step, question.text)
                self._stop_if_told()
                self._course.check()
                asked = self._ask(n, question, repeat, asked)
                self._course.keep(asked)
                done[question.row] = asked
        self._handle.tell(total, total, "")
        return replace(self._experiment, results=tuple(done[one.row] for one in plan.questions))

    def _stop_if_told(self) -> None:
        if self._handle.cancelled():
            raise ModelCancelled("The run was stopped.", "What was asked is kept; go on with it when you like.")

    def _ask(self, n: int, question: Question, repeat: int, before: Asked | None) -> Asked:
        """One question in all modes, once more."""
        course, plan = self._course, self._plan
        exam = course.examination
        reader = exam.reader(repeat, self._handle.cancelled) if exam else None
        retrieve = course.retrieve.instead(extractor=lambda: reader) if reader else course.retrieve
        request = Request(question.text, parameters=plan.parameters, policy=plan.policy)
        found = self._found(n, question, retrieve.open(request, plan.modes), repeat)
        return _joined(before, found, reader, again=exam is not None and exam.by_model)

    def _found(self, n: int, question: Question, session: Session, repeat: int) -> Asked:
        """A search that two modes need is made once, so modes take turns to be the first."""
        plan = self._plan
        explainer, turn = Explainer(session.view, session.vector), (n + repeat) % len(plan.modes)
        by_mode = {
            mode: self._measure(question, session, (mode, repeat), explainer)
            for mode in (*plan.modes[turn:], *plan.modes[:turn])
        }
        read = session.keywords() if any(MODES[mode].expansions for mode in plan.modes) else Keywords()
        keywords = Keywords(read.low, read.high, read.origin)
        return Asked(question.row, keywords, tuple(by_mode[mode] for mode in plan.modes))

    def _measure(self, question: Question, session: Session, which: tuple[str, int], explainer: Explainer) -> Measured:
        course, plan, (mode, repeat) = self._course, self._plan, which
        begun = course.clock.monotonic()
        trace = session.trace(mode)
        spent = 1000 * (course.clock.monotonic() - begun)
        found = measured(trace, question.support, course.places.documents(question.support), round(spent, 3))
        losses = _losses(explainer, course.places, trace, (question.support, found.ranks), plan.parameters)
        answers: tuple[Answered, ...] = ()
        if plan.answers and course.examination:
            self._stop_if_told()
            self._handle.tell(*self._step, f"{mode}: {question.text}")
            answers = (course.examination.answered(question, trace, repeat, self._handle.cancelled),)
        return replace(found, losses=losses, answers=answers)


def _joined(before: Asked | None, found: Asked, reader: Counted | None, again: bool) -> Asked:
    """What a question gave so far, with one more repeat; what it found stands apart only where it may be another."""
    spent = found.reading if reader is None else reader.spent
    if before is None:
        return replace(found, reading=spent)
    answers = zip(before.measured, found.measured, strict=True)
    bare = tuple(replace(one, answers=()) for one in found.measured)
    return replace(
        before,
        measured=tuple(replace(one, answers=(*one.answers, *more.answers)) for one, more in answers),
        again=(*before.again, Again(found.keywords, bare)) if again else (),
        repeats=before.repeats + 1,
        reading=before.reading + spent,
    )


def _losses(
    explainer: Explainer,
    places: Places,
    trace: Trace,
    wanted: tuple[Sequence[str], Sequence[int | None]],
    parameters: Parameters,
) -> tuple[Loss, ...]:
    """Each support that is not in the context, or behind the last depth that is counted."""
    case, found = explainer.case(trace, parameters), []
    for support, rank in zip(*wanted, strict=True):
        if rank is None:
            found.append(loss_of(case, support, places.chunks(support), places.paths))
        else:
            found.append(order_loss(case, support, rank, DEPTHS[-1]))
    return tuple(loss for loss in found if loss is not None)
