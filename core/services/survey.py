"""Findings looked for in a thread of their own, kind by kind, so that no page waits for a large graph.

What is known is shown at once. After a ruling the findings so far stay, less those whose nodes or edges are gone; where
looking is quick it is done again by itself, else when a person asks. Keeps nothing beyond this process.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock

from core.domain.decisions import Decision
from core.domain.diagnose import FINDING_KINDS, Finding, FindingKind, acting, alike
from core.domain.policy import CAREFUL
from core.errors import LightPrismError, ModelCancelled
from core.ports import Clock
from core.services.diagnose import DiagnoseDesk
from core.services.task import Handle, Task
from core.services.views import View

QUICK_S = 2.0
"""Looking that took no longer is done again after each ruling without being asked for."""

Stamp = tuple[int, tuple[int, ...]]
"""Version of the evidence and the decisions in force: equal stamps, equal graphs."""

SLOW_LAST: tuple[FindingKind, ...] = (
    *(kind for kind in FINDING_KINDS if kind not in ("near-duplicate", "unknown-stub")),
    "near-duplicate",
    "unknown-stub",
)
"""The order in which kinds are looked for: comparing names takes longest, and stubs need that too."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding with what a worklist needs of it: document ids, a text to be searched, a key that alike ones share."""

    finding: Finding
    documents: tuple[str, ...]
    text: str
    alike: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known under a merge rule. `pending` are kinds not looked for yet, `entities` the nodes of the graph.

    `stale`: evidence or graph have changed since; what is gone is left out, what is new is not in it. `failed`: kinds
    that could not be looked for, each with what went wrong.
    """

    policy: str
    found: tuple[Found, ...] = ()
    pending: tuple[FindingKind, ...] = FINDING_KINDS
    running: bool = False
    stale: bool = False
    entities: int = 0
    error: LightPrismError | None = None
    failed: Mapping[FindingKind, str] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether all kinds have been looked for."""
        return not self.pending


@dataclass(slots=True)
class _Kept:
    """The results of one merge rule: `stamp` is the graph that they are of."""

    stamp: Stamp
    entities: int
    kinds: dict[FindingKind, tuple[Found, ...]] = field(default_factory=dict)
    failed: dict[FindingKind, str] = field(default_factory=dict)
    seconds: float = 0.0


class Surveyor:
    """Looks for findings in the background, one merge rule at a time."""

    def __init__(
        self,
        desk: DiagnoseDesk,
        views: Callable[[str], View],
        version: Callable[[], tuple[int, int]],
        decisions: Callable[[], Sequence[Decision]],
        clock: Clock,
    ) -> None:
        self._desk, self._views, self._version, self._clock = desk, views, version, clock
        self._acting = lru_cache(maxsize=4)(lambda last: acting(decisions()))
        self._task: Task[None] = Task(clock, "diagnose")
        self._kept: dict[str, _Kept] = {}
        self._there: dict[str, tuple[Stamp, tuple[Found, ...]]] = {}
        self._lock = Lock()

    def begin(self, policy: str = CAREFUL.name, *, again: bool = False) -> bool:
        """Look, where that was not done yet for the present graph; whether work has begun.

        Where looking takes long and findings of an earlier graph are there, only `again` begins it.
        """
        kept, stamp = self._kept.get(policy), self._stamp()
        if kept is not None and kept.stamp == stamp and len(kept.kinds) == len(FINDING_KINDS):
            return False
        whole = kept is not None and len(kept.kinds) == len(FINDING_KINDS)
        if kept is not None and whole and kept.seconds > QUICK_S and not again:
            return False
        return self._task.start(lambda handle: self._look(policy, stamp, handle), policy)

    def view(self, policy: str = CAREFUL.name) -> Survey:
        """What is known now; never waits for the work."""
        seen = self._task.view()
        running = seen.active and seen.subject == policy
        error = seen.error if seen.subject == policy and seen.state == "failed" else None
        kept = self._kept.get(policy)
        if kept is None:
            return Survey(policy, running=running, error=error)
        stale = kept.stamp != self._stamp()
        with self._lock:
            found = tuple(each for kind in FINDING_KINDS for each in kept.kinds.get(kind, ()))
            pending = tuple(kind for kind in FINDING_KINDS if kind not in kept.kinds)
            failed = dict(kept.failed)
        if stale:
            found = self._still_there(policy, found)
        return Survey(policy, found, pending, running, stale, kept.entities, error, failed)

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait for the work, at most so long."""
        self._task.wait(timeout_s)

    def stop(self) -> None:
        """End the work between two kinds, and wait for that."""
        self._task.cancel()
        self._task.wait(30)

    @property
    def done(self) -> int:
        """How many kinds the run that goes on has behind it."""
        return self._task.view().done

    def last(self) -> int:
        """The number of the last decision."""
        return self._version()[1]

    def _stamp(self) -> Stamp:
        evidence, last = self._version()
        return evidence, self._acting(last)

    def _look(self, policy: str, stamp: Stamp, handle: Handle) -> None:
        """All kinds, one after the other. Those of the graph before stay until all new ones are there."""
        begun = self._clock.monotonic()
        view = self._views(policy)
        fresh = _Kept(stamp, view.graph.number_of_nodes())
        shown = self._kept.setdefault(policy, fresh)
        for n, kind in enumerate(SLOW_LAST):
            if handle.cancelled():
                raise ModelCancelled("Looking for findings was stopped.")
            handle.tell(n, len(SLOW_LAST), kind)
            seen = self._desk.findings(policy, (kind,))
            wrapped = tuple(_found(finding, view) for finding in (*seen.findings, *seen.accepted))
            with self._lock:
                fresh.kinds[kind] = wrapped
                fresh.failed.update(seen.failed)
        fresh.seconds = self._clock.monotonic() - begun
        if shown is not fresh:
            self._kept[policy] = fresh

    def _still_there(self, policy: str, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Those that the present graph still has the nodes and edges for."""
        stamp = self._stamp()
        known = self._there.get(policy)
        if known is None or known[0] != stamp:
            graph = self._views(policy).graph
            edges = {key for _, _, key in graph.edges(keys=True)}
            kept = tuple(each for each in found if _stands(each.finding, graph, edges))
            known = self._there[policy] = stamp, kept
        return known[1]


def _stands(finding: Finding, nodes: Container[str], edges: Set[str]) -> bool:
    return all(key in nodes for key in finding.entities) and edges >= set(finding.relations)


def _found(finding: Finding, view: View) -> Found:
    chunks = view.evidence.chunks
    ids = (chunk for group in finding.evidence for chunk in group.chunks)
    documents = dict.fromkeys([*finding.documents, *(chunks[chunk].document for chunk in ids if chunk in chunks)])
    return Found(finding, tuple(documents), finding.why.casefold(), alike(finding))


def counts(found: Sequence[Found]) -> Mapping[FindingKind, int]:
    """Findings by kind, those that there are, in the order of kinds."""
    table = dict.fromkeys(FINDING_KINDS, 0)
    for each in found:
        table[each.finding.kind] += 1
    return {kind: count for kind, count in table.items() if count}
