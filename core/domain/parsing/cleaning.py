"""From a value in a reply (text, number, list, null, …) to clean text, keywords, a number or a type.

Every function says what it changed, in words, so that the caller can list the row as repaired. Nothing here decides
whether a row is kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import regex

from core.domain.names import clean_name, name_key

MAX_STRENGTH = 1e9
"""A larger strength is taken for a slip: means of such numbers would run out of range."""

MAX_TYPE_LENGTH = 60
"""Longer than this, in characters, a type is a sentence that slipped into its place."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_BETWEEN_CJK = regex.compile(
    r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}，。、；：！？])[ \t]*\n\s*(?=[\p{Han}\p{Hiragana}\p{Katakana}])"
)
_SEPARATORS = re.compile("[,;，、；\n]")
_BLANKS = {"none", "null", "n/a", "na", "nil", "-", "--", "—", "无", "空", "undefined", "nan"}
_NO_KEYWORD = {"none", "null", "n/a", "-", "--", "—", "无"}
_ODD_IN_TYPE = re.compile(r"""["'()<>|/\\,，、:;{}\[\]]""")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_STRENGTH = re.compile(
    r"(?:(?:relationship[_ ])?(?:strength|weight)|强度|权重)?\s*[:：=]?\s*-?\d{1,9}(?:\.\d{1,9})?(?:\s*/\s*\d{1,4})?",
    re.IGNORECASE,
)
_TEXT_KEYS = ("text", "name", "value", "description", "keyword", "title", "label")

Repairs = list[str]


def text_of(value: Any, field: str, repairs: Repairs) -> str:
    """Text on one line, control characters out; null and its spellings are no text."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        text = one_line(value)
        return "" if text.casefold() in _BLANKS else text
    repairs.append(f"{field} was {_kind(value)}, read as text")
    if isinstance(value, list):
        return "; ".join(part for item in value if (part := _plain(item)))
    return _plain(value)


def one_line(text: str) -> str:
    """White space folded to single spaces, line ends between Chinese or Japanese characters out."""
    joined = _BETWEEN_CJK.sub("", _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    return " ".join(joined.split())


def name_of(value: Any, field: str, repairs: Repairs) -> str:
    """A cleaned name; empty where the value shows nothing."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        return clean_name(_CONTROL.sub("", value))
    return clean_name(text_of(value, field, repairs))


def keywords_of(value: Any, field: str, repairs: Repairs) -> tuple[str, ...]:
    """Keywords from a list (kept item by item) or from text split at commas, semicolons and line ends; no repeats."""
    if isinstance(value, list):
        parts: Iterable[str] = [_plain(item) for item in value]
        if any(not isinstance(item, str) for item in value if item is not None):
            repairs.append(f"{field} held items that are not text")
    elif isinstance(value, str):
        parts = _SEPARATORS.split(value)
    else:
        parts = _SEPARATORS.split(text_of(value, field, repairs))
    return distinct(keyword for part in parts if (keyword := _keyword(part)))


def distinct(words: Iterable[str]) -> tuple[str, ...]:
    """The words in their order, each once, without regard to case."""
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(name_key(word), word)
    return tuple(first.values())


def strength_of(value: Any, repairs: Repairs) -> float:
    """A number above 0 from a number or from text such as `7` or `7/10`; 1 where there is none."""
    if value is None or value == "":
        return 1.0
    number = _number(value)
    if number is None or not 0 < number <= MAX_STRENGTH:
        repairs.append(f"strength {_plain(value)[:40]!r} is no number above 0, read as 1")
        return 1.0
    return number


def is_number(text: str) -> bool:
    """Whether a field holds a strength and nothing else."""
    return _STRENGTH.fullmatch(text.strip()) is not None


class Types:
    """The entity types asked for; `other` is always among them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._keys = {name_key(name) for name in names} | {"other"}
        self._open = not names

    def knows(self, text: str) -> bool:
        return name_key(text) in self._keys

    def read(self, value: Any, repairs: Repairs) -> tuple[str, tuple[str, ...]]:
        """The type as given and its flags: `type` where it is missing, oddly formed or none of those asked for."""
        text = name_of(value, "type", repairs)
        if len(text) > MAX_TYPE_LENGTH:
            repairs.append("type was a sentence, left out")
            return "", ("type",)
        if self.knows(text) or (self._open and text and not _ODD_IN_TYPE.search(text)):
            return text, ()
        return text, ("type",)


def _keyword(part: str) -> str:
    text = one_line(part).strip("\"'“”‘’`*•").strip()
    return "" if text.casefold() in _NO_KEYWORD else clean_name(text)


def _plain(value: Any) -> str:
    """A value inside a list or an object as text; of an object its text-like field, else all its values."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        named = next((value[key] for key in _TEXT_KEYS if isinstance(value.get(key), str)), None)
        return one_line(named) if named is not None else _scalars(value.values())
    if isinstance(value, list):
        return _scalars(value)
    return str(value)


def _scalars(values: Iterable[Any]) -> str:
    return "; ".join(_plain(item) for item in values if isinstance(item, str | int | float) and _plain(item))


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        found = _NUMBER.search(value)
        value = found.group() if found else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    return {int: "a number", float: "a number", list: "a list", dict: "an object"}.get(type(value), "no text")
