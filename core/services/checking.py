"""Checks a text as an answer to a trace, and quotes the trace where no answer is written. Asks no chat model."""

from __future__ import annotations

from core.domain.answers import Answer, Quote
from core.domain.citations import check_citations
from core.domain.quotes import choose_quotes, quotable
from core.domain.recipe import language_of
from core.domain.support import Draft, Ground
from core.domain.trace import Trace
from core.domain.verdicts import NOT_FOUND
from core.services.likeness import LEAST, LikenessDesk

FOREIGN = "A sentence in another script than its passages can't be compared by words: it was not measured."


class Checker:
    """Measures by the embedder, asked once for each text; by shared words where none answers."""

    def __init__(self, likeness: LikenessDesk) -> None:
        self._likeness = likeness

    def checked(self, text: str, trace: Trace, incomplete: bool = False) -> Answer:
        """Any text as an answer to this trace: citations checked, sentences measured."""
        ground = Ground(trace)
        cited = check_citations(text.strip(), ground.chunks)
        draft = Draft(cited, ground)
        likeness, measure, note = self._likeness.measure(draft.texts)
        sentences = draft.judged(likeness, LEAST[measure])
        kinds = {sentence.kind for sentence in sentences}
        notes = [note, FOREIGN if any(s.kind == "statement" and s.support is None for s in sentences) else ""]
        return Answer(
            text=cited.text,
            sentences=sentences,
            citations=tuple(dict.fromkeys(mark.number for mark in cited.marks)),
            removed=cited.removed,
            not_found="not found" in kinds and "statement" not in kinds,
            incomplete=incomplete,
            marks=cited.marks,
            measure=measure,
            notes=tuple(filter(None, notes)),
        )

    def nothing(self, trace: Trace) -> Answer:
        """The answer to a trace that kept nothing: the documents don't say."""
        found = self.checked(NOT_FOUND[language_of(trace.question)], trace)
        return Answer(
            found.text, found.sentences, not_found=True, notes=("Nothing was retrieved, so no model was asked.",)
        )

    def quotes(self, trace: Trace, most: int) -> tuple[Quote, ...]:
        """The sentences of the packed passages that come nearest to the question, best first."""
        ground = Ground(trace)
        held = quotable(trace.question, ground)
        likeness, _, _ = self._likeness.measure((trace.question, *(one.text for one in held)))
        return choose_quotes(trace.question, held, likeness, ground, most)
