"""Where everything meets: from settings and a folder to an Explorer, the one object that pages and commands talk to."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from core.adapters.chroma import ChromaIndex
from core.adapters.clock import SystemClock
from core.adapters.loaders import Files
from core.adapters.tokens import TiktokenTokenizer, WordPieceTokenizer
from core.assets import ASSETS, VIS_NETWORK, page_parts, sample_folder, samples
from core.domain.exports import Originals
from core.domain.policy import Qualifiers
from core.domain.records import RowIssue
from core.domain.wording import COLLECTIONS
from core.engines import Models, Workshop, models_of, propose_engine
from core.errors import UnknownName, WorkspaceBusy, WorkspaceError
from core.ports import ChatModel, Clock, Extractor, Tokenizer, VectorIndex
from core.services.asking import QuestionDesk
from core.services.browse import Browse
from core.services.cached_chat import CachedChat
from core.services.configuration import Configuration
from core.services.embeddings import Embeddings
from core.services.gate import Gate
from core.services.ingest import Ingest
from core.services.intake import Intake
from core.services.jobs import IngestJob
from core.services.library import Library
from core.services.models import Makers, ModelDesk
from core.services.project import Collections, Views
from core.services.readings import ReadingDesk
from core.services.retrieve import Retrieval
from core.services.transfer import Transfer
from core.settings import Settings
from core.store.lock import WriterLock
from core.store.store import Store
from core.workspaces import NAME, WorkspaceInfo, create_workspace, is_workspace, make_workspace, workspaces

__all__ = [
    "ASSETS",
    "VIS_NETWORK",
    "Explorer",
    "WorkspaceInfo",
    "create_workspace",
    "is_workspace",
    "make_workspace",
    "open_workspace",
    "page_parts",
    "propose_engine",
    "sample_folder",
    "samples",
    "workspaces",
]


class Explorer:
    """One open workspace with its services bound. `writable` is False while another process holds it (`holder`)."""

    def __init__(
        self, folder: Path, settings: Settings, models: Models | None = None, clock: Clock | None = None
    ) -> None:
        self.path = folder.resolve()
        self._lock = WriterLock(self.path)
        self.writable = self._lock.acquire()
        self.holder = "" if self.writable else self._lock.holder()
        self._store = self._opened()
        self.name = self._store.database.get(NAME) or self.path.name
        self._settings, self._clock = settings, clock or SystemClock()
        self._tokens = TiktokenTokenizer(settings.home / "cache" / "tiktoken")
        self._workshop = Workshop(settings, self._tokens.count, self._cached)
        self._given, self.gate = models, Gate()
        self._configuration = Configuration(self._store.database)
        self._bind()

    def _bind(self) -> None:
        """Make what hangs on the settings, as they are stored."""
        chosen = self._configuration
        self.engine, self.chunking, self.recipe = chosen.engine, chosen.chunking, chosen.recipe
        self._models = self._given or models_of(self.engine, self.recipe, self._workshop, chosen.serving)
        self.__dict__.pop("intake", None)
        self.ingest.workers = self._models.workers

    def _cached(self, chat: ChatModel) -> ChatModel:
        return CachedChat(chat, self._store.replies, self._clock.now)

    def _opened(self) -> Store:
        try:
            return Store(self.path, read_only=not self.writable)
        except WorkspaceError:
            self._lock.release()
            raise

    @cached_property
    def embeddings(self) -> Embeddings:
        return Embeddings(self._store, lambda: self._models.embedder())

    @cached_property
    def views(self) -> Views:
        return Views(self._store, self.embeddings, self._tokens.count, Qualifiers())

    @cached_property
    def collections(self) -> Collections:
        collections = Collections(self._store, self.views, self.embeddings, self._index)
        if self.writable:
            self.views.index_for = collections.proposer
        return collections

    @cached_property
    def _chroma(self) -> ChromaIndex:
        model, dimension = self.embeddings.model
        return ChromaIndex(self.path / self._configuration.index_folder, tuple(COLLECTIONS.values()), model, dimension)

    def _index(self) -> VectorIndex:
        self.require_writable()
        return self._chroma

    @cached_property
    def intake(self) -> Intake:
        return Intake(self._store, Files(), self._tokenizer(), self.chunking, self._clock)

    def _tokenizer(self) -> Tokenizer:
        return WordPieceTokenizer() if self.chunking.unit == "word pieces" else self._tokens

    @cached_property
    def ingest(self) -> Ingest:
        return Ingest(self._store, self._extractor, self.collections, self._clock, gate=self.gate)

    def _extractor(self) -> Extractor:
        return self._models.extractor()

    @cached_property
    def questions(self) -> QuestionDesk:
        return QuestionDesk(self.gate, self._store.calls, self._clock)

    @cached_property
    def job(self) -> IngestJob:
        return IngestJob(self.ingest, self._clock)

    @cached_property
    def models(self) -> ModelDesk:
        return ModelDesk(Makers(self._workshop.server, self._workshop.once, self._workshop.embedder), self._clock)

    @cached_property
    def readings(self) -> ReadingDesk:
        return ReadingDesk(self._store.readings, self._workshop.reader, self._clock)

    @cached_property
    def library(self) -> Library:
        return Library(self._store, self.collections, self.views)

    @cached_property
    def browse(self) -> Browse:
        return Browse(self.views)

    @cached_property
    def retrieve(self) -> Retrieval:
        _ = self.collections  # lets the everyday view be searched through the index
        return Retrieval(
            self.views,
            lambda: self.questions.extractor(self._extractor()),
            lambda: self.questions.embedder(self.embeddings.checked()),
            self._tokens.count,
        )

    @cached_property
    def transfer(self) -> Transfer:
        return Transfer(self.views, self._originals, page_parts, self.name)

    def _originals(self) -> Originals:
        issues: dict[str, list[RowIssue]] = {}
        for issue in self._store.mentions.issues():
            issues.setdefault(issue.chunk, []).append(issue.issue)
        return Originals(self._store.mentions.raw_rows(), issues, self._store.mentions.unknown_fields())

    def require_writable(self) -> None:
        """Raises WorkspaceBusy, naming who holds the workspace."""
        if not self.writable:
            raise WorkspaceBusy(
                f"The workspace '{self.name}' is held by {self.holder}.",
                "Do it there, or close that program; reading works meanwhile.",
            )

    def close(self) -> None:
        """Stop what runs and let the workspace go."""
        for name in {"models", "readings"} & self.__dict__.keys():
            getattr(self, name).stop()
        if "job" in self.__dict__:
            self.job.cancel()
            self.job.wait(30)
        if "_chroma" in self.__dict__:
            self._chroma.close()
        self._store.close()
        if self.writable:
            self._lock.release()


def open_workspace(
    path: Path, settings: Settings, models: Models | None = None, clock: Clock | None = None
) -> Explorer:
    """Open a workspace, for writing unless another process holds it. Raises UnknownName, WorkspaceDamaged."""
    if not is_workspace(path):
        raise UnknownName(f"There is no workspace in {path}.", "Check the folder, or make a workspace first.")
    return Explorer(path, settings, models, clock)
