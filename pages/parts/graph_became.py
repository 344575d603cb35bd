"""What is said, and where one is led, when a node is gone: a ruling moved it, or the other rule keys it otherwise."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.names import ref_of
from core.services.browse import Desk
from pages.parts import session
from pages.parts import words_rules as words
from pages.parts.text import safe_markdown, titled

_SHOWN = 8


def told(explorer: Any, desk: Desk, key: str) -> str | None:
    """Say what became of the node and give the key to show instead; None if neither a ruling nor a name tells."""
    ref = ref_of(key)
    rulings = desk.ruled and not session.viewing()  # what they did tells names that a viewer may not know
    became = explorer.curate.became(ref.name, ref.qualifier) if rulings else ()
    moved = [found for found in became if found != key and desk.has_entity(found)]
    now = moved or list(desk.named(key) or desk.named(ref.name))
    if not now:
        return None
    one, several = (words.BECAME_ONE, words.BECAME_SEVERAL) if moved else (words.CALLED_ONE, words.CALLED_SEVERAL)
    old = safe_markdown(titled(ref.name, ref.qualifier), 80)
    names = {found: _name(desk, found) for found in now}
    if len(now) == 1:
        st.info(one.format(old=old, new=names[now[0]]), icon=":material/alt_route:")
    else:
        st.info(several.format(old=old, count=len(now)), icon=":material/alt_route:")
        with st.container(horizontal=True, gap="small"):
            for found in now[:_SHOWN]:
                st.page_link("pages/graph.py", label=names[found], query_params=session.linked(node=found))
    return now[0]


def _name(desk: Desk, key: str) -> str:
    entity = desk.entity(key).entity
    return safe_markdown(titled(entity.name, entity.qualifier), 80)
