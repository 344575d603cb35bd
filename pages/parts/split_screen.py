"""The split screen: one node's mentions on one page, grouped as suggested, corrected by hand, taken with a preview."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.names import NodeRef, ref_of
from core.errors import UnknownName
from core.services.split import BY_HAND
from pages.parts import (
    banners,
    person,
    session,
    split_effect,
    split_ends,
    split_parts,
    split_rows,
    split_state,
    split_take,
    words,
    words_split,
)
from pages.parts.split_state import Held
from pages.parts.text import one_line, safe_markdown, titled


def draw(explorer: Any, key: str) -> None:
    """All of it, or what became of the node."""
    done = split_state.done(explorer.name, key)
    if done is not None:
        split_take.confirmation(explorer, done)
        return
    try:
        with st.spinner(words.OPENING):
            held = split_state.read(explorer, key)
    except UnknownName:
        _gone(explorer, key)
        return
    with banners.problems_shown():
        _screen(explorer, held)


def _screen(explorer: Any, held: Held) -> None:
    _head(explorer, held)
    split_parts.draw(held)
    split_rows.draw(explorer, held)
    held = split_state.now(held)
    if held.plan.ends:
        split_ends.draw(held)
    problem = held.plan.problem()
    if not problem:
        found = split_effect.previewed(explorer, held)
        problem = found.problem
        split_effect.draw(explorer, held, found)
    split_take.bar(explorer, held, problem)
    person.asked(explorer)


def _head(explorer: Any, held: Held) -> None:
    entity = held.splitting.entity
    name = safe_markdown(titled(entity.name, entity.qualifier), 80)
    again = held.plan.again
    st.subheader((words_split.TITLE_AGAIN if again else words_split.TITLE).format(name=name), anchor=False)
    waits = len(held.plan.rows) - sum(not _new(held, n) for n in map(held.plan.part_of, (r.id for r in held.plan.rows)))
    told = words_split.ABOUT_AGAIN_ONE if waits == 1 else words_split.ABOUT_AGAIN.format(count=waits)
    st.caption(told if again else words_split.ABOUT)
    if held.renewed:
        st.info(words_split.CHANGED, icon=":material/update:")
    _grouping(explorer, held)


def _new(held: Held, number: int) -> bool:
    """Whether rows of this part were waiting when the screen was opened: all but those under the bare name."""
    return number < 0 or held.plan.parts[number].ref != NodeRef.shown(**held.plan.node)


def _grouping(explorer: Any, held: Held) -> None:
    """What the mentions are grouped by, to choose another."""
    found = held.splitting.groupings
    if not found:
        return
    options = [*range(len(found)), BY_HAND]
    key = f"split-by-{held.nonce}"

    def label(number: int) -> str:
        if number == BY_HAND:
            return words_split.BY_HAND
        one = found[number]
        basis = words_split.BASES.get(one.basis, one.basis).format(field=one_line(one.field, 40))
        return words_split.BASIS_PARTS.format(basis=basis, count=len(one.parts))

    def regroup() -> None:
        split_state.regroup(explorer, held, int(st.session_state[key]))

    left, right = st.columns([2, 3], vertical_alignment="bottom")
    with left:
        st.selectbox(
            words_split.GROUP_BY,
            options,
            index=options.index(held.grouping),
            format_func=label,
            key=key,
            help=words_split.GROUP_BY_HELP,
            on_change=regroup,
        )
    if held.grouping != BY_HAND and (detail := found[held.grouping].detail):
        right.caption(safe_markdown(detail[:1].upper() + detail[1:]))


def _gone(explorer: Any, key: str) -> None:
    """There is no such node: what became of it."""
    ref = ref_of(key)
    banners.empty(words_split.GONE.format(name=safe_markdown(key, 80)), words_split.GONE_HINT, "graph")
    desk = explorer.browse.desk()
    found = [one for one in explorer.curate.became(ref.name, ref.qualifier) if desk.has_entity(one)]
    if found:
        st.markdown(words_split.BECAME)
        for one in found:
            entity = desk.record(one)
            st.page_link(
                "pages/graph.py",
                label=safe_markdown(titled(entity.name, entity.qualifier), 60),
                icon=words.PAGES["graph"][1],
                query_params=session.linked(node=one),
            )
