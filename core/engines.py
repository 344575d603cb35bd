"""Which models a workspace reads and embeds with: the two engines, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from core.adapters.embedded import EmbeddedExtractor, MiniLMEmbedder
from core.adapters.ollama import ChatOptions, Memory, ModelInfo, OllamaChat, OllamaEmbedder, OllamaServer, Timeouts
from core.domain.recipe import ExtractionRecipe
from core.errors import ModelError
from core.ports import ChatModel, Embedder, Extractor
from core.services.extraction import Limits, ModelExtractor
from core.settings import Engine, Settings

CountTokens = Callable[[str], int]
PROBE = Timeouts(short_s=2.0)
"""How long a server may take to say that it is there when an engine is proposed."""

_reader, _embedder = cache(EmbeddedExtractor), cache(MiniLMEmbedder)
"""The embedded engine's two models, loaded once for all workspaces of a process; both may be used by many threads."""

EMBEDDED_COST = (
    "it needs no server and no download, but reads by statistics, not by understanding. It finds named things and plain"
    " statements, misses what is only implied, writes no answers, and compares meanings best in English."
)


@dataclass(frozen=True, slots=True)
class Models:
    """An engine's parts, made at first use; `workers` is how many chunks are read side by side.

    `chat` writes answers; None where the engine has no chat model.
    """

    extractor: Callable[[], Extractor]
    embedder: Callable[[], Embedder]
    workers: int = 1
    chat: Callable[[], ChatModel] | None = None


class Workshop:
    """Makes servers, models and readers from what a person chose; what was learned of a model is shared by all."""

    def __init__(
        self, settings: Settings, count: CountTokens, cached: Callable[[ChatModel], ChatModel] = lambda chat: chat
    ) -> None:
        self._settings, self._count, self._memory, self._cached = settings, count, Memory(), cached
        self._servers = lru_cache(maxsize=8)(OllamaServer)

    def server(self, host: str, embed_s: float = Engine().embed_s) -> OllamaServer:
        """The server at a host; empty is the one of the settings. Raises ModelUnavailable for what is no address."""
        return self._servers(host or self._settings.ollama_host, Timeouts(embed_s=embed_s))

    def chat(self, engine: Engine, options: ChatOptions | None = None) -> OllamaChat:
        """The chat model of an engine. Raises ModelError."""
        return OllamaChat(self.server(engine.host), engine.chat_model, self._count, self._memory, options)

    def once(self, engine: Engine) -> OllamaChat:
        """The same, but a reply that ran into its limit stays as it is: for trying a model. Raises ModelError."""
        return self.chat(engine, ChatOptions(retry_incomplete=False))

    def embedder(self, engine: Engine) -> OllamaEmbedder:
        """The embedding model of an engine. Raises ModelError."""
        return OllamaEmbedder(self.server(engine.host, engine.embed_s), engine.embed_model, self._count)

    def reader(
        self, engine: Engine, recipe: ExtractionRecipe, cancelled: Callable[[], bool] | None = None
    ) -> Extractor:
        """What reads passages for an engine. Raises ModelError."""
        if engine.kind == "embedded":
            return _reader()
        chat = self._cached(self.chat(engine))
        return ModelExtractor(chat, recipe, Limits(engine.read_s, engine.ask_s), cancelled)


def models_of(engine: Engine, recipe: ExtractionRecipe, workshop: Workshop, serving: Engine | None = None) -> Models:
    """What reads for an engine, and what embeds for it or for the one that is `serving` until all is embedded anew.

    Nothing is loaded or called yet; what can't be had is asked for again next time.
    """
    extractor = _reader if engine.kind == "embedded" else cache(lambda: workshop.reader(engine, recipe))
    embedder = embedder_of(serving or engine, workshop)
    if engine.kind == "embedded":
        return Models(extractor, embedder)
    # An answer is shown as it comes: one that ran into its limit is not begun again.
    return Models(extractor, embedder, engine.workers, cache(lambda: workshop.once(engine)))


def embedder_of(engine: Engine, workshop: Workshop) -> Callable[[], Embedder]:
    """What embeds for an engine, made at first use."""
    return _embedder if engine.kind == "embedded" else cache(lambda: workshop.embedder(engine))


def propose_engine(settings: Settings) -> tuple[Engine, str]:
    """The engine to propose for a new workspace, with a sentence or two that say why and what it costs."""
    embedded = Engine("embedded")
    try:
        server = OllamaServer(settings.ollama_host, PROBE)
        models = [model for model in server.models() if not model.refused]
    except ModelError:
        return embedded, f"No Ollama answers here, so the embedded engine is proposed: {EMBEDDED_COST}"
    chat, embed = _best(models, "completion"), _best(models, "embedding")
    if chat is None or embed is None:
        lacking = " and ".join(what for what, found in (("chat", chat), ("embedding", embed)) if found is None)
        return (
            embedded,
            f"Ollama answers but has no {lacking} model, so the embedded engine is proposed: {EMBEDDED_COST}",
        )
    sentence = f"Ollama answers at {server.url}: {chat.name} reads, {embed.name} embeds. Nothing leaves that machine."
    return Engine("ollama", chat.name, embed.name), sentence


def _best(models: list[ModelInfo], capability: str) -> ModelInfo | None:
    """The largest model that can do it, ties by name; one that embeds is not for reading."""
    able = [m for m in models if m.can(capability) and (capability == "embedding" or not m.can("embedding"))]
    return min(able, key=lambda model: (-model.size, model.name), default=None)
