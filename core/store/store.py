"""A workspace's store: the parts over one database, and the folder of originals beside it."""

from __future__ import annotations

import copy
import os
from pathlib import Path

from core.domain.identity import content_hash
from core.store.answers import Answers
from core.store.backup import HASH
from core.store.calls import Calls
from core.store.database import Database
from core.store.documents import Documents
from core.store.erased import Erased
from core.store.erasing import Eraser
from core.store.experiments import ExperimentTable
from core.store.folders import Folders
from core.store.ledger import Ledger
from core.store.mentions import Mentions
from core.store.overlays import Overlays
from core.store.passages import Passages
from core.store.question_sets import QuestionSetTable
from core.store.queue import Queue
from core.store.readings import Readings
from core.store.remains import Remain, in_database, in_files
from core.store.replies import Replies
from core.store.runs import RunTable
from core.store.superseding import settle_superseded
from core.store.texts import Texts
from core.store.vectors import Vectors
from core.store.withheld import Withheld
from core.store.words import Words

DATABASE = "lightprism.db"


class Store:
    """Open the store in `folder`. Raises WorkspaceDamaged."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder = folder
        if not read_only:
            folder.mkdir(parents=True, exist_ok=True)
        self.database = Database(folder / DATABASE, read_only=read_only)
        self.documents = Documents(self.database)
        self.mentions = Mentions(self.database)
        self.passages = Passages(self.database)
        self.readings = Readings(self.database)
        self.ledger = Ledger(self.database)
        self.vectors = Vectors(self.database)
        self.queue = Queue(self.database)
        self.calls = Calls(self.database)
        self.replies = Replies(self.database)
        self.words = Words(self.database)
        self.runs = RunTable(self.database)
        self.answers = Answers(self.database)
        self.experiments = ExperimentTable(self.database)
        self.question_sets = QuestionSetTable(self.database)
        self.withheld = Withheld(self.database)
        self.overlays = Overlays(self.database)
        self.folders = Folders(self.database)
        self.erased = Erased(self.database)
        self.texts = Texts(self.database)
        self.eraser = Eraser(self.database)
        if not read_only:
            settle_superseded(self.database)

    def anew(self) -> Store:
        """The same store through readers that remember nothing: for comparing with what is kept in step."""
        other = copy.copy(self)
        other.mentions = Mentions(self.database)
        return other

    def version(self) -> tuple[int, int]:
        """(evidence version, last decision): equal versions mean an equal graph."""
        return self.database.version("evidence"), self.ledger.last()

    def keep_original(self, content: bytes) -> str:
        """Keep a file under its hash (never under its name); the hash."""
        name = content_hash(content)
        path = self._kept(name)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            part.write_bytes(content)
            part.replace(path)
        return name

    def original(self, name: str) -> bytes | None:
        """A kept file by its hash; None where it is not there (any more), or can't be read."""
        try:
            return self._kept(name).read_bytes()
        except OSError:
            return None

    def erase_original(self, name: str) -> None:
        """Remove a kept file, its bytes overwritten first; nothing where there is none."""
        erase(self._kept(name))

    def has_original(self, name: str) -> bool:
        return self._kept(name).is_file()

    def _kept(self, name: str) -> Path:
        if not HASH.fullmatch(name):  # a row that somebody wrote over must lead to no other file
            name = "none"
        return self.folder / "originals" / name[:2] / name

    def remains(self, phrase: str) -> tuple[Remain, ...]:
        """Where a phrase stands in the workspace's folder, down to free pages and packed columns."""
        return (*in_database(self.database.connection, phrase), *in_files(self.folder, phrase))

    def close(self) -> None:
        self.database.close()


def erase(path: Path) -> None:
    """Remove a file, its bytes overwritten first; nothing where there is none."""
    if path.is_file():
        with path.open("r+b") as file:
            file.write(b"\0" * path.stat().st_size)
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
