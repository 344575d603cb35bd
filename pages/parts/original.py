"""The original of a passage in a dialog: the page of the PDF as it looks, or its place in the text, and its source.

A page, a card or another dialog draws `button`, or calls `original_state.ask` where it draws its own; the frame calls
`shown`. Text of documents goes to the browser as data and is set as text there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from core.domain.onpage import DrawnPage
from core.domain.records import Span
from core.services.originals import Original
from pages.parts import banners, original_state, session
from pages.parts import words_original as words
from pages.parts.documents_table import DOC, when
from pages.parts.original_state import Wanted
from pages.parts.text import safe_markdown
from pages.parts.words import PAGES

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_NUMBER, _ROOM = "lightprism.original.page", "lightprism.original.room"
_FIRST, _MORE = 700, 2500
_SHORT_QUOTE = 260

_component = st.components.v2.component(
    "lightprism_place",
    html='<div class="lp-place"></div>',
    css=(_ASSETS / "place.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "place.js").read_text(encoding="utf-8"),
)


def button(chunk: str, words_: tuple[Span, ...] = (), *, key: str) -> None:
    """The small button that opens it."""
    st.button(
        words.OPEN,
        icon=":material/find_in_page:",
        key=key,
        on_click=original_state.ask,
        args=(chunk, words_),
        type="tertiary",
    )
    original_state.hurry()


def shown(explorer: Any) -> None:
    """Open the original that was asked for, if one was."""
    wanted = original_state.taken()
    if wanted is not None and explorer is not None:
        st.session_state.pop(_NUMBER, None)
        st.session_state[_ROOM] = (_FIRST, _FIRST)
        original(explorer, wanted)


def original(explorer: Any, wanted: Wanted) -> None:
    """Open the dialog."""
    with banners.problems_shown():
        found: Original = explorer.originals.open(wanted.chunk)
        title = safe_markdown(found.title, 120)
        st.dialog(title, width="large", icon=":material/find_in_page:")(_draw)(explorer, found, wanted)


def _draw(explorer: Any, found: Original, wanted: Wanted) -> None:
    with banners.problems_shown():
        _head(found)
        if found.drawable:
            page, text = st.columns([3, 2], gap="medium")
            with page:
                drawn = _page(explorer, found, wanted)
            with text:
                _beside(explorer, found, wanted, whole=not drawn)
        else:
            _in_its_place(explorer, found, wanted)
            _quote(explorer, wanted)
            _ways(explorer, found)


def _head(found: Original) -> None:
    where = [
        safe_markdown(found.document, 160),
        words.PASSAGE.format(number=found.position + 1),
        words.REVISION.format(revision=found.revision),
        words.ADDED.format(at=when(found.added_at)),
    ]
    st.caption(" · ".join(where), help=words.REVISION_HELP)


# --- a page ----------------------------------------------------------------------------------------------------------


def _page(explorer: Any, found: Original, wanted: Wanted) -> bool:
    """The page as it looks; False where it can't be drawn, which is said."""
    with banners.problems_shown():
        number = st.session_state.get(_NUMBER)
        drawn: DrawnPage = explorer.originals.page(wanted.chunk, number, wanted.words)
        _turn(found, drawn)
        alt = words.ALT.format(page=drawn.number, title=found.title)
        with st.container(border=True, key="original-page"):
            st.image(drawn.png, alt=alt, width="stretch")
        return True
    return False


def _turn(found: Original, drawn: DrawnPage) -> None:
    """One page back or forth, and what is marked."""

    def to(number: int | None) -> None:
        st.session_state[_NUMBER] = number

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        at = drawn.number
        for label, icon, number in ((words.PREVIOUS, "chevron_left", at - 1), (words.NEXT, "chevron_right", at + 1)):
            st.button(
                label,
                icon=f":material/{icon}:",
                key=f"original-{icon}",
                disabled=not 1 <= number <= drawn.pages,
                on_click=to,
                args=(number,),
            )
        st.caption(words.PAGE_OF.format(page=at, pages=drawn.pages), width="content")
        if at not in found.pages:
            st.button(words.BACK, icon=":material/undo:", key="original-back", on_click=to, args=(None,))
    st.caption(_marked(found, drawn))


def _marked(found: Original, drawn: DrawnPage) -> str:
    if drawn.number not in found.pages:
        return words.OTHER_PAGE.format(page=found.page)
    goes_on = words.GOES_ON.format(pages="–".join(map(str, (found.pages[0], found.pages[-1]))))
    return f"{words.COVERAGE[drawn.coverage]} {goes_on if len(found.pages) > 1 else ''}".strip()


def _beside(explorer: Any, found: Original, wanted: Wanted, whole: bool) -> None:
    """The text beside the page, or instead of it."""
    if whole:
        _in_its_place(explorer, found, wanted)
    else:
        st.caption(words.TEXT)
        _place(found.text, Span(0, 0), wanted.words, "original-text")
    _quote(explorer, wanted)
    _ways(explorer, found)


# --- a place in a text -----------------------------------------------------------------------------------------------


def _in_its_place(explorer: Any, found: Original, wanted: Wanted) -> None:
    before, after = st.session_state.get(_ROOM, (_FIRST, _FIRST))
    window = explorer.originals.around(wanted.chunk, before, after, wanted.words)

    def more(earlier: int, later: int) -> None:
        st.session_state[_ROOM] = (before + earlier, after + later)

    st.caption(words.ALONE if found.alone else words.IN_ITS_PLACE)
    if window.before:
        _more(words.EARLIER, words.BEFORE.format(count=window.before), "earlier", more, (_MORE, 0))
    _place(window.text, window.passage, window.words, "original-place")
    if window.after:
        _more(words.LATER, words.AFTER.format(count=window.after), "later", more, (0, _MORE))


def _more(label: str, left: str, key: str, act: Any, args: tuple[int, int]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        icon = ":material/expand_less:" if key == "earlier" else ":material/expand_more:"
        st.button(label, icon=icon, type="tertiary", key=f"original-{key}", on_click=act, args=args)
        st.caption(left)


def _place(text: str, passage: Span, marks: tuple[Span, ...], key: str) -> None:
    """A text in which a passage stands out, and words in that."""
    data = {
        "text": text,
        "passage": [passage.start, passage.end],
        "marks": [[mark.start, mark.end] for mark in marks],
        "label": words.PLACE_LABEL,
    }
    _component(key=key, data=data)


# --- source ----------------------------------------------------------------------------------------------------------


def _quote(explorer: Any, wanted: Wanted) -> None:
    """The passage with its source."""
    st.caption(words.QUOTE, help=words.QUOTE_HELP)
    said = explorer.originals.quote(wanted.chunk)
    st.code(said, language=None, wrap_lines=True, height=160 if len(said) > _SHORT_QUOTE else "content")


def _ways(explorer: Any, found: Original) -> None:
    with st.container(horizontal=True, gap="small"):
        st.page_link(
            "pages/documents.py",
            label=words.IN_DOCUMENTS,
            icon=PAGES["documents"][1],
            query_params=session.linked(**{DOC: found.document}),
        )
        if found.file:
            st.download_button(
                words.SAVE,
                lambda: explorer.originals.file(found.chunk),
                found.file,
                "application/octet-stream",
                icon=":material/download:",
                help=words.SAVE_HELP,
                key="original-save",
                on_click="ignore",
            )
