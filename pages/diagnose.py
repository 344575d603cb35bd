"""The Diagnose page: a worklist of what may have gone wrong, the most harmful first, and what to do about each."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.worklist import Listed, Wanted
from pages.parts import banners, diagnose_progress, paging
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import words_diagnose as words
from pages.parts.diagnose_bar import bar
from pages.parts.diagnose_list import findings
from pages.parts.diagnose_ticked import ticked
from pages.parts.merge_rule import merge_rule

_PAGE = 20


def page() -> None:
    """Draw the page, or say what is missing for it."""
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        head, rule = st.columns([3, 1], vertical_alignment="bottom")
        with head:
            st.title(words.TITLE, anchor=False)
            st.caption(words.INTRO)
        with rule:
            merge_rule(state.rule(), lambda to: state.put("rule", "" if to == "careful" else to), key="diagnose-rule")
        if not explorer.library.contents().documents:
            banners.empty(words.EMPTY_TITLE, words.EMPTY_HINT, "documents", banners.words.GO_DOCUMENTS)
            return
        _notes(explorer)
        _worklist(explorer)


def _notes(explorer: Any) -> None:
    """Why nothing can be decided, where it can't."""
    if state.rule() != "careful":
        st.info(words.CLASSIC_NOTE, icon=":material/info:")
    elif not acts.ready(explorer):
        st.info(words.READ_ONLY, icon=":material/lock:")


@st.fragment
def _worklist(explorer: Any) -> None:
    """Filters and findings: a click reruns only this."""
    with banners.problems_shown():
        rule, wanted = state.rule(), state.wanted()
        free = rule == "careful" and acts.ready(explorer)
        diagnose_progress.begin(explorer, rule)
        acts.drawn(explorer)
        listed: Listed = explorer.worklist.listed(wanted, rule, visit=True)
        diagnose_progress.progress(explorer, listed.survey)
        with st.spinner(banners.words.OPENING):
            titles = {facet.value: facet.label for facet in explorer.browse.desk(rule).overview.documents}
        acts.notice(explorer)
        bar(explorer, listed, wanted, titles, free)
        if not listed.items:
            _nothing(listed, wanted)
            return
        total, list_ = len(listed.items), f"diagnose-{hash(wanted)}"
        start = paging.start(total, _PAGE, list_)
        shown = listed.items[start : start + _PAGE]
        if free and wanted.state != "right":
            ticked(explorer, listed, shown)
        paging.turn(total, _PAGE, list_, "above")
        findings(explorer, listed, shown, rule)
        paging.turn(total, _PAGE, list_, "below")


def _nothing(listed: Listed, wanted: Wanted) -> None:
    """Why the list is empty."""
    if wanted.kind or wanted.document or wanted.text:
        banners.empty(words.NONE_FIT_TITLE, words.NONE_FIT_HINT)
        st.button(words.CLEAR, key="diagnose-clear", on_click=state.clear)
    elif not listed.survey.whole:
        st.caption(words.NONE_YET_HINT)
    elif wanted.state == "new":
        banners.empty(words.NO_NEW_TITLE, words.NEW_FIRST if listed.before is None else words.NO_NEW_HINT)
    elif wanted.state == "unsure":
        banners.empty(words.NO_UNSURE_TITLE, words.NO_UNSURE_HINT)
    elif wanted.state == "right":
        banners.empty(words.NO_RIGHT_TITLE, words.NO_RIGHT_HINT)
    else:
        left = listed.states["right"] or listed.states["unsure"] or listed.muted
        banners.empty(words.NONE_TITLE, words.NONE_LEFT_HINT if left else words.NONE_HINT)


page()
