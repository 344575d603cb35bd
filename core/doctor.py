"""Checks what LightPrism needs, one by one, and says what to do about what is missing."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.adapters.chroma_process import ChromaProcess
from core.adapters.embedded import EmbeddedExtractor, MiniLMEmbedder
from core.adapters.tokens import TiktokenTokenizer
from core.bootstrap import VIS_NETWORK, is_workspace, open_workspace, propose_engine
from core.errors import LightPrismError
from core.ports import Passage
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `remedy` is empty where all is well."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def diagnose(folder: Path, settings: Settings) -> tuple[Check, ...]:
    """Look at everything; a check that fails never hides the next."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("home", lambda: _home(settings)),
        ("SQLite", _sqlite),
        ("token counting", lambda: _tokens(settings)),
        ("embedded reading", _reading),
        ("embedded vectors", _vectors),
        ("vector index", _index),
        ("graph drawing", _drawing),
        ("engine", lambda: propose_engine(settings)[1]),
        ("workspace", lambda: _workspace(folder, settings)),
    ]
    return tuple(_checked(name, look) for name, look in checks)


def _checked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except LightPrismError as error:
        return Check(name, False, error.message, error.remedy)
    except (OSError, ImportError, ValueError, RuntimeError) as error:
        return Check(name, False, f"{type(error).__name__}: {error}", "Install again with `make run`.")


def _home(settings: Settings) -> str:
    settings.home.mkdir(parents=True, exist_ok=True)
    probe = settings.home / ".probe"
    probe.write_text("", encoding="utf-8")
    probe.unlink()
    return f"{settings.home} can be written"


def _sqlite() -> str:
    sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    return f"{sqlite3.sqlite_version} with full-text search"


def _tokens(settings: Settings) -> str:
    count = TiktokenTokenizer(settings.home / "cache" / "tiktoken").count("The quick brown fox")
    return f"o200k_base works offline ({count} tokens in four words)"


def _reading() -> str:
    found = EmbeddedExtractor().extract(Passage("The Export writes every record of an account to CSV files."))
    return f"{len(found.entities)} entities found in one sentence"


def _vectors() -> str:
    found = MiniLMEmbedder().embed(["one sentence"])
    return f"{found.vectors.shape[1]} dimensions"


def _index() -> str:
    with tempfile.TemporaryDirectory() as folder:
        index = ChromaProcess(Path(folder), ("trial",), "none", 1)
        try:
            _ = index.generation
        finally:
            index.close()
    return "Chroma starts in a process of its own"


def _drawing() -> str:
    return f"vis-network is here ({VIS_NETWORK.stat().st_size // 1024} kB)"


def _workspace(folder: Path, settings: Settings) -> str:
    if not is_workspace(folder):
        return f"none in {folder} yet; `lightprism ingest PATH` makes one"
    explorer = open_workspace(folder, settings)
    try:
        contents = explorer.library.contents()
        late = [state.name for state in explorer.library.collections() if not state.current]
        held = "" if explorer.writable else f"; held by {explorer.holder}, so it is only read here"
        behind = f"; behind: {', '.join(late)}" if late else ""
        read = f"{contents.chunks.read} of {contents.chunks.chunks} chunks read"
        return f"{contents.documents} documents, {read}{behind}{held}"
    finally:
        explorer.close()
