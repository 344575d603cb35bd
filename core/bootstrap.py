"""Where everything meets: from settings and a folder to an Explorer, the one object that pages and commands talk to."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from core.adapters.chroma import ChromaIndex
from core.adapters.clock import SystemClock
from core.adapters.loaders import Files
from core.adapters.tokens import TiktokenTokenizer, WordPieceTokenizer
from core.assets import ASSETS, VIS_NETWORK, page_parts, sample_folder, samples
from core.domain.chunking import TOKENS, WORD_PIECES, Chunking
from core.domain.exports import Originals
from core.domain.paths import safe_name
from core.domain.policy import Qualifiers
from core.domain.recipe import ExtractionRecipe
from core.domain.records import RowIssue
from core.domain.wording import COLLECTIONS
from core.engines import Models, Workshop, models_of, propose_engine
from core.errors import InputError, UnknownName, WorkspaceBusy, WorkspaceError
from core.ports import Tokenizer, VectorIndex
from core.services.browse import Browse
from core.services.embeddings import Embeddings
from core.services.ingest import Ingest
from core.services.intake import Intake
from core.services.jobs import IngestJob
from core.services.library import Library
from core.services.models import Makers, ModelDesk
from core.services.project import Collections, Views
from core.services.readings import ReadingDesk
from core.services.retrieve import Retrieval
from core.services.transfer import Transfer
from core.settings import Engine, Settings
from core.store.lock import WriterLock
from core.store.store import DATABASE, Store

_NAME, _ENGINE, _CHUNKING, _RECIPE = "name", "engine", "chunking", "recipe"
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


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """A workspace folder under the home."""

    name: str
    path: Path


class Explorer:
    """One open workspace with its services bound. `writable` is False while another process holds it (`holder`)."""

    def __init__(self, folder: Path, settings: Settings, models: Models | None = None) -> None:
        self.path = folder.resolve()
        self._lock = WriterLock(self.path)
        self.writable = self._lock.acquire()
        self.holder = "" if self.writable else self._lock.holder()
        self._store = self._opened()
        self.name = self._store.database.get(_NAME) or self.path.name
        self.engine = _engine(self._store)
        self.chunking = _chunking(self._store, self.engine)
        self._settings, self._clock = settings, SystemClock()
        self.recipe = _recipe(self._store)
        self._tokens = TiktokenTokenizer(settings.home / "cache" / "tiktoken")
        self._workshop = Workshop(settings, self._tokens.count)
        self._models = models or models_of(self.engine, self.recipe, self._workshop)

    def _opened(self) -> Store:
        try:
            return Store(self.path, read_only=not self.writable)
        except WorkspaceError:
            self._lock.release()
            raise

    @cached_property
    def embeddings(self) -> Embeddings:
        return Embeddings(self._store, self._models.embedder)

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
        return ChromaIndex(self.path / "chroma", tuple(COLLECTIONS.values()), model, dimension)

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
        return Ingest(self._store, self._models.extractor, self.collections, self._clock, self._models.workers)

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
        return Retrieval(self.views, self._models.extractor, self.embeddings.checked, self._tokens.count)

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


def workspaces(settings: Settings) -> tuple[WorkspaceInfo, ...]:
    """The workspaces below the home, by name."""
    found = (WorkspaceInfo(path.parent.name, path.parent) for path in settings.workspaces.glob(f"*/{DATABASE}"))
    return tuple(sorted(found, key=lambda info: (info.name.casefold(), info.name)))


def create_workspace(settings: Settings, name: str, engine: Engine, chunking: Chunking | None = None) -> Path:
    """Make an empty workspace of that name; its folder. Raises InputError if the name is taken or names nothing."""
    folder = safe_name(name).replace("/", "-").strip()
    if not name.strip():
        raise InputError("The workspace needs a name.", "Type one.")
    path = settings.workspaces / folder
    if path.exists():
        raise InputError(f"There is a workspace '{folder}' already.", "Take another name, or open that one.")
    make_workspace(path, engine, chunking, name=folder)
    return path


def make_workspace(path: Path, engine: Engine, chunking: Chunking | None = None, name: str = "") -> None:
    """Make an empty workspace in a folder that holds none yet."""
    path.mkdir(parents=True, exist_ok=True)
    store = Store(path)
    try:
        store.database.set(_NAME, name or path.name)
        store.database.set(_ENGINE, json.dumps(asdict(engine)))
        if chunking:
            store.database.set(_CHUNKING, json.dumps(asdict(chunking)))
    finally:
        store.close()


def is_workspace(path: Path) -> bool:
    """Whether the folder holds a workspace."""
    return (path / DATABASE).is_file()


def open_workspace(path: Path, settings: Settings, models: Models | None = None) -> Explorer:
    """Open a workspace, for writing unless another process holds it. Raises UnknownName, WorkspaceDamaged."""
    if not is_workspace(path):
        raise UnknownName(f"There is no workspace in {path}.", "Check the folder, or make a workspace first.")
    return Explorer(path, settings, models)


def _engine(store: Store) -> Engine:
    found = store.database.get(_ENGINE)
    return Engine(**json.loads(found)) if found else Engine()


def _chunking(store: Store, engine: Engine) -> Chunking:
    found = store.database.get(_CHUNKING)
    if found:
        return Chunking(**json.loads(found))
    return WORD_PIECES if engine.kind == "embedded" else TOKENS


def _recipe(store: Store) -> ExtractionRecipe:
    found = json.loads(store.database.get(_RECIPE) or "{}")
    return ExtractionRecipe(**(found | {"types": tuple(found["types"])} if "types" in found else found))
