"""What was read from a passage, as a list a person can read: entities, relations, and what is to be said of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import pandas as pd
import streamlit as st

from core.domain.records import EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from pages.parts import words_extraction as words
from pages.parts.cards import more, seen
from pages.parts.settings_work import seconds
from pages.parts.text import one_line, safe_markdown, titled

_LONGEST_REPLY = 40_000


def badges(flags: Iterable[str]) -> None:
    """Flags in words, each with help."""
    for flag in flags:
        label, about = words.FLAGS.get(flag, (flag, ""))
        st.markdown(f":orange-badge[:material/info: {safe_markdown(label, 60)}]", help=about or None, width="content")


def entities(rows: Sequence[EntityRow], key: str, *, only: Collection[str] = ()) -> None:
    """Entities in the order of the reply; those named in `only` are marked as found here alone."""
    if not rows:
        st.caption(words.NO_ENTITIES)
    shown = seen(key, len(rows))
    for row in rows[:shown]:
        title = titled(row.name, row.qualifier)
        with st.container(gap="xxsmall"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{safe_markdown(title, 160)}**", width="content")
                st.markdown(f":blue-badge[{safe_markdown(row.type or words.UNTYPED, 40)}]", width="content")
                _only(row.name in only)
                badges(row.flags)
            _said(row.description)
    more(key, shown, len(rows))


def relations(rows: Sequence[RelationRow], key: str, *, only: Collection[str] = ()) -> None:
    """Relations in the order of the reply, each with its direction."""
    if not rows:
        st.caption(words.NO_RELATIONS)
    shown = seen(key, len(rows))
    for row in rows[:shown]:
        ends = words.RELATION.format(source=row.source, target=row.target)
        with st.container(gap="xxsmall"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                source, target = safe_markdown(row.source, 120), safe_markdown(row.target, 120)
                st.markdown(f"**{source}** → **{target}**", width="content")
                for keyword in row.keywords[:6]:
                    st.markdown(f":gray-badge[{safe_markdown(keyword, 40)}]", width="content")
                if row.strength != 1:
                    st.caption(words.STRENGTH.format(value=row.strength), width="content")
                _only(ends in only)
                badges(row.flags)
            _said(row.description)
    more(key, shown, len(rows))


def _only(here: bool) -> None:
    if here:
        st.markdown(f":green-badge[{words.ONLY_HERE}]", width="content")


def _said(description: str) -> None:
    if description:
        st.text(description)
    else:
        st.caption(words.NOT_DESCRIBED)


def issues(rows: Sequence[RowIssue], key: str) -> None:
    """Rejected and repaired rows as they stood, with the reason."""
    if not rows:
        st.caption(words.NO_ISSUES)
    shown = seen(key, len(rows))
    for row in rows[:shown]:
        colour = "red" if row.kind == "rejected" else "orange"
        st.markdown(f":{colour}-badge[{words.ISSUE_KINDS[row.kind]}] {safe_markdown(row.reason, 400)}")
        st.code(row.raw, language=None, wrap_lines=True)
    more(key, shown, len(rows))


def reply(text: str, nothing: str) -> None:
    """The raw reply."""
    if text.strip():
        st.code(text[:_LONGEST_REPLY], language=None, wrap_lines=True, height="content" if len(text) < 1500 else 480)
    else:
        st.caption(nothing)


def calls(made: Sequence[ModelCall]) -> None:
    """The calls of a model, first come first."""
    if not made:
        st.caption(words.NO_CALLS)
        return
    rows = [
        (
            words.PURPOSES.get(call.purpose, call.purpose),
            words.OUTCOMES.get(call.outcome, call.outcome),
            round(call.duration_ms / 1000, 2),
            call.tokens_in,
            call.tokens_out,
            one_line(call.model, 80),
        )
        for call in made
    ]
    st.dataframe(pd.DataFrame(rows, columns=list(words.CALL_COLUMNS)), hide_index=True)


def cost(found: Extraction) -> str:
    """Calls, tokens and time in one line; empty where no model was called."""
    if not found.calls:
        return ""
    values: Mapping[str, object] = {
        "calls": len(found.calls),
        "tokens_in": sum(call.tokens_in for call in found.calls),
        "tokens_out": sum(call.tokens_out for call in found.calls),
        "seconds": seconds(sum(call.duration_ms for call in found.calls) / 1000),
    }
    return (words.COST_ONE if len(found.calls) == 1 else words.COST).format(**values)
