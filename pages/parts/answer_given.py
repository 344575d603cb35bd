"""What the model was given beside passages: entities, relations, chains; the tokens by part; notes of the search."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Each folded; what there is none of is left out."""
    names = names_of({trace.mode: trace})
    if trace.entities:
        with st.expander(own.GIVEN_ENTITIES.format(count=len(trace.entities)), icon=":material/category:"):
            _table(_entities(trace, names), f"{key}-entities")
    if trace.relations:
        with st.expander(own.GIVEN_RELATIONS.format(count=len(trace.relations)), icon=":material/polyline:"):
            _table(_relations(trace, names), f"{key}-relations")
    if trace.paths:
        with st.expander(own.GIVEN_PATHS.format(count=len(trace.paths)), icon=":material/conversion_path:"):
            for path in trace.paths:
                st.markdown(f"{path.rank}. {safe_markdown(chain(path), 600)}")
    if trace.notes:
        with st.expander(own.GIVEN_NOTES.format(count=len(trace.notes)), icon=":material/info:"):
            for note in trace.notes:
                st.markdown(f"- {safe_markdown(note)}")
    st.caption(f":material/token: {own.GIVEN_TOKENS}: {parts_line(explorer, trace)}")


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
