"""The merge screen: which entities are one thing, and the name, qualifier and type that stay; or that they are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.curation import Decided, Ruling
from core.domain.identity import digest
from core.domain.names import NodeRef
from core.domain.records import Entity
from core.services.browse import Desk
from pages.parts import banners, decided, person, preview, session, take_bar, words
from pages.parts import words_merge as own
from pages.parts.take_bar import Act
from pages.parts.text import one_line, safe_markdown, titled

_ADDRESS, _DONE = "merge", "lightprism.merge.done"
_WIDE, _TEXT = 3, 240
_CARDS, _NAMED = 6, 10
"""More entities than that are a list, and more names than that are counted."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What was taken of these keys: the key of what they became, empty where they were kept apart."""

    workspace: str
    keys: tuple[str, ...]
    into: str
    name: str
    seqs: tuple[int, ...] = ()


def draw(explorer: Any, keys: Sequence[str]) -> None:
    """All of it, or what came of it."""
    done = st.session_state.get(_DONE)
    if isinstance(done, _Done) and (done.workspace, done.keys) == (explorer.name, tuple(keys)):
        _confirmation(explorer, done)
        return
    desk: Desk = explorer.browse.desk()
    known = [key for key in dict.fromkeys(keys) if desk.has_entity(key)]
    st.subheader(own.TITLE, anchor=False)
    st.caption(own.ABOUT)
    if gone := [key for key in keys if key not in known]:
        names = ", ".join(safe_markdown(key, 60) for key in gone)
        st.warning(own.GONE.format(names=names), icon=":material/link_off:")
    entities = [desk.record(key) for key in known]
    many = len(entities) > _CARDS
    if many:  # what stays is in sight, and the list is short
        stays = _stays(entities)
    with st.expander(own.CHOSEN_MANY.format(count=len(entities))) if many else st.container():
        st.markdown(f"**{own.CHOSEN}**")
        (_listed if many else _chosen)(desk, entities)
    _add(desk, known)
    if len(entities) < 2:
        st.info(own.TOO_FEW, icon=":material/info:")
        return
    _form(explorer, entities, tuple(keys), stays if many else _stays(entities))
    person.asked(explorer)


def _put(keys: Sequence[str]) -> None:
    st.query_params[_ADDRESS] = list(keys)


def _chosen(desk: Desk, entities: Sequence[Entity]) -> None:
    keys = [entity.key for entity in entities]
    for start in range(0, len(entities), _WIDE):
        for entity, column in zip(entities[start : start + _WIDE], st.columns(_WIDE), strict=False):
            with column, st.container(border=True, gap="small"):
                title = safe_markdown(titled(entity.name, entity.qualifier), 60)
                type_ = safe_markdown(entity.type or words.UNTYPED, 40)
                st.markdown(f"**{title}** :blue-badge[{type_}]")
                st.caption(_size(len(entity.mentions), desk.degree(entity.key)))
                st.text(_cut(entity.description))
                others = [key for key in keys if key != entity.key]
                st.button(
                    own.REMOVE,
                    key=f"merge-out-{entity.key}",
                    icon=":material/close:",
                    type="tertiary",
                    on_click=_put,
                    args=(others,),
                    disabled=not others,
                )


def _listed(desk: Desk, entities: Sequence[Entity]) -> None:
    """The same as one line each; what is taken out of the choice is left out."""
    keys = [entity.key for entity in entities]
    labels = {e.key: f"{one_line(titled(e.name, e.qualifier), 80)} · {_about(desk, e)}" for e in entities}
    kept = st.multiselect(
        own.CHOSEN,
        keys,
        default=keys,
        format_func=labels.__getitem__,
        key=f"merge-list-{digest(' '.join(keys))[:12]}",
        label_visibility="collapsed",
        help=own.LISTED_HELP,
    )
    if kept and len(kept) < len(keys):
        _put(kept)
        st.rerun()


def _about(desk: Desk, entity: Entity) -> str:
    return f"{one_line(entity.type or words.UNTYPED, 30)} · {_size(len(entity.mentions), desk.degree(entity.key))}"


def _size(mentions: int, relations: int) -> str:
    said = own.MENTIONS.get(mentions, own.MENTIONS_MANY.format(count=mentions))
    return own.CARD.format(
        mentions=said, relations=own.RELATIONS.get(relations, own.RELATIONS_MANY.format(count=relations))
    )


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT].rstrip() + "…"


def _add(desk: Desk, keys: Sequence[str]) -> None:
    """Search for another, and take it in with a click."""
    text = st.text_input(own.ADD, key="merge-add", placeholder=own.ADD_PLACEHOLDER, icon=":material/search:", width=360)
    if not text.strip():
        return
    hits = [hit for hit in desk.find(text, 12) or desk.near(text, 6) if hit.key not in keys]
    if not hits:
        st.caption(own.ADD_NONE)
    with st.container(horizontal=True, gap="small"):
        for hit in hits:
            st.button(
                f"{safe_markdown(titled(hit.name, hit.qualifier), 48)} :small[{hit.degree:,}]",
                key=f"merge-in-{hit.key}",
                icon=":material/add:",
                on_click=_put,
                args=([*keys, hit.key],),
            )


def _form(explorer: Any, entities: Sequence[Entity], asked: tuple[str, ...], stays: tuple[dict[str, str], str]) -> None:
    nodes = [{"name": e.name, "qualifier": e.qualifier} for e in entities]
    into, type_ = stays
    body = {"nodes": nodes, "into": into, **({"type": type_} if type_ else {})}
    _aliases(entities, into)
    found = explorer.curate.preview([Ruling("merge", body)])
    st.subheader(own.PREVIEW, anchor=False)
    preview.draw(explorer, found, key="merge-preview")
    with st.container(border=True, key="merge-take"):
        why = take_bar.why("merge")
        with st.container(horizontal=True, gap="small"):
            label = titled(into["name"], into["qualifier"])
            key = NodeRef.shown(into["name"], into["qualifier"]).key
            take_bar.take(
                explorer,
                [Ruling("merge", body, why)],
                Act(own.TAKE, "merge-do", found.problem, then=_finish(_Done(explorer.name, asked, key, label))),
            )
            take_bar.take(
                explorer,
                [Ruling("not_same", {"nodes": nodes}, why)],
                Act(
                    own.NOT_SAME,
                    "merge-not-same",
                    primary=False,
                    help=own.NOT_SAME_HELP,
                    then=_finish(_Done(explorer.name, asked, "", "")),
                ),
            )


def _finish(done: _Done) -> Callable[[Decided], None]:
    def finish(taken: Decided) -> None:
        if taken.seqs:  # else it was decided already, which is said
            st.session_state[_DONE] = replace(done, seqs=taken.seqs)

    return finish


def _stays(entities: Sequence[Entity]) -> tuple[dict[str, str], str]:
    """The node that they become, and its type (empty: the passages vote)."""
    ordered = sorted(entities, key=lambda entity: (-len(entity.mentions), entity.key))
    which = "-".join(sorted(entity.key for entity in entities))
    names = list(dict.fromkeys(entity.name for entity in ordered))
    qualifiers = list(dict.fromkeys([ordered[0].qualifier, *(e.qualifier for e in ordered), ""]))
    types = list(dict.fromkeys(["", *(e.type for e in ordered if e.type)]))
    st.markdown(f"**{own.STAYS}**")
    one, two, three = st.columns(3)
    name = one.selectbox(
        own.NAME,
        names,
        key=f"merge-name-{which}",
        accept_new_options=True,
        format_func=lambda text: one_line(text, 80),
        help=own.NAME_HELP,
    )
    qualifier = two.selectbox(
        own.QUALIFIER,
        qualifiers,
        key=f"merge-qualifier-{which}",
        accept_new_options=True,
        format_func=lambda text: one_line(text, 60) or own.NO_QUALIFIER,
        help=own.QUALIFIER_HELP,
    )
    type_ = three.selectbox(
        own.TYPE,
        types,
        key=f"merge-type-{which}",
        accept_new_options=True,
        format_func=lambda text: one_line(text, 40) or own.NO_TYPE,
    )
    return {"name": name or names[0], "qualifier": qualifier or ""}, type_ or ""


def _aliases(entities: Sequence[Entity], into: dict[str, str]) -> None:
    """The names that lead to it from now on."""
    label = titled(into["name"], into["qualifier"])
    others = dict.fromkeys(titled(e.name, e.qualifier) for e in entities)
    named = [safe_markdown(other, 60) for other in others if other != label]
    shown = named[:_NAMED] + ([own.ALIASES_MORE.format(count=len(named) - _NAMED)] if len(named) > _NAMED else [])
    st.caption(own.ALIASES.format(names=", ".join(shown)) if named else own.SAME_NAME)


def _confirmation(explorer: Any, done: _Done) -> None:
    """What came of it, with the way back and onwards."""
    with banners.problems_shown():
        said = own.MERGED.format(name=safe_markdown(done.name, 80)) if done.into else own.KEPT_APART
        if not any(explorer.curate.step_of(seq) for seq in done.seqs):
            st.info(own.UNDONE, icon=":material/undo:")
        else:
            st.success(said, icon=":material/call_merge:")
        decided.shown(explorer, "merge")
        if done.into and explorer.browse.desk().has_entity(done.into):
            st.page_link(
                "pages/graph.py",
                label=own.OPEN.format(name=safe_markdown(done.name, 60)),
                icon=words.PAGES["graph"][1],
                query_params=session.linked(node=done.into),
            )
        st.button(own.MORE, key="merge-more", type="tertiary", on_click=lambda: st.session_state.pop(_DONE, None))
