"""What one retrieval did, from the keywords to the last cut: values that pages draw and `retrieve --json` prints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.domain.records import Chunk, Entity, Keywords, Relation

Kind = Literal["entity", "relation", "chunk"]


@dataclass(frozen=True, slots=True)
class Hit:
    """What a vector search found: `score` is the cosine in [-1, 1], `rank` counts from 1. Ordered by (-score, key)."""

    kind: Kind
    key: str
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What was left out, and by which rule: `threshold`, `top_k 40`, `budget entities 6000`, `audience`, …"""

    kind: Kind
    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One stage for the eye: a name (`keywords`, `entity search`, …), a sentence, and the keys it yielded in order."""

    name: str
    detail: str
    hits: tuple[Hit, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptEntity:
    """`via` is seed, endpoint or path; `rank` counts from 1 in context order; `score` is None where unmeasured."""

    entity: Entity
    score: float | None
    rank: int
    via: str
    tokens: int


@dataclass(frozen=True, slots=True)
class KeptRelation:
    """`via` is seed, `edge of KEY` or path; `ends` are the names of source and target to show, with qualifiers."""

    relation: Relation
    score: float | None
    rank: int
    via: str
    tokens: int
    ends: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class KeptChunk:
    """`via` lists every source: vector, words, walk, entity:KEY, relation:KEY, path:RANK. `rank` is what is cited."""

    chunk: Chunk
    score: float | None
    rank: int
    via: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class KeptPath:
    """A chain between two hits: `nodes` and `relations` are keys, one relation fewer than nodes; `rank` counts from 1.

    `labels` are the names to show. `forward` says of each step whether its edge points along the chain. `chunks` are
    the kept chunks that state one of its steps, in the order of the steps. `steps` are the relations to show, `tokens`
    what its line takes. Ordered by score, in [0, 1], then by nodes.
    """

    nodes: tuple[str, ...]
    relations: tuple[str, ...]
    labels: tuple[str, ...]
    forward: tuple[bool, ...]
    score: float
    rank: int
    chunks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class TokenUse:
    """Tokens of the packed context by part; `limit` is the budget in all. Paths take what relations leave of theirs."""

    entities: int = 0
    relations: int = 0
    chunks: int = 0
    limit: int = 30000
    paths: int = 0

    @property
    def total(self) -> int:
        return self.entities + self.relations + self.paths + self.chunks


@dataclass(frozen=True, slots=True)
class Trace:
    """One mode's run. Lists are in context order; `viewer` None means everything, () what everyone may see.

    `evidence` is the version of the evidence that was searched (-1: not known), which is no part of what was found.
    """

    question: str
    mode: str
    policy: str
    viewer: tuple[str, ...] | None
    keywords: Keywords
    steps: tuple[Step, ...]
    entities: tuple[KeptEntity, ...]
    relations: tuple[KeptRelation, ...]
    chunks: tuple[KeptChunk, ...]
    cuts: tuple[Cut, ...]
    tokens: TokenUse
    notes: tuple[str, ...] = ()
    paths: tuple[KeptPath, ...] = ()
    evidence: int = field(default=-1, compare=False)
