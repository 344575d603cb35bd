"""The text of a document beside that of its next revision: what changed in it, word by word, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.word_changes import LONGEST, Piece, word_changes
from pages.parts import words_withdraw as words
from pages.parts.held import held
from pages.parts.text import safe_markdown

_HELD, _BREAK = "documents-difference", "  \n"
_AROUND, _PLACES, _LONG, _TALL = 80, 30, 600, 360
_COMPARED = 200_000
"""Characters of either text that are compared."""


def difference(explorer: Any, document: str, file: str, revised: Any) -> None:
    """Draw it. `file` names what was uploaded, `revised` is what it was read as."""
    before, after = explorer.library.text(document), revised.revision.text
    if not before or not after:
        st.caption(words.REPLACE_TEXT_NONE)
        return
    key = (explorer.path, explorer.library.version(), document, file)
    pieces = held(_HELD, key, lambda: compared(before[:_COMPARED], after[:_COMPARED]))
    said, left = shown(pieces)
    if not said:
        st.caption(words.REPLACE_TEXT_SAME)
    else:
        with st.container(border=True, height=_TALL if len(said) > 2 * _LONG else "content", key="replace-text"):
            st.markdown(said)
            if left:
                st.caption(words.REPLACE_TEXT_MORE.format(count=left))
    if max(len(before), len(after)) > _COMPARED:
        st.caption(words.REPLACE_TEXT_CUT.format(count=_COMPARED))


def compared(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces, word by word also in long texts, which are compared by lines: lines that differ are looked into."""
    pieces: list[Piece] = []
    for piece in word_changes(before, after):
        if piece.state == "new" and pieces and pieces[-1].state == "gone":
            pieces += _finer(pieces.pop().text, piece.text)
        else:
            pieces.append(piece)
    return tuple(_together(pieces))


def _together(pieces: Sequence[Piece]) -> list[Piece]:
    """Words that were exchanged one after the other are one change: both sides take the space between them."""
    found: list[Piece] = []
    for n, piece in enumerate(pieces):
        states = [each.state for each in found[-2:]]
        between = piece.text == " " and states == ["gone", "new"]
        if between and [each.state for each in pieces[n + 1 : n + 3]] == ["gone", "new"]:
            found[-2:] = [Piece(each.state, f"{each.text} ") for each in found[-2:]]
        elif states == ["gone", "new"] and piece.state != "same":
            at = -2 if piece.state == "gone" else -1
            found[at] = Piece(piece.state, found[at].text + piece.text)
        else:
            found.append(piece)
    return found


def _finer(before: str, after: str) -> Sequence[Piece]:
    if len(before) + len(after) > LONGEST:
        return Piece("gone", before), Piece("new", after)
    return word_changes(before, after)


def shown(pieces: Sequence[Piece]) -> tuple[str, int]:
    """As Markdown, only what stands around a change; how many changes are left out. Empty where none is seen."""
    changes = [n for n, piece in enumerate(pieces) if piece.state != "same" and piece.text.strip()]
    if not changes:
        return "", 0
    last = changes[_PLACES] if len(changes) > _PLACES else len(pieces)
    said = "".join(_said(piece, n == 0, n == len(pieces) - 1) for n, piece in enumerate(pieces[:last]))
    return said.strip(), max(0, len(changes) - _PLACES)


def _said(piece: Piece, first: bool, last: bool) -> str:
    if piece.state == "same":
        return _lines(_between(piece.text, first, last), "{}")
    text = piece.text if len(piece.text) <= _LONG else f"{piece.text[:_LONG]}…"
    return _lines(text, ":red[~~{}~~]" if piece.state == "gone" else ":green[**{}**]")


def _between(text: str, first: bool, last: bool) -> str:
    """The ends of a text that stayed, next to what changed."""
    if len(text) <= 2 * _AROUND:
        return text
    head, tail = "" if first else text[:_AROUND], "" if last else text[-_AROUND:]
    return f"{head} … {tail}"


def _lines(text: str, mark: str) -> str:
    return _BREAK.join(_marked(line, mark) for line in text.split("\n"))


def _marked(line: str, mark: str) -> str:
    """White space stays outside of the marks, which would not hold with it inside."""
    said = safe_markdown(line)
    if not said:
        return " " if line else ""
    return f"{' ' * line[0].isspace()}{mark.format(said)}{' ' * line[-1].isspace()}"
