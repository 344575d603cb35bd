"""Check of the columns that hold JSON: what can't be read is named, with what it means and what can be done.

The program goes on with such a row as `stored_json` says: it acts on nothing, and opens no door.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.domain.audience import FIELD, readable
from core.domain.decisions import revoked
from core.domain.integrity import RESTORE, DifferenceKind
from core.services.integrity_truth import READ_AGAIN, Looking
from core.store.stored_json import is_object, value_of


class _Column(NamedTuple):
    """Which column of which row, what to call that, and what to do about it; `{id}` is the row's."""

    kind: DifferenceKind
    id: str
    column: str
    table: str
    what: str
    remedy: str = ""


_FORGET = "Delete it, or restore a backup."
_COLUMNS = (
    _Column("passage", "name", "metadata", "chunks", "What passage “{id}” says of itself", RESTORE),
    _Column("passage", "name", "extra", "chunks", "What the record of passage “{id}” says beside", RESTORE),
    _Column("passage", "name", "themes", "chunks", "The themes of passage “{id}”", READ_AGAIN),
    _Column("passage", "name", "flags", "chunks", "What was noted when passage “{id}” was read", READ_AGAIN),
    _Column("mention", "id", "flags", "entity_mentions", "What was noted of a mention", READ_AGAIN),
    _Column("mention", "id", "flags", "relation_mentions", "What was noted of a mention", READ_AGAIN),
    _Column("document", "source || '/' || name", "documents", "files", "What came of a file", "Take it in again."),
    _Column("link", "key", "body", "answers", "A kept answer"),
    _Column("link", "id", "parameters", "runs", "What a kept question was asked with", _FORGET),
    _Column("link", "id", "engine", "runs", "What a kept question was answered by", _FORGET),
    _Column("link", "run", "body", "run_answers", "An answer of a kept question", _FORGET),
    _Column("link", "id", "plan", "experiments", "An experiment", _FORGET),
    _Column("link", "id", "engine", "experiments", "What an experiment was run with", _FORGET),
    _Column("link", "id", "facts", "experiments", "What an experiment was run with", _FORGET),
    _Column("link", "experiment", "body", "experiment_results", "A result of an experiment", _FORGET),
)
_SETTINGS = (
    ("sources", "The folders that were added", "Add them again."),
    ("backups", "The list of backups", "Make a backup; the files are where they were."),
    ("carried on", "The note of an older version", "The backup made then is in the folder of backups."),
    ("index:next", "The embedding that was begun", "Begin it again."),
)
"""Keys of the meta table; how the workspace is read is checked elsewhere."""


def stored_json(looking: Looking) -> None:
    """Every column that holds JSON."""
    for each in _COLUMNS:
        query = f"SELECT {each.id}, {each.column} FROM {each.table} WHERE {each.column} IS NOT NULL"
        for id_, text in looking.inspector.query(query):
            if value_of(text) is None:
                what = f"{each.what.format(id=id_)} can't be read."
                looking.wrong(each.kind, str(id_), what, each.remedy)
    for key, what, remedy in _SETTINGS:
        text = looking.store.database.get(key)
        if text and not is_object(text):
            looking.wrong("settings", key, f"{what} can't be read.", remedy)
    _decisions(looking)
    _overlays(looking)


def _decisions(looking: Looking) -> None:
    """One that is undone is no fault any more; what was only counted or noted with it is not known."""
    rows = list(looking.inspector.query("SELECT seq, body, rests, effect FROM decisions ORDER BY seq"))
    looking.count("decisions", len(rows))
    undone = revoked(looking.store.ledger.decisions())
    for seq, body, rests, effect in rows:
        if not is_object(body) and seq not in undone:
            remedy = f"Undo it (`undo {seq}`, or on the History page) and decide again, or restore a backup."
            looking.wrong("decision", str(seq), f"Decision {seq} can't be read, and acts on nothing.", remedy)
        if any(text and value_of(text) is None for text in (rests, effect)):
            looking.notes.append(f"Of decision {seq} it is not known any more what it changed or rests on.")


def _overlays(looking: Looking) -> None:
    for path, what, remedy in _unreadable(looking):
        looking.wrong("overlay", path, what, remedy)


def _unreadable(looking: Looking) -> Iterator[tuple[str, str, str]]:
    for each in looking.store.overlays.all():
        if each.field == "audience" and (each.unreadable or not readable({FIELD: each.value})):
            what = f"Who may see “{each.path}” can't be read: nobody may who does not see everything."
            yield each.path, what, "Say it again, or take it off (`audience PATH --clear`, or on the Documents page)."
        elif each.unreadable:
            what = f"What a person said that “{each.path}” replaces can't be read: what its file says holds."
            yield each.path, what, "Say it again on the Documents page, or take it off (`audience PATH --clear`)."
