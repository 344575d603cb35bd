"""What experiments ask with, made from an open workspace: its own chat model, or another for one experiment alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from core.binding import Binding
from core.errors import ModelError
from core.ports import ChatModel, Extractor
from core.services.answer import AnswerDesk
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting
from core.services.checking import Checker
from core.services.evaluate_models import Around, Examiner
from core.services.extraction import Limits, ModelExtractor
from core.services.models import ModelDesk
from core.services.speaking import Speaker, Writer
from core.services.views import View
from core.settings import Engine

NO_ANSWERS = (
    "The embedded engine writes no answers.",
    "Choose a chat model of the Ollama server for this experiment, or Ollama with a chat model in Settings.",
)


class Examining:
    """Makes examiners. `questions` logs what is asked, `checker` measures answers, `models` looks at the server."""

    def __init__(self, workspace: Binding, questions: QuestionDesk, checker: Checker, models: ModelDesk) -> None:
        self._workspace, self._questions, self._checker, self._models = workspace, questions, checker, models

    def around(self) -> Around:
        """All that an evaluation desk needs."""
        workspace = self._workspace
        return Around(
            examiner=self.examiner,
            extractor=lambda: self._questions.extractor(workspace._extractor()),
            supposed=self.supposed,
            engine=workspace._engine_names,
            setting=self.setting,
            chats=self.chats,
        )

    def examiner(self, name: str) -> Examiner:
        """Of the chat model of that name on the workspace's server; of the workspace's own where it is empty."""
        workspace, engine = self._workspace, self._engine(name)
        choice = replace(workspace._configuration.choice, engine=engine)
        models = workspace._made(choice, workspace._configuration.serving)
        chat = models.chat
        budgeting = Budgeting(
            lambda: chat, workspace._passage_reader, workspace._store.calls.prompt_rates, workspace._tokens.count
        )
        writer = Writer(engine.chat_model, chat, engine.read_s, engine.ask_s)
        speaker = Speaker(lambda: writer, self._questions, budgeting)
        answers = AnswerDesk(speaker, self._checker, workspace._store.answers, budgeting, workspace._clock)
        reads = engine.kind == "ollama" and chat is not None
        reader = self._reader(engine) if reads else None
        return Examiner(answers, None if chat is None else speaker.chat, reader, NO_ANSWERS)

    def supposed(self, after: int) -> View:
        """The everyday graph as of a decision, 0: without any."""
        decisions = self._workspace._store.ledger.decisions()
        return self._workspace.views.supposed(one for one in decisions if one.seq <= after)[1]

    def setting(self) -> Mapping[str, str]:
        """What a run is made with: how its documents were cut, and what read them."""
        cut, read = self._workspace._store.experiments.made_of()
        facts = {
            "workspace": self._workspace.name,
            "chunking": _told(cut),
            "read by": _told(read),
        }
        return {name: value for name, value in facts.items() if value}

    def chats(self) -> tuple[str, ...]:
        """Chat models on the workspace's server, by name; none where it does not answer."""
        try:
            found = self._models.look(self._workspace.engine.host).models
        except ModelError:
            return ()
        return tuple(sorted(one.name for one in found if one.reads and not one.embeds and not one.refused))

    def _engine(self, name: str) -> Engine:
        own = self._workspace.engine
        return replace(own, kind="ollama", chat_model=name) if name else own

    def _reader(self, engine: Engine) -> Callable[[ChatModel], Extractor]:
        limits, recipe = Limits(engine.read_s, engine.ask_s), self._workspace.recipe
        return lambda chat: self._questions.extractor(ModelExtractor(chat, recipe, limits))


def _told(counts: Mapping[str, int]) -> str:
    """`one`, or `one (3), another (1)` where there are several."""
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{name or 'nothing'} ({count:,})" for name, count in counts.items())
