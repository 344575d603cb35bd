"""Question sets run through the modes as a job: what can be asked here, the run, and the experiments that are kept.

A run that was stopped, or broke off, is gone on with where it was, as long as the workspace is the same. Nothing is
kept by a process that may only read; its result is still given.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from core.domain.evaluation import Asked, Experiment, Plan, QuestionSet
from core.domain.modes import MODES, Parameters
from core.domain.policy import CAREFUL
from core.domain.runs import run_id
from core.errors import InputError, ModelCancelled
from core.ports import Clock
from core.services.evaluate_costs import indexing_costs
from core.services.evaluate_kept import KeptExperiments
from core.services.evaluate_models import Around, Examination
from core.services.evaluate_places import OpenView, Places
from core.services.evaluate_plan import MOST_REPEATS, Asking, Planner
from core.services.evaluate_rests import documents
from core.services.evaluate_run import Course, Run
from core.services.question import Request
from core.services.retrieve import Retrieval
from core.services.task import Handle, Task, TaskView
from core.store.store import Store

__all__ = ["MOST_REPEATS", "Asking", "EvaluationDesk"]


class EvaluationDesk:
    """The experiments of a workspace."""

    def __init__(
        self, retrieve: Retrieval, store: Store, view: OpenView, clock: Clock, around: Around | None = None
    ) -> None:
        self._retrieve, self._store, self._view, self._clock = retrieve, store, view, clock
        self._around = around or Around()
        self._planner = Planner(store, view, self._around)
        self._kept = KeptExperiments(store, self._around.engine, lambda: view(CAREFUL.name, None).evidence)
        self._over: frozenset[str] = frozenset()  # the documents of the one begun last
        self._task: Task[Experiment] = Task(clock, "evaluate")

    # --- what can be asked -------------------------------------------------------------------------------------------

    def plan(
        self,
        found: QuestionSet,
        modes: Sequence[str] = tuple(MODES),
        parameters: Parameters | None = None,
        policy: str = CAREFUL.name,
        asking: Asking | None = None,
    ) -> Plan:
        """What can be asked of a set here: questions whose support is in the workspace; the others with the reason.

        Asks no model. Raises InputError where none can or `asking` makes no sense here, UnknownName for a mode that
        there is not.
        """
        return self._planner.plan(found, modes, parameters, policy, asking)

    def chats(self) -> tuple[str, ...]:
        """The chat models of the server that could be chosen for one experiment; none where no server answers.

        Another embedder or chunking is another workspace: run the set there, and lay the two beside each other.
        """
        return tuple(self._around.chats())

    def unanswered(self, chat: str = "") -> str:
        """Why no answers can be asked for here, and what to do; empty where they can. Asks no server."""
        examiner = self._around.examiner(chat)
        return "" if examiner.chat else " ".join(examiner.why)

    # --- the job -----------------------------------------------------------------------------------------------------

    def start(self, plan: Plan) -> bool:
        """Begin to run a plan in the background; False if a run is going on already."""
        return self._task.start(lambda handle: self.run(plan, handle), plan.title)

    def resume(self, id_: str) -> bool:
        """Go on with one that is not whole. Raises UnknownName, InputError where the workspace has changed."""
        experiment = self._same(self.open(id_))
        return self._task.start(lambda handle: self._run(experiment, handle), experiment.plan.title)

    def view(self) -> TaskView[Experiment]:
        """How far the run is, counted in questions times repeats, or what came of the last one that stands."""
        seen = self._task.view()
        if seen.result is None or self._stands(seen.result):
            return seen
        self._task.clear()
        return self._task.view()

    def cancel(self) -> None:
        """Stop: during retrieval after the question under way, during an answer at once. What was asked is kept."""
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
        exam = self._examination(plan)
        mode = "naive" if exam else plan.modes[0]
        # Names the embedder, and fails before anything is kept where a model is missing.
        self._retrieve.run(Request(plan.questions[0].text, mode, plan.parameters, policy=plan.policy))
        new = self._new(exam.fitted(plan) if exam else plan, exam)
        self._over = documents(self._view(plan.policy, None).evidence)
        self._kept.begin(new, self._over)
        return self._run(new, handle)

    # --- what is kept ------------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """False where this process may only read the workspace."""
        return self._kept.keeps

    def list(self) -> tuple[Experiment, ...]:
        """All that are kept and stand, latest first. One that can't be read is left out."""
        return self._kept.list()

    def hidden(self) -> int:
        """How many are out of sight because a document that they rest on is withdrawn or replaced."""
        return self._kept.hidden()

    def open(self, id_: str) -> Experiment:
        """One by its id. Raises UnknownName, InputError where it can't be read."""
        return self._kept.open(id_)

    def delete(self, id_: str) -> None:
        """Erase one, for good."""
        self._kept.delete(id_)

    def _stands(self, found: Experiment) -> bool:
        if self.keeps:
            return self._kept.stands(found.id)
        return self._over <= documents(self._view(found.plan.policy, None).evidence)

    # --- the work ----------------------------------------------------------------------------------------------------

    def _examination(self, plan: Plan) -> Examination | None:
        if not (plan.answers or plan.chat or plan.repeats > 1):
            return None
        return Examination(self._around.examiner(plan.chat), self._clock, plan, self._around.extractor)

    def _new(self, plan: Plan, exam: Examination | None) -> Experiment:
        at = self._clock.now()
        setting = {**self._around.setting(), **(exam.setting() if exam else {})}
        return Experiment(
            id=run_id(at, secrets.token_hex(4)),
            at=at,
            plan=plan,
            results=(),
            engine=self._around.engine(),
            version=self._store.version(),
            setting=setting,
            indexing=indexing_costs(self._store),
            rests=self._kept.rests(),
        )

    def _same(self, experiment: Experiment) -> Experiment:
        if not self._kept.same(experiment):
            raise InputError("The workspace has changed since this experiment was begun.", "Run the set anew.")
        return experiment

    def _run(self, experiment: Experiment, handle: Handle) -> Experiment:
        version = self._store.version()
        plan, exam = self._same(experiment).plan, self._examination(experiment.plan)
        if exam:
            exam.require(experiment)
        retrieve, view = self._retrieve, self._view(plan.policy, None)
        if plan.after is not None:
            view = supposed = self._around.supposed(plan.after)
            retrieve = retrieve.instead(view=lambda policy, viewer: supposed)

        def check() -> None:
            if self._store.version() != version:
                raise InputError("The workspace has changed during the run.", "Let reading end, and run the set anew.")

        def keep(asked: Asked) -> None:
            if not self._kept.add(experiment.id, asked):
                raise ModelCancelled("The experiment was deleted.")

        course = Course(retrieve, Places(view), self._clock, exam, check, keep)
        return Run(experiment, course, handle).whole()
