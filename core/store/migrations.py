"""The schema as a numbered, append-only list of migrations; what a file lacks comes in one transaction, or none of it.

A migration that has landed is never edited: a change is a new entry at the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from threading import Lock

from core.errors import WorkspaceDamaged
from core.store.schema import (
    M001_EVIDENCE,
    M002_QUEUE,
    M003_FLAT,
    M004_SEARCH,
    M005_ANSWERS,
    M006_STEPS,
    M007_WITHDRAWN,
    M008_EXPERIMENTS,
)
from core.store.schema_later import (
    M009_RESTS,
    M010_OVERLAYS,
    M011_SUPERSEDED,
    M012_QUESTION_SETS,
    M013_EXPERIMENT_FACTS,
    M014_RUN_REVISIONS,
    M015_PROGRESS,
    M016_ERASED,
)

MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("m001_evidence", M001_EVIDENCE),
    ("m002_queue", M002_QUEUE),
    ("m003_flat", M003_FLAT),
    ("m004_search", M004_SEARCH),
    ("m005_answers", M005_ANSWERS),
    ("m006_steps", M006_STEPS),
    ("m007_withdrawn", M007_WITHDRAWN),
    ("m008_experiments", M008_EXPERIMENTS),
    ("m009_rests", M009_RESTS),
    ("m010_overlays", M010_OVERLAYS),
    ("m011_superseded", M011_SUPERSEDED),
    ("m012_question_sets", M012_QUESTION_SETS),
    ("m013_experiment_facts", M013_EXPERIMENT_FACTS),
    ("m014_run_revisions", M014_RUN_REVISIONS),
    ("m015_progress", M015_PROGRESS),
    ("m016_erased", M016_ERASED),
)

_COPYING = Lock()


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing, in order. Raises WorkspaceDamaged when the file is newer than this program."""
    if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
        with _COPYING:
            _whole(MIGRATIONS).backup(connection)
    else:
        _carry_on(connection)


@cache
def _whole(_: tuple[tuple[str, str], ...]) -> sqlite3.Connection:
    """An empty database with all of them, in memory: a new file is a copy of it, which is much quicker."""
    made = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _carry_on(made)
    return made


def _carry_on(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, position INTEGER NOT NULL)")
    done = _done(connection)
    missing = [(name, position) for position, (name, _) in enumerate(MIGRATIONS) if name not in done]
    if missing:
        _apply(connection, missing)


def check(connection: sqlite3.Connection) -> None:
    """For a reader, who changes nothing. Raises WorkspaceDamaged unless the file is of this very version."""
    missing = [name for name, _ in MIGRATIONS if name not in _done(connection)]
    if missing:
        raise WorkspaceDamaged(
            f"This workspace was written by an older version (it lacks {', '.join(missing)}).",
            "Close the program that holds it and open it here once: that carries it on.",
        )


def pending(database: Path) -> tuple[str, ...]:
    """What opening this file would add, in order; nothing of a file that is new, newer than this, or damaged."""
    if not database.is_file():
        return ()
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            done = {str(row[0]) for row in connection.execute("SELECT name FROM migrations")}
    except sqlite3.Error:
        return ()
    known = [name for name, _ in MIGRATIONS]
    return tuple(name for name in known if name not in done) if done and done <= set(known) else ()


def _done(connection: sqlite3.Connection) -> set[str]:
    """The migrations that the file has. Raises WorkspaceDamaged when it has one that is not known here."""
    done = {str(row[0]) for row in connection.execute("SELECT name FROM migrations")}
    unknown = done - {name for name, _ in MIGRATIONS}
    if unknown:
        raise WorkspaceDamaged(
            f"This workspace was written by a newer version (it knows {', '.join(sorted(unknown))}).",
            "Update LightPrism and open it again.",
        )
    return done


def _apply(connection: sqlite3.Connection, missing: Sequence[tuple[str, int]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for name, position in missing:
            for statement in _statements(MIGRATIONS[position][1]):
                connection.execute(statement)
            connection.execute("INSERT INTO migrations VALUES (?, ?)", (name, position))
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@cache
def _statements(script: str) -> tuple[str, ...]:
    """Split at lines that end a statement (`executescript` would commit the transaction)."""
    statements, lines = [], []
    for line in script.splitlines():
        lines.append(line)
        if sqlite3.complete_statement("\n".join(lines)):
            statements.append("\n".join(lines))
            lines = []
    rest = "\n".join(lines)
    return (*statements, rest) if rest.strip() else tuple(statements)
