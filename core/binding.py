"""One workspace opened: its lock, its store, its models as they are chosen, and what is computed from the store.

Owns what hangs on the settings, and makes it anew when they change.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from core.adapters.chroma_process import ChromaProcess
from core.adapters.clock import SystemClock
from core.adapters.tokens import TiktokenTokenizer, WordPieceTokenizer
from core.domain.chunking import Chunking
from core.domain.wording import COLLECTIONS
from core.engines import Models, Workshop, models_of
from core.errors import WorkspaceBusy, WorkspaceDamaged, WorkspaceError
from core.once import once
from core.ports import ChatModel, Clock, Extractor, Tokenizer, VectorIndex
from core.services.backups import carried_on_from, remember_carried
from core.services.budgeting import Budgeting, Reader
from core.services.cached_chat import CachedChat
from core.services.configuration import Choice, Configuration
from core.services.embeddings import Embeddings
from core.services.gate import Gate
from core.services.ingest import Ingest
from core.services.project import Collections, Views
from core.services.speaking import Writer
from core.services.themes import Themes
from core.settings import Engine, Settings
from core.store.backup import COPY
from core.store.lock import WriterLock
from core.store.store import Store, erase
from core.workspaces import NAME

MakeModels = Callable[[Choice, Engine], Models]
"""From a choice, and the engine whose embedder serves, to models: for tests, and for trying things without any."""

MakeIndex = Callable[[Path, Sequence[str], str, int], VectorIndex]
"""From a folder, names of collections, an embedder's identity and dimension."""

_RESTORE = "Restore a backup of it, under another name."


class Binding:
    """What all services of a workspace are made of. `writable` is False while another process holds it (`holder`).

    `carried`: this opening carried it on from an older version.
    """

    make_index: MakeIndex = ChromaProcess

    def __init__(
        self, folder: Path, settings: Settings, models: Models | MakeModels | None = None, clock: Clock | None = None
    ) -> None:
        self.path = folder.resolve()
        self._lock = WriterLock(self.path)
        self.writable = self._lock.acquire()
        self.holder = "" if self.writable else self._lock.holder()
        self._settings, self._clock = settings, clock or SystemClock()
        self._store = self._opened()
        self.name = self._store.database.get(NAME) or self.path.name
        self._tokens = TiktokenTokenizer(settings.home / "cache" / "tiktoken")
        self._workshop = Workshop(settings, self._tokens.count, self._cached)
        self._given, self.gate = models, Gate()
        self._retired: list[VectorIndex] = []
        self._configuration = Configuration(self._store.database)
        self._bind_first()
        self._tidy()

    def _tidy(self) -> None:
        """Remove folders of collections that another embedder's have replaced, and what a crash left of a backup."""
        if not self.writable:
            return
        useful = self._configuration.folders
        for folder in self.path.glob("chroma*"):
            if folder.name not in useful:
                shutil.rmtree(folder, ignore_errors=True)
        for copy in self.path.glob(COPY):
            erase(copy)

    def _bind_first(self) -> None:
        """Raises WorkspaceDamaged, and lets the workspace go, where what was stored of settings can't be read."""
        try:
            self._bind()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            Binding.close(self)
            raise WorkspaceDamaged(f"The settings of this workspace can't be read ({error}).", _RESTORE) from error

    def _bind(self) -> None:
        """Make what hangs on the settings, as they are stored."""
        choice = self._configuration.choice
        self.engine, self.chunking, self.recipe = choice.engine, choice.chunking, choice.recipe
        self._models = self._made(choice, self._configuration.serving)
        self.__dict__.pop("intake", None)
        self.ingest.workers = self._models.workers

    def _made(self, choice: Choice, serving: Engine) -> Models:
        if callable(self._given):
            return self._given(choice, serving)
        return self._given or models_of(choice.engine, choice.recipe, self._workshop, serving)

    def _cached(self, chat: ChatModel) -> ChatModel:
        return CachedChat(chat, self._store.replies, self._clock.now)

    def _opened(self) -> Store:
        try:
            carried = carried_on_from(self.path, self._settings.home, self._clock) if self.writable else None
            store = Store(self.path, read_only=not self.writable)
        except WorkspaceError:
            self._lock.release()
            raise
        if carried:
            remember_carried(store.database, carried)
        self.carried = carried
        return store

    @once
    def embeddings(self) -> Embeddings:
        return Embeddings(self._store, lambda: self._models.embedder())

    @once
    def views(self) -> Views:
        return Views(self._store, self.embeddings, self._tokens.count)

    @once
    def collections(self) -> Collections:
        collections = Collections(self._store, self.views, self.embeddings, self._index)
        if self.writable:
            self.views.index_for = collections.proposer
        return collections

    @once
    def _chroma(self) -> VectorIndex:
        return self._chroma_in(self._configuration.index_folder, *self.embeddings.model)

    def _chroma_in(self, folder: str, model: str, dimension: int) -> VectorIndex:
        return type(self).make_index(self.path / folder, tuple(COLLECTIONS.values()), model, dimension)

    def _index(self) -> VectorIndex:
        self.require_writable()
        return self._chroma

    def _tokenizer(self, chunking: Chunking) -> Tokenizer:
        return WordPieceTokenizer() if chunking.unit == "word pieces" else self._tokens

    @once
    def ingest(self) -> Ingest:
        return Ingest(self._store, self._extractor, self.collections, self._clock, gate=self.gate)

    @once
    def themes(self) -> Themes:
        return Themes(self._store.passages.themes)

    def _extractor(self) -> Extractor:
        return self._models.extractor()

    def _writer(self) -> Writer:
        engine = self.engine
        return Writer(engine.chat_model, self._models.chat, engine.read_s, engine.ask_s)

    @once
    def budgeting(self) -> Budgeting:
        rates = self._store.calls.prompt_rates
        return Budgeting(lambda: self._models.chat, self._passage_reader, rates, self._tokens.count)

    def _passage_reader(self) -> Reader:
        size = self.chunking.size
        return Reader(self.recipe, size // 4 if self.chunking.unit == "characters" else size)

    def _engine_names(self) -> dict[str, str]:
        """What read and what embedded, by name, for a run that is kept."""
        engine = self.engine
        names = {"kind": engine.kind, "reader": engine.chat_model, "embedder": self.embeddings.identity}
        return {name: value for name, value in names.items() if value}

    def require_writable(self) -> None:
        """Raises WorkspaceBusy, naming who holds the workspace."""
        if not self.writable:
            raise WorkspaceBusy(
                f"The workspace '{self.name}' is held by {self.holder}.",
                "Do it there, or close that program; reading works meanwhile.",
            )

    def close(self) -> None:
        """Let the workspace go."""
        for index in [*self._retired, *([self._chroma] if "_chroma" in self.__dict__ else [])]:
            index.close()
        self._store.close()
        if self.writable:
            self._lock.release()
