"""What decisions do to a relation mention besides moving its ends: another predicate or direction, a text, hiding.

Such a rule names an edge as it was shown when it was made: it acts on mentions whose ends stood at its nodes then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.domain.decisions.place import Told
from core.domain.decisions.reading import Edge


@dataclass(frozen=True, slots=True)
class Link:
    """How a relation mention counts: its predicate's key, the word for it where a person gave one, and its direction.

    `at` is the number of the decision that gave the text; `veiled` is the predicate that is shown where a viewer may
    not know the one that others rule on.
    """

    predicate: str
    word: str = ""
    turned: bool = False
    hidden: bool = False
    told: Told | None = None
    at: int = 0
    veiled: str = ""

    @property
    def shown(self) -> str:
        """The predicate that is shown."""
        return self.veiled or self.predicate


@dataclass(frozen=True, slots=True)
class Word:
    """A predicate as a person wrote it; `veiled`: the viewer may not know it."""

    key: str
    form: str
    veiled: bool = False

    def label(self, link: Link) -> Link:
        """A relation mention under this predicate."""
        if self.veiled:
            return replace(link, predicate=self.key, veiled=link.shown)
        return replace(link, predicate=self.key, word=self.form, veiled="")


@dataclass(frozen=True, slots=True)
class LinkRule:
    """Acts on the mentions of `edge`: whichever of the four is given."""

    edge: Edge
    to: Word | None = None
    turn: bool = False
    hide: bool = False
    told: Told | None = None

    def act(self, link: Link, seq: int) -> Link:
        if self.to is not None:
            link = self.to.label(link)
        if self.told is not None:
            link = replace(link, told=self.told, at=seq)
        return replace(link, turned=link.turned != self.turn, hidden=link.hidden or self.hide)


@dataclass(frozen=True, slots=True)
class Relabel:
    """A predicate of the whole vocabulary that counts as another from decision `seq` on."""

    seq: int
    predicate: str
    to: Word

    def act(self, link: Link, seq: int) -> Link:
        return self.to.label(link)
