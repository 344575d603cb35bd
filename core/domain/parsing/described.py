"""Whether a description says what the passage says: the guard against what a model knows of such things in general.

Small models fill a description with a definition (`a secret code used to authenticate a user`). Such a text is kept,
since it may be right, and flagged, since the passage does not say it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import pairwise

from core.domain.parsing.grounding import words_of
from core.domain.records import EntityRow, Extraction, RelationRow

UNSAID = "unsaid"

LEAST_SHARE = 0.5
"""With a smaller share of its telling words in the passage, a description is flagged. Where the line runs was seen in
what a model of 1.5 billion parameters wrote about six pages (docs/models.md)."""

_TELLING = 4
"""Letters from which on a word tells something; shorter ones are mostly grammar. Numbers always tell."""


def doubt(extraction: Extraction, chunk_text: str) -> Extraction:
    """Flag as `unsaid` each row whose description has most of its telling words from elsewhere."""
    said = set(telling(chunk_text))
    return replace(
        extraction,
        entities=tuple(_entity(row, said) for row in extraction.entities),
        relations=tuple(_relation(row, said) for row in extraction.relations),
    )


def says(description: str, said: Set[str], names: Sequence[str] = ()) -> bool:
    """Whether at least half of a description's telling words are among `said`, or all but one of them.

    Words of `names`, of which the description speaks, don't count. `said` are words as `telling` gives them.
    """
    own = {word for name in names for word in telling(name)}
    words = set(telling(description)) - own
    missing = len(words - said)
    return missing < 2 or missing <= (1 - LEAST_SHARE) * len(words)


def telling(text: str) -> list[str]:
    """Long words and numbers; of scripts without spaces, whose words are single signs here, each two that stand side
    by side."""
    words = words_of(text)
    long = [word for word in words if len(word) >= _TELLING or any(char.isdigit() for char in word)]
    pairs = [one + two for one, two in pairwise(words) if _sign(one) and _sign(two)]
    return long + pairs


def _sign(word: str) -> bool:
    return len(word) == 1 and ord(word) > 0x2E7F


def _entity(row: EntityRow, said: set[str]) -> EntityRow:
    return row if says(row.description, said, [row.name]) else replace(row, flags=_flagged(row.flags))


def _relation(row: RelationRow, said: set[str]) -> RelationRow:
    fine = says(row.description, said, [row.source, row.target])
    return row if fine else replace(row, flags=_flagged(row.flags))


def _flagged(flags: tuple[str, ...]) -> tuple[str, ...]:
    return flags if UNSAID in flags else (*flags, UNSAID)
