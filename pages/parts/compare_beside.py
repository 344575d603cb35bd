"""An earlier comparison laid beside the one in view: how it was asked in another way, what came in and what went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from core.domain.answers import Answer
from core.domain.differences import Change, Named, changes, differs
from core.domain.report import Facts, report
from core.domain.runs import StoredRun
from core.errors import UnknownName
from pages.parts import compare_state, compare_stored, words_compare
from pages.parts import words_explain as own
from pages.parts.compare_intro import COLOURS
from pages.parts.compare_limits import limits
from pages.parts.compare_state import Ask
from pages.parts.text import safe_markdown

_OFFERED, _NAMED = 10, 12
_MARKS = {"entity": "E", "relation": "R", "chunk": "P"}


def actions(explorer: Any, shown: compare_stored.Shown, ask: Ask) -> None:
    """A link to what is in view, and the choice of what to lay beside it."""
    with st.popover(own.BESIDE, icon=":material/difference:", help=own.BESIDE_HELP, width="content"):
        _choices(explorer, shown, ask)
    with st.popover(own.LINK, icon=":material/link:", help=own.RUN_LINK_HELP, width="content"):
        _link(explorer, shown, ask)


def _choices(explorer: Any, shown: compare_stored.Shown, ask: Ask) -> None:
    """Earlier comparisons, those of the same question first."""
    here = shown.stored.id if shown.stored else compare_stored.is_kept(shown.found)
    rows = [row for row in explorer.runs.list(page="compare", limit=50) if row.id != here]
    rows.sort(key=lambda row: row.question != ask.question)  # stable: latest first within each
    if not rows:
        st.caption(own.BESIDE_NONE)
    for row in rows[:_OFFERED]:
        star = "★ " if row.starred else ""
        numbers = f" ({said})" if (said := limits(row)) else ""
        label = f"{star}**{when(row.at)}** {safe_markdown(row.question, 70)}{numbers}"
        st.button(label, key=f"compare-beside-{row.id}", type="tertiary", on_click=_lay, args=(row.id,))


def _lay(id_: str) -> None:
    compare_state.write(replace(compare_state.read(), beside=id_))


def _link(explorer: Any, shown: compare_stored.Shown, ask: Ask) -> None:
    id_ = shown.stored.id if shown.stored else compare_stored.is_kept(shown.found)
    if not explorer.runs.keeps:
        st.caption(own.RUN_NOT_KEPT)
    elif id_:
        st.caption(own.RUN_LINK_HELP)
        st.code(link(id_), language=None, wrap_lines=True)
    else:
        st.caption(own.RUN_KEEP_HELP)
        st.button(own.RUN_KEEP, key="compare-keep", on_click=compare_stored.keep, args=(explorer, shown.found, ask))


def link(id_: str) -> str:
    """The address that opens a run."""
    page = str(st.context.url or "").partition("?")[0]
    return compare_state.address(page, id_)


def banner(shown: compare_stored.Shown) -> None:
    """That what is in view is one of before, and what has changed since."""
    run = shown.stored
    if run is None:
        return

    def again() -> None:
        compare_state.write(replace(compare_state.read(), run=""))

    said, since = _said(run)
    with st.container(border=True, key="compare-stored"):
        text, button = st.columns([4, 1], vertical_alignment="center", gap="small")
        text.markdown(f":material/history: {said} {since}")
        button.button(own.RUN_AGAIN, icon=":material/refresh:", key="compare-now", on_click=again, width="stretch")


def _said(run: StoredRun) -> tuple[str, str]:
    """When it was stored, and what has changed; a viewer is told of its own passages only."""
    if not any(run.version):
        return own.RUN_OPENED_SEEN.format(at=when(run.at)), own.RUN_CHANGED_SEEN if run.changed else own.RUN_SAME_SEEN
    same = run.current and not run.changed
    said = own.RUN_OPENED.format(at=when(run.at), version=".".join(map(str, run.version)))
    return said, own.RUN_SAME if same else own.RUN_CHANGED


def when(at: str) -> str:
    """A stored time to the minute."""
    return at[:16].replace("T", " ")


# --- before and after -------------------------------------------------------------------------------------------------


def beside(explorer: Any, shown: compare_stored.Shown, ask: Ask) -> tuple[Change, ...]:
    """The panel, and the changes for a report; nothing where nothing is laid beside."""
    if not ask.beside:
        return ()
    try:
        before = compare_stored.stored(explorer, ask.beside)
    except UnknownName as error:
        st.warning(f"{safe_markdown(error.message)} {safe_markdown(error.remedy)}", icon=":material/link_off:")
        _close()
        return ()
    found = changes(before.traces, shown.found.traces)
    with st.container(border=True, key="compare-beside"):
        _head(before.at, differs(compare_stored.asked_of_run(before), shown.asked), before)
        if all(change.same for change in found):
            st.markdown(own.BESIDE_SAME)
            return found
        for number, change in enumerate(found):
            _change(change, found[:number])
    return found


def _head(at: str, names: Sequence[str], before: Any) -> None:
    engine = ", ".join(safe_markdown(value, 40) for value in before.engine.values())
    what = [own.DIFFERENCES[name].format(before=engine) for name in names if name in own.DIFFERENCES]
    numbers = [words_compare.PARAMETER[name][0] for name in names if name in words_compare.PARAMETER]
    if numbers:
        what.append(own.DIFFERENCES["parameters"].format(which=", ".join(numbers)))
    with st.container(horizontal=True, vertical_alignment="center"):
        said = own.BESIDE_DIFFERS.format(at=when(at), what=", ".join(what) or own.DIFFERENCES["none"])
        st.markdown(f"**{own.BESIDE_TITLE}** {said}")
        st.space("stretch")
        _close()


def _close() -> None:
    st.button(
        own.BESIDE_CLOSE,
        icon=":material/close:",
        type="tertiary",
        key="compare-beside-close",
        on_click=_lay,
        args=("",),
    )


def _change(change: Change, earlier: Sequence[Change]) -> None:
    """A mode; of one that changes as an earlier one does, only that."""
    letter, name, *_ = words_compare.MODES[change.mode]
    before, now = change.tokens
    badge = f":{COLOURS[change.mode]}-badge[**{letter}** {name}]"
    lines = [f"{badge} {own.BESIDE_TOKENS.format(before=before, now=now)}"]
    if change.same:
        lines[0] += f" – {own.BESIDE_SAME}"
    alike = next((one for one in earlier if (one.came, one.went) == (change.came, change.went)), None)
    if alike and not change.same:
        lines[0] += f" – {own.BESIDE_AS.format(mode=words_compare.MODES[alike.mode][1])}"
        st.markdown(lines[0])
        return
    for sign, label, items in (("+", own.BESIDE_CAME, change.came), ("−", own.BESIDE_WENT, change.went)):
        if items:
            lines.append(f"**{sign} {label} ({len(items)})**: {_named(items)}")
    st.markdown("  \n".join(lines))


def _named(items: Sequence[Named]) -> str:
    shown = ", ".join(f"**{_MARKS[one.kind]}** {safe_markdown(one.label, 60)}" for one in items[:_NAMED])
    more = f" {words_compare.AND_MORE.format(count=len(items) - _NAMED)}" if len(items) > _NAMED else ""
    return f"{shown}{more}"


# --- files ------------------------------------------------------------------------------------------------------------


def download_report(shown: compare_stored.Shown, answers: Mapping[str, Answer], found: Sequence[Change]) -> None:
    """What each mode gave and why, as a Markdown file."""

    def content() -> str:
        at = when(shown.stored.at if shown.stored else datetime.now(UTC).isoformat())
        return report(shown.found.traces, Facts(shown.asked, at, answers, found))

    st.download_button(
        own.REPORT,
        content,
        "comparison.md",
        "text/markdown",
        key="compare-report",
        help=own.REPORT_HELP,
        icon=":material/article:",
        on_click="ignore",
    )
