"""The lines of a picture: all relations of one pair as one, with what a drawing writes beside it.

Chooses no nodes and places nothing; texts are plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from core.domain.records import Relation
from core.services.view_index import ViewIndex

_SUMMARY = 280
"""Characters of a profile that go with a node, for a tooltip."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """All relations of one pair as one line; `key` is the heaviest one's, `label` its predicate.

    `forward` and `backward` say which arrows it has; neither where the merge rule loses direction.
    """

    key: str
    source: str
    target: str
    label: str
    relations: tuple[str, ...]
    forward: bool
    backward: bool
    weight: int
    summary: str

    @property
    def directed(self) -> bool:
        return self.forward or self.backward


def edges_between(index: ViewIndex, shown: Set[str], documents: frozenset[str]) -> Iterator[GraphEdge]:
    """One edge for each pair of shown nodes that a relation joins, by pair; of these documents, or of all."""
    found: list[Relation] = []
    for source in sorted(shown):
        for _, target, data in index.view.graph.out_edges(source, data=True):
            relation: Relation = data["relation"]
            if target in shown and (not documents or documents.intersection(relation.documents)):
                found.append(relation)
    yield from by_pair(found)


def by_pair(relations: Iterable[Relation]) -> Iterator[GraphEdge]:
    """One edge for each pair that these relations join, by pair."""
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in relations:
        ends = relation.source, relation.target
        pairs.setdefault((min(ends), max(ends)), []).append(relation)
    for pair in sorted(pairs):
        yield _edge(sorted(pairs[pair], key=lambda relation: (-relation.weight, relation.key)))


def _edge(relations: Sequence[Relation]) -> GraphEdge:
    first = relations[0]
    return GraphEdge(
        key=first.key,
        source=first.source,
        target=first.target,
        label=label_of(first),
        relations=tuple(relation.key for relation in relations),
        forward=any(r.directed and r.source == first.source for r in relations),
        backward=any(r.directed and r.source != first.source for r in relations),
        weight=sum(relation.weight for relation in relations),
        summary=shortened("\n".join(relation.description for relation in relations if relation.description)),
    )


def label_of(relation: Relation) -> str:
    """What to write beside a relation: its predicate, else its first keyword, else nothing."""
    return relation.predicate or next(iter(relation.keywords), "")


def shortened(text: str) -> str:
    """As much of a profile as goes into a tooltip."""
    return text if len(text) <= _SUMMARY else text[: _SUMMARY - 1].rstrip() + "…"
