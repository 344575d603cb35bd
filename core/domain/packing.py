"""Kept items become the text that a model is given, with citation numbers on the chunks.

Each item is one line of JSON: what a document says can then look like no heading and no other citation. Retrieval
counts its budgets on these very lines, so the text and the counts of a trace agree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.domain.names import shown_name
from core.domain.records import Chunk, Entity, Relation
from core.domain.trace import KeptPath, Trace

ENTITIES = "Entities:"
RELATIONS = "Relations:"
PATHS = "Paths through these relations, the most reliable first:"
PASSAGES = "Passages, each with its citation number:"

CountTokens = Callable[[str], int]


def entity_label(entity: Entity) -> str:
    """The name to show, with its qualifier where it has one."""
    return shown_name(entity.name, entity.qualifier)


def entity_line(entity: Entity) -> str:
    return _json({"entity": entity_label(entity), "type": entity.type, "description": entity.description})


def relation_line(relation: Relation, ends: tuple[str, str]) -> str:
    """One relation; `ends` are the labels of its source and target."""
    source, target = ends
    keywords = ", ".join(relation.keywords)
    return _json({"source": source, "target": target, "keywords": keywords, "description": relation.description})


def path_line(path: KeptPath) -> str:
    """One chain: names, and between them the relations with an arrow to where they point."""
    parts = [path.labels[0]]
    for step, forward, label in zip(path.steps, path.forward, path.labels[1:], strict=True):
        parts += [f"{step} →" if forward else f"← {step}", label]
    return _json({"path": parts})


def step_label(relation: Relation) -> str:
    """What a relation is called within a chain: its keywords, else its predicate."""
    return ", ".join(relation.keywords) or relation.predicate


def chunk_line(citation: int, chunk: Chunk) -> str:
    return "".join(_chunk_parts(citation, chunk))


def _chunk_parts(citation: int, chunk: Chunk) -> tuple[str, str]:
    opening = _json({"citation": citation, "title": chunk.title})[:-1]
    return f'{opening}, "text": ', f"{_json(chunk.text)}}}"


@dataclass(frozen=True, slots=True)
class Costs:
    """The tokens of each item's line with its line break; the first of a part carries the part's heading.

    A chunk is counted in two pieces, so that a counter that remembers need not read its text again under another
    citation number. Summed over items this is the packed text's count, but for a token or two where pieces meet.
    """

    count_tokens: CountTokens

    def entity(self, rank: int, entity: Entity) -> int:
        return self.head(rank, ENTITIES) + self.count_tokens(entity_line(entity) + "\n")

    def relation(self, rank: int, relation: Relation, ends: tuple[str, str]) -> int:
        return self.head(rank, RELATIONS) + self.count_tokens(relation_line(relation, ends) + "\n")

    def path(self, rank: int, path: KeptPath) -> int:
        return self.head(rank, PATHS) + self.count_tokens(path_line(path) + "\n")

    def chunk(self, rank: int, chunk: Chunk) -> int:
        before, text = _chunk_parts(rank, chunk)
        return self.head(rank, PASSAGES) + self.count_tokens(before) + self.count_tokens(text + "\n")

    def head(self, rank: int, head: str) -> int:
        """What a part's heading takes: all of it at its first item."""
        return self.count_tokens(f"\n{head}\n") if rank == 1 else 0


def pack(trace: Trace) -> str:
    """The context of a trace: entities, relations, paths, passages, in the trace's order; empty if it kept nothing."""
    return "".join(sections(trace).values()).strip("\n")


def sections(trace: Trace) -> dict[str, str]:
    """The parts of the packed context by name, in order; joined they are the whole. A part may be empty."""
    return {
        "entities": _section(ENTITIES, [entity_line(kept.entity) for kept in trace.entities]),
        "relations": _section(RELATIONS, [relation_line(kept.relation, kept.ends) for kept in trace.relations]),
        "paths": _section(PATHS, [path_line(kept) for kept in trace.paths]),
        "passages": _section(PASSAGES, [chunk_line(kept.rank, kept.chunk) for kept in trace.chunks]),
    }


def _section(head: str, lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in ("", head, *lines)) if lines else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
