"""Rulings that were chosen on a tab and not taken yet: what they would do, and the two buttons under it.

Every ruling of the Keys and Vocabulary tabs goes this way: preview, then `explorer.curate.decide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from core.domain.curation import Preview, Ruling
from core.domain.partings import Parting, partings
from pages.parts import banners, decided, person, preview
from pages.parts import words_rules as words
from pages.parts.rules_picture import counted
from pages.parts.text import safe_markdown, titled

_KEY, _WORKSPACE = "lightprism.rules.draft", "lightprism.rules.workspace"
_CHOICES = ("tick-names-", "tick-types-", "term-", "said-")
"""How the keys of the fields begin in which something is chosen."""
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Draft:
    """Rulings chosen at a place of a tab; `seen` is the last decision when they were chosen."""

    workspace: str
    place: str
    rulings: tuple[Ruling, ...]
    seen: int


def put(explorer: Any, place: str, rulings: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Choose rulings (kind, body) to be previewed; they take the place of any chosen before."""
    made = tuple(Ruling(kind, body) for kind, body in rulings)
    st.session_state[_KEY] = Draft(explorer.name, place, made, explorer.curate.last())


def leave() -> None:
    """Forget the draft; what was chosen for it stays in its fields."""
    st.session_state.pop(_KEY, None)


def forget() -> None:
    """Empty the fields as well: what they offered has been decided, or is another workspace's."""
    leave()
    for key in [key for key in st.session_state if str(key).startswith(_CHOICES)]:
        del st.session_state[key]


def at_home(explorer: Any) -> None:
    """Forget choices that were made in another workspace."""
    if st.session_state.get(_WORKSPACE) != explorer.name:
        if _WORKSPACE in st.session_state:
            forget()
        st.session_state[_WORKSPACE] = explorer.name


def panel(explorer: Any, place: str) -> None:
    """The preview of what was chosen at this place, with the buttons; nothing where something else was chosen."""
    draft = st.session_state.get(_KEY)
    if not isinstance(draft, Draft) or (draft.workspace, draft.place) != (explorer.name, place):
        return
    with st.container(border=True, key="rules-draft"):
        st.subheader(words.DRAFT, anchor=False)
        with st.spinner(words.WORKING, show_time=True):
            found: Preview = explorer.curate.preview(draft.rulings)
        for sentence in found.sentences:
            st.markdown(safe_markdown(sentence))
        if found.problem:
            st.error(safe_markdown(found.problem), icon=":material/error:")
        else:
            _foreseen(found)
        _buttons(explorer, draft, bool(found.problem))
        if not found.problem and not found.nothing:
            preview.draw(explorer, found, key="rules-preview")


def _foreseen(found: Preview) -> None:
    """The counts, and which nodes part into what."""
    moved = partings((change.before, change.after) for change in found.entities)
    parts = [one for one in moved if one.parts]
    if found.nothing:
        st.info(words.DRAFT_NOTHING, icon=":material/info:")
        return
    st.markdown(words.DRAFT_COUNTS.format(**asdict(found.effect)))
    _counts(len(parts), len(moved) - len(parts))
    for one in (*parts, *(other for other in moved if not other.parts))[:_SHOWN]:
        st.markdown(f"- {_into(one)}")
    if len(moved) > _SHOWN:
        st.caption(words.MORE_PARTS.format(count=len(moved) - _SHOWN))


def _counts(parting: int, moving: int) -> None:
    said = [
        *([counted(parting, words.DRAFT_PART, words.DRAFT_PARTS)] if parting else []),
        *([counted(moving, words.DRAFT_MOVE, words.DRAFT_MOVES)] if moving else []),
    ]
    if said:
        st.markdown(f"**{', '.join(said)}**")


def _into(one: Parting) -> str:
    after = ", ".join(
        words.PART_OF.format(name=f"**{safe_markdown(titled(entity.name, entity.qualifier), 60)}**", count=count)
        for entity, count in one.after
    )
    return words.PARTS_INTO.format(before=safe_markdown(titled(one.before.name, one.before.qualifier), 60), after=after)


def _buttons(explorer: Any, draft: Draft, refused: bool) -> None:
    def take() -> None:
        with banners.problems_shown():
            taken = explorer.curate.decide(draft.rulings, seen=draft.seen)
            decided.keep(explorer, taken.seqs, taken.notes)
            forget()

    if not explorer.writable:
        st.warning(words.READ_ONLY.format(holder=safe_markdown(explorer.holder)), icon=":material/lock:")
    person.asked(explorer)
    with st.container(horizontal=True, gap="small"):
        st.button(
            words.TAKE,
            key="rules-take",
            type="primary",
            icon=":material/check:",
            disabled=refused or not explorer.writable,
            on_click=take,
        )
        st.button(words.LEAVE, key="rules-leave", on_click=leave)
