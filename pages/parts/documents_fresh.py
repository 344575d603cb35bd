"""Folders that were added, looked at again: what is new, changed, renamed or missing; one click takes it in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import banners
from pages.parts import words_fresh as words
from pages.parts.documents_add import took
from pages.parts.text import one_line, safe_markdown

_STATES, _ROUND = "documents-fresh", "documents-fresh-round"
_LISTED, _UNTICKED = 20, ("missing", "erased")


def fresh(explorer: Any) -> None:
    """Draw the view."""
    st.caption(words.HINT)
    workspace, states = st.session_state.get(_STATES, ("", None))
    known = states if workspace == explorer.name else None
    if st.button(words.CHECK if known is None else words.CHECK_AGAIN, icon=":material/sync:", key="fresh-check"):
        with st.spinner(words.CHECKING):
            known = explorer.freshness.check()
        st.session_state[_STATES] = explorer.name, known
        st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    if known is None:
        return
    if not known:
        banners.empty(words.NONE, words.NONE_HINT)
        return
    if all(state.fresh and not state.unreadable for state in known):
        st.success(words.ALL_FRESH, icon=":material/check:")
    _take(explorer, [line for state in known for line in _folder(explorer, state)])


def _folder(explorer: Any, state: Any) -> list[Mapping[str, Any]]:
    """One folder; the lines of it that are ticked."""
    with st.container(border=True, key=f"fresh-{state.source}"):
        st.markdown(f":material/folder: **{safe_markdown(state.source, 80)}**")
        st.caption(words.SUMMARY.format(path=safe_markdown(state.path), what=_counts(state)))
        ticked: list[Mapping[str, Any]] = []
        if not state.there:
            st.warning(safe_markdown(state.why), icon=":material/folder_off:")
        elif lines := list(lines_of(state)):
            ticked = _ticked(explorer, state.source, lines)
        _unreadable(state.unreadable)
        return ticked


def _counts(state: Any) -> str:
    renamed = {name for pair in state.renamed for name in pair}
    counts = {
        "new": len(set(state.new) - renamed),
        "changed": len(state.changed),
        "renamed": len(state.renamed),
        "missing": len(set(state.missing) - renamed),
        "unreadable": len(state.unreadable),
        "erased": len(state.erased),
    }
    said = [words.COUNTS[k][0] if n == 1 else words.COUNTS[k][1].format(n=n) for k, n in counts.items() if n]
    return ", ".join(said) or ("" if not state.there else words.NOTHING)


def lines_of(state: Any) -> Iterator[dict[str, Any]]:
    """A line for each file: whether it is ticked at first, what it is, its name; a renamed one has its old name too."""
    old = {new: old for old, new in state.renamed}
    for kind, names in _kinds(state):
        for name in names:
            if kind == "missing" and name in old.values():
                continue
            what = "renamed" if kind == "new" and name in old else kind
            yield {"take": kind not in _UNTICKED, "state": what, "file": name, "old": old.get(name, "")}


def _kinds(state: Any) -> Sequence[tuple[str, Sequence[str]]]:
    return ("new", state.new), ("changed", state.changed), ("missing", state.missing), ("erased", state.erased)


def _ticked(explorer: Any, source: str, lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    shown = st.data_editor(
        frame(lines),
        hide_index=True,
        key=f"fresh-{source}-{st.session_state.get(_ROUND, 0)}",
        disabled=["state", "file", "does"] if explorer.writable else True,
        column_config={
            name: st.column_config.Column(label, help=about) for name, (label, about) in words.COLUMNS.items()
        },
    )
    for state, hint in (("missing", words.MISSING_HINT), ("erased", words.ERASED_HINT)):
        if any(line["state"] == state for line in lines):
            st.caption(hint)
    return [line for line, take in zip(lines, shown["take"], strict=True) if take]


def frame(lines: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """The lines as they are shown."""
    rows = [
        (
            line["take"],
            words.STATES[line["state"]],
            one_line(line["file"], 200),
            words.DOES[line["state"]].format(old=one_line(line["old"], 160)),
        )
        for line in lines
    ]
    return pd.DataFrame(rows, columns=list(words.COLUMNS))


def _unreadable(names: Sequence[str]) -> None:
    if names:
        with st.expander(words.UNREADABLE.format(count=len(names))):
            st.markdown("\n".join(f"- {safe_markdown(name, 160)}" for name in names[:_LISTED]))


def _take(explorer: Any, ticked: Sequence[Mapping[str, Any]]) -> None:
    if not explorer.writable:
        return
    names: dict[str, list[str]] = {"new": [], "changed": [], "missing": []}
    for line in ticked:
        names["new" if line["state"] in ("renamed", "erased") else line["state"]].append(line["file"])
        if line["old"]:
            names["missing"].append(line["old"])
    if st.button(
        words.TAKE if ticked else words.TAKE_NOTHING,
        type="primary",
        icon=":material/download_done:",
        key="fresh-take",
        disabled=not ticked,
    ):
        st.session_state.pop(_STATES, None)
        took(explorer, lambda: explorer.freshness.take(**names))
