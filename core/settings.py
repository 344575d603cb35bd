"""One frozen Settings, read once from the environment by bootstrap, never at import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


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
