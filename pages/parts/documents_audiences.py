"""Who may see which documents: a table to change it in, by folder above it, and how far each label reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.reach import Reach, reach, relabelled
from core.errors import InputError
from pages.parts import audiences_set, audiences_table, banners
from pages.parts import words_audiences as words
from pages.parts.audiences_folders import folders
from pages.parts.audiences_set import badges, of_person, of_row
from pages.parts.text import one_line, safe_markdown

_LINES = 8


def audiences(explorer: Any) -> None:
    """Draw the view."""
    rows = audiences_set.rows(explorer)
    if not rows:
        banners.empty(words.NONE, words.NONE_HINT)
        return
    st.caption(words.HINT if explorer.writable else words.READ_ONLY)
    audiences_set.told(explorer)
    known = list(audiences_set.known(explorer))
    folders(explorer, rows, known)
    audiences_table.table(explorer, rows, known)
    _changes(explorer, rows)
    _measure(explorer)


def _changes(explorer: Any, rows: Sequence[Any]) -> None:
    """What was changed in the table, what it does, and the buttons that save or drop it."""
    by_id = {row.document: row for row in rows}
    typed = {path: labels for path, labels in audiences_table.pending(explorer).items() if path in by_id}
    wanted, problems = _looked_at(typed, by_id)
    if not wanted and not problems:
        return
    with st.container(border=True, key="audiences-changes"):
        st.markdown(f"**{words.CHANGED}**")
        _lines(wanted, by_id)
        for error in problems:
            banners.problem(error)
        if wanted and not problems:
            _effect(explorer, wanted)
        _buttons(explorer, wanted, by_id, bool(problems))


def _looked_at(
    typed: Mapping[str, Sequence[str]], by_id: Mapping[str, Any]
) -> tuple[dict[str, tuple[str, ...]], list[InputError]]:
    """What is really another audience, by document; and what can't be one."""
    wanted, problems = {}, []
    for path, labels in typed.items():
        try:
            found = audiences_set.checked(labels, by_id[path].title)
        except InputError as error:
            problems.append(InputError(f"{one_line(by_id[path].title, 60)}: {error.message}", error.remedy))
        else:
            if found != tuple(by_id[path].labels) or by_id[path].unreadable or by_id[path].own:
                wanted[path] = found
    return wanted, problems


def _lines(wanted: Mapping[str, Sequence[str]], by_id: Mapping[str, Any]) -> None:
    for path in list(wanted)[:_LINES]:
        row = by_id[path]
        before, after = of_row(row), badges(wanted[path])
        st.markdown(words.CHANGE_LINE.format(title=safe_markdown(row.title, 80), before=before, after=after))
    if len(wanted) > _LINES:
        st.caption(words.CHANGES_MORE.format(count=len(wanted) - _LINES))


def _effect(explorer: Any, wanted: Mapping[str, Sequence[str]]) -> None:
    """For each label whose reach changes, how many passages its holder sees before and after."""
    chunks = list(explorer.views("classic").evidence.chunks.values())
    before, after = reach(chunks), reach(relabelled(chunks, wanted))
    lines = []
    for label in sorted({*before, *after, ""}):
        counts = [_passages(each, label) for each in (before, after)]
        if counts[0] != counts[1]:
            name = safe_markdown(label, 40) if label else words.MEASURE_PUBLIC
            lines.append(words.EFFECT.format(label=name, before=counts[0], after=counts[1]))
    if lines:
        st.caption(f"{words.EFFECT_TITLE}: {' · '.join(lines[: 2 * _LINES])}")


def _passages(found: Mapping[str, Reach], label: str) -> int:
    """A label that nothing has sees what is for everyone."""
    return found.get(label, found[""]).passages


def _buttons(explorer: Any, wanted: Mapping[str, tuple[str, ...]], by_id: Mapping[str, Any], wrong: bool) -> None:
    def save() -> None:
        audiences_set.put(explorer, wanted, {path: of_person(by_id[path]) for path in wanted})
        audiences_table.forget()

    with st.container(horizontal=True, gap="small"):
        label = (
            words.SAVE_ONE if len(wanted) == 1 else words.SAVE.format(count=len(wanted)) if wanted else words.SAVE_NONE
        )
        st.button(
            label,
            type="primary",
            icon=":material/save:",
            key="audiences-save",
            disabled=wrong or not wanted,
            on_click=save,
        )
        st.button(words.RESET, type="tertiary", key="audiences-reset", on_click=audiences_table.forget)


def _measure(explorer: Any) -> None:
    """How many passages and documents each label lets its holder see."""
    chunks = list(explorer.views("classic").evidence.chunks.values())
    found = reach(chunks)
    with st.expander(words.MEASURE, icon=":material/visibility:", expanded=True, key="audiences-measure"):
        st.caption(words.MEASURE_HINT)
        st.dataframe(measured(found, len(chunks)), hide_index=True, key="audiences-reach")


def measured(found: Mapping[str, Reach], all_: int) -> pd.DataFrame:
    """A row for who holds nothing, then one for each label."""
    rows = [
        (one_line(label, 60) or words.MEASURE_PUBLIC, each.passages, all_, each.documents)
        for label, each in found.items()
    ]
    return pd.DataFrame(rows, columns=list(words.MEASURE_COLUMNS))
