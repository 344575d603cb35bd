"""Looks at model servers, tries an engine's two models, and lets a server pull one more.

Trying and pulling go on outside any page. Knows no vendor: servers and models are made by what bootstrap gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from core.errors import InputError, LightPrismError, ModelCancelled, ModelError, ModelMissing
from core.ports import ChatModel, ChatRequest, Clock, Embedder
from core.services.server import ModelServer, Server, model_of
from core.services.task import Handle, Task
from core.settings import Engine

QUESTION = "In one short sentence: what does a gardener do in spring?"
PASSAGE = "In spring a gardener turns the soil, sows the early beds and cuts the roses back before they bud."
"""What the two models are tried on."""

MOST_TOKENS = 120

LEAST_S = 0.1
"""A speed is told only where the words took this many seconds: less says nothing."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ChatTest:
    """A reply of the chat model. `first_s` until its first word (a model that was not loaded is loaded meanwhile),
    `total_s` until its last; `rate` is tokens a second after the first, None where it can't be told.
    """

    model: str
    question: str
    reply: str
    first_s: float
    total_s: float
    tokens: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class EmbedTest:
    """One passage embedded. `ready_s` until the model was loaded, `total_s` for the passage after that."""

    model: str
    dimension: int
    ready_s: float
    total_s: float


@dataclass(frozen=True, slots=True)
class TestResult:
    """What became of both models: each either a result or the error that says what to do."""

    chat: ChatTest | LightPrismError
    embed: EmbedTest | LightPrismError

    __test__ = False  # not one of pytest's

    @property
    def passed(self) -> bool:
        return isinstance(self.chat, ChatTest) and isinstance(self.embed, EmbedTest)


@dataclass(frozen=True, slots=True)
class Makers:
    """How servers and models are made, each from what a person typed; all may raise ModelError."""

    server: Callable[[str], ModelServer]
    chat: Callable[[Engine], ChatModel]
    embedder: Callable[[Engine], Embedder]


class ModelDesk:
    """Looks at servers, tries models, pulls models: one pull and one trial at a time."""

    def __init__(self, makers: Makers, clock: Clock) -> None:
        self._makers, self._clock = makers, clock
        self.pulling: Task[str] = Task(clock, "pull")
        self.testing: Task[TestResult] = Task(clock, "test")

    def look(self, host: str) -> Server:
        """What the server at a host has (empty: the usual one). Raises ModelError."""
        server = self._makers.server(host)
        version = server.version()
        return Server(server.url, version, tuple(model_of(facts) for facts in server.models()))

    def pull(self, host: str, name: str) -> bool:
        """Begin to let the server download a model; False if it is at another. Raises InputError without a name."""
        wanted = name.strip()
        if not wanted:
            raise InputError("The model to pull has no name.", "Type one, as it stands in Ollama's library.")

        def work(handle: Handle) -> str:
            self._makers.server(host).pull(
                wanted, lambda part: handle.tell(part.completed, part.total, part.status), handle.cancelled
            )
            return wanted

        return self.pulling.start(work, wanted)

    def stop(self) -> None:
        """Ask what goes on to stop."""
        self.pulling.cancel()
        self.testing.cancel()

    def test(self, engine: Engine) -> bool:
        """Begin to try the two models of an engine; False if a trial is going on."""
        return self.testing.start(lambda handle: self.tried(engine, handle.cancelled), engine.name)

    def tried(self, engine: Engine, cancelled: Callable[[], bool] | None = None) -> TestResult:
        """Ask the chat model for a sentence, then embed one. Raises ModelCancelled."""
        chat = self._or_error(lambda: self._chat(engine, cancelled))
        if cancelled is not None and cancelled():
            raise ModelCancelled("The trial was cancelled.")
        return TestResult(chat, self._or_error(lambda: self._embed(engine)))

    @staticmethod
    def _or_error(work: Callable[[], Result]) -> Result | ModelError:
        try:
            return work()
        except ModelCancelled:
            raise
        except ModelError as error:
            return error

    def _chat(self, engine: Engine, cancelled: Callable[[], bool] | None) -> ChatTest:
        _named(engine.chat_model, "chat")
        heard: list[float] = []
        request = ChatRequest(
            "",
            QUESTION,
            max_tokens=MOST_TOKENS,
            timeout_s=engine.read_s,
            purpose="test",
            cancelled=cancelled,
            on_text=lambda _: heard.append(self._clock.monotonic()),
        )
        model, since = self._makers.chat(engine), self._clock.monotonic()
        reply = model.chat(request)
        ended = self._clock.monotonic()
        total = reply.call.duration_ms / 1000 or ended - since  # the call alone, without our own preparations
        first = max(0.0, heard[0] - (ended - total)) if heard else total
        tokens = reply.call.tokens_out
        rate = (tokens - 1) / (total - first) if tokens > 1 and total - first >= LEAST_S else None
        return ChatTest(engine.chat_model, QUESTION, reply.text.strip(), first, total, tokens, rate)

    def _embed(self, engine: Engine) -> EmbedTest:
        _named(engine.embed_model, "embedding")
        since = self._clock.monotonic()
        embedder = self._makers.embedder(engine)
        ready = self._clock.monotonic()
        found = embedder.embed([PASSAGE]).vectors
        return EmbedTest(engine.embed_model, int(found.shape[1]), ready - since, self._clock.monotonic() - ready)


def _named(model: str, what: str) -> None:
    if not model:
        raise ModelMissing(f"No {what} model is chosen.", "Choose one, or pull one first.")
