"""What the services need from outside, as protocols: readers of files, tokenizers, models, the vector index, a clock.

A port exists only where there are two implementations or more (the second may be the fake that the tests run over).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from core.domain.records import Extraction, Keywords, ModelCall, Reading, ReadOptions

Vectors = NDArray[np.float32]
"""(n, dimension) float32; rows have unit length unless said otherwise."""


class FileReader(Protocol):
    """Turns the bytes of one file into documents. Never raises for bad content: that is listed in `Reading.unread`."""

    def read(self, name: str, content: bytes, options: ReadOptions) -> Reading: ...

    def extensions(self) -> Sequence[str]:
        """The lower-case file endings it takes, with the dot, sorted."""
        ...


class Tokenizer(Protocol):
    """Cuts text into tokens. `name` goes into the chunking recipe."""

    name: str

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """The tokens as (start, end) offsets in code points, ascending; together they cover all but white space."""
        ...

    def count(self, text: str) -> int: ...


@dataclass(frozen=True, slots=True)
class Passage:
    """What an extractor is given: one chunk's text, its document's title and metadata.

    `attempt` is how often reading it has failed so far: a model is then asked in another way.
    """

    text: str
    title: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    attempt: int = 0


class Extractor(Protocol):
    """Reads entities and relations from passages, and keywords from questions. `identity` names model and version."""

    identity: str

    def extract(self, passage: Passage) -> Extraction:
        """Raises ModelError when there is no result; a result with faults is returned with issues and flags."""
        ...

    def keywords(self, question: str) -> Keywords: ...


@runtime_checkable
class AskingExtractor(Extractor, Protocol):
    """An extractor that asks a chat model, whose identity is `model`."""

    model: str

    def stopping(self, cancelled: Callable[[], bool]) -> Extractor:
        """The same extractor, whose calls end in ModelCancelled as soon as `cancelled` says yes."""
        ...

    def requests(self, passage: Passage) -> Sequence[ChatRequest]:
        """What reading a passage will ask, as far as it can be told before the first reply."""
        ...


@dataclass(frozen=True, slots=True)
class Embedding:
    """Unit vectors for some texts, in their order; `windowed` says which texts were longer than the model reads."""

    vectors: Vectors
    windowed: tuple[bool, ...]


class Embedder(Protocol):
    """Turns texts into unit vectors. `identity` names model and version: vectors of two identities never mix."""

    identity: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> Embedding:
        """Raises ModelError."""
        ...


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request: system and user text, an optional JSON schema for the reply, and limits (tokens, seconds).

    `cancelled` is asked again and again while the model answers; where it says yes, the call ends in ModelCancelled.
    `on_text` is told each piece of the answer as it comes, also of an answer that is then asked for again.
    Another `seed` may give another answer to the same question.
    """

    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 2048
    temperature: float = 0.0
    timeout_s: float = 600.0
    purpose: str = "chat"
    cancelled: Callable[[], bool] | None = field(default=None, compare=False, repr=False)
    on_text: Callable[[str], None] | None = field(default=None, compare=False, repr=False)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class ChatReply:
    """`incomplete` when the model stopped at its limit; `earlier` are calls that had to be made again, oldest first."""

    text: str
    incomplete: bool
    call: ModelCall
    earlier: tuple[ModelCall, ...] = ()


class ChatModel(Protocol):
    identity: str

    def chat(self, request: ChatRequest) -> ChatReply:
        """Raises ModelError; a prompt that the server cut is BadModelReply, never a result."""
        ...


@dataclass(frozen=True, slots=True)
class Room:
    """How long a prompt may be, in our tokens, and leave so much room for the reply as was asked for.

    `prompt` fits the `window` (tokens) that the model has for reading passages: a wider one would load it again.
    `most_prompt` fits the widest that it can have, `most_window`; both 0 where that is not known.
    """

    window: int
    prompt: int
    most_window: int
    most_prompt: int


@runtime_checkable
class RoomyChat(ChatModel, Protocol):
    """A chat model whose window can be told."""

    def room(self, reply: int, reading: tuple[int, int]) -> Room:
        """What is left for a prompt beside a reply of so many tokens.

        `reading` is a usual request for reading a passage: the tokens of its prompt and of its reply, at most. From now
        on the model has a window that serves for it: one for all that is asked, since another would load it again.
        """
        ...


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One row of a collection: `id` is a hash of kind and key, `text_hash` tells whether the vector is still right."""

    id: str
    key: str
    text_hash: str
    vector: NDArray[np.float32]


class VectorIndex(Protocol):
    """Three named collections of unit vectors under cosine similarity. Everything in it can be rebuilt.

    `generation` names this filling of it: another name means that nothing put in before is there.
    """

    @property
    def generation(self) -> str: ...

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None: ...

    def delete(self, collection: str, ids: Sequence[str]) -> None: ...

    def query(self, collection: str, vector: NDArray[np.float32], limit: int) -> Sequence[tuple[str, float]]:
        """At most `limit` (id, cosine) pairs, nearest first. Approximate: callers score again exactly."""
        ...

    def hashes(self, collection: str) -> Mapping[str, str]:
        """text_hash by id of all rows."""
        ...

    def vectors(self, collection: str, ids: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        """Vectors by id, as they are kept: of unit length again, and so equal to those put in up to rounding.

        Ids that are not here are left out.
        """
        ...

    def reset(self) -> None:
        """Empty all collections (a new directory where the vendor needs one)."""
        ...

    def close(self) -> None: ...


class Clock(Protocol):
    def now(self) -> str:
        """UTC, ISO 8601 with seconds."""
        ...

    def monotonic(self) -> float:
        """Seconds, for durations only."""
        ...

    def sleep(self, seconds: float) -> None:
        """Do nothing for so long."""
        ...
