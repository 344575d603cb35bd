"""A split as a person works it out: the rows of one node, the parts they go to, and the decisions that say so.

A plan is a value: every move gives another one. It holds no graph and proposes nothing; `split_suggestion` does. Each
row is in exactly one part or waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from core.domain.names import name_key, tidy_name
from core.domain.records import Chunk
from core.domain.split_rules import Rule
from core.domain.split_values import WAITS, End, EndKey, Part, Row


@dataclass(frozen=True)
class SplitPlan:
    """How the mentions of `node` are to be parted. `again`: the node was split before, and its rows wait.

    `same_documents`: a later mention in a document whose rows are all in one part belongs there too.
    `placed` says the part's number of each row, `chosen` that of each end a person (or the suggestion) decided on;
    what is in neither waits.
    """

    node: Mapping[str, str]
    rows: tuple[Row, ...]
    ends: tuple[End, ...] = ()
    parts: tuple[Part, ...] = ()
    placed: Mapping[str, int] = field(default_factory=dict)
    chosen: Mapping[EndKey, int] = field(default_factory=dict)
    again: bool = False
    same_documents: bool = True

    def part_of(self, row: str) -> int:
        """The number of the row's part: where it was put, else the one whose rules it fits, else WAITS."""
        return self._homes.get(row, WAITS)

    @cached_property
    def _homes(self) -> Mapping[str, int]:
        return {row.id: self.placed.get(row.id, self.ruled(row.at, row.qualifier)) for row in self.rows}

    def rows_of(self, part: int) -> tuple[Row, ...]:
        """The rows of a part, or with WAITS those that wait, in document order."""
        return tuple(row for row in self.rows if self.part_of(row.id) == part)

    def follows(self, end: End) -> int:
        """Where an end goes by itself: with the mentions of its name in its chunk, else by a rule; WAITS if unclear."""
        here = self._here.get((end.at.id, name_key(end.name)))
        if here:
            return next(iter(here)) if len(here) == 1 else WAITS
        return self.ruled(end.at)

    @cached_property
    def _here(self) -> Mapping[tuple[str, str], set[int]]:
        """(chunk, name key) -> the parts of the rows of that name there."""
        found: dict[tuple[str, str], set[int]] = {}
        for row in self.rows:
            found.setdefault((row.at.id, name_key(row.name)), set()).add(self.part_of(row.id))
        return found

    def ruled(self, at: Chunk, qualifier: str = "") -> int:
        """The only part whose rules take a mention of this qualifier in this chunk; WAITS if none or several do."""
        fitting = [n for n, rules in enumerate(self._rules) if any(rule.fits(at, qualifier) for rule in rules)]
        return fitting[0] if len(fitting) == 1 else WAITS

    def rules(self, part: int) -> tuple[Rule, ...]:
        """The rules of a part, with that of its documents."""
        return self._rules[part]

    @cached_property
    def _rules(self) -> tuple[tuple[Rule, ...], ...]:
        documents = self._documents if self.same_documents else {}
        kept = (documents.get(n, ()) for n in range(len(self.parts)))
        return tuple(
            (*part.rules, *([Rule(documents=of)] if of else [])) for part, of in zip(self.parts, kept, strict=True)
        )

    @cached_property
    def _documents(self) -> Mapping[int, tuple[str, ...]]:
        """The documents whose rows were all put in one part, by part."""
        parts: dict[str, set[int]] = {}
        for row in self.rows:
            parts.setdefault(row.at.document, set()).add(self.placed.get(row.id, WAITS))
        found: dict[int, list[str]] = {}
        for document, at in parts.items():
            if len(at) == 1:
                found.setdefault(next(iter(at)), []).append(document)
        return {part: tuple(documents) for part, documents in found.items()}

    def goes(self, end: End) -> int:
        """Where an end goes in the end: as decided, else by itself."""
        return self.chosen.get(end.key, self.follows(end))

    @property
    def unclear(self) -> tuple[End, ...]:
        """The ends that no part follows from."""
        return tuple(end for end in self.ends if self.follows(end) == WAITS)

    # --- moves --------------------------------------------------------------------------------------------------------

    def moved(self, rows: Iterable[str], part: int) -> SplitPlan:
        """These rows into that part; with WAITS a row goes where rules take it, else it waits."""
        known = {row.id for row in self.rows}
        placed = {row: at for row, at in self.placed.items() if row in known}
        for row in known.intersection(rows):
            placed.pop(row, None)
            if 0 <= part < len(self.parts):
                placed[row] = part
        return replace(self, placed=placed)

    def turned(self, ends: Iterable[EndKey], part: int) -> SplitPlan:
        """These ends to that part; with WAITS they are left to wait."""
        known = {end.key for end in self.ends}
        chosen = {key: at for key, at in self.chosen.items() if key in known}
        for key in known.intersection(ends):
            chosen.pop(key, None)
            if 0 <= part < len(self.parts):
                chosen[key] = part
        return replace(self, chosen=chosen)

    def with_part(self, part: Part, rows: Iterable[str] = ()) -> SplitPlan:
        """One part more, with these rows moved into it."""
        return replace(self, parts=(*self.parts, part)).moved(rows, len(self.parts))

    def with_changed(self, number: int, part: Part) -> SplitPlan:
        """Another name, qualifier or rule for a part."""
        return replace(self, parts=tuple(part if n == number else own for n, own in enumerate(self.parts)))

    def without_part(self, number: int) -> SplitPlan:
        """A part less; its rows wait."""

        def fewer(places: Mapping[Any, int]) -> dict[Any, int]:
            return {key: at - (at > number) for key, at in places.items() if at != number}

        parts = tuple(part for n, part in enumerate(self.parts) if n != number)
        return replace(self, parts=parts, placed=fewer(self.placed), chosen=fewer(self.chosen))

    def over(self, rows: tuple[Row, ...], ends: tuple[End, ...]) -> SplitPlan:
        """The same plan over other evidence: what is gone is let go of, what is new goes by rule or waits."""
        fresh = replace(self, rows=rows, ends=ends)
        known = {row.id for row in self.rows}
        placed = {row.id: self.placed[row.id] for row in rows if row.id in self.placed}
        for row in (row for row in rows if row.id not in known):
            if (part := self.ruled(row.at, row.qualifier)) != WAITS:
                placed[row.id] = part
        chosen = {end.key: self.chosen[end.key] for end in ends if end.key in self.chosen}
        return replace(fresh, placed=placed, chosen=chosen)

    # --- what it comes to ---------------------------------------------------------------------------------------------

    def problem(self) -> str:
        """Why it can't be taken yet; empty if it can."""
        if not all(tidy_name(part.name) for part in self.parts):
            return "A part has no name."
        if len({part.ref for part in self.parts}) < len(self.parts):
            return "Two parts have the same name and qualifier. Give each its own."
        filled = {self.part_of(row.id) for row in self.rows} | set(self.chosen.values())
        if not self.rows:
            filled = {self.goes(end) for end in self.ends}
        if self.again:
            return "" if filled - {WAITS} else "Nothing has been given to a part yet."
        if len(filled) < 2:
            return "All of it is in one place. Move some of it to another part."
        return ""

    def bodies(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """(kind, body) of the decisions: the split, then an `endpoint` for each end that was decided on."""
        ends = (
            ("endpoint", {"mention": end.mention, "end": end.side, "node": self.parts[self.chosen[end.key]].node})
            for end in self.ends
            if end.key in self.chosen and self.follows(end) != self.chosen[end.key]
        )
        return ("split", {"node": dict(self.node), "parts": list(self._parts())}), *ends

    def _parts(self) -> Iterable[dict[str, Any]]:
        """The parts as the decision has them."""
        for number, part in enumerate(self.parts):
            mentions = [row.id for row in self.rows_of(number)]
            rules = [rule.body() for rule in self.rules(number) if rule]
            if mentions or rules or not self.again:
                ruled = {"rule": rules[0] if len(rules) == 1 else rules} if rules else {}
                yield part.node | {"mentions": mentions} | ruled
