"""Evidence of a finding, to be laid side by side: what each mention says, where, and the words of its passage.

Reads an index, changes nothing. A mention that has gone since the finding was made is left out and not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from core.domain.diagnose.finding import Group
from core.domain.marks import find_marks
from core.domain.names import shown_name
from core.domain.records import EntityMention, RelationMention, Span
from core.services.cards import Place, place_of
from core.services.view_index import ViewIndex

_LOOKED_AT = 4
"""Times as many mentions as are shown are looked through for those that say the same."""

AROUND = 110
"""Characters of a passage that are quoted before and behind a name."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """One mention. `head`: its name or `source – word → target`; `text`: its description; `quote`: its passage there.

    `marks` are the spans of the passage that name it; `also` are other passages that say the same, with theirs.
    """

    id: str
    place: Place
    head: str
    type: str
    text: str
    quote: str
    marks: tuple[Span, ...]
    also: tuple[tuple[Place, tuple[Span, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One group of evidence. `total` counts what is there, `lines` are the first of it; `chunks` as the group has them.

    A group of passages alone has no lines.
    """

    label: str
    lines: tuple[SideLine, ...]
    total: int
    chunks: tuple[str, ...]

    @property
    def shown(self) -> int:
        """How many mentions the lines stand for."""
        return sum(1 + len(line.also) for line in self.lines)


def side(index: ViewIndex, group: Group, most: int) -> Side:
    """A group with at most so many of its mentions."""
    there = [i for i in group.mentions if i in index.entity_mentions or i in index.relation_mentions]
    lines = _once_each(_lines(index, there[: most * _LOOKED_AT]))
    return Side(group.label, tuple(lines[:most]), len(there), group.chunks)


def _once_each(lines: Iterable[SideLine]) -> list[SideLine]:
    """What passages say alike stands once, in its longest form: overlapping passages say a sentence twice."""
    kept: list[SideLine] = []
    for line in lines:
        at = next((n for n, other in enumerate(kept) if _same(line, other)), None)
        if at is None:
            kept.append(line)
        else:
            longer, other = sorted((kept[at], line), key=lambda each: -len(each.text))
            kept[at] = replace(longer, also=(*longer.also, (other.place, other.marks), *other.also))
    return kept


def _same(a: SideLine, b: SideLine) -> bool:
    if (a.head, a.type) != (b.head, b.type) or not (a.text and b.text):
        return False
    return a.text == b.text or (a.place.document == b.place.document and (a.text in b.text or b.text in a.text))


def _lines(index: ViewIndex, mentions: list[str]) -> Iterator[SideLine]:
    for id_ in mentions:
        mention = index.entity_mentions.get(id_) or index.relation_mentions[id_]
        chunk = index.chunk(mention.chunk)
        marks = find_marks(chunk.text, _names(mention))
        type_ = mention.type if isinstance(mention, EntityMention) else ""
        quote = quoted(chunk.text, marks)
        yield SideLine(id_, place_of(chunk), _head(mention), type_, mention.description, quote, marks)


def _names(mention: EntityMention | RelationMention) -> list[str]:
    return [mention.name] if isinstance(mention, EntityMention) else [mention.source, mention.target]


def _head(mention: EntityMention | RelationMention) -> str:
    if isinstance(mention, EntityMention):
        return shown_name(mention.name, mention.qualifier)
    word = mention.keywords[0] if mention.keywords else "related"
    return f"{mention.source} – {word} → {mention.target}"


def quoted(text: str, marks: tuple[Span, ...]) -> str:
    """The words of a passage around its first mark, else its beginning; cut at words, with an ellipsis."""
    first = marks[0] if marks else Span(0, 0)
    start, end = max(0, first.start - AROUND), min(len(text), first.end + AROUND + (0 if marks else AROUND))
    start = text.find(" ", start) + 1 if start and " " in text[start : first.start] else start
    end = text.rfind(" ", first.end, end) if end < len(text) and " " in text[first.end : end] else end
    cut = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{cut}{'…' if end < len(text) else ''}"
