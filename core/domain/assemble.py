"""From what was found to what is given: expansion, budgets, chunks of the survivors, budget again.

Pure: the same hits under other budgets need no new search. The stages follow the table in `modes`; each writes into
the journal what it yielded and what it cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import networkx as nx

from core.domain.budget import Budget, fit
from core.domain.expand import EXPANSIONS, Level, merged
from core.domain.journal import Journal, counted
from core.domain.modes import Expansion, Mode, Parameters
from core.domain.packing import Costs, entity_label
from core.domain.passages import Choice, Scores, Source, choose_chunks
from core.domain.records import Chunk, Entity, Relation
from core.domain.trace import KeptChunk, KeptEntity, KeptRelation, TokenUse


class HasGraph(Protocol):
    @property
    def graph(self) -> nx.MultiDiGraph: ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What hits stand on: what has the graph, its chunks by id, how chunks are scored and tokens counted."""

    view: HasGraph
    chunks: Mapping[str, Chunk]
    scores: Scores
    costs: Costs

    @property
    def graph(self) -> nx.MultiDiGraph:
        """Asked for by what needs it alone: it may have to be computed."""
        return self.view.graph


@dataclass(frozen=True, slots=True)
class Assembled:
    """What is kept, in context order, with its tokens."""

    entities: tuple[KeptEntity, ...]
    relations: tuple[KeptRelation, ...]
    chunks: tuple[KeptChunk, ...]
    tokens: TokenUse


@dataclass(frozen=True, slots=True)
class Assembly:
    """One mode under its parameters on some ground, with the journal of its run."""

    mode: Mode
    parameters: Parameters
    ground: Ground
    journal: Journal

    def run(self, hits: Level, chunk_hits: Mapping[str, Sequence[str]]) -> Assembled:
        """Keep what fits of the hits, each list in search order: entities and relations as seeds, chunks by id with
        the labels of what found them.
        """
        level = self._expand(hits)
        left = total = self.parameters.max_total_tokens
        entities = self._keep_entities(level, Budget("entity", self.parameters.max_entity_tokens, left, total))
        left -= sum(kept.tokens for kept in entities)
        relations = self._keep_relations(level, Budget("relation", self.parameters.max_relation_tokens, left, total))
        left -= sum(kept.tokens for kept in relations)
        self._tell_far_ends(entities, relations)
        sources = self._sources(level, entities, relations, chunk_hits)
        choice = choose_chunks(sources, self.mode.chunks, self.ground.scores, self.parameters, self.journal)
        chunks = self._keep_chunks(choice, Budget("chunk", None, left, total))
        return Assembled(entities, relations, chunks, _use(entities, relations, chunks, total))

    def _expand(self, hits: Level) -> Level:
        levels = []
        for name in self.mode.expansions:
            level = EXPANSIONS[name](self.ground.graph, hits, self.parameters)
            added = [c.item.key for c in (level.relations if name == "edges" else level.entities)]
            self.journal.step(name, _DETAILS[name].format(len(added)), keys=added)
            levels.append(level)
        return merged(levels)

    def _keep_entities(self, level: Level, budget: Budget) -> tuple[KeptEntity, ...]:
        def cost(rank: int, entity: Entity) -> int:
            return self.ground.costs.entity(rank, entity)

        fitted = fit(budget, [c.item for c in level.entities], lambda entity: entity.key, cost, self.journal)
        kept = zip(level.entities, fitted.kept, strict=False)
        return tuple(KeptEntity(c.item, c.score, rank, c.via, used) for rank, (c, (_, used)) in enumerate(kept, 1))

    def _keep_relations(self, level: Level, budget: Budget) -> tuple[KeptRelation, ...]:
        def cost(rank: int, relation: Relation) -> int:
            return self.ground.costs.relation(rank, relation, self._ends(relation))

        fitted = fit(budget, [c.item for c in level.relations], lambda relation: relation.key, cost, self.journal)
        kept = zip(level.relations, fitted.kept, strict=False)
        return tuple(
            KeptRelation(c.item, c.score, rank, c.via, used, self._ends(c.item))
            for rank, (c, (_, used)) in enumerate(kept, 1)
        )

    def _ends(self, relation: Relation) -> tuple[str, str]:
        nodes = self.ground.graph.nodes
        return entity_label(nodes[relation.source]["entity"]), entity_label(nodes[relation.target]["entity"])

    def _tell_far_ends(self, entities: Sequence[KeptEntity], relations: Sequence[KeptRelation]) -> None:
        """Say which ends of the kept relations the context names but does not describe."""
        described = {kept.entity.key for kept in entities}
        ends = (key for kept in relations for key in (kept.relation.source, kept.relation.target))
        far = [key for key in dict.fromkeys(ends) if key not in described]
        if far:
            self.journal.step("far ends", f"{counted(len(far), 'end')} of edges named but not described", keys=far)

    def _sources(
        self,
        level: Level,
        entities: Sequence[KeptEntity],
        relations: Sequence[KeptRelation],
        chunk_hits: Mapping[str, Sequence[str]],
    ) -> list[Source]:
        """Kept items are a prefix of the level's, in its order."""
        named = [c.item for c in level.entities[: len(entities)] if c.brings]
        joined = [c.item for c in level.relations[: len(relations)] if c.brings]
        every = [Source("vector", label, (chunk,)) for chunk, labels in chunk_hits.items() for label in labels]
        every += [Source("entity", f"entity:{entity.key}", entity.chunks) for entity in named]
        every += [Source("relation", f"relation:{relation.key}", relation.chunks) for relation in joined]
        return [source for source in every if source.kind in self.mode.chunks]

    def _keep_chunks(self, choice: Choice, budget: Budget) -> tuple[KeptChunk, ...]:
        def cost(rank: int, chunk: Chunk) -> int:
            return self.ground.costs.chunk(rank, chunk)

        chunks = [self.ground.chunks[id_] for id_ in choice.chunks]
        fitted = fit(budget, chunks, lambda chunk: chunk.id, cost, self.journal)
        return tuple(
            KeptChunk(chunk, choice.scores.get(chunk.id), rank, tuple(choice.via[chunk.id]), used)
            for rank, (chunk, used) in enumerate(fitted.kept, 1)
        )


def _use(
    entities: Sequence[KeptEntity], relations: Sequence[KeptRelation], chunks: Sequence[KeptChunk], limit: int
) -> TokenUse:
    return TokenUse(
        entities=sum(kept.tokens for kept in entities),
        relations=sum(kept.tokens for kept in relations),
        chunks=sum(kept.tokens for kept in chunks),
        limit=limit,
    )


_DETAILS: Mapping[Expansion, str] = {
    "edges": "{} edges of the hit entities",
    "endpoints": "{} endpoints of the hit relations",
}
