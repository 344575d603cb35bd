"""What curating tells: a preview, an entry of the history, what a colleague's file holds.

Frozen values only. Refuses to know how any of it is worked out, stored or shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.domain.decisions import Decision
from core.domain.decisions import Ruling as Ruling
from core.domain.naming_nodes import Node as Node
from core.domain.records import Entity, Relation

State = Literal["acts", "waits", "idle", "undone", "review", "unknown"]
"""acts: it changes something (or stands, where it only says something); waits: it names mentions of passages that are
to be read again; idle: there is nothing here that it is about; undone: a revoke takes it back; review: its evidence is
other than when it was written; unknown: a kind that this version does not know, or a body that can't be read."""

FORMAT, FORMAT_VERSION = "lightprism decisions", 1
"""What an export of decisions calls itself."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Nodes and edges of the graph (careful, everything seen) before and after a step, as counted when it was made."""

    nodes_before: int
    nodes_after: int
    edges_before: int
    edges_after: int


@dataclass(frozen=True, slots=True)
class EntityChange:
    """A node that is new (`before` None), gone (`after` None) or another record now."""

    key: str
    before: Entity | None
    after: Entity | None


@dataclass(frozen=True, slots=True)
class RelationChange:
    """An edge that is new (`before` None), gone (`after` None) or another record now."""

    key: str
    before: Relation | None
    after: Relation | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What rulings would do. `entities` and `relations` hold only what changes, by key.

    `loops` are relation mentions whose ends would become one node and that are hidden therefore. `texts` are to be
    embedded anew. `problem` says why the rulings can't be taken (empty: they can). `idle` are sentences of rulings that
    act on nothing.
    """

    sentences: tuple[str, ...] = ()
    nodes_before: int = 0
    nodes_after: int = 0
    edges_before: int = 0
    edges_after: int = 0
    entities: tuple[EntityChange, ...] = ()
    relations: tuple[RelationChange, ...] = ()
    loops: tuple[str, ...] = ()
    texts: int = 0
    problem: str = ""
    idle: tuple[str, ...] = ()

    @property
    def effect(self) -> Effect:
        return Effect(self.nodes_before, self.nodes_after, self.edges_before, self.edges_after)

    @property
    def nothing(self) -> bool:
        """Whether the graph would stay as it is."""
        return not (self.entities or self.relations)


@dataclass(frozen=True, slots=True)
class Decided:
    """The numbers of the decisions that were recorded, in the order of the rulings, and what a person should know."""

    seqs: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision in the history. `effect` is that of its whole step; `step` is the number of the first of its step.

    `rests_on` are decisions that had put in place what this one is about, `rested_on_by` the reverse. `nodes` are those
    that it names, `documents` the ids of documents that it names or that its mentions and nodes are from.
    """

    decision: Decision
    sentence: str
    state: State
    effect: Effect | None = None
    step: int = 0
    rests_on: tuple[int, ...] = ()
    rested_on_by: tuple[int, ...] = ()
    nodes: tuple[Node, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncomingRow:
    """A decision of a colleague's file: its place there, from 0. `against`: decisions here, equal or in conflict.

    `of`: passages that it was made over there.
    """

    place: int
    ruling: Ruling
    sentence: str
    who: str = ""
    at: str = ""
    against: tuple[int, ...] = ()
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that can't be taken: its place in the file (from 0), the row as JSON, and why."""

    place: int
    raw: str
    reason: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file of decisions, each row in one of these lists, in the order of the file.

    `new` would act here; `duplicate` stand here already; `contradictory` rule otherwise on what is ruled here; `idle`
    have nothing to act on; `undone` were taken back in the file itself, so they are not offered.
    """

    new: tuple[IncomingRow, ...] = ()
    duplicate: tuple[IncomingRow, ...] = ()
    contradictory: tuple[IncomingRow, ...] = ()
    idle: tuple[IncomingRow, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    undone: tuple[IncomingRow, ...] = ()

    @property
    def rows(self) -> Mapping[int, IncomingRow]:
        """What can be taken, by place."""
        found = (*self.new, *self.duplicate, *self.contradictory, *self.idle)
        return {row.place: row for row in sorted(found, key=lambda row: row.place)}
