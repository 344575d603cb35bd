"""Question sets run through the modes as a job: each question read once for all modes, each result kept at once.

A run that was stopped, or broke off, is gone on with where it was, as long as the workspace is the same. Nothing is
kept by a process that may only read; its result is still given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.domain.codec import plain, restored
from core.domain.evaluation import (
    DEPTHS,
    Asked,
    Experiment,
    Loss,
    Measured,
    Plan,
    Question,
    QuestionSet,
    Skipped,
    loss_of,
    measured,
    order_loss,
)
from core.domain.modes import MODES, Parameters, mode_named
from core.domain.records import Keywords
from core.domain.runs import run_id
from core.domain.trace import Trace
from core.errors import InputError, ModelCancelled, UnknownName
from core.ports import Clock
from core.services.evaluate_places import Places
from core.services.explain import Explainer
from core.services.question import Request
from core.services.retrieve import Retrieval, Session
from core.services.task import Handle, Task, TaskView
from core.services.views import View
from core.store.experiments import StoredExperiment
from core.store.store import Store

OpenView = Callable[[str, tuple[str, ...] | None], View]


class EvaluationDesk:
    """The experiments of a workspace. `engine` names what reads and embeds now."""

    def __init__(
        self,
        retrieve: Retrieval,
        store: Store,
        view: OpenView,
        clock: Clock,
        engine: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._retrieve, self._store, self._view, self._clock, self._engine = retrieve, store, view, clock, engine
        self._task: Task[Experiment] = Task(clock, "evaluate")
        self._read: dict[str, Experiment] = {}  # whole ones: they never change

    def plan(
        self,
        found: QuestionSet,
        modes: Sequence[str] = tuple(MODES),
        parameters: Parameters | None = None,
        policy: str = "careful",
    ) -> Plan:
        """What can be asked of a set here: questions whose support is in the workspace; the others with the reason.

        Raises InputError where none can, UnknownName for a mode that there is not.
        """
        wanted = tuple(dict.fromkeys(mode_named(mode).name for mode in modes))
        places = Places(self._view(policy, None), graph=False)
        missing = {one.row: places.missing(one.support) for one in found.questions}
        skipped = tuple(
            Skipped(one.row, one.text, f"There is no document or passage '{missing[one.row]}' in this workspace.")
            for one in found.questions
            if missing[one.row]
        )
        kept = tuple(one for one in found.questions if not missing[one.row])
        if not any(one.support for one in kept):
            why = f" {skipped[0].reason}" if skipped else ""
            raise InputError(
                f"No question of '{found.name}' has support in this workspace.{why}",
                "Add the documents that it is about, or name documents as the Documents page lists them.",
            )
        return Plan(found.name, kept, wanted, parameters or Parameters(), policy, skipped, found.unread)

    # --- the job -----------------------------------------------------------------------------------------------------

    def start(self, plan: Plan) -> bool:
        """Begin to run a plan in the background; False if a run is going on already."""
        return self._task.start(lambda handle: self.run(plan, handle), plan.source)

    def resume(self, id_: str) -> bool:
        """Go on with one that is not whole. Raises UnknownName, InputError where the workspace has changed."""
        experiment = self._same(self.open(id_))
        return self._task.start(lambda handle: self._run(experiment, handle), experiment.plan.source)

    def view(self) -> TaskView[Experiment]:
        """How far the run is, or what came of the last one."""
        return self._task.view()

    def cancel(self) -> None:
        """Stop after the question under way; what was asked stays, where it is kept."""
        self._task.cancel()

    def clear(self) -> None:
        """Forget the last run's outcome; what is kept stays."""
        self._task.clear()

    def wait(self, timeout_s: float | None = None) -> TaskView[Experiment]:
        """Block until the run has ended, or the time is over."""
        return self._task.wait(timeout_s)

    def stop(self) -> None:
        """End the run, and wait for that."""
        self._task.cancel()
        self._task.wait(30)

    def run(self, plan: Plan, handle: Handle) -> Experiment:
        """Run a plan here and now. Raises ModelCancelled when told to stop, ModelError, InputError."""
        first = Request(plan.questions[0].text, plan.modes[0], plan.parameters, policy=plan.policy)
        self._retrieve.run(first)  # names the embedder, and fails before anything is kept where a model is missing
        at = self._clock.now()
        new = Experiment(run_id(at, secrets.token_hex(4)), at, plan, (), self._engine(), self._store.version())
        if self.keeps:
            names = {chunk.document for chunk in self._view(plan.policy, None).evidence.chunks.values()}
            self._store.experiments.insert(_stored(new), names)
        return self._run(new, handle)

    # --- what is kept ------------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """False where this process may only read the workspace."""
        return not self._store.database.read_only

    def list(self) -> tuple[Experiment, ...]:
        """All that are kept and stand, latest first. One that can't be read is left out."""
        return tuple(self._opened())

    def open(self, id_: str) -> Experiment:
        """One by its id. Raises UnknownName, InputError where it can't be read."""
        if id_ in self._read and self._store.experiments.stands(id_):
            return self._seen(self._read[id_])
        found = self._store.experiments.get(id_)
        if found is None:
            remedy = "It was deleted, or a document is withdrawn that was there; give that back."
            raise UnknownName(f"There is no experiment '{id_}'.", remedy)
        return self._restored(found)

    def delete(self, id_: str) -> None:
        """Erase one, for good."""
        if self.keeps:
            self._store.experiments.delete(id_)

    def _opened(self) -> Iterator[Experiment]:
        for id_ in self._store.experiments.ids():
            try:
                yield self.open(id_)
            except InputError:
                continue

    def _restored(self, found: StoredExperiment) -> Experiment:
        results = tuple(restored(Asked, body) for body in found.results.values())
        made = Experiment(found.id, found.at, restored(Plan, found.plan), results, found.engine, found.version)
        if made.whole:
            self._read[made.id] = made
        return self._seen(made)

    def _seen(self, made: Experiment) -> Experiment:
        now = self._store.version(), dict(self._engine())
        return replace(made, current=(made.version, dict(made.engine)) == now)

    def _same(self, experiment: Experiment) -> Experiment:
        if not experiment.current:
            raise InputError("The workspace has changed since this experiment was begun.", "Run the set anew.")
        return experiment

    # --- the work ----------------------------------------------------------------------------------------------------

    def _run(self, experiment: Experiment, handle: Handle) -> Experiment:
        plan, done = experiment.plan, {asked.row: asked for asked in experiment.results}
        total, places = len(plan.questions), Places(self._view(plan.policy, None))
        for n, question in enumerate(plan.questions):
            handle.tell(n, total, question.text)
            if handle.cancelled():
                raise ModelCancelled("The run was stopped.", "What was asked is kept; go on with it when you like.")
            if question.row in done:
                continue
            if self._store.version() != experiment.version:
                raise InputError("The workspace has changed during the run.", "Let reading end, and run the set anew.")
            done[question.row] = asked = self._ask(plan, n, question, places)
            if self.keeps and not self._store.experiments.add(experiment.id, question.row, plain(asked)):
                raise ModelCancelled("The experiment was deleted.")
        handle.tell(total, total, "")
        return replace(experiment, results=tuple(done[one.row] for one in plan.questions))

    def _ask(self, plan: Plan, n: int, question: Question, places: Places) -> Asked:
        """One question in all modes. A search that two need is made once, so modes take turns to be the first."""
        request = Request(question.text, parameters=plan.parameters, policy=plan.policy)
        session = self._retrieve.open(request, plan.modes)
        explainer = Explainer(session.view, session.vector)
        turn = n % len(plan.modes)
        found = {
            mode: self._measure(plan, question, session, mode, (explainer, places))
            for mode in (*plan.modes[turn:], *plan.modes[:turn])
        }
        read = session.keywords() if any(MODES[mode].expansions for mode in plan.modes) else Keywords()
        return Asked(
            question.row, Keywords(read.low, read.high, read.origin), tuple(found[mode] for mode in plan.modes)
        )

    def _measure(
        self, plan: Plan, question: Question, session: Session, mode: str, by: tuple[Explainer, Places]
    ) -> Measured:
        begun = self._clock.monotonic()
        trace = session.trace(mode)
        spent = 1000 * (self._clock.monotonic() - begun)
        explainer, places = by
        found = measured(trace, question.support, places.documents(question.support), round(spent, 3))
        losses = _losses(explainer, places, trace, (question.support, found.ranks), plan.parameters)
        return replace(found, losses=losses)


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
            found.append(loss_of(case, support, places.chunks(support), places.naming))
        else:
            found.append(order_loss(case, support, rank, DEPTHS[-1]))
    return tuple(loss for loss in found if loss is not None)


def _stored(experiment: Experiment) -> StoredExperiment:
    return StoredExperiment(
        experiment.id, experiment.at, plain(experiment.plan), experiment.engine, experiment.version, {}
    )
