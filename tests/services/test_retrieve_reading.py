"""How a question is read: once for all modes, with the question standing in for what is missing, and always said."""

from __future__ import annotations

import pytest

from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords
from core.errors import BadModelReply, ModelError, ModelTimeout, ModelUnavailable
from core.services.retrieve import Request
from tests.services.hand_view import HIGH, LOW, QUESTION, AxisEmbedder, Bench, KeywordReader, NoEmbedder


def reading(low=(), high=(), origin="engine"):
    return KeywordReader(Keywords(low, high, origin))


def test_keywords_are_extracted_once_and_texts_embedded_in_one_batch_for_all_modes():
    bench = Bench()
    traces = bench.retrieval.compare(Request(QUESTION), list(MODES))
    assert list(traces) == list(MODES)
    assert bench.reader.questions == [QUESTION]
    assert bench.embedder.batches == [[QUESTION, LOW, HIGH]]


def test_searches_are_shared_between_modes():
    bench = Bench()
    bench.retrieval.compare(Request(QUESTION), list(MODES))
    # `paths` searches relations by the question too, and more chunks for its walk to start from
    assert sorted(bench.view.searches) == ["chunk", "chunk", "entity", "relation", "relation"]


def test_a_mode_compared_with_others_gives_what_it_gives_alone():
    together = Bench().retrieval.compare(Request(QUESTION), list(MODES))
    assert together == {mode: Bench().run(mode) for mode in MODES}


def test_another_budget_asks_no_model_and_searches_nothing_again():
    bench = Bench()
    session = bench.retrieval.open(Request(QUESTION), ["mix"])
    session.trace("mix")
    batches, searches = len(bench.embedder.batches), len(bench.view.searches)
    smaller = session.trace("mix", Parameters(max_total_tokens=60))
    assert smaller.tokens.total <= 60
    assert (len(bench.embedder.batches), len(bench.view.searches)) == (batches, searches)


def test_local_embeds_no_high_level_text():
    bench = Bench()
    bench.run("local")
    assert bench.embedder.batches == [[QUESTION, LOW]]


def test_given_keywords_spare_the_model():
    bench = Bench()
    trace = bench.run("hybrid", low=("alpha", " beta ", ""), high=("keeping",))
    assert bench.reader.questions == []
    assert (trace.keywords.low, trace.keywords.high, trace.keywords.origin) == (
        ("alpha", "beta"),
        ("keeping",),
        "given",
    )
    assert trace.notes == ()


def test_the_question_stands_in_for_the_list_that_was_not_given():
    bench = Bench()
    trace = bench.run("hybrid", low=("alpha", "beta"))
    assert bench.reader.questions == []
    assert (trace.keywords.high, trace.keywords.origin) == ((), "given")
    assert "No high-level keywords were given: the question stands in for them." in trace.notes


def test_local_with_no_low_level_keywords_stays_local():
    trace = Bench(reader=reading(high=("keeping",))).run("local")
    assert trace.mode == "local"
    assert (trace.keywords.low, trace.keywords.high) == ((), ("keeping",))
    assert "No low-level keywords were found: the question stands in for them." in trace.notes
    assert [step.name for step in trace.steps][:2] == ["keywords", "entity search"]
    assert trace.relations == ()  # the entity search on the question's axis finds nothing


def test_a_list_that_a_mode_does_not_need_is_not_missed():
    trace = Bench(reader=reading(low=("alpha", "beta"))).run("local")
    assert trace.notes == ()


def test_no_keywords_at_all_are_replaced_by_the_question_and_said_to_be():
    trace = Bench(reader=reading()).run("hybrid")
    assert (trace.keywords.low, trace.keywords.high, trace.keywords.origin) == ((), (), "question")
    assert sum("stands in for them" in note for note in trace.notes) == 2


def test_keywords_cleared_by_hand_are_not_asked_for_again():
    bench = Bench()
    trace = bench.run("local", low=(), high=())
    assert bench.reader.questions == []
    assert trace.keywords.origin == "question"


@pytest.mark.parametrize("error", [BadModelReply("Not JSON."), ModelTimeout("No answer in 60 s.")])
def test_a_model_that_gives_no_keywords_is_replaced_by_the_question_and_named(error):
    trace = Bench(reader=KeywordReader(error=error)).run("local")
    assert f"The model gave no keywords: {error.message}" in trace.notes
    assert trace.keywords.origin == "question"


def test_a_keyword_failure_is_no_news_for_naive():
    bench = Bench(reader=KeywordReader(error=BadModelReply("Not JSON.")))
    traces = bench.retrieval.compare(Request(QUESTION), ["local", "naive"])
    assert traces["naive"].notes == ()


def test_a_model_that_does_not_run_stops_the_retrieval():
    with pytest.raises(ModelUnavailable):
        Bench(reader=KeywordReader(error=ModelUnavailable("Ollama does not answer."))).run("local")


def test_an_embedder_that_fails_stops_a_retrieval_without_seeds():
    with pytest.raises(ModelError):
        Bench(embedder=NoEmbedder()).run("naive")


def test_naive_says_that_given_keywords_are_not_used():
    trace = Bench().run("naive", low=("alpha",))
    assert trace.notes == ("naive searches with the question only: the given keywords are not used.",)


def test_a_question_longer_than_the_embedder_reads_is_noted():
    trace = Bench(embedder=AxisEmbedder(windowed=True)).run("naive")
    assert any("longer than the embedder reads" in note for note in trace.notes)


def test_a_search_without_hits_is_noted():
    trace = Bench().run("naive", parameters=Parameters(threshold=0.95))
    assert trace.chunks == ()
    assert trace.notes == ("The chunk search found nothing with a cosine of 0.95 or more.",)
