"""The cards beside the graph: an entity's or a pair's profile, relations, passages and mentions.

Draws read models and nothing else. All text of documents goes through `text.py`, `st.text` or the passage component.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.domain.placing import UNASSIGNED
from core.domain.records import Entity
from core.services.browse import Desk
from core.services.cards import EntityCard, EntityLine, MarkedPassage, Neighbour
from core.services.graph_view import GraphView
from pages.parts import session, words
from pages.parts.card_actions import entity_actions, only_careful, waits
from pages.parts.card_texts import conflicts, profile_texts, waits_mark
from pages.parts.graph_component import Selection
from pages.parts.passages import passages, source_link
from pages.parts.text import safe_markdown, titled

PAGE_SIZE = 10
_TITLE = 140
_SEEN = "lightprism.card.seen"


@dataclass(frozen=True, slots=True)
class Acts:
    """What the buttons of a card do."""

    open: Callable[[Selection | None], None]
    surround: Callable[[str], None]
    grow: Callable[[str], None]


def entity_card(explorer: Any, desk: Desk, key: str, acts: Acts) -> None:
    """The card of an entity. Raises UnknownName."""
    card = desk.entity(key)
    _entity_head(card, acts)
    if not desk.ruled:
        only_careful()
    elif not session.viewing():
        entity_actions(explorer, desk, card.entity)
    conflicts(card.conflicts)
    labels = [
        words.TAB_PROFILE,
        f"{words.TAB_RELATIONS} {len(card.neighbours):,}",
        f"{words.TAB_PASSAGES} {len(card.passages):,}",
        f"{words.TAB_MENTIONS} {len(card.mentions):,}",
    ]
    first = labels[0] if card.texts else labels[1]
    profile, relations, read_in, as_read = st.tabs(labels, default=first, on_change="rerun", key=f"card-tabs-{key}")
    with profile:
        if profile.open:
            profile_texts(card.texts, card.cut, words.NO_TEXT, card.waits)
    with relations:
        if relations.open:
            _neighbours(card, acts)
    with read_in:
        if read_in.open:
            paged_passages(
                len(card.passages), lambda start: desk.entity_passages(key, start, PAGE_SIZE), f"entity-{key}"
            )
    with as_read:
        if as_read.open:
            _mentions(card.mentions, f"entity-{key}", card.waiting)


def nothing_open(view: GraphView, acts: Acts) -> None:
    """What stands in the place of a card: how to open one, and where to start."""
    st.markdown(f"**{words.CARD_NONE}**")
    st.caption(words.CARD_NONE_HINT)
    st.caption(words.CARD_NONE_START)
    best = sorted(view.nodes, key=lambda node: (-node.degree, node.key))[:12]
    for node in best:
        st.button(
            f"{safe_markdown(titled(node.name, node.qualifier), 50)} :small[{node.degree:,}]",
            type="tertiary",
            key=f"start-{node.key}",
            on_click=acts.open,
            args=(Selection("node", node.key),),
        )


def close(acts: Acts) -> None:
    """The button that closes a card."""
    st.button(words.CLOSE, icon=":material/close:", type="tertiary", key="card-close", on_click=acts.open, args=(None,))


def flags(found: Sequence[str]) -> None:
    """What is to be said about an entity or relation, as badges with help; `source: …` says which end."""
    with st.container(horizontal=True, gap="small"):
        for flag in found:
            end, _, name = flag.rpartition(": ")
            label, about = words.FLAGS.get(name, (name, ""))
            shown = f"{safe_markdown(label)} ({safe_markdown(end)})" if end else safe_markdown(label)
            st.markdown(f":orange-badge[:material/info: {shown}]", help=about or None)


def _entity_head(card: EntityCard, acts: Acts) -> None:
    entity = card.entity
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _name(titled(entity.name, entity.qualifier))
        st.space("stretch")
        close(acts)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":blue-badge[{safe_markdown(entity.type or words.UNTYPED, 40)}]")
        if entity.flags:
            flags([flag for flag in entity.flags if flag != UNASSIGNED])
    if UNASSIGNED in entity.flags:
        waits(entity, len(card.waiting))
    _vote(entity)
    with st.container(horizontal=True, gap="small"):
        st.button(
            words.AROUND,
            icon=":material/center_focus_strong:",
            help=words.AROUND_HELP,
            key="card-around",
            on_click=acts.surround,
            args=(entity.key,),
        )
        st.button(
            words.GROW,
            icon=":material/add_circle:",
            help=words.GROW_HELP,
            key="card-grow",
            on_click=acts.grow,
            args=(entity.key,),
        )


def _name(name: str) -> None:
    """The name as a title; of a very long one the beginning, all of it in the help."""
    shown = safe_markdown(name, _TITLE)
    st.subheader(shown, anchor=False, help=safe_markdown(name) if len(name) > _TITLE else None)


def _vote(entity: Entity) -> None:
    if entity.types:
        votes = ", ".join(
            words.VOTE_ONE.format(type=safe_markdown(type_ or words.UNTYPED, 40), count=count)
            for type_, count in entity.types
        )
        st.caption(words.VOTE.format(votes=votes))


def _neighbours(card: EntityCard, acts: Acts) -> None:
    shown = seen(f"neighbours-{card.entity.key}", len(card.neighbours))
    for neighbour in card.neighbours[:shown]:
        _neighbour(card.entity, neighbour, acts)
    more(f"neighbours-{card.entity.key}", shown, len(card.neighbours))


def _neighbour(entity: Entity, neighbour: Neighbour, acts: Acts) -> None:
    arrow = {True: "→", False: "←", None: "–"}[neighbour.outgoing]
    name = safe_markdown(titled(neighbour.name, neighbour.qualifier), 60)
    word = safe_markdown(neighbour.label, 60)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            f"{arrow} {word or words.TAB_RELATIONS}",
            type="tertiary",
            key=f"relation-{neighbour.relation}",
            help=safe_markdown(neighbour.description, 300) or None,
            on_click=acts.open,
            args=(Selection("edge", neighbour.relation),),
        )
        st.button(
            f"**{name}**",
            type="tertiary",
            key=f"other-{neighbour.relation}",
            on_click=acts.open,
            args=(Selection("node", neighbour.other),),
        )


def paged_passages(total: int, read: Callable[[int], Sequence[MarkedPassage]], key: str) -> None:
    """Passages a page at a time; `read` gives those from an offset on."""
    start = 0
    if total > PAGE_SIZE:
        pages = (total + PAGE_SIZE - 1) // PAGE_SIZE
        number = st.number_input(words.PAGE_NUMBER.format(pages=pages), 1, pages, key=f"page-{key}")
        start = (int(number) - 1) * PAGE_SIZE
    passages(read(start), key=f"passages-{key}-{start}")


def _mentions(lines: Sequence[EntityLine], key: str, waiting: frozenset[str]) -> None:
    shown = seen(f"mentions-{key}", len(lines))
    for line in lines[:shown]:
        with st.container(border=True):
            said = titled(line.name, line.qualifier)
            st.markdown(f"**{safe_markdown(said, 160)}** · {safe_markdown(line.type or words.UNTYPED, 40)}")
            if line.id in waiting:
                waits_mark()
            if line.description:
                st.text(line.description)
            source_link(line.place)
    more(f"mentions-{key}", shown, len(lines))


def seen(what: str, total: int) -> int:
    """How many of a long list are shown: a page at first, more on request."""
    counts: dict[str, int] = st.session_state.setdefault(_SEEN, {})
    return min(total, counts.get(what, PAGE_SIZE))


def more(what: str, shown: int, total: int) -> None:
    """The button that shows more of a long list, where there is more."""
    if shown < total:
        label = f"{words.MORE} ({words.OF.format(first=1, last=shown, total=total)})"
        st.button(label, type="tertiary", key=f"more-{what}", on_click=_show_more, args=(what, shown))


def _show_more(what: str, shown: int) -> None:
    st.session_state[_SEEN][what] = shown + 5 * PAGE_SIZE
