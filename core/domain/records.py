"""The frozen values that cross the borders of the engine.

Read from top to bottom they follow a document on its way in: file, document, chunk, what a reader found in it,
mentions, and the node and edge that the graph shows. Nothing here knows how any of it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Metadata = Mapping[str, Any]
"""JSON values by field name, as front matter or an evidence record gave them."""


# --- files -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the original: `text[start:end]` of the document's text (offsets in code points)."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Removed:
    """Text that a loader took off, and why: a header or footer that repeats on every page."""

    page: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A file, or one page of it (`page` from 1), that could not be read; `remedy` says what to do."""

    name: str
    reason: str
    remedy: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How files are read. `csv_rows`: each row of a CSV is a document (else the file is one)."""

    csv_rows: bool = False
    encoding: str | None = None
    max_bytes: int = 200 * 1024 * 1024
    max_pages: int = 5000


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """What a loader made of (a part of) a file.

    `name` is the path below the source, with `#row-N` for a row of a table. `text` is NFC with `\\n` line ends and no
    control characters but `\\n` and `\\t`. `pages` is empty where the file has none.
    """

    name: str
    title: str
    text: str
    kind: str
    metadata: Metadata = field(default_factory=dict)
    pages: tuple[Page, ...] = ()
    removed: tuple[Removed, ...] = ()
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file gave: its documents, and what of it could not be read."""

    documents: tuple[LoadedDocument, ...]
    unread: tuple[Unread, ...] = ()


# --- documents and chunks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Document:
    """A document in the workspace. `id` is `SOURCE/path below it`; `revision` is the hash of its content."""

    id: str
    title: str
    metadata: Metadata
    revision: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a document: `text == document.text[start:end]`, offsets in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage. `id` is `document#name`; `position` counts from 0 in document order.

    `start`, `end` (code points) and `page` are None where the passage came without its document (evidence records).
    `metadata` is the document's with the passage's own fields over it.
    """

    id: str
    document: str
    position: int
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)
    start: int | None = None
    end: int | None = None
    page: int | None = None


# --- what a reader found ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntityRow:
    """What one chunk says of one entity, as read. `raw` is the row of the reply; `flags` e.g. `ungrounded`, `type`."""

    name: str
    type: str = ""
    description: str = ""
    qualifier: str = ""
    raw: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationRow:
    """What one chunk says of one relation, directed from source to target. `strength` as the model gave it (> 0)."""

    source: str
    target: str
    description: str = ""
    keywords: tuple[str, ...] = ()
    strength: float = 1.0
    raw: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowIssue:
    """A row that was rejected or repaired: its raw text and the reason."""

    kind: Literal["rejected", "repaired"]
    raw: str
    reason: str


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model: what it was for, how much went in and out (tokens), how long it took, how it ended.

    `prompt_ms` is the time for reading the prompt (where the server does not say, until the first word), `load_ms` for
    loading the model; 0 where not known.
    """

    purpose: str
    model: str
    digest: str = ""
    prompt_hash: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    duration_ms: int = 0
    outcome: str = "ok"
    prompt_ms: int = 0
    load_ms: int = 0


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read from one chunk. Rows are in the order of the reply."""

    entities: tuple[EntityRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()
    themes: tuple[str, ...] = ()
    issues: tuple[RowIssue, ...] = ()
    flags: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Keywords:
    """The two lists of dual-level retrieval: `low` names things, `high` names themes; `origin` says who made them."""

    low: tuple[str, ...] = ()
    high: tuple[str, ...] = ()
    origin: Literal["model", "engine", "given", "question"] = "engine"
    raw: str = ""
    flags: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()


# --- mentions: the evidence ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntityMention:
    """An entity row in its place. `id` is a content hash, `chunk` a chunk's id, `row` the row's number in the reply."""

    id: str
    chunk: str
    row: int
    name: str
    type: str = ""
    description: str = ""
    qualifier: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationMention:
    """A relation row in its place, directed from source to target."""

    id: str
    chunk: str
    row: int
    source: str
    target: str
    description: str = ""
    keywords: tuple[str, ...] = ()
    strength: float = 1.0
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All mentions of a workspace with the chunks they come from.

    `chunks` by id. Chunks and mentions are in document order: document id by code point, then position, then row.
    """

    chunks: Mapping[str, Chunk]
    entities: tuple[EntityMention, ...] = ()
    relations: tuple[RelationMention, ...] = ()


# --- the graph: a view -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProfileText:
    """One distinct text of a profile and the mentions that say it, in document order."""

    text: str
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A node. `types` is the vote, most votes first; `chunks` and `documents` are in document order.

    `description` is the texts joined by newlines; `cut` lists texts left out of an overlong profile.
    `flags` may hold `stub`, `collision`, `unassigned`, `endpoint unclear`; under a person's text `described` and, where
    its evidence has changed, `review`: then the text has no mentions, and what mentions say is in `cut`.
    """

    key: str
    name: str
    qualifier: str
    type: str
    types: tuple[tuple[str, int], ...]
    description: str
    texts: tuple[ProfileText, ...]
    cut: tuple[ProfileText, ...]
    mentions: tuple[str, ...]
    chunks: tuple[str, ...]
    documents: tuple[str, ...]
    stub: bool
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge between the entity keys `source` and `target`; directed only where the policy keeps direction.

    `weight` is the number of distinct chunks, `strength` the mean of what the model gave.
    """

    key: str
    source: str
    target: str
    source_name: str
    target_name: str
    predicate: str
    keywords: tuple[str, ...]
    description: str
    texts: tuple[ProfileText, ...]
    cut: tuple[ProfileText, ...]
    mentions: tuple[str, ...]
    chunks: tuple[str, ...]
    documents: tuple[str, ...]
    weight: int
    strength: float
    directed: bool
    flags: tuple[str, ...]
