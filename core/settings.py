"""One frozen Settings, read once from the environment by bootstrap, never at import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

EngineKind = Literal["embedded", "ollama"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Where workspaces live and which servers may be called.

    `home` holds `workspaces/NAME/`; `ollama_host` is a URL or empty for the client's default (127.0.0.1:11434).
    """

    home: Path
    ollama_host: str = ""

    @property
    def workspaces(self) -> Path:
        return self.home / "workspaces"

    @staticmethod
    def from_env(env: Mapping[str, str]) -> Settings:
        """Read LIGHTPRISM_HOME (default `~/.lightprism`) and OLLAMA_HOST."""
        home = env.get("LIGHTPRISM_HOME") or str(Path.home() / ".lightprism")
        return Settings(home=Path(home).expanduser().resolve(), ollama_host=env.get("OLLAMA_HOST", ""))


@dataclass(frozen=True, slots=True)
class Engine:
    """What reads and embeds in a workspace. All but `kind` is for Ollama alone.

    `host` empty means the settings'; `workers` is how many chunks are sent side by side (Ollama decides what really
    runs so: OLLAMA_NUM_PARALLEL, 1 by default). `read_s`, `ask_s`, `embed_s` are the seconds that one call may take to
    read a passage, to find a question's search words, to embed.
    """

    kind: EngineKind = "embedded"
    chat_model: str = ""
    embed_model: str = ""
    host: str = ""
    workers: int = 1
    read_s: float = 600.0
    ask_s: float = 120.0
    embed_s: float = 300.0

    @property
    def name(self) -> str:
        """For a person: `Embedded`, or `Ollama · chat model`."""
        return "Embedded" if self.kind == "embedded" else f"Ollama · {self.chat_model}"
