"""Asking the chat model on behalf of a question: who it is, ahead of the queue, logged, and what is heard meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.parsing import strip_thinking, thinks_without_end
from core.errors import ModelError, ModelMissing
from core.ports import ChatModel, ChatReply, ChatRequest, Clock
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting

NO_CHAT = (
    "The embedded engine writes no answers; the passages that come nearest are quoted instead.",
    "For written answers choose Ollama with a chat model in Settings.",
)

Listener = Callable[[str], None]
Cancelled = Callable[[], bool]

_TAG = "<think>"


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: the model's name, how to get it (None: nobody writes here), and the seconds that a call may take."""

    name: str
    chat: Callable[[], ChatModel] | None
    answer_s: float = 600.0
    rewrite_s: float = 120.0


class Speaker:
    """The chat model that a workspace has chosen, asked for a question's sake."""

    def __init__(self, writer: Callable[[], Writer], desk: QuestionDesk, budgeting: Budgeting) -> None:
        self._writer, self._desk, self._budgeting = writer, desk, budgeting

    @property
    def writer(self) -> Writer:
        return self._writer()

    def chat(self) -> ChatModel:
        """The model, in the one window that serves reading and answering. Raises ModelMissing, ModelError."""
        chat = self._writer().chat
        if chat is None:
            raise ModelMissing(*NO_CHAT)
        made = chat()
        self._budgeting.prepare(made)
        return made

    def ask(self, chat: ChatModel, request: ChatRequest) -> ChatReply:
        """One call: no passage is begun meanwhile, and it is logged as a question's, also where it fails."""
        with self._desk.gate.question():
            try:
                reply = chat.chat(request)
            except ModelError as error:
                self._desk.record(error.calls)
                raise
        self._desk.record((*reply.earlier, reply.call))
        return reply


class Heard:
    """Passes on what a model says, but for a thought before it; knows when the first word came and the last.

    `first_s` and `total_s` count from when this was made; 0 where nothing was said.
    """

    def __init__(self, on_text: Listener | None, clock: Clock) -> None:
        self._on_text, self._clock, self._since = on_text, clock, clock.monotonic()
        self._held, self._speaking = "", False
        self.first_s = self.total_s = 0.0

    def __call__(self, piece: str) -> None:
        self.total_s = self._clock.monotonic() - self._since
        self.first_s = self.first_s or self.total_s
        if not self._speaking:
            self._held += piece
            said = self._held.lstrip()
            if _TAG.startswith(said[: len(_TAG)].lower()) and (len(said) < len(_TAG) or thinks_without_end(said)):
                return
            piece = strip_thinking(said).lstrip()
            self._speaking = bool(piece)
        if self._on_text is not None and piece:
            self._on_text(piece)
