"""What the models were asked so far: reading apart from questions and trials, by model."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.services.library import Costs
from pages.parts import banners
from pages.parts import words_documents as words
from pages.parts.figures import duration
from pages.parts.text import one_line


def cost(explorer: Any) -> None:
    """One line for each kind of work and model."""
    costs = explorer.library.costs()
    table = frame(costs)
    if table.empty:
        banners.empty(words.COST_NONE, words.COST_NONE_HINT)
        return
    st.caption(words.COST_HINT)
    numbers = {name: st.column_config.NumberColumn(format="localized") for name in words.COST_NUMBERS}
    st.dataframe(table, hide_index=True, key="cost-table", column_config=numbers)
    if saved := sum(row.saved for rows in (costs.indexing, costs.questions, costs.trials) for row in rows):
        st.caption(words.COST_SAVED.format(tokens=saved))


def frame(costs: Costs) -> pd.DataFrame:
    """Reading first, then questions, then trials."""
    jobs = zip(words.COST_JOBS, (costs.indexing, costs.questions, costs.trials), strict=True)
    rows = [
        (job, one_line(c.model, 80), c.calls, c.tokens_in, c.tokens_out, duration(c.seconds), c.failed, c.cached)
        for job, found in jobs
        for c in found
    ]
    return pd.DataFrame(rows, columns=list(words.COST_COLUMNS))
