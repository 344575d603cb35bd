"""A graph in memory for the lesson: a handful of evidence records under one merge rule, to be asked by hand.

The same builder, retrieval and desk as everywhere, over a view that no store holds. There are no vectors: a question
can be started from seeds alone, so no model is ever asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.evidence import EvidenceChunk
from core.domain.graph import build_graph
from core.domain.identity import ChunkPlace, occurrences
from core.domain.modes import Parameters
from core.domain.names import name_key
from core.domain.ordering import in_document_order
from core.domain.packing import CountTokens
from core.domain.policy import Qualifiers, Tick, policy_named
from core.domain.records import Chunk, Entity, EntityMention, Evidence, Relation, RelationMention
from core.domain.trace import Hit, Kind, Trace
from core.errors import ModelError, UnknownName
from core.services.browse import Desk
from core.services.retrieve import Request, Retrieval


@dataclass(frozen=True, slots=True)
class Rule:
    """How the records are merged: a merge rule, and the metadata field that keys entities of these names, if any."""

    name: str = "classic"
    field: str = ""
    names: tuple[str, ...] = ()

    @property
    def qualifiers(self) -> Qualifiers | None:
        """What the rule takes as ticks; None where nothing is keyed by a field."""
        keys = frozenset(map(name_key, self.names))
        return Qualifiers((Tick(self.field, names=keys),)) if self.field else None


@dataclass(slots=True)
class MemoryView:
    """A view of evidence that stands nowhere but here; its searches find nothing."""

    evidence: Evidence
    policy: str
    graph: nx.MultiDiGraph
    viewer: tuple[str, ...] | None = None

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        return ()

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        return {}

    def near(self, kind: Kind, cosine: float) -> Sequence[tuple[str, str]]:
        return ()


@dataclass(frozen=True, slots=True)
class Start:
    """Seeds set by hand: names of entities, and relations as `A -> B` or by key."""

    entities: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    parameters: Parameters = field(default_factory=Parameters)


class Scene:
    """Records under one merge rule: the graph, a desk to look at it, and retrieval from seeds."""

    def __init__(self, chunks: Sequence[EvidenceChunk], rule: Rule, count_tokens: CountTokens) -> None:
        self.chunks, self.rule = tuple(chunks), rule
        self.evidence = evidence_of(self.chunks)
        policy = policy_named(rule.name, rule.qualifiers)
        self.view = MemoryView(
            self.evidence, rule.name, build_graph(self.evidence, policy=policy, count_tokens=count_tokens)
        )
        self.desk = Desk(self.view)
        self._retrieval = Retrieval(lambda *_: self.view, _no_model, _no_model, count_tokens)

    @property
    def entities(self) -> tuple[Entity, ...]:
        """All nodes, in key order."""
        return tuple(entity for _, entity in self.view.graph.nodes(data="entity"))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All edges, by source, target and key."""
        return tuple(relation for *_, relation in self.view.graph.edges(data="relation"))

    def named(self, name: str) -> tuple[Entity, ...]:
        """The nodes of this name, whatever their qualifiers. Raises UnknownName where there is none."""
        found = tuple(entity for entity in self.entities if name_key(entity.name) == name_key(name))
        if not found:
            raise UnknownName(f"Nothing is named '{name}' here any more.", "Reset brings the five extractions back.")
        return found

    def between(self, one: str, other: str) -> tuple[Relation, ...]:
        """The edges of two names, either way."""
        pair = {name_key(one), name_key(other)}
        return tuple(r for r in self.relations if {name_key(r.source_name), name_key(r.target_name)} == pair)

    def run(self, mode: str, start: Start) -> Trace:
        """Retrieve in a mode from seeds. Raises UnknownName, InputError where there is no seed."""
        request = Request(
            "",
            mode,
            start.parameters,
            seed_entities=start.entities,
            seed_relations=start.relations,
            policy=self.rule.name,
        )
        return self._retrieval.run(request)


def evidence_of(chunks: Sequence[EvidenceChunk]) -> Evidence:
    """Evidence records as evidence, in document order; positions count within a document, in the order given."""
    found: list[Chunk] = []
    entities: list[EntityMention] = []
    relations: list[RelationMention] = []
    documents: dict[str, list[EvidenceChunk]] = {}
    for chunk in chunks:
        documents.setdefault(chunk.document, []).append(chunk)
    for document, lines in documents.items():
        counts = occurrences([line.text for line in lines])
        for position, (line, count) in enumerate(zip(lines, counts, strict=True)):
            place = ChunkPlace(document, line.id, line.text, count)
            found.append(Chunk(line.id, document, position, line.text, line.title, line.metadata))
            entities += place.entities(line.entities)
            relations += place.relations(line.relations)
    return in_document_order(found, entities, relations)


def _no_model() -> NoReturn:
    raise ModelError("The lesson asks no model.", "Set a seed by hand.")
