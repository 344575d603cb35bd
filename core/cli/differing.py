"""What changes in a graph, a line or a few each, with the words of a text that went or came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from core.domain.curation import EntityChange, Preview, RelationChange
from core.domain.records import Entity, Relation
from core.domain.word_changes import Piece, word_changes
from core.domain.wording import text_of

_LONGEST = 600
_AROUND = 30
"""Characters of an unchanged stretch that are shown on each side of a change."""


def lines_of(preview: Preview) -> Iterator[str]:
    """Each node and edge that changes; below one that reads otherwise `[-what went-]` and `{+what came+}`."""
    for each in _all(preview):
        yield f"  {kind_of(each)}: {each.key}"
        if each.before is not None and each.after is not None:
            yield f"    {difference(text_of(each.before), text_of(each.after))}"


def data_of(change: EntityChange | RelationChange) -> dict[str, Any]:
    """The same for --json: texts before and after, None where there is none."""
    return {
        "key": change.key,
        "change": kind_of(change),
        "before": _text(change.before),
        "after": _text(change.after),
    }


def kind_of(change: EntityChange | RelationChange) -> str:
    """`new`, `gone` or `changed`."""
    return "new" if change.before is None else "gone" if change.after is None else "changed"


def difference(before: str, after: str) -> str:
    """Two texts on one line, unchanged stretches shortened."""
    if before == after:
        return "the same text, on other ground"
    pieces = tuple(_pieces(before.splitlines(keepends=True), after.splitlines(keepends=True)))
    shown = "".join(_shown(pieces, n) for n in range(len(pieces)))
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]} … (whole with --json)"


def _pieces(before: Sequence[str], after: Sequence[str]) -> Iterator[Piece]:
    """Line by line first: a text has one line for each thing said, and two of them have many words in common."""
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, new = "".join(before[a:b]), "".join(after[c:d])
        if what == "equal":
            yield Piece("same", old)
        else:
            yield from word_changes(old, new)


def _shown(pieces: Sequence[Piece], n: int) -> str:
    piece = pieces[n]
    if piece.state != "same":
        return f"[-{piece.text}-]" if piece.state == "gone" else f"{{+{piece.text}+}}"
    left = piece.text[:_AROUND] if n else ""
    right = piece.text[-_AROUND:] if n < len(pieces) - 1 else ""
    return piece.text if len(left) + len(right) >= len(piece.text) else f"{left}…{right}"


def _text(record: Entity | Relation | None) -> str | None:
    return None if record is None else text_of(record)


def _all(preview: Preview) -> Iterator[EntityChange | RelationChange]:
    yield from preview.entities
    yield from preview.relations
