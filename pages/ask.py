"""The Ask page, for every day: one question, one mode, one answer whose every sentence shows its passage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.runs import StoredRun
from core.errors import LightPrismError
from core.services.inquiries import Inquiries
from core.services.inquiry import Asked, Inquiry
from core.services.library import Contents
from pages.parts import ask_state, ask_talk, banners, words
from pages.parts import words_ask as own
from pages.parts.ask_bar import bar, refused_line, wait_line
from pages.parts.ask_going import going
from pages.parts.ask_run import Turn, ended, stored, unstored
from pages.parts.ask_state import Ask
from pages.parts.compare_intro import language, readiness


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        contents = explorer.library.contents()
        if not contents.chunks.chunks:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
            return
        _Table(explorer, contents).draw()


class _Table:
    """What one look at the page needs: the workspace, the address, the question in view."""

    def __init__(self, explorer: Any, contents: Contents) -> None:
        self.explorer, self.contents = explorer, contents
        self.documents = explorer.library.documents()
        self.revisions = {row.document.id: row.document.revision for row in self.documents}
        self.gone = self.again = ""
        ask_state.come_back(explorer.name)
        self.ask = self._usual(ask_state.read())
        self.run = self._opened()
        if self.run and not self.ask.mode:
            self.ask = replace(self.ask, mode=next(iter(self.run.traces)))
        self.before = ask_talk.earlier_runs(explorer, self.ask)
        self.inquiry = self._inquiry()
        self._cited()
        ask_state.remember(explorer.name, ask_state.read())

    def draw(self) -> None:
        if self.ask.turns:
            ask_talk.earlier(self.explorer, self.before, self.ask)
        else:
            bar(
                self.ask,
                self.run.question if self.run else self.ask.question or self.again,
                self.documents,
                self._begin,
            )
        refused_line()
        readiness(self.contents)
        language(self.explorer.library.language_note(self.explorer.embeddings.identity))
        if self.gone:
            st.warning(f"**{own.RUN_GONE}**  \n{self.gone}", icon=":material/link_off:")
        with st.container(key="ask-result"), banners.problems_shown():
            self._result()

    def _result(self) -> None:
        seen = self.inquiry.view() if self.inquiry else None
        if self.inquiry and seen and seen.active:
            if self.ask.turns:
                ask_talk.question(unstored(self.explorer, seen), self.ask, self._rewritten)
            going(self.explorer, self.inquiry, self.revisions)
            return
        if self.run is not None:
            turn = stored(self.explorer, self.run, self.inquiry)
        elif seen is not None:
            turn = unstored(self.explorer, seen)
        else:
            self._start()
            return
        self._ended(turn)

    def _ended(self, turn: Turn) -> None:
        if self.ask.turns or turn.asked != turn.question:
            ask_talk.question(turn, self.ask, self._rewritten)
        ended(
            self.explorer,
            replace(turn, cite=self.ask.cite),
            self.revisions,
            self.contents.chunks.read,
            lambda: ask_talk.follow_up(self._follow, self.explorer.answers.available),
        )

    def _start(self) -> None:
        wait_line(self.explorer)
        with st.container(border=True, key="ask-start"):
            st.subheader(own.START, anchor=False)
            st.markdown(own.START_HINT)

    # --- what is in view ---------------------------------------------------------------------------------------------

    def _usual(self, ask: Ask) -> Ask:
        """Without a graph only naive finds something."""
        if ask.mode or self.contents.chunks.read or ask.run:
            return ask
        return replace(ask, mode="naive")

    def _opened(self) -> StoredRun | None:
        if not self.ask.run:
            return None
        try:
            run: StoredRun = self.explorer.runs.open(self.ask.run)
        except LightPrismError as error:
            self.gone, self.again = f"{error.message} {error.remedy}", self._listed()
            return None
        return run if run.traces else None

    def _listed(self) -> str:
        """The question of a run that is listed and shown no more, to be asked again."""
        try:
            return str(self.explorer.runs.row(self.ask.run).question)
        except LightPrismError:
            return ""

    def _inquiry(self) -> Inquiry | None:
        """What goes on for the address; a question in it that nobody has asked yet is asked.

        Where the stored question is out of sight, because a document was withdrawn, what is remembered of it is too.
        """
        inquiries: Inquiries = self.explorer.inquiries
        if self.ask.run:
            return inquiries.of_run(self.ask.run) if self.run else None
        if not self.ask.question:
            return None
        asked = self._asked(self.ask)
        inquiry = inquiries.of(asked) or inquiries.ask(asked)
        if not (run := inquiry.view().run):
            return inquiry
        self._moved(run)
        return inquiry if self.run else None

    def _moved(self, run: str) -> None:
        """The question is stored by now: from here on the address names that."""
        self.ask = replace(self.ask, run=run)
        ask_state.stored(run)
        self.run = self._opened()

    def _cited(self) -> None:
        """A number that no passage of the answer in view has is not taken."""
        ranks = {kept.rank for trace in self.run.traces.values() for kept in trace.chunks} if self.run else set()
        if self.run and self.ask.cite and self.ask.cite not in ranks:
            ask_state.refuse(ask_state.CITE)
            self.ask = replace(self.ask, cite=0)

    def _asked(self, ask: Ask) -> Asked:
        turns = ask_talk.as_turns(self.before)
        return Asked(ask.question, ask.mode or ask_state.DEFAULT_MODE, ask.rule, turns, ask.words)

    # --- what a click does -------------------------------------------------------------------------------------------

    def _begin(self, question: str) -> None:
        """A new question, in the mode that is chosen when it is clicked."""
        now = self._usual(ask_state.read())
        self._go(replace(now, question=question, run="", turns=(), words=""))

    def _follow(self, question: str) -> None:
        now = ask_state.read()
        self._go(replace(now, question=question, run="", turns=(*now.turns, now.run), words=""))

    def _rewritten(self, question: str, text: str) -> None:
        self._go(replace(ask_state.read(), question=question, run="", words=text))

    def _go(self, ask: Ask) -> None:
        self.before = ask_talk.earlier_runs(self.explorer, ask)
        self.explorer.inquiries.ask(self._asked(ask))
        ask_state.write(ask)


page()
