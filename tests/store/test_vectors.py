"""Vectors by text hash, model and dimension, and the note of what the collections hold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.store.store import Store
from core.store.vectors import Watermark


def vector(*values: float) -> NDArray[np.float32]:
    return np.array(values, dtype=np.float32)


MARK = Watermark(3, 1, "m", 2, "g-1")


def test_a_vector_comes_back_bit_for_bit(store: Store) -> None:
    given = vector(0.1, -0.0, 1e-38)
    store.vectors.put([("h", given, True)], "m", 3)
    found = store.vectors.get(["h", "none"], "m", 3)
    assert list(found) == ["h"]
    assert found["h"].vector.tobytes() == given.tobytes()
    assert found["h"].windowed


def test_vectors_of_two_models_or_dimensions_never_mix(store: Store) -> None:
    store.vectors.put([("h", vector(1, 0), False)], "m", 2)
    store.vectors.put([("h", vector(0, 1), False)], "n", 2)
    assert store.vectors.get(["h"], "m", 2)["h"].vector.tolist() == [1, 0]
    assert store.vectors.get(["h"], "n", 2)["h"].vector.tolist() == [0, 1]
    assert store.vectors.get(["h"], "m", 3) == {}


def test_a_vector_that_is_here_stays(store: Store) -> None:
    store.vectors.put([("h", vector(1, 0), False)], "m", 2)
    store.vectors.put([("h", vector(0, 1), True)], "m", 2)
    assert store.vectors.get(["h"], "m", 2)["h"].vector.tolist() == [1, 0]


def test_many_hashes_can_be_asked_for_at_once(store: Store) -> None:
    hashes = [f"h{n}" for n in range(12_000)]
    store.vectors.put([(h, vector(1), False) for h in hashes], "m", 1)
    assert len(store.vectors.get(hashes, "m", 1)) == 12_000
    assert store.vectors.get([], "m", 1) == {}


def test_what_is_indexed_is_noted_with_how_far_the_collection_is(store: Store) -> None:
    store.vectors.record("entities", [("i1", "a", "t1"), ("i2", "b", "t2")], [], MARK)
    store.vectors.record("chunks", [("i1", "c", "t3")], [], MARK)
    store.vectors.record("entities", [("i2", "b", "t9")], ["i1", "never there"], MARK)
    assert store.vectors.indexed("entities") == {"i2": "t9"}
    assert store.vectors.indexed("chunks") == {"i1": "t3"}
    assert store.vectors.watermarks() == {"chunks": MARK, "entities": MARK}


def test_forgetting_the_index_keeps_the_vectors(store: Store) -> None:
    store.vectors.put([("h", vector(1), False)], "m", 1)
    store.vectors.record("entities", [("i1", "a", "h")], [], MARK)
    store.vectors.forget_index()
    assert (store.vectors.indexed("entities"), store.vectors.watermarks()) == ({}, {})
    assert "h" in store.vectors.get(["h"], "m", 1)
