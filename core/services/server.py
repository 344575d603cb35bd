"""What a model server has, as the Settings page shows it, and what a vendor's server must be able to tell for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Facts(Protocol):
    """What a server tells of one model; lengths in tokens and `size` in bytes are 0 where it does not."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def capabilities(self) -> tuple[str, ...]: ...
    @property
    def context_length(self) -> int: ...
    @property
    def embedding_length(self) -> int: ...
    @property
    def parameters(self) -> str: ...
    @property
    def quantization(self) -> str: ...
    @property
    def refused(self) -> str: ...


class Bytes(Protocol):
    """How far a pull is: the server's word for what it does, and bytes over all parts known so far."""

    @property
    def status(self) -> str: ...
    @property
    def completed(self) -> int: ...
    @property
    def total(self) -> int: ...


class ModelServer(Protocol):
    """A server that holds models; all but `url` may raise ModelError."""

    url: str

    def version(self) -> str: ...
    def models(self) -> Sequence[Facts]: ...
    def pull(self, name: str, on_progress: Callable[[Bytes], None], cancelled: Callable[[], bool] | None) -> None: ...


@dataclass(frozen=True, slots=True)
class ServerModel:
    """A model on a server. `window` and `dimension` are 0 where unknown; `refused` says why it can't be used."""

    name: str
    size: int = 0
    window: int = 0
    dimension: int = 0
    parameters: str = ""
    quantization: str = ""
    reads: bool = False
    embeds: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers, with all its models by name."""

    host: str
    version: str
    models: tuple[ServerModel, ...]

    @property
    def readers(self) -> tuple[ServerModel, ...]:
        """Models that can read, those that embed as well last."""
        able = [model for model in self.models if model.reads and not model.refused]
        return tuple(sorted(able, key=lambda model: model.embeds))

    @property
    def embedders(self) -> tuple[ServerModel, ...]:
        """Models that can embed, those that read as well last."""
        able = [model for model in self.models if model.embeds and not model.refused]
        return tuple(sorted(able, key=lambda model: model.reads))

    @property
    def refused(self) -> tuple[ServerModel, ...]:
        return tuple(model for model in self.models if model.refused)

    def model(self, name: str) -> ServerModel | None:
        """The model of that name; `NAME` stands for `NAME:latest` too."""
        return next((model for model in self.models if model.name in (name, f"{name}:latest")), None)


def model_of(facts: Facts) -> ServerModel:
    """The model as it is shown."""
    return ServerModel(
        name=facts.name,
        size=facts.size,
        window=facts.context_length,
        dimension=facts.embedding_length,
        parameters=facts.parameters,
        quantization=facts.quantization,
        reads="completion" in facts.capabilities,
        embeds="embedding" in facts.capabilities,
        refused=facts.refused,
    )
