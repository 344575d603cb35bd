"""Growing hits along edges, and finding an edge by its key."""

from __future__ import annotations

from dataclasses import replace

from core.domain.expand import SEED, Candidate, Level, edges_around, ends_of, merged
from core.domain.terrain import RelationFinder
from tests.services.hand_view import entity, graph_of, ground_of, hand_graph, relation


def seed(key, score=None):
    return Candidate(entity(key), SEED, score)


def test_edges_around_are_ordered_by_degrees_then_weight_then_key():
    ends = [("r1", "a", "b", ("k1",)), ("r2", "a", "b", ("k1", "k2")), ("r3", "b", "a", ("k1",))]
    graph = graph_of(map(entity, "abc"), [relation(*end) for end in ends] + [relation("r0", "a", "c", ("k1",) * 3)])
    # a and b have 4 + 3 edge ends, a and c 4 + 1
    assert [c.item.key for c in edges_around(ground_of(graph), [seed("a")], "chunks")] == ["r2", "r1", "r3", "r0"]


def test_the_models_strength_can_take_the_place_of_the_weight():
    weak, strong = relation("r1", "a", "b", ("k1", "k2")), replace(relation("r2", "a", "b", ("k1",)), strength=9.0)
    graph = graph_of(map(entity, "ab"), [weak, strong])
    assert [c.item.key for c in edges_around(ground_of(graph), [seed("a")], "strength")] == ["r2", "r1"]
    assert [c.item.key for c in edges_around(ground_of(graph), [seed("a")], "chunks")] == ["r1", "r2"]


def test_an_edge_between_two_hits_belongs_to_the_first():
    found = edges_around(ground_of(hand_graph()), [seed("b"), seed("a")], "chunks")
    assert {c.item.key: c.via for c in found} == {"r2": "edge of b", "r1": "edge of b", "r4": "edge of a"}


def test_ends_come_source_first_and_once():
    edges = [Candidate(relation("r1", "d", "c"), SEED), Candidate(relation("r2", "a", "d"), SEED)]
    assert [c.item.key for c in ends_of(hand_graph(), edges)] == ["d", "c", "a"]


def test_a_seed_stays_a_seed_where_the_other_level_has_it_as_an_endpoint():
    endpoint = Candidate(entity("b"), "endpoint", brings=False)
    level = merged([Level(entities=(seed("a"), seed("b", 0.5))), Level(entities=(endpoint,))])
    assert [(c.item.key, c.via, c.score) for c in level.entities] == [("a", SEED, None), ("b", SEED, 0.5)]


def test_a_relation_is_found_by_its_key_alone():
    graph, finder = hand_graph(), RelationFinder()
    assert finder.find(graph, "r3").target == "d"
    assert finder.find(graph, "nothing") is None


def test_an_edge_that_moved_or_came_later_is_still_found():
    graph, finder = hand_graph(), RelationFinder()
    finder.find(graph, "r1")
    graph.remove_edge("a", "b", key="r1")
    graph.add_edge("a", "e", key="r1", relation=relation("r1", "a", "e"))
    graph.add_edge("e", "a", key="r9", relation=relation("r9", "e", "a"))
    assert (finder.find(graph, "r1").target, finder.find(graph, "r9").source) == ("e", "e")
