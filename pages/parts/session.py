"""Which workspace a browser session looks at, with whose eyes, and the one Explorer that this process holds for it.

Both stand in the address (`?ws=`, `?as=label&as=label`), so that a link opens the same. Pages get what they read from
`explorer` and nowhere else: with a viewer that is only what this viewer may see.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

import streamlit as st

from core import bootstrap
from core.settings import Settings

WS, AS = "ws", "as"
_REMEMBERED, _EYES, _ASIDE = "lightprism.workspace", "lightprism.eyes", "lightprism.aside"
_CHOSEN = "lightprism.eyes.chosen"
_OURS = "lightprism."
_MOST, _LONGEST = 50, 200
_STAYS = frozenset({WS, "view", "present"})
"""Fields of an address that stay for another viewer: the workspace, the part of a page, how it is drawn."""

Viewer = tuple[str, ...] | None
"""The labels of who looks, sorted; none of them: what everyone may see. None: no viewer, everything."""


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


def viewer() -> Viewer:
    """With whose eyes this session looks: as the address says, which `settle` has put right."""
    if AS not in st.query_params:
        return None
    given = {label[:_LONGEST] for label in st.query_params.get_all(AS)}
    return tuple(sorted(given - {""}))[:_MOST]


def viewing() -> bool:
    """Whether a viewer's eyes look: then nothing is added, ruled or set."""
    return AS in st.query_params


def settle() -> bool:
    """Put workspace and viewer into the address, once for each drawing of the whole page and before anything is drawn.

    An address that names a workspace says all; one that names none (a click in the navigation) keeps the viewer. What
    was held for other eyes is forgotten, and where all is seen again, what was worked on before is there again.
    True where the viewer is another one that nobody chose on a page: the address alone changed, by a step back.
    """
    name = chosen()
    if name is None:
        return False
    before: tuple[str, Viewer] = st.session_state.get(_EYES, (name, viewer()))
    kept = before[1] if before[0] == name and not {WS, AS} & set(st.query_params) else viewer()
    choose(name)
    _put(kept)
    asked = st.session_state.pop(_CHOSEN, False)
    if (name, kept) != before:
        _other_eyes(before[1], kept)
    st.session_state[_REMEMBERED], st.session_state[_EYES] = name, (name, kept)
    return kept != before[1] and not asked


def _other_eyes(before: Viewer, now: Viewer) -> None:
    """Let go of all that was drawn or worked out, so that nothing seen by one is shown to another.

    What was worked on without a viewer is put aside meanwhile: who sees all may have it again.
    """
    if before == now:  # another workspace, and its parts know that
        return
    aside = st.session_state.get(_ASIDE, {})
    if before is None:
        ours = {str(key): value for key, value in st.session_state.items() if str(key).startswith(_OURS)}
        aside = {key: value for key, value in ours.items() if key != _ASIDE}
    for key in list(st.session_state):
        del st.session_state[key]
    if now is None:
        st.session_state.update(aside)
    else:
        st.session_state[_ASIDE] = aside


def see_as(labels: Viewer) -> None:
    """Look with these eyes from now on. What is asked or open belongs to those of before, and leaves the address."""
    if labels == viewer():
        return
    left = {field: st.query_params.get_all(field) for field in st.query_params if field in _STAYS}
    st.query_params.from_dict(left | _field(labels))  # at once: one step back undoes all of it
    st.session_state[_CHOSEN] = True


def _field(labels: Viewer) -> dict[str, list[str]]:
    return {} if labels is None else {AS: list(labels) or [""]}


def _put(labels: Viewer) -> None:
    wanted = _field(labels).get(AS, [])
    if st.query_params.get_all(AS) == wanted:
        return
    if wanted:
        st.query_params[AS] = wanted
    else:
        st.query_params.pop(AS, None)


def linked(**fields: str) -> dict[str, Any]:
    """The fields of a link's address, with workspace and viewer: so that it opens the same in another tab too."""
    return {**carried(), **fields}


def carried() -> dict[str, Any]:
    """What every address of this session names: the workspace, and the viewer where there is one."""
    name, labels = chosen(), viewer()
    found: dict[str, Any] = {} if name is None else {WS: name}
    return {**found, **_field(labels)}


def pairs() -> list[list[str]]:
    """`carried` for the browser, which builds addresses of its own: [name, value], a name as often as it has values."""
    return [
        [name, value]
        for name, values in carried().items()
        for value in ([values] if isinstance(values, str) else values)
    ]


def others(fields: Collection[str]) -> dict[str, Any]:
    """What stands in the address beside these fields, with all values."""
    return {name: st.query_params.get_all(name) for name in st.query_params if name not in fields}


def unknown() -> str:
    """The workspace that the address names and there is none of; empty if all is well."""
    name = st.query_params.get(WS, "")
    return "" if name in names() else str(name)


def choose(name: str) -> None:
    """Look at this workspace from now on; labels are those of a workspace, so another one is seen as a whole."""
    if st.query_params.get(WS) != name:
        if st.session_state.get(_REMEMBERED, name) != name:
            st.query_params.pop(AS, None)
        st.query_params[WS] = name
    st.session_state[_REMEMBERED] = name


def whole() -> Any | None:
    """The Explorer of the chosen workspace, for the frame; None if there is none.

    Raises LightPrismError if it can't be opened.
    """
    name = chosen()
    found = next((info for info in bootstrap.workspaces(settings()) if info.name == name), None)
    return None if found is None else _registry().get(found.path, settings())


def explorer() -> Any | None:
    """What this session may read and do: the Explorer, or what the viewer may see of it. As `whole`."""
    found, labels = whole(), viewer()
    return found if found is None or labels is None else found.seen_by(labels)


def close_all() -> None:
    """Let every open workspace go: what runs in it is stopped, and another process may write it."""
    _registry().close()
