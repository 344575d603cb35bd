"""Withdrawing a document from its card, once its consequences were seen, and the list of those that are withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.parts import banners, preview
from pages.parts import words_withdraw as words
from pages.parts.documents_table import DOC, when
from pages.parts.held import held
from pages.parts.text import safe_markdown

_OPEN, _SEEN = "documents-withdraw", "documents-withdraw-preview"
_SAID = "documents-withdraw-said"
_SHOWN, _RUNS = 20, 5


def button(explorer: Any, document: str) -> None:
    """Opens the panel below."""
    if explorer.writable and st.session_state.get(_OPEN) != document:
        st.button(
            words.WITHDRAW,
            icon=":material/visibility_off:",
            key="document-withdraw",
            help=words.WITHDRAW_HELP,
            on_click=_open,
            args=(document,),
        )


def say(what: str) -> None:
    """Let `told` say it: a click inside a fragment may not draw by itself."""
    st.session_state[_SAID] = what


def told() -> None:
    """Say once what was done."""
    if said := st.session_state.pop(_SAID, ""):
        st.toast(said, icon=":material/check:")


def panel(explorer: Any, row: Any) -> None:
    """What withdrawing this document would do, with a yes and a no; nothing where it was not asked for."""
    document = row.document.id
    if st.session_state.get(_OPEN) != document:
        return
    with st.container(border=True, key="withdraw-panel"):
        st.subheader(words.TITLE, anchor=False)
        st.caption(words.HINT)
        found = _found(explorer, document, explorer.withdrawals.preview)
        _moved(found, words.PASSAGE, words.PASSAGES)
        consequences(explorer, found, key="withdraw")
        with st.container(horizontal=True):
            st.button(
                words.DO,
                type="primary",
                icon=":material/visibility_off:",
                key="withdraw-do",
                on_click=_withdraw,
                args=(explorer, document, row.document.title),
            )
            st.button(words.CANCEL, key="withdraw-cancel", on_click=_open, args=(None,))


def withdrawn(explorer: Any) -> None:
    """The documents that are out of sight, each with the way back."""
    found = explorer.withdrawals.withdrawn()
    if not found:
        banners.empty(words.NONE, words.NONE_HINT)
        return
    st.caption(words.LIST_HINT.format(command=words.COMMAND))
    for each in found[:_SHOWN]:
        _line(explorer, each)
    if len(found) > _SHOWN:
        st.caption(words.MORE.format(count=len(found) - _SHOWN))


def _line(explorer: Any, each: Any) -> None:
    document, title = each.row.document.id, each.row.document.title
    with st.container(border=True, key=f"withdrawn-{document}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{safe_markdown(title, 120)}**")
            st.space("stretch")
            shown = st.toggle(words.SHOW, key=f"withdrawn-show-{document}")
            if explorer.writable:
                st.button(
                    words.RESTORE,
                    icon=":material/visibility:",
                    key=f"withdrawn-restore-{document}",
                    on_click=_restore,
                    args=(explorer, document, title),
                )
        since = words.SINCE if each.at else words.SINCE_UNKNOWN
        st.caption(since.format(id=safe_markdown(document), passages=each.row.chunks, at=when(each.at)))
        if shown:
            found = _found(explorer, document, explorer.withdrawals.preview_restore)
            _moved(found, words.BACK, words.BACKS)
            consequences(explorer, found, key=f"restore-{document}")


def _found(explorer: Any, document: str, look: Callable[[list[str]], Any]) -> Any:
    """The preview, made once for a state of the workspace."""
    return held(_SEEN, (explorer.path, explorer.library.version(), document), lambda: look([document]))


def _moved(found: Any, one: str, many: str) -> None:
    st.markdown(one if found.passages == 1 else many.format(count=found.passages))


def consequences(explorer: Any, found: Any, key: str) -> None:
    """What goes with documents, and what changes in the graph; `key` parts two of them on one page."""
    if found.runs:
        st.markdown(words.RUN if len(found.runs) == 1 else words.RUNS.format(count=len(found.runs)))
        lines = [f"- {safe_markdown(run.question, 160)}" for run in found.runs[:_RUNS]]
        lines += [f"- {words.MORE.format(count=len(found.runs) - _RUNS)}"] * (len(found.runs) > _RUNS)
        st.markdown("\n".join(lines))
    if found.answers:
        st.markdown(words.ANSWER if found.answers == 1 else words.ANSWERS.format(count=found.answers))
    for sentence, icon, said in (
        *((each, ":material/rate_review:", words.REVIEW) for each in found.review),
        *((each, ":material/play_circle:", words.AWAKE) for each in found.awake),
    ):
        st.caption(f"{icon} {said.format(what=safe_markdown(sentence, 200))}")
    preview.draw(explorer, found.change, key=key)


def _open(document: str | None) -> None:
    st.session_state[_OPEN] = document


def _withdraw(explorer: Any, document: str, title: str) -> None:
    with banners.problems_shown():
        explorer.withdrawals.withdraw([document])
        st.query_params.pop(DOC, None)
        st.session_state.pop("documents-table", None)
        say(words.DONE.format(name=safe_markdown(title, 80)))
    _open(None)


def _restore(explorer: Any, document: str, title: str) -> None:
    with banners.problems_shown():
        explorer.withdrawals.restore([document])
        say(words.RESTORED.format(name=safe_markdown(title, 80)))
