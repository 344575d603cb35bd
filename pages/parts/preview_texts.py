"""The records that a preview changes, as cards before and after: names, types, profiles word by word, relations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from core.domain.curation import EntityChange, RelationChange
from core.domain.names import ref_of
from core.domain.packing import entity_label
from core.domain.records import Entity, Relation
from core.domain.word_changes import word_changes
from pages.parts import words, words_preview
from pages.parts.text import safe_markdown, titled

_SHOWN, _EDGES, _LONG = 6, 12, 700
_BREAK = "  \n"


def state_of(change: EntityChange | RelationChange) -> str:
    """gone, new or changed."""
    if change.after is None:
        return "gone"
    return "new" if change.before is None else "changed"


def badge(state: str) -> str:
    """The state as a badge, in Markdown."""
    label, colour = words_preview.STATES[state]
    return f":{colour}-badge[{label}]"


def cards(changes: Sequence[EntityChange]) -> None:
    """What goes on the left, what comes on the right; what only changes below, word by word."""
    turned = [change for change in changes if change.before is None or change.after is None]
    kept = [change for change in changes if change.before is not None and change.after is not None]
    gone, new = [c.before for c in turned if c.before], [c.after for c in turned if c.after]
    if gone and new:
        left, right = st.columns(2, gap="medium")
        with left:
            _records(words_preview.BEFORE, gone, "gone")
        with right:
            _records(words_preview.AFTER, new, "new")
    elif turned:
        _records("", gone or new, "gone" if gone else "new")
    for change in kept[:_SHOWN]:
        _changed(change)
    if len(kept) > _SHOWN:
        with st.expander(words_preview.MORE_ENTITIES.format(count=len(kept) - _SHOWN)):
            st.markdown(
                ", ".join(safe_markdown(entity_label(c.after), 60) for c in kept[_SHOWN : _SHOWN + 200] if c.after)
            )


def _records(title: str, found: Sequence[Entity], state: str) -> None:
    if title:
        st.caption(title)
    for entity in found[:_SHOWN]:
        with st.container(border=True, gap="small"):
            _head(entity, state)
            st.text(_cut(entity.description) or words_preview.NO_TEXT)
    if len(found) > _SHOWN:
        with st.expander(words_preview.MORE_ENTITIES.format(count=len(found) - _SHOWN)):
            st.markdown(", ".join(safe_markdown(entity_label(entity), 60) for entity in found[_SHOWN : _SHOWN + 200]))


def _head(entity: Entity, state: str) -> None:
    type_ = safe_markdown(entity.type or words.UNTYPED, 40)
    st.markdown(f"**{safe_markdown(entity_label(entity), 80)}** {badge(state)} :blue-badge[{type_}]")
    count = len(entity.chunks)
    said = words_preview.PASSAGE if count == 1 else words_preview.PASSAGES.format(count=count)
    st.caption(" · ".join([said, *([_flags(entity.flags)] if entity.flags else [])]))


def _flags(flags: Iterable[str]) -> str:
    named = (safe_markdown(words.FLAGS.get(flag, (flag, ""))[0]) for flag in flags)
    return words_preview.FLAGGED.format(flags=", ".join(named))


def _changed(change: EntityChange) -> None:
    before, after = change.before, change.after
    if before is None or after is None:
        return
    with st.container(border=True, gap="small"):
        _head(after, "changed")
        if entity_label(before) != entity_label(after):
            st.markdown(_pair(entity_label(before), entity_label(after)))
        if before.type != after.type:
            st.markdown(_pair(before.type or words.UNTYPED, after.type or words.UNTYPED))
        if before.description != after.description:
            st.markdown(diffed(before.description, after.description))


def _pair(before: str, after: str) -> str:
    return words_preview.TYPE_CHANGED.format(before=safe_markdown(before, 60), after=safe_markdown(after, 60))


def diffed(before: str, after: str) -> str:
    """Two texts in one, word by word, as Markdown: what went struck through in red, what came in green."""
    pieces = []
    for state, text in word_changes(_cut(before), _cut(after)):
        lines = [safe_markdown(line) for line in text.split("\n")]
        marked = [_marked(state, line) if line else "" for line in lines]
        lead, trail = text[:1] == " ", text[-1:] == " "
        pieces.append((" " if lead else "") + _BREAK.join(marked) + (" " if trail else ""))
    return "".join(pieces).strip()


def _marked(state: str, line: str) -> str:
    if state == "same":
        return line
    return f":red[~~{line}~~]" if state == "gone" else f":green[**{line}**]"


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else text[:_LONG].rstrip() + "…"


def relations(changes: Sequence[RelationChange], around: Sequence[EntityChange]) -> None:
    """The relations that come, go or change, in lines; `around` are the entities that change with them."""
    if not changes:
        return
    labels = {c.key: entity_label(found) for c in around if (found := c.after or c.before)}
    with st.expander(words_preview.EDGES.format(count=len(changes)), expanded=len(changes) <= _EDGES):
        st.markdown("  \n".join(_line(change, labels) for change in changes[:_EDGES]))
        if len(changes) > _EDGES:
            st.caption(words_preview.MORE_EDGES.format(count=len(changes) - _EDGES))


def _line(change: RelationChange, labels: Mapping[str, str]) -> str:
    found = change.after or change.before
    return f"{badge(state_of(change))} {_named(found, labels)}" if found else ""


def _named(relation: Relation, labels: Mapping[str, str]) -> str:
    """A relation in a line, as Markdown; ends by their labels, so that one sees which of a name they are."""

    def end(key: str, name: str) -> str:
        return safe_markdown(labels.get(key) or titled(name, ref_of(key).qualifier), 60)

    return words_preview.EDGE.format(
        source=end(relation.source, relation.source_name),
        target=end(relation.target, relation.target_name),
        what=safe_markdown(relation.predicate, 60),
    )
