"""What an experiment said of the passage that is asked about: its stage and sentence, where a miss led to Compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.domain.evaluation import Experiment, Loss, misses, rows
from core.errors import LightPrismError
from pages.parts import words_evaluate as stages
from pages.parts import words_experiment as own
from pages.parts.compare_state import Ask
from pages.parts.text import safe_markdown
from pages.parts.words_compare import MODES as NAMES

MISS = "miss"
"""In the address: the experiment whose miss is looked at."""


def told(explorer: Any, ask: Ask) -> None:
    """The stages of the passage under this question; nothing where no miss of a kept experiment led here."""
    wanted = st.query_params.get(MISS, "")
    if not (wanted and ask.why) or getattr(explorer, "viewer", None) is not None:
        return
    try:
        found: Experiment = explorer.evaluate.open(wanted)
    except LightPrismError:
        return
    lines = list(_lines(found, ask))
    if lines:
        with st.container(border=True, key="compare-miss"):
            st.caption(own.FROM_MISS.format(title=safe_markdown(found.plan.title, 80)))
            st.markdown("\n\n".join(lines))


def _lines(found: Experiment, ask: Ask) -> Iterator[str]:
    """Modes that lost it alike share a line."""
    alike: dict[Loss, list[str]] = {}
    for miss in misses(row for row in rows(found) if row[0].text == ask.question):
        for loss in miss.losses:
            if loss.chunk == ask.why:
                alike.setdefault(loss, []).append(NAMES[miss.mode][1])
    for loss, modes in alike.items():
        yield own.MISS_SAID.format(
            stage=stages.STAGES[loss.stage][0], modes=", ".join(modes), said=safe_markdown(loss.said, 600)
        )
