"""Check of the vector index: its rows and vectors against the store, in a copy: opening an index may change it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.domain.integrity import Difference
from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS
from core.errors import VectorIndexError
from core.ports import VectorIndex
from core.services.configuration import Configuration
from core.services.integrity_derived import BATCH, Made
from core.services.integrity_truth import Looking
from core.store.vectors import Watermark

_SAME = 1e-6
"""How far the numbers of a vector in the index, which scales it again, may be from those that it was given."""


def index(looking: Looking, made: Made) -> None:
    """The vector index against the stored vectors, in a copy: opening the index itself might change it."""
    if made.store.database.read_only:
        looking.notes.append("The vector index was not looked at: another program holds the workspace.")
        return
    folder = made.store.folder / Configuration(made.store.database).index_folder
    for path in _strays(made.store.folder, folder, made.marks):
        looking.useless("collection", path.name, "A folder of collections that nothing uses.")
    if not made.marks:
        return
    generation = next(iter(made.marks.values())).generation
    with _copied(folder, generation, made.opened) as found:
        if isinstance(found, str):
            looking.wrong("collection", generation, found)
            return
        for kind, name in COLLECTIONS.items():
            for difference in _compared(looking, made, kind, found):
                looking.differences.append(difference)
            looking.count(f"rows in the vector index of {name}", len(found.hashes(name)))


def _strays(folder: Path, used: Path, marks: Mapping[str, Watermark]) -> Iterator[Path]:
    named = {mark.generation for mark in marks.values()}
    for path in sorted(used.glob("g-*")):
        if named and path.name not in named:
            yield path


@contextmanager
def _copied(folder: Path, generation: str, opened: Callable[[Path], VectorIndex]) -> Iterator[VectorIndex | str]:
    """An index over a copy of the folder, or why there is none."""
    if not (folder / generation).is_dir():
        yield "The collections are gone."
        return
    with tempfile.TemporaryDirectory(prefix="lightprism-") as place:
        shutil.copytree(folder / generation, Path(place) / generation)
        found: VectorIndex | None = None
        try:
            found = opened(Path(place))
            if found.generation != generation:
                yield "The collections can't be opened."
            else:
                yield found
        except VectorIndexError as error:
            yield f"The collections can't be read ({error.message})."
        finally:
            if found is not None:
                found.close()


def _compared(looking: Looking, made: Made, kind: Kind, found: VectorIndex) -> Iterator[Difference]:
    name = COLLECTIONS[kind]
    if made.shown(kind):
        wanted = {row.id: row.hash for row in made.rows[kind]}
    else:  # it is behind: it should hold what it was given last
        wanted = {id_: hash_ for id_, (_, hash_) in looking.inspector.indexed(name).items() if hash_}
    keys = {row.id: row.key for row in made.rows[kind]}
    held = found.hashes(name)
    for id_ in sorted(wanted.keys() | held.keys()):
        if wanted.get(id_) != held.get(id_):
            what = f"The vector index {_index_lack(id_, held, wanted)} (“{keys.get(id_, '?')}” in {name})."
            yield Difference("collection", id_, what, True)
    same = sorted(id_ for id_, hash_ in wanted.items() if held.get(id_) == hash_)
    for start in range(0, len(same), BATCH):
        looking.watch.check()
        batch = same[start : start + BATCH]
        inside, hashes = found.vectors(name, batch), [wanted[id_] for id_ in batch]
        stored = looking.inspector.vectors_of(hashes, made.embeddings.model)
        for id_ in batch:
            kept = stored.get(wanted[id_])
            if kept is not None and not _equal(inside.get(id_), kept):
                what = f"The vector index has another vector of “{keys.get(id_, '?')}” in {name} than the store."
                yield Difference("vector", wanted[id_], what, True)


def _index_lack(id_: str, held: Mapping[str, str], wanted: Mapping[str, str]) -> str:
    if id_ not in held:
        return "lacks a row"
    return "holds a row of another text" if id_ in wanted else "holds a row that nothing gives"


def _equal(one: NDArray[np.float32] | None, other: NDArray[np.float32]) -> bool:
    return one is not None and one.shape == other.shape and bool(np.abs(one - other).max(initial=0) <= _SAME)
