"""Traces as JSON values, and back: what a stored run keeps of them.

Entities and relations are kept in full, each once for all modes. Of a passage only its place and a hash of its text
are kept; the passage itself is looked up again, and the reader is told where it is not the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.domain.codec import plain, restored
from core.domain.identity import digest
from core.domain.records import Chunk, Entity, Relation
from core.domain.runs import State
from core.domain.trace import Trace
from core.errors import InputError

VERSION = 1

FindChunks = Callable[[list[str]], Mapping[str, Chunk]]
"""The passages of these ids that are here now."""


def dump_traces(traces: Mapping[str, Trace]) -> dict[str, Any]:
    """JSON values of the traces by mode, in their order."""
    entities, relations, chunks = _Pool(), _Pool(), _Pool()
    modes = {}
    for mode, trace in traces.items():
        data = {name: plain(getattr(trace, name)) for name in _OWN}
        data["entities"] = [_kept(kept, "entity", entities.place(kept.entity)) for kept in trace.entities]
        data["relations"] = [_kept(kept, "relation", relations.place(kept.relation)) for kept in trace.relations]
        data["chunks"] = [_kept(kept, "chunk", chunks.place(kept.chunk)) for kept in trace.chunks]
        modes[mode] = data
    return {
        "version": VERSION,
        "entities": [plain(entity) for entity in entities.items],
        "relations": [plain(relation) for relation in relations.items],
        "chunks": [_without_text(chunk) for chunk in chunks.items],
        "traces": modes,
    }


def load_traces(data: Mapping[str, Any], find: FindChunks) -> tuple[dict[str, Trace], dict[str, State]]:
    """The traces by mode, and which of their passages are gone or changed. Raises InputError for a newer version."""
    if data.get("version", 0) > VERSION:
        raise InputError("This run was stored by a newer version.", "Update LightPrism and open it again.")
    found = find([row["id"] for row in data["chunks"]])
    chunks = [_looked_up(row, found.get(row["id"])) for row in data["chunks"]]
    pools: dict[str, list[Any]] = {
        "entity": [restored(Entity, row) for row in data["entities"]],
        "relation": [restored(Relation, row) for row in data["relations"]],
        "chunk": [chunk for chunk, _ in chunks],
    }
    changed = {chunk.id: state for chunk, state in chunks if state is not None}
    return {mode: _trace(trace, pools) for mode, trace in data["traces"].items()}, changed


_LISTS = {"entities": "entity", "relations": "relation", "chunks": "chunk"}
_OWN = tuple(name for name in Trace.__dataclass_fields__ if name not in _LISTS)


class _Pool:
    """Records in the order met, each once."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._places: dict[str, list[int]] = {}

    def place(self, item: Any) -> int:
        key = item.id if isinstance(item, Chunk) else item.key
        known = self._places.setdefault(key, [])
        for place in known:
            if self.items[place] is item or self.items[place] == item:
                return place
        known.append(len(self.items))
        self.items.append(item)
        return known[-1]


def _kept(kept: Any, name: str, place: int) -> dict[str, Any]:
    own = (field for field in kept.__dataclass_fields__ if field != name)
    return {field: plain(getattr(kept, field)) for field in own} | {name: place}


def _hash(chunk: Chunk) -> str:
    return digest("chunk", chunk.title, chunk.text)


def _without_text(chunk: Chunk) -> dict[str, Any]:
    fields = ("id", "document", "position", "title", "start", "end", "page")
    return {name: plain(getattr(chunk, name)) for name in fields} | {"hash": _hash(chunk)}


def _looked_up(row: Mapping[str, Any], found: Chunk | None) -> tuple[Chunk, State | None]:
    if found is None:
        return restored(Chunk, {**row, "text": ""}), "gone"
    return found, None if _hash(found) == row["hash"] else "changed"


def _trace(data: Mapping[str, Any], pools: Mapping[str, list[Any]]) -> Trace:
    # Each list is restored with the record put in its place: `restored` lets what is a record already pass.
    whole = dict(data)
    for name, record in _LISTS.items():
        whole[name] = [{**kept, record: pools[record][kept[record]]} for kept in data[name]]
    return restored(Trace, whole)
