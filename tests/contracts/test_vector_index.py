"""One suite over every VectorIndex: Chroma, here and in a process of its own, and the one in memory for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.adapters.chroma import ChromaIndex
from core.adapters.chroma_process import ChromaProcess
from core.adapters.scripted_index import MemoryIndex
from core.ports import IndexRow, VectorIndex

NAMES = ("entities", "relations", "chunks")
SIZE = 8
Made = Callable[[], VectorIndex]


def chroma(folder: Path, model: str = "m@1", dimension: int = SIZE) -> ChromaIndex:
    return ChromaIndex(folder, NAMES, model, dimension)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorIndex]:
    """One for all: starting it takes about a second."""
    made = ChromaProcess(tmp_path_factory.mktemp("process"), NAMES, "m@1", SIZE)
    yield made
    made.close()


@pytest.fixture(params=["chroma", "process", "memory"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorIndex]:
    if request.param == "process":
        shared: VectorIndex = request.getfixturevalue("process")
        shared.reset()
        yield shared
        return
    made: VectorIndex = chroma(tmp_path) if request.param == "chroma" else MemoryIndex(NAMES)
    yield made
    made.close()


def unit(*values: float) -> NDArray[np.float32]:
    vector = np.zeros(SIZE, dtype=np.float32)
    vector[: len(values)] = values
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def row(id_: str, *values: float, text: str = "t") -> IndexRow:
    return IndexRow(id_, f"key of {id_}", text, unit(*values))


def ids(index: VectorIndex, *values: float, limit: int = 10, collection: str = "entities") -> list[str]:
    return [id_ for id_, _ in index.query(collection, unit(*values), limit)]


def test_the_nearest_come_first_with_their_cosine(index: VectorIndex) -> None:
    index.upsert("entities", [row("east", 1, 0), row("north", 0, 1), row("both", 1, 1), row("west", -1, 0)])
    found = index.query("entities", unit(1, 0), 4)
    assert [id_ for id_, _ in found] == ["east", "both", "north", "west"]
    assert [cosine for _, cosine in found] == pytest.approx([1.0, 0.5**0.5, 0.0, -1.0], abs=1e-5)


def test_an_empty_collection_gives_nothing(index: VectorIndex) -> None:
    assert ids(index, 1) == []
    assert index.hashes("entities") == {}
    index.upsert("entities", [])
    index.delete("entities", [])
    assert index.hashes("entities") == {}


@pytest.mark.parametrize(("limit", "count"), [(0, 0), (-3, 0), (1, 1), (2, 2), (50, 3)])
def test_never_more_than_the_limit_nor_than_there_are(index: VectorIndex, limit: int, count: int) -> None:
    index.upsert("entities", [row("a", 1), row("b", 0, 1), row("c", 0, 0, 1)])
    assert len(ids(index, 1, 1, 1, limit=limit)) == count


def test_collections_know_nothing_of_each_other(index: VectorIndex) -> None:
    index.upsert("entities", [row("a", 1)])
    index.upsert("chunks", [row("a", 0, 1, text="other")])
    index.delete("relations", ["a"])
    assert (index.hashes("entities"), index.hashes("chunks"), index.hashes("relations")) == (
        {"a": "t"},
        {"a": "other"},
        {},
    )


def test_a_row_put_again_is_replaced(index: VectorIndex) -> None:
    index.upsert("entities", [row("a", 1), row("b", 0, 1)])
    index.upsert("entities", [row("a", 0, 0, 1, text="new"), row("c", 1)])
    assert index.hashes("entities") == {"a": "new", "b": "t", "c": "t"}
    assert ids(index, 0, 0, 1, limit=1) == ["a"]
    assert ids(index, 1, limit=1) == ["c"]


def test_a_row_that_is_deleted_is_not_found_and_may_be_deleted_again(index: VectorIndex) -> None:
    index.upsert("entities", [row("a", 1), row("b", 0, 1)])
    index.delete("entities", ["a", "never there"])
    index.delete("entities", ["a"])
    assert index.hashes("entities") == {"b": "t"}
    assert ids(index, 1) == ["b"]
    index.upsert("entities", [row("a", 1)])
    assert ids(index, 1, limit=1) == ["a"]


def test_resetting_empties_all_and_says_so_by_another_generation(index: VectorIndex) -> None:
    before = index.generation
    index.upsert("entities", [row("a", 1)])
    index.reset()
    assert index.generation != before
    assert [index.hashes(name) for name in NAMES] == [{}, {}, {}]
    assert ids(index, 1) == []
    index.upsert("entities", [row("b", 1)])
    assert ids(index, 1) == ["b"]


def test_odd_ids_and_hashes_are_kept_as_they_are(index: VectorIndex) -> None:
    odd = ["'; DROP TABLE x;--", "数据", "a b\tc", "%s{0}"]
    index.upsert("entities", [row(id_, n + 1, text=id_) for n, id_ in enumerate(odd)])
    assert index.hashes("entities") == {id_: id_ for id_ in odd}


def test_more_rows_than_one_call_may_hold(index: VectorIndex) -> None:
    many = 5_600
    angles = np.linspace(0, 3, many)
    index.upsert("entities", [row(f"r{n}", np.cos(a), np.sin(a)) for n, a in enumerate(angles)])
    assert len(index.hashes("entities")) == many
    assert ids(index, 1, 0, limit=1) == ["r0"]
    index.delete("entities", [f"r{n}" for n in range(5_500)])
    assert len(index.hashes("entities")) == 100


def test_vectors_come_back_as_they_were_put_in_up_to_rounding(index: VectorIndex) -> None:
    rows = [row("a", 1, 2, 3), row("b", 0, 1), row("c", -1, 0.5)]
    index.upsert("entities", rows)
    found = index.vectors("entities", ["c", "a", "never there"])
    assert sorted(found) == ["a", "c"]
    for each in (rows[0], rows[2]):
        assert found[each.id].dtype == np.float32
        assert np.abs(found[each.id] - each.vector).max() < 1e-6
    assert (index.vectors("entities", []), index.vectors("chunks", ["a"])) == ({}, {})


# --- what only a kept index can show ---------------------------------------------------------------------------------


def reopened(folder: Path, index: ChromaIndex) -> ChromaIndex:
    index.close()
    return chroma(folder)


def test_an_index_is_found_again_as_it_was_left(tmp_path: Path) -> None:
    first = chroma(tmp_path)
    first.upsert("entities", [row("a", 1)])
    second = reopened(tmp_path, first)
    assert second.generation == first.generation
    assert second.hashes("entities") == {"a": "t"}
    assert ids(second, 1) == ["a"]
    second.close()


def test_a_filling_that_cannot_be_opened_is_replaced_by_an_empty_one(tmp_path: Path) -> None:
    first = chroma(tmp_path)
    first.upsert("entities", [row("a", 1)])
    first.close()
    (tmp_path / first.generation / "chroma.sqlite3").write_bytes(b"nothing that a database begins with" * 200)
    second = chroma(tmp_path)
    assert second.generation != first.generation
    assert second.hashes("entities") == {}
    second.upsert("entities", [row("b", 1)])
    assert ids(second, 1) == ["b"]
    assert [path.name for path in tmp_path.iterdir()] == [second.generation]
    second.close()


@pytest.mark.parametrize(("model", "dimension"), [("other@1", SIZE), ("m@1", SIZE + 1)])
def test_a_filling_for_another_embedder_is_replaced(tmp_path: Path, model: str, dimension: int) -> None:
    first = chroma(tmp_path)
    first.close()
    second = chroma(tmp_path, model, dimension)
    assert second.generation != first.generation
    second.close()


def test_of_two_fillings_neither_is_believed_and_one_is_left(tmp_path: Path) -> None:
    first = chroma(tmp_path)
    first.upsert("entities", [row("a", 1)])
    first.close()
    (tmp_path / "g-half").mkdir()
    second = chroma(tmp_path)
    assert second.generation not in (first.generation, "g-half")
    third = reopened(tmp_path, second)
    assert third.generation == second.generation
    assert [path.name for path in tmp_path.iterdir()] == [third.generation]
    third.close()
