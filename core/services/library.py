"""What is in a workspace, for reading: documents, counts, what was not read, rejected or failed, the collections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.domain.aliases import AliasProposal, alias_proposals
from core.domain.languages import beyond_latin, knows_english_alone
from core.domain.ordering import ChunkEvidence
from core.domain.records import Removed, Unread
from core.domain.superseding import in_force
from core.services.project import Collections, CollectionState
from core.services.views import View
from core.store.calls import Cost
from core.store.mentions import Issue, Progress
from core.store.passages import ChunkRow
from core.store.queue import QueuedDocument
from core.store.store import Store
from core.store.table import DocumentRow


@dataclass(frozen=True, slots=True)
class Contents:
    """A workspace at a glance: chunks by state, mentions of entities and relations (not nodes), and what to look at:
    rows rejected, files or pages unread.
    """

    documents: int
    chunks: Progress
    entities: int
    relations: int
    rejected: int
    unread: int


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """What the graph of a merge rule holds: nodes, edges, nodes that no passage describes, and flagged ones."""

    entities: int
    relations: int
    stubs: int
    flagged: int


@dataclass(frozen=True, slots=True)
class Costs:
    """Model calls by what they were for, each by model. Embedding is not in it: it is no call of a chat model."""

    indexing: tuple[Cost, ...]
    questions: tuple[Cost, ...]
    trials: tuple[Cost, ...]


class Library:
    """Read models over the store. All that it changes is the queue: what is read again, and in which order."""

    _replaced = False
    """Whether lists take in what replaced documents say: who can't see the successor sees them."""

    def __init__(self, store: Store, collections: Collections, views: Callable[[str], View]) -> None:
        self._store, self._collections, self._views = store, collections, views
        self._scripts: tuple[int, tuple[int, int]] = (-1, (0, 0))

    def contents(self) -> Contents:
        rows = self.documents()
        return Contents(
            documents=len(rows),
            chunks=self.progress(),
            entities=sum(row.entities for row in rows),
            relations=sum(row.relations for row in rows),
            rejected=sum(row.rejected for row in rows),
            unread=len(self.unread()),
        )

    def progress(self) -> Progress:
        """How far reading has come."""
        return self._store.mentions.progress()

    def unread_note(self) -> str:
        """Whether the graph is still short of chunks, for who asks it something; empty where all are read."""
        progress = self.progress()
        if progress.read == progress.chunks:
            return ""
        lost = progress.failed - progress.failed_again
        failed = f", {lost} failed" if lost else ""
        return f"Only {progress.read} of {progress.chunks} chunks are extracted{failed}: the graph is not whole yet."

    def language_note(self, embedder: str) -> str:
        """Whether an embedder of this identity (`name@digest`) was trained on English, and passages are not in it.

        Empty where the embedder knows more, or every passage is in a Latin script.
        """
        beyond, passages = self._beyond_latin() if knows_english_alone(embedder) else (0, 0)
        if not beyond:
            return ""
        are = "is" if beyond == 1 else "are"
        return (
            f"{beyond:,} of {passages:,} passages {are} not in a Latin script; this workspace's embedder was trained on"
            " English, so searches by meaning will be poor for them."
        )

    def _beyond_latin(self) -> tuple[int, int]:
        """(passages in another script than Latin, all passages); looked through once for what the documents are."""
        version = self._store.queue.version
        if self._scripts[0] != version:
            found = [beyond_latin(text) for text in self._texts()]
            self._scripts = version, (sum(found), len(found))
        return self._scripts[1]

    def alias_proposals(self, chunk: str | None = None) -> tuple[AliasProposal, ...]:
        """Names with a translation in brackets, in all that was read or in one chunk: the two may be one thing."""
        said = (found for found in self._said() if chunk in (None, found.chunk.id))
        return alias_proposals(row for found in said for row in found.entities)

    def _texts(self) -> Iterable[str]:
        return self._store.passages.texts()

    def _said(self) -> Iterable[ChunkEvidence]:
        return in_force(self._store.mentions.by_chunk())

    def graph(self, policy: str = "careful") -> GraphCounts:
        """Counts of the graph under a merge rule; `flagged` leaves stubs out. Raises UnknownName."""
        graph = self._views(policy).graph
        entities = [entity for _, entity in graph.nodes(data="entity")]
        return GraphCounts(
            entities=len(entities),
            relations=graph.number_of_edges(),
            stubs=sum(entity.stub for entity in entities),
            flagged=sum(any(flag != "stub" for flag in entity.flags) for entity in entities),
        )

    def documents(self) -> tuple[DocumentRow, ...]:
        """The documents by name; of withdrawn ones `withdrawals` tells, of replaced ones `succession`."""
        return tuple(row for row in self._store.documents.rows() if not (row.withdrawn or row.replaced_by))

    def text(self, document: str) -> str:
        """The text of a document as it was read; empty where it came as passages only."""
        return self._store.documents.text(document)

    def chunks(self, document: str) -> tuple[ChunkRow, ...]:
        """The chunks of a document in order, each with its state and counts."""
        return self._store.passages.of(document)

    def unread(self) -> tuple[Unread, ...]:
        """Files and pages not read, with reasons."""
        return self._store.documents.unread(self._replaced)

    def removed(self, document: str) -> tuple[Removed, ...]:
        """Headers and footers taken off a document's pages."""
        return self._store.documents.removed(document)

    def issues(self) -> tuple[Issue, ...]:
        """Rejected and repaired rows, in document order."""
        return self._store.mentions.issues(replaced=self._replaced)

    def failures(self) -> tuple[tuple[str, str], ...]:
        """(chunk, reason) of failed chunks."""
        return self._store.mentions.failures()

    def retry_failed(self, chunk: str | None = None) -> int:
        """Let failed chunks, or the one of that id, be read by the next run; how many. Raises WorkspaceBusy."""
        return self._store.mentions.retry_failed(chunk)

    def empty(self) -> tuple[str, ...]:
        """The ids of chunks that were read and have text, but gave no entity, in document order."""
        return self._store.passages.empty()

    def queue(self) -> tuple[QueuedDocument, ...]:
        """The documents with chunks that wait to be read, in the order in which they will be."""
        return self._store.queue.documents()

    def put_first(self, documents: Sequence[str]) -> None:
        """Let these documents be read before all others, in this order, from now on. Raises WorkspaceBusy."""
        self._store.queue.put_first(documents)

    def forget_order(self) -> None:
        """Let documents be read by name again. Raises WorkspaceBusy."""
        self._store.queue.forget_order()

    def costs(self) -> Costs:
        """What the models were asked so far, indexing apart from questions and trials."""
        costs = self._store.calls.costs()
        return Costs(*(tuple(cost for cost in costs if cost.job == job) for job in ("indexing", "question", "trial")))

    def collections(self) -> tuple[CollectionState, ...]:
        """The three collections, and whether they are up to date."""
        return self._collections.states()

    def version(self) -> tuple[int, int]:
        """Changes whenever the graph may have changed."""
        return self._store.version()
