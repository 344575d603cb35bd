"""One answer as plain values for the browser. Pure: it draws nothing and asks nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.domain.answers import Answer, Quote, Sentence
from core.domain.citations import find_citations
from core.domain.runs import State
from core.domain.trace import KeptChunk, Trace
from core.services.likeness import LEAST
from pages.parts import words
from pages.parts import words_answer as own
from pages.parts.compare_why import brought_by, names_of

REVISION = 8
"""Of a revision's hash so many characters are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn: an `answer`, or the `text` of one that is still being written, or `quotes` in place of one.

    `revisions` gives the hash of each document's content, `changed` the passages that are not as they were, `starred`
    those that support the question; None where none can be starred.
    """

    trace: Trace
    answer: Answer | None = None
    text: str = ""
    quotes: tuple[Quote, ...] | None = None
    writing: bool = False
    revisions: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, State] = field(default_factory=dict)
    starred: frozenset[str] | None = None

    @property
    def cited(self) -> frozenset[int]:
        """The numbers that stand in what is shown."""
        if self.quotes is not None:
            return frozenset(quote.citation for quote in self.quotes)
        return frozenset(self.answer.citations) if self.answer else frozenset()


def data(shown: Shown) -> dict[str, Any]:
    """Texts as they are; offsets in code points; no measure while it is being written."""
    answer = shown.answer
    return {
        "text": answer.text if answer else shown.text,
        "writing": shown.writing,
        "sentences": [_sentence(one) for one in answer.sentences] if answer else [],
        "marks": [{"start": start, "end": end, "n": n} for start, end, n in _marks(shown)],
        "quotes": None if shown.quotes is None else [_quote(one) for one in shown.quotes],
        "notFound": bool(answer and answer.not_found),
        "measure": answer.measure if answer else "none",
        "least": LEAST[answer.measure] if answer else 0.0,
        "remarks": [{"kind": kind, "sign": sign, "text": text} for kind, sign, text in remarks(shown)],
        "passages": list(_passages(shown)),
        "strings": {name: _plain(value) for name, value in own.ANSWER_STRINGS.items()},
    }


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _marks(shown: Shown) -> Iterator[tuple[int, int, int]]:
    """Of a text still being written only marks of one number that a passage has."""
    if shown.answer:
        yield from ((mark.start, mark.end, mark.number) for mark in shown.answer.marks)
        return
    valid = {kept.rank for kept in shown.trace.chunks}
    for found in find_citations(shown.text):
        if len(found.numbers) == 1 and found.numbers[0] in valid:
            yield found.start, found.end, found.numbers[0]


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {
        "start": sentence.start,
        "end": sentence.end,
        "kind": sentence.kind,
        "supported": sentence.supported,
        "support": sentence.support,
        "citations": list(sentence.citations),
        "quotes": [_quote(quote) for quote in sentence.quotes],
        "lacking": list(sentence.lacking),
    }


def _quote(quote: Quote) -> dict[str, Any]:
    return {"n": quote.citation, "start": quote.start, "end": quote.end, "text": quote.text}


def remarks(shown: Shown) -> Iterator[tuple[str, str, str]]:
    """(kind, sign, sentence) of all that a reader has to know of the answer, the gravest first."""
    answer = shown.answer
    if answer is None:
        return
    if answer.incomplete:
        yield "warn", "!", " ".join((own.INCOMPLETE, *answer.notes))
    if answer.removed:
        numbers = ", ".join(f"[{n}]" for n in answer.removed)
        template = own.REMOVED_ONE if len(answer.removed) == 1 else own.REMOVED_MORE
        yield "warn", "!", template.format(count=len(answer.removed), numbers=numbers)
    yield from _backing(answer)
    if not answer.incomplete:
        yield from (("note", "·", note) for note in answer.notes)


def _backing(answer: Answer) -> Iterator[tuple[str, str, str]]:
    unsupported, statements = len(answer.unsupported), [one for one in answer.sentences if one.support is not None]
    if unsupported:
        template = own.UNSUPPORTED_ONE if unsupported == 1 else own.UNSUPPORTED_MORE
        yield "warn", "?", template.format(count=unsupported)
    elif statements and answer.measure != "none":
        yield "note", "✓", own.ALL_BACKED.format(measure=own.MEASURES[answer.measure])


def _passages(shown: Shown) -> Iterator[dict[str, Any]]:
    names = names_of({shown.trace.mode: shown.trace})
    for kept in shown.trace.chunks:
        chunk = kept.chunk
        yield {
            "n": kept.rank,
            "chunk": chunk.id,
            "document": chunk.document,
            "title": chunk.title or chunk.document,
            "where": where(kept),
            "revision": shown.revisions.get(chunk.document, "")[:REVISION],
            "text": chunk.text,
            "score": "" if kept.score is None else f"{kept.score:.2f}",
            "via": brought_by(kept.via, names, 2),
            "cited": kept.rank in shown.cited,
            "state": shown.changed.get(chunk.id, ""),
            "starred": None if shown.starred is None else chunk.id in shown.starred,
        }


def where(kept: KeptChunk) -> str:
    """The page if there is one, and which passage of the document it is."""
    number = words.PASSAGE.format(number=kept.chunk.position + 1)
    return number if kept.chunk.page is None else f"{words.PAGE.format(page=kept.chunk.page)}, {number}"
