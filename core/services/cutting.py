"""Texts into chunks, under one chunking: what each document is cut into, and the name of the way it is cut."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.chunking import Chunking, chunk, page_at
from core.domain.identity import occurrences
from core.domain.records import Page
from core.ports import Tokenizer
from core.store.revisions import NewChunk


class Cutter:
    """Cuts texts. `recipe` names size, overlap and unit: revisions of equal recipes are cut alike."""

    def __init__(self, tokenizer: Tokenizer, chunking: Chunking) -> None:
        self._tokenizer, self._chunking = tokenizer, chunking
        counted = "" if chunking.unit == "characters" else f" of {tokenizer.name}"
        self.recipe = f"{chunking.size}/{chunking.overlap} {chunking.unit}{counted}"

    def chunks(self, text: str, pages: Sequence[Page] = ()) -> list[NewChunk]:
        """The chunks of a text, numbered from 1, each with its place."""
        by_character = self._chunking.unit == "characters"
        units = None if by_character else self._tokenizer.spans(text)
        spans = chunk(text, units, self._chunking.size, self._chunking.overlap)
        texts = [text[span.start : span.end] for span in spans]
        return [
            NewChunk(str(n), piece, nth, start=span.start, end=span.end, page=page_at(pages, span.start))
            for n, (span, piece, nth) in enumerate(zip(spans, texts, occurrences(texts), strict=True), 1)
        ]
