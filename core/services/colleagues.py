"""What a colleague's file of decisions would bring: told apart by what is ruled here already.

Writes nothing; the desk takes what a person chooses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.domain.conflicts import against, claims
from core.domain.curation import Incoming, IncomingRow, Unreadable
from core.domain.decisions import Decision, Ruling, in_force, problem, read_node, sentence
from core.domain.exchange import Row, read_file
from core.services.decision_list import DecisionList
from core.store.ledger import canonical


def incoming(content: bytes, decided: DecisionList) -> Incoming:
    """The rows of a file in their five lists. Raises InputError where it is no file of decisions."""
    file = read_file(content)
    rows, unreadable = [], list(file.unreadable)
    for row in file.rows:
        if row.ruling.kind != "revoke" and (reason := problem(row.ruling.kind, row.ruling.body)):
            unreadable.append(Unreadable(row.place, canonical(row.ruling.body)[:500], reason))
        else:
            rows.append(row)
    standing, undone = _in_the_file(rows)
    sorter = _Sorter(decided)
    for row in standing:
        sorter.sort(row)
    found = sorter.found(standing)
    return replace(
        found,
        unreadable=tuple(sorted(unreadable, key=lambda row: row.place)),
        undone=tuple(map(_shown, undone)),
    )


def _in_the_file(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows that stand in the file, and those that it takes back itself. Without numbers no revoke means anything."""
    numbered = [Decision(row.seq, row.ruling.kind, row.ruling.body) for row in rows if row.seq]
    stand = {decision.seq for decision in in_force(numbered)}
    plain = [row for row in rows if row.ruling.kind != "revoke"]
    return [r for r in plain if not r.seq or r.seq in stand], [r for r in plain if r.seq and r.seq not in stand]


def _shown(row: Row, seqs: tuple[int, ...] = ()) -> IncomingRow:
    said = sentence(Decision(0, row.ruling.kind, row.ruling.body, why=row.ruling.why))
    return IncomingRow(row.place, row.ruling, said, row.who, row.at, seqs, row.of)


def _entities(ruling: Ruling) -> frozenset[str]:
    """The keys of the entities that a finding is about, of which a ruling says something."""
    given = ruling.body.get("entities") if ruling.kind in ("accept", "unsure") else None
    items = given if isinstance(given, list | tuple) else ()
    nodes = (read_node(item) for item in items)
    return frozenset(item for item in items if isinstance(item, str)) | {node.ref.key for node in nodes if node}


class _Sorter:
    def __init__(self, decided: DecisionList) -> None:
        self._decided = decided
        self._here = in_force(decided.decisions())
        self._known: dict[tuple[str, str], tuple[int, ...]] = {}
        for decision in self._here:
            key = decision.kind, canonical(decision.body)
            self._known[key] = (*self._known.get(key, ()), decision.seq)
        self._claims = [(d, said) for d in self._here if (said := claims(d.kind, d.body))]
        self._lists: Mapping[str, list[IncomingRow]] = {name: [] for name in ("new", "duplicate", "contradictory")}

    def sort(self, row: Row) -> None:
        ruling = row.ruling
        if same := self._known.get((ruling.kind, canonical(ruling.body))):
            self._lists["duplicate"].append(_shown(row, same))
        elif other := against(claims(ruling.kind, ruling.body), self._claims):
            self._lists["contradictory"].append(_shown(row, other))
        else:
            self._lists["new"].append(_shown(row))

    def _of_none(self, new: Sequence[IncomingRow], more: Sequence[Decision]) -> set[int]:
        """The places of what is said of findings about entities that are not here, nor come to be by the new ones."""
        about = {row.place: keys for row in new if (keys := _entities(row.ruling))}
        lacking = about and frozenset().union(*about.values()) - self._decided.nodes()
        if lacking:
            lacking -= self._decided.nodes_under((*self._here, *more))
        return {place for place, keys in about.items() if not keys.isdisjoint(lacking)}

    def found(self, rows: Sequence[Row]) -> Incoming:
        """The lists; of the new ones, those are idle that would be so if all new ones were taken in their order."""
        new = self._lists["new"]
        last = max((decision.seq for decision in self._here), default=0)
        seqs = {row.place: last + n for n, row in enumerate(new, 1)}
        more = [Decision(seqs[row.place], row.ruling.kind, row.ruling.body) for row in new]
        standing = self._decided.standing((*self._here, *more), last) if more else {}
        idle = {place for place, seq in seqs.items() if standing[seq].state == "idle"} | self._of_none(new, more)
        return Incoming(
            tuple(row for row in new if row.place not in idle),
            tuple(self._lists["duplicate"]),
            tuple(self._lists["contradictory"]),
            tuple(row for row in new if row.place in idle),
        )
