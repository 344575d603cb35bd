"""Stored runs with their answers, and what was opened lately. Only those are given whose documents stand.

A run lists parts of what it shows; of each at least one document must be here and count. So a run goes out of
sight with a document, and comes back with it; with another version of one it is a line without a word of it. Every
viewer has runs of his own, which are shown only while he may see all that they rest on. Bodies are JSON here: what is
in them is the service's business.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from core.domain.runs import Recent, RunRow
from core.errors import InputError, UnknownName
from core.store.database import Database
from core.store.opened import OPENED_STANDS, Eyes, put_opened
from core.store.run_revisions import EARLIER, OUTDATED, STANDS, note_revisions
from core.store.run_rows import Listing as Listing
from core.store.run_rows import NewRun as NewRun
from core.store.run_rows import NewTraces as NewTraces
from core.store.run_rows import RunBody as RunBody
from core.store.stored_json import is_object, object_of, strings_of


class RunTable:
    """Reads and writes of runs, those of one viewer: of who sees everything, unless `eyes` are given."""

    def __init__(self, database: Database, eyes: Eyes | None = None) -> None:
        self._db, self._eyes = database, eyes or Eyes()

    def seen_by(self, eyes: Eyes) -> RunTable:
        """The same for another viewer."""
        return RunTable(self._db, eyes)

    def insert(self, new: NewRun) -> None:
        """Store a run without traces yet."""
        with self._db.write() as connection:
            values = (new.id, _next_place(connection), new.at, new.page, new.question, new.asked)
            more = (_dump(dict(new.parameters)), _dump(dict(new.engine)), *new.version, new.folded, self._eyes.viewer)
            connection.execute(_INSERT, (*values, *more))

    def add_traces(self, id_: str, new: NewTraces) -> None:
        """Add traces to a run; those of a mode that it has already take their place. Raises UnknownName."""
        body = zlib.compress(json.dumps(new.traces, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        with self._db.write() as connection:
            (known,) = self._one(connection, id_)
            part = connection.execute("SELECT COUNT(*) FROM run_traces WHERE run = ?", (id_,)).fetchone()[0]
            connection.execute("INSERT INTO run_traces (run, part, body) VALUES (?, ?, ?)", (id_, part, body))
            merged = object_of(known) | dict(new.parameters)
            connection.execute("UPDATE runs SET parameters = ? WHERE id = ?", (_dump(merged), id_))
            _rest(connection, id_, new)
            note_revisions(connection, id_)

    def add_answer(self, id_: str, mode: str, answer: tuple[Mapping[str, Any], str], at: str) -> None:
        """Store an answer (JSON values, and its text as it is looked through); an earlier one goes."""
        body, text = answer
        with self._db.write() as connection:
            self._one(connection, id_)
            values = (id_, mode, _dump(body), at, text)
            connection.execute("INSERT OR REPLACE INTO run_answers VALUES (?, ?, ?, ?, ?)", values)

    def body(self, id_: str) -> RunBody | None:
        """A run; None where there is none of that id, or a document that it rests on does not stand."""
        with self._db.snapshot() as connection:
            row = connection.execute(f"{_ROWS} WHERE r.id = :id AND {STANDS}", self._mine(id=id_)).fetchone()
            if row is None:
                return None
            traces = connection.execute("SELECT body FROM run_traces WHERE run = ? ORDER BY part", (id_,)).fetchall()
            answers = connection.execute("SELECT mode, body FROM run_answers WHERE run = ?", (id_,)).fetchall()
            return RunBody(
                row=_row(row),
                parameters=_told(row[5]),
                engine=object_of(row[9]),
                version=(row[10], row[11]),
                traces=tuple(_unpacked(body) for (body,) in traces),
                answers={mode: _told(body) for mode, body in answers},
            )

    def row(self, id_: str) -> RunRow | None:
        """A run's line in the list; None as for `body`."""
        row = self._db.connection.execute(f"{_ROWS} WHERE r.id = :id AND {STANDS}", self._mine(id=id_)).fetchone()
        return None if row is None else _row(row)

    def rows(self, listing: Listing) -> tuple[RunRow, ...]:
        """The runs that stand, latest first."""
        where, values = _where(listing)
        found = self._db.connection.execute(
            f"{_ROWS} WHERE {where} ORDER BY r.place DESC LIMIT :limit OFFSET :offset",
            self._mine(limit=listing.limit, offset=listing.offset, **values),
        )
        return tuple(_row(row) for row in found)

    def count(self, listing: Listing) -> int:
        """How many there are, whatever the limit."""
        where, values = _where(listing)
        counted = self._db.connection.execute(f"SELECT COUNT(*) FROM runs r WHERE {where}", self._mine(**values))
        return int(counted.fetchone()[0])

    def update(self, id_: str, column: str, value: object, folded: str | None = None) -> None:
        """Set `starred` or `note` of a run. Raises UnknownName."""
        with self._db.write() as connection:
            self._one(connection, id_)
            connection.execute(f"UPDATE runs SET {column} = ? WHERE id = ?", (value, id_))
            if folded is not None:
                connection.execute("UPDATE runs SET folded = ? WHERE id = ?", (folded, id_))

    def delete(self, id_: str) -> None:
        """Erase a run with all that was stored with it; nothing where there is none."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM runs WHERE id = ? AND viewer = ?", (id_, self._eyes.viewer))

    def of_document(self, document: str) -> tuple[str, ...]:
        """The ids of all runs, whoever's, that show or name what a document says: what a purge has to erase."""
        rows = self._db.connection.execute(_OF_DOCUMENT, (document,))
        return tuple(sorted(str(row[0]) for row in rows))

    # --- what was opened ---------------------------------------------------------------------------------------------

    def opened(self, thing: Recent, documents: Iterable[str], passages: Iterable[str] = ()) -> None:
        """Remember that something was opened; it is shown while one of the documents stands.

        To a viewer it is shown while all of the passages are visible.
        """
        with self._db.write() as connection:
            put_opened(connection, self._eyes.viewer, thing, documents, passages, _next_place(connection))

    def recent(self, limit: int) -> tuple[Recent, ...]:
        """Runs and things opened, latest first."""
        opened = self._eyes.hidden(self._db.connection, "opened")
        rows = self._db.connection.execute(_RECENT, self._mine(limit=limit, opened=opened))
        return tuple(Recent(kind, key, label, at, bool(starred)) for kind, key, label, at, starred in rows)

    # --- whose -------------------------------------------------------------------------------------------------------

    def _mine(self, **values: Any) -> dict[str, Any]:
        """The parameters of a statement with `STANDS`."""
        return {"viewer": self._eyes.viewer, "hidden": self._eyes.hidden(self._db.connection, "runs"), **values}

    def _one(self, connection: sqlite3.Connection, id_: str) -> tuple[Any, ...]:
        """The parameters of one of this viewer's runs."""
        statement = "SELECT parameters FROM runs WHERE id = ? AND viewer = ?"
        row: tuple[Any, ...] | None = connection.execute(statement, (id_, self._eyes.viewer)).fetchone()
        if row is None:
            raise UnknownName(f"There is no run '{id_}'.", "It may have been deleted meanwhile.")
        return row


_INSERT = """INSERT INTO runs (id, place, at, page, question, asked, parameters, engine, evidence, decision, folded,
    viewer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ROWS = """SELECT r.id, r.at, r.page, r.question, r.asked, r.parameters,
    (SELECT json_group_array(mode) FROM run_answers a WHERE a.run = r.id), r.starred, r.note,
    r.engine, r.evidence, r.decision, """
_ROWS += f"{EARLIER} FROM runs r"
_HOLDS = f"""(instr(r.folded, :{{0}}) > 0 OR (NOT {OUTDATED}
    AND EXISTS (SELECT 1 FROM run_answers a WHERE a.run = r.id AND instr(a.folded, :{{0}}) > 0)))"""
_RECENT = f"""SELECT kind, key, label, at, starred FROM (
    SELECT 'run' AS kind, r.id AS key, r.question AS label, r.at AS at, r.starred AS starred, r.place AS place
    FROM runs r WHERE {STANDS}
    UNION ALL SELECT o.kind, o.key, o.label, o.at, 0, o.place FROM opened o WHERE {OPENED_STANDS}
) ORDER BY place DESC LIMIT :limit"""
_OF_DOCUMENT = """SELECT run FROM run_documents WHERE document = ?1
    UNION SELECT run FROM run_passages WHERE passage IN (SELECT c.name FROM documents d
        JOIN revisions r ON r.document = d.id JOIN chunks c ON c.revision = r.id WHERE d.name = ?1)"""
_NEXT_PART = "SELECT COALESCE(MAX(part), -1) + 1 FROM run_documents WHERE run = ?"
_NEXT_PLACE = "SELECT 1 + MAX(COALESCE((SELECT MAX(place) FROM runs), 0), COALESCE((SELECT MAX(place) FROM opened), 0))"


def _where(listing: Listing) -> tuple[str, dict[str, Any]]:
    pieces = {f"piece{n}": piece for n, piece in enumerate(listing.pieces)}
    parts = [STANDS, *map(_HOLDS.format, pieces)]
    if listing.starred:
        parts.append("r.starred")
    if listing.page:
        parts.append("r.page = :page")
    return " AND ".join(parts), {**pieces, "page": listing.page}


def _row(row: tuple[Any, ...]) -> RunRow:
    id_, at, page, question, asked, by_mode, answered, starred, note = row[:9]
    earlier = tuple(sorted(strings_of(row[12])))
    by, known = object_of(by_mode), set(strings_of(answered))
    told = tuple(mode for mode in by if mode in known)
    return RunRow(
        id_, at, page, question, asked, tuple(by), told, bool(starred), note, next(iter(by.values()), {}), earlier
    )


def _rest(connection: sqlite3.Connection, id_: str, new: NewTraces) -> None:
    (start,) = connection.execute(_NEXT_PART, (id_,)).fetchone()
    connection.executemany(
        "INSERT INTO run_documents VALUES (?, ?, ?)",
        [(id_, part, document) for part, group in enumerate(new.rests_on, start) for document in sorted(group)],
    )
    passages = [(id_, passage) for passage in new.passages]
    connection.executemany("INSERT OR IGNORE INTO run_passages VALUES (?, ?)", passages)


def _next_place(connection: sqlite3.Connection) -> int:
    return int(connection.execute(_NEXT_PLACE).fetchone()[0])


def _dump(value: Any) -> str:
    """In ASCII: a text of a model may hold half of a surrogate pair, which a text in the file can't."""
    return json.dumps(value)


def _told(text: object) -> dict[str, Any]:
    if not is_object(text):
        raise InputError("A stored run can't be read.", "Delete it, and ask again.")
    return object_of(text)


def _unpacked(body: bytes) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = json.loads(zlib.decompress(body).decode("utf-8", "surrogatepass"))
    except (zlib.error, ValueError) as error:
        raise InputError("A stored run can't be read.", "Delete it, and ask again.") from error
    return found
