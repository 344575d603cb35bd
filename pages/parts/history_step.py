"""One step of the history: number, who, when, effect, what was decided, how it stands; details when they are opened."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Effect, Entry
from pages.parts import history_acts, history_nodes, history_state, preview
from pages.parts import words_history as words
from pages.parts.history_steps import Step, said
from pages.parts.home_lines import moment
from pages.parts.text import safe_markdown

_SHOWN, _LISTED, _LONGEST = 4, 50, 300


def draw(explorer: Any, step: Step, titles: Mapping[str, str]) -> None:
    """Draw the step. `titles`: documents by id."""
    with st.container(border=True, gap="small", key=f"decision-{step.first}"):
        told, acts = st.columns([5, 3], vertical_alignment="top")
        with told, st.container(gap=None):
            st.caption(about(step))
            _sentences(step)
        with acts, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
            if explorer.writable:
                history_acts.buttons(explorer, step)
            open_ = history_state.opened() == step.first
            st.button(
                words.DETAILS,
                icon=f":material/expand_{'less' if open_ else 'more'}:",
                type="tertiary",
                key=f"decision-details-{step.first}",
                on_click=history_state.open_,
                args=(step.first,),
            )
        history_nodes.links(explorer, step.nodes)
        history_acts.question(explorer, step)
        if open_:
            _details(explorer, step, titles)


def about(step: Step) -> str:
    """`#12 · Ana · today 14:05 · entities 120 → 119 · relations 300 → 299`, as Markdown."""
    decision = step.entries[0].decision
    single = step.first == step.last
    number = words.NUMBER.format(first=step.first) if single else words.NUMBERS.format(first=step.first, last=step.last)
    makers = dict.fromkeys(entry.decision.who or words.YOU for entry in step.entries)
    who = safe_markdown(", ".join(makers), 120)
    return " · ".join(part for part in (f"**{number}**", who, moment(decision.at), effect(step.effect)) if part)


def effect(found: Effect | None) -> str:
    """What a step did to the counts; empty where that is not known."""
    if found is None:
        return ""
    if (found.nodes_before, found.edges_before) == (found.nodes_after, found.edges_after):
        return words.EFFECT_NONE
    return words.EFFECT.format(
        nodes_before=found.nodes_before,
        nodes_after=found.nodes_after,
        edges_before=found.edges_before,
        edges_after=found.edges_after,
    )


def _sentences(step: Step) -> None:
    if step.alike and len(step.entries) > _SHOWN:
        _summed_up(step)
        return
    for entry in step.entries[:_SHOWN]:
        st.markdown(_line(entry))
        if entry.decision.why:
            st.caption(words.WHY.format(why=safe_markdown(entry.decision.why, 400)))
        if entry.state == "unknown":
            _stored(entry)
    if len(step.entries) > _SHOWN:
        st.caption(words.MORE_RULINGS.format(count=len(step.entries) - _SHOWN))


def _summed_up(step: Step) -> None:
    """Many of one kind in one line, with the first of them; all of them stand in the details."""
    first, count = step.entries[0], len(step.entries)
    label, icon = words.KINDS.get(first.decision.kind, words.UNKNOWN_KIND)
    icon = words.REDO_ICON if first.sentence.startswith(words.AGAIN) else icon
    gone = sum(entry.state == "undone" for entry in step.entries)
    mark = badge("undone") if gone == count else words.SOME_UNDONE.format(count=gone) if gone else ""
    st.markdown(f"{icon} **{words.ALIKE.format(kind=label, count=count)}** {mark}".rstrip())
    st.caption(words.ALIKE_FIRST.format(sentence=safe_markdown(said(first.sentence), 160)))


def _line(entry: Entry) -> str:
    """Icon, sentence, state."""
    icon = words.KINDS.get(entry.decision.kind, words.UNKNOWN_KIND)[1]
    icon = words.REDO_ICON if entry.sentence.startswith(words.AGAIN) else icon
    told = safe_markdown(said(entry.sentence), _LONGEST)
    return f"{icon} {f':gray[{told}]' if entry.state == 'undone' else told} {badge(entry.state)}".rstrip()


def badge(state: str) -> str:
    """How a decision stands, as a badge; nothing where it simply holds."""
    if state == "acts":
        return ""
    label, colour, _ = words.STATES.get(state, (safe_markdown(state), "gray", ""))
    return f":{colour}-badge[{label}]"


# --- details ----------------------------------------------------------------------------------------------------------


def _details(explorer: Any, step: Step, titles: Mapping[str, str]) -> None:
    alone, undos = len(step.entries) == 1, all(entry.decision.kind == "revoke" for entry in step.entries)
    listed = step.entries if alone or not undos else ()
    for entry in listed[:_LISTED]:
        _entry(explorer, entry, alone)
    if len(listed) > _LISTED:
        st.caption(words.MORE_RULINGS.format(count=len(step.entries) - _LISTED))
    _resting(step)
    _documents(step.documents, titles)
    _changed(explorer, step)


def _entry(explorer: Any, entry: Entry, alone: bool) -> None:
    """How it stands and why; where a step holds several, each can be undone by itself."""
    if not alone:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**#{entry.decision.seq}** {_line(entry)}", width="stretch")
            if explorer.writable and entry.decision.kind not in ("revoke", "checkpoint"):
                gone = entry.state == "undone"
                st.button(
                    words.REDO_ONE if gone else words.UNDO_ONE,
                    type="tertiary",
                    key=f"decision-one-{entry.decision.seq}",
                    on_click=history_acts.redo if gone else history_acts.undo,
                    args=(explorer, (entry.decision.seq,)),
                )
    label, _, what = words.STATES.get(entry.state, ("", "", ""))
    if what and (alone or entry.state not in ("acts", "undone")):
        st.caption(f"**{label}.** {what}")
    if alone or entry.state == "unknown":
        _stored(entry)


def _stored(entry: Entry) -> None:
    """The decision as JSON: for reading, and for one that this version does not understand."""
    st.caption(words.JSON)
    stored = {"kind": entry.decision.kind, "body": entry.decision.body}
    st.code(json.dumps(stored, ensure_ascii=False, indent=1, default=str)[:20_000], language="json", height=180)


def _resting(step: Step) -> None:
    if step.rests_on:
        st.caption(words.RESTS_ON.format(numbers=numbers(step.rests_on)))
    if step.rested_on_by:
        template = words.RESTED_ON if len(step.rested_on_by) == 1 else words.RESTED_ON_MANY
        st.caption(template.format(numbers=numbers(step.rested_on_by)))


def numbers(seqs: Sequence[int]) -> str:
    """`#3, #5 and #8`, at most ten of them."""
    shown = [f"#{seq}" for seq in seqs[:10]]
    if len(seqs) > len(shown):
        shown.append("…")
    return ", ".join(shown)


def _documents(found: Sequence[str], titles: Mapping[str, str]) -> None:
    if found:
        named = ", ".join(safe_markdown(titles.get(one, one), 60) for one in found[:_SHOWN])
        more = len(found) - _SHOWN
        named = words.MORE_DOCUMENTS.format(documents=named, count=more) if more > 0 else named
        st.caption(words.FROM_DOCUMENTS.format(documents=named))


def _changed(explorer: Any, step: Step) -> None:
    """The graph before and after, over the documents there are now."""
    st.markdown(f"**{words.CHANGED}**")
    with st.spinner(words.WORKING):
        found = explorer.curate.compare(step.first - 1, step.last)
    if found.nothing:
        st.caption(words.CHANGED_NOTHING)
    else:
        preview.draw(explorer, found, key=f"decision-changed-{step.first}")
