"""The fields of the small rulings: from the body that is proposed to the body that a person wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from core.domain.names import tidy_name
from pages.parts import ruling_assert
from pages.parts import words_merge as words
from pages.parts.text import one_line, safe_markdown, titled

Body = Mapping[str, Any]
Edited = tuple[dict[str, Any], str]
"""The body, and what is still missing in it (empty: nothing)."""


def edited(explorer: Any, kind: str, body: Body, key: str) -> Edited:
    """The fields of this kind; a kind without fields stays as it is."""
    field = _FIELDS.get(kind)
    _about(body)
    return field(explorer, body, key) if field else (dict(body), "")


def _about(body: Body) -> None:
    """What the ruling is on."""
    relation = body.get("relation")
    if isinstance(body.get("node"), Mapping) and "mention" not in body:
        st.markdown(f"**{safe_markdown(_named(body['node']), 100)}**")
    elif isinstance(relation, Mapping) and isinstance(relation.get("source"), Mapping):
        ends = [safe_markdown(_named(relation[end]), 80) for end in ("source", "target")]
        st.markdown(f"**{ends[0]}** → **{ends[1]}** · {safe_markdown(str(relation.get('predicate', '')), 60)}")


def _named(node: Any) -> str:
    given = node if isinstance(node, Mapping) else {}
    return titled(str(given.get("name", "")), str(given.get("qualifier", "")))


def _missing(label: str, value: str) -> str:
    return "" if value.strip() else words.INCOMPLETE.format(what=label)


def _rename(explorer: Any, body: Body, key: str) -> Edited:
    to, node = body.get("to") or body.get("node") or {}, body.get("node") or {}
    one, two = st.columns(2)
    name = one.text_input(words.FIELD_NAME, str(to.get("name", "")), key=f"{key}-name")
    qualifier = two.text_input(words.FIELD_QUALIFIER, str(to.get("qualifier", "")), key=f"{key}-qualifier")
    wanted = {"name": name.strip(), "qualifier": qualifier.strip()}
    before = {field: str(node.get(field, "")) for field in wanted}
    same = words.SAME if tuple(map(tidy_name, wanted.values())) == tuple(map(tidy_name, before.values())) else ""
    return {**body, "to": wanted}, _missing(words.FIELD_NAME, name) or same


def _qualify(explorer: Any, body: Body, key: str) -> Edited:
    before = str((body.get("node") or {}).get("qualifier", ""))
    qualifier = st.text_input(words.FIELD_QUALIFIER, str(body.get("qualifier", "")), key=f"{key}-qualifier").strip()
    return {**body, "qualifier": qualifier}, words.SAME if qualifier == before else ""


def _retype(explorer: Any, body: Body, key: str) -> Edited:
    """Of an entity, or of all that have a type."""
    whole = "node" not in body
    given = str(body.get("to" if whole else "type", ""))
    if whole:
        st.markdown(f"**{safe_markdown(str(body.get('type', '')), 60)}**")
    types = [facet.value for facet in explorer.browse.desk().overview.types if facet.value]
    options = list(dict.fromkeys([*([given] if given else []), *types]))
    chosen = st.selectbox(
        words.FIELD_TYPE,
        options,
        index=0 if given else None,
        key=f"{key}-type",
        accept_new_options=True,
        format_func=lambda text: one_line(text, 60),
    )
    value = (chosen or "").strip()
    return {**body, "to" if whole else "type": value}, _missing(words.FIELD_TYPE, value)


def _relabel(explorer: Any, body: Body, key: str) -> Edited:
    if "predicate" in body:
        st.markdown(f"**{safe_markdown(str(body['predicate']), 60)}**")
    value = st.text_input(words.FIELD_TO, str(body.get("to", "")), key=f"{key}-to").strip()
    before = body.get("predicate") or (body.get("relation") or {}).get("predicate")
    return {**body, "to": value}, _missing(words.FIELD_TO, value) or (words.SAME if value == before else "")


def _describe(explorer: Any, body: Body, key: str) -> Edited:
    value = st.text_area(words.FIELD_TEXT, str(body.get("text", "")), key=f"{key}-text", height=160).strip()
    same = words.SAME if value == str(body.get("text", "")).strip() else ""
    return {**body, "text": value}, _missing(words.FIELD_TEXT, value) or same


def _endpoint(explorer: Any, body: Body, key: str) -> Edited:
    """The entity that one end of one relation means."""
    desk = explorer.browse.desk()
    mentions = {m.id: m for m in explorer.views().evidence.relations}
    mention = mentions.get(str(body.get("mention", "")))
    if mention is not None:
        line = f"{one_line(mention.source, 60)} → {one_line(mention.target, 60)}"
        st.markdown(f"**{safe_markdown(line)}**")
        st.text(mention.description)
    text = st.text_input(words.FIELD_FIND, key=f"{key}-find", placeholder=words.FIND_PLACEHOLDER)
    known = body.get("node") or {}
    named = str(getattr(mention, str(body.get("end")), "")) if mention else str(known.get("name", ""))
    hits = desk.find(text or named, 12)
    nodes = {hit.key: {"name": hit.name, "qualifier": hit.qualifier} for hit in hits}
    chosen = st.radio(
        words.FIELD_FIND,
        list(nodes),
        index=next((n for n, node in enumerate(nodes.values()) if node == dict(known)), None),
        format_func=lambda one: safe_markdown(_named(nodes[one]), 80),
        key=f"{key}-node",
        label_visibility="collapsed",
    )
    if chosen is None:
        return dict(body), words.INCOMPLETE.format(what=words.FIELD_FIND)
    return {**body, "node": nodes[chosen]}, ""


_FIELDS: Mapping[str, Callable[[Any, Body, str], Edited]] = {
    "rename": _rename,
    "qualify": _qualify,
    "retype": _retype,
    "relabel": _relabel,
    "describe": _describe,
    "endpoint": _endpoint,
    "assert": ruling_assert.fields,
}
"""Kind -> its fields; hide, direction and what is only noted have none."""
