"""The kinds of decisions as a table: what each does, why a body of it can't be read, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.decisions import compiling, problems, saying
from core.domain.decisions.asserting import assert_
from core.domain.decisions.compiling import Compile, nothing
from core.domain.decisions.folding import Draft
from core.domain.decisions.knowing import Known
from core.domain.decisions.problems import Problem
from core.domain.decisions.resolution import Resolution
from core.domain.decisions.rows import Body, Decision, Ruling, in_force, readable
from core.domain.decisions.saying import Say


@dataclass(frozen=True, slots=True)
class Kind:
    """`acts` is False where a decision of this kind changes nothing that the graph shows."""

    compile: Compile
    problem: Problem
    say: Say

    @property
    def acts(self) -> bool:
        return self.compile is not nothing


KINDS: Mapping[str, Kind] = {
    "split": Kind(compiling.split, problems.split, saying.split),
    "merge": Kind(compiling.merge, problems.merge, saying.merge),
    "not_same": Kind(nothing, problems.not_same, saying.not_same),
    "rename": Kind(compiling.rename, problems.rename, saying.rename),
    "qualify": Kind(compiling.qualify, problems.qualify, saying.qualify),
    "retype": Kind(compiling.retype, problems.retype, saying.retype),
    "hide": Kind(compiling.hide, problems.hide, saying.hide),
    "assert": Kind(assert_, problems.assert_, saying.assert_),
    "relabel": Kind(compiling.relabel, problems.relabel, saying.relabel),
    "endpoint": Kind(compiling.endpoint, problems.endpoint, saying.endpoint),
    "direction": Kind(compiling.direction, problems.direction, saying.direction),
    "describe": Kind(compiling.describe, problems.describe, saying.describe),
    "tick": Kind(compiling.tick, problems.tick, saying.tick),
    "know": Kind(compiling.know, problems.know, saying.know),
    "accept": Kind(nothing, problems.finding, saying.accept),
    "unsure": Kind(nothing, problems.finding, saying.unsure),
    "mute": Kind(nothing, problems.mute, saying.mute),
    "checkpoint": Kind(nothing, problems.checkpoint, saying.checkpoint),
    "revoke": Kind(nothing, problems.revoke, saying.revoke),
}
"""Decision kind -> what it means. `revoke` acts on the list, not on the graph."""


def fold(decisions: Iterable[Decision], known: Known | None = None) -> Resolution:
    """Replay the decisions that stand. A row of another version, or whose body can't be read, acts on nothing.

    With `known`, names and texts are withheld from a viewer as `admitting` says.
    """
    draft = Draft(known)
    for decision in in_force(decisions):
        kind = KINDS.get(decision.kind)
        if kind is not None:
            draft.begin(decision)
            kind.compile(readable(decision.body), draft)
    return draft.resolution()


def problem(kind: str, body: Body) -> str:
    """Why this can't be a decision, in one sentence; empty if it can."""
    found = KINDS.get(kind)
    if found is None:
        return f"'{kind}' is no kind of decision. There are: {', '.join(KINDS)}."
    if readable(body) is not body:
        return "A decision must be an object with the fields of its kind."
    return found.problem(body)


def sentence(decision: Decision | Ruling) -> str:
    """The decision in one plain English line."""
    kind = KINDS.get(decision.kind)
    if kind is None:
        return f"{saying.quoted(decision.kind)}, a kind that this version does not know"
    if problem(decision.kind, decision.body):
        return f"{saying.quoted(decision.kind)} that can't be read"
    return kind.say(decision.body)
