"""What can be decided on chosen rows: which decisions, on how many rows, and the rulings that they become.

Pure: from rows and a value to rulings. Decisions with a screen of their own (merge, split) are addresses instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.decisions import Ruling
from core.domain.names import name_key, tidy_name


@dataclass(frozen=True, slots=True)
class Act:
    """A decision on rows. `most` None: any number. `rulings` takes rows, value and whether it holds everywhere.

    `value`: what is asked for before (`choices`: the facet whose values are offered, empty for free text).
    `everywhere`: the column whose values a ruling on the whole vocabulary would be about.
    """

    name: str
    least: int = 1
    most: int | None = None
    value: bool = False
    choices: str = ""
    everywhere: str = ""
    rulings: Callable[[Sequence[Any], str, bool], list[Ruling]] | None = None

    def fits(self, count: int) -> bool:
        """Whether it can be done with so many rows."""
        return self.least <= count and (self.most is None or count <= self.most)


def _not_same(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    return [Ruling("not_same", {"nodes": [row.node.body for row in rows]})]


def _retype(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    if everywhere:
        return [Ruling("retype", {"type": type_, "to": value}) for type_ in others(rows, "type", value)]
    return [Ruling("retype", {"node": row.node.body, "type": value}) for row in rows if row.type != value]


def _qualify(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    wanted = (row for row in rows if row.node.qualifier != value)
    return [Ruling("qualify", {"node": row.node.body, "qualifier": value}) for row in wanted]


def _rename(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    return [
        Ruling("rename", {"node": row.node.body, "to": {"name": value, "qualifier": row.node.qualifier}})
        for row in rows
        if tidy_name(row.node.name) != tidy_name(value)
    ]


def _hide_entities(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    return [Ruling("hide", {"node": row.node.body}) for row in rows]


def _relabel(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    if everywhere:
        return [Ruling("relabel", {"predicate": word, "to": value}) for word in others(rows, "predicate", value)]
    wanted = (row for row in rows if row.predicate != name_key(value))
    return [Ruling("relabel", {"relation": row.body, "to": value}) for row in wanted]


def _direction(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    return [Ruling("direction", {"relation": row.body, "way": "reverse"}) for row in rows]


def _hide_relations(rows: Sequence[Any], value: str, everywhere: bool) -> list[Ruling]:
    return [Ruling("hide", {"relation": row.body}) for row in rows]


def others(rows: Sequence[Any], column: str, value: str) -> list[str]:
    """The different values that rows have in a column, but for the new one, in order."""
    return sorted({getattr(row, column) for row in rows} - {value, ""})


ENTITY_ACTS: Mapping[str, Act] = {
    act.name: act
    for act in (
        Act("merge", least=2),
        Act("not_same", least=2, rulings=_not_same),
        Act("retype", value=True, choices="type", everywhere="type", rulings=_retype),
        Act("qualify", value=True, choices="qualifier", rulings=_qualify),
        Act("rename", most=1, value=True, rulings=_rename),
        Act("split", most=1),
        Act("hide", rulings=_hide_entities),
    )
}
RELATION_ACTS: Mapping[str, Act] = {
    act.name: act
    for act in (
        Act("relabel", value=True, choices="predicate", everywhere="predicate", rulings=_relabel),
        Act("direction", rulings=_direction),
        Act("hide", rulings=_hide_relations),
    )
}
