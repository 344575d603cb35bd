"""What kept passages are about: the themes that were read from them, as a facet over their documents.

Looked up when asked for and never stored with a trace, so that nothing of a withdrawn document stays in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.trace import Trace


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme with the documents of the kept passages that it was read from, and these passages' citation numbers."""

    text: str
    documents: tuple[str, ...]
    citations: tuple[int, ...]


class Themes:
    """`read` gives the themes of chunks by id; chunks that do not count any more are left out."""

    def __init__(self, read: Callable[[Sequence[str]], Mapping[str, tuple[str, ...]]]) -> None:
        self._read = read

    def of(self, trace: Trace) -> tuple[Theme, ...]:
        """The themes of what a trace kept: those of most documents first, then of most passages, then by text.

        Themes that differ in case alone are one, written as at the first citation.
        """
        known = self._read([kept.chunk.id for kept in trace.chunks])
        found: dict[str, dict[int, str]] = {}
        texts: dict[str, str] = {}
        for kept in trace.chunks:
            for text in known.get(kept.chunk.id, ()):
                texts.setdefault(text.casefold(), text)
                found.setdefault(text.casefold(), {})[kept.rank] = kept.chunk.document
        facets = [Theme(texts[k], tuple(dict.fromkeys(held.values())), tuple(held)) for k, held in found.items()]
        return tuple(sorted(facets, key=lambda theme: (-len(theme.documents), -len(theme.citations), theme.text)))
