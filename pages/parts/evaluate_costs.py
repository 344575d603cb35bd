"""What an experiment was asked with, and what that took: reading the documents apart from asking the questions."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd
import streamlit as st

from core.domain.codec import plain
from core.domain.evaluation import Experiment, IndexingCosts, Spent
from pages.parts import words
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts.compare_limits import changed
from pages.parts.text import one_line, safe_markdown


def draw(found: Experiment) -> None:
    """Folded: a table of what it was asked with, one of costs, and notes."""
    with st.expander(made.ASKED_WITH, icon=":material/receipt_long:", key="evaluate-asked-with"):
        rows = [(one_line(name, 60), one_line(value, 200)) for name, value in asked_with(found)]
        frame = pd.DataFrame(rows, columns=[made.ASKED_FIELD, made.ASKED_VALUE])
        st.dataframe(frame, hide_index=True, width="stretch", key="evaluate-asked-with-table")
        for note in found.plan.notes:
            st.caption(f":material/info: {safe_markdown(note, 400)}")
        _costs(found)


def asked_with(found: Experiment) -> Iterator[tuple[str, str]]:
    """(name, value) of all that it was asked with, plain."""
    plan = found.plan
    named = made.FIELDS
    yield named["source"], plan.source
    yield own.SETTINGS["policy"], words.MERGE_RULES.get(plan.policy, plan.policy)
    yield named["numbers"], changed(plain(plan.parameters), most=20).replace("\\", "") or made.NUMBERS_USUAL
    if plan.after is not None:
        yield named["after"], str(plan.after)
    if plan.repeats > 1:
        yield named["repeats"], made.TIMES.format(count=plan.repeats)
    yield named["answers"], made.ANSWERED if plan.answers else made.NOT_ANSWERED
    for name, value in {**found.engine, **found.setting}.items():
        yield own.SETTINGS.get(name, named.get(name, name.replace("_", " "))), value


def _costs(found: Experiment) -> None:
    costs, spent = found.indexing, found.spent
    st.markdown(f"**{made.COSTS}**")
    if costs is None:
        st.caption(made.COST_UNKNOWN)
    else:
        st.caption(
            made.COST_PASSAGES.format(
                passages=costs.passages, failed=costs.failed, waiting=costs.waiting, empty=costs.empty
            )
        )
    rows = [_line(made.COST_INDEXING, costs)] if costs else []
    frame = pd.DataFrame([*rows, _line(made.COST_ASKING, spent)], columns=list(made.COST_COLUMNS))
    numbers = {name: st.column_config.NumberColumn(format="localized") for name in made.COST_COLUMNS[1:]}
    st.dataframe(frame, hide_index=True, column_config=numbers, width="stretch", key="evaluate-costs")
    if costs and costs.cached:
        st.caption(made.COST_CACHED.format(cached=costs.cached, saved=costs.saved))


def _line(name: str, costs: IndexingCosts | Spent) -> tuple[object, ...]:
    failed = costs.calls_failed if isinstance(costs, IndexingCosts) else costs.failed
    return name, costs.calls, failed, costs.tokens_in, costs.tokens_out, round(costs.seconds, 1)
