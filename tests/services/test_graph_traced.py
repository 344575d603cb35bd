"""The roles of nodes and lines on the view worked out by hand: a 2, b 2, c 3, d 2, e 1 relations."""

from __future__ import annotations

import pytest

from core.domain.modes import Parameters
from core.services.graph_traced import MOST, Mark, TracedGraph
from core.services.view_index import ViewIndex
from tests.services.hand_view import Bench, HandView, entity, graph_of, relation


def traced(*modes: str, parameters: Parameters | None = None) -> TracedGraph:
    numbers = parameters or Parameters()
    return TracedGraph(ViewIndex(HandView()), {mode: Bench().run(mode, parameters=numbers) for mode in modes})


def test_hits_what_came_with_them_far_ends_and_cuts_have_roles() -> None:
    drawn = traced("local").of(["local"])
    assert {key: mark.role for key, mark in drawn.nodes.items()} == {
        "a": "seed",
        "b": "seed",
        "c": "far",  # d and e were ranked too low, and nothing leads to them
    }
    assert {key: mark.role for key, mark in drawn.edges.items()} == {"r1": "added", "r2": "added", "r4": "added"}


def test_over_several_modes_the_best_role_counts_and_the_modes_that_hold_it_are_named() -> None:
    graph = traced("naive", "local", "global")
    drawn = graph.of(["local", "global"])
    assert drawn.nodes["b"] == Mark("seed", ("local", "global"))
    assert drawn.nodes["d"] == Mark("added", ("global",))
    assert drawn.edges["r2"] == Mark("seed", ("local", "global"))


def test_choosing_other_modes_moves_nothing() -> None:
    graph = traced("local", "global")
    places = [{node.key: (node.x, node.y) for node in graph.of(modes).view.nodes} for modes in (["local"], ["global"])]
    shared = places[0].keys() & places[1].keys()
    assert shared
    assert all(places[0][key] == places[1][key] for key in shared)


@pytest.mark.parametrize("modes", [[], ["naive"]])
def test_a_mode_without_a_graph_draws_nothing(modes: list[str]) -> None:
    drawn = traced("naive", "local").of(modes)
    assert (drawn.view.nodes, drawn.view.edges) == ((), ())


def test_what_a_budget_cut_is_drawn_as_cut() -> None:
    drawn = traced("local", parameters=Parameters(max_relation_tokens=0)).of(["local"])
    assert {mark.role for mark in drawn.edges.values()} == {"cut"}
    assert drawn.nodes["a"].role == "seed"


def test_of_too_many_the_cut_ones_find_no_room() -> None:
    many = [f"x{n:03}" for n in range(MOST + 20)]
    graph = graph_of([entity("a"), *map(entity, many)], [relation(f"r{n}", "a", key) for n, key in enumerate(many)])
    view = HandView(graph)
    numbers = Parameters(max_relation_tokens=100)
    traces = {"local": Bench(view).run("local", parameters=numbers, seed_entities=("a",))}
    drawn = TracedGraph(ViewIndex(view), traces).of(["local"])
    assert "a" in drawn.nodes
    assert len(drawn.nodes) <= MOST
    assert all(drawn.nodes[key].role == "far" for key in drawn.nodes if key != "a")


def test_a_pinned_start_is_told_apart_from_a_hit() -> None:
    view = HandView()
    traces = {"local": Bench(view).run("local", seed_entities=("a",)), "global": Bench(view).run("global")}
    graph = TracedGraph(ViewIndex(view), traces)
    assert graph.of(["local"]).nodes["a"].role == "pinned"
    assert "seed" not in {mark.role for mark in graph.of(["local"]).edges.values()}
    assert "pinned" not in {mark.role for mark in graph.of(["global"]).nodes.values()}
