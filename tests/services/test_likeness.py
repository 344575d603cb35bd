"""Likeness of sentences: by an embedder in one batch, set against its own unrelated sentences, else by shared words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.adapters.scripted import HashEmbedder
from core.errors import ModelCancelled, ModelError, ModelUnavailable
from core.ports import Embedding
from core.services.likeness import UNRELATED, LikenessDesk

A, B, C = "The daily backup is kept.", "It runs at night.", "每日备份保留三十天。"


class Counting(HashEmbedder):
    """Notes what it was asked; `shift` moves all vectors to one side, as some embedders do."""

    def __init__(self, identity: str = "multi@1", shift: float = 0.0, error: ModelError | None = None) -> None:
        super().__init__()
        self.identity, self._shift, self._error = identity, shift, error
        self.asked: list[Sequence[str]] = []

    def embed(self, texts: Sequence[str]) -> Embedding:
        self.asked.append(texts)
        if self._error:
            raise self._error
        vectors = super().embed(texts).vectors
        vectors[:, 0] += self._shift
        return Embedding(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), (False,) * len(texts))


def test_all_texts_are_embedded_in_one_batch_and_once() -> None:
    embedder = Counting()
    desk = LikenessDesk(lambda: embedder)
    desk.measure([A, B, A])
    assert [sorted(asked) for asked in embedder.asked] == [sorted([A, B, *UNRELATED])]
    desk.measure([B, C])
    assert embedder.asked[1:] == [[C]]


def test_equal_sentences_are_at_one_and_unrelated_ones_near_nought_whatever_the_embedder() -> None:
    for shift in (0.0, 1.0, 3.0):
        embedder = Counting(shift=shift)
        likeness, measure, note = LikenessDesk(lambda made=embedder: made).measure([A, *UNRELATED])
        assert (measure, note) == ("cosine", "")
        assert likeness(A, [(A,)]) == [pytest.approx(1.0, abs=1e-3)]
        assert max(likeness(UNRELATED[0], [(UNRELATED[1],), (UNRELATED[2],)])) < 0.5


def test_two_sentences_together_are_the_mean_of_theirs() -> None:
    likeness, _, _ = LikenessDesk(Counting).measure([A, B])
    single, both = likeness(A, [(B,), (A, B)])
    assert single < both < 1


def test_without_an_embedder_words_are_compared_and_it_is_said() -> None:
    embedder = Counting(error=ModelUnavailable("No Ollama answers.", "Start it."))
    likeness, measure, note = LikenessDesk(lambda: embedder).measure([A, B])
    assert measure == "words"
    assert note == "Support is measured by shared words: No Ollama answers. Start it."
    assert likeness(A, [(A,), (B,)]) == [1.0, 0.0]


def test_an_embedder_of_english_does_not_judge_chinese() -> None:
    embedder = Counting("all-minilm-l6-v2@1")
    _, measure, note = LikenessDesk(lambda: embedder).measure([A, C])
    assert (measure, embedder.asked) == ("words", [])
    assert "English" in note


def test_a_stop_is_a_stop() -> None:
    embedder = Counting(error=ModelCancelled("The call was cancelled."))
    with pytest.raises(ModelCancelled):
        LikenessDesk(lambda: embedder).measure([A])


def test_nothing_to_measure_asks_nobody() -> None:
    embedder = Counting()
    assert LikenessDesk(lambda: embedder).measure([])[1:] == ("none", "")
    assert embedder.asked == []
