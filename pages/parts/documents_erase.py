"""Erasing documents for good: all that goes is listed, a typed phrase confirms it, and what is left is looked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from pages.parts import documents_panel as panels
from pages.parts import documents_proof, documents_table, traces
from pages.parts import words_erase as words
from pages.parts.text import safe_markdown

_ICON = ":material/delete_forever:"
_ERASED = "documents-erased"
_LISTED = 50
STEP = panels.Step(
    what="erase",
    label=words.ERASE,
    help=words.HELP,
    icon=_ICON,
    title=words.TITLE,
    hint=words.HINT,
    yes=words.YES,
)


def button(explorer: Any, documents: Sequence[str], key: str, label: str = "") -> None:
    """Opens the panel below."""
    if explorer.writable and documents:
        panels.opener(STEP, documents, key, label)


def panel(explorer: Any, titles: Mapping[str, str]) -> None:
    """All that goes with these documents, and the field to confirm it; nothing where it was not asked for."""
    documents = tuple(titles)
    if panels.asked(STEP.what) != documents:
        return

    def body() -> panels.Act | None:
        panels.listed(titles)
        plan = panels.looked(explorer, (STEP.what, documents), lambda: explorer.purging.preview(documents))
        _plan(plan)
        _backups(plan.backups)
        if not _confirmed(len(documents), documents[0]):
            return None
        return lambda: _erase(explorer, titles)

    panels.draw(STEP, body)


def _plan(plan: Any) -> None:
    counts = asdict(plan.inventory)
    lines = []
    for head, names in words.PARTS:
        said = [_counted(name, counts[name]) for name in names if counts.get(name)]
        if said:
            lines.append(f"- {head}: {', '.join(said)}" if head else f"- {', '.join(said)}")
    if plan.words:
        lines.append(f"- {words.WORD if plan.words == 1 else words.WORDS.format(n=plan.words)}")
    st.markdown("\n".join(lines))
    _list(words.RUNS, plan.runs)
    _list(words.QUESTIONS, plan.questions)
    _list(words.DECISIONS, plan.decisions)


def _counted(name: str, count: int) -> str:
    one, many = words.COUNTED[name]
    return one if count == 1 else many.format(n=count)


def _list(title: str, said: Sequence[str]) -> None:
    if said:
        with st.expander(title.format(n=len(said))):
            st.markdown("\n".join(f"- {safe_markdown(each, 200)}" for each in said[:_LISTED]))
            if len(said) > _LISTED:
                st.caption(panels.words.MORE.format(count=len(said) - _LISTED))


def _backups(paths: Sequence[str]) -> None:
    if paths:
        lines = "\n".join(f"- {safe_markdown(path)}" for path in paths[:_LISTED])
        st.warning(f"{words.BACKUPS}\n\n{lines}", icon=":material/inventory_2:")


def _confirmed(count: int, name: str) -> bool:
    phrase = words.PHRASE_ONE if count == 1 else words.PHRASE_MANY.format(n=count)
    typed = st.text_input(words.CONFIRM.format(phrase=phrase), key=f"erase-confirm-{name}", width=320)
    return " ".join(typed.casefold().split()) == phrase


def _erase(explorer: Any, titles: Mapping[str, str]) -> str | LightPrismError:
    """What was done; a problem after the documents are gone, whose panel is gone with them."""
    documents = list(titles)
    pieces = documents_proof.pieces(explorer, documents)
    try:
        plan = explorer.purging.purge(documents)
        found = [remain.place for piece in pieces or () for remain in explorer.remains(piece)]
    except LightPrismError as error:
        if any(row.document.id in titles for row in explorer.library.documents()):
            raise
        return error
    st.query_params.pop(documents_table.DOC, None)
    documents_table.forget()
    count = -1 if pieces is None else len(pieces)
    name = panels.named(titles)
    st.session_state[_ERASED] = explorer.name, name, plan.inventory.passages, count, sorted(set(found))
    return words.DONE.format(name=name)


def erased(explorer: Any) -> None:
    """What was erased last in this session and what was proved of it, until it is closed."""
    unfinished(explorer)
    workspace, name, passages, pieces, places = st.session_state.get(_ERASED, ("", "", 0, 0, []))
    if workspace != explorer.name:
        return
    with st.container(border=True, key="erased"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{_ICON} **{words.ERASED.format(name=name, passages=passages)}**")
            st.space("stretch")
            st.button(words.CLOSE, icon=":material/close:", type="tertiary", key="erased-close", on_click=_close)
        if places:
            st.warning(words.NOT_PROVED.format(places=", ".join(f"`{each}`" for each in places)))
        elif pieces > 0:
            proved = words.PROVED_ONE if pieces == 1 else words.PROVED.format(n=pieces)
            st.success(proved, icon=":material/verified:")
        else:
            st.info(words.NOTHING_TO_PROVE if pieces == 0 else words.OUT_OF_SIGHT, icon=":material/info:")
        traces.box(explorer, "erased")


def _close() -> None:
    st.session_state.pop(_ERASED, None)


def unfinished(explorer: Any) -> None:
    """The way to go on with an erasing that broke off."""
    if not explorer.purging.unfinished:
        return

    def act() -> str:
        explorer.purging.finish()
        return words.FINISHED

    with st.container(border=True, key="erase-unfinished"):
        st.warning(f"**{words.UNFINISHED}**  \n{words.UNFINISHED_HINT}", icon=":material/warning:")
        if explorer.writable:
            st.button(words.FINISH, icon=_ICON, key="erase-finish", on_click=panels.at_once, args=(act,))
