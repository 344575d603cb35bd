"""The entities and relations of a view as two tables: searched, narrowed by facets, sorted, a page at a time.

Changes nothing and knows nothing of how a table is drawn. Facets count what fits all the other filters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar

from core.domain.names import name_key
from core.errors import InputError
from core.services.browse import Views
from core.services.table_rows import EntityItem, RelationItem, entity_items, relation_items, titles
from core.services.view_index import Facet
from core.services.views import View

MOST_VALUES = 200
"""Values of one facet that are listed, the commonest first; chosen ones are always among them."""
_QUERIES_KEPT = 16

Item = TypeVar("Item", EntityItem, RelationItem)
Column = Callable[[Any], tuple[str, ...]]
Sort = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What is asked of a table. `values`: facet -> the values of which a row has one; empty means all.

    `least` and `most` bound `number`, both included. `text`: each of its words is somewhere in the row's names.
    """

    text: str = ""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    least: int = 0
    most: int | None = None
    sort: str = "number"
    down: bool = True


@dataclass(frozen=True, slots=True)
class Found(Generic[Item]):
    """A page of rows. `total` rows fit, `all` are in the table, `top` is the largest `number` in it."""

    items: tuple[Item, ...]
    total: int
    all: int
    top: int
    facets: Mapping[str, tuple[Facet, ...]]


class Table(Generic[Item]):
    """One table of one view; `columns` gives the facets, `sorts` what rows are sorted by."""

    def __init__(
        self,
        items: Sequence[Item],
        words: Callable[[Item], str],
        columns: Mapping[str, Column],
        sorts: Mapping[str, Sort],
        titles: Mapping[str, str],
    ) -> None:
        self._items: tuple[Item, ...] = tuple(items)
        self._sorts, self._titles = sorts, titles
        self._at: dict[str, int] = {item.key: at for at, item in enumerate(self._items)}
        self._words = [name_key(words(item)) for item in self._items]
        self._values = {name: [column(item) for item in self._items] for name, column in columns.items()}
        self._top: int = max((item.number for item in self._items), default=0)
        self._ordered = lru_cache(maxsize=8)(self._in_order)
        self._matched = lru_cache(maxsize=_QUERIES_KEPT)(self._match)

    def page(self, query: TableQuery, start: int = 0, count: int = 50) -> Found[Item]:
        """Rows from `start` on, at most `count`. Raises InputError for a column that isn't there."""
        rows, facets = self._matched(query)
        items = tuple(self._items[at] for at in rows[start : start + count])
        return Found(items, len(rows), len(self._items), self._top, facets)

    def fitting(self, query: TableQuery) -> tuple[Item, ...]:
        """All rows that fit, in order."""
        return tuple(self._items[at] for at in self._matched(query)[0])

    def get(self, key: str) -> Item | None:
        """The row of that key; None if it is not there (any more)."""
        at = self._at.get(key)
        return None if at is None else self._items[at]

    def _match(self, query: TableQuery) -> tuple[list[int], Mapping[str, tuple[Facet, ...]]]:
        chosen = {name: frozenset(values) for name, values in query.values if values}
        self._check(query, chosen)
        base = self._base(query)
        passed = {name: self._having(name, values) for name, values in chosen.items()}
        facets = {
            name: self._counts(name, _all_of(base, (rows for other, rows in passed.items() if other != name)), chosen)
            for name in self._values
        }
        rows = _all_of(base, passed.values())
        return [at for at in self._ordered(query.sort, query.down) if at in rows], facets

    def _check(self, query: TableQuery, chosen: Mapping[str, Set[str]]) -> None:
        if query.sort not in self._sorts:
            raise InputError(f"Rows can't be sorted by '{query.sort}'.", f"Use one of: {', '.join(self._sorts)}.")
        if unknown := chosen.keys() - self._values.keys():
            raise InputError(f"There is no facet '{min(unknown)}'.", f"Use one of: {', '.join(self._values)}.")

    def _base(self, query: TableQuery) -> Set[int]:
        """Rows that fit the words and the bounds."""
        wanted = name_key(query.text).split()
        most = self._top if query.most is None else query.most
        return {
            at
            for at, item in enumerate(self._items)
            if query.least <= item.number <= most and all(word in self._words[at] for word in wanted)
        }

    def _having(self, name: str, values: Set[str]) -> Set[int]:
        return {at for at, found in enumerate(self._values[name]) if not values.isdisjoint(found)}

    def _counts(self, name: str, rows: Set[int], chosen: Mapping[str, Set[str]]) -> tuple[Facet, ...]:
        """Values by (count descending, label), chosen ones among them even where none is left."""
        column = self._values[name]
        counts = Counter(value for at in rows for value in column[at])
        ordered = sorted(counts.items(), key=lambda found: (-found[1], found[0]))
        listed = dict(ordered[:MOST_VALUES]) | {value: counts[value] for value in sorted(chosen.get(name, ()))}
        return tuple(Facet(value, self._label(name, value), count) for value, count in listed.items())

    def _label(self, name: str, value: str) -> str:
        return self._titles.get(value, value) if name == "document" else value

    def _in_order(self, sort: str, down: bool) -> list[int]:
        by = self._sorts[sort]
        keyed = sorted(range(len(self._items)), key=lambda at: self._items[at].key)
        return sorted(keyed, key=lambda at: by(self._items[at]), reverse=down)


def _all_of(base: Set[int], others: Iterable[Set[int]]) -> Set[int]:
    rows = base
    for other in others:
        rows = rows & other
    return rows


_ENTITY_COLUMNS: Mapping[str, Column] = {
    "type": lambda item: (item.type,),
    "qualifier": lambda item: (item.node.qualifier,),
    "document": lambda item: item.documents,
    "flag": lambda item: item.flags,
}
_ENTITY_SORTS: Mapping[str, Sort] = {
    "name": lambda item: name_key(item.node.name),
    "qualifier": lambda item: name_key(item.node.qualifier),
    "type": lambda item: name_key(item.type),
    "number": lambda item: item.number,
    "mentions": lambda item: item.mentions,
    "documents": lambda item: len(item.documents),
}
_RELATION_COLUMNS: Mapping[str, Column] = {
    "predicate": lambda item: (item.predicate,),
    "from": lambda item: (item.source_type,),
    "to": lambda item: (item.target_type,),
    "document": lambda item: item.documents,
    "flag": lambda item: item.flags,
}
_RELATION_SORTS: Mapping[str, Sort] = {
    "source": lambda item: name_key(item.source.label),
    "target": lambda item: name_key(item.target.label),
    "predicate": lambda item: name_key(item.predicate),
    "number": lambda item: item.number,
    "documents": lambda item: len(item.documents),
}


def entity_table(view: View) -> Table[EntityItem]:
    """Facets: type, qualifier, document, flag. Searched in names and qualifiers."""
    return Table(entity_items(view), lambda item: item.node.label, _ENTITY_COLUMNS, _ENTITY_SORTS, titles(view))


def relation_table(view: View) -> Table[RelationItem]:
    """Facets: predicate, from and to (types of the ends), document, flag. Searched in both names and the predicate."""
    return Table(relation_items(view), lambda item: item.label, _RELATION_COLUMNS, _RELATION_SORTS, titles(view))


class Tables:
    """The two tables of the everyday view, made when they are first asked for and kept while nothing changes."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._lock = Lock()
        self._entities: tuple[View, Table[EntityItem]] | None = None
        self._relations: tuple[View, Table[RelationItem]] | None = None

    def entities(self) -> Table[EntityItem]:
        view = self._views()
        with self._lock:
            if self._entities is None or self._entities[0] is not view:
                self._entities = view, entity_table(view)
            return self._entities[1]

    def relations(self) -> Table[RelationItem]:
        view = self._views()
        with self._lock:
            if self._relations is None or self._relations[0] is not view:
                self._relations = view, relation_table(view)
            return self._relations[1]
