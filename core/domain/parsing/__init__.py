"""A model's reply to rows, keywords and names: what was read, what was repaired, what was rejected, and why.

Nothing raises: a reply that can't be read is a result with the flag `unparsed`. Nothing is dropped in silence: each
row that the reply holds ends among the entities, the relations or the issues, with its raw text.

Flags of a reply: `incomplete` (it breaks off, or its completion mark is missing), `unparsed` (nothing in it could be
read), `other style` (JSON where rows were asked for, or the reverse), `thinking` (it thinks aloud and never ends).
Flags of a row: `type`, `long name`, `ungrounded` (the name), `unsaid` (the description).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from core.domain.parsing.described import UNSAID, doubt
from core.domain.parsing.grounding import UNGROUNDED, ground
from core.domain.parsing.json_replies import read_json
from core.domain.parsing.keywords import parse_keywords
from core.domain.parsing.replies import strip_thinking, thinks_without_end
from core.domain.parsing.rows import Rows
from core.domain.parsing.tuples import read_tuples
from core.domain.records import Extraction

ReplyStyle = Literal["json", "tuple"]

_Reader = Callable[[str, Rows], "tuple[str, ...] | None"]
_READERS: dict[ReplyStyle, tuple[_Reader, _Reader]] = {
    "json": (read_json, read_tuples),
    "tuple": (read_tuples, read_json),
}


def parse_extraction(reply: str, style: ReplyStyle, types: Sequence[str]) -> Extraction:
    """Read a reply to an extraction prompt; a reply in the other style than asked for is read too.

    `types` are the entity types asked for (`other` is always allowed); with none, any well-formed type is taken.
    """
    text = strip_thinking(reply)
    thinking = ("thinking",) if thinks_without_end(reply) else ()
    asked, other = _READERS[style]
    rows = Rows(types)
    flags = asked(text, rows)
    if flags is None:
        flags = other(text, rows)
        flags = ("unparsed",) if flags is None else ("other style", *flags)
    return rows.result((*thinking, *flags), reply)


def all_flags(extraction: Extraction) -> frozenset[str]:
    """The flags of the reply and of all its rows."""
    of_entities = (row.flags for row in extraction.entities)
    of_relations = (row.flags for row in extraction.relations)
    return frozenset(extraction.flags).union(*of_entities, *of_relations)


__all__ = [
    "UNGROUNDED",
    "UNSAID",
    "ReplyStyle",
    "all_flags",
    "doubt",
    "ground",
    "parse_extraction",
    "parse_keywords",
    "strip_thinking",
    "thinks_without_end",
]
