"""How far reading has come: a panel that draws itself anew while the job runs, and only then.

The job runs outside any page, so the panel shows the same after a reload and in a second tab.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from core.services.jobs import Progress
from pages.parts import banners
from pages.parts import words_documents as words
from pages.parts.documents_plan import begin, start_button, waiting_of
from pages.parts.figures import duration
from pages.parts.text import safe_markdown

_EVERY_S = 1.0


def panel(explorer: Any, *, quiet: bool = False) -> bool:
    """Draw the panel; whether it shows work to be done. `quiet` leaves out what is merely good news."""
    active = explorer.job.progress().active
    chunks = explorer.library.contents().chunks
    if not active and not chunks.chunks:
        return False
    if not active and not explorer.writable:
        return False
    st.fragment(_panel, run_every=_EVERY_S if active else None)(explorer, active, quiet)
    return active or waiting_of(explorer) > 0


def _panel(explorer: Any, was_active: bool, quiet: bool) -> None:
    progress = explorer.job.progress()
    if progress.active != was_active:
        st.rerun()  # the whole page: what it shows has changed, and whether this panel needs a timer
    elif progress.active:
        _running(explorer, progress)
    else:
        _resting(explorer, progress, quiet)


def _running(explorer: Any, progress: Progress) -> None:
    name, about = words.STAGES.get(progress.stage, words.STAGES[""])
    with st.container(border=True, key="reading"):
        st.markdown(f"**{name}**  \n:small[{about}]")
        st.progress(_share(progress), text=" · ".join(figures(progress)) or None)
        if progress.current and progress.stage == "reading":
            st.caption(words.LATEST.format(name=safe_markdown(progress.current.rpartition("#")[0], 80)))
        with st.container(horizontal=True, vertical_alignment="center"):
            _controls(explorer.job, progress)
            st.caption({"stopping": words.STOPPING, "paused": words.PAUSED}.get(progress.state, words.USABLE))


def _controls(job: Any, progress: Progress) -> None:
    stopping = progress.state == "stopping"
    if progress.state == "paused":
        st.button(words.RESUME, icon=":material/play_arrow:", type="primary", key="reading-resume", on_click=job.resume)
    elif progress.stage == "reading":
        st.button(
            words.PAUSE,
            icon=":material/pause_circle:",
            help=words.PAUSE_HELP,
            key="reading-pause",
            disabled=stopping,
            on_click=job.pause,
        )
    st.button(
        words.STOP,
        icon=":material/stop_circle:",
        help=words.STOP_HELP,
        key="reading-stop",
        disabled=stopping,
        on_click=job.cancel,
    )


def _share(progress: Progress) -> float:
    return min(1.0, progress.done / progress.total) if progress.total else 0.0


def figures(progress: Progress) -> list[str]:
    """Steps done, rate, time left and failures: whatever is known by now."""
    figures = []
    if progress.total:
        figures.append(words.STEPS_DONE.format(done=progress.done, total=progress.total))
    if progress.rate:
        figures.append(
            words.RATE.format(rate=f"{progress.rate:.1f}" if progress.rate < 10 else f"{progress.rate:,.0f}")
        )
    if progress.seconds_left is not None and progress.done < progress.total:
        figures.append(words.LEFT.format(time=duration(progress.seconds_left)))
    if progress.failed:
        figures.append(words.FAILED_SO_FAR.format(count=progress.failed))
    return figures


def _resting(explorer: Any, progress: Progress, quiet: bool) -> None:
    chunks, waiting = explorer.library.contents().chunks, waiting_of(explorer)
    failures = len(explorer.library.failures())
    if progress.state == "failed":
        banners.problem(LightPrismError(progress.message, progress.remedy))
    if waiting:
        _waiting(explorer, progress, chunks, waiting)
    elif failures:
        _some_failed(explorer, chunks, failures)
    elif progress.state == "failed":
        start_button(explorer, words.TRY_AGAIN)
    elif not quiet:
        st.caption(f":material/check_circle: {words.ALL_READ.format(chunks=chunks.chunks)}")
        _behind(explorer)


def _waiting(explorer: Any, progress: Progress, chunks: Any, waiting: int) -> None:
    begun = bool(chunks.read or chunks.failed) or progress.state == "stopped"
    label = words.TRY_AGAIN if progress.state == "failed" else words.GO_ON if begun else words.BEGIN
    with st.container(border=True, key="waiting"):
        st.markdown(" ".join(_standing(progress, chunks, waiting)))
        begin(explorer, label, waiting)


def _standing(progress: Progress, chunks: Any, waiting: int) -> Iterator[str]:
    """Why reading rests, and what waits: not read yet, or to be read again."""
    done, again = progress.done + progress.failed, waiting - chunks.pending
    if progress.state == "stopped":
        yield words.STOPPED
    if progress.state == "done" and progress.left and done:
        yield words.LIMIT_ONE if done == 1 else words.LIMIT_REACHED.format(done=done)
    if chunks.pending:
        yield words.WAITING.format(pending=chunks.pending, chunks=chunks.chunks)
    if again > 0:
        yield words.AGAIN_ONE if again == 1 else words.AGAIN.format(again=again)


def _some_failed(explorer: Any, chunks: Any, failures: int) -> None:
    with st.container(border=True, key="some-failed"):
        text = words.SOME_FAILED.format(failed=failures, chunks=chunks.chunks, read=chunks.read)
        st.markdown(f":material/warning: {text}")
        st.button(words.RETRY, icon=":material/refresh:", key="reading-retry", on_click=retry, args=(explorer,))


def _behind(explorer: Any) -> None:
    if not all(state.current for state in explorer.library.collections()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(words.COLLECTIONS_BEHIND)
            start_button(explorer, words.UPDATE, primary=False)


def retry(explorer: Any, chunk: str | None = None) -> None:
    """Read the failed passages, or one of them, again: now, unless others wait that nobody has asked for yet."""
    others = waiting_of(explorer)
    if explorer.library.retry_failed(chunk):
        if others:
            st.toast(words.WAITS_NOW, icon=":material/schedule:")
        else:
            explorer.job.start()
