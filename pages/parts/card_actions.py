"""The row of a card that leads to rulings: split and merge on Curate, the small ones in a dialog, `this is right` here.

Owns what is offered for an entity and a relation, and how a ruling on it begins; the editors are others'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from core.domain.curation import Ruling
from core.domain.diagnose.finding import Finding, FindingKind, node
from core.domain.records import Entity, Relation
from core.services.browse import Desk
from pages.parts import banners, ruling, session
from pages.parts import words_rules as words
from pages.parts.text import safe_markdown, titled

_DRAFT = "lightprism.card.ruling"
_CURATE, _MORE = "pages/curate.py", "card-more"
_NOTED: Mapping[str, FindingKind] = {"collision": "name-collision", "stub": "unknown-stub"}
"""Flag of an entity -> the finding of which one may say that it is right."""


def entity_actions(explorer: Any, desk: Desk, entity: Entity) -> None:
    """What can be ruled on an entity."""
    named = node(entity.name, entity.qualifier)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="card-rulings"):
        if len(entity.mentions) > 1:
            _split(entity, "secondary" if "collision" in entity.flags else "tertiary")
        with st.popover(words.ACT_MERGE, type="tertiary", icon=":material/call_merge:", help=words.ACT_MERGE_HELP):
            _merge(desk, entity)
        _offer(explorer, "rename", {"node": named, "to": named})
        _offer(explorer, "retype", {"node": named, "type": entity.type})
        with _more():
            _offer(explorer, "qualify", {"node": named, "qualifier": entity.qualifier})
            _offer(explorer, "describe", _described({"node": named}, entity))
            _offer(explorer, "hide", {"node": named})
        _right(explorer, entity)
    _dialog(explorer)


def _more() -> Any:
    """The popover of what is ruled seldom; what is chosen in it closes it."""
    return st.popover(
        words.ACT_MORE,
        type="tertiary",
        icon=":material/more_horiz:",
        help=words.ACT_MORE_HELP,
        key=_MORE,
        on_change="rerun",
    )


def waits(entity: Entity, count: int) -> None:
    """What a split left without a part, so many mentions of it, and for who may rule the way to place it."""
    said = words.WAITS_ENDS if not count else words.WAITS_ONE if count == 1 else words.WAITS.format(count=count)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="card-waits"):
        st.markdown(f":orange-badge[:material/hourglass_empty: {said}]", help=words.WAITS_HELP, width="content")
        if session.viewing():
            return
        st.page_link(
            _CURATE,
            label=words.WAITS_PLACE if count == 1 else words.WAITS_PLACE_MANY,
            icon=":material/call_split:",
            query_params=session.linked(split=entity.key),
        )


def _split(entity: Entity, shape: Literal["secondary", "tertiary"]) -> None:
    """The way to the screen that splits it."""
    clicked = st.button(
        words.ACT_SPLIT,
        icon=":material/call_split:",
        type=shape,
        key="card-split",
        help=words.ACT_SPLIT_HELP,
    )
    if clicked:
        st.switch_page(_CURATE, query_params=session.linked(split=entity.key))


def relation_actions(explorer: Any, desk: Desk, relation: Relation) -> None:
    """What can be ruled on a relation."""
    ends = [desk.entity(key).entity for key in (relation.source, relation.target)]
    source, target = (node(end.name, end.qualifier) for end in ends)
    named = {"relation": {"source": source, "target": target, "predicate": relation.predicate}}
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"rulings-{relation.key}"):
        _offer(explorer, "relabel", {**named, "to": relation.predicate}, relation.key)
        _offer(explorer, "direction", {**named, "way": "reverse"}, relation.key)
        _offer(explorer, "describe", _described(named, relation), relation.key)
        _offer(explorer, "hide", named, relation.key)


def relation_dialog(explorer: Any) -> None:
    """The dialog that a relation's offer asked for."""
    _dialog(explorer)


def only_careful() -> None:
    """Said in place of the row under classic."""
    st.caption(words.ACT_CLASSIC, help=words.ACT_CLASSIC_HELP)


def _described(named: Mapping[str, Any], of: Entity | Relation) -> dict[str, Any]:
    return {**named, "text": of.description, "of": list(of.mentions)}


def _offer(explorer: Any, kind: str, body: Mapping[str, Any], of: str = "") -> None:
    """A button that opens the editor of a ruling."""

    def put() -> None:
        st.session_state[_DRAFT] = explorer.name, explorer.curate.last(), kind, body
        st.session_state[_MORE] = False

    label, icon = words.ACTS[kind]
    st.button(label, icon=icon, type="tertiary", key=f"rule-{kind}-{of}", on_click=put)


def _dialog(explorer: Any) -> None:
    """The editor that was asked for, until it is left or anything is decided."""
    asked = st.session_state.get(_DRAFT)
    if not asked:
        return
    workspace, last, kind, body = asked
    if (workspace, last) == (explorer.name, explorer.curate.last()):
        st.dialog(_title(kind, body), width="large", on_dismiss=_leave)(_editor)(explorer, kind, body)
    else:
        _leave()


def _leave() -> None:
    st.session_state.pop(_DRAFT, None)


def _title(kind: str, body: Mapping[str, Any]) -> str:
    """What is done, to what."""
    about = body.get("node") or body["relation"]
    ends = [about[end] for end in ("source", "target")] if "source" in about else [about]
    name = " → ".join(safe_markdown(titled(end["name"], end["qualifier"]), 60) for end in ends)
    return words.RULING[kind].format(name=name)


def _editor(explorer: Any, kind: str, body: Mapping[str, Any]) -> None:
    with banners.problems_shown():
        ruling.draw(explorer, kind, body)


def _merge(desk: Desk, entity: Entity) -> None:
    """Choose what is the same thing, then go to Curate with all of them."""
    text = st.text_input(words.MERGE_FIND, key=f"merge-find-{entity.key}", placeholder=words.MERGE_PLACEHOLDER)
    hits = desk.find(text, 9) if text.strip() else desk.near(entity.name, 9)
    offered = {hit.key: safe_markdown(titled(hit.name, hit.qualifier), 48) for hit in hits if hit.key != entity.key}
    if not offered:
        st.caption(words.MERGE_NONE if text.strip() else words.MERGE_TYPE)
        return
    chosen: Sequence[str] = st.pills(
        words.MERGE_FIND,
        list(offered),
        selection_mode="multi",
        format_func=offered.__getitem__,
        key=f"merge-with-{entity.key}",
        label_visibility="collapsed",
    )
    if chosen:
        keys = [("merge", key) for key in (entity.key, *chosen)]
        st.page_link(
            _CURATE,
            label=words.MERGE_GO,
            icon=":material/arrow_forward:",
            query_params=[*session.linked().items(), *keys],
        )


def _right(explorer: Any, entity: Entity) -> None:
    """Say that what is noted on the entity is no fault; remembered under the ids that Diagnose gives."""
    noted = [Finding(kind, (entity.key,), (), (), "") for flag, kind in _NOTED.items() if flag in entity.flags]
    if not noted:
        return
    accepted = explorer.curate.accepted()
    if all(finding.id in accepted for finding in noted):
        st.caption(f":material/check: {words.RIGHT_SAID}")
        return
    st.button(
        words.ACT_RIGHT,
        icon=":material/check:",
        type="tertiary",
        key="card-right",
        help=words.ACT_RIGHT_HELP,
        disabled=not explorer.writable,
        on_click=_accept,
        args=(explorer, [finding for finding in noted if finding.id not in accepted]),
    )


def _accept(explorer: Any, noted: Sequence[Finding]) -> None:
    with banners.problems_shown():
        rulings = [
            Ruling("accept", {"finding": f.id, "kind": f.kind, "entities": list(f.entities), "relations": []})
            for f in noted
        ]
        explorer.curate.decide(rulings)
        st.toast(words.RIGHT_TAKEN, icon=":material/check:")
