"""One suite over every Embedder: what callers may rely on, whichever model stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from core.adapters.embedded import MiniLMEmbedder
from core.adapters.ollama import OllamaEmbedder, OllamaServer
from core.adapters.scripted import HashEmbedder
from core.ports import Embedder
from tests.adapters.ollama_server import EMBED, OllamaStub, serving

Factory = Callable[[], Embedder]
FACTORIES: dict[str, Factory] = {"minilm": MiniLMEmbedder, "hash": HashEmbedder}

TEXTS = (
    "Daily backups are kept for thirty days.",
    "Invoices are sent by e-mail.",
    "",
    "备份保留三十天。",
    "Backup",
    "Daily backups are kept for thirty days, and an owner may restore any of them.",
    "\x00\x1b[31m \U0001f468‍\U0001f469‍\U0001f467 \ud800 | a | b |",
    " ".join(["backup"] * 700),
)


@pytest.fixture(params=[*sorted(FACTORIES), "ollama"], scope="module")
def make(request: pytest.FixtureRequest) -> Iterator[Factory]:
    if request.param in FACTORIES:
        yield FACTORIES[request.param]
        return
    words = HashEmbedder()
    with serving(OllamaStub(vectors=lambda text: words.embed([text]).vectors[0].tolist())) as stub:
        yield lambda: OllamaEmbedder(OllamaServer(stub.url), EMBED)


@pytest.fixture(scope="module")
def embedder(make: Factory) -> Embedder:
    return make()


def test_vectors_are_float32_rows_of_unit_length(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS).vectors
    assert vectors.shape == (len(TEXTS), embedder.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    embedding = embedder.embed([])
    assert embedding.vectors.shape == (0, embedder.dimension)
    assert embedding.windowed == ()


def test_the_order_of_rows_is_that_of_the_texts(embedder: Embedder) -> None:
    forward = embedder.embed(TEXTS).vectors
    backward = embedder.embed(TEXTS[::-1]).vectors
    assert np.array_equal(forward, backward[::-1])


def test_a_text_has_the_same_bits_alone_and_in_company(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS).vectors
    alone = np.concatenate([embedder.embed([text]).vectors for text in TEXTS])
    assert np.array_equal(together, alone)


def test_two_instances_agree(embedder: Embedder, make: Factory) -> None:
    other = make()
    assert other.identity == embedder.identity
    assert np.array_equal(other.embed(TEXTS).vectors, embedder.embed(TEXTS).vectors)


def test_only_texts_longer_than_the_model_reads_are_flagged(embedder: Embedder) -> None:
    windowed = embedder.embed(TEXTS).windowed
    assert windowed == (False,) * (len(TEXTS) - 1) + (True,)


def test_the_end_of_a_long_text_counts(embedder: Embedder) -> None:
    start = " ".join(["backup"] * 600)
    plain, ended = embedder.embed([start, start + " invoice payment" * 100]).vectors
    assert not np.allclose(plain, ended, atol=1e-3)


def test_texts_that_share_words_are_nearer(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS).vectors
    assert vectors[0] @ vectors[5] > vectors[0] @ vectors[1] + 0.2
