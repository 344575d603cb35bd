"""Each row of the mode table on the graph of `hand_view`, with every expected result worked out by hand."""

from __future__ import annotations

import pytest

from core.domain.modes import MODES, Parameters
from core.errors import InputError, UnknownName
from core.services.retrieve import Request
from tests.services.hand_view import QUESTION, Bench, HandView


def entities(trace):
    return [kept.entity.key for kept in trace.entities]


def relations(trace):
    return [kept.relation.key for kept in trace.relations]


def chunks(trace):
    return [kept.chunk.id for kept in trace.chunks]


def cuts(trace):
    return {(cut.kind, cut.id): cut.reason for cut in trace.cuts}


def test_naive_keeps_the_chunks_nearest_to_the_question():
    trace = Bench().run("naive")
    assert (entities(trace), relations(trace)) == ([], [])
    assert chunks(trace) == ["k2", "k6", "k4", "k7", "k3", "k1"]
    assert [kept.score for kept in trace.chunks] == [0.9, 0.8, 0.7, 0.6, 0.5, 0.3]
    assert all(kept.via == ("vector",) for kept in trace.chunks)
    assert cuts(trace) == {("chunk", "k5"): "threshold 0.2"}


def test_naive_asks_for_no_keywords_and_says_it_used_the_question():
    bench = Bench()
    trace = bench.run("naive")
    assert bench.reader.questions == []
    assert bench.embedder.batches == [[QUESTION]]
    assert (trace.keywords.low, trace.keywords.high, trace.keywords.origin) == ((), (), "question")


def test_local_keeps_hit_entities_and_all_their_edges():
    trace = Bench().run("local")
    assert [(k.entity.key, k.score, k.rank, k.via) for k in trace.entities] == [
        ("a", 0.9, 1, "seed"),
        ("b", 0.5, 2, "seed"),
    ]
    # r2: degrees 2 + 3, weight 2; r4: 2 + 3, weight 1; r1: 2 + 2
    assert [(k.relation.key, k.score, k.via) for k in trace.relations] == [
        ("r2", None, "edge of b"),
        ("r4", None, "edge of a"),
        ("r1", None, "edge of a"),
    ]


def test_local_takes_entity_chunks_and_edge_chunks_in_turn():
    trace = Bench().run("local")
    # entities bring k2 k4 k7 k3 k1, edges k2 k4 k3 k1, each by similarity to the question
    assert chunks(trace) == ["k2", "k4", "k7", "k3", "k1"]
    assert trace.chunks[0].via == ("entity:b", "relation:r2")
    assert trace.chunks[2].via == ("entity:a",)
    assert trace.chunks[4].via == ("entity:a", "entity:b", "relation:r1")


def test_local_names_the_far_ends_that_it_does_not_describe():
    steps = {step.name: step for step in Bench().run("local").steps}
    assert steps["far ends"].keys == ("c",)


def test_far_ends_get_their_profiles_but_bring_no_chunks_if_asked_for():
    trace = Bench().run("local", parameters=Parameters(far_ends=True))
    assert [(k.entity.key, k.via) for k in trace.entities] == [("a", "seed"), ("b", "seed"), ("c", "endpoint")]
    assert chunks(trace) == ["k2", "k4", "k7", "k3", "k1"]
    assert "far ends" not in {step.name for step in trace.steps}


def test_global_keeps_hit_relations_and_their_ends_in_first_seen_order():
    trace = Bench().run("global")
    assert [(k.relation.key, k.score, k.via) for k in trace.relations] == [("r3", 0.8, "seed"), ("r2", 0.6, "seed")]
    assert [(k.entity.key, k.score, k.via) for k in trace.entities] == [
        ("c", None, "endpoint"),
        ("d", None, "endpoint"),
        ("b", None, "endpoint"),
    ]


def test_global_takes_chunks_of_the_relations_only():
    trace = Bench().run("global")
    assert [(k.chunk.id, k.via) for k in trace.chunks] == [
        ("k2", ("relation:r2",)),
        ("k3", ("relation:r3", "relation:r2")),
    ]


def test_global_takes_chunks_of_the_endpoints_too_where_that_is_asked_for():
    trace = Bench().run("global", parameters=Parameters(global_endpoint_chunks=True))
    assert chunks(trace) == ["k2", "k4", "k3", "k1", "k5"]


def test_hybrid_takes_local_and_global_in_turn():
    trace = Bench().run("hybrid")
    # local a b, global c d b; local r2 r4 r1, global r3 r2
    assert [(k.entity.key, k.via) for k in trace.entities] == [
        ("a", "seed"),
        ("c", "endpoint"),
        ("b", "seed"),
        ("d", "endpoint"),
    ]
    assert [(k.relation.key, k.score, k.via) for k in trace.relations] == [
        ("r2", 0.6, "seed"),
        ("r3", 0.8, "seed"),
        ("r4", None, "edge of a"),
        ("r1", None, "edge of a"),
    ]
    assert chunks(trace) == ["k2", "k4", "k7", "k3", "k1"]


def test_mix_takes_vector_entity_and_relation_chunks_in_turn():
    trace = Bench().run("mix")
    assert (entities(trace), relations(trace)) == (["a", "c", "b", "d"], ["r2", "r3", "r4", "r1"])
    assert chunks(trace) == ["k2", "k6", "k4", "k7", "k3", "k1"]
    assert trace.chunks[0].via == ("vector", "entity:b", "relation:r2")
    assert trace.chunks[1].via == ("vector",)
    assert cuts(trace)["chunk", "k5"] == "threshold 0.2"


def test_a_hit_below_the_threshold_that_comes_back_as_an_endpoint_is_no_cut():
    trace = Bench().run("hybrid")
    assert cuts(trace) == {
        ("entity", "e"): "threshold 0.2",
        ("relation", "r5"): "threshold 0.2",
    }


def test_what_stands_behind_top_k_is_cut_by_it():
    trace = Bench().run("local", parameters=Parameters(top_k=1))
    assert entities(trace) == ["a"]
    assert cuts(trace)["entity", "b"] == "top_k 1"


def test_chunk_top_k_holds_in_every_mode():
    numbers = Parameters(chunk_top_k=2)
    kept = {mode: chunks(Bench().run(mode, parameters=numbers)) for mode in MODES}
    assert kept == {
        "naive": ["k2", "k6"],
        "local": ["k2", "k4"],
        "global": ["k2", "k3"],
        "hybrid": ["k2", "k4"],
        "mix": ["k2", "k6"],
        "paths": ["k2", "k6"],
    }


def test_chunks_behind_chunk_top_k_are_cut_by_it():
    trace = Bench().run("local", parameters=Parameters(chunk_top_k=2))
    assert cuts(trace) | {("chunk", key): "chunk_top_k 2" for key in ("k7", "k3", "k1")} == cuts(trace)


def test_an_item_brings_only_so_many_chunks():
    trace = Bench().run("local", parameters=Parameters(related_chunks=1))
    # a: k4, b: k2; r2: k2, r4: k4, r1: k1
    assert chunks(trace) == ["k2", "k4", "k1"]
    assert cuts(trace)["chunk", "k3"] == "related_chunks 1"


def test_chunks_can_be_picked_by_votes():
    trace = Bench().run("local", parameters=Parameters(chunk_pick="votes"))
    # k1 a b r1: 3; k2 b r2, k3 b r2, k4 a r4: 2 each, by similarity k2 k4 k3; k7: 1
    assert chunks(trace) == ["k1", "k2", "k4", "k3", "k7"]


def test_hits_can_be_ranked_by_degree():
    trace = Bench().run("global", parameters=Parameters(ranking="degree"))
    # r2 joins b and c (5, weight 2), r3 joins c and d (5, weight 1)
    assert relations(trace) == ["r2", "r3"]
    assert entities(trace) == ["b", "c", "d"]


def test_budgets_cut_whole_items_after_expansion_and_chunks_come_from_survivors():
    # in words: entities are a heading of 1 and lines of 8, relations a heading of 1 and lines of 12
    trace = Bench().run("local", parameters=Parameters(max_entity_tokens=16, max_relation_tokens=25))
    assert (entities(trace), relations(trace)) == (["a"], ["r2", "r4"])
    assert cuts(trace)["entity", "b"] == "budget entities 16"
    assert cuts(trace)["relation", "r1"] == "budget relations 25"
    # b and r1 bring nothing more: a has k1 k4 k7, r2 has k2 k3, r4 has k4
    assert [(kept.chunk.id, kept.via) for kept in trace.chunks] == [
        ("k4", ("entity:a", "relation:r4")),
        ("k2", ("relation:r2",)),
        ("k7", ("entity:a",)),
        ("k1", ("entity:a",)),
        ("k3", ("relation:r2",)),
    ]


def test_the_total_leaves_chunks_what_entities_and_relations_left():
    # 17 for two entities, 37 for three relations, then a heading of 6 and lines of 8
    trace = Bench().run("local", parameters=Parameters(max_total_tokens=17 + 37 + 6 + 2 * 8 + 7))
    assert (trace.tokens.entities, trace.tokens.relations, trace.tokens.chunks) == (17, 37, 22)
    assert chunks(trace) == ["k2", "k4"]
    assert cuts(trace)["chunk", "k7"] == "budget total 83"


def test_a_total_that_leaves_no_room_for_chunks_is_noted():
    trace = Bench().run("local", parameters=Parameters(max_total_tokens=60))
    assert chunks(trace) == []
    assert "Not one chunk fits: budget total 60, of which 6 tokens were left." in trace.notes


def test_the_trace_names_question_mode_policy_and_viewer():
    bench = Bench(HandView(viewer=("staff",)))
    trace = bench.run("local", policy="careful", viewer=("staff",))
    assert (trace.question, trace.mode, trace.policy, trace.viewer) == (QUESTION, "local", "careful", ("staff",))
    assert bench.asked_views == [("careful", ("staff",))]


def test_a_mode_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(UnknownName, match=r"no mode 'best'\..*naive, local"):
        Bench().run("best")


def test_a_blank_question_is_refused():
    with pytest.raises(InputError, match="empty"):
        Request("  \n")
