"""A workspace over scripted models and an index in memory: what bootstrap binds, without the weight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.adapters.loaders import Files
from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import Script, ScriptedExtractor, capitalised
from core.adapters.scripted_index import MemoryIndex
from core.domain.chunking import Chunking
from core.domain.decisions import Decision
from core.domain.evidence import to_lines
from core.domain.policy import POLICIES
from core.domain.profiles import rough_tokens
from core.domain.query import any_of_them, loose
from core.domain.trace import Hit, Kind
from core.domain.wording import COLLECTIONS
from core.ports import Embedder, Extractor, VectorIndex
from core.services.embeddings import Embeddings
from core.services.ingest import Ingest
from core.services.intake import Incoming, Intake
from core.services.library import Library
from core.services.project import Collections, Views
from core.services.runs import Runs
from core.services.search import SearchDesk
from core.services.wordfinder import WordFinder
from core.store.ledger import NewDecision
from core.store.store import Store
from tests.graphs import snapshot
from tests.strategies import TICK, GeneratedDocument, evidence_chunks

CHUNKING = Chunking("characters", 120, 20)
KINDS: tuple[Kind, ...] = ("entity", "relation", "chunk")


class WordTokenizer:
    """Not asked for anything where chunks are counted in characters."""

    name = "words"

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        raise NotImplementedError

    def count(self, text: str) -> int:
        return rough_tokens(text)


class Workspace:
    """Services by name, as the Explorer has them; if `ticked`, plans part entities by the first decision."""

    def __init__(
        self,
        folder: Path,
        script: Script = capitalised,
        *,
        index: VectorIndex | None = None,
        workers: int = 1,
        ticked: bool = False,
    ) -> None:
        self.store = Store(folder)
        self.index: VectorIndex = index or MemoryIndex(tuple(COLLECTIONS.values()))
        self.embedder: Embedder = HashEmbedder()
        self.extractor: Extractor = ScriptedExtractor(script)
        self.clock = FixedClock()
        self.embeddings = Embeddings(self.store, lambda: self.embedder)
        self.views = Views(self.store, self.embeddings, rough_tokens)
        self.collections = Collections(self.store, self.views, self.embeddings, lambda: self.index)
        self.ingest = Ingest(self.store, lambda: self.extractor, self.collections, self.clock, workers)
        self.intake = Intake(self.store, Files(), WordTokenizer(), CHUNKING, self.clock)
        self.library = Library(self.store, self.collections, self.views)
        self.words = WordFinder(self.store)
        self.desk = SearchDesk(self.store.words, self.words, self.views)
        self.runs = Runs(self.store, self.views, self.clock, lambda: {"kind": "embedded"})

        if ticked:
            self.decide([Decision(0, "tick", TICK)])

    def use_index(self) -> None:
        """Let the everyday view be searched through the index, as the Explorer does; here also if it is small."""
        self.views.exactly = 0
        self.views.index_for = self.collections.proposer

    def records(self, documents: Iterable[GeneratedDocument], name: str = "records.jsonl") -> None:
        """Take in generated documents as evidence records."""
        lines = to_lines(chunk for document in documents for chunk in evidence_chunks(document))
        self.intake.add([Incoming("uploads", name, lines.encode("utf-8"))])

    def texts(self, texts: dict[str, str]) -> None:
        """Take in text files by name."""
        self.intake.add([Incoming("notes", name, text.encode("utf-8")) for name, text in texts.items()])

    def decide(self, decisions: Iterable[Decision]) -> None:
        for given in decisions:
            self.store.ledger.add([NewDecision(given.kind, given.body, of=given.of)], "t")

    def search(self, question: str, policy: str = "careful", limit: int = 5) -> dict[Kind, tuple[Hit, ...]]:
        vector = self.embeddings.embed([question])[0].vector
        view = self.views(policy)
        return {kind: tuple(view.search(kind, vector, limit)) for kind in KINDS}

    def indexed(self) -> dict[str, dict[str, str]]:
        """What the index holds: row id -> text hash, by collection."""
        return {name: dict(self.index.hashes(name)) for name in COLLECTIONS.values()}

    def close(self) -> None:
        self.store.close()


QUESTIONS = ("How long is a daily backup kept?", "Export 数据保留", "a -> b")


def all_there_is(workspace: Workspace) -> dict[str, Any]:
    """Everything that a view, a search or a collection shows; equal workspaces give equal ones."""
    graphs = {
        (policy, viewer): snapshot(workspace.views(policy, viewer).graph)
        for policy in POLICIES
        for viewer in (None, (), ("staff",))
    }
    searches = {(q, policy): workspace.search(q, policy) for q in QUESTIONS for policy in POLICIES}
    chunks = [
        (c.id, c.document, c.position, c.text, c.title, dict(c.metadata)) for c in workspace.store.documents.chunks()
    ]
    words = {
        (question, viewer): workspace.words.search(any_of_them(loose(question)), viewer)
        for question in QUESTIONS
        for viewer in (None, (), ("staff",))
    }
    return {"graphs": graphs, "searches": searches, "chunks": chunks, "words": words, "index": workspace.indexed()}
