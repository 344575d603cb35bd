"""What browsing asks of a view again and again, counted once: order, degrees, names, types, documents, mentions.

Built from a view and never changed; holds no text that the view doesn't. A new view gets a new index.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.names import name_key
from core.domain.records import Chunk, Entity, EntityMention, Relation, RelationMention
from core.errors import UnknownName
from core.services.views import View


@dataclass(frozen=True, slots=True)
class Facet:
    """A value that one can filter by, what to call it, and how many entities it has."""

    value: str
    label: str
    count: int


class ViewIndex:
    """The tables of one view. `order` is all entity keys by (degree descending, key)."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.degree: Mapping[str, int] = dict(view.graph.degree())
        self.order: tuple[str, ...] = tuple(sorted(self.degree, key=lambda key: (-self.degree[key], key)))
        self.names: tuple[tuple[str, str], ...] = tuple((name_key(self.entity(key).name), key) for key in self.order)
        self.ends: Mapping[str, tuple[str, str]] = {key: (a, b) for a, b, key in view.graph.edges(keys=True)}
        self.entity_mentions: Mapping[str, EntityMention] = {m.id: m for m in view.evidence.entities}
        self.relation_mentions: Mapping[str, RelationMention] = {m.id: m for m in view.evidence.relations}
        self.types: tuple[Facet, ...] = _counted(self.entity(key).type for key in self.order)
        self.in_document: Mapping[str, frozenset[str]] = self._by_document()

    def entity(self, key: str) -> Entity:
        """Raises UnknownName."""
        if key not in self.view.graph:
            raise UnknownName(f"There is no entity {key!r} under this merge rule.", "Search for its name.")
        found: Entity = self.view.graph.nodes[key]["entity"]
        return found

    def relation(self, key: str) -> Relation:
        """Raises UnknownName."""
        if key not in self.ends:
            raise UnknownName(f"There is no relation {key!r} under this merge rule.", "Open it from one of its ends.")
        found: Relation = self.view.graph.edges[(*self.ends[key], key)]["relation"]
        return found

    def chunk(self, chunk_id: str) -> Chunk:
        """Raises UnknownName."""
        try:
            return self.view.evidence.chunks[chunk_id]
        except KeyError:
            raise UnknownName(f"There is no passage {chunk_id!r} here.", "It may have been withdrawn.") from None

    def around(self, key: str) -> Sequence[Relation]:
        """The relations of an entity, each once, heaviest first, then by key."""
        graph = self.view.graph
        found = {k: d["relation"] for _, _, k, d in graph.out_edges(key, keys=True, data=True)}
        found |= {k: d["relation"] for _, _, k, d in graph.in_edges(key, keys=True, data=True)}
        return sorted(found.values(), key=lambda relation: (-relation.weight, relation.key))

    def between(self, a: str, b: str) -> Sequence[Relation]:
        """The relations of a pair, either way, heaviest first, then by key."""
        graph = self.view.graph
        ways = ((a, b), (b, a)) if a != b else ((a, b),)
        found = [data["relation"] for s, t in ways for data in graph.get_edge_data(s, t, default={}).values()]
        return sorted(found, key=lambda relation: (-relation.weight, relation.key))

    def neighbours(self, key: str) -> set[str]:
        """The keys one step away, in either direction."""
        graph = self.view.graph
        return (set(graph.successors(key)) | set(graph.predecessors(key))) - {key}

    def documents(self) -> tuple[Facet, ...]:
        """The documents that entities come from, by title then id; a title that several share shows the id."""
        titles = {chunk.document: chunk.title or chunk.document for chunk in self.view.evidence.chunks.values()}
        shared = Counter(titles.values())
        facets = (
            Facet(d, d if shared[titles.get(d, d)] > 1 else titles.get(d, d), len(keys))
            for d, keys in self.in_document.items()
        )
        return tuple(sorted(facets, key=lambda facet: (facet.label.casefold(), facet.value)))

    def _by_document(self) -> Mapping[str, frozenset[str]]:
        table: dict[str, set[str]] = defaultdict(set)
        for key in self.order:
            for document in self.entity(key).documents:
                table[document].add(key)
        return {document: frozenset(keys) for document, keys in table.items()}


def _counted(values: Iterable[str]) -> tuple[Facet, ...]:
    """Facets by (count descending, value)."""
    counts = Counter(values)
    return tuple(Facet(v, v, n) for v, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])))
