"""Pieces of documents that nothing else here says: what can be looked for to prove that an erased one is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from core.domain.fulltext import folded

_PIECES, _LONG, _SHORT, _TRIED = 3, 60, 12, 300


def pieces(explorer: Any, documents: Collection[str]) -> list[str] | None:
    """Some that only these documents hold, long ones first; none where others say all of it, word for word.

    None where nothing is shown of these documents, as of withdrawn ones. What withdrawn ones say is not compared.
    """
    own = [text for name in documents for text in _texts(explorer, name)]
    if not own:
        return None
    wanted = {_plain(piece): piece for piece in list(_candidates(own))[:_TRIED]}
    for name in _others(explorer, documents):
        if not wanted:
            break
        for text in _texts(explorer, name):
            said = _plain(text)
            wanted = {plain: piece for plain, piece in wanted.items() if plain not in said}
    return list(wanted.values())[:_PIECES]


def _candidates(texts: Sequence[str]) -> Iterator[str]:
    """Stretches of the longest lines, then of the others; lines of a word or two only where there is nothing else."""
    lines = sorted({line.strip() for text in texts for line in text.splitlines()} - {""}, key=lambda x: (-len(x), x))
    long = [line for line in lines if len(line) >= _SHORT] or lines
    for line in long:
        yield line[:_LONG].strip()
    for line in long:
        for start in range(_LONG, len(line) - _SHORT, _LONG):
            yield line[start : start + _LONG].strip()


def _others(explorer: Any, documents: Collection[str]) -> list[str]:
    """Every other document that stands or is replaced."""
    names = {row.document.id for row in explorer.library.documents()}
    names |= {each.document for each in explorer.succession.replaced()}
    return sorted(names - set(documents))


def _texts(explorer: Any, document: str) -> list[str]:
    return [row.chunk.text for row in explorer.library.chunks(document)]


def _plain(text: str) -> str:
    return " ".join(folded(text).split())
