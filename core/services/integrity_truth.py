"""Checks of what nothing else can give back: documents, passages, mentions, kept files; and of what names them.

Each check reads through an inspector and tells what it finds; none changes anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from core.domain.identity import content_hash, occurrences
from core.domain.integrity import RESTORE, Difference, DifferenceKind, Looked
from core.services.configuration import Configuration
from core.services.watch import NOT_WATCHED, Watch
from core.store.backup import HASH
from core.store.inspecting import Inspector, StoredChunk, StoredRevision
from core.store.store import Store

READ_AGAIN = "Let the passage be read again, or restore a backup."


@dataclass
class Looking:
    """What has been found so far. `fixes` are (chunk number, column, value) that the document's text tells."""

    inspector: Inspector
    store: Store
    watch: Watch = NOT_WATCHED
    looked: list[Looked] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    spare: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, what: str, count: int) -> None:
        self.looked.append(Looked(what, count))

    def wrong(self, kind: DifferenceKind, id_: str, what: str, remedy: str = "") -> None:
        """Something is wrong; without a remedy it is derived, and can be made again."""
        self.differences.append(Difference(kind, id_, what, not remedy, remedy))

    def useless(self, kind: DifferenceKind, id_: str, what: str) -> None:
        """Something lies about that nothing needs."""
        self.spare.append(Difference(kind, id_, what, True))


def database(looking: Looking) -> None:
    """SQLite's own structure, and references from one table to another."""
    problems = looking.inspector.structure()
    looking.count("tables", sum(1 for _ in looking.inspector.query("SELECT 1 FROM sqlite_master WHERE type = 'table'")))
    for problem in problems:
        if any(sign in problem for sign in ("missing from index", "wrong # of entries in index", "non-unique entry")):
            looking.wrong("database", problem.rpartition(" ")[2], f"An index of the database is wrong: {problem}")
        elif "fts5" in problem.lower():
            looking.wrong("words", "search index", f"The search index is damaged: {problem}")
        else:
            looking.wrong("database", "lightprism.db", f"The database is damaged: {problem}", "Restore a backup.")
    for table, row, parent in looking.inspector.dangling():
        what = f"Row {row} of {table} belongs to a row of {parent} that is not there."
        looking.wrong("database", f"{table} {row}", what, "Restore a backup.")


def settings(looking: Looking) -> None:
    """How the workspace is read, and whose its vectors are."""
    looking.count("settings", sum(1 for _ in looking.inspector.query("SELECT 1 FROM meta")))
    configuration, database = Configuration(looking.store.database), looking.store.database
    for name in ("engine", "chunking", "recipe", "serving", "folders"):
        try:
            getattr(configuration, name)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            looking.wrong("settings", name, f"The {name} can't be read ({error}).", "Choose it again in the settings.")
    identity, dimension = database.get("embedder:identity"), database.get("embedder:dimension")
    if bool(identity) != bool(dimension) or (dimension and not dimension.isdecimal()):
        looking.wrong("settings", "embedder", "It is not known which embedder the vectors are from.", "Embed anew.")


def texts(looking: Looking) -> None:
    """Documents' texts against their hashes, and passages against the texts of their documents."""
    revisions = passages = 0
    for revision in looking.inspector.revisions():
        looking.watch.check()
        revisions, passages = revisions + 1, passages + len(revision.chunks)
        whole = text_is_whole(revision)
        if not whole:
            what = f"The text of “{revision.document}” is not the one that was taken in (revision {revision.hash[:8]})."
            looking.wrong("text", revision.document, what, RESTORE)
        for chunk, what, _ in misplaced(revision):
            looking.wrong("passage", chunk.name, what, "" if whole else RESTORE)
        for name, what in _missing(revision):
            looking.wrong("passage", name, what, RESTORE)
        _mentions(looking, revision)
    looking.count("revisions", revisions)
    looking.count("passages", passages)


def text_is_whole(revision: StoredRevision) -> bool:
    """By its hash; evidence records have none to compare with."""
    if not revision.text:
        return True
    try:
        metadata = json.dumps(json.loads(revision.metadata), ensure_ascii=False, sort_keys=True)
    except ValueError:
        return False
    content = f"{revision.title}\0{revision.text}\0{metadata}"
    return content_hash(content.encode("utf-8", "replace")) == revision.hash


Fix = tuple[StoredChunk, str, dict[str, object]]


def misplaced(revision: StoredRevision) -> Iterator[Fix]:
    """Passages that are not what stands in their place: which, what is wrong, and the columns as they should be."""
    rights = [right_text(revision, chunk) for chunk in revision.chunks]
    for chunk, right, nth in zip(revision.chunks, rights, occurrences(rights), strict=True):
        if right != chunk.text:
            yield chunk, f"The text of passage “{chunk.name}” is not what stands in its place.", {"text": right}
        elif not _in_place(revision, chunk):
            start = _nearest(revision.text, chunk)
            fix: dict[str, object] = {"start": start, "end": start + len(chunk.text)}
            yield chunk, f"Passage “{chunk.name}” does not stand where it should.", fix
        if nth != chunk.occurrence:
            yield chunk, f"Passage “{chunk.name}” is counted as another one of its text.", {"occurrence": nth}


def right_text(revision: StoredRevision, chunk: StoredChunk) -> str:
    """The text that a passage should have: its own, unless the document has none such anywhere."""
    if not revision.text or chunk.start is None or chunk.end is None or (chunk.text and chunk.text in revision.text):
        return chunk.text
    return revision.text[chunk.start : chunk.end]


def _in_place(revision: StoredRevision, chunk: StoredChunk) -> bool:
    if not revision.text or chunk.start is None or chunk.end is None:
        return True
    return revision.text[chunk.start : chunk.end] == chunk.text


def _nearest(text: str, chunk: StoredChunk) -> int:
    """Where a passage's text stands, nearest to where it is said to."""
    start = chunk.start or 0
    before, after = text.rfind(chunk.text, 0, start + len(chunk.text)), text.find(chunk.text, start)
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start))


def _missing(revision: StoredRevision) -> Iterator[tuple[str, str]]:
    """Passages that are not there: numbers that are left out, and text that no passage holds."""
    there = {chunk.position for chunk in revision.chunks}
    for number in range(max(there, default=-1)):
        if number not in there:
            yield f"{revision.document}#{number + 1}", f"Passage {number + 1} of “{revision.document}” is missing."
    placed = [chunk for chunk in revision.chunks if chunk.start is not None and chunk.end is not None]
    if not revision.text or len(placed) != len(revision.chunks) or len(there) != max(there, default=-1) + 1:
        return
    reached = max((chunk.end or 0 for chunk in placed), default=0)
    if revision.text[reached:].strip():
        yield f"{revision.document}#{len(there) + 1}", f"The last passage of “{revision.document}” is missing."


def _mentions(looking: Looking, revision: StoredRevision) -> None:
    """What passages say, as if their texts were right: else one fault would be told many times."""
    rights = [right_text(revision, chunk) for chunk in revision.chunks]
    for chunk, text, nth in zip(revision.chunks, rights, occurrences(rights), strict=True):
        gaps = set[str]()
        rows: dict[str, int] = {}
        for mention in looking.inspector.mentions(revision.document, replace(chunk, text=text, occurrence=nth)):
            if mention.row != rows.get(mention.table, 0) and mention.table not in gaps:
                gaps.add(mention.table)
                what = f"Row {rows.get(mention.table, 0)} of what passage “{chunk.name}” says is missing."
                looking.wrong("mention", f"{chunk.name} {mention.table} {rows.get(mention.table, 0)}", what, READ_AGAIN)
            rows[mention.table] = mention.row + 1
            if mention.id != mention.made and mention.table not in gaps:
                what = f"A mention of passage “{chunk.name}” does not say what it was stored with (row {mention.row})."
                looking.wrong("mention", mention.id, what, READ_AGAIN)


def originals(looking: Looking) -> None:
    """Kept files against their hashes, and files that nothing came from."""
    count = 0
    for name, path in looking.inspector.originals():
        looking.watch.check()
        count += 1
        if not HASH.fullmatch(name):
            what = f"A document came from a kept file '{name[:200]}', which is none."
            looking.wrong("original", name, what, "Take the document in again, or restore a backup.")
        elif not path.is_file():
            looking.wrong("original", name, "A kept file is missing.", "Take the file in again, or restore a backup.")
        elif content_hash(path.read_bytes()) != name:
            looking.wrong("original", name, "A kept file is not the one that was taken in.", RESTORE)
    looking.count("kept files", count)
    for path in looking.inspector.orphans():
        looking.useless("original", f"{path.parent.name}/{path.name}", "A kept file that no document came from.")


def purge(looking: Looking) -> None:
    """A purge that broke off."""
    if looking.store.eraser.left() is not None:
        what = "A purge broke off: rows are erased, and files, vectors or free pages are not."
        looking.wrong("purge", "purge", what, "Run `purge` without a name, which finishes it.")
