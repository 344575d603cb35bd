"""How far looking for findings has come: drawn anew while it goes on, and the page with it whenever a kind is done.

Small graphs are waited for, a moment at most, so that nothing flickers.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.diagnose import FINDING_KINDS
from core.services.survey import Survey
from pages.parts import banners
from pages.parts import words_diagnose as words
from pages.parts.text import safe_markdown

_EVERY_S = 0.7
_WAIT_S = 0.6
_READING = ("passages", "reading")


def begin(explorer: Any, rule: str) -> None:
    """Look for findings where that is to be done. While passages are read, only the first time."""
    surveyor = explorer.worklist.surveyor
    known = surveyor.view(rule)
    if (reading(explorer) and known.whole) or known.error is not None:
        return
    if surveyor.begin(rule):
        surveyor.wait(_WAIT_S)


def reading(explorer: Any) -> bool:
    """Whether passages are being read: then the graph changes all the time. Filling collections changes nothing."""
    now = explorer.job.progress()
    return bool(now.active and now.stage in _READING)


def progress(explorer: Any, survey: Survey) -> None:
    """How far it is, or that there is more to be found."""
    if survey.error is not None:
        banners.problem(survey.error)
        _again(explorer, survey)
    elif survey.running:
        st.fragment(_going, run_every=_EVERY_S)(explorer, survey)
    elif survey.stale:
        with st.container(horizontal=True, vertical_alignment="center", key="diagnose-stale"):
            st.caption(words.STALE_READING if reading(explorer) else words.STALE, width="content")
            _again(explorer, survey)
    if survey.failed:
        _failed(survey)


def _failed(survey: Survey) -> None:
    """Which kinds could not be looked for, and with what that ended: the others are all there."""
    told = [words.FAILED_ONE.format(kind=words.KINDS[kind][0], fault=said) for kind, said in survey.failed.items()]
    lines = "".join(f"  \n{safe_markdown(line, 200)}" for line in told)
    st.warning(f"**{words.FAILED}**{lines}", icon=":material/warning:")


def _again(explorer: Any, survey: Survey) -> None:
    st.button(
        words.AGAIN,
        icon=":material/refresh:",
        type="tertiary",
        key="diagnose-again",
        on_click=explorer.worklist.surveyor.begin,
        args=(survey.policy,),
        kwargs={"again": True},
    )


def _going(explorer: Any, before: Survey) -> None:
    now = explorer.worklist.surveyor.view(before.policy)
    if not now.running or now.pending != before.pending:
        st.rerun()
    total = len(FINDING_KINDS)
    done = explorer.worklist.surveyor.done
    st.progress(done / total, text=words.LOOKING.format(done=done, total=total))
