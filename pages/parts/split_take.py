"""Taking a split: why, a comparison from before, the decision; and what is said afterwards, with the way back."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.modes import Parameters
from core.errors import LightPrismError
from core.services.question import Request
from core.services.split import rulings
from pages.parts import banners, session, split_effect, split_state, words, words_split
from pages.parts import decided as decided_here
from pages.parts.compare_run import MODES
from pages.parts.split_state import Done, Held
from pages.parts.text import safe_markdown, titled

_KEEP = "split-keep-before"


def bar(explorer: Any, held: Held, problem: str) -> None:
    """The line at the end: how many are where, why, and the button."""
    with st.container(border=True, key="split-take"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(split_effect.summary(held), width="content")
            st.text_input(
                words_split.WHY,
                key="split-why",
                placeholder=f"{words_split.WHY}: {words_split.WHY_PLACEHOLDER}",
                label_visibility="collapsed",
                width="stretch",
            )
            ready = not held.plan.again and all(state.current for state in explorer.library.collections())
            if ready:
                st.checkbox(words_split.KEEP_BEFORE, True, key=_KEEP, help=words_split.KEEP_BEFORE_HELP)
            clicked = st.button(
                words_split.TAKE_AGAIN if held.plan.again else words_split.TAKE,
                type="primary",
                icon=":material/call_split:",
                key="split-do",
                disabled=bool(problem) or not explorer.writable,
                help=safe_markdown(problem) or None,
                shortcut="Ctrl+Enter",
            )
        if not explorer.writable:
            st.caption(f":material/lock: {words_split.READ_ONLY}")
        elif problem:
            st.caption(f":material/info: {safe_markdown(problem)}")
    if clicked:
        with banners.problems_shown(), st.spinner(words.OPENING):
            _take(explorer, held, ready and bool(st.session_state.get(_KEEP)))
            st.rerun()


def _take(explorer: Any, held: Held, keep: bool) -> None:
    """Raises LightPrismError."""
    run, notes = _before(explorer, held) if keep else ("", ())
    why = st.session_state.get("split-why", "").strip()
    decided = explorer.curate.decide(rulings(held.plan, why), seen=held.seen)
    decided_here.keep(explorer, decided.seqs, decided.notes)
    parts = tuple((part.ref.key, titled(part.name, part.qualifier)) for part in held.plan.parts)
    name = titled(held.splitting.entity.name, held.splitting.entity.qualifier)
    taken = tuple(decided.seqs), parts, (*notes, *decided.notes), run
    asked = held.splitting.entity.name
    split_state.finish(Done(explorer.name, held.key, name, *taken, again=held.plan.again, asked=asked))


def _before(explorer: Any, held: Held) -> tuple[str, tuple[str, ...]]:
    """The comparison from the node as it is, kept; or why it could not be."""
    name = held.splitting.entity.name
    try:
        opened = explorer.retrieve.open(Request(name, low=(name,), high=(name,), seed_entities=(held.key,)), MODES)
        traces = {mode: opened.trace(mode, Parameters()) for mode in MODES}
        return str(explorer.runs.save(name, traces, Parameters(), page="compare")), ()
    except LightPrismError as error:
        return "", (words_split.DONE_BEFORE_FAILED.format(reason=error.message),)


def confirmation(explorer: Any, done: Done) -> None:
    """What was done, links to what it made, and undo or redo."""
    said = words_split.DONE_AGAIN if done.again else words_split.DONE
    said = words_split.UNDONE if done.undone else said
    name = safe_markdown(done.name, 80)
    st.success(said.format(name=name), icon=":material/undo:" if done.undone else ":material/call_split:")
    for note in done.notes:
        st.caption(f":material/info: {safe_markdown(note)}")
    if not done.undone:
        _waiting(explorer, done)
        _links(explorer, done)
    with st.container(horizontal=True, gap="small"):
        _way_back(explorer, done)
    with st.container(horizontal=True, gap="medium", key="split-done-list"):
        for page in ("diagnose", "history"):
            title, icon, _ = words.PAGES[page]
            st.page_link(f"pages/{page}.py", label=title, icon=icon, query_params=session.linked())


def _waiting(explorer: Any, done: Done) -> None:
    """What fits no part, with the way to place it."""
    desk = explorer.browse.desk()
    keys = [key for key, _ in done.parts]
    if not desk.has_entity(done.key) or done.key in keys:
        return
    count = len(desk.record(done.key).mentions)
    if count:
        many = words_split.DONE_WAIT.format(count=count)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(words_split.DONE_WAIT_ONE if count == 1 else many, width="content")
            st.button(words_split.DONE_OPEN, key="split-open-waiting", type="tertiary", on_click=split_state.put_aside)


def _links(explorer: Any, done: Done) -> None:
    """Each part: how much it holds, and where to look at it."""
    desk = explorer.browse.desk()
    for key, label in done.parts:
        if not desk.has_entity(key):
            continue
        found = desk.record(key)
        with st.container(border=True, horizontal=True, gap="medium", vertical_alignment="center"):
            st.page_link(
                "pages/graph.py",
                label=f"**{safe_markdown(label, 60)}**",
                icon=words.PAGES["graph"][1],
                query_params=session.linked(node=key),
            )
            st.caption(_size(len(found.mentions), len(found.chunks)), width="content")
            st.space("stretch")
            beside = {"beside": done.run} if done.run else {}
            name = done.asked or found.name
            st.page_link(
                "pages/compare.py",
                label=words_split.DONE_COMPARE if done.run else words_split.DONE_COMPARE_NOW,
                icon=words.PAGES["compare"][1],
                query_params=session.linked(q=name, low=name, high=name, seed=key, **beside),
            )


def _size(mentions: int, passages: int) -> str:
    few, many = words_split.DONE_PASSAGES, words_split.DONE_PASSAGES_MANY
    said = words_split.PART_MENTIONS.get(mentions, words_split.PART_MENTIONS_MANY.format(count=mentions))
    return words_split.DONE_PART.format(mentions=said, passages=few.get(passages, many.format(count=passages)))


def _way_back(explorer: Any, done: Done) -> None:
    def turn() -> None:
        with banners.problems_shown():
            act = explorer.curate.redo if done.undone else explorer.curate.undo
            act(done.seqs)
            decided_here.keep(explorer, done.seqs, how="redone" if done.undone else "undone")
            split_state.turned(done)

    if explorer.writable:
        label = words_split.REDO if done.undone else words_split.UNDO
        icon = ":material/redo:" if done.undone else ":material/undo:"
        st.button(label, key="split-turn", icon=icon, on_click=turn, shortcut="Ctrl+Z" if not done.undone else None)
    if done.undone:
        st.button(words_split.AGAIN, key="split-again", icon=":material/call_split:", on_click=split_state.put_aside)
