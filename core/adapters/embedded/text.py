"""Plain text for the parsers: what of a chunk is prose, in blocks, each character knowing its place in the chunk.

Owns the markup that is taken off (Markdown, links, tags, labels of fields, control characters) and which language a
text is read as.
Refuses to change a word: what is left of a block stands in the chunk in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import regex

Kind = Literal["prose", "heading", "cell"]

MAX_BLOCK = 3000
"""Characters of one block; longer paragraphs are cut at white space, so that one endless line can't stall a parser."""

MAX_QUOTE = 500
"""Characters of a sentence in a description."""

_UNSEEN = regex.compile(r"[^\P{C}\p{Cf}\s]+")
_LINE = regex.compile(r"([^\n\r\v\f\u2028\u2029]*)(?:\r\n|[\n\r\v\f\u2028\u2029]|$)")
_FENCE = regex.compile(r"\s{0,3}(?:```|~~~)")
_HEADING = regex.compile(r"\s{0,3}#{1,6}\s+")
_ITEM = regex.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|[（(][一二三四五六七八九十\d]{1,3}[)）])\s+(?:\[[ xX]\]\s+)?")
_QUOTE = regex.compile(r"\s{0,3}(?:>\s?)+")
_LABEL = regex.compile(r"\s*[\p{L}\p{N}][^:.!?\n]{0,39}:\s+(?=\S)")
_RULE = regex.compile(r"[\s\-=*_|:+]*$")
_MARKUP = regex.compile(
    r"""!?\[(?P<label>[^\[\]\n]{0,300})\]\([^()\n]{0,1000}\)      # a link keeps its label
      | (?:https?://|www\.)\S*[^\s.,;:!?)\]}'"]                   # an address
      | [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+               # an e-mail address
      | </?[a-zA-Z][^<>\n]{0,200}> | &\#?\w{1,8};                 # a tag, an entity
      | \S{100,}                                                  # no word of a language
      | [*`~|\\]+ | (?<!\w)[_\#^]+ | _+(?!\w)                     # marks
      | (?P<space>\s+)
      | [\p{Cc}\p{Cs}\p{Co}\u200b\ufeff]+                         # control characters, lone surrogates
    """,
    regex.VERBOSE,
)
_SENTENCE_END = regex.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？；]+[”’」』）》]*|$")
_HAN = regex.compile(r"\p{Han}")
_LATIN_WORD = regex.compile(r"\p{Latin}+")
_LETTER = regex.compile(r"\p{L}")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, heading or table cell without markup; `text[i]` stands at `places[i]` of the chunk."""

    text: str
    places: tuple[int, ...]
    kind: Kind = "prose"

    def where(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the chunk of `text[start:end]`, which must not be empty."""
        return self.places[start], self.places[end - 1] + 1


def language(text: str) -> Literal["en", "zh", ""]:
    """Chinese where there are more Han characters than Latin words; empty where most letters are of neither script."""
    han, words = len(_HAN.findall(text)), _LATIN_WORD.findall(text)
    letters = len(_LETTER.findall(text))
    if han + sum(map(len, words)) < letters / 2:
        return ""
    return "zh" if han > len(words) else "en"


def blocks(text: str) -> list[Block]:
    """The blocks of a chunk in its order, none empty. Code between fences is left out."""
    return [block for kind, ranges in _lines(text) for block in _cleaned(text, kind, ranges)]


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a chunk stand, by punctuation and blocks alone: (start, end) offsets, ascending."""
    spans = []
    for block in blocks(text):
        start = 0
        for end in _SENTENCE_END.finditer(block.text):
            piece = block.text[start : end.end()]
            if kept := piece.strip():
                begin = start + piece.index(kept)
                spans.append(block.where(begin, begin + len(kept)))
            start = end.end()
    return spans


def quoted(text: str, start: int, end: int) -> str:
    """A sentence as it stands, but for white space, control characters and what can't be encoded; 500 characters."""
    return " ".join(_UNSEEN.sub("", text[start:end]).split())[:MAX_QUOTE]


def _lines(text: str) -> Iterator[tuple[Kind, list[tuple[int, int]]]]:
    """Each block as its kind and the ranges of its lines, without what marks a heading, item, quotation or field."""
    fields = _fields(text)
    paragraph: list[tuple[int, int]] = []
    fenced = False
    for line in _LINE.finditer(text):
        start, end = line.span(1)
        if fence := _FENCE.match(text, start, end):
            fenced = not fenced
        value = fields.get(start)
        start, opens, kind = _opening(text, start, end)
        if paragraph and (value or opens or fence or fenced):
            yield "prose", paragraph
            paragraph = []
        if fence or fenced or kind == "rule":
            continue
        if value:
            yield "prose", [(value, end)]
        elif kind == "prose":
            paragraph.append((start, end))
        else:
            yield from ((kind, [cell]) for cell in _cells(text, start, end, kind))
    if paragraph:
        yield "prose", paragraph


def _fields(text: str) -> dict[int, int]:
    """Lines `label: value` next to another such line, as a row of a table is written: their starts, and the values'."""
    found: dict[int, int] = {}
    before: tuple[int, int] | None = None
    for line in _LINE.finditer(text):
        label = _LABEL.match(text, *line.span(1))
        here = (line.start(), label.end()) if label else None
        if before and here:
            found |= dict((before, here))
        before = here
    return found


def _opening(text: str, start: int, end: int) -> tuple[int, bool, Kind | Literal["rule"]]:
    """Where the words of a line begin, whether it opens a new block, and what it is."""
    if quote := _QUOTE.match(text, start, end):
        start = quote.end()
    if _RULE.match(text[start:end]):
        return start, True, "rule"
    if heading := _HEADING.match(text, start, end):
        return heading.end(), True, "heading"
    if text[start:end].lstrip().startswith("|"):
        return start, True, "cell"
    if item := _ITEM.match(text, start, end):
        return item.end(), True, "prose"
    return start, False, "prose"


def _cells(text: str, start: int, end: int, kind: Kind) -> Iterator[tuple[int, int]]:
    if kind != "cell":
        yield start, end
        return
    for cell in regex.finditer(r"[^|]+", text[start:end]):
        yield start + cell.start(), start + cell.end()


def _cleaned(text: str, kind: Kind, ranges: list[tuple[int, int]]) -> Iterator[Block]:
    """The ranges without markup, joined by spaces, in blocks of at most MAX_BLOCK characters."""
    chars: list[str] = []
    places: list[int] = []
    for start, end in ranges:
        for place in _kept(text, start, end):
            char = " " if text[place].isspace() else text[place]
            if char != " " or (chars and chars[-1] != " "):
                chars.append(char)
                places.append(place)
        if chars and chars[-1] != " ":
            chars.append(" ")
            places.append(end - 1)
    whole = "".join(chars)
    for start, end in _cuts(whole):
        if piece := whole[start:end].rstrip():
            yield Block(piece, tuple(places[start : start + len(piece)]), kind)


def _kept(text: str, start: int, end: int) -> Iterator[int]:
    for mark in _MARKUP.finditer(text, start, end):
        yield from range(start, mark.start())
        if mark.group("space"):
            yield mark.start()
        elif mark.group("label"):
            yield from range(mark.start("label"), mark.end("label"))
        start = mark.end()
    yield from range(start, end)


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > MAX_BLOCK:
        end = text.rfind(" ", start + 1, start + MAX_BLOCK) + 1 or start + MAX_BLOCK
        yield start, end
        start = end
    yield start, len(text)
