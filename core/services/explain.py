"""Why something is in a comparison, or why it is not: finds what a person means, and asks of each mode.

Bound to one view, so that what is told is what was searched. A rank beyond the hits costs one exact pass over all
rows of a kind, made where it is first needed and kept. Calls no chat model.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from core.domain.expand import RelationFinder
from core.domain.explain import Case, Item, Place, Verdict, chunk_item, entity_item, relation_item
from core.domain.explain_absent import absent_because
from core.domain.explain_kept import kept_because
from core.domain.metrics import kept_items
from core.domain.modes import Parameters, Query, Search
from core.domain.names import name_key
from core.domain.packing import Costs
from core.domain.picture import Shelf
from core.domain.records import Relation
from core.domain.seeds import seeded_entities, seeded_relations
from core.domain.trace import Kind, Trace
from core.errors import UnknownName
from core.services.views import View

Vectors = Callable[[Query], NDArray[np.float32] | None]
"""The vector of what was searched with; None where there is none (any more)."""

OFFERED = 8


@dataclass(frozen=True, slots=True)
class Explained:
    """One item and a verdict for each mode, in the order of the modes."""

    item: Item
    verdicts: tuple[Verdict, ...]


class Explainer:
    """Answers for one view; `vectors` gives what its question was searched with, if it is still at hand."""

    def __init__(self, view: View, vectors: Vectors = lambda query: None) -> None:
        self._view, self._vectors = view, vectors
        self._places: dict[Search, Mapping[str, Place]] = {}
        self._finder = RelationFinder()

    def explain(self, item: Item, traces: Mapping[str, Trace], parameters: Parameters) -> Explained:
        """The item in each mode. Raises ModelError where vectors are missing and can't be made."""
        return Explained(item, tuple(self._verdict(item, trace, parameters) for trace in traces.values()))

    def find(self, text: str, limit: int = OFFERED) -> tuple[Item, ...]:
        """What a text may mean, best first: what it is the key or the name of, else names, titles, passages with it."""
        found: dict[tuple[Kind, str], Item] = {}
        for item in self._exact(text) or self._fitting(name_key(text)):
            found.setdefault((item.kind, item.key), item)
            if len(found) == limit:
                break
        return tuple(found.values())

    def near(self, text: str, limit: int = 5) -> tuple[Item, ...]:
        """Entities whose names look like the text, or like an end of `A -> B`, for one that fits nothing."""
        ends = [name_key(end) for end in text.replace("→", "->").split("->")]
        found = [difflib.get_close_matches(end, list(self._names), n=limit, cutoff=0.6) for end in ends]
        names = dict.fromkeys(name for row in zip_longest(*found) for name in row if name)
        return tuple(self._entity(key) for name in names for key in self._names[name])[:limit]

    def offers(self, traces: Mapping[str, Trace], limit: int) -> tuple[Item, ...]:
        """What one may want to ask about: what any mode kept or cut, entities first, then names in key order."""
        seen: dict[tuple[Kind, str], None] = {}
        for kind in get_args(Kind):
            for trace in traces.values():
                seen |= dict.fromkeys((kind, key) for found, key in kept_items(trace) if found == kind)
                seen |= dict.fromkeys((kind, cut.id) for cut in trace.cuts if cut.kind == kind)
        rest: Iterator[tuple[Kind, str]] = (("entity", key) for key in self._view.graph)
        wanted = islice(dict.fromkeys(chain(seen, rest)), limit)
        return tuple(item for kind, key in wanted if (item := self.item(kind, key)))

    def item(self, kind: Kind, key: str) -> Item | None:
        """The node, edge or chunk of a key; None where the view has none."""
        graph, chunks = self._view.graph, self._view.evidence.chunks
        if kind == "entity":
            return self._entity(key) if key in graph else None
        if kind == "chunk":
            return chunk_item(chunks[key]) if key in chunks else None
        relation = self._relation(key)
        return relation_item(graph, relation) if relation else None

    def shelf(self, costs: Costs) -> Shelf:
        """Where what was cut can be looked up and counted."""
        return Shelf(self._view.graph, self._view.evidence.chunks.get, self._relation, costs)

    # --- what a text may mean ----------------------------------------------------------------------------------------

    def _exact(self, text: str) -> Sequence[Item]:
        """What has just this key or this name; a relation also as `A -> B`."""
        graph, chunks = self._view.graph, self._view.evidence.chunks
        if text in graph:
            return (self._entity(text),)
        if text in chunks:
            return (chunk_item(chunks[text]),)
        try:
            return [self._entity(key) for key in seeded_entities(graph, [text]).keys]
        except UnknownName:
            pass
        try:
            found = [self._relation(key) for key in seeded_relations(graph, [text], self._relation).keys]
        except UnknownName:
            return ()
        return [relation_item(graph, relation) for relation in found if relation]

    def _fitting(self, wanted: str) -> Iterator[Item]:
        """Entities whose names hold the text, shortest first; passages by title; passages that hold all its words."""
        if not wanted:
            return
        names = sorted((len(name), name) for name in self._names if wanted in name)
        yield from (self._entity(key) for _, name in names for key in self._names[name])
        chunks = self._view.evidence.chunks.values()
        yield from (chunk_item(chunk) for chunk in chunks if wanted in name_key(f"{chunk.title} {chunk.document}"))
        words = wanted.split()
        for chunk in chunks:
            text = chunk.text.casefold()
            if all(word in text for word in words):
                yield chunk_item(chunk)

    @cached_property
    def _names(self) -> Mapping[str, Sequence[str]]:
        """Node keys by normalised name."""
        known: dict[str, list[str]] = {}
        for key, entity in self._view.graph.nodes(data="entity"):
            known.setdefault(name_key(entity.name), []).append(key)
        return known

    def _entity(self, key: str) -> Item:
        return entity_item(self._view.graph.nodes[key]["entity"])

    def _relation(self, key: str) -> Relation | None:
        return self._finder.find(self._view.graph, key)

    # --- in one mode -------------------------------------------------------------------------------------------------

    def case(self, trace: Trace, parameters: Parameters) -> Case:
        """One mode's run with all that a sentence on it may need."""
        view = self._view
        return Case(trace, parameters, view.graph, view.evidence.chunks, self._place, self._relation)

    def _verdict(self, item: Item, trace: Trace, parameters: Parameters) -> Verdict:
        case = self.case(trace, parameters)
        kept = case.kept(item.kind).get(item.key)
        if kept is None:
            return Verdict(trace.mode, False, None, None, absent_because(case, item))
        return Verdict(trace.mode, True, kept.rank, kept.score, kept_because(case, item))

    def _place(self, search: Search, key: str) -> Place | None:
        if search not in self._places:
            self._places[search] = self._ranked(search)
        return self._places[search].get(key)

    def _ranked(self, search: Search) -> Mapping[str, Place]:
        """All rows of a kind by (-cosine, key)."""
        vector = self._vectors(search.query)
        if vector is None:
            return {}
        scores = self._view.scores(search.kind, self._keys(search.kind), vector)
        ordered = sorted((-score, key) for key, score in scores.items())
        return {key: Place(rank, len(ordered), -score) for rank, (score, key) in enumerate(ordered, 1)}

    def _keys(self, kind: Kind) -> Sequence[str]:
        if kind == "chunk":
            return list(self._view.evidence.chunks)
        graph = self._view.graph
        return list(graph) if kind == "entity" else [key for *_, key in graph.edges(keys=True)]
