"""The mode `paths` on the graph of `hand_view`, worked out by hand, and with starts given or named by keywords.

Strengths are fifth powers of cosines, those of a hit relation's ends by the number of chunks that name them:
a 0.9^5, b 0.5^5, c 0.8^5/3 and d 0.8^5/2 by r3; of the strongest 1, 0.053, 0.185 and 0.277.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from core.domain.modes import Parameters
from core.domain.packing import pack
from core.domain.records import Keywords
from tests.services.hand_view import (
    COSINES,
    Bench,
    HandView,
    KeywordReader,
    NoEmbedder,
    entity,
    graph_of,
    hand_graph,
    relation,
)

A, B, C, D = (strength / 0.9**5 for strength in (0.9**5, 0.5**5, 0.8**5 / 3, 0.8**5 / 2))
CHUNK_MASSES = {chunk: cosine**5 for chunk, (cosine, *_) in COSINES["chunk"].items() if cosine >= 0.2}


def ways(trace):
    return [path.nodes for path in trace.paths]


def keys(trace):
    return [k.entity.key for k in trace.entities], [k.relation.key for k in trace.relations]


def cuts(trace):
    return {(cut.kind, cut.id): cut.reason for cut in trace.cuts}


def test_chains_run_between_the_hits_of_both_searches_best_first():
    trace = Bench().run("paths")
    assert ways(trace) == [("a", "c", "d"), ("a", "b", "c", "d"), ("d", "c", "a", "b")]
    # a gives c 1/2, c gives d 1/4; back 1/2 and 1/4: the root of 1/8, less a fifth for the second step
    assert trace.paths[0].score == pytest.approx(sqrt(A * D) * sqrt(1 / 8) * 0.8)
    # 1/2 * 2/3 * 1/4 there, 1/2 * 1/2 * 1/3 back
    assert trace.paths[1].score == pytest.approx(sqrt(A * D) * (1 / 12) ** (1 / 3) * 0.8**2)
    assert trace.paths[2].score == pytest.approx(sqrt(D * B) * ((1 / 24 + 1 / 16) / 2) ** (1 / 3) * 0.8**2)


def test_a_path_tells_names_relations_directions_and_its_kept_passages():
    path = Bench().run("paths").paths[2]
    assert (path.rank, path.nodes, path.relations) == (3, ("d", "c", "a", "b"), ("r3", "r4", "r1"))
    assert (path.labels, path.steps) == (("D", "C", "A", "B"), ("keeps, for",) * 3)
    assert path.forward == (False, False, True)
    assert path.chunks == ("k3", "k4", "k1")


def test_what_lies_on_the_paths_is_kept_in_their_order_and_hits_stay_seeds():
    trace = Bench().run("paths")
    assert [(k.entity.key, k.score, k.via) for k in trace.entities] == [
        ("a", 0.9, "seed"),
        ("c", None, "path"),
        ("d", None, "path"),
        ("b", 0.5, "seed"),
    ]
    assert [(k.relation.key, k.score, k.via) for k in trace.relations] == [
        ("r4", None, "path"),
        ("r3", 0.8, "seed"),
        ("r1", None, "path"),
        ("r2", 0.6, "seed"),
    ]


def test_a_chunk_says_that_the_walk_came_to_it_and_what_names_it():
    trace = Bench().run("paths")
    by_id = {kept.chunk.id: kept for kept in trace.chunks}
    assert by_id["k6"].via == ("vector", "walk")
    assert by_id["k1"].via == ("vector", "walk", "entity:a", "entity:b", "relation:r1", "path:2", "path:3")
    assert by_id["k5"].score == 0.1  # no hit, but the walk comes through d


def test_the_walk_starts_from_chunks_alone_where_no_keyword_is_a_name_and_no_fact_is_near():
    trace = Bench().run("paths", parameters=Parameters(damping=0.0))
    total = sum(CHUNK_MASSES.values())
    (walk,) = [step for step in trace.steps if step.name == "walk"]
    shares = {hit.key: hit.score for hit in walk.hits}
    assert shares == pytest.approx({chunk: mass / total for chunk, mass in CHUNK_MASSES.items()})
    assert "No keyword is the name of an entity." in trace.notes


def test_entities_that_keywords_name_are_hits_and_starts():
    trace = Bench(reader=KeywordReader(Keywords(("alpha", "beta"), ("keeping",), "engine"))).run("paths")
    assert "entity search" in {step.name for step in trace.steps}
    graph = hand_graph()
    graph.nodes["e"]["entity"] = replace(graph.nodes["e"]["entity"], name="Beta")
    trace = Bench(HandView(graph)).run("paths", parameters=Parameters(damping=0.0))
    assert "No keyword is the name of an entity." not in trace.notes
    assert {k.entity.key: (k.score, k.via) for k in trace.entities}["e"] == (1.0, "seed")
    assert trace.paths[0].nodes[0] == "e"
    (walk,) = [step for step in trace.steps if step.name == "walk"]
    assert sum(hit.score for hit in walk.hits) == pytest.approx(0.2)  # the rest of the walk stays at e


def test_one_seed_has_chains_to_what_lies_around_it():
    trace = Bench().run("paths", seed_entities=("E",), parameters=Parameters(max_hops=2))
    assert ways(trace) == [("e", "d", "c")]
    assert keys(trace) == (["e", "d", "c"], ["r5", "r3"])


def test_two_seeds_have_the_chains_between_them():
    trace = Bench().run("paths", seed_entities=("A", "D"))
    assert ways(trace) == [("a", "c", "d"), ("a", "b", "c", "d")]
    assert trace.paths[0].score == pytest.approx(sqrt(1 / 8) * 0.8)
    assert [k.via for k in trace.entities] == ["seed", "path", "seed", "path"]


def test_a_seed_relation_is_a_chain_between_its_ends():
    trace = Bench().run("paths", seed_relations=("C -> D",))
    assert ways(trace)[0] == ("d", "c")  # fewer chunks name d
    assert {k.relation.key: k.via for k in trace.relations}["r3"] == "seed"


def test_seeds_far_apart_stay_without_a_path():
    trace = Bench().run("paths", seed_entities=("A", "E"), parameters=Parameters(max_hops=2))
    assert (ways(trace), keys(trace)) == ([], (["a", "e"], []))


def test_without_an_embedder_seeds_still_have_paths_and_a_walk():
    trace = Bench(embedder=NoEmbedder()).run("paths", seed_entities=("A", "D"))
    assert ways(trace) == [("a", "c", "d"), ("a", "b", "c", "d")]
    assert trace.chunks
    assert all(kept.score is None for kept in trace.chunks)


def test_fewer_hops_make_shorter_chains():
    trace = Bench().run("paths", parameters=Parameters(max_hops=1))
    assert {len(nodes) for nodes in ways(trace)} == {2}


def test_no_more_paths_than_wanted_and_hits_on_none_are_cut_or_stay_as_seeds():
    trace = Bench().run("paths", parameters=Parameters(max_paths=1))
    assert ways(trace) == [("a", "c", "d")]
    assert keys(trace) == (["a", "c", "d", "b"], ["r4", "r3"])
    assert cuts(trace)["relation", "r2"] == "on no path"


def test_a_path_that_lost_an_item_to_a_budget_is_not_shown():
    # in words: entities are a heading of 1 and lines of 8, relations a heading of 1 and lines of 12
    fewer = Bench().run("paths", parameters=Parameters(max_entity_tokens=25))
    assert (keys(fewer)[0], ways(fewer)) == (["a", "c", "d"], [("a", "c", "d")])
    assert cuts(fewer)["entity", "b"] == "budget entities 25"


def test_chains_take_what_the_relations_leave_of_their_budget():
    # four relations take 49 words; a first chain of two steps a heading of 8 and 10, one of three 14
    room = {n: len(Bench().run("paths", parameters=Parameters(max_relation_tokens=49 + n)).paths) for n in (17, 18, 31)}
    assert room == {17: 0, 18: 1, 31: 1}
    trace = Bench().run("paths", parameters=Parameters(max_relation_tokens=49 + 32))
    assert (len(trace.paths), trace.tokens.relations, trace.tokens.paths) == (2, 49, 32)


def test_the_context_shows_the_chains_with_the_way_of_each_edge():
    lines = pack(Bench().run("paths")).splitlines()
    assert '{"path": ["D", "← keeps, for", "C", "← keeps, for", "A", "keeps, for →", "B"]}' in lines


def test_other_modes_show_no_chains():
    trace = Bench().run("mix")
    assert (trace.paths, trace.tokens.paths) == ((), 0)
    assert "Paths" not in pack(trace)


def test_of_parallel_edges_the_hit_is_shown_and_other_hits_stand_beside_it():
    graph = hand_graph()
    for key in ("r6", "r7"):
        graph.add_edge("d", "c", key=key, relation=relation(key, "d", "c", ("k5",)))
    view = HandView(graph)
    scores = dict(view.scores("relation", list(COSINES["relation"]), [0, 0, 1])) | {"r6": 0.9, "r7": 0.7}
    plain = view.search
    view.search = lambda kind, vector, limit: (
        [hit for key, hit in _hits(scores).items()] if kind == "relation" and vector[2] else plain(kind, vector, limit)
    )
    trace = Bench(view).run("paths")
    assert trace.paths[0].relations[-1] == "r6"
    shown = {k.relation.key: k.via for k in trace.relations}
    assert (shown["r6"], shown["r3"], shown["r7"]) == ("seed", "seed", "seed")
    assert list(shown).index("r6") < list(shown).index("r3")


def _hits(scores):
    from core.domain.trace import Hit

    ordered = sorted((-score, key) for key, score in scores.items())
    return {key: Hit("relation", key, -score, rank) for rank, (score, key) in enumerate(ordered, 1)}


def test_names_that_are_nearly_the_same_are_linked_where_that_is_asked_for():
    graph = graph_of([entity("a", ("k1",)), entity("b", ("k7",))], [])
    view = HandView(graph)
    view.alike = [("a", "b")]
    apart, linked = (
        Bench(view).run("paths", seed_entities=("A",), parameters=Parameters(near_names=near, chunk_top_k=1))
        for near in (False, True)
    )
    walks = [
        {hit.key: hit.score for step in t.steps if step.name == "walk" for hit in step.hits} for t in (apart, linked)
    ]
    assert walks[1]["k7"] > walks[0]["k7"]


def test_strength_in_place_of_weight_turns_the_walk_and_the_chains():
    weak, strong = relation("r1", "a", "b", ("k1",)), replace(relation("r2", "a", "c", ("k1",)), strength=9.0)
    graph = graph_of([entity("a", ("k1",)), entity("b"), entity("c")], [weak, strong])
    one = {"seed_entities": ("A",)}
    by_chunks = Bench(HandView(graph)).run("paths", **one)
    by_strength = Bench(HandView(graph)).run("paths", parameters=Parameters(edge_weight="strength"), **one)
    assert ways(by_chunks) == [("a", "b"), ("a", "c")]
    assert ways(by_strength) == [("a", "c"), ("a", "b")]
