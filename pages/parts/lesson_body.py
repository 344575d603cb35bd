"""What a step shows beside its picture: texts with their passages, two profiles side by side, counts under both rules.

Texts come from records that anybody may have edited: they are shown as plain words.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.services.lesson_outcome import Compared, Left, Outcome, Quote
from core.services.lesson_tour import Step
from pages.parts import lesson_bars, words
from pages.parts import words_lesson as own
from pages.parts.text import safe_markdown

_BESIDE = "withdraw"


def beside_picture(step: Step, outcome: Outcome) -> None:
    """What stands under the sentence that says what to see."""
    if outcome.quotes and step.id != _BESIDE:
        _quotes(outcome.quotes)
    if outcome.compared:
        _compared(outcome.compared)
    if outcome.flagged:
        _flagged(outcome.flagged)
    if outcome.cuts:
        _cuts(outcome.cuts)
    if step.id == "budget" and outcome.trace:
        lesson_bars.tokens(outcome.trace.tokens)


def in_place_of_picture(step: Step, outcome: Outcome) -> bool:
    """Bars, or two profiles side by side, for the steps that are about nothing else; whether they were drawn."""
    if outcome.series:
        lesson_bars.series(outcome.series)
        return True
    if step.id != _BESIDE or not outcome.quotes:
        return False
    name = safe_markdown(str(outcome.values["name"]))
    with st.container(border=True, key="lesson-stored"):
        st.markdown(f":material/warning: **{own.STORED}**: {name}")
        _quotes(outcome.quotes)
    with st.container(border=True, key="lesson-anew"):
        st.markdown(f":material/refresh: **{own.ANEW}**: {name}")
        _quotes(outcome.beside)
    return True


def _quotes(quotes: Sequence[Quote]) -> None:
    if not quotes:
        st.caption(own.NO_TEXTS)
    for quote in quotes:
        head = f"**{safe_markdown(quote.head)}:** " if quote.head else ""
        text = safe_markdown(quote.text) or own.NO_TEXTS
        said = f":orange-background[{text}] :orange[({own.STALE})]" if quote.left else text
        source = f" :gray[({safe_markdown(', '.join(quote.sources), 80)})]" if quote.sources else ""
        st.markdown(f"> {head}{said}{source}")


def _compared(rows: Sequence[Compared]) -> None:
    def cell(numbers: tuple[int, int, int]) -> str:
        return " · ".join(map(str, numbers))

    head = f"| :gray[{own.COMPARED}] | {own.RULES['classic']} | {own.RULES['careful']} |\n|---|---|---|\n"
    lines = (f"| {own.MODES[row.mode]} | {cell(row.classic)} | {cell(row.careful)} |" for row in rows)
    st.markdown(head + "\n".join(lines))


def _flagged(found: Sequence[tuple[str, tuple[str, ...]]]) -> None:
    for name, flags in found:
        said = ", ".join(words.FLAGS[flag][0] for flag in flags if flag in words.FLAGS)
        st.markdown(f"> :orange[:material/flag:] **{safe_markdown(name)}:** {said}")


def _cuts(cuts: Sequence[Left]) -> None:
    for one in cuts:
        st.markdown(f"> ~~{safe_markdown(one.label, 50)}~~ :gray[({own.KINDS[one.kind]}, {safe_markdown(one.reason)})]")
