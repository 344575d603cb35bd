"""What was opened lately, by viewer: shown while one of its documents stands as it was.

To a viewer it is shown while all is visible.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.records import Chunk
from core.domain.runs import Recent

OPENED_KEPT = 500  # things opened that are remembered

Known = Callable[[Sequence[str]], Mapping[str, Chunk]]
"""The passages, of these, that a viewer sees."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose runs and opened things are looked at: `viewer` is empty for who sees everything, else labels as JSON.

    What this viewer's runs and things rest on was visible when they were kept. Where it is so no more (`sees`), they
    are not shown.
    """

    viewer: str = ""
    sees: Known = field(default=lambda passages: {})

    @staticmethod
    def of(labels: tuple[str, ...], sees: Known) -> Eyes:
        """Those of a viewer who holds these labels."""
        return Eyes(json.dumps(labels, ensure_ascii=False), sees)

    def hidden(self, connection: sqlite3.Connection, what: str) -> str:
        """Passages that this viewer's runs or opened things rest on and that he sees no more, as a JSON list."""
        if not self.viewer:
            return "[]"
        named = [str(row[0]) for row in connection.execute(_RESTS[what], (self.viewer,))]
        seen = self.sees(named)
        return json.dumps([name for name in named if name not in seen], ensure_ascii=False)


_RESTS = {
    "runs": "SELECT DISTINCT p.passage FROM runs r JOIN run_passages p ON p.run = r.id WHERE r.viewer = ?",
    "opened": "SELECT DISTINCT passage FROM opened_passages WHERE viewer = ?",
}


def put_opened(
    connection: sqlite3.Connection,
    viewer: str,
    thing: Recent,
    documents: Iterable[str],
    passages: Iterable[str],
    place: int,
) -> None:
    """Remember a thing, with what it rests on; the oldest are forgotten."""
    key = (viewer, thing.kind, thing.key)
    connection.execute("DELETE FROM opened WHERE viewer = ? AND kind = ? AND key = ?", key)
    connection.execute("INSERT INTO opened VALUES (?, ?, ?, ?, ?, ?)", (*key, thing.label, thing.at, place))
    for statement, names in ((_OF_DOCUMENT, documents), (_OF_PASSAGE, passages)):
        connection.executemany(statement, [(*key, name) for name in names])
    connection.execute(_FORGET, (viewer, OPENED_KEPT))


OPENED_STANDS = """o.viewer = :viewer AND EXISTS (SELECT 1 FROM opened_documents s
    JOIN documents d ON d.name = s.document AND IIF(:viewer = '', d.counts, NOT d.withdrawn)
    JOIN revisions v ON v.id = d.revision AND v.hash = s.revision
    WHERE (s.viewer, s.kind, s.key) = (o.viewer, o.kind, o.key))
    AND NOT EXISTS (SELECT 1 FROM opened_passages p WHERE (p.viewer, p.kind, p.key) = (o.viewer, o.kind, o.key)
        AND p.passage IN (SELECT value FROM json_each(:opened)))"""
"""Of `o`, a row of `opened`."""

_OF_DOCUMENT = """INSERT OR IGNORE INTO opened_documents (viewer, kind, key, document, revision)
    SELECT ?1, ?2, ?3, d.name, r.hash FROM documents d JOIN revisions r ON r.id = d.revision WHERE d.name = ?4"""
_OF_PASSAGE = "INSERT OR IGNORE INTO opened_passages VALUES (?, ?, ?, ?)"
_FORGET = """DELETE FROM opened WHERE viewer = ?1
    AND place NOT IN (SELECT place FROM opened WHERE viewer = ?1 ORDER BY place DESC LIMIT ?2)"""
