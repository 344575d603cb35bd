"""Answers from the contexts side by side: a mode is answered when it is asked for, and fails or stops for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.answers import Answer, Quote
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.services.writing import Writing
from pages.parts import banners, compare_state, compare_stored, stars, words_compare
from pages.parts import words_answer as told
from pages.parts import words_answers as own
from pages.parts.answer_data import Shown
from pages.parts.answer_passage import open_passage
from pages.parts.answer_view import Act, Spot, answer_view
from pages.parts.ask_run import costs
from pages.parts.compare_intro import COLOURS
from pages.parts.compare_state import Ask
from pages.parts.held import held
from pages.parts.text import safe_markdown

EVERY_S = 0.5
_WANTED = "wanted"
_HELD, _PASSAGE = "lightprism.compare.answers", "lightprism.compare.passage"


@dataclass(frozen=True, slots=True)
class _Said:
    """What there is of one mode: a `writing` that goes on or ended, an `answer`, or `quotes` in place of one."""

    trace: Trace
    writing: Writing | None = None
    answer: Answer | None = None
    quotes: tuple[Quote, ...] | None = None


def answers(explorer: Any, shown: compare_stored.Shown, ask: Ask) -> dict[str, Answer]:
    """The buttons, and below them one answer after the other; the answers that are whole, by mode."""
    desk = _Desk(explorer, shown, ask)
    with st.container(key="compare-answers"):
        desk.buttons()
        desk.quote()
        said = desk.said()
        if any(one.writing and one.writing.view().active for one in said.values()):
            st.fragment(_going, run_every=EVERY_S)(desk)
        else:
            desk.draw(said)
    if clicked := st.session_state.pop(_PASSAGE, None):
        mode, act, spot = clicked
        open_passage(explorer, shown.found.traces[mode], shown.found.parameters, act, spot)
    return {mode: one.answer for mode, one in said.items() if one.answer}


def _going(desk: _Desk) -> None:
    """Drawn anew every half second; when all have ended, the page is."""
    said = desk.said()
    if not any(one.writing and one.writing.view().active for one in said.values()):
        st.rerun()
    desk.draw(said, live=True)


class _Desk:
    """The answers of one comparison."""

    def __init__(self, explorer: Any, shown: compare_stored.Shown, ask: Ask) -> None:
        self.explorer, self.shown, self.ask = explorer, shown, ask
        self.found = shown.found
        self.writes: bool = explorer.answers.available

    def buttons(self) -> None:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            about = own.HELP if self.writes else f"{own.QUOTE_HELP} {safe_markdown(self.explorer.answers.unavailable)}"
            title = own.TITLE if self.writes else own.QUOTE
            st.markdown(f":material/chat: {title}", help=about, width="content")
            for mode in self.found.traces:
                letter, name, *_ = words_compare.MODES[mode]
                label = own.MODE.format(letter=letter, mode=name)
                st.button(label, key=f"compare-answer-{mode}-go", on_click=self.begin, args=([mode],))
            st.button(
                own.ALL,
                key="compare-answer-all",
                help=own.ALL_HELP,
                on_click=self.begin,
                args=(list(self.found.traces),),
            )
        if self.writes:
            self._fit()

    def _fit(self) -> None:
        """A way to limits that the chat model can take, where these are wider."""
        fitted = self.explorer.answers.fitted(self.found.parameters, self.ask.question)
        if fitted.parameters != self.found.parameters:
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.caption(f":material/straighten: {safe_markdown(' '.join(fitted.notes), 400)}")
                st.button(own.FIT, key="compare-fit", help=own.FIT_HELP, on_click=_limit, args=(fitted.parameters,))

    def begin(self, modes: Sequence[str]) -> None:
        """Ask for answers, or for quotes where no model writes. What goes on already goes on."""
        for mode in modes:
            held, trace = self._held().get(mode), self.found.traces[mode]
            if isinstance(held, Writing) and held.view().active:
                continue
            self._held()[mode] = self.explorer.answers.begin(trace) if self.writes else _WANTED

    def quote(self) -> None:
        """Find the quotes that are wanted: in its place on the page, because it may take a moment."""
        wanted = [mode for mode, held in self._held().items() if held is _WANTED]
        if wanted:
            with st.spinner(own.QUOTING):
                for mode in wanted:
                    self._held()[mode] = self.explorer.answers.quotes(self.found.traces[mode])

    def said(self) -> Mapping[str, _Said]:
        """What there is, in the order of the modes; what was written to its end is stored with the comparison."""
        stored = self.shown.stored.answers if self.shown.stored else {}
        found = {}
        for mode, trace in self.found.traces.items():
            held = self._held().get(mode)
            if isinstance(held, Writing):
                found[mode] = _Said(trace, held, self._ended(mode, held))
            elif held is not None:
                found[mode] = _Said(trace, quotes=held)
            elif mode in stored:
                found[mode] = _Said(trace, answer=stored[mode])
        return found

    def _ended(self, mode: str, writing: Writing) -> Answer | None:
        view = writing.view()
        if view.state != "done" or view.result is None:
            return None
        kept = st.session_state.setdefault(f"{_HELD}.stored", set())
        if id(writing) not in kept and self.explorer.runs.keeps:
            kept.add(id(writing))
            run = (
                self.shown.stored.id if self.shown.stored else compare_stored.keep(self.explorer, self.found, self.ask)
            )
            self.explorer.runs.add_answer(run, mode, view.result)
            compare_stored.let_go(run)
        return view.result

    def _held(self) -> dict[str, Any]:
        """Writings and quotes of this very comparison by mode; those of others are let go when it is answered."""
        key = (self.found.asked, self.found.parameters, self.found.version)
        by_mode: dict[str, Any] = held(_HELD, key, dict)
        return by_mode

    # --- drawing -----------------------------------------------------------------------------------------------------

    def draw(self, said: Mapping[str, _Said], live: bool = False) -> None:
        for mode, one in said.items():
            with banners.problems_shown():
                self._one(mode, one, live)

    def _one(self, mode: str, one: _Said, live: bool) -> None:
        letter, name, *_ = words_compare.MODES[mode]
        view = one.writing.view() if one.writing else None
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.markdown(f":{COLOURS[mode]}-badge[**{letter}** {name}]", width="content")
            if view and view.active and one.writing:
                st.caption(self._stage(one, view.seconds), width="content")
                label = own.STOPPING if view.state == "stopping" else own.STOP
                st.button(label, icon=":material/stop_circle:", key=f"compare-stop-{mode}",
                          disabled=view.state == "stopping", on_click=one.writing.cancel)  # fmt: skip
            elif mode in self._held():
                st.button(own.CLOSE, icon=":material/close:", type="tertiary", key=f"compare-close-{mode}",
                          on_click=self._held().pop, args=(mode,))  # fmt: skip
        if view and view.state == "stopped":
            st.caption(f":material/stop_circle: {own.STOPPED}")
        elif view and view.error is not None and view.state == "failed":
            banners.problem(view.error)
        self._text(mode, one, live)

    def _stage(self, one: _Said, seconds: float) -> str:
        prompt = self.explorer.answers.prompt(one.trace)
        said = [own.READING.format(tokens=prompt.tokens)]
        wait = self.explorer.answers.wait_s(prompt)
        if wait is not None and one.writing and not one.writing.text:
            said.append(own.ABOUT.format(seconds=max(1.0, wait)))
        return " · ".join([*said, own.SO_FAR.format(seconds=seconds)])

    def _text(self, mode: str, one: _Said, live: bool) -> None:
        def act(kind: Act, spot: Spot) -> None:
            if kind == "star":
                stars.star(self.explorer, self.ask.question, spot.chunk, spot.on)
            elif not live:  # the next look would close the dialog
                st.session_state[_PASSAGE] = mode, kind, spot

        text = one.writing.text if one.writing and one.answer is None else ""
        if one.answer is None and one.quotes is None and not text:
            return
        active = bool(one.writing and one.writing.view().active)
        starred = None if active or not self.ask.question else stars.starred(self.explorer, self.ask.question)
        drawn = Shown(one.trace, one.answer, text, one.quotes, active, self._revisions(), self._changed(), starred)
        answer_view(drawn, act, key=f"compare-answer-{mode}", subject=f"{mode} {id(one.writing)}")
        if one.answer:
            st.caption(costs(one.answer), help=told.MEASURE_HELP)

    def _revisions(self) -> Mapping[str, str]:
        return {row.document.id: row.document.revision for row in self.explorer.library.documents()}

    def _changed(self) -> Mapping[str, Any]:
        return self.shown.stored.changed if self.shown.stored else {}


def _limit(parameters: Parameters) -> None:
    compare_state.write(replace(compare_state.read(), parameters=parameters))
