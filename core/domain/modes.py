"""The retrieval modes as a table, and the numbers that a question may set.

A mode is what it searches, what it grows in the graph from the hits, and where its chunks come from. Nothing else
tells two modes apart: the services walk this table and never ask for a mode's name. Defaults are LightRAG 1.5's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from core.domain.trace import Kind
from core.errors import InputError, UnknownName

Query = Literal["question", "low", "high"]
"""What is embedded: the question itself, its low-level keywords (things), its high-level keywords (themes)."""

Expansion = Literal["edges", "endpoints", "paths"]
"""`edges`: every edge of a hit entity. `endpoints`: both ends of a hit relation. `paths`: chains of edges between hits,
and a walk from the hits that ranks all chunks."""

ChunkSource = Literal["vector", "entity", "relation", "walk"]
"""Chunks that are hits themselves, chunks of the kept entities that were hits (of endpoints only if the parameters say
so, hence none in `global` by default), chunks of the kept relations, chunks in the order of the walk."""

Ranking = Literal["similarity", "degree"]
ChunkPick = Literal["similarity", "votes"]
EdgeWeight = Literal["chunks", "strength"]
Lexical = Literal["auto", "on", "off"]
"""Whether full text takes part in a question's search for chunks; `auto` leaves it to the engine and language."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search: which text, against which collection; by vector, or for entities whose name is a keyword."""

    query: Query
    kind: Kind
    by: Literal["vector", "name"] = "vector"


@dataclass(frozen=True, slots=True)
class Mode:
    """One row of the table. Lists merged from several searches, expansions or sources take turns in this order.

    `walk` are the searches whose nearest hits a walk over the graph starts from, and goes back to.
    """

    name: str
    searches: tuple[Search, ...]
    expansions: tuple[Expansion, ...]
    chunks: tuple[ChunkSource, ...]
    walk: tuple[Search, ...] = ()

    @property
    def queries(self) -> tuple[Query, ...]:
        return tuple(search.query for search in self.searches)

    def searches_for(self, kind: Kind) -> tuple[Search, ...]:
        """The searches that find this kind, in the order in which they take turns."""
        return tuple(search for search in self.searches if search.kind == kind)

    def search_for(self, kind: Kind) -> Search | None:
        """The first search by vector that finds this kind, if the mode has one."""
        return next((search for search in self.searches_for(kind) if search.by == "vector"), None)


CHUNKS = Search("question", "chunk")
FACTS = Search("question", "relation")
THINGS = Search("low", "entity")
NAMES = Search("low", "entity", by="name")
THEMES = Search("high", "relation")

# fmt: off
_TABLE = (
    #     mode      searches                    expansions              chunks
    Mode("naive",  (CHUNKS,),                  (),                     ("vector",)),
    Mode("local",  (THINGS,),                  ("edges",),             ("entity", "relation")),
    Mode("global", (THEMES,),                  ("endpoints",),         ("entity", "relation")),
    Mode("hybrid", (THINGS, THEMES),           ("edges", "endpoints"), ("entity", "relation")),
    Mode("mix",    (THINGS, THEMES, CHUNKS),   ("edges", "endpoints"), ("vector", "entity", "relation")),
    Mode("paths",  (NAMES, THINGS, FACTS, THEMES, CHUNKS), ("paths",), ("walk",), walk=(NAMES, FACTS, CHUNKS)),
)
# fmt: on

MODES: Mapping[str, Mode] = {mode.name: mode for mode in _TABLE}


def mode_named(name: str) -> Mode:
    """The row of that name. Raises UnknownName."""
    try:
        return MODES[name]
    except KeyError:
        raise UnknownName(f"There is no mode '{name}'.", f"Use one of: {', '.join(MODES)}.") from None


MOST_HOPS = 4


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers of one retrieval. Counts are items, budgets are tokens, `threshold` is a cosine in [-1, 1].

    `ranking` orders hit entities and relations, `edge_weight` is the second key of an edge's rank, `related_chunks`
    is how many chunks one entity or relation may bring, chosen by `chunk_pick`. `global_endpoint_chunks` lets the
    endpoints of hit relations bring chunks too (as LightRAG 1.5 does), `far_ends` lets edges around hit entities
    bring the profiles of their far ends. Paths have at most `max_hops` steps; the walk goes along an edge with the
    chance `damping`, else back to a hit, and `near_names` links entities with nearly the same name. Raises InputError.
    """

    top_k: int = 40
    chunk_top_k: int = 20
    threshold: float = 0.2
    max_entity_tokens: int = 6000
    max_relation_tokens: int = 8000
    max_total_tokens: int = 30000
    related_chunks: int = 5
    ranking: Ranking = "similarity"
    chunk_pick: ChunkPick = "similarity"
    edge_weight: EdgeWeight = "chunks"
    global_endpoint_chunks: bool = False
    far_ends: bool = False
    lexical: Lexical = "auto"
    max_paths: int = 20
    max_hops: int = 3
    damping: float = 0.7
    near_names: bool = False

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise InputError(f"{name} is {getattr(self, name)}.", f"Give {least} or more.")
        if not 0 <= self.damping < 1:
            raise InputError(f"damping is {self.damping}.", "Give a chance from 0 to less than 1.")
        if self.max_hops > MOST_HOPS:
            raise InputError(f"max_hops is {self.max_hops}.", f"Give {MOST_HOPS} or less.")
        if not -1 <= self.threshold <= 1:
            raise InputError(f"threshold is {self.threshold}.", "Give a cosine between -1 and 1.")
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                raise InputError(f"{name} is '{getattr(self, name)}'.", f"Use one of: {', '.join(allowed)}.")

    def fitted(self, max_total_tokens: int) -> Parameters:
        """The same with all three budgets in a smaller window, in unchanged proportion; never larger than before."""
        if max_total_tokens >= self.max_total_tokens:
            return self
        share = max(max_total_tokens, 0) / self.max_total_tokens
        return replace(
            self,
            max_entity_tokens=int(self.max_entity_tokens * share),
            max_relation_tokens=int(self.max_relation_tokens * share),
            max_total_tokens=max(max_total_tokens, 0),
        )


_LEAST = {
    "top_k": 1,
    "chunk_top_k": 1,
    "max_entity_tokens": 0,
    "max_relation_tokens": 0,
    "max_total_tokens": 0,
    "related_chunks": 0,
    "max_paths": 0,
    "max_hops": 1,
}
_CHOICES = {
    "ranking": get_args(Ranking),
    "chunk_pick": get_args(ChunkPick),
    "edge_weight": get_args(EdgeWeight),
    "lexical": get_args(Lexical),
}
