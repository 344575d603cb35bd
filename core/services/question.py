"""One question as it is searched with: its keywords and their vectors, asked of the models once and kept.

Whatever is missing is replaced by the question itself, and said in a note; nothing is replaced in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.domain.modes import Mode, Parameters, Query
from core.domain.records import Keywords
from core.errors import BadModelReply, InputError, ModelError, ModelTimeout
from core.ports import Embedder, Extractor
from core.services.lexical import NO_WORDS, WordSearch

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks. Keywords that are given (even none) spare the model; seeds spare every search but chunks'.

    `viewer` None means everything, () what everyone may see. A blank question is an InputError unless there are seeds.
    """

    question: str
    mode: str = "hybrid"
    parameters: Parameters = field(default_factory=Parameters)
    low: tuple[str, ...] | None = None
    high: tuple[str, ...] | None = None
    seed_entities: tuple[str, ...] = ()
    seed_relations: tuple[str, ...] = ()
    policy: str = "careful"
    viewer: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not self.question.strip() and not self.seeded:
            raise InputError("The question is empty.", "Ask something, or give seeds.")

    @property
    def seeded(self) -> bool:
        return bool(self.seed_entities or self.seed_relations)

    @property
    def keywords_given(self) -> bool:
        return self.low is not None or self.high is not None


class Reading:
    """Keywords and vectors of one request; `notes` says what happened to the vectors. `words` searches by its words."""

    def __init__(
        self,
        request: Request,
        extractor: Callable[[], Extractor],
        embedder: Callable[[], Embedder],
        words: WordSearch = NO_WORDS,
    ) -> None:
        # Searched once, however often budgets change.
        self.words = replace(words, find=cache(words.find), reason=cache(words.reason))
        self.notes: list[str] = []
        self._keyword_notes: list[str] = []
        self._request = request
        self._question = request.question.strip()
        if not self._question:
            self.notes.append("There is no question, so chunks are ordered by votes.")
        self._extractor = extractor
        self._embedder = embedder
        self._keywords: Keywords | None = None
        self._vectors: dict[str, Vector] = {}
        self._failed = False

    def prepare(self, modes: Iterable[Mode]) -> None:
        """Embed all that the modes search with, and the question, in one batch. Raises ModelError without seeds."""
        wanted: dict[Query, None] = {"question": None}
        if not self._request.seeded:
            wanted |= dict.fromkeys(query for mode in modes for query in mode.queries)
        texts = dict.fromkeys(self.text(query) for query in wanted)
        missing = [text for text in texts if text and text not in self._vectors]
        if missing and not self._failed:
            self._embed(missing)

    def text(self, query: Query) -> str:
        """What is embedded for a query: a list is joined by commas, and the question stands in for an empty one."""
        if query == "question":
            return self._question
        return ", ".join(_words(self.keywords(), query)) or self._question

    def words_of(self, query: Query) -> tuple[str, ...]:
        """The keywords of a level; none for the question."""
        return () if query == "question" else _words(self.keywords(), query)

    def vector(self, query: Query) -> Vector | None:
        """None where the question is blank or could not be embedded; both only with seeds."""
        return self._vectors.get(self.text(query))

    def keywords(self) -> Keywords:
        """As given or extracted, once. Raises ModelError where the extractor can't be asked at all."""
        if self._keywords is None:
            self._keywords = self._read_keywords()
        return self._keywords

    def keywords_for(self, mode: Mode) -> tuple[Keywords, list[str]]:
        """The lists as they were found or given, and notes on what stands in for an empty one in this mode.

        Their origin is `question` where the mode searches with the question alone, or both lists are empty.
        """
        levels = [query for query in mode.queries if query != "question"]
        if not levels:
            unused = [f"{mode.name} searches with the question only: the given keywords are not used."]
            return Keywords(origin="question"), unused if self._request.keywords_given else []
        if self._request.seeded:
            unused = ["Seeds were given, so the given keywords are not searched with."]
            return self.keywords(), unused if self._request.keywords_given else []
        own = self.keywords()
        missing = [level for level in levels if not _words(own, level)]
        found = own if own.low or own.high else replace(own, origin="question")
        return found, self._keyword_notes + [self._stand_in(level) for level in missing]

    def _stand_in(self, level: Query) -> str:
        how = "given" if self._request.keywords_given else "found"
        return f"No {level}-level keywords were {how}: the question stands in for them."

    def _read_keywords(self) -> Keywords:
        request = self._request
        if request.keywords_given or request.seeded:
            return Keywords(_filled(request.low or ()), _filled(request.high or ()), "given")
        try:
            keywords = self._extractor().keywords(self._question)
        except (BadModelReply, ModelTimeout) as error:
            self._keyword_notes.append(f"The model gave no keywords: {error.message}")
            return Keywords(origin="question")
        if keywords.origin == "question":
            self._keyword_notes.append("No keywords could be read from the model's reply: the question is used.")
            return replace(keywords, low=(), high=())
        return replace(keywords, low=_filled(keywords.low), high=_filled(keywords.high))

    def _embed(self, texts: list[str]) -> None:
        try:
            embedding = self._embedder().embed(texts)
        except ModelError as error:
            if not self._request.seeded:
                raise
            self._failed = True
            self.notes.append(f"The question could not be embedded, so chunks are ordered by votes: {error.message}")
            return
        self._vectors.update(zip(texts, embedding.vectors, strict=True))
        long = [text for text, windowed in zip(texts, embedding.windowed, strict=True) if windowed]
        if long:
            self.notes.append("A text is longer than the embedder reads: the mean of its windows stands for it.")


def _filled(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.strip() for word in words if word.strip())


def _words(keywords: Keywords, level: Query) -> tuple[str, ...]:
    return keywords.low if level == "low" else keywords.high
