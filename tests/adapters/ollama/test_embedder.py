"""An embedder over the scripted server."""

from __future__ import annotations

import numpy as np
import pytest

from core.adapters.ollama import OllamaEmbedder, OllamaServer
from core.errors import BadModelReply, ModelError, ModelMissing, ModelOverloaded
from tests.adapters.ollama_server import CHAT, CLOUD, EMBED, Fails, OllamaStub, tokens


@pytest.fixture
def embedder(server: OllamaServer) -> OllamaEmbedder:
    return OllamaEmbedder(server, EMBED, count=lambda text: 0)


def test_the_dimension_comes_from_a_probe_and_the_identity_from_the_digest(embedder: OllamaEmbedder) -> None:
    assert embedder.dimension == 8
    assert embedder.identity == f"{EMBED}@cccccccccccc"


def test_vectors_come_in_the_order_of_the_texts_with_unit_length(stub: OllamaStub, embedder: OllamaEmbedder) -> None:
    texts = ["a long text about keys and locks", "key", "a text"]
    found = embedder.embed(texts)
    expected = np.array([stub.vector(text) for text in texts], dtype=np.float32)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert found.vectors.dtype == np.float32
    np.testing.assert_allclose(found.vectors, expected, rtol=1e-6)
    assert found.windowed == (False, False, False)


def test_texts_are_sent_as_lists_and_never_cut(stub: OllamaStub, embedder: OllamaEmbedder) -> None:
    embedder.embed(["one"])
    body = stub.asked("/api/embed")[-1]
    assert (body["input"], body["truncate"]) == (["one"], False)
    assert body["options"] == {"num_ctx": 512}


def test_many_texts_go_in_batches(stub: OllamaStub, embedder: OllamaEmbedder) -> None:
    embedder.embed([f"text {at}" for at in range(70)])
    assert [len(body["input"]) for body in stub.asked("/api/embed")[1:]] == [32, 32, 6]


def test_no_texts_ask_nothing(stub: OllamaStub, embedder: OllamaEmbedder) -> None:
    assert embedder.embed([]).vectors.shape == (0, 8)
    assert len(stub.asked("/api/embed")) == 1


def test_one_text_that_is_too_long_is_windowed_and_the_others_are_not(
    stub: OllamaStub, embedder: OllamaEmbedder
) -> None:
    long = "keys and locks " * 300  # 1,125 tokens of 512
    found = embedder.embed(["short", long, "short too", "three"])
    assert found.windowed == (False, True, False, False)
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(found.vectors[0], embedder.embed(["short"]).vectors[0], rtol=1e-6)


def test_a_windowed_text_stands_for_the_mean_of_its_windows(stub: OllamaStub, embedder: OllamaEmbedder) -> None:
    stub.vectors = lambda text: [1.0, 0, 0, 0, 0, 0, 0, 0] if "first" in text else [0, 1.0, 0, 0, 0, 0, 0, 0]
    (vector,) = embedder.embed(["first " + "a" * 1500 + " " + "b" * 1500]).vectors
    assert vector[0] == pytest.approx(vector[1], rel=0.02)
    assert vector[0] == pytest.approx(2**-0.5, rel=0.02)


def test_a_text_known_to_be_too_long_is_never_sent_whole(stub: OllamaStub, server: OllamaServer) -> None:
    embedder = OllamaEmbedder(server, EMBED, count=tokens)
    long = "keys and locks " * 300
    assert embedder.embed([long]).windowed == (True,)
    assert all(long not in body["input"] for body in stub.asked("/api/embed"))


def test_a_text_without_white_space_can_be_windowed(embedder: OllamaEmbedder) -> None:
    assert embedder.embed(["钥匙" * 2000]).windowed == (True,)


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_blank_text_has_a_vector(embedder: OllamaEmbedder, text: str) -> None:
    assert np.isfinite(embedder.embed([text]).vectors).all()


@pytest.mark.parametrize(
    "words", ["the input length exceeds the context length", "input exceeds the available context size"]
)
def test_a_text_that_can_not_be_split_is_an_error(stub: OllamaStub, embedder: OllamaEmbedder, words: str) -> None:
    stub.embed_failure = Fails(400, words)
    with pytest.raises(BadModelReply, match="window"):
        embedder.embed(["keys " * 100])


@pytest.mark.parametrize(
    "vector",
    [[], [0.0] * 8, [float("nan")] * 8, [1.0] * 7, ["a"] * 8, [[1.0]] * 8],
    ids=["none", "zero", "nan", "7", "text", "deep"],
)
def test_vectors_that_are_none_are_refused(stub: OllamaStub, embedder: OllamaEmbedder, vector: list[float]) -> None:
    stub.vectors = lambda text: vector
    with pytest.raises(BadModelReply, match="embedding model"):
        embedder.embed(["one"])


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (Fails(503, "server busy, please try again"), ModelOverloaded),
        (Fails(500, "failed to encode response: json: unsupported value: NaN"), ModelOverloaded),
        (Fails(400, "bad request"), BadModelReply),
    ],
)
def test_a_failure_is_one_of_ours(
    stub: OllamaStub, embedder: OllamaEmbedder, failure: Fails, kind: type[ModelError]
) -> None:
    stub.embed_failure = failure
    with pytest.raises(kind):
        embedder.embed(["one"])


@pytest.mark.parametrize("model", [CHAT, CLOUD, "nowhere"])
def test_a_model_that_can_not_embed_is_refused(server: OllamaServer, model: str) -> None:
    with pytest.raises(ModelMissing):
        OllamaEmbedder(server, model)
