"""What looking through a workspace found: differences by id, each with what it means and what can be done about it.

Values only. What is derived can be made again from what is not; evidence, decisions and files can only come from a
backup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

DifferenceKind = Literal[
    "database",
    "settings",
    "text",
    "passage",
    "mention",
    "original",
    "link",
    "decision",
    "overlay",
    "document",
    "graph",
    "row",
    "collection",
    "vector",
    "words",
    "purge",
    "part",
]
"""`database`: SQLite's own structure and references. `settings`: how the workspace is read. `text`: a document's
against its hash. `passage`: against the document's text. `mention`: its id against what it says. `original`: a kept
file against its hash. `link`: what a kept question, answer or experiment rests on. `decision`: one that can't be read.
`overlay`: what a person said of a document or folder, by path. `document`: what is said of it, and
follows from others. `graph`: kept in step against made from scratch. `row`: what a collection should hold.
`collection`: what it does hold. `vector`: shape, length, text. `words`: the search index. `purge`: one that broke off.
`part`: one of the looks could not be finished.
"""

RESTORE = "Restore a backup, or take the document in again."


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that is not what it should be.

    `id` names it: of a passage, a mention, an entity or relation by key, a file by hash, a row of a table. `derived`:
    repairing makes it right; what is not derived has a `remedy`.
    """

    kind: DifferenceKind
    id: str
    what: str
    derived: bool = False
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """How many of what were looked at."""

    what: str
    count: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was looked at, what is wrong, and what lies about and is of no use (`spare`): no fault, only space.

    `notes` say what could not be looked at, and why. `version` is (evidence version, last decision) of what was looked
    at; `embedded`: all texts were embedded anew and compared.
    """

    looked: tuple[Looked, ...] = ()
    differences: tuple[Difference, ...] = ()
    spare: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    version: tuple[int, int] = (0, 0)
    embedded: bool = False
    seconds: float = 0.0

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.differences

    @property
    def repairable(self) -> tuple[Difference, ...]:
        """Differences in what is derived."""
        return tuple(each for each in self.differences if each.derived)

    @property
    def lost(self) -> tuple[Difference, ...]:
        """Differences in what can't be made again; each has a remedy."""
        return tuple(each for each in self.differences if not each.derived)


def by_kind(differences: Iterable[Difference]) -> dict[str, int]:
    """How many of each kind, in the order in which kinds first come."""
    return dict(Counter(each.kind for each in differences))
