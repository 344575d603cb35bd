"""A file on its way in, and the account of what became of the files that came together. Reads and stores nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.alike import Alike
from core.domain.records import ReadOptions, Unread

RECORDS = ".jsonl"
_NAMED = 5
"""How many replaced documents a sentence names."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file to be taken in: the source it belongs to, its path below that, and its bytes."""

    source: str
    name: str
    content: bytes


@dataclass(slots=True)
class Report:
    """What taking in gave: document ids by what happened to them, and what could not be read."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    entities: int = 0
    relations: int = 0
    rejected: int = 0
    taken: dict[str, str] = field(default_factory=dict, repr=False)
    """Path -> content hash of the files so far."""
    formerly: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What files were called before they were renamed."""
    overwritten: list[str] = field(default_factory=list)
    """Those of `replaced` that have another text now, not only another cut."""
    withheld: list[str] = field(default_factory=list)
    """Withdrawn documents: they stay so, whatever comes under their names, until they are restored."""
    alike: tuple[Alike, ...] = ()
    """Documents taken in that say nearly the same as another one."""
    drafts: tuple[str, ...] = ()
    """Those that call themselves drafts."""
    withdrawn: list[str] = field(default_factory=list)
    """Documents whose files are gone, now out of sight."""
    superseded: list[str] = field(default_factory=list)
    """Other documents that one which came replaces."""
    back: list[str] = field(default_factory=list)
    """Other documents that nothing replaces any more."""
    kept: int = 0
    """Chunks of changed documents whose text did not change: what was read of them stays."""

    @property
    def sentence(self) -> str:
        """One line for a person."""
        new, gone = (len(names) for names in self._besides_renamed())
        parts = [(new, "added"), (len(self.added) - new, "renamed"), (len(self.replaced), "replaced")]
        parts += [(len(self.unchanged), "unchanged"), (len(self.withheld), "withdrawn here and left so")]
        parts += [(gone, "withdrawn"), (len(self.superseded), "out of sight for ones that replace them")]
        parts += [(len(self.back), "back in sight")]
        text = ", ".join(f"{n} {word}" for n, word in parts if n) or "nothing added"
        text += f"; {len(self.unread)} not read" if self.unread else ""
        return f"{text}; {_overwritten(self.overwritten)}" if self.overwritten else text

    def _besides_renamed(self) -> tuple[list[str], list[str]]:
        """What was added and what was withdrawn, but for files that have another name now."""
        olds = set(self.formerly.values())
        added = [name for name in self.added if _file(name) not in self.formerly]
        return added, [name for name in self.withdrawn if _file(name) not in olds]


def _file(document: str) -> str:
    """The file of a document that may be a row of it."""
    return document.partition("#row-")[0]


def _overwritten(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    whose = "its" if len(names) == 1 else "their"
    return f"replaced {', '.join(names[:_NAMED])}{more}: {whose} former text is kept but no longer shown"


def is_records(name: str) -> bool:
    """Whether a file of this name holds evidence records."""
    return name.lower().endswith(RECORDS)


def limit_of(name: str, options: ReadOptions) -> int | None:
    """The most bytes that are read of it. Evidence records go line by line into the store: they may be of any size."""
    return None if is_records(name) else options.max_bytes


def clash(name: str, chunk: str) -> Unread:
    """`a#b` + `c` and `a` + `b#c` would be one id."""
    reason = f"Another document has a chunk of the id '{chunk}' already."
    return Unread(name, reason, "Give the document or the chunk another name.")
