"""Whether the texts of one profile contradict each other: the same unit with different numbers.

This is the flag on a node; which mentions disagree, and the other signals, belong to diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import regex

_UNITS = (
    "second minute hour day week month quarter year percent % kb mb gb tb kib mib gib tib user seat member record "
    "request euro dollar pound eur usd gbp cm mm km kg "
    "秒 分钟 小时 天 日 周 个月 月 年 元 人 次 条"
).split()
_UNIT = "|".join(sorted(_UNITS, key=lambda unit: (-len(unit), unit)))
# A number may follow a Chinese or Japanese character directly, but no other letter (`v7`).
_BEFORE = r"(?<![\d.]|[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}])"
_AFTER = r"(?:s?(?!\w)|(?<=\p{Han}))"
_QUANTITY = regex.compile(rf"{_BEFORE}(\d+(?:[.,]\d+)*)[ \u00a0-]?({_UNIT}){_AFTER}", regex.IGNORECASE)


def quantities(text: str) -> Mapping[str, frozenset[str]]:
    """Unit (lower case, singular) -> the numbers that stand before it in the text."""
    found: dict[str, set[str]] = {}
    for number, unit in _QUANTITY.findall(text):
        found.setdefault(unit.lower(), set()).add(number)
    return {unit: frozenset(numbers) for unit, numbers in found.items()}


def in_conflict(texts: Iterable[str]) -> bool:
    """Whether two of the texts give the same unit different numbers, none of them in common."""
    return disagree(map(quantities, texts))


def disagree(found: Iterable[Mapping[str, frozenset[str]]]) -> bool:
    """`in_conflict` of texts whose quantities are known."""
    by_unit: dict[str, list[frozenset[str]]] = {}
    for quantities_ in found:
        for unit, numbers in quantities_.items():
            if any(numbers.isdisjoint(other) for other in by_unit.setdefault(unit, [])):
                return True
            by_unit[unit].append(numbers)
    return False
