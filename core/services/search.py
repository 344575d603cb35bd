"""The search box: full text over passages and names of one view, with the places where the words stand.

Passages that hold all that was typed are found; where there are none, those that hold some of it, and that is said.
What a viewer may not see is neither found nor counted in a score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from core.domain.packing import entity_label
from core.domain.query import Phrase, Query, find_words, read_query, readings, snippet
from core.domain.records import Chunk, Span
from core.services.namefinder import Named, NameFinder
from core.services.views import View
from core.store.words import EVERYTHING, Only, WordHit, WordsFound

OpenView = Callable[[str, tuple[str, ...] | None], View]
Match = Literal["all", "any", "nothing"]


class LookUp(Protocol):
    """Passages by id, and titles of documents by name; what may not be seen, or is gone, is left out."""

    def chunks(self, names: Sequence[str]) -> Mapping[str, Chunk]: ...

    def titles(self, documents: Iterable[str]) -> Mapping[str, str]: ...


class FindWords(Protocol):
    """Search by words: see `wordfinder.WordFinder`."""

    def search(self, expression: str, viewer: tuple[str, ...] | None = None, only: Only = EVERYTHING) -> WordsFound: ...


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage that was found. `score` is BM25 (higher is better), `rank` counts from 1 by (-score, chunk id).

    `marks` are the places of the words in `text`, the whole passage; `snippet` is the part of it to show first, and
    `snippet_marks` are the places in that. `title_marks` are those in the title. All in code points, ascending.
    """

    chunk: str
    document: str
    title: str
    text: str
    marks: tuple[Span, ...]
    snippet: str
    snippet_marks: tuple[Span, ...]
    title_marks: tuple[Span, ...]
    score: float
    rank: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity that was found by its name, or by what a passage calls it (`aliases`: other names it goes by).

    `label` is the name with its qualifier, `marks` the places of the words in it. `passages` counts its passages.
    """

    key: str
    label: str
    type: str
    aliases: tuple[str, ...]
    marks: tuple[Span, ...]
    passages: int
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class Facet:
    """How many of all passages found are in a document."""

    document: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a text: the best `limit` of `passage_count` passages and of `entity_count` entities.

    `match` says whether passages hold all that was typed or only some of it. `facets` count the passages found by
    document, whatever documents were asked for: most first. `notes` say what was not looked for. `types` count the
    entities found by type, whatever types were asked for: most first.
    """

    text: str
    passages: tuple[PassageHit, ...] = ()
    passage_count: int = 0
    entities: tuple[EntityHit, ...] = ()
    entity_count: int = 0
    facets: tuple[Facet, ...] = ()
    match: Match = "nothing"
    notes: tuple[str, ...] = ()
    types: tuple[tuple[str, int], ...] = ()


class SearchDesk:
    """Answers the search box. `look_up` gives passages by id and titles of documents, those that may be seen."""

    def __init__(self, look_up: LookUp, words: FindWords, view: OpenView) -> None:
        self._look_up, self._words, self._view, self._names = look_up, words, view, NameFinder()

    def search(
        self,
        text: str,
        policy: str = "careful",
        viewer: tuple[str, ...] | None = None,
        limit: int = 50,
        documents: Sequence[str] = (),
        types: Sequence[str] = (),
    ) -> Found:
        """Passages (of these documents, if any are given) and entities (of these types, if any are given), best first.

        The order of passages is (-score, chunk id), that of entities: names that are exactly this, then by
        (-score, key). Any text is allowed; one without a letter or digit finds nothing. Raises UnknownName for a
        merge rule that does not exist.
        """
        found = self.passages(text, viewer, limit, documents)
        if not read_query(text).phrases:
            return found
        named, phrases = self._entities(text, self._view(policy, viewer), loosely=found.match != "all")
        wanted = [one for one in named if not types or one.entity.type in types]
        entities = tuple(_entity(one, phrases, rank) for rank, one in enumerate(wanted[:limit], 1))
        return replace(found, entities=entities, entity_count=len(wanted), types=_types(named))

    def passages(
        self, text: str, viewer: tuple[str, ...] | None = None, limit: int = 50, documents: Sequence[str] = ()
    ) -> Found:
        """The same without entities: no graph is needed."""
        only = Only(limit, frozenset(documents))
        for expression, query, whole in readings(text):
            found = self._words.search(expression, viewer, only)
            if found.counts:
                match: Match = "all" if whole else "any"
                return self._filled(Found(text, match=match, notes=_notes(query)), query.phrases, found, only)
        return Found(text, notes=_notes(read_query(text)))

    def _filled(self, empty: Found, phrases: Sequence[Phrase], found: WordsFound, only: Only) -> Found:
        chunks = self._look_up.chunks([hit.chunk for hit in found.hits])
        # A passage that went away between the two looks is not shown.
        there = [hit for hit in found.hits if hit.chunk in chunks]
        return replace(
            empty,
            passages=tuple(_passage(chunks[hit.chunk], hit, phrases, rank) for rank, hit in enumerate(there, 1)),
            passage_count=sum(n for name, n in found.counts.items() if not only.documents or name in only.documents),
            facets=self._facets(found.counts),
        )

    def _facets(self, counts: Mapping[str, int]) -> tuple[Facet, ...]:
        titles = self._look_up.titles(counts)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Facet(document, titles.get(document, document), count) for document, count in ordered)

    def _entities(self, text: str, view: View, loosely: bool) -> tuple[tuple[Named, ...], Sequence[Phrase]]:
        for expression, query, whole in readings(text):
            named = self._names.search(view, expression, text) if whole or loosely else ()
            if named:
                return named, query.phrases
        return (), ()


def _types(named: Sequence[Named]) -> tuple[tuple[str, int], ...]:
    counts = Counter(one.entity.type for one in named)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _notes(query: Query) -> tuple[str, ...]:
    return (f"{query.cut} words beyond the first {len(query.phrases)} were not looked for.",) if query.cut else ()


def _passage(chunk: Chunk, hit: WordHit, phrases: Sequence[Phrase], rank: int) -> PassageHit:
    marks = find_words(chunk.text, phrases)
    part = snippet(chunk.text, marks)
    inside = (mark for mark in marks if part.start < mark.end and mark.start < part.end)
    return PassageHit(
        chunk=chunk.id,
        document=chunk.document,
        title=chunk.title,
        text=chunk.text,
        marks=marks,
        snippet=chunk.text[part.start : part.end],
        snippet_marks=tuple(
            Span(max(mark.start, part.start) - part.start, min(mark.end, part.end) - part.start) for mark in inside
        ),
        title_marks=find_words(chunk.title, phrases),
        score=hit.score,
        rank=rank,
        page=chunk.page,
    )


def _entity(named: Named, phrases: Sequence[Phrase], rank: int) -> EntityHit:
    entity, label = named.entity, entity_label(named.entity)
    return EntityHit(
        key=entity.key,
        label=label,
        type=entity.type,
        aliases=named.aliases,
        marks=find_words(label, phrases),
        passages=len(entity.chunks),
        score=named.score,
        rank=rank,
    )
