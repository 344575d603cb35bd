"""The passage with its names marked, and beside it all that was read from it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.readings import marked, read_by
from pages.parts import banners
from pages.parts import words_extraction as words
from pages.parts.extraction_rows import badges, calls, cost, entities, issues, relations, reply
from pages.parts.passages import passages
from pages.parts.text import safe_markdown
from pages.parts.words_settings import STYLES

_BADGES = {
    "pending": ("gray", ":material/schedule:"),
    "read": ("green", ":material/check:"),
    "failed": ("red", ":material/error:"),
}


def result(explorer: Any, reading: Any) -> None:
    """Draw both."""
    _head(reading)
    if reading.state == "failed" or reading.again == "failed":
        _failed(explorer, reading)
    elif reading.again:
        st.caption(f":material/schedule: {words.AGAIN_WAITS}")
    left, right = st.columns([5, 6], gap="medium")
    with left:
        passages([marked(reading.chunk, reading.found)], key="extraction-text", whole=True)
        if reading.found.themes:
            st.caption(f"{words.THEMES}: {safe_markdown(', '.join(reading.found.themes), 400)}")
    with right:
        if reading.state == "pending":
            banners.empty(words.NOT_READ, words.NOT_READ_HINT)
        elif reading.state == "failed":
            calls(reading.found.calls)
        else:
            _aliases(explorer, reading.chunk.id)
            _found(reading)


def _aliases(explorer: Any, chunk: str) -> None:
    """Names that bring their translation: said, and left as they are."""
    for proposal in explorer.library.alias_proposals(chunk):
        name, alias = safe_markdown(proposal.name, 80), safe_markdown(proposal.alias, 80)
        st.caption(f":material/translate: {words.ALIAS.format(name=name, alias=alias)}")


def _head(reading: Any) -> None:
    colour, icon = _BADGES[reading.state]
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="extraction-head"):
        st.badge(words.BADGES[reading.state], color=colour, icon=icon)
        if reading.state == "read":
            about = words.READER_HELP.format(reader=reading.reader.replace("`", "'"))
            st.markdown(who(reading.reader), help=about, width="content")
        badges(reading.found.flags)
        st.caption(cost(reading.found), width="content")


def who(reader: str) -> str:
    """Who read it, in a few words."""
    by = read_by(reader)
    style = STYLES[by.style][0] if by.style else ""
    return words.READ_BY[by.kind].format(name=safe_markdown(by.name.partition("@")[0], 80), style=style)


def _failed(explorer: Any, reading: Any) -> None:
    with st.container(border=True, key="extraction-failed"):
        title = words.AGAIN_FAILED if reading.again else words.FAILED
        tried = f" {words.FAILED_TIMES.format(count=reading.attempts)}" if reading.attempts > 1 else ""
        st.error(f"**{title}**  \n{safe_markdown(reading.reason, 600)}{tried}", icon=":material/error:")
        if reading.failed_reply:
            st.caption(words.FAILED_REPLY)
            reply(reading.failed_reply, words.NO_REPLY)
        st.button(
            words.RETRY,
            icon=":material/refresh:",
            key="extraction-retry",
            disabled=not explorer.writable or explorer.job.progress().active,
            on_click=_retry,
            args=(explorer, reading.chunk.id),
        )


def _retry(explorer: Any, chunk: str) -> None:
    if explorer.library.retry_failed(chunk):
        explorer.job.start()


def _found(reading: Any) -> None:
    found = reading.found
    counted = (
        (words.ENTITIES, len(found.entities)),
        (words.RELATIONS, len(found.relations)),
        (words.ISSUES, len(found.issues)),
    )
    labels = [words.COUNTED.format(label=label, count=count) for label, count in counted]
    tabs = st.tabs([*labels, words.REPLY, words.COUNTED.format(label=words.CALLS, count=len(found.calls))])
    key = f"extraction-{reading.chunk.id}"
    with tabs[0]:
        entities(found.entities, f"{key}-entities")
    with tabs[1]:
        relations(found.relations, f"{key}-relations")
    with tabs[2]:
        issues(found.issues, f"{key}-issues")
    with tabs[3]:
        reply(found.reply, words.NO_RAW)
    with tabs[4]:
        calls(found.calls)
