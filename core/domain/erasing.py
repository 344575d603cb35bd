"""Words that only one text holds, taken out of others: what a purge has to erase of what persons wrote.

Equal words get equal stand-ins, so that decisions that fitted together still do. Knows nothing of where texts are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from core.domain.fulltext import folded, words

_STAND_IN = re.compile(r"erased(\d+)")


def forms(texts: Iterable[str]) -> frozenset[str]:
    """The words of texts as they are compared; a lone character of a script without spaces is none."""
    return frozenset(word.form for text in texts for word in words(text) if not word.tail)


class Redaction:
    """Takes `gone` words (see `forms`) out. `taken` are the stand-ins that texts hold from earlier times."""

    def __init__(self, gone: frozenset[str], taken: Iterable[str] = ()) -> None:
        self._gone = gone
        self._known: dict[str, str] = {}
        self._last = max((int(found) for text in taken for found in _STAND_IN.findall(text)), default=0)

    def holds(self, text: str) -> bool:
        """Whether one of the words stands there."""
        return any(word.form in self._gone for word in words(text))

    def text(self, text: str) -> str:
        """The text with a stand-in for each of the words."""
        pieces, at = list[str](), 0
        for start, end in self._spans(text):
            pieces += [text[at:start], self._stand_in(text[start:end])]
            at = end
        return "".join([*pieces, text[at:]])

    def value(self, value: Any) -> Any:
        """The same for every text in a JSON value but the names of fields."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {key: self.value(each) for key, each in value.items()}
        return value

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the words stand; pairs of characters that overlap are one place."""
        begin, end = 0, 0
        for word in words(text):
            if word.form not in self._gone:
                continue
            if word.start >= end and end:
                yield begin, end
                begin = word.start
            begin, end = (begin, word.end) if end and word.start < end else (word.start, word.end)
        if end:
            yield begin, end

    def _stand_in(self, word: str) -> str:
        key = folded(word)
        if key not in self._known:
            self._last += 1
            self._known[key] = f"erased{self._last}"
        return self._known[key]
