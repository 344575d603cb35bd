"""Where everything meets: from settings and a folder to an Explorer, the one object that pages and commands talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from core.adapters.pages import draw_page
from core.adapters.tokens import TiktokenTokenizer
from core.assets import ASSETS, VIS_NETWORK, lesson_records, page_parts, sample_folder, sample_questions, samples
from core.binding import MakeModels
from core.domain.audience import viewer_of
from core.domain.chunking import Chunking
from core.domain.exports import Originals
from core.domain.policy import CLASSIC
from core.domain.recipe import ExtractionRecipe
from core.domain.records import RowIssue
from core.domain.wording import COLLECTIONS
from core.engines import Models, propose_engine
from core.errors import UnknownName
from core.examining import Examining
from core.keeping import Keeping
from core.once import once
from core.ports import Clock, VectorIndex
from core.seeing import Seen, Viewers, Whole
from core.services.answer import AnswerDesk
from core.services.asking import QuestionDesk
from core.services.audiences import Audiences
from core.services.changes import Changes
from core.services.changes import Makers as ChangeMakers
from core.services.checking import Checker
from core.services.configuration import Choice
from core.services.cutting import Cutter
from core.services.estimate import Estimator
from core.services.evaluate import EvaluationDesk
from core.services.ingest import Outcome, Stages
from core.services.inquiries import Inquiries
from core.services.lesson import LessonDesk
from core.services.lexical import FindWords, WordSearch, english_embedder_note
from core.services.likeness import LikenessDesk
from core.services.models import Makers, ModelDesk
from core.services.originals import OriginalDesk
from core.services.question_sets import QuestionSets
from core.services.readings import ReadingDesk, Second
from core.services.reembed import EmbeddingState, Reembedding
from core.services.retrieve import Retrieval
from core.services.runs import Runs
from core.services.runs_documents import OpenView
from core.services.search import SearchDesk
from core.services.speaking import Speaker
from core.services.transfer import Transfer
from core.services.trials import TrialDesk
from core.services.wordfinder import WordFinder
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


class Explorer(Keeping):
    """One open workspace with its services bound. `writable` is False while another process holds it (`holder`)."""

    @once
    def questions(self) -> QuestionDesk:
        return QuestionDesk(self.gate, self._store.calls, self._clock)

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

    @property
    def choice(self) -> Choice:
        return Choice(self.engine, self.chunking, self.recipe)

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
    def retrieve(self) -> Retrieval:
        _ = self.collections  # lets the everyday view be searched through the index
        return self._retrieval(self.views, self.library.unread_note, self.words.nearest)

    def _retrieval(self, views: OpenView, unread: Callable[[], str], words: FindWords) -> Retrieval:
        return Retrieval(
            views,
            lambda: self.questions.extractor(self._extractor()),
            lambda: self.questions.embedder(self.embeddings.checked()),
            self._tokens.count,
            unread,
            WordSearch(words, self._words_help),
        )

    def _words_help(self, question: str) -> str:
        """Why a question is also searched for by its words, where nobody chose; empty where it is not."""
        embedded = self._configuration.serving.kind == "embedded"
        return english_embedder_note(self.embeddings.identity, question) if embedded else ""

    @once
    def answers(self) -> AnswerDesk:
        speaker = Speaker(self._writer, self.questions, self.budgeting)
        return AnswerDesk(speaker, self._checker, self._store.answers, self.budgeting, self._clock)

    @once
    def _checker(self) -> Checker:
        return Checker(LikenessDesk(lambda: self.questions.embedder(self.embeddings.checked())))

    @once
    def inquiries(self) -> Inquiries:
        return Inquiries(self.retrieve, self.answers, self.runs, self._clock, self._store.version)

    @once
    def words(self) -> WordFinder:
        # Under classic, because that graph is never computed for it: its view has just the passages.
        return WordFinder(self._store, lambda viewer: self.views(CLASSIC.name, viewer).evidence.chunks.values())

    @once
    def search(self) -> SearchDesk:
        return SearchDesk(self._store.words, self.words, self.views)

    @once
    def originals(self) -> OriginalDesk:
        return OriginalDesk(self._store, draw_page)

    @once
    def runs(self) -> Runs:
        return Runs(self._store, self.views, self._clock, self._engine_names)

    @once
    def evaluate(self) -> EvaluationDesk:
        around = Examining(self, self.questions, self._checker, self.models).around()
        return EvaluationDesk(self.retrieve, self._store, self.views, self._clock, around)

    @once
    def question_sets(self) -> QuestionSets:
        return QuestionSets(self._store.question_sets, self.views, self._clock, self.require_writable)

    @once
    def transfer(self) -> Transfer:
        return Transfer(self.views, self._originals, page_parts, self.name)

    def _originals(self) -> Originals:
        issues: dict[str, list[RowIssue]] = {}
        for issue in self._store.mentions.issues(replaced=True):
            issues.setdefault(issue.chunk, []).append(issue.issue)
        return Originals(self._store.mentions.raw_rows(), issues, self._store.mentions.unknown_fields())

    viewer = None

    def seen_by(self, labels: Iterable[str]) -> Seen:
        """The workspace as those see it who hold these labels; without any, what everyone may see."""
        return self._viewers.seen_by(viewer_of(labels))

    @once
    def _viewers(self) -> Viewers:
        return Viewers(self._seen_whole)

    def _seen_whole(self) -> Whole:
        return Whole(
            name=self.name,
            path=self.path,
            holder=self.holder,
            store=self._store,
            views=self.views,
            words=self.words,
            collections=self.collections,
            embeddings=self.embeddings,
            answers=self.answers,
            clock=self._clock,
            draw=draw_page,
            page=page_parts,
            choice=lambda: self.choice,
            engine_names=self._engine_names,
            retrieval=self._retrieval,
            originals=self._originals,
        )

    @once
    def audiences(self) -> Audiences:
        """Who may see which documents."""
        return Audiences(self._store, self.require_writable)

    def close(self) -> None:
        """Stop what runs and let the workspace go."""
        running = {"models", "readings", "trials", "answers", "inquiries", "worklist", "other_rule", "evaluate"}
        running.add("_viewers")
        running |= {"integrity", "backups"}
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
