"""What a kept support is called now, over the passages there are; writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.evaluation.questions import KINDS, Question, unfit
from core.domain.identity import text_hash
from core.domain.records import Chunk
from core.store.question_sets import StoredQuestion, Support


@dataclass(frozen=True, slots=True)
class Kept:
    """A question of a set, its support as it is called now; `reason` says why it is not asked, empty if it is.

    `row` of the question counts from 1 through the set. `aside` counts supports that an unanswerable one keeps for when
    it is said to be answerable again.
    """

    question: Question
    reason: str = ""
    aside: int = 0


class Supports:
    """Names to supports, over the passages there are."""

    def __init__(self, chunks: Mapping[str, Chunk]) -> None:
        self._chunks = chunks
        self._documents = {chunk.document for chunk in chunks.values()}

    def of(self, name: str) -> Support:
        """A document goes before a passage; what is not here is taken for a passage of what stands before its `#`."""
        if name in self._documents or "#" not in name:
            return Support(name, name)
        found = self._chunks.get(name)
        return support_of(found) if found else Support(name, name.rpartition("#")[0])


class Standing:
    """What becomes of supports over the passages there are."""

    def __init__(self, chunks: Mapping[str, Chunk]) -> None:
        self._chunks = chunks
        self._by_document: dict[str, dict[str, str]] = {}

    def kept(self, row: int, stored: StoredQuestion) -> Kept:
        called = tuple(dict.fromkeys(self.now(one) or one.id for one in stored.support))
        if stored.kind == KINDS[-1]:
            return Kept(Question(row, stored.text, (), stored.answer, stored.kind), aside=len(called))
        question = Question(row, stored.text, called, stored.answer, stored.kind)
        return Kept(question, self._reason(stored, question))

    def now(self, support: Support) -> str:
        """The id that a support has now; empty where its passage says something else."""
        found = self._chunks.get(support.id)
        if not support.hash or (found and text_hash(found.text) == support.hash):
            return support.id
        texts = self._texts(support.document)
        return texts.get(support.hash, "") if texts else support.id

    def _texts(self, document: str) -> Mapping[str, str]:
        """Ids by the hash of the text, of a document's passages; none of one that is not here."""
        if document not in self._by_document:
            ours = [chunk for chunk in self._chunks.values() if chunk.document == document]
            self._by_document[document] = {text_hash(chunk.text): chunk.id for chunk in reversed(ours)}
        return self._by_document[document]

    def _reason(self, stored: StoredQuestion, question: Question) -> str:
        changed = next((one.id for one in stored.support if not self.now(one)), "")
        if changed:
            return f"Passage '{changed}' says something else by now: star what supports the question again."
        if stored.lost:
            return "What supported it was erased with its document: look at its support again."
        return unfit(question.kind, question.support)


def support_of(chunk: Chunk) -> Support:
    """A passage as a support."""
    return Support(chunk.id, chunk.document, text_hash(chunk.text))
