"""Looking at a graph: find a name, show a part, open a card, read a passage. Changes nothing, calls no model.

Holds the index of the few views that are open, and the pictures drawn from them last, so that a click costs only what
it shows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from core.domain.diagnose.finding import Group
from core.domain.names import BETWEEN, NodeRef, name_key
from core.domain.nearness import NearNames
from core.domain.policy import POLICIES
from core.domain.records import Entity, Relation
from core.domain.trace import Trace
from core.once import once
from core.services.cards import (
    EntityCard,
    MarkedPassage,
    RelationCard,
    entity_card,
    entity_passages,
    marked_passage,
    relation_card,
    relation_passages,
)
from core.services.evidence_sides import Side, side
from core.services.graph_traced import TracedGraph
from core.services.graph_view import GraphQuery, GraphView, fitting, show
from core.services.view_index import Facet, ViewIndex
from core.services.views import View

_VIEWS_KEPT = 4
_PICTURES_KEPT = 32

Viewer = tuple[str, ...] | None


class DecidedView(View, Protocol):
    """A view in which splits may have left mentions without a part."""

    def waiting(self) -> frozenset[str]:
        """The ids of these mentions."""
        ...


class Views(Protocol):
    """Opens the view of a merge rule and a viewer; the same object as long as nothing changed."""

    def __call__(self, policy: str = "careful", viewer: Viewer = None) -> DecidedView: ...


@dataclass(frozen=True, slots=True)
class Found:
    """An entity whose name fits a search."""

    key: str
    name: str
    qualifier: str
    type: str
    degree: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What there is to show under a merge rule. `types` by count, `documents` by title."""

    entities: int
    relations: int
    max_degree: int
    types: tuple[Facet, ...]
    documents: tuple[Facet, ...]


class Desk:
    """One view opened for reading: all that can be looked up in it."""

    def __init__(self, view: View, waiting: Callable[[], frozenset[str]] = frozenset) -> None:
        self._index = ViewIndex(view)
        self._ask_waiting = waiting
        self._pictures: OrderedDict[GraphQuery, GraphView] = OrderedDict()
        self._lock = Lock()
        index = self._index
        top = index.degree[index.order[0]] if index.order else 0
        self.overview = Overview(len(index.order), len(index.ends), top, index.types, index.documents())

    @property
    def ruled(self) -> bool:
        """Whether decisions act under this merge rule."""
        return POLICIES[self._index.view.policy].follows_decisions

    def has_entity(self, key: str) -> bool:
        return key in self._index.degree

    def resolved(self, text: str) -> str:
        """The key that a key or a name as it is shown (`Daily backup · Business`) means; it may not be there."""
        if self.has_entity(text):
            return text
        whole, (name, between, qualifier) = NodeRef.shown(text).key, text.rpartition(BETWEEN)
        if self.has_entity(whole):
            return whole
        return NodeRef.shown(name, qualifier).key if between and name.strip() else text

    def has_relation(self, key: str) -> bool:
        return key in self._index.ends

    def touches(self, key: str, shown: Set[str]) -> bool:
        """Whether the entity is joined to one of those shown. Raises UnknownName."""
        self._index.entity(key)
        return not self._index.neighbours(key).isdisjoint(shown)

    def graph(self, query: GraphQuery) -> GraphView:
        """The part that the query asks for; the last few are kept. Raises UnknownName."""
        picture = self._pictures.get(query)
        if picture is None:
            picture = show(self._index, query)
            with self._lock:
                self._pictures[query] = picture
                while len(self._pictures) > _PICTURES_KEPT:
                    self._pictures.popitem(last=False)
        return picture

    def traced(self, traces: Mapping[str, Trace]) -> TracedGraph:
        """The part that these modes looked at, to be drawn."""
        return TracedGraph(self._index, traces)

    def listed(self, query: GraphQuery) -> tuple[Found, ...]:
        """All entities that fit the filters of a query, however many, by degree, then key."""
        return tuple(map(self._found, fitting(self._index, query)))

    def find(self, text: str, limit: int = 12) -> tuple[Found, ...]:
        """Entities whose name is, begins with, has a word that begins with, or holds the text; then by degree, key."""
        wanted = name_key(text)
        if not wanted:
            return ()
        ranked = ((_closeness(name, wanted), at, key) for at, (name, key) in enumerate(self._index.names))
        best = sorted(hit for hit in ranked if hit[0] is not None)[:limit]
        return tuple(self._found(key) for _, _, key in best)

    def named(self, name: str) -> tuple[str, ...]:
        """Keys of the entities of just this name, whatever their qualifiers, by key."""
        wanted = name_key(name)
        return tuple(sorted(key for known, key in self._index.names if known == wanted))

    def near(self, text: str, limit: int = 6) -> tuple[Found, ...]:
        """Entities whose names look most like the text: for one that finds nothing, as a slip of the pen does."""
        return tuple(self._found(key) for key in self._likenesses.nearest(text, limit))

    @once
    def _likenesses(self) -> NearNames:
        return NearNames((name, key) for name, key in self._index.names)

    def entity(self, key: str) -> EntityCard:
        """Raises UnknownName."""
        return entity_card(self._index, key, lambda: self._waiting)

    @once
    def _waiting(self) -> frozenset[str]:
        return self._ask_waiting()

    def record(self, key: str) -> Entity:
        """An entity without what a card adds, which takes its time where mentions are many. Raises UnknownName."""
        return self._index.entity(key)

    def degree(self, key: str) -> int:
        """How many relations an entity has. Raises UnknownName."""
        self._index.entity(key)
        return self._index.degree[key]

    def around(self, key: str, limit: int) -> tuple[Relation, ...]:
        """The relations of an entity, heaviest first, at most so many. Raises UnknownName."""
        self._index.entity(key)
        return tuple(self._index.around(key)[:limit])

    def relation(self, key: str) -> RelationCard:
        """Raises UnknownName."""
        return relation_card(self._index, key)

    def pair(self, key: str) -> tuple[RelationCard, ...]:
        """All relations between the two ends of this one, this one first. Raises UnknownName."""
        relation = self._index.relation(key)
        keys = [r.key for r in self._index.between(relation.source, relation.target) if r.key != key]
        return tuple(relation_card(self._index, k) for k in (key, *keys))

    def entity_passages(self, key: str, start: int = 0, count: int = 10) -> tuple[MarkedPassage, ...]:
        """Raises UnknownName."""
        return entity_passages(self._index, key, start, count)

    def relation_passages(self, key: str, start: int = 0, count: int = 10) -> tuple[MarkedPassage, ...]:
        """Raises UnknownName."""
        return relation_passages(self._index, key, start, count)

    def sides(self, groups: Iterable[Group], most: int) -> tuple[Side, ...]:
        """Evidence of a finding, at most so many lines of each group; what is gone meanwhile is left out."""
        return tuple(side(self._index, group, most) for group in groups)

    def passage(self, chunk: str, names: tuple[str, ...] = ()) -> MarkedPassage:
        """Raises UnknownName."""
        return marked_passage(self._index, chunk, names)

    def _found(self, key: str) -> Found:
        entity = self._index.entity(key)
        return Found(key, entity.name, entity.qualifier, entity.type, self._index.degree[key])


class Browse:
    """The desks of a workspace, one for each view in use."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._desks: OrderedDict[tuple[str, Viewer], tuple[View, Desk]] = OrderedDict()
        self._lock = Lock()

    def desk(self, policy: str = "careful", viewer: Viewer = None) -> Desk:
        """The desk of the present view: opened anew when evidence or decisions have changed."""
        view, key = self._views(policy, viewer), (policy, viewer)
        with self._lock:
            held = self._desks.get(key)
        if held is None or held[0] is not view:
            held = (
                view,
                Desk(view, lambda: view.waiting()),
            )  # outside the lock: it takes a while, and other desks are asked for meanwhile
        with self._lock:
            self._desks[key] = held
            self._desks.move_to_end(key)
            while len(self._desks) > _VIEWS_KEPT:
                self._desks.popitem(last=False)
            return held[1]

    def graph(self, query: GraphQuery) -> GraphView:
        """The part of the present graph that the query asks for. Raises UnknownName."""
        return self.desk(query.policy, query.viewer).graph(query)


def _closeness(name: str, wanted: str) -> int | None:
    """0 the name itself, 1 its beginning, 2 the beginning of a word in it, 3 anywhere in it; None if not there."""
    at = name.find(wanted)
    if at < 0:
        return None
    if at == 0:
        return 0 if name == wanted else 1
    return 2 if f" {wanted}" in name else 3
