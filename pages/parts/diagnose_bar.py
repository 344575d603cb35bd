"""What is on top of the worklist: states with counts, words, document, kinds with counts, and kinds that are muted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.services.worklist import STATES, Listed, State, Wanted
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import words_diagnose as words
from pages.parts.home_lines import moment
from pages.parts.text import one_line

_STATE, _FIND, _DOC, _KIND = "diagnose-state", "diagnose-find", "diagnose-doc", "diagnose-kind"
_ALL = "all"


def bar(explorer: Any, listed: Listed, wanted: Wanted, titles: Mapping[str, str], free: bool) -> None:
    """Draw the filters as the address has them, and put into it what is changed."""
    states(listed, wanted)
    _since(explorer, listed, wanted)
    find, document = st.columns([3, 2])
    with find:
        _find(wanted)
    with document:
        documents(listed, wanted, titles)
    kinds(listed, wanted)
    if wanted.kind:
        _about(explorer, wanted.kind, free)
    if listed.muted:
        _muted(explorer, listed, free)


def states(listed: Listed, wanted: Wanted, offered: Sequence[State] = STATES) -> None:
    """To look at, new, unsure, found right."""
    counts = listed.states
    labels = {each: words.COUNTED.format(label=words.STATES[each], count=counts[each]) for each in offered}
    st.session_state[_STATE] = wanted.state
    st.segmented_control(
        words.STATES_LABEL,
        list(labels),
        required=True,
        format_func=labels.__getitem__,
        key=_STATE,
        label_visibility="collapsed",
        on_change=lambda: state.put("show", "" if st.session_state[_STATE] == STATES[0] else st.session_state[_STATE]),
    )


def _since(explorer: Any, listed: Listed, wanted: Wanted) -> None:
    """What new means, where new ones are looked at."""
    if wanted.state != "new":
        return
    if listed.before is None:
        st.caption(words.NEW_FIRST)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(words.NEW_SINCE.format(moment=moment(listed.before.at)), width="content")
        if listed.states["new"]:
            st.button(
                words.ALL_SEEN,
                type="tertiary",
                key="diagnose-seen",
                help=words.ALL_SEEN_HELP,
                on_click=explorer.worklist.all_seen,
                args=(listed.survey.policy,),
            )


def _find(wanted: Wanted) -> None:
    if st.session_state.get(_FIND, "").strip() != wanted.text.strip():
        st.session_state[_FIND] = wanted.text
    st.text_input(
        words.FIND,
        key=_FIND,
        type="search",
        live="250ms",
        placeholder=words.FIND_PLACEHOLDER,
        icon=":material/search:",
        label_visibility="collapsed",
        max_chars=state.LONGEST,
        on_change=lambda: state.put("q", st.session_state[_FIND].strip()),
    )


def documents(listed: Listed, wanted: Wanted, titles: Mapping[str, str]) -> None:
    """One document, or all."""
    options = ["", *listed.documents]
    if wanted.document and wanted.document not in options:
        options.append(wanted.document)
    st.session_state[_DOC] = wanted.document
    st.selectbox(
        words.DOCUMENT,
        options,
        format_func=lambda id_: one_line(titles.get(id_, id_), 80) if id_ else words.DOCUMENT_ALL,
        key=_DOC,
        label_visibility="collapsed",
        on_change=lambda: state.put("doc", st.session_state[_DOC] or ""),
    )


def kinds(listed: Listed, wanted: Wanted) -> None:
    """The kinds that there are, with counts."""
    counts: dict[str, int] = {_ALL: sum(listed.kinds.values()), **listed.kinds}
    if wanted.kind and wanted.kind not in counts:
        counts[wanted.kind] = 0
    names = {kind: words.ALL_KINDS if kind == _ALL else words.KINDS[kind][0] for kind in counts}
    st.session_state[_KIND] = wanted.kind or _ALL
    st.pills(
        words.KINDS_LABEL,
        list(counts),
        required=True,
        format_func=lambda kind: words.COUNTED.format(label=names[kind], count=counts[kind]),
        key=_KIND,
        label_visibility="collapsed",
        on_change=lambda: state.put("kind", "" if st.session_state[_KIND] == _ALL else st.session_state[_KIND]),
    )


def one_kind(listed: Listed, wanted: Wanted) -> None:
    """The kinds that there are, with counts, one to be chosen from a list."""
    counts: dict[str, int] = {_ALL: sum(listed.kinds.values()), **listed.kinds}
    counts.setdefault(wanted.kind or _ALL, 0)
    names = {kind: words.ALL_KINDS if kind == _ALL else words.KINDS[kind][0] for kind in counts}
    st.session_state[_KIND] = wanted.kind or _ALL
    st.selectbox(
        words.KINDS_LABEL,
        list(counts),
        format_func=lambda kind: words.COUNTED.format(label=names[kind], count=counts[kind]),
        key=_KIND,
        label_visibility="collapsed",
        on_change=lambda: state.put("kind", "" if st.session_state[_KIND] == _ALL else st.session_state[_KIND]),
    )


def _about(explorer: Any, kind: str, free: bool) -> None:
    """What the kind is, and the button that mutes it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(words.KINDS[kind][1], width="stretch")
        if free:
            st.button(
                words.MUTE,
                icon=":material/notifications_off:",
                type="tertiary",
                key="diagnose-mute",
                help=words.MUTE_HELP,
                on_click=acts.mute,
                args=(explorer, kind),
            )


def _muted(explorer: Any, listed: Listed, free: bool) -> None:
    """Kinds that are muted, each with the way back."""
    said = explorer.worklist.ruled().muted
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="diagnose-muted"):
        st.caption(f":material/notifications_off: {words.MUTED_LABEL}", width="content")
        for kind, count in listed.muted.items():
            st.button(
                words.UNMUTE.format(kind=words.KINDS[kind][0], count=count),
                type="tertiary",
                key=f"unmute-{kind}",
                disabled=not free,
                on_click=acts.back,
                args=(explorer, [said[kind]]),
            )
