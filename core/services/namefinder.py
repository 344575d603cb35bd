"""Entities by their names: the one that is shown, and the others that passages give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

import networkx as nx

from core.domain.fulltext import folded
from core.domain.names import clean_name, name_key
from core.domain.packing import entity_label
from core.domain.records import Entity
from core.services.views import View
from core.store.words import MemoryWords

_GAP = " ː "
"""A word between two names, so that no phrase reaches from one into the other."""

_WEIGHTS = (2.0, 1.0)
"""Of the name that is shown, and of the others."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that was found; `aliases` are its other names, in code point order. `exact`: one name is just this."""

    entity: Entity
    aliases: tuple[str, ...]
    score: float
    exact: bool


class NameFinder:
    """Searches the names of one view's entities; what a graph's names are is made once."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[nx.MultiDiGraph, tuple[MemoryWords, dict[str, tuple[str, ...]]]] = (
            WeakKeyDictionary()
        )
        self._lock = Lock()

    def search(self, view: View, expression: str, text: str) -> tuple[Named, ...]:
        """All entities that an expression of `domain.query` finds: exact ones first, then by (-score, key)."""
        words, aliases = self._index(view)
        wanted = folded(text).strip()
        found = [
            self._named(view.graph.nodes[key]["entity"], aliases[key], score, wanted)
            for key, score in (words.search(expression) if expression else ())
        ]
        return tuple(sorted(found, key=lambda named: (not named.exact, -named.score, named.entity.key)))

    @staticmethod
    def _named(entity: Entity, aliases: tuple[str, ...], score: float, wanted: str) -> Named:
        names = (entity.name, entity_label(entity), *aliases)
        return Named(entity, aliases, score, any(folded(name).strip() == wanted for name in names))

    def _index(self, view: View) -> tuple[MemoryWords, dict[str, tuple[str, ...]]]:
        graph = view.graph
        with self._lock:
            if graph not in self._made:
                aliases = _aliases(view)
                texts = ((key, entity_label(entity), _GAP.join(aliases[key])) for key, entity in _entities(graph))
                self._made[graph] = MemoryWords(texts, _WEIGHTS), aliases
            return self._made[graph]


def _entities(graph: nx.MultiDiGraph) -> list[tuple[str, Entity]]:
    return list(graph.nodes(data="entity"))


def _aliases(view: View) -> dict[str, tuple[str, ...]]:
    """The other names that mentions give an entity; spellings that a merge rule takes for one name count once."""
    forms = {mention.id: clean_name(mention.name) for mention in view.evidence.entities}
    return {key: _others(entity, forms) for key, entity in _entities(view.graph)}


def _others(entity: Entity, forms: Mapping[str, str]) -> tuple[str, ...]:
    found = sorted({forms[mention] for mention in entity.mentions if mention in forms})
    if len(found) < 2 and found == [entity.name]:
        return ()
    by_key = {name_key(name): name for name in reversed(found)}
    by_key.pop(name_key(entity.name), None)
    return tuple(sorted(by_key.values()))
