"""All that diagnostics look at, indexed once: a graph, its evidence, and vectors of passages where there are any.

Owns look-ups alone; what is wrong with anything is decided in the modules beside it. Never changed once made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.diagnose.finding import Finding, FindingKind, Group, Signal, node
from core.domain.diagnose.harm import Reach
from core.domain.names import name_key
from core.domain.packing import entity_label
from core.domain.profiles import CountTokens, rough_tokens
from core.domain.records import Chunk, Entity, EntityMention, Evidence, Relation, RelationMention

Made = TypeVar("Made")
Vectors = Callable[[Sequence[str]], Mapping[str, NDArray[np.float32]]]
"""Chunk ids -> unit vectors, of those that have one already."""


def no_vectors(chunks: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
    """Where nothing was embedded."""
    return {}


def none_waiting() -> Collection[str]:
    """Where no split left anything over, or it is not known what."""
    return ()


class Scene:
    """A view to be diagnosed. Entities and relations are in the order of the graph: by key."""

    def __init__(
        self,
        graph: nx.MultiDiGraph,
        evidence: Evidence,
        *,
        vectors: Vectors = no_vectors,
        count_tokens: CountTokens = rough_tokens,
        waiting: Callable[[], Collection[str]] = none_waiting,
    ) -> None:
        self.graph, self.evidence, self.vectors, self.count = graph, evidence, vectors, count_tokens
        self.entities: Mapping[str, Entity] = dict(graph.nodes(data="entity"))
        self.relations: Mapping[str, Relation] = {k: r for _, _, k, r in graph.edges(keys=True, data="relation")}
        self.reach = Reach(self.entities, self.relations)
        self._waiting = waiting
        self._made: dict[str, Any] = {}

    def once(self, name: str, make: Callable[[Scene], Made]) -> Made:
        """What several kinds of findings need, made when it is first asked for."""
        if name not in self._made:
            self._made[name] = make(self)
        made: Made = self._made[name]
        return made

    @cached_property
    def mentions(self) -> Mapping[str, EntityMention]:
        """Entity mentions by id."""
        return {m.id: m for m in self.evidence.entities}

    @cached_property
    def relation_mentions(self) -> Mapping[str, RelationMention]:
        """Relation mentions by id."""
        return {m.id: m for m in self.evidence.relations}

    @cached_property
    def waiting(self) -> Collection[str]:
        """Ids of entity mentions that a split left without a part."""
        return self._waiting()

    def around(self, key: str) -> tuple[Relation, ...]:
        """The relations of an entity, in the order of the graph."""
        return tuple(self.relations[relation] for relation in self.reach.at[key])

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """Entity key -> the keys one step away, either way."""
        return {
            key: frozenset(nx.all_neighbors(self.graph, key)) - {key} if self.reach.at[key] else frozenset()
            for key in self.entities
        }

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Entity key -> the forms that mentions and ends of relations give it, as written, in code point order."""
        forms: defaultdict[str, set[str]] = defaultdict(set)
        for key, entity in self.entities.items():
            forms[key].update(self.mentions[i].name for i in entity.mentions if i in self.mentions)
        for relation in self.relations.values():
            for mention in (self.relation_mentions[i] for i in relation.mentions if i in self.relation_mentions):
                for written in (mention.source, mention.target):
                    for end in (relation.source, relation.target):
                        if name_key(written) == name_key(self.entities[end].name):
                            forms[end].add(written)
        return {key: tuple(sorted(forms[key])) for key in self.entities}

    def chunk(self, mention: str) -> str:
        """The chunk id of a mention."""
        found = self.mentions.get(mention) or self.relation_mentions[mention]
        return found.chunk

    def passage(self, chunk: str) -> Chunk:
        """A chunk by its id."""
        return self.evidence.chunks[chunk]

    def group(self, label: str, mentions: Iterable[str]) -> Group:
        """Mentions with their chunks, each chunk once."""
        ids = tuple(mentions)
        return Group(label, ids, tuple(dict.fromkeys(self.chunk(mention) for mention in ids)))

    def node(self, key: str) -> dict[str, str]:
        """An entity as decisions name it."""
        return node(self.entities[key].name, self.entities[key].qualifier)

    def said(self, key: str) -> str:
        """An entity in a sentence: its name, quoted, with its qualifier."""
        return f"“{entity_label(self.entities[key])}”"

    def finding(
        self,
        kind: FindingKind,
        why: str,
        *,
        entities: Sequence[str] = (),
        relations: Sequence[str] = (),
        evidence: Sequence[Group] = (),
        signals: Sequence[Signal] = (),
        **more: Any,
    ) -> Finding:
        """A finding with its harm. `more`: proposal, near, documents."""
        reach, harm = self.reach.harm(kind, entities, relations)
        about = tuple(entities), tuple(relations), tuple(evidence)
        return Finding(kind, *about, why, tuple(signals), harm, reach, **more)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 edge`, `3 edges`, `1,200 edges`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
