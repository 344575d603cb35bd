"""Where text may be cut: the borders between graphemes, what a reader takes for one character.

Owns the fast and linear search for the places inside a grapheme. Refuses any notion of chunk or token.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

_OTHER = r"\p{GCB=Other}"
_JOINING = r"[^\p{GCB=Other}\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}]"

# Between two characters of class Other, and around a control, is always a border (Unicode UAX 29, GB4, GB5, GB999).
_STRETCH = regex.compile(rf"\r\n|{_OTHER}?(?:{_JOINING}++{_OTHER}?)++")
_PART = regex.compile(rf"\r|{_JOINING}")  # no stretch is without one of these, and most texts have none
_GRAPHEME = regex.compile(r"\X")

_SLICE = 1024  # \X counts flags backward from each place, so a long run of them is only linear in short slices


def inner_places(text: str) -> list[int]:
    """The offsets that are not borders of a grapheme, ascending; 0 and len(text) are always borders."""
    places: list[int] = []
    if not _PART.search("".join(set(text))):
        return places
    for stretch in _STRETCH.finditer(text):
        for start, end in _graphemes(text[stretch.start() : stretch.end()]):
            places.extend(range(stretch.start() + start + 1, stretch.start() + end))
    return places


def _graphemes(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each grapheme; `text` itself starts and ends at a border."""
    position, width = 0, _SLICE
    while position < len(text):
        piece = text[position : position + width]
        found = [match.span() for match in _GRAPHEME.finditer(piece)]
        if position + width < len(text):
            if len(found) == 1:
                width *= 2
                continue
            found.pop()  # it may go on in the next slice
        yield from ((position + start, position + end) for start, end in found)
        position, width = position + found[-1][1], _SLICE
