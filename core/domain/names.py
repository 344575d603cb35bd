"""From a surface form to a key: the only place that normalises names.

`clean_name` gives the form to show, `NodeRef` the identity of a node, `entity_key` and `relation_key` the strings that
stand for nodes and edges outside. Keys are injective: two different nodes never share one.
"""

from __future__ import annotations

import html
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import regex

UNRELATED = "related"
"""The predicate of a relation that came without keywords."""
BETWEEN = " · "
"""Between a name and its qualifier, where a node is shown."""

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "「": "」", "『": "』", "《": "》", "〈": "〉"}
# Zero-width joiners carry meaning in Persian, Indic scripts and emoji; every other format character is noise in a name.
_JOINERS = "\u200c\u200d"
# Signs that stand around a number and are seen, though Unicode files them under format characters.
_SEEN = frozenset(map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)))
_CJK_GAP = regex.compile(r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}]) +(?=[\p{Han}\p{Hiragana}\p{Katakana}])")
_PARENS = str.maketrans("[]", "()")
_SEPARATOR = regex.compile(r"-(?=[->])")
_COLON = regex.compile(r"(?<![^ ]):(?![^ ])")


@lru_cache(maxsize=200_000)
def clean_name(text: str) -> str:
    """The form of a name to show; empty only if nothing in `text` is visible.

    HTML entities decoded once, then as `tidy_name`.
    """
    return tidy_name(html.unescape(text))


def tidy_name(text: str) -> str:
    """A name that has been decoded: what `clean_name` gives stays as it is.

    Control characters out, NFKC, white space folded, spaces between CJK characters out, outer quotes and book
    marks off.
    """
    name = unicodedata.normalize("NFKC", "".join(c for c in text if _visible(c)))
    name = _CJK_GAP.sub("", " ".join(name.split()))
    while (inner := _unquoted(name)) != name:
        name = inner
    return name if name.strip(_JOINERS + " ") else ""


def _visible(char: str) -> bool:
    kept = char.isspace() or char in _JOINERS or char in _SEEN
    return kept or unicodedata.category(char) not in ("Cc", "Cf", "Cs")


def _unquoted(name: str) -> str:
    """Take off one pair of quotes that encloses the whole name; `"A" and "B"` keeps its quotes."""
    if len(name) < 3 or _QUOTES.get(name[0]) != name[-1]:
        return name
    inner = name[1:-1].strip()
    return inner if inner and name[0] not in inner and name[-1] not in inner else name


@lru_cache(maxsize=200_000)
def name_key(text: str) -> str:
    """The key of a name under careful: cleaned, then case folded. Empty only if `text` shows nothing."""
    return _folded(clean_name(text))


@lru_cache(maxsize=50_000)
def shown_key(name: str) -> str:
    """The key of a name as it is shown, which is not decoded a second time: `name_key` of what it was made from."""
    return _folded(tidy_name(name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())


def classic_key(text: str) -> str:
    """The key of a name under classic: trimmed and lower-cased, nothing else."""
    return text.strip().lower()


@lru_cache(maxsize=50_000)
def qualifier_key(text: str) -> str:
    """The key of a qualifier: like a name's, with square brackets made round so that keys stay unambiguous."""
    return name_key(text).translate(_PARENS)


@dataclass(frozen=True, slots=True, order=True)
class NodeRef:
    """What identifies a node: normalised name and qualifier (empty where there is none)."""

    name: str
    qualifier: str = ""

    @staticmethod
    def of(name: str, qualifier: str = "") -> NodeRef:
        return NodeRef(name_key(name), qualifier_key(qualifier))

    @staticmethod
    def shown(name: str, qualifier: str = "") -> NodeRef:
        """The node that is shown under these forms; this is how decisions name it."""
        return NodeRef(shown_key(name)).qualified(qualifier)

    def qualified(self, qualifier: str) -> NodeRef:
        """The node of this name under a qualifier as it is shown; itself where that is empty."""
        return NodeRef(self.name, shown_key(qualifier).translate(_PARENS)) if qualifier else self

    @property
    def key(self) -> str:
        """`name` or `name [qualifier]`; an unqualified name that looks qualified gets an empty pair of brackets."""
        if self.qualifier:
            return f"{self.name} [{self.qualifier}]"
        looks_qualified = self.name.endswith("]") and " [" in self.name
        return f"{self.name} []" if looks_qualified else self.name


def shown_name(name: str, qualifier: str = "") -> str:
    """A node's name to show, with its qualifier where it has one: `Daily backup · Business`."""
    return f"{name}{BETWEEN}{qualifier}" if qualifier else name


def ref_of(key: str) -> NodeRef:
    """The node that has this key under careful: what `NodeRef.key` was made from."""
    name, bracket, qualifier = key.removesuffix("]").rpartition(" [")
    return NodeRef(name, qualifier) if bracket and key.endswith("]") else NodeRef(key)


def entity_key(name: str, qualifier: str = "") -> str:
    """The key of the node of that name and qualifier under careful."""
    return NodeRef.of(name, qualifier).key


def predicate_of(keywords: tuple[str, ...]) -> str:
    """The predicate of a relation: its first keyword, normalised like a name; `related` if there is none."""
    return next((key for word in keywords if (key := name_key(word))), UNRELATED)


def relation_key(source: str, target: str, predicate: str = "") -> str:
    """`source -> target : predicate`, or `a -- b` where no predicate is given (classic: direction is lost)."""
    if not predicate:
        return f"{_escaped(source)} -- {_escaped(target)}"
    return f"{_escaped(source)} -> {_escaped(target)} : {predicate}"


@lru_cache(maxsize=50_000)
def _escaped(key: str) -> str:
    """Break what would read as a separator, so that the parts can be told apart again."""
    return str(_COLON.sub(r"\\:", _SEPARATOR.sub(r"-\\", key.replace("\\", "\\\\"))))
