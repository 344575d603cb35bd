"""How decisions stand over an evidence: which act, which wait or have nothing to act on, and what they rest on.

Every mention is followed on its way through the decisions, as the graph does it; nothing is counted by names alone. Of
passages that are read again nothing is foretold but that what names their mentions waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.domain.affected import affected
from core.domain.curation import State
from core.domain.decisions import (
    KINDS,
    Decision,
    Resolution,
    fold,
    in_force,
    problem,
    read_node,
    revoked,
    with_asserted,
)
from core.domain.decisions.reading import nodes, type_key
from core.domain.gathering import type_of
from core.domain.names import name_key, qualifier_key
from core.domain.naming_nodes import named_mentions
from core.domain.ordering import ChunkEvidence, parted
from core.domain.policy import Qualifiers
from core.domain.records import Chunk, EntityMention, Evidence
from core.domain.ways import Ways


@dataclass(frozen=True, slots=True)
class Stands:
    """How a decision stands, and the decisions that had put in place what it is about (ascending)."""

    state: State
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Decisions that stand, by what happens to them.

    `hold` name nodes, and act on whatever comes under those names. `wait` name mentions of passages that are read
    again: they act again where the same is said again. `idle` name nothing that is here, or can't be read.
    """

    hold: int = 0
    wait: int = 0
    idle: int = 0


def standings(
    decisions: Iterable[Decision],
    evidence: Evidence,
    read_again: Collection[str] = (),
    only: Collection[int] | None = None,
) -> Mapping[int, Stands]:
    """How each decision stands, by its number, if the chunks `read_again` (ids) are read again.

    `evidence` may hold what decisions assert, or not. `only`: the numbers that are asked for, which costs less.
    """
    rows = tuple(decisions)
    seen, gone = _Seen(rows, evidence, read_again, only), revoked(rows)
    asked = rows if only is None else [row for row in rows if row.seq in only]
    return {row.seq: Stands("undone") if row.seq in gone else seen.stands(row) for row in asked}


def standing(decisions: Iterable[Decision], evidence: Evidence, read_again: Collection[str]) -> Standing:
    """Count the decisions that stand, if the chunks `read_again` (ids) are read again."""
    rows = in_force(decisions)
    states = [found.state for found in standings(rows, evidence, read_again).values()]
    hold, wait = sum(state in ("acts", "review") for state in states), states.count("waits")
    return Standing(hold, wait, len(states) - hold - wait)


class _Seen:
    """What decisions meet in an evidence."""

    def __init__(
        self,
        rows: Sequence[Decision],
        evidence: Evidence,
        read_again: Collection[str],
        only: Collection[int] | None = None,
    ) -> None:
        self._resolution, self._again = fold(rows), read_again
        self._others = None if only is None else fold(row for row in rows if row.seq not in only)
        self._rows = [row for row in in_force(rows) if not problem(row.kind, row.body)]
        self.parts = _parts(evidence, rows, self._resolution)
        self.asserts = {found.id: found.seq for found in self._resolution.asserted}

    def stands(self, row: Decision) -> Stands:
        """Of one that stands."""
        if row.kind not in KINDS or problem(row.kind, row.body):
            return Stands("unknown")
        named = named_mentions(row.body)
        if not _ACTS.get(row.kind, _moves)(self, row):
            return Stands("idle")
        rests = self.ways.rests_on(row.seq) | {self.asserts[mention] for mention in named if mention in self.asserts}
        return Stands(self._state(row, named), tuple(sorted(rests)))

    def _state(self, row: Decision, named: Collection[str]) -> State:
        if any(self.chunk_of.get(mention) in self._again for mention in named):
            return "waits"
        return "review" if row.kind == "describe" and self.ways.outdated(row.seq) else "acts"

    @cached_property
    def ways(self) -> Ways:
        others = self._others
        if others is None or others.qualifiers != self._resolution.qualifiers:
            return Ways(self.parts, self._resolution)
        return Ways(self.parts, self._resolution, affected(self.parts, others, self._resolution))

    @cached_property
    def chunk_of(self) -> Mapping[str, str]:
        """Mention -> its chunk."""
        entities = {m.id: part.chunk.id for part in self.parts for m in part.entities}
        return entities | {m.id: part.chunk.id for part in self.parts for m in part.relations}

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys of all names that evidence gives."""
        ends = {end for part in self.parts for m in part.relations for end in (m.source, m.target)}
        return frozenset(map(name_key, ends | {m.name for part in self.parts for m in part.entities}))

    @cached_property
    def retyping(self) -> frozenset[int]:
        """The decisions on the whole vocabulary that meet a type which evidence or a person gave to an entity."""
        there = {type_of(m.type) for part in self.parts for m in part.entities}
        there |= {type_key(row.body.get("type")) for row in self._rows if row.kind == "merge" or _of_one(row)}
        met = set()
        for row in self._rows:
            if row.kind == "retype" and not _of_one(row) and type_key(row.body["type"]) in there:
                met.add(row.seq)
                there.add(type_key(row.body["to"]))
        return frozenset(met)

    def mentions(self) -> Iterable[tuple[EntityMention, Chunk]]:
        """Entity mentions with their chunks."""
        return ((mention, part.chunk) for part in self.parts for mention in part.entities)


def _parts(evidence: Evidence, rows: Sequence[Decision], resolution: Resolution) -> Sequence[ChunkEvidence]:
    """The chunks with what is asserted now, and nothing of what was asserted before."""
    once = frozenset(row.id for row in fold(row for row in rows if row.kind == "assert").asserted)
    bare = Evidence(
        evidence.chunks,
        tuple(m for m in evidence.entities if m.id not in once),
        tuple(m for m in evidence.relations if m.id not in once),
    )
    return with_asserted(parted(bare if once else evidence), resolution)


def _of_one(row: Decision) -> bool:
    return row.kind == "retype" and "node" in row.body


def _moves(seen: _Seen, row: Decision) -> bool:
    return bool(seen.ways.acted_at(row.seq))


def _merges(seen: _Seen, row: Decision) -> bool:
    """Giving a node its own name alone merges nothing."""
    into = read_node(row.body.get("into"))
    return any(into is None or where != (into.ref,) for where in seen.ways.acted_at(row.seq))


def _hides(seen: _Seen, row: Decision) -> bool:
    return row.body["mention"] in seen.chunk_of if "mention" in row.body else _moves(seen, row)


def _asserts(seen: _Seen, row: Decision) -> bool:
    return any(id_ in seen.chunk_of for id_, seq in seen.asserts.items() if seq == row.seq)


def _retypes(seen: _Seen, row: Decision) -> bool:
    return _moves(seen, row) if _of_one(row) else row.seq in seen.retyping


def _parts_two(seen: _Seen, row: Decision) -> bool:
    return len({node.ref.name for node in nodes(row.body.get("nodes"))} & seen.names) > 0


def _qualifies(seen: _Seen, row: Decision) -> bool:
    """Whether a mention gets a qualifier by it."""
    alone: Qualifiers = fold((row,)).qualifiers
    known = alone.added.union(*(alone.known(part.chunk.metadata) for part in seen.parts))
    return any(
        qualifier_key(mention.qualifier) in known
        or bool(alone.of_chunk(chunk, name_key(mention.name), name_key(mention.type)))
        for mention, chunk in seen.mentions()
    )


def _says(seen: _Seen, row: Decision) -> bool:
    return True


_ACTS: Mapping[str, Callable[[_Seen, Decision], bool]] = {
    "merge": _merges,
    "hide": _hides,
    "assert": _asserts,
    "retype": _retypes,
    "not_same": _parts_two,
    "tick": _qualifies,
    "know": _qualifies,
    **dict.fromkeys(("accept", "unsure", "mute", "checkpoint", "revoke"), _says),
}
"""Decision kind -> whether one has something here that it is about. Others act where they meet a mention."""
