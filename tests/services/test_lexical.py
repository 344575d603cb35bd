"""A question that is also searched for by its words, on the graph of `hand_view`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.domain.modes import Parameters
from core.domain.trace import Hit, Trace
from core.services.lexical import WordSearch, english_embedder_note
from core.services.retrieve import Request, Retrieval
from tests.services.hand_view import QUESTION, Bench, NoEmbedder

BY_WORDS = ("k5", "k3", "k1", "kX")
WHY = "The embedder does not know this language."


class Words:
    """Finds the same passages for any question; remembers what it was asked."""

    def __init__(self, reason: str = "") -> None:
        self.asked: list[tuple[str, object, int]] = []
        self.reason = reason

    def find(self, question: str, viewer: tuple[str, ...] | None, limit: int) -> Sequence[Hit]:
        self.asked.append((question, viewer, limit))
        return [Hit("chunk", key, 9.0 / rank, rank) for rank, key in enumerate(BY_WORDS, 1)]

    def run(self, mode: str, bench: Bench | None = None, seeds: tuple[str, ...] = (), **numbers: object) -> Trace:
        bench = bench or Bench()
        search = WordSearch(self.find, lambda question: self.reason)
        retrieval = Retrieval(
            bench._open, lambda: bench.reader, lambda: bench.embedder, lambda text: len(text.split()), words=search
        )
        parameters = Parameters(**numbers)  # type: ignore[arg-type]
        return retrieval.run(Request(QUESTION, mode, parameters, seed_entities=seeds))


def chunks(trace: Trace) -> list[str]:
    return [kept.chunk.id for kept in trace.chunks]


def via(trace: Trace) -> dict[str, tuple[str, ...]]:
    return {kept.chunk.id: kept.via for kept in trace.chunks}


def cuts(trace: Trace) -> dict[str, str]:
    return {cut.id: cut.reason for cut in trace.cuts if cut.kind == "chunk"}


# By vectors k2 k6 k4 k7 k3 k1, and k5 is below the threshold.


def test_a_passage_found_by_words_is_kept_though_it_is_below_the_threshold() -> None:
    trace = Words().run("naive", lexical="on")
    # k3: 1/15 + 0.5/12; k1: 1/16 + 0.5/13; k2 1/11, k6 1/12, k4 1/13, k7 1/14, k5 0.5/11
    assert chunks(trace) == ["k3", "k1", "k2", "k6", "k4", "k7", "k5"]
    assert via(trace)["k3"] == ("vector", "words")
    assert (via(trace)["k5"], via(trace)["k2"]) == (("words",), ("vector",))
    assert [kept.score for kept in trace.chunks if kept.chunk.id == "k5"] == [0.1]
    assert cuts(trace) == {}


def test_a_step_tells_what_was_found_by_words() -> None:
    steps = {step.name: step for step in Words().run("naive", lexical="on", chunk_top_k=2).steps}
    step = steps["words search"]
    assert [hit.key for hit in step.hits] == ["k5", "k3", "k1"]  # kX is not in this view
    assert step.keys == ("k3", "k1")
    assert step.detail == (
        "3 hits for the words of “What is kept?”, mixed in with weight 0.5: 0 of the best 2 by words alone"
    )
    assert list(steps)[:2] == ["chunk search", "words search"]


def test_what_falls_behind_the_limit_is_cut_in_both_lists() -> None:
    trace = Words().run("naive", lexical="on", chunk_top_k=2)
    assert chunks(trace) == ["k3", "k1"]
    assert cuts(trace) == dict.fromkeys(["k2", "k6", "k4", "k7", "k5"], "chunk_top_k 2")


def test_words_weigh_more_where_the_embedder_does_not_do() -> None:
    trace = Words(WHY).run("naive", lexical="on", chunk_top_k=3)
    assert chunks(trace) == ["k3", "k1", "k5"]
    assert trace.notes == ()


def test_by_itself_a_question_is_searched_for_by_words_where_the_embedder_does_not_do_and_a_note_says_so() -> None:
    trace = Words(WHY).run("naive")
    assert trace.notes == (WHY,)
    assert "words" in via(trace)["k5"]
    plain = Words().run("naive")
    assert (plain, plain.notes) == (Bench().run("naive"), ())


def test_switched_off_nothing_is_searched_by_words() -> None:
    words = Words(WHY)
    assert words.run("naive", lexical="off") == Bench().run("naive", parameters=Parameters(lexical="off"))
    assert words.asked == []


@pytest.mark.parametrize("mode", ["local", "global", "hybrid"])
def test_modes_that_search_no_passages_are_as_without_words(mode: str) -> None:
    words = Words(WHY)
    assert words.run(mode, lexical="on") == Bench().run(mode, parameters=Parameters(lexical="on"))
    assert words.asked == []


def test_in_mix_the_mixed_list_takes_the_turn_of_the_vectors() -> None:
    trace = Words().run("mix", lexical="on", chunk_top_k=3)
    # vector list k3 k1 k2, entities' k2 k4 k7 k3 k1, relations' k2 k4 k3 k1
    assert chunks(trace) == ["k3", "k2", "k1"]
    assert via(trace)["k3"][:2] == ("vector", "words")


def test_with_seeds_and_no_embedder_words_alone_are_searched() -> None:
    trace = Words().run("mix", Bench(embedder=NoEmbedder()), seeds=("a",), lexical="on")
    assert trace.chunks[0].chunk.id == "k5"
    assert trace.chunks[0].via == ("words",)


def test_the_search_honours_the_viewer_and_the_limits() -> None:
    words = Words()
    words.run("naive", lexical="on", chunk_top_k=7)
    assert words.asked == [(QUESTION, None, 27)]


@pytest.mark.parametrize("question", ["保留多久？", "What does 数据保留 mean?", "Как долго?", "كم يوما؟"])
def test_only_an_embedder_that_knows_english_alone_needs_help_and_not_with_english(question: str) -> None:
    assert "trained on English" in english_embedder_note("all-MiniLM-L6-v2@1", question)
    assert english_embedder_note("bge-m3@1", question) == ""
    assert english_embedder_note("all-MiniLM-L6-v2@1", "How long? Très longtemps.") == ""
