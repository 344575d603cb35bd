"""From what was found to what is given: expansion, budgets, chunks of the survivors, budget again.

Pure: the same hits under other budgets need no new search. The stages follow the table in `modes`; each writes into
the journal what it yielded and what it cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.domain.budget import Budget, fit
from core.domain.expand import Candidate, Item, Level, Starts, edges_level, endpoints_level, merged
from core.domain.ground import Ground
from core.domain.journal import Journal, counted
from core.domain.keep_paths import along, keep_paths
from core.domain.modes import Expansion, Mode, Parameters
from core.domain.passages import WALK, Choice, Source, choose_chunks
from core.domain.paths_between import paths_level
from core.domain.records import Chunk
from core.domain.trace import Hit, KeptChunk, KeptEntity, KeptPath, KeptRelation, Kind, TokenUse


@dataclass(frozen=True, slots=True)
class Assembled:
    """What is kept, in context order, with its tokens."""

    entities: tuple[KeptEntity, ...]
    relations: tuple[KeptRelation, ...]
    chunks: tuple[KeptChunk, ...]
    tokens: TokenUse
    paths: tuple[KeptPath, ...] = ()


class Growth(NamedTuple):
    """One way of growing hits, what kind it adds, and what to say of so many on so many paths."""

    grow: Callable[[Ground, Level, Parameters], Level]
    adds: Kind
    detail: str


EXPANSIONS: Mapping[Expansion, Growth] = {
    "edges": Growth(edges_level, "relation", "{} edges of the hit entities"),
    "endpoints": Growth(endpoints_level, "entity", "{} endpoints of the hit relations"),
    "paths": Growth(paths_level, "relation", "{} edges on {} paths between hits"),
}


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
        left -= _tokens(entities)
        own = Budget("relation", self.parameters.max_relation_tokens, left, total)
        relations = self._keep_relations(level, own)
        room = own.limit - _tokens(relations)
        paths = keep_paths(level.paths, entities, relations, room, self.ground, self.journal)
        left -= _tokens(relations) + _tokens(paths)
        self._tell_far_ends(entities, relations)
        sources = self._sources(level, entities, relations, paths, chunk_hits)
        choice = choose_chunks(sources, self.mode.chunks, self.ground.scores, self.parameters, self.journal)
        chunks = self._keep_chunks(choice, Budget("chunk", None, left, total))
        use = TokenUse(_tokens(entities), _tokens(relations), _tokens(chunks), total, _tokens(paths))
        return Assembled(entities, relations, chunks, use, along(paths, relations, chunks))

    def _expand(self, hits: Level) -> Level:
        """What the mode's expansions make of the hits; a hit that none of them holds is cut."""
        levels = []
        for name in self.mode.expansions:
            growth = EXPANSIONS[name]
            level = growth.grow(self.ground, hits, self.parameters)
            added = _keys(level.entities) if growth.adds == "entity" else _keys(level.relations)
            self.journal.step(name, growth.detail.format(len(added), len(level.paths)), keys=added)
            levels.append(level)
        level = merged(levels)
        self._cut_astray("entity", _keys(hits.entities), _keys(level.entities))
        self._cut_astray("relation", _keys(hits.relations), _keys(level.relations))
        if level.walked:
            walk = [Hit("chunk", id_, share, rank) for rank, (id_, share) in enumerate(level.walked, 1)]
            self.journal.step("walk", _walk_detail(hits.starts), hits=walk, keys=[id_ for id_, _ in level.walked])
        return level

    def _cut_astray(self, kind: Kind, hits: Sequence[str], grown: Sequence[str]) -> None:
        held = set(grown)
        self.journal.cut(kind, [key for key in hits if key not in held], "on no path")

    def _keep_entities(self, level: Level, budget: Budget) -> tuple[KeptEntity, ...]:
        fitted = fit(
            budget, [c.item for c in level.entities], lambda entity: entity.key, self.ground.entity_cost, self.journal
        )
        kept = zip(level.entities, fitted.kept, strict=False)
        return tuple(KeptEntity(c.item, c.score, rank, c.via, used) for rank, (c, (_, used)) in enumerate(kept, 1))

    def _keep_relations(self, level: Level, budget: Budget) -> tuple[KeptRelation, ...]:
        fitted = fit(
            budget, [c.item for c in level.relations], lambda one: one.key, self.ground.relation_cost, self.journal
        )
        kept = zip(level.relations, fitted.kept, strict=False)
        return tuple(
            KeptRelation(c.item, c.score, rank, c.via, used, self.ground.ends(c.item))
            for rank, (c, (_, used)) in enumerate(kept, 1)
        )

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
        paths: Sequence[KeptPath],
        chunk_hits: Mapping[str, Sequence[str]],
    ) -> list[Source]:
        """Kept items are a prefix of the level's, in its order."""
        named = [c.item for c in level.entities[: len(entities)] if c.brings]
        joined = [c.item for c in level.relations[: len(relations)] if c.brings]
        chunks_of = {relation.key: relation.chunks for relation in joined}
        every = [Source("vector", label, (chunk,)) for chunk, labels in chunk_hits.items() for label in labels]
        every += [Source("walk", WALK, tuple(chunk for chunk, _ in level.walked))]
        every += [Source("entity", f"entity:{entity.key}", entity.chunks) for entity in named]
        every += [Source("relation", f"relation:{relation.key}", relation.chunks) for relation in joined]
        for path in paths:
            chunks = dict.fromkeys(chunk for key in path.relations for chunk in chunks_of[key])
            every.append(Source("path", f"path:{path.rank}", tuple(chunks)))
        return every

    def _keep_chunks(self, choice: Choice, budget: Budget) -> tuple[KeptChunk, ...]:
        def cost(rank: int, chunk: Chunk) -> int:
            return self.ground.costs.chunk(rank, chunk)

        chunks = [self.ground.chunks[id_] for id_ in choice.chunks]
        fitted = fit(budget, chunks, lambda chunk: chunk.id, cost, self.journal)
        return tuple(
            KeptChunk(chunk, choice.scores.get(chunk.id), rank, tuple(choice.via[chunk.id]), used)
            for rank, (chunk, used) in enumerate(fitted.kept, 1)
        )


def _walk_detail(starts: Starts) -> str:
    """From what a walk started."""
    entities, relations = (
        counted(len(starts.entities), "entity", "entities"),
        counted(len(starts.relations), "relation"),
    )
    return f"chunks by their share of a walk from {entities}, {relations} and {counted(len(starts.chunks), 'chunk')}"


def _keys(candidates: Sequence[Candidate[Item]]) -> list[str]:
    return [c.item.key for c in candidates]


def _tokens(kept: Sequence[KeptEntity | KeptRelation | KeptPath | KeptChunk]) -> int:
    return sum(one.tokens for one in kept)
