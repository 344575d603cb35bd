"""When a question is also searched for by its words, and what then becomes of the passages that were found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.fulltext import unspaced
from core.domain.journal import Journal
from core.domain.languages import beyond_latin, knows_english_alone
from core.domain.mixing import HEAVY, LIGHT, by_vector, mixed
from core.domain.modes import Parameters
from core.domain.passages import VECTOR
from core.domain.trace import Hit
from core.services.views import View

FindWords = Callable[[str, tuple[str, ...] | None, int], Sequence[Hit]]
"""(question, viewer, limit) -> passages by BM25 over its words, by (-score, id)."""


@dataclass(frozen=True, slots=True)
class WordSearch:
    """`find` searches; `reason` says why an embedder does not do for a question, and is empty where it does."""

    find: FindWords = lambda question, viewer, limit: ()
    reason: Callable[[str], str] = lambda question: ""

    def weight(self, question: str, parameters: Parameters, journal: Journal) -> float:
        """What words weigh beside vectors, 0 where they take no part; a note says why, if nobody chose it."""
        if not question or parameters.lexical == "off":
            return 0.0
        reason = self.reason(question)
        if reason and parameters.lexical == "auto":
            journal.note(reason)
        if parameters.lexical == "auto" and not reason:
            return 0.0
        return HEAVY if reason else LIGHT


NO_WORDS = WordSearch()


@dataclass(frozen=True, slots=True)
class ChunkSearch:
    """A search for passages by vector: the question, the parameters, and its hits with `beyond` near misses."""

    question: str
    parameters: Parameters
    hits: Sequence[Hit]
    beyond: int

    @property
    def near(self) -> list[Hit]:
        """The hits above the threshold."""
        return [hit for hit in self.hits if hit.score >= self.parameters.threshold]


def chunk_hits(search: ChunkSearch, words: WordSearch, view: View, journal: Journal) -> Mapping[str, Sequence[str]]:
    """The passages that go on, best first, each with the labels of what found it; `chunk_top_k` at most.

    Where words take part, `beyond` more of both lists are mixed; what falls behind is cut.
    """
    limit = search.parameters.chunk_top_k
    weight = words.weight(search.question, search.parameters, journal)
    if not weight:
        return by_vector(search.near[:limit])
    found = words.find(search.question, view.viewer, limit + search.beyond)
    hits = [hit for hit in found if hit.key in view.evidence.chunks]
    both = mixed(search.near, hits, weight)
    kept = dict(list(both.items())[:limit])
    journal.keep("chunk", kept)
    journal.cut("chunk", [key for key in both if key not in kept], f"chunk_top_k {limit}")
    added = sum(VECTOR not in labels for labels in kept.values())
    detail = (
        f"{len(hits)} hits for the words of “{search.question}”, mixed in with weight {weight:g}: {added} of the best"
        f" {len(kept)} by words alone"
    )
    journal.step("words search", detail, hits=hits, keys=kept)
    return kept


def english_embedder_note(embedder: str, question: str) -> str:
    """Why an embedder of this identity is helped by words with a question that is not in English; else empty.

    A question is not in English where it holds a script without spaces, or is mostly in another script than Latin.
    """
    if not knows_english_alone(embedder) or not (unspaced(question) or beyond_latin(question)):
        return ""
    return (
        "This workspace's embedder was trained on English and the question is not in it, so passages were also searched"
        " by their words (BM25) and both lists were mixed."
    )
