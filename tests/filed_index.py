"""A vector index kept in one small file: as the one in memory, and found again by who opens its folder or a copy.

For tests that open many; it has generations in folders as Chroma has.
"""

from __future__ import annotations

import pickle
import shutil
import uuid
from collections.abc import Sequence
from pathlib import Path

from core.adapters.scripted_index import MemoryIndex
from core.ports import IndexRow


class FiledIndex(MemoryIndex):
    """The collections below `folder`; the embedder is not looked at."""

    def __init__(self, folder: Path, names: Sequence[str], *_: object) -> None:
        super().__init__(names)
        self._folder = folder
        found = sorted(folder.glob("g-*"))
        if len(found) == 1 and (found[0] / "rows").is_file():
            self.generation = found[0].name
            self._rows = pickle.loads((found[0] / "rows").read_bytes())
        else:
            self.reset()

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        super().upsert(collection, rows)
        self._write()

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        super().delete(collection, ids)
        self._write()

    def reset(self) -> None:
        for folder in self._folder.glob("g-*"):
            shutil.rmtree(folder)
        self._rows = {name: {} for name in self._names}
        self.generation = f"g-{uuid.uuid4().hex[:12]}"
        self._write()

    def _write(self) -> None:
        folder = self._folder / self.generation
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rows").write_bytes(pickle.dumps(self._rows))
