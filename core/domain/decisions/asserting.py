"""What a person asserts where the reader missed it: read from its decision, and set into the passage that says it.

It becomes a mention of the first chunk of its document whose text holds the quote; without such a chunk it waits. For a
viewer that is the first that they may see, and the row counts only if they may know what it says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.domain.decisions.folding import Draft
from core.domain.decisions.knowing import Known
from core.domain.decisions.reading import items, predicate_key, text, type_key, value_key
from core.domain.decisions.resolution import Asserted, Resolution
from core.domain.decisions.rows import Body, readable
from core.domain.fulltext import folded
from core.domain.identity import digest
from core.domain.names import NodeRef, tidy_name
from core.domain.ordering import ChunkEvidence
from core.domain.records import EntityMention, RelationMention

ASSERTED = "asserted"
"""The flag of such a mention."""


def assert_(body: Body, draft: Draft) -> None:
    """{"entity": …} or {"relation": …} with "document" and "quote". The same said twice is one mention."""
    document, quote = text(body.get("document")), text(body.get("quote"))
    if not document or not quote.strip():
        return
    entity, relation = _entity(readable(body.get("entity"))), _relation(readable(body.get("relation")))
    row = entity or relation
    if row is None or not draft.may(lambda known: _said(row, known, known.passage(document, quote))):
        return
    id_ = digest(ASSERTED, document, quote, json.dumps(row, ensure_ascii=False, sort_keys=True))
    found = Asserted(draft.seq, id_, "entity" if entity else "relation", row, document, quote)
    draft.asserted.setdefault(id_, found)


def _entity(given: Body) -> dict[str, Any] | None:
    row = {name: text(given.get(name)).strip() for name in ("name", "type", "description", "qualifier")}
    row["name"] = tidy_name(row["name"])
    return row if row["name"] else None


def _relation(given: Body) -> dict[str, Any] | None:
    row: dict[str, Any] = {name: tidy_name(text(given.get(name))) for name in ("source", "target")}
    row["description"] = text(given.get("description")).strip()
    row["keywords"] = [word for item in items(given.get("keywords")) if (word := text(item).strip())]
    return row if row["source"] and row["target"] else None


def _said(row: Mapping[str, Any], known: Known, passage: str) -> bool:
    """Whether passages say all that the row does; its own may do so in any words."""
    words = ((field, word) for field, value in row.items() for word in (items(value) or (value,)) if word)
    return all(folded(word) in passage or _KNOWN[field](known, word) for field, word in words)


def _is_node(known: Known, name: str) -> bool:
    return known.node(NodeRef.shown(name))


_KNOWN: Mapping[str, Callable[[Known, str], bool]] = {
    **dict.fromkeys(("name", "source", "target"), _is_node),
    "qualifier": lambda known, word: known.qualifier(value_key(word)),
    "type": lambda known, word: known.type(type_key(word)),
    "keywords": lambda known, word: known.predicate(predicate_key(word)),
    "description": lambda known, word: False,
}
"""Field of a row -> whether visible passages say a word of it."""


class Asserting:
    """Adds what is asserted to chunks; a chunk that gets the same as before stays the same object."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[ChunkEvidence, tuple[Asserted, ...], ChunkEvidence]] = {}

    def added(self, parts: Sequence[ChunkEvidence], resolution: Resolution) -> Sequence[ChunkEvidence]:
        """The chunks, given in document order, with the mentions that were asserted in them."""
        found = _places(parts, resolution.asserted)
        if not found:
            return parts
        made = dict(self._made)
        self._made = {
            part.chunk.id: self._with(part, found[part.chunk.id], made) for part in parts if part.chunk.id in found
        }
        return tuple(self._made[part.chunk.id][2] if part.chunk.id in found else part for part in parts)

    def _with(
        self,
        part: ChunkEvidence,
        rows: Sequence[Asserted],
        before: dict[str, tuple[ChunkEvidence, tuple[Asserted, ...], ChunkEvidence]],
    ) -> tuple[ChunkEvidence, tuple[Asserted, ...], ChunkEvidence]:
        known = before.get(part.chunk.id)
        if known is not None and known[0] is part and known[1] == tuple(rows):
            return known
        return part, tuple(rows), _extended(part, rows)


def with_asserted(parts: Sequence[ChunkEvidence], resolution: Resolution) -> Sequence[ChunkEvidence]:
    """The chunks, given in document order, with the mentions that were asserted in them."""
    return Asserting().added(parts, resolution)


def _places(parts: Iterable[ChunkEvidence], asserted: Sequence[Asserted]) -> dict[str, list[Asserted]]:
    """Chunk id -> what is asserted there."""
    if not asserted:
        return {}
    documents = {row.document for row in asserted}
    chunks = [part.chunk for part in parts if part.chunk.document in documents]
    found: dict[str, list[Asserted]] = {}
    for row in asserted:
        place = next((c for c in chunks if c.document == row.document and row.quote in c.text), None)
        if place is not None:
            found.setdefault(place.id, []).append(row)
    return found


def _extended(part: ChunkEvidence, rows: Sequence[Asserted]) -> ChunkEvidence:
    entities, relations = list(part.entities), list(part.relations)
    for row in rows:
        if row.kind == "entity":
            at = _after(entities)
            entities.append(EntityMention(row.id, part.chunk.id, at, flags=(ASSERTED,), **row.row))
        else:
            fields = {**row.row, "keywords": tuple(row.row["keywords"])}
            relations.append(RelationMention(row.id, part.chunk.id, _after(relations), flags=(ASSERTED,), **fields))
    return replace(part, entities=tuple(entities), relations=tuple(relations))


def _after(mentions: Sequence[EntityMention] | Sequence[RelationMention]) -> int:
    return mentions[-1].row + 1 if mentions else 0
