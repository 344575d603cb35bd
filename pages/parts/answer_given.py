"""What the model was given beside passages: entities, relations, chains; the tokens by part; notes of the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.packing import entity_label
from core.domain.trace import KeptPath, Trace
from pages.parts import words_answer as own
from pages.parts.answer_prompt import parts_line
from pages.parts.compare_why import names_of, via
from pages.parts.text import one_line, safe_markdown

_LONGEST = 2000


def given(explorer: Any, trace: Trace, key: str) -> None:
    """All of it folded; what there is none of is left out."""
    names = names_of({trace.mode: trace})
    parts: list[tuple[str, int, Callable[[], None]]] = [
        (own.GIVEN_ENTITIES, len(trace.entities), lambda: _table(_entities(trace, names), f"{key}-entities")),
        (own.GIVEN_RELATIONS, len(trace.relations), lambda: _table(_relations(trace, names), f"{key}-relations")),
        (own.GIVEN_PATHS, len(trace.paths), lambda: _lines([chain(path) for path in trace.paths])),
        (own.GIVEN_NOTES, len(trace.notes), lambda: _lines(trace.notes)),
    ]
    parts = [part for part in parts if part[1]]
    if not parts:
        return
    title = " · ".join(label.format(count=count) for label, count, _ in parts)
    with st.expander(f"{own.GIVEN} · {title}", icon=":material/inventory_2:"):
        st.caption(f"{own.GIVEN_TOKENS}: {parts_line(explorer, trace)}")
        tabs = st.tabs([label.format(count=count) for label, count, _ in parts])
        for tab, (_, _, draw) in zip(tabs, parts, strict=True):
            with tab:
                draw()


def _lines(said: Sequence[str]) -> None:
    for number, one in enumerate(said, 1):
        st.markdown(f"{number}. {safe_markdown(one, _LONGEST)}")


def chain(path: KeptPath) -> str:
    """`A – keeps → B`, with the words of each relation on its arrow."""
    said = [path.labels[0]]
    for step, forward, label in zip(path.steps, path.forward, path.labels[1:], strict=True):
        said += [f"– {step} →" if forward else f"← {step} –", label]
    return " ".join(said)


def _table(rows: Sequence[dict[str, object]], key: str) -> None:
    st.dataframe(pd.DataFrame(rows), hide_index=True, key=key, height=min(420, 36 * (len(rows) + 1) + 2))


def _entities(trace: Trace, names: dict[str, str]) -> list[dict[str, object]]:
    return [
        {
            own.COLUMN_RANK: kept.rank,
            own.COLUMN_NAME: one_line(entity_label(kept.entity), 120),
            own.COLUMN_TYPE: one_line(kept.entity.type, 40),
            own.COLUMN_TEXT: one_line(kept.entity.description, _LONGEST),
            own.COLUMN_HOW: one_line(via(kept.via, names), 120),
            own.COLUMN_SCORE: kept.score,
        }
        for kept in trace.entities
    ]


def _relations(trace: Trace, names: dict[str, str]) -> list[dict[str, object]]:
    return [
        {
            own.COLUMN_RANK: kept.rank,
            own.COLUMN_FROM: one_line(kept.ends[0], 120),
            own.COLUMN_WHAT: one_line(", ".join(kept.relation.keywords), 160),
            own.COLUMN_TO: one_line(kept.ends[1], 120),
            own.COLUMN_TEXT: one_line(kept.relation.description, _LONGEST),
            own.COLUMN_HOW: one_line(via(kept.via, names), 120),
            own.COLUMN_SCORE: kept.score,
        }
        for kept in trace.relations
    ]
