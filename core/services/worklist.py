"""The worklist of a workspace: findings as they are shown, by state, kind, document and text, most harmful first.

Joins what was found with what persons ruled on it and what was there at their last visit. Decides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.decisions import Decision
from core.domain.diagnose import FINDING_KINDS, Finding, FindingKind, Noted, Ruled, ruled
from core.domain.names import name_key
from core.domain.policy import CAREFUL
from core.services.survey import Found, Survey, Surveyor
from core.services.visits import Before, Visits

State = Literal["open", "new", "unsure", "right"]
STATES: tuple[State, ...] = ("open", "new", "unsure", "right")
_PAGE = "diagnose"


@dataclass(frozen=True, slots=True)
class Item:
    """A finding on the list. `new` since the last visit; `noted` is the ruling that set it aside, with its note."""

    found: Found
    new: bool = False
    unsure: Noted | None = None
    right: Noted | None = None

    @property
    def finding(self) -> Finding:
        return self.found.finding

    @property
    def id(self) -> str:
        return self.found.finding.id


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: a state, and where not empty a kind, a document's id, words."""

    state: State = "open"
    kind: str = ""
    document: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """The items that fit, most harmful first. `kinds` counts under all filters but that of kinds, `states` all items
    of each state, muted kinds left out; `documents` are the ids that findings come from, most findings first.
    """

    survey: Survey
    items: tuple[Item, ...]
    kinds: Mapping[FindingKind, int]
    states: Mapping[State, int]
    muted: Mapping[FindingKind, int]
    documents: tuple[str, ...]
    before: Before | None

    def alike(self, item: Item) -> tuple[Item, ...]:
        """Others on the list that are like this one."""
        return tuple(other for other in self.items if other.found.alike == item.found.alike and other.id != item.id)


class Worklist:
    """Lists of findings; see `services.survey` for how they are found."""

    def __init__(self, surveyor: Surveyor, decisions: Callable[[], Sequence[Decision]], visits: Visits) -> None:
        self.surveyor, self._decisions, self._visits = surveyor, decisions, visits
        self._ruled: tuple[int, Ruled] = (-1, Ruled())

    def listed(self, wanted: Wanted, policy: str = CAREFUL.name, *, visit: bool = False) -> Listed:
        """What fits. `visit`: count this as a look at all of it, once all was looked for."""
        survey, said = self.surveyor.view(policy), self.ruled()
        before = self._visited(survey) if visit else self._visits.peek(f"{_PAGE}:{policy}")
        items = [item(found, said, before) for found in survey.found]
        heard = [each for each in items if each.finding.kind not in said.muted]
        here = [each for each in heard if _is(each, wanted.state) and _fits(each.found, wanted)]
        chosen = [each for each in here if not wanted.kind or each.finding.kind == wanted.kind]
        muted = Counter(each.finding.kind for each in items)
        return Listed(
            survey,
            tuple(sorted(chosen, key=_harmful)),
            _by_kind(here),
            {state: sum(_is(each, state) for each in heard) for state in STATES},
            {kind: muted[kind] for kind in FINDING_KINDS if kind in said.muted},
            _documents(heard),
            before,
        )

    def item(self, id_: str, policy: str = CAREFUL.name) -> Item | None:
        """A finding by its id; None where it is not found (any more)."""
        found = next((each for each in self.surveyor.view(policy).found if each.finding.id == id_), None)
        return None if found is None else item(found, self.ruled(), None)

    def ruled(self) -> Ruled:
        """What persons ruled on findings."""
        last = self.surveyor.last()
        if self._ruled[0] != last:
            self._ruled = last, ruled(self._decisions())
        return self._ruled[1]

    def all_seen(self, policy: str = CAREFUL.name) -> None:
        """Let nothing that is found now be new any more."""
        found = self.surveyor.view(policy).found
        self._visits.all_seen(f"{_PAGE}:{policy}", (each.finding.id for each in found))

    def stop(self) -> None:
        """End the work in the background."""
        self.surveyor.stop()

    def _visited(self, survey: Survey) -> Before | None:
        page = f"{_PAGE}:{survey.policy}"
        if not survey.whole or survey.stale or survey.failed:
            return self._visits.peek(page)
        return self._visits.look(page, (each.finding.id for each in survey.found))


def item(found: Found, said: Ruled, before: Before | None) -> Item:
    """A finding with what was ruled on it."""
    right = said.found_right(found.finding)
    unsure = said.unsure.get(found.finding.id)
    return Item(found, before is not None and before.new(found.finding.id), None if right else unsure, right)


def _is(item: Item, state: State) -> bool:
    """`new` ones are open as well; those set aside as unsure are not."""
    if state == "right":
        return item.right is not None
    if state == "unsure":
        return item.unsure is not None
    return item.right is None and item.unsure is None and (item.new or state == "open")


def _fits(found: Found, wanted: Wanted) -> bool:
    if wanted.document and wanted.document not in found.documents:
        return False
    text = wanted.text.strip().casefold()
    return not text or text in found.text or bool(_named(found, name_key(text)))


def _named(found: Found, text: str) -> list[str]:
    return [key for key in (*found.finding.entities, *found.finding.relations) if text and text in key]


def _harmful(item: Item) -> tuple[float, int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    finding = item.finding
    at = FINDING_KINDS.index(finding.kind)
    return -finding.harm, at, finding.entities, finding.relations, finding.documents


def _by_kind(items: Iterable[Item]) -> Mapping[FindingKind, int]:
    table = Counter(item.finding.kind for item in items)
    return {kind: table[kind] for kind in FINDING_KINDS if table[kind]}


def _documents(items: Iterable[Item]) -> tuple[str, ...]:
    table = Counter(document for item in items for document in item.found.documents)
    return tuple(sorted(table, key=lambda document: (-table[document], document)))
