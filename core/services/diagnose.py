"""Findings of a workspace: diagnostics over the everyday view or the classic one, kept while nothing changes.

Asks no model: passages that have no vector yet are compared by their words. What a person found to be right, or not the
same, is set apart. Under a viewer there are no findings, because half of the evidence is not to be seen.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from core.domain.diagnose import (
    FINDERS,
    FINDING_KINDS,
    Finding,
    FindingKind,
    Ruled,
    Scene,
    Trouble,
    diagnose,
    ordered,
    reading,
)
from core.domain.graph import Viewer
from core.domain.merge_differences import Difference, differences
from core.domain.policy import CAREFUL, CLASSIC, POLICIES
from core.domain.profiles import CountTokens
from core.errors import InputError, UnknownName
from core.services.embeddings import Embeddings
from core.services.library import Library
from core.services.passage_vectors import stored_vectors
from core.services.project import Views
from core.services.views import View

_LOG = logging.getLogger(__name__)

FAULTS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)
"""What a mistake in looking for one kind raises over evidence that it was not made for; the other kinds go on.

What has another cause (memory, a disk, a broken workspace) ends the whole work.
"""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Findings in the order of kinds, most harmful first; `accepted` are those that a person found to be right.

    `failed`: kinds that could not be looked for, each with what went wrong.
    """

    policy: str
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...] = ()
    failed: Mapping[FindingKind, str] = field(default_factory=dict)

    def counts(self) -> Mapping[FindingKind, int]:
        """Findings by kind, all kinds, in their order."""
        found = Counter(finding.kind for finding in self.findings)
        return {kind: found[kind] for kind in FINDING_KINDS}


@dataclass(slots=True)
class _Known:
    """What was found in one view, by kind, and what went wrong."""

    found: dict[FindingKind, tuple[Finding, ...]] = field(default_factory=dict)
    failed: dict[FindingKind, str] = field(default_factory=dict)

    def look(self, scene: Scene, kind: FindingKind) -> None:
        """Look for one kind; one that fails has no findings and says why."""
        try:
            self.found[kind] = diagnose(scene, (kind,))
        except FAULTS as fault:
            _LOG.exception("looking for %s failed", kind)
            self.found[kind], self.failed[kind] = (), f"{type(fault).__name__}: {fault}"


class DiagnoseDesk:
    """Finds, and remembers for the views that are open."""

    def __init__(
        self,
        views: Views,
        library: Library,
        embeddings: Embeddings,
        count_tokens: CountTokens,
        ruled: Callable[[], Ruled] = Ruled,
    ) -> None:
        self._views, self._library, self._embeddings = views, library, embeddings
        self._count, self._ruled = count_tokens, ruled
        self._kept: dict[str, tuple[View, Scene, _Known]] = {}
        self._differences: tuple[View, View, tuple[Difference, ...]] | None = None
        self._lock = Lock()

    def findings(
        self, policy: str = CAREFUL.name, kinds: Collection[FindingKind] = FINDING_KINDS, viewer: Viewer = None
    ) -> Diagnosis:
        """What is to be looked at under a merge rule; each kind is worked out when it is first asked for.

        Decisions do nothing under classic, so its findings propose none. Raises UnknownName, InputError under a viewer.
        """
        _check(policy, kinds, viewer)
        with self._lock:
            scene, known = self._scene(policy)
            for kind in kinds:
                if kind in FINDERS and kind not in known.found:
                    known.look(scene, kind)
            found = [finding for kind in FINDING_KINDS if kind in kinds for finding in known.found.get(kind, ())]
            failed = {kind: told for kind, told in known.failed.items() if kind in kinds}
        found += ordered(finding for finding in reading(self._troubles()) if finding.kind in kinds)
        found.sort(key=lambda finding: FINDING_KINDS.index(finding.kind))
        if policy == CLASSIC.name:
            found = [replace(finding, proposal=None) for finding in found]
        said = self._ruled()
        accepted = {finding.id for finding in found if said.found_right(finding)}
        return Diagnosis(
            policy,
            tuple(finding for finding in found if finding.id not in accepted),
            tuple(finding for finding in found if finding.id in accepted),
            failed,
        )

    def differences(self, viewer: Viewer = None) -> tuple[Difference, ...]:
        """What classic glues, reverses or drops that careful keeps, and back. Raises InputError under a viewer."""
        _check(CAREFUL.name, (), viewer)
        careful, classic = self._views(CAREFUL.name), self._views(CLASSIC.name)
        with self._lock:
            kept = self._differences
            if kept is None or kept[0] is not careful or kept[1] is not classic:
                found = differences(careful.graph, classic.graph, careful.evidence)
                kept = self._differences = careful, classic, found
            return kept[2]

    def _scene(self, policy: str) -> tuple[Scene, _Known]:
        view = self._views(policy)
        kept = self._kept.get(policy)
        if kept is None or kept[0] is not view:
            scene = Scene(
                view.graph,
                view.evidence,
                vectors=partial(stored_vectors, self._embeddings, view),
                count_tokens=self._count,
                waiting=view.waiting,
            )
            kept = self._kept[policy] = view, scene, _Known()
        return kept[1], kept[2]

    def _troubles(self) -> Iterator[Trouble]:
        documents = frozenset(row.document.id for row in self._library.documents())
        for row in self._library.issues():
            if row.issue.kind == "rejected":
                yield Trouble("rejected-rows", _document(row.chunk, documents), row.chunk, row.issue.reason)
        for chunk, reason in self._library.failures():
            yield Trouble("failed-chunks", _document(chunk, documents), chunk, reason)


def _document(chunk: str, documents: Collection[str]) -> str:
    """The document of a chunk's id, `document#name`; both parts may hold a `#` of their own."""
    pieces = chunk.split("#")
    starts = ("#".join(pieces[:end]) for end in range(len(pieces) - 1, 0, -1))
    return next((start for start in starts if start in documents), pieces[0])


def _check(policy: str, kinds: Collection[str], viewer: Viewer) -> None:
    if viewer is not None:
        raise InputError(
            "Findings are not shown to a viewer: what he may not see would count against what he may.",
            "Look at everything (no viewer) for that.",
        )
    if policy not in POLICIES:
        raise UnknownName(f"There is no merge rule '{policy}'.", f"Use one of: {', '.join(POLICIES)}.")
    if unknown := [kind for kind in kinds if kind not in FINDING_KINDS]:
        raise UnknownName(f"There are no findings of the kind '{unknown[0]}'.", f"Kinds: {', '.join(FINDING_KINDS)}.")
