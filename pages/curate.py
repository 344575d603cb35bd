"""The Curate page: a split or a merge that the address names, else the queue and the tables of the graph."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners, curate_queue, merge_screen, split_screen, tables_entities, tables_relations
from pages.parts import words_curate as words

_SPLIT, _MERGE, _TAB = "split", "merge", "tab"


def page() -> None:
    """Draw what the address asks for."""
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        merging = list(dict.fromkeys(st.query_params.get_all(_MERGE)))
        if _SPLIT in st.query_params:
            _back()
            split_screen.draw(explorer, st.query_params[_SPLIT])
        elif merging:
            _back()
            merge_screen.draw(explorer, merging)
        else:
            _tabs(explorer)


def _back() -> None:
    def close() -> None:
        for name in (_SPLIT, _MERGE):
            st.query_params.pop(name, None)

    st.button(words.BACK_TO, icon=":material/arrow_back:", type="tertiary", key="curate-back", on_click=close)


def _tabs(explorer: Any) -> None:
    st.title(words.TITLE, anchor=False)
    st.caption(words.INTRO)
    asked = st.query_params.get(_TAB, "")
    first = words.TABS.get(asked, words.TABS["queue"])
    queue, entities, relations = st.tabs(list(words.TABS.values()), default=first, on_change="rerun", key="curate-tabs")
    with queue:
        if queue.open:
            curate_queue.draw(explorer)
    with entities:
        if entities.open:
            tables_entities.draw(explorer)
    with relations:
        if relations.open:
            tables_relations.draw(explorer)


page()
