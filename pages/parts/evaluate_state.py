"""Which experiment is looked at: its id stands in the address (`?run=`), the latest one where none does."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.evaluation import Experiment
from core.errors import LightPrismError
from pages.parts import banners
from pages.parts import words_experiment as own

RUN = "run"


def shown(explorer: Any, known: tuple[Experiment, ...]) -> Experiment | None:
    """The one that the address names, else the one just run where nothing is kept, else the latest."""
    wanted = st.query_params.get(RUN, "")
    held: Experiment | None = explorer.evaluate.view().result
    if wanted:
        try:
            opened: Experiment = explorer.evaluate.open(wanted)
            return opened
        except LightPrismError as error:
            if held is not None and held.id == wanted:
                return held
            st.query_params.pop(RUN, None)
            banners.problem(error)
    return known[0] if known else held


def look(id_: str) -> None:
    """Show this one from now on."""
    st.query_params[RUN] = id_


def hidden(explorer: Any) -> None:
    """How many experiments are out of sight, and why."""
    if count := explorer.evaluate.hidden():
        told = own.HIDDEN_ONE if count == 1 else own.HIDDEN.format(count=count)
        st.caption(f":material/visibility_off: {told}")
