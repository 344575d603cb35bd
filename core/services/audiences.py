"""Who may see which documents: what files say of it, and what a person says over that, of a document or a folder.

Writes overlays only; whether a viewer sees a passage follows from its metadata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.domain.audience import FIELD, labels_of, readable
from core.domain.records import Metadata
from core.errors import InputError, UnknownName
from core.store.overlays import Overlay
from core.store.store import Store
from core.store.table import DocumentRow

By = Literal["file", "person", "folder", ""]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A document and who may see it: holders of one of the `labels`, or everyone where there are none.

    `by` says whose word that is: its file's, a person's of the document or of a folder, or nobody's. `own` counts its
    passages that have others instead, maybe all. `unreadable`: what the file says is no label and no list of labels, so
    nobody but who sees everything may see it.
    """

    document: str
    title: str
    labels: tuple[str, ...]
    by: By
    own: int = 0
    unreadable: bool = False


class Folder(NamedTuple):
    """A folder that holds documents, and the labels that a person gave it; None where nobody did.

    `unreadable`: what was given can't be read, so nobody may see them but who sees everything.
    """

    path: str
    labels: tuple[str, ...] | None
    unreadable: bool = False


class Audiences:
    """Reads and sets who may see what. `may_write` raises WorkspaceBusy for a reader."""

    def __init__(self, store: Store, may_write: Callable[[], None]) -> None:
        self._store, self._may_write = store, may_write

    def labels(self) -> tuple[str, ...]:
        """All labels that a document, a passage or a folder has, sorted."""
        found = {label for metadata in self._metadata() for label in labels_of(metadata)}
        found.update(label for labels in self._said().values() for label in labels)
        return tuple(sorted(found))

    def documents(self) -> tuple[Labelled, ...]:
        """The documents by name, each with who may see it."""
        own: dict[str, list[Metadata]] = {}
        for part in self._store.mentions.by_chunk():
            own.setdefault(part.chunk.document, []).append(part.chunk.metadata)
        said = self._said()
        return tuple(_labelled(row, own.get(row.document.id, ()), said) for row in self._rows())

    def folders(self) -> tuple[Folder, ...]:
        """The folders that hold documents, by path, and those that a person gave labels."""
        said = self._said()
        paths = {path for row in self._rows() for path in _above(row.document.id)}
        paths.update(path for path in said if path.endswith("/"))
        damaged = {each.path for each in self._store.overlays.all() if each.field == FIELD and not readable(_of(each))}
        return tuple(Folder(path, said.get(path), path in damaged) for path in sorted(paths))

    def set(self, path: str, labels: Sequence[str] | None) -> None:
        """Let only holders of one of these labels see a document, or all below a folder (that ends with "/").

        No labels: everyone may. None takes back what was set, and what can't be read of what it replaces: what the file
        or a folder above says holds again. Raises
        UnknownName where there is no such document or folder, InputError for an empty label, WorkspaceBusy.
        """
        self.set_all({path: labels})

    def set_all(self, wanted: Mapping[str, Sequence[str] | None]) -> None:
        """The same for several paths, in one step: all of it or nothing."""
        self._may_write()
        checked = {path: None if labels is None else _checked(labels) for path, labels in wanted.items()}
        with self._store.database.write():
            names = {row.document.id for row in self._store.documents.rows()}
            damaged = {(each.path, each.field) for each in self._store.overlays.all() if each.unreadable}
            known = names | {above for name in names for above in _above(name)} | self._said().keys()
            for path, labels in checked.items():
                if path not in known | {at for at, _ in damaged}:
                    raise _no_path(path)
                self._store.overlays.set(path, "audience", labels)
                if labels is None and (path, "replaces") in damaged:
                    self._store.overlays.set(path, "replaces", None)

    def _rows(self) -> Iterable[DocumentRow]:
        return (row for row in self._store.documents.rows() if not row.withdrawn)

    def _metadata(self) -> Iterable[Metadata]:
        yield from (part.chunk.metadata for part in self._store.mentions.by_chunk())
        yield from (row.document.metadata for row in self._rows())

    def _said(self) -> Mapping[str, tuple[str, ...]]:
        """What persons said, by path."""
        overlays = self._store.overlays.all()
        return {each.path: labels_of(_of(each)) for each in overlays if each.field == FIELD}


def _of(overlay: Overlay) -> Metadata:
    return {FIELD: overlay.value}


def _labelled(row: DocumentRow, passages: Sequence[Metadata], said: Mapping[str, tuple[str, ...]]) -> Labelled:
    """Where all passages have the same labels those are the document's; else its own are, and others are counted."""
    document = row.document
    person: By = "person" if document.id in said else "folder" if any(at in said for at in _above(document.id)) else ""
    found = Counter((labels_of(each), readable(each)) for each in passages)
    mine = labels_of(document.metadata), readable(document.metadata)
    labels, clear = next(iter(found)) if len(found) == 1 else mine
    by: By = person or ("file" if labels or not clear else "")
    own = found.total() - found[labels, clear]
    unreadable = not clear or any(not key[1] for key in found)
    return Labelled(document.id, document.title, labels, by, own, unreadable)


def _no_path(path: str) -> UnknownName:
    remedy = "Name a document as the list of documents has it, or a folder of it with a “/” at its end."
    return UnknownName(f"There is no document or folder '{path}'.", remedy)


def _above(document: str) -> Iterable[str]:
    """The folders that a document is in."""
    at = document.find("/")
    while at >= 0:
        yield document[: at + 1]
        at = document.find("/", at + 1)


def _checked(labels: Sequence[str]) -> list[str]:
    found = sorted({label.strip() for label in labels})
    if "" in found:
        raise InputError("A label is empty.", "Leave it out; no labels at all mean that everyone may see it.")
    return found
