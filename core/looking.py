"""The part of an Explorer that asks and shows, questions, answers, runs, originals, exports; and that for viewers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.adapters.pages import draw_page
from core.assets import page_parts
from core.domain.audience import viewer_of
from core.domain.exports import Originals
from core.domain.policy import CLASSIC
from core.domain.records import RowIssue
from core.keeping import Keeping
from core.once import once
from core.seeing import Seen, Viewers, Whole
from core.services.answer import AnswerDesk
from core.services.asking import QuestionDesk
from core.services.audiences import Audiences
from core.services.checking import Checker
from core.services.configuration import Choice
from core.services.inquiries import Inquiries
from core.services.lexical import FindWords, WordSearch, english_embedder_note
from core.services.likeness import LikenessDesk
from core.services.originals import OriginalDesk
from core.services.retrieve import Retrieval
from core.services.runs import Runs
from core.services.runs_documents import OpenView
from core.services.search import SearchDesk
from core.services.speaking import Speaker
from core.services.transfer import Transfer
from core.services.wordfinder import WordFinder


class Looking(Keeping):
    """What is asked of one workspace, and shown of it."""

    @once
    def questions(self) -> QuestionDesk:
        return QuestionDesk(self.gate, self._store.calls, self._clock)

    @property
    def choice(self) -> Choice:
        return Choice(self.engine, self.chunking, self.recipe)

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
