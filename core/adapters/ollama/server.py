"""One Ollama server: its version, the models it has, and pulling one more.

Owns what is known of a model before it is asked: digest, capabilities, window. Refuses models that run in a cloud:
their prompts would leave the machine.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import httpx

from core.adapters.ollama.faults import Failure, meaning, not_ollama, translated, words_of
from core.adapters.ollama.hosts import base_url
from core.adapters.ollama.transport import CONNECT_S, LOOK_S, Cancelled, Transport, needs_certificates
from core.errors import ModelCancelled, ModelError, ModelMissing

if TYPE_CHECKING:
    import ollama

_CLOUD_REASON = "It runs in a cloud: what it is asked would leave this machine."
_EMBEDDING_FAMILIES = ("bert", "nomic-bert", "jina-bert-v2", "xlm-roberta")


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Limits in seconds: for questions about models, a chat call, an embedding call, and silence during a pull."""

    short_s: float = 15.0
    chat_s: float = 600.0
    embed_s: float = 300.0
    pull_s: float = 900.0


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model on the server. `context_length` and `embedding_length` are 0 where unknown, `size` is in bytes.

    `capabilities` e.g. completion, embedding, thinking, tools; `refused` says why it can't be used here, if so.
    """

    name: str
    digest: str = ""
    size: int = 0
    capabilities: tuple[str, ...] = ()
    context_length: int = 0
    embedding_length: int = 0
    family: str = ""
    parameters: str = ""
    quantization: str = ""
    refused: str = ""

    @property
    def identity(self) -> str:
        """Name and digest: two models of one name are told apart."""
        return f"{self.name}@{self.digest[:12]}" if self.digest else self.name

    def can(self, capability: str) -> bool:
        return capability in self.capabilities


@dataclass(frozen=True, slots=True)
class PullProgress:
    """How far a pull is: Ollama's word for what it does, and bytes over all layers known so far."""

    status: str
    completed: int = 0
    total: int = 0


@dataclass(slots=True)
class _Layers:
    """Bytes by layer digest, of which Ollama tells one at a time."""

    completed: dict[str, int] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)

    def add(self, part: ollama.ProgressResponse) -> PullProgress:
        if part.digest and part.total:
            self.total[part.digest] = part.total
            self.completed[part.digest] = part.completed or 0
        return PullProgress(part.status or "", sum(self.completed.values()), sum(self.total.values()))


class OllamaServer:
    """The server at a host as people write it (empty: this machine, Ollama's port). Nothing is called until asked."""

    def __init__(self, host: str = "", timeouts: Timeouts | None = None) -> None:
        self.url = base_url(host)
        self.timeouts = timeouts or Timeouts()
        self.transport = Transport(self.url)
        self._known: dict[str, ModelInfo] = {}

    def version(self) -> str:
        """The server's version. Raises ModelUnavailable."""
        return str(self.transport.get("/api/version", self.timeouts.short_s).get("version", ""))

    def answers(self) -> bool:
        """Whether an Ollama answers at the host."""
        try:
            return bool(self.version())
        except ModelError:
            return False

    @cached_property
    def counts_only_new_tokens(self) -> bool:
        """Whether this version leaves tokens it had in its cache out of its count of the prompt (0.30.0 and near)."""
        return self.version().startswith("0.30.")

    def models(self) -> tuple[ModelInfo, ...]:
        """All models, by name; those that can't be used say why in `refused`. Raises ModelError."""
        return tuple(sorted((self._info(entry) for entry in self._tags()), key=lambda info: info.name))

    def model(self, name: str) -> ModelInfo:
        """One model that can be used. Raises ModelMissing where it is not there or runs in a cloud."""
        entry = next((entry for entry in self._tags() if _same(_name(entry), name)), None)
        if entry is None:
            raise ModelMissing(
                f"Ollama has no model '{name}'.", f"Pull it (`ollama pull {name}`), or choose another in the settings."
            )
        info = self._info(entry)
        if info.refused:
            raise ModelMissing(f"'{name}' can't be used. {info.refused}", "Choose a model that runs on this machine.")
        return info

    def loaded(self) -> Mapping[str, int]:
        """The window, in tokens, that each model in memory was loaded with (0 where not told). Raises ModelError."""
        with self._client("", self.timeouts.short_s) as client:
            return {str(model.name or model.model): model.context_length or 0 for model in client.ps().models}

    def pull(self, name: str, on_progress: Callable[[PullProgress], None], cancelled: Cancelled | None = None) -> None:
        """Let the server download a model. Raises ModelCancelled when told to stop, and other ModelErrors."""
        if _in_cloud({"name": name}):
            raise ModelMissing(f"'{name}' is not pulled. {_CLOUD_REASON}", "Choose a model that runs on this machine.")
        layers = _Layers()
        for part in self._pulled(name, cancelled):
            on_progress(layers.add(part))

    def _pulled(self, name: str, cancelled: Cancelled | None) -> Iterator[ollama.ProgressResponse]:
        """Parts of a pull; they are read in a thread of their own, so that a silent server can be cancelled too."""
        parts: queue.Queue[ollama.ProgressResponse | ModelError | None] = queue.Queue()
        stop = threading.Event()
        threading.Thread(target=self._read_pull, args=(name, parts, stop), name="ollama-pull", daemon=True).start()
        try:
            while True:
                if cancelled is not None and cancelled():
                    raise ModelCancelled(
                        f"The pull of '{name}' was cancelled.", "What is downloaded is kept for later."
                    )
                with contextlib.suppress(queue.Empty):
                    part = parts.get(timeout=LOOK_S)
                    if part is None:
                        return
                    if isinstance(part, ModelError):
                        raise part
                    yield part
        finally:
            stop.set()

    def _read_pull(
        self, name: str, parts: queue.Queue[ollama.ProgressResponse | ModelError | None], stop: threading.Event
    ) -> None:
        limit_s = self.timeouts.pull_s
        try:
            with self._client(name, limit_s) as client:
                for part in client.pull(name, stream=True):
                    if stop.is_set():
                        return
                    parts.put(part)
        except ModelError as error:
            parts.put(error)
        finally:
            parts.put(None)

    @contextlib.contextmanager
    def _client(self, name: str, limit_s: float) -> Iterator[ollama.Client]:
        """The official client for a question about one model; what it raises comes out as our errors."""
        import ollama  # takes a fifth of a second, and chat and embedding do without it

        client = ollama.Client(
            host=self.url,
            timeout=httpx.Timeout(limit_s, connect=CONNECT_S),
            trust_env=False,
            follow_redirects=False,
            verify=needs_certificates(self.url),
        )
        try:
            with client, translated(self.url, name, limit_s):
                yield client
        except ollama.ResponseError as error:
            status, words = max(error.status_code, 0), words_of(error.error.encode())
            raise meaning(Failure(status, words, name, self.url)) from error
        except ValueError as error:  # an answer of another shape than the client knows
            raise not_ollama(self.url) from error

    def _tags(self) -> list[Mapping[str, Any]]:
        """The list as the server sends it: the client's own would drop which models run in a cloud."""
        found = self.transport.get("/api/tags", self.timeouts.short_s).get("models")
        return [entry for entry in found or () if isinstance(entry, dict) and _name(entry)]

    def _info(self, entry: Mapping[str, Any]) -> ModelInfo:
        name, digest = _name(entry), str(entry.get("digest", ""))
        if _in_cloud(entry):
            return ModelInfo(name, digest, refused=_CLOUD_REASON)
        key = f"{name}@{digest}"
        if key not in self._known:
            self._known[key] = self._shown(name, digest, entry)
        return self._known[key]

    def _shown(self, name: str, digest: str, entry: Mapping[str, Any]) -> ModelInfo:
        with self._client(name, self.timeouts.short_s) as client:
            shown = client.show(name)
        facts = dict(shown.modelinfo or {})
        details = entry.get("details")
        details = details if isinstance(details, dict) else {}
        return ModelInfo(
            name=name,
            digest=digest,
            size=_whole(entry.get("size")),
            capabilities=tuple(shown.capabilities or _guessed(details, facts)),
            context_length=_fact(facts, ".context_length"),
            embedding_length=_fact(facts, ".embedding_length"),
            family=str(details.get("family") or ""),
            parameters=str(details.get("parameter_size") or ""),
            quantization=str(details.get("quantization_level") or ""),
        )


def _name(entry: Mapping[str, Any]) -> str:
    return str(entry.get("name") or entry.get("model") or "")


def _same(known: str, asked: str) -> bool:
    return known == asked or known == f"{asked}:latest"


def _in_cloud(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("remote_host") or entry.get("remote_model")) or _name(entry).endswith(("-cloud", ":cloud"))


def _guessed(details: Mapping[str, Any], facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Capabilities where an older server does not tell them."""
    embeds = details.get("family") in _EMBEDDING_FAMILIES or any(key.endswith(".pooling_type") for key in facts)
    return ("embedding",) if embeds else ("completion",)


def _fact(facts: Mapping[str, Any], ending: str) -> int:
    return _whole(next((value for key, value in facts.items() if key.endswith(ending)), 0))


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
