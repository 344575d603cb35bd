"""What one step of the lesson shows: values that the running core gave, no words.

`answer` is what a prediction is compared with; `values` fill the step's sentences; the rest is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.records import Entity, ProfileText, Relation
from core.domain.trace import Kind, Trace
from core.services.lesson_scene import Scene

Value = int | str


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person set on a step: seeds in their order, and switches. `rule` is classic, careful or plans."""

    entities: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    rule: str = "classic"
    far: bool = False
    budget: int = 0
    without: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A text of a profile: `head` says of what, `sources` are the titles of its passages; `left` if it is stale."""

    text: str
    sources: tuple[str, ...]
    head: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """What so many seeds took along."""

    seeds: int
    added: str
    edges: int
    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Compared:
    """One run's counts (entities, edges, passages) under both merge rules."""

    mode: str
    classic: tuple[int, int, int]
    careful: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Left:
    """Something that a budget cut: what it is called, and the rule that struck it."""

    kind: Kind
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """`trace` lights up what a run took; without one, `focus` names the keys that a step speaks of (empty: all)."""

    scene: Scene
    answer: Value
    values: Mapping[str, Value]
    trace: Trace | None = None
    focus: frozenset[str] = frozenset()
    quotes: tuple[Quote, ...] = ()
    beside: tuple[Quote, ...] = ()
    series: tuple[Taken, ...] = ()
    compared: tuple[Compared, ...] = ()
    cuts: tuple[Left, ...] = ()
    flagged: tuple[tuple[str, tuple[str, ...]], ...] = ()
    options: tuple[str, ...] = ()


def counts(trace: Trace) -> tuple[int, int, int]:
    """Entities, edges and passages of a run."""
    return len(trace.entities), len(trace.relations), len(trace.chunks)


def run_values(trace: Trace) -> dict[str, Value]:
    """The counts of a run by name, with its tokens."""
    entities, edges, chunks = counts(trace)
    return {"entities": entities, "edges": edges, "chunks": chunks, "tokens": trace.tokens.total}


def titles(scene: Scene, mentions: Iterable[str]) -> tuple[str, ...]:
    """The titles of the passages that these mentions stand in, each once."""
    chunk_of = {m.id: m.chunk for m in scene.evidence.entities} | {m.id: m.chunk for m in scene.evidence.relations}
    chunks = (scene.evidence.chunks[chunk_of[mention]] for mention in mentions)
    return tuple(dict.fromkeys(chunk.title or chunk.document for chunk in chunks))


def quoted(scene: Scene, item: Entity | Relation, gone: frozenset[ProfileText] = frozenset()) -> tuple[Quote, ...]:
    """The texts of a profile with the passages that say them; those in `gone` are marked."""
    return tuple(Quote(t.text, titles(scene, t.mentions), left=t in gone) for t in item.texts)
