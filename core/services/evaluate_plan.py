"""What an experiment may be: which questions of a set can be asked here, and whether the way of asking makes sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.evaluation import Plan, QuestionSet, Skipped
from core.domain.modes import MODES, Parameters, mode_named
from core.domain.policy import CAREFUL
from core.errors import InputError
from core.services.evaluate_models import Around
from core.services.evaluate_places import OpenView, Places
from core.services.question_names import seen
from core.store.store import Store
from core.store.superseding import read_superseded

MOST_REPEATS = 20


@dataclass(frozen=True, slots=True)
class Asking:
    """How a set is asked beside modes and numbers; what each means, `Plan` says."""

    name: str = ""
    answers: bool = False
    repeats: int = 1
    after: int | None = None
    chat: str = ""

    @property
    def by_model(self) -> bool:
        """Whether a chat model is asked in a way of this experiment's own."""
        return self.answers or self.repeats > 1 or bool(self.chat)


class Planner:
    """Makes plans. Asks no model and no server."""

    def __init__(self, store: Store, view: OpenView, around: Around) -> None:
        self._store, self._view, self._around = store, view, around

    def plan(
        self,
        found: QuestionSet,
        modes: Sequence[str] = tuple(MODES),
        parameters: Parameters | None = None,
        policy: str = CAREFUL.name,
        asking: Asking | None = None,
    ) -> Plan:
        """See `EvaluationDesk.plan`."""
        how = asking or Asking()
        self._check(how, policy)
        wanted = tuple(dict.fromkeys(mode_named(mode).name for mode in modes))
        places = Places(self._view(policy, None), graph=False)
        missing = {one.row: places.missing(one.support) for one in found.questions}
        skipped = tuple(
            Skipped(one.row, one.text, self._why(missing[one.row])) for one in found.questions if missing[one.row]
        )
        kept = tuple(one for one in found.questions if not missing[one.row])
        if not any(one.support for one in kept):
            why = f" {skipped[0].reason}" if skipped else ""
            raise InputError(
                f"No question of '{found.name}' has support in this workspace.{why}",
                "Add the documents that it is about, or name documents as the Documents page lists them.",
            )
        plan = Plan(found.name, kept, wanted, parameters or Parameters(), policy, skipped, found.unread)
        name = seen(how.name)
        return replace(plan, name=name, answers=how.answers, repeats=how.repeats, after=how.after, chat=how.chat)

    def _why(self, support: str) -> str:
        """Why a support is not here."""
        withdrawn = self._store.withheld.since()
        with self._store.database.snapshot() as connection:
            replaced = {name: by for name, _, by in read_superseded(connection)}
        for document in dict.fromkeys((support, support.rpartition("#")[0])):
            if document in withdrawn:
                return f"'{support}' is withdrawn."
            if document in replaced:
                return f"'{support}' is replaced by '{replaced[document]}'."
        return f"There is no document or passage '{support}' in this workspace."

    def _check(self, how: Asking, policy: str) -> None:
        if not 1 <= how.repeats <= MOST_REPEATS:
            raise InputError(f"The repeats are {how.repeats}.", f"Give 1 to {MOST_REPEATS}.")
        if how.after is not None:
            self._check_after(how.after, policy)
        if how.by_model:
            examiner = self._around.examiner(how.chat)
            if how.answers and examiner.chat is None:
                raise InputError(*examiner.why)
            if not how.answers and examiner.reader is None:
                why = "no chat model reads the questions here, and none is to answer them"
                raise InputError(f"Each repeat would find the same: {why}.", "Ask once, or ask for answers too.")

    def _check_after(self, after: int, policy: str) -> None:
        last = self._store.ledger.last()
        if not 0 <= after <= last:
            raise InputError(f"There is no decision {after}.", f"Give a number from 0 (none) to {last}.")
        if policy != CAREFUL.name:
            raise InputError("Under the merge rule classic no decision acts.", "Choose careful, or no decision.")
