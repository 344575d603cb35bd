"""The Vocabulary tab: types and predicates in a table, near spellings, and what was renamed.

Draws read models; what is chosen becomes a draft, which shows its preview before it is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.names import name_key
from core.domain.vocabulary import Near
from core.services.vocabulary import RULED_BY, VocabularyDesk, WordKind, WordUse
from pages.parts import decided, rules_draft
from pages.parts import words_rules as words
from pages.parts.cards import more, seen
from pages.parts.rules_ruled import ruled
from pages.parts.text import one_line, safe_markdown

TAB = "vocabulary"
_MOST = 500


def draw(explorer: Any) -> None:
    """The whole tab."""
    desk: VocabularyDesk = explorer.vocabulary
    st.caption(words.VOCABULARY_INTRO)
    decided.shown(explorer, TAB)
    rules_draft.panel(explorer, TAB)
    kind, text = _wanted()
    found = [word for word in desk.words(kind) if name_key(text) in name_key(word.value)]
    left, right = st.columns([6, 5], gap="large")
    with left:
        _table(explorer, kind, found, len(desk.words(kind)))
    with right:
        st.subheader(words.NEAR, anchor=False)
        _near(explorer, kind, desk.near(kind))
        st.subheader(words.RULED, anchor=False)
        ruled(explorer, [r.decision for r in desk.rulings() if r.kind == kind], words.NO_WORD_RULED)


def _wanted() -> tuple[WordKind, str]:
    kinds, text = st.columns([5, 5], vertical_alignment="bottom")
    with kinds:
        kind = st.segmented_control(
            words.WORD_KIND,
            list(words.WORD_KINDS),
            required=True,
            default="type",
            format_func=words.WORD_KINDS.__getitem__,
            key="vocabulary-kind",
            label_visibility="collapsed",
        )
    with text:
        wanted = st.text_input(
            words.WORD_FILTER,
            key="vocabulary-filter",
            placeholder=words.WORD_FILTER_PLACEHOLDER,
            icon=":material/search:",
            label_visibility="collapsed",
        )
    return kind, wanted


def _table(explorer: Any, kind: WordKind, found: Sequence[WordUse], total: int) -> None:
    if not total:
        st.caption(words.NO_WORDS)
        return
    said = words.WORDS_SHOWN.format(shown=len(found), total=total)
    st.caption(f"{said} {words.WORDS_CUT.format(most=_MOST) if len(found) > _MOST else ''}")
    rows = found[:_MOST]
    frame = pd.DataFrame(
        {
            words.COLUMN_WORD: [one_line(word.value, 80) for word in rows],
            words.COLUMN_COUNT: [word.count for word in rows],
            words.COLUMN_EXAMPLES: [one_line("; ".join(word.examples), 160) for word in rows],
        }
    )
    # Other rows stand in the table after a ruling: what was picked before is not what stands there now.
    key = f"vocabulary-{kind}-{st.session_state['vocabulary-filter']}-{explorer.name}-{explorer.curate.last()}"
    event = st.dataframe(
        frame,
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="multi-row",
        height=min(560, 60 + 35 * len(rows)),
    )
    chosen = [rows[row] for row in event["selection"]["rows"] if row < len(rows)]
    if chosen:
        _rename(explorer, kind, chosen)


def _rename(explorer: Any, kind: WordKind, chosen: Sequence[WordUse]) -> None:
    best = max(chosen, key=lambda word: (word.count, word.value))
    one = words.CALL_ONE.format(word=one_line(best.value, 40))
    label = one if len(chosen) == 1 else words.CALL_SEVERAL.format(count=len(chosen))
    start = "" if len(chosen) == 1 else best.value
    to = st.text_input(
        label, start, key=f"vocabulary-to-{kind}-{'|'.join(word.value for word in chosen)}", help=words.CALL_HELP
    )
    old = [word.value for word in chosen if word.value != to.strip()]
    st.button(
        words.PREVIEW,
        key="vocabulary-preview",
        disabled=not (to.strip() and old),
        on_click=_join,
        args=(explorer, kind, old, to.strip()),
    )


def _join(explorer: Any, kind: WordKind, old: Sequence[str], to: str) -> None:
    rules_draft.put(explorer, TAB, [(RULED_BY[kind], {kind: word, "to": to}) for word in old])


def _near(explorer: Any, kind: WordKind, found: Sequence[Near]) -> None:
    st.caption(words.NEAR_HINT if found else words.NO_NEAR)
    shown = seen(f"near-{kind}", len(found))
    for near in found[:shown]:
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"near-{kind}-{near.to}"):
            others = ", ".join(safe_markdown(other, 40) for other, _ in near.others)
            why = ", ".join(dict.fromkeys(words.NEAR_WHY[why] for _, why in near.others))
            line = words.NEAR_LINE.format(to=f"**{safe_markdown(near.to, 40)}**", others=others)
            st.markdown(f"{line} :small[{words.NEAR_DIFFER.format(why=why)}]", width="stretch")
            st.button(
                words.JOIN,
                key=f"near-join-{kind}-{near.to}",
                on_click=_join,
                args=(explorer, kind, [other for other, _ in near.others], near.to),
            )
    more(f"near-{kind}", shown, len(found))
