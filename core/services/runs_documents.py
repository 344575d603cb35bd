"""Which documents and passages tell of an entity, a relation or a passage, as the workspace is seen now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from core.domain.expand import RelationFinder
from core.domain.names import name_key, ref_of
from core.domain.records import Chunk, Entity, Relation
from core.domain.runs import OpenedKind, all_named, passages_under, rests_on
from core.domain.trace import Kind, Trace
from core.services.views import View

Viewer = tuple[str, ...] | None
OpenView = Callable[[str, Viewer], View]


class Documents:
    """Which documents say of a thing, in one view. The graph is asked only for what is no passage."""

    def __init__(self, view: View) -> None:
        self._view, self._finder = view, RelationFinder()

    def of(self, kind: Kind | None, key: str) -> tuple[str, ...]:
        """Names of documents, none where nothing of that key is known; without a kind it may be of any."""
        found = self._found(kind, key)
        if found is None:
            return self._by_name.get(ref_of(key).name, ()) if kind in (None, "entity") else ()
        return (found.document,) if isinstance(found, Chunk) else found.documents

    def passages(self, kind: Kind | None, key: str) -> tuple[str, ...]:
        """Ids of passages, in the same way."""
        found = self._found(kind, key)
        return (found.id,) if isinstance(found, Chunk) else found.chunks if found else ()

    def hold(self, trace: Trace) -> bool:
        """Whether passages here say all that a trace shows, and name all that it names."""
        chunks, shown = self._view.evidence.chunks, [kept.chunk for kept in trace.chunks]
        same = all(chunk.id in chunks and chunks[chunk.id].text == chunk.text for chunk in shown)
        said = {m for kept in trace.entities for m in kept.entity.mentions}
        said.update(m for kept in trace.relations for m in kept.relation.mentions)
        return same and said <= self._mentions and all(self._found(kind, key) for kind, key in all_named(trace))

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Name key -> the documents that say it: of a node that a decision has moved meanwhile."""
        evidence, found = self._view.evidence, dict[str, dict[str, None]]()
        said = [(entity.chunk, entity.name) for entity in evidence.entities]
        said += [(each.chunk, end) for each in evidence.relations for end in (each.source, each.target)]
        for chunk, name in said:
            found.setdefault(name_key(name), {})[evidence.chunks[chunk].document] = None
        return {name: tuple(documents) for name, documents in found.items()}

    @cached_property
    def _mentions(self) -> frozenset[str]:
        evidence = self._view.evidence
        return frozenset({m.id for m in evidence.entities}.union(m.id for m in evidence.relations))

    def _found(self, kind: Kind | None, key: str) -> Chunk | Entity | Relation | None:
        chunk = self._view.evidence.chunks.get(key) if kind in (None, "chunk") else None
        if chunk is not None:
            return chunk
        if kind in (None, "entity") and key in self._view.graph:
            entity: Entity = self._view.graph.nodes[key]["entity"]
            return entity
        return self._finder.find(self._view.graph, key) if kind in (None, "relation") else None


class Rests:
    """What runs and things opened rest on. `view` opens the view of a merge rule and a viewer."""

    def __init__(self, view: OpenView) -> None:
        self._view = view

    def on(self, traces: Iterable[Trace]) -> tuple[frozenset[str], ...]:
        """Of each of these sets of documents one must stand."""
        groups: dict[frozenset[str], None] = {}
        for known, some in self._by_view(traces):
            groups |= dict.fromkeys(rests_on(some, known.of))
        return tuple(groups)

    def stands(self, traces: Iterable[Trace], evidence: int) -> bool:
        """Whether all is here that traces show and name; of this very version of the evidence it is."""
        others = [trace for trace in traces if trace.evidence not in (-1, evidence)]
        return all(known.hold(trace) for known, some in self._by_view(others) for trace in some)

    def under(self, traces: Iterable[Trace]) -> frozenset[str]:
        """All passages that traces show or name something of."""
        return frozenset().union(*(passages_under(some, known.passages) for known, some in self._by_view(traces)))

    def documents(self, policy: str, viewer: Viewer, kind: OpenedKind, key: str) -> tuple[str, ...]:
        """The documents of a thing that was opened."""
        if kind == "document":
            return (key,)
        return Documents(self._view(policy, viewer)).of(None if kind == "run" else kind, key)

    def passages(self, policy: str, viewer: Viewer, kind: OpenedKind, key: str) -> tuple[str, ...]:
        """Its passages."""
        view = self._view(policy, viewer)
        if kind == "document":
            return tuple(id_ for id_, chunk in view.evidence.chunks.items() if chunk.document == key)
        return Documents(view).passages(None if kind == "run" else kind, key)

    def _by_view(self, traces: Iterable[Trace]) -> Iterator[tuple[Documents, list[Trace]]]:
        by_view: dict[tuple[str, Viewer], list[Trace]] = {}
        for trace in traces:
            by_view.setdefault((trace.policy, trace.viewer), []).append(trace)
        for (policy, viewer), some in by_view.items():
            yield Documents(self._view(policy, viewer)), some
