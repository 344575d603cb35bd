"""`search TEXT` and `runs [TEXT]`: full text over passages and names, and the questions that were kept."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from core.bootstrap import Explorer
from core.cli.result import Result, WrongUse
from core.cli.show import plain
from core.domain.query import QUOTES, read_query
from core.domain.runs import RunRow
from core.seeing import Seen
from core.services.search import Found, PassageHit


def search(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """Passages and entities that hold the words, best first; where nothing does, those with words that begin so."""
    if not read_query(options.text).phrases:
        raise WrongUse("There is nothing to search for.", "Type words or numbers: letters or digits.")
    found = _search(explorer, options, options.text)
    if not (found.passage_count or found.entity_count):
        found = _beginning(explorer, options) or found
    return Result("\n".join(_lines(found)), _data(found), ok=True)


def _search(explorer: Explorer | Seen, options: argparse.Namespace, text: str) -> Found:
    return explorer.search.search(text, options.policy, explorer.viewer, options.limit, tuple(options.document))


def _beginning(explorer: Explorer | Seen, options: argparse.Namespace) -> Found | None:
    """What words that begin so find, and a note that says it; None if nothing, or for a phrase or a star."""
    text: str = options.text
    if not set(text).isdisjoint(f"{QUOTES}*"):
        return None
    starred = " ".join(f"{piece}*" for piece in text.split())
    found = _search(explorer, options, starred)
    note = f"Nothing has '{text}' as it stands; a star finds what begins so: {starred}"
    return replace(found, notes=(*found.notes, note)) if found.passage_count or found.entity_count else None


def runs(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """The runs that are kept, latest first."""
    rows = explorer.runs.list(options.text, options.starred, options.limit)
    total = explorer.runs.count(options.text, options.starred)
    lines = [f"{total} runs", *(plain(_run_line(row)) for row in rows)]
    return Result("\n".join(lines), {"runs": [_run(row) for row in rows], "found": total})


def _lines(found: Found) -> list[str]:
    lines = [f"{found.passage_count} passages, {found.entity_count} entities ({_MATCHES[found.match]})"]
    lines += [plain(f"note: {note}") for note in found.notes]
    lines += [plain(f"entity  {hit.label}  {', '.join(hit.aliases)}") for hit in found.entities]
    lines += [plain(f"{hit.rank}. {hit.chunk}{_score(found, hit)}: {_marked(hit)}") for hit in found.passages]
    return lines


def _score(found: Found, hit: PassageHit) -> str:
    """Nothing where no score tells anything: BM25 is about 0 for words that most passages hold."""
    return f" ({hit.score:.3f})" if any(round(one.score, 3) for one in found.passages) else ""


_MATCHES = {"all": "with all of the words", "any": "with some of the words", "nothing": "nothing found"}


def _marked(hit: PassageHit) -> str:
    """The snippet with what was found between brackets."""
    shown, end = [], 0
    for mark in hit.snippet_marks:
        shown += [hit.snippet[end : mark.start], "[", hit.snippet[mark.start : mark.end], "]"]
        end = mark.end
    return "".join([*shown, hit.snippet[end:]])


def _data(found: Found) -> dict[str, Any]:
    return {
        "text": found.text,
        "match": found.match,
        "found": {"passages": found.passage_count, "entities": found.entity_count},
        "passages": [
            {
                "id": hit.chunk,
                "document": hit.document,
                "title": hit.title,
                "text": hit.text,
                "marks": [[mark.start, mark.end] for mark in hit.marks],
                "score": round(hit.score, 6),
                "rank": hit.rank,
            }
            for hit in found.passages
        ],
        "entities": [
            {
                "key": hit.key,
                "name": hit.label,
                "type": hit.type,
                "aliases": list(hit.aliases),
                "chunks": hit.passages,
                "score": round(hit.score, 6),
                "rank": hit.rank,
            }
            for hit in found.entities
        ],
        "documents": [{"document": facet.document, "passages": facet.count} for facet in found.facets],
        "notes": list(found.notes),
    }


def _run_line(row: RunRow) -> str:
    star = "*" if row.starred else " "
    note = f"  ({row.note})" if row.note else ""
    earlier = f"  [over an earlier version of {', '.join(row.earlier)}]" if row.earlier else ""
    return f"{star} {row.id}  {row.at}  {', '.join(row.modes)}: {row.question}{note}{earlier}"


def _run(row: RunRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "at": row.at,
        "page": row.page,
        "question": row.question,
        "asked": row.asked,
        "modes": list(row.modes),
        "answered": list(row.answered),
        "starred": row.starred,
        "note": row.note,
        "earlier": list(row.earlier),
    }
