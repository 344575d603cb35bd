"""The two merge rules beside each other: a summary, the differences worst first, and each as a small picture.

Reads the views of both rules; rules nothing. Under a viewer there are no differences, as there are no findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from core.domain.merge_differences import DIFFERENCE_KINDS, Difference, DifferenceKind, worst_first
from core.domain.names import name_key
from core.domain.packing import entity_label
from core.domain.policy import CAREFUL, CLASSIC
from core.domain.records import Entity, Relation
from core.services.project import Views
from core.services.views import View

MOST = 6
"""Nodes or edges in one picture of a difference; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How large the graph is under each rule, and how many differences there are of each kind (all kinds)."""

    documents: int
    careful: tuple[int, int]
    classic: tuple[int, int]
    counts: Mapping[DifferenceKind, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Dot:
    """A node of a picture; `mentions` of it that the difference is about. `right`: which column it stands in."""

    key: str
    label: str
    mentions: int
    right: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An edge of a picture; without `arrow` where direction is lost."""

    source: str
    target: str
    label: str
    arrow: bool


@dataclass(frozen=True, slots=True)
class Half:
    """What one rule makes of it; `more` nodes or edges were left out."""

    dots: tuple[Dot, ...] = ()
    lines: tuple[Line, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """A difference as two small pictures."""

    classic: Half
    careful: Half


class RulesDesk:
    """Differences between the rules, in one order as long as nothing changes."""

    def __init__(self, views: Views, differences: Callable[[], tuple[Difference, ...]]) -> None:
        self._views, self._differences = views, differences
        self._kept: tuple[tuple[Difference, ...], tuple[Difference, ...]] | None = None
        self._lock = Lock()

    def summary(self) -> Summary:
        """Counts under both rules."""
        careful, classic = self._views(CAREFUL.name), self._views(CLASSIC.name)
        counts = Counter(difference.kind for difference in self.all())
        documents = len({chunk.document for chunk in careful.evidence.chunks.values()})
        return Summary(documents, _size(careful), _size(classic), {kind: counts[kind] for kind in DIFFERENCE_KINDS})

    def all(self) -> tuple[Difference, ...]:
        """All differences, worst first."""
        found = self._differences()
        with self._lock:
            if self._kept is None or self._kept[0] is not found:
                self._kept = found, worst_first(found)
            return self._kept[1]

    def fitting(self, kind: str = "", text: str = "") -> tuple[Difference, ...]:
        """Those of a kind (empty: all) that have the text in a name of what they are about, worst first."""
        wanted = name_key(text)
        return tuple(d for d in self.all() if kind in ("", d.kind) and (not wanted or wanted in name_key(d.why)))

    def pair(self, difference: Difference) -> Pair:
        """A difference under both rules. What is gone meanwhile is left out."""
        careful, classic = self._views(CAREFUL.name), self._views(CLASSIC.name)
        if difference.kind in ("two directions", "folded", "hidden"):
            return Pair(_edges(classic, difference.classic), _edges(careful, difference.careful))
        parts = [len(group.mentions) for group in difference.evidence]
        whole = [len({mention for group in difference.evidence for mention in group.mentions})]
        counts = (whole, parts) if difference.kind == "glued" else (parts, whole)
        return Pair(_nodes(classic, difference.classic, counts[0]), _nodes(careful, difference.careful, counts[1]))


def _size(view: View) -> tuple[int, int]:
    return view.graph.number_of_nodes(), view.graph.number_of_edges()


def _nodes(view: View, keys: Sequence[str], counts: Sequence[int]) -> Half:
    there = [(key, count) for key, count in zip(keys, counts, strict=True) if key in view.graph]
    dots = (_dot(view.graph.nodes[key]["entity"], count) for key, count in there[:MOST])
    return Half(tuple(dots), more=max(0, len(there) - MOST))


def _dot(entity: Entity, mentions: int = 0, right: bool = False) -> Dot:
    return Dot(entity.key, entity_label(entity), mentions, right)


def _edges(view: View, keys: Sequence[str]) -> Half:
    wanted = frozenset(keys)
    found = {k: r for _, _, k, r in view.graph.edges(keys=True, data="relation") if k in wanted}
    there = [found[key] for key in keys if key in found]
    shown = there[:MOST]
    columns = _columns(shown)
    dots = (_dot(view.graph.nodes[key]["entity"], right=right) for key, right in columns.items())
    return Half(tuple(dots), tuple(map(_line, shown)), max(0, len(there) - MOST))


def _columns(relations: Sequence[Relation]) -> dict[str, bool]:
    """Node -> whether it stands on the right: the two ends of an edge face each other as far as that can be."""
    right: dict[str, bool] = {}
    for relation in relations:
        if relation.target in right:
            right.setdefault(relation.source, not right[relation.target])
        right.setdefault(relation.source, False)
        right.setdefault(relation.target, not right[relation.source])
    return right


def _line(relation: Relation) -> Line:
    word = relation.predicate or ", ".join(relation.keywords)
    return Line(relation.source, relation.target, word, relation.directed)
