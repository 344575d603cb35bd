"""A reader that ships without any model: what it finds in a passage stands in a table or is given by a function.

`capitalised` is such a function, good enough to try things with. None of this understands a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from core.domain.records import EntityRow, Extraction, Keywords, RelationRow
from core.ports import Passage

Script = Callable[[Passage], Extraction]

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*")
_NAME = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*")


class ScriptedExtractor:
    """Reads by a function, or by a table of texts (a text that is not in it says nothing).

    The function may raise any ModelError, as a model would.
    """

    def __init__(self, script: Script | Mapping[str, Extraction], identity: str = "scripted@1") -> None:
        self._script: Script = script if callable(script) else _looked_up(script)
        self.identity = identity

    def extract(self, passage: Passage) -> Extraction:
        return self._script(passage)

    def keywords(self, question: str) -> Keywords:
        """Names written with a capital are low-level keywords, the other words of four letters or more high-level."""
        low = tuple(dict.fromkeys(_NAME.findall(question)))
        named = {word for name in low for word in name.split()}
        words = re.findall(r"\w{4,}", question)
        return Keywords(low, tuple(dict.fromkeys(word for word in words if word not in named)))


def _looked_up(table: Mapping[str, Extraction]) -> Script:
    return lambda passage: table.get(passage.text, Extraction())


def capitalised(passage: Passage) -> Extraction:
    """Runs of capitalised words are entities, described by their sentence; neighbours in a sentence are related."""
    entities: list[EntityRow] = []
    relations: list[RelationRow] = []
    for sentence in _SENTENCE_END.split(passage.text):
        found = list(_NAME.finditer(sentence))
        entities += [EntityRow(match.group(), "name", sentence) for match in found]
        for left, right in pairwise(found):
            between = tuple(sentence[left.end() : right.start()].split())
            if left.group() != right.group():
                relations.append(RelationRow(left.group(), right.group(), sentence, between[:1]))
    return Extraction(tuple(entities), tuple(relations))
