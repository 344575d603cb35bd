"""What is said, and where one is led, when a link names a node that a ruling merged, renamed or split."""

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
    """Say what became of the node and give the key to show instead; None if no ruling tells, or under classic."""
    if not desk.ruled:
        return None
    ref = ref_of(key)
    became = explorer.curate.became(ref.name, ref.qualifier)
    now = [found for found in became if found != key and desk.has_entity(found)]
    if not now:
        return None
    old = safe_markdown(titled(ref.name, ref.qualifier), 80)
    names = {found: _name(desk, found) for found in now}
    if len(now) == 1:
        st.info(words.BECAME_ONE.format(old=old, new=names[now[0]]), icon=":material/alt_route:")
    else:
        st.info(words.BECAME_SEVERAL.format(old=old, count=len(now)), icon=":material/alt_route:")
        with st.container(horizontal=True, gap="small"):
            for found in now[:_SHOWN]:
                st.page_link("pages/graph.py", label=names[found], query_params=session.linked(node=found))
    return now[0]


def _name(desk: Desk, key: str) -> str:
    entity = desk.entity(key).entity
    return safe_markdown(titled(entity.name, entity.qualifier), 80)
