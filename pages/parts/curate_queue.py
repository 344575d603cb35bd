"""The queue: one finding per screen, dealt with by single keys; what is skipped can come again, all can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.services.worklist import Item, Listed, State, Wanted
from pages.parts import banners, curate_state, diagnose_progress, focus
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_bar as bar
from pages.parts import diagnose_state as state
from pages.parts import words_curate as words
from pages.parts.curate_alike import alike
from pages.parts.curate_proposal import proposal
from pages.parts.curate_state import Queue
from pages.parts.diagnose_evidence import evidence
from pages.parts.diagnose_head import badges, sentence
from pages.parts.diagnose_list import note

_FINDING = "finding"
READ_S = 0.3
"""Nobody reads a finding in less: the key was pressed twice, or held, and meant the one before."""
_SHOW: tuple[State, ...] = ("open", "unsure")


@st.fragment
def draw(explorer: Any) -> None:
    """Draw the queue: a key reruns only this."""
    with banners.problems_shown():
        diagnose_progress.begin(explorer, "careful")
        acts.drawn(explorer)
        wanted = _wanted()
        listed: Listed = explorer.worklist.listed(wanted)
        diagnose_progress.progress(explorer, listed.survey)
        _filters(explorer, listed, wanted)
        ids = [item.id for item in listed.items]
        queue = curate_state.read((explorer.name, wanted.state, wanted.kind, wanted.document), ids)
        if _FINDING in st.query_params:
            queue = curate_state.open_at(queue, st.query_params.pop(_FINDING))
        item = next((each for each in listed.items if each.id == queue.current), None)
        if item is None:
            _ended(explorer, listed, wanted, queue)
        else:
            _screen(explorer, listed, queue, item)


def _wanted() -> Wanted:
    asked = state.wanted()
    return Wanted(state="unsure" if asked.state == "unsure" else "open", kind=asked.kind, document=asked.document)


def _filters(explorer: Any, listed: Listed, wanted: Wanted) -> None:
    with st.spinner(banners.words.OPENING):
        titles = {facet.value: facet.label for facet in explorer.browse.desk().overview.documents}
    show, kind, document = st.columns([2, 2, 2], vertical_alignment="bottom")
    with show:
        bar.states(listed, wanted, _SHOW)
    with kind:
        bar.one_kind(listed, wanted)
    with document:
        bar.documents(listed, wanted, titles)


# --- one screen ------------------------------------------------------------------------------------------------------


def _screen(explorer: Any, listed: Listed, queue: Queue, item: Item) -> None:
    there = frozenset(each.id for each in listed.items)
    free = acts.ready(explorer)
    acts.notice(explorer, undo=False)
    _progress(queue, there)
    with st.container(border=True, key="queue-finding"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            badges(item, listed.survey.entities)
        with st.container(key="queue-sentence"):
            sentence(item)
        _keys(explorer, queue, item, there, free)
        if _noting(item):
            note(explorer, item, lambda done: curate_state.dealt(curate_state.held(queue), [item.id], done.seqs))
        proposal(explorer, queue, item, free)
        evidence(explorer, item.finding, "careful")
    if free:
        alike(explorer, listed, queue, item)
    focus.once(words.KEYS["right"][1], "queue-once")
    curate_state.drawn(item.id)


def _progress(queue: Queue, there: frozenset[str]) -> None:
    done, total = queue.behind(there), len(queue.ids)
    said = [words.PROGRESS.format(at=queue.at + 1, total=total)]
    if done:
        said.append(words.PROGRESS_DONE.format(done=done))
    if queue.skipped:
        said.append(words.PROGRESS_SKIPPED.format(skipped=len(queue.skipped)))
    st.progress(done / total if total else 0.0, text=" · ".join(said))


def _noting(item: Item) -> bool:
    """Whether a note is being written: then no letter is a key."""
    return state.asked() == f"unsure {item.id}"


def _keys(explorer: Any, queue: Queue, item: Item, there: frozenset[str], free: bool) -> None:
    """The buttons, each with its key."""
    taking, noting = state.asked() == f"take {item.id}", _noting(item)

    def right(now: Queue) -> None:
        read = curate_state.seen_for(item.id) >= READ_S
        made = acts.right(explorer, [item.finding]) if read else None
        if made is not None:
            curate_state.dealt(now, [item.id], made.seqs)

    def on_it(act: Callable[[Queue], Any]) -> Callable[[], None]:
        """What is done to this finding: once, and not in the middle of a note."""

        def pressed() -> None:
            now = curate_state.held(queue)
            if now.current == item.id and not _noting(item) and not _also_pressed("unsure", item):
                act(now)

        return pressed

    def ask(what: str) -> Callable[[], None]:
        return on_it(lambda _: state.ask(f"{what} {item.id}"))

    with st.container(horizontal=True, gap="small", key="queue-keys"):
        if not taking:
            off = not free or item.finding.proposal is None
            _key("take", item, ask("take"), off or noting)
        _key("two" if acts.is_pair(item.finding) else "right", item, on_it(right), not free or noting)
        _key("skip", item, on_it(curate_state.skip), noting)
        _key("unsure", item, lambda: state.ask(f"unsure {item.id}"), not free or noting or item.unsure is not None)
        _key("back", item, on_it(lambda now: curate_state.back(now, there)), noting or queue.at == 0)
        _undo(explorer, queue, item, free and not noting)


def _undo(explorer: Any, queue: Queue, item: Item | None, free: bool) -> None:
    """The last step of the queue; one that was taken back elsewhere is let go of, which is said."""

    def undo() -> None:
        now = curate_state.held(queue)
        noting = item is not None and (_noting(item) or _also_pressed("unsure", item))
        seqs = () if noting else curate_state.last_seqs(now)
        if seqs and acts.back(explorer, seqs):
            curate_state.undone(now)

    _key("undo", item, undo, not free or not curate_state.last_seqs(queue))


def _also_pressed(name: str, item: Item) -> bool:
    """Whether this key came in the same moment: then the letters after it belong to the note."""
    return bool(st.session_state.get(f"queue-{name}-{item.id}"))


def _key(name: str, item: Item | None, act: Callable[[], Any], off: bool = False) -> None:
    """A button of this finding alone: a key that is pressed late does nothing to the next one."""
    label, key, about = words.KEYS[name]
    look: Any = "primary" if name == "take" else "secondary"
    own = f"queue-{name}-{item.id}" if item is not None else f"queue-{name}"
    st.button(label, shortcut=key, key=own, on_click=act, disabled=off, help=about or None, type=look)


# --- the end ---------------------------------------------------------------------------------------------------------


def _ended(explorer: Any, listed: Listed, wanted: Wanted, queue: Queue) -> None:
    """Nothing is left, or only what was skipped."""
    if queue.ids:
        done, skipped = queue.behind(frozenset(item.id for item in listed.items)), len(listed.items)
        banners.empty(words.DONE_TITLE, words.DONE_HINT.format(done=done, skipped=skipped))
        with st.container(horizontal=True, gap="small"):
            if skipped:
                st.button(words.DONE_AGAIN, key="queue-again", on_click=lambda: curate_state.again(queue))
            _undo(explorer, queue, None, acts.ready(explorer))
    elif listed.survey.whole:
        hint = words.EMPTY_UNSURE if wanted.state == "unsure" else words.EMPTY_HINT
        filtered = wanted.kind or wanted.document
        banners.empty(words.EMPTY_TITLE, words.EMPTY_FILTERED if filtered else hint, "diagnose", words.GO_DIAGNOSE)
    acts.notice(explorer, undo=False)
