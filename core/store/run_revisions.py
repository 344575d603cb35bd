"""Which runs stand, and which show a document as it was in an earlier version: conditions on `r`, a row of `runs`.

Parameters: `viewer` as runs have it, `hidden` as a JSON list of passages that this viewer sees no more.
"""

from __future__ import annotations

import sqlite3

_FALLEN = """(SELECT DISTINCT document FROM run_documents
    WHERE document NOT IN (SELECT name FROM documents WHERE IIF(:viewer = '', counts, NOT withdrawn)))"""
STANDS = f"""r.viewer = :viewer AND r.id NOT IN
    (SELECT run FROM run_passages WHERE passage IN (SELECT value FROM json_each(:hidden)))
    AND r.id NOT IN (SELECT g.run FROM run_documents g
    WHERE g.run IN (SELECT run FROM run_documents WHERE document IN {_FALLEN})
    GROUP BY g.run, g.part HAVING SUM(g.document NOT IN {_FALLEN}) = 0)"""
"""Of each part that a run shows a document is here and counts."""

_AGED = """(SELECT v.document FROM run_revisions v JOIN documents d ON d.name = v.document
    JOIN revisions x ON x.id = d.revision WHERE v.run = r.id AND x.hash != v.revision)"""
OUTDATED = f"""EXISTS (SELECT 1 FROM run_documents g WHERE g.run = r.id
    GROUP BY g.part HAVING SUM(g.document NOT IN {_AGED} AND g.document NOT IN {_FALLEN}) = 0)"""
"""Of some part no document that counts has the content that it had."""

EARLIER = f"IIF({OUTDATED}, (SELECT json_group_array(document) FROM {_AGED}), '[]')"
"""The documents, as a JSON list, that are in another version where a run is outdated."""


def note_revisions(connection: sqlite3.Connection, run: str) -> None:
    """Remember what the documents of a run hold now; of those noted before, what they held then."""
    connection.execute(_NOTE, (run,))


_NOTE = """INSERT OR IGNORE INTO run_revisions SELECT DISTINCT g.run, d.name, r.hash FROM run_documents g
    JOIN documents d ON d.name = g.document JOIN revisions r ON r.id = d.revision WHERE g.run = ?"""
