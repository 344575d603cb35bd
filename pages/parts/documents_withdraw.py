"""Withdrawing documents, one from its card or several from the table, once the consequences were seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.parts import documents_panel as panels
from pages.parts import documents_table
from pages.parts import words_withdraw as words

STEP = panels.Step(
    what="withdraw",
    label=words.WITHDRAW,
    help=words.WITHDRAW_HELP,
    icon=":material/visibility_off:",
    title=words.TITLE,
    hint=words.HINT,
    yes=words.DO,
)
_SEVERAL = panels.Step(
    what="withdraw",
    label=words.WITHDRAW,
    help=words.WITHDRAW_HELP_SEVERAL,
    icon=":material/visibility_off:",
    title=words.TITLE,
    hint=words.HINT_SEVERAL,
    yes=words.DO_SEVERAL,
)


def button(explorer: Any, documents: Sequence[str], key: str, label: str = "") -> None:
    """Opens the panel below."""
    if explorer.writable and documents:
        panels.opener(STEP if len(documents) == 1 else _SEVERAL, documents, key, label)


def panel(explorer: Any, titles: Mapping[str, str]) -> None:
    """What withdrawing these documents would do; nothing where it was not asked for."""
    documents = tuple(titles)
    if panels.asked(STEP.what) != documents:
        return

    def body() -> panels.Act:
        panels.listed(titles)
        found = panels.looked(explorer, (STEP.what, documents), lambda: explorer.withdrawals.preview(documents))
        panels.moved(found, words.PASSAGE, words.PASSAGES)
        panels.consequences(explorer, found, key="withdraw")
        return lambda: _withdraw(explorer, titles)

    panels.draw(STEP if len(titles) == 1 else _SEVERAL, body)


def _withdraw(explorer: Any, titles: Mapping[str, str]) -> str:
    explorer.withdrawals.withdraw(list(titles))
    st.query_params.pop(documents_table.DOC, None)
    documents_table.forget()
    done = words.DONE if len(titles) == 1 else words.DONE_SEVERAL
    return done.format(name=panels.named(titles))
