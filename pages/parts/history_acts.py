"""Undo, redo and back to a point: straight away where nothing hangs on it, else after saying what does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Entry, Preview
from core.errors import InvalidDecision
from pages.parts import banners, decided, history_state, preview
from pages.parts import words_history as words
from pages.parts.history_steps import Step, after, said
from pages.parts.text import safe_markdown

_LISTED = 8


def undo(explorer: Any, seqs: Sequence[int]) -> None:
    """Take these back, as one step."""
    _do(explorer, explorer.curate.undo, seqs, "undone")


def redo(explorer: Any, seqs: Sequence[int]) -> None:
    """Let these hold again, as one step."""
    _do(explorer, explorer.curate.redo, seqs, "redone")


def _do(explorer: Any, act: Callable[[Sequence[int]], Any], seqs: Sequence[int], how: str) -> None:
    history_state.answered()
    with banners.problems_shown():
        made = act(seqs)
        decided.keep(explorer, seqs, getattr(made, "notes", ()), how)


def latest(explorer: Any) -> None:
    """The button that takes back what was decided last, by key too."""
    last = explorer.curate.undoable()
    st.button(
        words.LATEST,
        icon=":material/undo:",
        help=words.LATEST_HELP.format(sentence=safe_markdown(said(last.sentence), 120)) if last else None,
        disabled=last is None,
        shortcut="U",
        key="decisions-undo-latest",
        on_click=lambda: undo(explorer, explorer.curate.step_of(last.decision.seq)),
    )


def buttons(explorer: Any, step: Step) -> None:
    """What can be done with a step."""
    standing, undone = step.seqs(undone=False), step.seqs(undone=True)
    if standing and _can_go(step):
        asks = bool(_resting(explorer, step))
        st.button(
            words.UNDO,
            icon=":material/undo:",
            help=words.UNDO_HELP,
            key=f"decision-undo-{step.first}",
            on_click=history_state.ask if asks else undo,
            args=("undo", step.first) if asks else (explorer, standing),
        )
    elif undone and _can_go(step):
        st.button(
            words.REDO,
            icon=":material/redo:",
            help=words.REDO_HELP,
            key=f"decision-redo-{step.first}",
            on_click=redo,
            args=(explorer, undone),
        )
    if after(explorer.curate.history(), step.last):
        back(step.last, step.first)


def back(seq: int, step: int) -> None:
    """The button that asks about going back to a point."""
    st.button(
        words.BACK,
        icon=":material/settings_backup_restore:",
        help=words.BACK_HELP,
        type="tertiary",
        key=f"decision-back-{seq}",
        on_click=history_state.ask,
        args=("back", step),
    )


def _can_go(step: Step) -> bool:
    return any(entry.decision.kind not in ("revoke", "checkpoint") for entry in step.entries)


def _resting(explorer: Any, step: Step) -> list[Entry]:
    """Decisions that hold and rest on the step."""
    by_seq = {entry.decision.seq: entry for entry in explorer.curate.history()}
    found = (by_seq[seq] for seq in step.rested_on_by if seq in by_seq)
    return [entry for entry in found if entry.state != "undone"]


def question(explorer: Any, step: Step) -> None:
    """What is to be confirmed about a step."""
    asked = history_state.asked()
    if asked == ("undo", step.first):
        _rested_on(explorer, step)
    elif asked == ("back", step.first):
        back_to(explorer, step.last, words.NUMBER.format(first=step.last))


def _rested_on(explorer: Any, step: Step) -> None:
    resting = _all_resting(explorer, _resting(explorer, step))
    with st.container(border=True, key=f"decision-question-{step.first}"):
        st.markdown(words.RESTED_TITLE)
        _list([f"#{entry.decision.seq} {entry.sentence}" for entry in resting])
        seqs = step.seqs(undone=False)
        with st.container(horizontal=True, gap="small"):
            both = (*seqs, *(entry.decision.seq for entry in resting))
            _button(words.UNDO_WITH, "with", lambda: undo(explorer, both), type="primary")
            _button(words.UNDO_ALONE, "alone", lambda: undo(explorer, seqs))
            _button(words.CANCEL, "cancel", history_state.answered, type="tertiary")


def _all_resting(explorer: Any, first: Sequence[Entry]) -> list[Entry]:
    """Those, and what rests on them in turn."""
    by_seq = {entry.decision.seq: entry for entry in explorer.curate.history() if entry.state != "undone"}
    found = {entry.decision.seq: entry for entry in first}
    waiting = list(first)
    while waiting:
        for seq in waiting.pop().rested_on_by:
            if seq in by_seq and seq not in found:
                found[seq] = by_seq[seq]
                waiting.append(by_seq[seq])
    return sorted(found.values(), key=lambda entry: entry.decision.seq)


def back_to(explorer: Any, seq: int, point: str) -> None:
    """What going back to just after this decision changes, and the button that does it."""
    with st.container(border=True, key=f"decision-back-question-{seq}"):
        with st.spinner(words.WORKING):
            found = _back(explorer, seq)
        if found is None:
            st.markdown(words.BACK_NOTHING)
        else:
            template = words.BACK_TITLE_ONE if len(found.sentences) == 1 else words.BACK_TITLE
            st.markdown(template.format(point=point, count=len(found.sentences)))
            _list(found.sentences)
        with st.container(horizontal=True, gap="small"):
            if found is not None:
                _button(words.BACK_GO, "go", lambda: _go_back(explorer, seq), type="primary")
            _button(words.CANCEL, "stay", history_state.answered, type="tertiary")
        if found is not None:
            preview.draw(explorer, found, key=f"decision-back-{seq}-preview")


def _back(explorer: Any, seq: int) -> Preview | None:
    """What it would change; None where it changes nothing."""
    try:
        found: Preview = explorer.curate.preview_undo_after(seq)
    except InvalidDecision:
        return None
    return found


def _go_back(explorer: Any, seq: int) -> None:
    history_state.answered()
    with banners.problems_shown():
        made = explorer.curate.undo_after(seq)
        decided.keep(explorer, made.seqs, made.notes, "back")


def _list(sentences: Sequence[str]) -> None:
    lines = [f"- {safe_markdown(said(sentence), 160)}" for sentence in sentences[:_LISTED]]
    if len(sentences) > _LISTED:
        lines.append(f"- {words.MORE_RULINGS.format(count=len(sentences) - _LISTED)}")
    if lines:
        st.markdown("\n".join(lines))


def _button(label: str, name: str, act: Callable[[], None], **look: Any) -> None:
    st.button(label, key=f"decision-answer-{name}", on_click=act, **look)
