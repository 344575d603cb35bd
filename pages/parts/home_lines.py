"""One line of what was asked or opened: icon, what it was, when, and the link that opens it again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from core.domain.runs import RunRow
from core.services.history import Line
from pages.parts import session
from pages.parts import words_home as words
from pages.parts.compare_limits import limits
from pages.parts.documents_table import DOC
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_compare import MODES

_LONGEST = 110
_ALL_FROM = 4
_PAGES = {"entity": ("graph", "node"), "relation": ("graph", "edge"), "document": ("documents", DOC)}


def link(line: Line) -> None:
    """The link with its label; a question is cut where it is long."""
    page, address = target(line)
    st.page_link(
        f"pages/{page}.py",
        label=safe_markdown(line.recent.label, _LONGEST) or words.SORTS[line.sort][1],
        icon=icon(line),
        help=None if len(line.recent.label) <= _LONGEST else safe_markdown(line.recent.label, 600),
        query_params=session.linked(**address),
    )


def target(line: Line) -> tuple[str, dict[str, str]]:
    """The page that shows it, and what its address says."""
    if line.run is not None:
        return line.run.page, {"run": line.run.id}
    if line.recent.kind == "chunk":
        return "documents", {DOC: line.recent.key.rpartition("#")[0]}
    page, field = _PAGES[line.recent.kind]
    return page, {field: line.recent.key}


def icon(line: Line) -> str:
    return words.SORTS[line.sort][2] if line.run is not None else words.OPENED_KINDS[line.recent.kind][1]


def about(line: Line, now: datetime | None = None) -> str:
    """`★ · Question · Mix, answered · today 14:05`, as Markdown."""
    what = words.OPENED_KINDS[line.recent.kind][0] if line.run is None else words.SORTS[line.sort][1]
    star = words.STARRED if line.run is not None and line.run.starred else ""
    run = _modes(line.run) if line.run is not None else ""
    earlier = _earlier(line.run) if line.run is not None else ""
    numbers = limits(line.run) if line.run is not None and line.run.page == "compare" else ""
    return " · ".join(part for part in (star, what, run, numbers, earlier, moment(line.recent.at, now)) if part)


def _modes(run: RunRow) -> str:
    names = [safe_markdown(MODES[mode][1] if mode in MODES else one_line(mode, 20)) for mode in run.modes]
    shown = words.ALL_MODES.format(count=len(names)) if len(names) >= _ALL_FROM else ", ".join(names)
    return f"{shown}, {words.ANSWERED}" if run.answered and shown else shown


def _earlier(run: RunRow) -> str:
    """Of which document it shows an earlier version; such a run can't be opened."""
    return words.EARLIER.format(document=safe_markdown(run.earlier[0], 60)) if run.earlier else ""


def moment(at: str, now: datetime | None = None) -> str:
    """When it was, on the reader's clock: `today 14:05`, `28 Nov 14:05`, `28 Nov 2025`."""
    zone = _zone()
    try:
        then = datetime.fromisoformat(at).astimezone(zone)
    except ValueError:
        return safe_markdown(at, 20)
    here = (now or datetime.now(UTC)).astimezone(zone)
    time = f"{then:%H:%M}"
    if then.date() == here.date():
        return words.TODAY.format(time=time)
    if then.date() == (here - timedelta(days=1)).date():
        return words.YESTERDAY.format(time=time)
    return f"{then.day} {then:%b} {time}" if then.year == here.year else f"{then.day} {then:%b %Y}"


def _zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
