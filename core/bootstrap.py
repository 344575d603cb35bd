"""Where everything meets: from settings and a folder to an Explorer, the one object that pages and commands talk to."""

from __future__ import annotations

from pathlib import Path

from core.adapters.tokens import TiktokenTokenizer
from core.assets import ASSETS, VIS_NETWORK, lesson_records, page_parts, sample_folder, sample_questions, samples
from core.binding import MakeModels
from core.domain.chunking import Chunking
from core.domain.recipe import ExtractionRecipe
from core.domain.wording import COLLECTIONS
from core.engines import Models, propose_engine
from core.errors import UnknownName
from core.examining import Examining
from core.looking import Looking
from core.once import once
from core.ports import Clock, VectorIndex
from core.services.changes import Changes
from core.services.changes import Makers as ChangeMakers
from core.services.configuration import Choice
from core.services.cutting import Cutter
from core.services.estimate import Estimator
from core.services.evaluate import EvaluationDesk
from core.services.ingest import Outcome, Stages
from core.services.lesson import LessonDesk
from core.services.models import Makers, ModelDesk
from core.services.question_sets import QuestionSets
from core.services.readings import ReadingDesk, Second
from core.services.reembed import EmbeddingState, Reembedding
from core.services.trials import TrialDesk
from core.settings import Engine, Settings
from core.workspaces import WorkspaceInfo, create_workspace, is_workspace, make_workspace, restore_workspace, workspaces

__all__ = [
    "ASSETS",
    "VIS_NETWORK",
    "Explorer",
    "WorkspaceInfo",
    "create_workspace",
    "is_workspace",
    "make_workspace",
    "open_lesson",
    "open_workspace",
    "page_parts",
    "propose_engine",
    "restore_workspace",
    "sample_folder",
    "sample_questions",
    "samples",
    "workspaces",
]


class Explorer(Looking):
    """One open workspace with its services bound. `writable` is False while another process holds it (`holder`)."""

    @once
    def models(self) -> ModelDesk:
        return ModelDesk(Makers(self._workshop.server, self._workshop.once, self._workshop.embedder), self._clock)

    @once
    def readings(self) -> ReadingDesk:
        return ReadingDesk(self._store.readings, self._workshop.reader, self._clock)

    @once
    def trials(self) -> TrialDesk:
        return TrialDesk(self._store, self._workshop.reader, self._clock)

    @once
    def changes(self) -> Changes:
        """What a choice of settings means; `choice` is the one that holds."""
        makers = ChangeMakers(
            reader=lambda choice: self._made(choice, choice.engine).extractor(),
            cutter=lambda choice: Cutter(self._tokenizer(choice.chunking), choice.chunking),
            serving=lambda: self._configuration.serving,
            embedded=lambda: {kind: len(self.views().space(kind).rows) for kind in COLLECTIONS},
        )
        return Changes(self._store, makers, Estimator(self._store, self._tokens.count), self._clock)

    def configure(
        self, engine: Engine | None = None, chunking: Chunking | None = None, recipe: ExtractionRecipe | None = None
    ) -> None:
        """Read in this way from now on; what is not given stays. What was read stays too, until `changes.read_again`.

        Vectors stay those of the embedder so far until `reembed`. Raises WorkspaceBusy, InputError during a run.
        """
        self._require_rest()
        choice = Choice(engine or self.engine, chunking or self.chunking, recipe or self.recipe)
        self._configuration.save(choice, has_vectors=bool(self.embeddings.identity))
        self._bind()

    def keep_reading(self, second: Second) -> None:
        """Let a second reading of a passage take the place of the first, and begin to bring the collections up to date.

        Raises UnknownName where the passage is gone, WorkspaceBusy, InputError during a run.
        """
        self._require_rest()
        self.ingest.keep(second.chunk, second.found, second.reader)
        self.job.start_with(self.ingest.bring_up)

    def embedding_state(self) -> EmbeddingState:
        """Whether the embedder that was chosen is the one that serves; asks its server. Raises ModelError."""
        chosen = self._made(self.choice, self.engine).embedder()
        texts = sum(state.rows for state in self.collections.states())
        return EmbeddingState(self.embeddings.identity, chosen.identity, texts)

    def reembed(self, stages: Stages | None = None) -> Outcome:
        """Embed all texts with the chosen embedder, while the old one serves; then let the new one serve.

        For `job.start_with`. Work that was stopped goes on where it was. Raises ModelError, VectorIndexError,
        Cancelled, WorkspaceBusy.
        """
        self.require_writable()
        embedder = self._made(self.choice, self.engine).embedder()
        folder = self._configuration.next_folder(embedder.identity)
        index = self._chroma_in(folder, embedder.identity, embedder.dimension)
        try:
            work = Reembedding(self._store, self.views, embedder, index)
            work.run(stages or Stages(), lambda: self._configuration.serve(folder))
        except BaseException:
            index.close()
            raise
        self._take_over(index)
        return Outcome(0, 0)

    def _take_over(self, index: VectorIndex) -> None:
        if "_chroma" in self.__dict__:
            self._retired.append(self._chroma)  # a search may be going on in it
        self.__dict__["_chroma"] = index
        self._bind()
        self.views.forget()

    @once
    def evaluate(self) -> EvaluationDesk:
        around = Examining(self, self.questions, self._checker, self.models).around()
        return EvaluationDesk(self.retrieve, self._store, self.views, self._clock, around)

    @once
    def question_sets(self) -> QuestionSets:
        return QuestionSets(self._store.question_sets, self.views, self._clock, self.require_writable)

    def close(self) -> None:
        """Stop what runs and let the workspace go."""
        running = {"models", "readings", "trials", "answers", "inquiries", "worklist", "other_rule", "evaluate"}
        running |= {"integrity", "backups", "_viewers"}
        for name in running & self.__dict__.keys():
            getattr(self, name).stop()
        if "job" in self.__dict__:
            self.job.cancel()
            self.job.wait(30)
        super().close()


def open_lesson(settings: Settings) -> LessonDesk:
    """The lesson over the records that come with LightPrism; it needs no workspace and asks no model."""
    five, handbook = lesson_records()
    return LessonDesk(five, handbook, TiktokenTokenizer(settings.home / "cache" / "tiktoken").count)


def open_workspace(
    path: Path, settings: Settings, models: Models | MakeModels | None = None, clock: Clock | None = None
) -> Explorer:
    """Open a workspace, for writing unless another process holds it. Raises UnknownName, WorkspaceDamaged."""
    if not is_workspace(path):
        raise UnknownName(f"There is no workspace in {path}.", "Check the folder, or make a workspace first.")
    return Explorer(path, settings, models, clock)
