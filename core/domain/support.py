"""Whether the context backs what an answer says, sentence by sentence, and which words of it do.

The measure: the greatest likeness of the sentence to any sentence of the passages in question, or any two that follow
each other; and every number that it writes in digits has to stand in those passages. A cited sentence is held against
the passages that it cites, an uncited one against the whole context. What likeness is, the caller says: cosine by the
workspace's embedder, or shared words where none answers. Says nothing about truth: likeness can't tell "is" from "is
not".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from core.domain.answers import Quote, Sentence
from core.domain.citations import Cited
from core.domain.languages import beyond_latin
from core.domain.lexical import content_words, coverage, figures, numbers
from core.domain.records import Chunk, Span
from core.domain.sentences import sentences
from core.domain.trace import Trace
from core.domain.verdicts import kind_of, plain_sentence, says_something

COMPARED = 16
"""Sentences of the context that one sentence is held against: those that share most words with it.

With all of a page's 25 sentences 3 of 100 faithful ones more pass, at twice the cost (`bench/support.py`).
"""

PAIR_GAIN = 0.03
"""Two sentences together are quoted only where they are nearer than the best single one by this much."""

Parts = tuple[str, ...]
Likeness = Callable[[str, Sequence[Parts]], Sequence[float]]
"""How near a sentence is to each of some pieces of text (one or two sentences each), in [0, 1]."""


@dataclass(frozen=True)
class Held:
    """One sentence of the context, the `place`th of passage `citation`, or (0) of the described entities and relations.

    `text` is its plain words; they stand at `span` of the passage.
    """

    citation: int
    place: int
    span: Span
    text: str

    @cached_property
    def words(self) -> frozenset[str]:
        return content_words(self.text)


class Ground:
    """What an answer may rest on: the packed passages, and what is shown of entities and relations."""

    def __init__(self, trace: Trace) -> None:
        self.chunks: dict[int, Chunk] = {kept.rank: kept.chunk for kept in trace.chunks}
        self._facts = [kept.entity.description for kept in trace.entities]
        self._facts += [kept.relation.description for kept in trace.relations]
        self._held: dict[int, tuple[Held, ...]] = {}
        self._numbers: dict[int, frozenset[str]] = {}

    def held(self, citations: Iterable[int]) -> tuple[Held, ...]:
        """The sentences of the passages of these numbers; 0 stands for entities and relations."""
        return tuple(held for citation in citations for held in self._of(citation))

    def numbers(self, citations: Iterable[int]) -> frozenset[str]:
        """All numbers that stand there."""
        return frozenset().union(*(self._numbers_of(citation) for citation in citations))

    def everything(self) -> tuple[int, ...]:
        return (*self.chunks, 0)

    def _of(self, citation: int) -> tuple[Held, ...]:
        if citation not in self._held:
            self._held[citation] = tuple(self._read(citation))
        return self._held[citation]

    def _read(self, citation: int) -> Iterator[Held]:
        texts = [self.chunks[citation].text] if citation else self._facts
        for text in texts:
            for place, span in enumerate(sentences(text)):
                plain = plain_sentence(text[span.start : span.end])
                if says_something(plain):
                    yield Held(citation, place, span, plain)

    def _numbers_of(self, citation: int) -> frozenset[str]:
        if citation not in self._numbers:
            chunk = self.chunks.get(citation)
            texts = [chunk.title, chunk.text] if chunk else self._facts
            self._numbers[citation] = frozenset().union(*map(numbers, texts))
        return self._numbers[citation]


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the answer that is to be backed: its words, and the sentences that it is held against."""

    sentence: Sentence
    words: str
    held: tuple[Held, ...]


class Draft:
    """An answer with its citations checked, read sentence by sentence against a ground."""

    def __init__(self, cited: Cited, ground: Ground) -> None:
        self._ground = ground
        self._sentences = [_read(cited, span) for span in sentences(cited.text)]
        self.claims = {
            n: self._claim(cited.text[s.start : s.end], s)
            for n, s in enumerate(self._sentences)
            if s.kind == "statement"
        }

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that has to be measured, each once: those of the answer, then those of the context."""
        said = [claim.words for claim in self.claims.values()]
        held = [held.text for claim in self.claims.values() for held in claim.held]
        return tuple(dict.fromkeys([*said, *held]))

    def judged(self, likeness: Likeness, least: float) -> tuple[Sentence, ...]:
        """The sentences with their support; below `least`, or with a number of their own, they are not supported.

        By shared words a sentence has no support (None) where the passages are in another script.
        """
        judged = {n: self._judge(claim, likeness, least) for n, claim in self.claims.items()}
        return tuple(judged.get(n, sentence) for n, sentence in enumerate(self._sentences))

    def _claim(self, text: str, sentence: Sentence) -> Claim:
        words = plain_sentence(text)
        held = self._ground.held(sentence.citations or self._ground.everything())
        return Claim(sentence, words, nearest(words, held))

    def _judge(self, claim: Claim, likeness: Likeness, least: float) -> Sentence:
        sentence, asked = claim.sentence, claim.sentence.citations or self._ground.everything()
        foreign = likeness is shared_words and _in_other_script(claim)
        scored = [] if foreign else scored_windows(claim.words, claim.held, likeness)
        support = None if foreign else max((score for _, score in scored), default=0.0)
        here = self._ground.numbers(asked)
        lacking = tuple(said for plain, said in figures(claim.words).items() if plain not in here)
        wanted = [{citation} for citation in sentence.citations] or [set(self._ground.chunks)]
        quotes = [best for among in wanted if (best := self._best(scored, among))]
        supported = (support is None or support >= least) and not lacking
        return replace(sentence, support=support, supported=supported, quotes=tuple(quotes), lacking=lacking)

    def _best(self, scored: Sequence[Scored], among: set[int]) -> Quote | None:
        found = best_window([item for item in scored if item[0][0].citation in among])
        return quote_of(found, self._ground.chunks) if found else None


Scored = tuple[tuple[Held, ...], float]


def nearest(words: str, held: Sequence[Held], most: int = COMPARED) -> tuple[Held, ...]:
    """At most so many sentences, those that share most words with what is said, in their order."""
    if len(held) <= most:
        return tuple(held)
    said = content_words(words)
    best = sorted(range(len(held)), key=lambda n: (-coverage(said, held[n].words), n))[:most]
    return tuple(held[n] for n in sorted(best))


def scored_windows(words: str, held: Sequence[Held], likeness: Likeness) -> list[Scored]:
    """Each sentence, then each two neighbours of one passage, with their likeness to the words."""
    windows: list[tuple[Held, ...]] = [(one,) for one in held]
    windows += [(a, b) for a, b in pairwise(held) if _follows(a, b)]
    scores = likeness(words, [tuple(one.text for one in window) for window in windows]) if windows else ()
    return list(zip(windows, map(float, scores), strict=True))


def best_window(scored: Sequence[Scored]) -> Scored | None:
    """The best; a single sentence unless two are clearly better, the first of equals."""
    singles = [item for item in scored if len(item[0]) == 1]
    if not singles:
        return None
    single, any_ = max(singles, key=lambda item: item[1]), max(scored, key=lambda item: item[1])
    return any_ if any_[1] > single[1] + PAIR_GAIN else single


def quote_of(scored: Scored, chunks: dict[int, Chunk]) -> Quote:
    """The words of a window as they stand in its passage."""
    window, score = scored
    chunk, start, end = chunks[window[0].citation], window[0].span.start, window[-1].span.end
    return Quote(window[0].citation, chunk.id, chunk.document, start, end, chunk.text[start:end], score)


def shared_words(said: str, pieces: Sequence[Parts]) -> list[float]:
    """Likeness without a model: the share of the words said that a piece holds."""
    words = content_words(said)
    return [coverage(words, content_words(" ".join(parts))) for parts in pieces]


def _in_other_script(claim: Claim) -> bool:
    """Whether no sentence that a claim is held against is written in its script, Latin or another."""
    return bool(claim.held) and all(beyond_latin(one.text) != beyond_latin(claim.words) for one in claim.held)


def _follows(a: Held, b: Held) -> bool:
    return a.citation == b.citation != 0 and a.place + 1 == b.place


def _read(cited: Cited, span: Span) -> Sentence:
    numbers_ = sorted({mark.number for mark in cited.marks if span.start <= mark.start < span.end})
    kind = kind_of(cited.text[span.start : span.end], bool(numbers_))
    return Sentence(span.start, span.end, tuple(numbers_), kind=kind)
