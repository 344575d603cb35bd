"""Which workspace a browser session looks at, and the one Explorer that this process holds for each workspace.

The workspace stands in the address (`?ws=`), so that a link opens the same one. Pages get their Explorer here and
nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from typing import Any

import streamlit as st

from core import bootstrap
from core.settings import Settings

WS = "ws"
_REMEMBERED = "lightprism.workspace"


class _Registry:
    """Explorers by folder. One per workspace and process: its lock and its vector index allow no second."""

    def __init__(self) -> None:
        self._open: dict[Path, Any] = {}
        self._lock = RLock()

    def get(self, path: Path, settings: Settings) -> Any:
        with self._lock:
            if path not in self._open:
                self._open[path] = bootstrap.open_workspace(path, settings)
            return self._open[path]

    def close(self) -> None:
        with self._lock:
            explorers = list(self._open.values())
            self._open.clear()
        for explorer in explorers:
            explorer.close()


_SINGLE = _Registry()


@st.cache_resource(show_spinner=False)
def _registry() -> _Registry:
    """The registry outlives a reload of this module; the module's own outlives a cleared cache."""
    return _SINGLE


def settings() -> Settings:
    """Read from the environment now."""
    return Settings.from_env(os.environ)


def names() -> Sequence[str]:
    """The workspaces there are, by name."""
    return [info.name for info in bootstrap.workspaces(settings())]


def chosen() -> str | None:
    """The workspace that the address names, else the one looked at last, else the first; None if there is none."""
    known = names()
    for name in (st.query_params.get(WS), st.session_state.get(_REMEMBERED)):
        if name in known:
            return name
    return known[0] if known else None


def linked(**fields: str) -> dict[str, str]:
    """The fields of a link's address, with the workspace: so that it opens the same one in another tab too."""
    name = chosen()
    return fields if name is None else {WS: name, **fields}


def unknown() -> str:
    """The workspace that the address names and there is none of; empty if all is well."""
    name = st.query_params.get(WS, "")
    return "" if name in names() else str(name)


def choose(name: str) -> None:
    """Look at this workspace from now on."""
    st.session_state[_REMEMBERED] = name
    st.query_params[WS] = name


def explorer() -> Any | None:
    """The Explorer of the chosen workspace; None if there is none. Raises LightPrismError if it can't be opened."""
    name = chosen()
    found = next((info for info in bootstrap.workspaces(settings()) if info.name == name), None)
    return None if found is None else _registry().get(found.path, settings())


def close_all() -> None:
    """Let every open workspace go: what runs in it is stopped, and another process may write it."""
    _registry().close()
