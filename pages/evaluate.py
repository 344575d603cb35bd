"""The Evaluate page: a question set run through the modes, what each finds and costs, and where evidence is lost."""

from __future__ import annotations

import streamlit as st

from pages.parts import banners, evaluate_choose, evaluate_progress, evaluate_result, evaluate_state, words
from pages.parts import words_evaluate as own


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        st.caption(own.HINT)
        if not explorer.library.contents().chunks.chunks:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
            return
        with banners.problems_shown():
            evaluate_choose.draw(explorer)
        evaluate_progress.draw(explorer)
        known = explorer.evaluate.list()
        found = evaluate_state.shown(explorer, known)
        if found is not None:
            evaluate_result.draw(explorer, found, known)
        elif not (explorer.evaluate.view().active or explorer.evaluate.hidden()):
            st.caption(f"{own.NONE_YET}. {own.NONE_YET_HINT}")
        evaluate_state.hidden(explorer)


page()
