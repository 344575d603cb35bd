"""What the Settings page asks of a server: what it has, whether two models do their work, one more model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from core.adapters.ollama import ModelInfo, PullProgress
from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import ScriptedChat
from core.adapters.scripted_clock import FixedClock
from core.errors import InputError, ModelCancelled, ModelError, ModelMissing, ModelUnavailable
from core.services.models import QUESTION, ChatTest, EmbedTest, Makers, ModelDesk
from core.services.server import Bytes
from core.settings import Engine

ENGINE = Engine("ollama", "reader:1b", "embedder")
HAS = (
    ModelInfo("both", capabilities=("completion", "embedding")),
    ModelInfo("cloud", refused="It runs in a cloud."),
    ModelInfo("embedder:latest", capabilities=("embedding",), embedding_length=8),
    ModelInfo("reader:1b", size=7, capabilities=("completion", "tools"), context_length=4096),
)


@dataclass
class Server:
    """A server that has what it is given, and pulls in two steps until it is told to stop."""

    url: str = "http://127.0.0.1:11434"
    has: tuple[ModelInfo, ...] = HAS
    pulled: list[str] = field(default_factory=list)
    endless: bool = False

    def version(self) -> str:
        return "0.40.1"

    def models(self) -> tuple[ModelInfo, ...]:
        return self.has

    def pull(self, name: str, on_progress: Callable[[Bytes], None], cancelled: Callable[[], bool] | None) -> None:
        on_progress(PullProgress("pulling", 40, 100))
        while self.endless:
            if cancelled and cancelled():
                raise ModelCancelled("Cancelled.", "What is downloaded is kept.")
        self.pulled.append(name)


def desk(server: Server | None = None, *, chat: ScriptedChat | ModelError | None = None) -> ModelDesk:
    def make_chat(_: Engine) -> ScriptedChat:
        if isinstance(chat, ModelError):
            raise chat
        return chat or ScriptedChat(["It sows."])

    return ModelDesk(Makers(lambda _: server or Server(), make_chat, lambda _: HashEmbedder()), FixedClock())


def test_a_server_tells_what_it_has_and_what_for() -> None:
    found = desk().look("")
    assert (found.host, found.version, len(found.models)) == ("http://127.0.0.1:11434", "0.40.1", 4)
    assert [model.name for model in found.readers] == ["reader:1b", "both"]
    assert [model.name for model in found.embedders] == ["embedder:latest", "both"]
    assert [(model.name, model.refused) for model in found.refused] == [("cloud", "It runs in a cloud.")]


def test_a_name_stands_for_its_latest() -> None:
    found = desk().look("")
    embedder = found.model("embedder")
    assert embedder is not None
    assert (embedder.name, embedder.dimension) == ("embedder:latest", 8)
    assert found.model("reader") is None


def test_both_models_are_tried_and_measured() -> None:
    chat = ScriptedChat(["In spring it sows the beds."])
    result = desk(chat=chat).tried(ENGINE)
    assert result.passed
    assert isinstance(result.chat, ChatTest)
    assert (result.chat.reply, result.chat.tokens) == ("In spring it sows the beds.", 6)
    assert 0 < result.chat.first_s < result.chat.total_s
    assert result.chat.rate == pytest.approx(5 / (result.chat.total_s - result.chat.first_s))
    assert isinstance(result.embed, EmbedTest)
    assert (result.embed.model, result.embed.dimension) == ("embedder", 64)
    assert [request.user for request in chat.requests] == [QUESTION]


def test_where_one_model_fails_the_other_is_tried_all_the_same() -> None:
    result = desk(chat=ModelMissing("Ollama has no model 'reader:1b'.", "Pull it.")).tried(ENGINE)
    assert isinstance(result.chat, ModelMissing)
    assert isinstance(result.embed, EmbedTest)
    assert not result.passed


def test_a_model_that_was_not_chosen_is_named() -> None:
    result = desk().tried(Engine("ollama"))
    assert "chat" in str(result.chat)
    assert "embedding" in str(result.embed)


def test_a_trial_goes_on_outside_and_ends_with_its_result() -> None:
    models = desk()
    assert models.test(ENGINE)
    ended = models.testing.wait(10)
    assert ended.subject == ENGINE.name
    assert ended.result is not None
    assert ended.result.passed


def test_a_trial_that_is_cancelled_is_no_failure() -> None:
    with pytest.raises(ModelCancelled):
        desk().tried(ENGINE, lambda: True)


def test_a_pull_goes_on_outside_and_tells_its_bytes() -> None:
    server = Server()
    models = desk(server)
    assert models.pull("", " new:1b ")
    ended = models.pulling.wait(10)
    assert (ended.state, ended.result, ended.done, ended.total) == ("done", "new:1b", 40, 100)
    assert server.pulled == ["new:1b"]


def test_a_pull_can_be_cancelled() -> None:
    server = Server(endless=True)
    models = desk(server)
    models.pull("", "new:1b")
    assert not models.pull("", "other:1b")
    models.stop()
    assert models.pulling.wait(10).state == "stopped"
    assert server.pulled == []


def test_a_pull_needs_a_name() -> None:
    with pytest.raises(InputError):
        desk().pull("", "  ")


def test_a_server_that_does_not_answer_ends_a_pull_with_its_remedy() -> None:
    def unavailable(_: str) -> Server:
        raise ModelUnavailable("No Ollama answers.", "Start it.")

    models = ModelDesk(Makers(unavailable, lambda _: ScriptedChat([]), lambda _: HashEmbedder()), FixedClock())
    models.pull("", "new:1b")
    error = models.pulling.wait(10).error
    assert error is not None
    assert error.remedy == "Start it."
