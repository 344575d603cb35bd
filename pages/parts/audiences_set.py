"""Saying who may see documents: labels as they are typed are looked at first, and what was set can be taken back.

Knows the shape of a label, and what was set last in this session.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import InputError
from pages.parts import banners
from pages.parts import words_audiences as words
from pages.parts.held import held
from pages.parts.text import one_line, safe_markdown

MOST, LONGEST = 20, 60
_SAID, _FRESH = "lightprism.audiences.said", "lightprism.audiences.fresh"
_ROWS, _KNOWN = "lightprism.audiences.rows", "lightprism.audiences.known"

Labels = tuple[str, ...] | None
"""None: nothing is said, and what the file or a folder above says holds."""


def rows(explorer: Any) -> Sequence[Any]:
    """The documents, each with who may see it; looked up once for a state of the workspace."""
    found: Sequence[Any] = held(_ROWS, (explorer.path, explorer.library.version()), explorer.audiences.documents)
    return found


def known(explorer: Any) -> Sequence[str]:
    """All labels that there are, as `rows`."""
    found: Sequence[str] = held(_KNOWN, (explorer.path, explorer.library.version()), explorer.audiences.labels)
    return found


def checked(labels: Iterable[str], of: str) -> tuple[str, ...]:
    """The labels of `of`, trimmed, sorted and each once. Raises InputError where one can't be a label."""
    found = sorted({_label(label) for label in labels})
    if len(found) > MOST:
        raise InputError(words.LABELS_MANY.format(title=one_line(of, 80), count=len(found), most=MOST))
    return tuple(found)


def _label(typed: str) -> str:
    label = typed.strip()
    if not label:
        raise InputError(words.LABEL_EMPTY)
    if len(label) > LONGEST:
        raise InputError(words.LABEL_LONG.format(label=one_line(label, 40), most=LONGEST))
    if not label.isprintable():
        raise InputError(words.LABEL_ODD.format(label=one_line(label, 40)))
    return label


def put(explorer: Any, wanted: Mapping[str, Labels], before: Mapping[str, Labels]) -> None:
    """Set the labels of documents or folders, and remember what was said of them `before`: for a callback."""
    with banners.problems_shown():
        explorer.audiences.set_all(wanted)
        st.session_state[_SAID], st.session_state[_FRESH] = (explorer.path.name, dict(before)), True


def told(explorer: Any, only: str = "") -> None:
    """What was set last, with the way back; of `only` that path, where it is given."""
    if st.session_state.pop(_FRESH, False):
        st.rerun()  # the whole page: the sidebar offers what labels there are
    workspace, before = st.session_state.get(_SAID, ("", {}))
    if workspace != explorer.path.name or (only and only not in before):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="audiences-said"):
        said = words.SAVED_ONE if len(before) == 1 else words.SAVED.format(count=len(before))
        st.markdown(f":green-badge[:material/check: {said if before else words.TAKEN_BACK}]", width="content")
        if before:
            st.button(
                words.TAKE_BACK,
                icon=":material/undo:",
                type="tertiary",
                key="audiences-back",
                on_click=_back,
                args=(explorer, before),
            )


def _back(explorer: Any, before: Mapping[str, Labels]) -> None:
    put(explorer, before, {})


def of_person(row: Any) -> Labels:
    """What a person says of the document itself; None where nobody does."""
    return tuple(row.labels) if row.by == "person" else None


def of_row(row: Any) -> str:
    """The audience of a document as Markdown."""
    if row.labels:
        return badges(row.labels)
    if row.unreadable:
        return f":red-badge[:material/visibility_off: {words.NOBODY}]"
    return f":gray-badge[{words.BY_PASSAGE}]" if row.own else badges(())


def badges(labels: Sequence[str]) -> str:
    """Labels as Markdown."""
    if not labels:
        return f":gray-badge[{words.EVERYONE}]"
    return " ".join(f":violet-badge[{safe_markdown(label, 40)}]" for label in labels)
