"""What is handed to the drawing: a whitelist of plain values, colours that filters don't change, one key per line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.domain.records import EntityRow
from core.services.browse import Desk
from core.services.graph_view import GraphQuery, GraphView, Growth
from pages.parts import graph_component, words
from pages.parts.graph_bar import showing
from pages.parts.graph_component import COLOURS, HEIGHT, Selection, network, palette
from tests.browsing import PLANS, FixedView, chunk, view_of, wheel
from tests.exporting import HOSTILE, hostile_graph

NODE_FIELDS = {"color", "flagged", "font", "group", "id", "label", "rank", "shape", "size", "slot", "stub", "title"}
EDGE_FIELDS = {"always", "arrows", "from", "id", "title", "to", "width", "word"}


@pytest.fixture(scope="module")
def plans() -> GraphView:
    return Desk(view_of(PLANS)).graph(GraphQuery())


def drawn(view: GraphView):
    nodes, edges, *_, options = network(view, palette(())).get_network_data()
    return nodes, edges, json.loads(options)


def test_nodes_and_edges_have_listed_fields_only(plans: GraphView) -> None:
    nodes, edges, _ = drawn(plans)
    assert all(set(node) <= NODE_FIELDS | {"x", "y"} for node in nodes)
    assert all(set(edge) == EDGE_FIELDS for edge in edges)


def test_physics_is_off_and_every_node_has_its_position(plans: GraphView) -> None:
    nodes, _, options = drawn(plans)
    assert options["physics"] == {"enabled": False}
    assert options["edges"]["smooth"] is False
    assert all(isinstance(node["x"], float) and isinstance(node["y"], float) for node in nodes)


def test_edges_are_hidden_while_a_large_picture_is_dragged(plans: GraphView) -> None:
    large = Desk(view_of(wheel(260))).graph(GraphQuery(limit=260))
    assert [drawn(view)[2]["interaction"]["hideEdgesOnDrag"] for view in (plans, large)] == [False, True]


def test_arrows_stand_only_where_direction_is_known(plans: GraphView) -> None:
    classic = Desk(view_of(PLANS, "classic")).graph(GraphQuery())
    assert sorted(edge["arrows"] for edge in drawn(plans)[1]) == ["to", "to", "to, from"]
    assert {edge["arrows"] for edge in drawn(classic)[1]} == {""}


def test_stubs_and_notes_differ_in_more_than_colour(plans: GraphView) -> None:
    by_id = {node["id"]: node for node in drawn(plans)[0]}
    assert by_id["account deletion"]["stub"]
    assert by_id["daily backup"]["shape"] == "diamond"
    assert by_id["export"]["shape"] == "dot"


def test_colours_belong_to_types_and_run_out_into_grey() -> None:
    types = ["unknown", "", *(f"t{i}" for i in range(COLOURS + 2))]
    colours = palette(types)
    assert [colours.slot(t) for t in ("t0", "t8", "t9", "unknown", "", "new")] == [0, 8, -1, -1, -1, -1]


def test_names_of_documents_are_plain_text_and_cut() -> None:
    view = Desk(FixedView(hostile_graph(), view_of(()).evidence)).overview
    assert view.entities == len(HOSTILE)
    graph = hostile_graph()
    desk = Desk(FixedView(graph, view_of(()).evidence))
    nodes, edges, _ = drawn(desk.graph(GraphQuery()))
    assert all(len(node["label"]) <= 26 and "\n" not in node["label"] for node in nodes)
    assert all(isinstance(row["title"], str) for row in (*nodes, *edges))


def test_growing_is_the_same_scene_and_filtering_is_not(plans: GraphView) -> None:
    grown = replace(plans, query=replace(plans.query, grown=(Growth("export", around=True),)))
    filtered = replace(plans, query=replace(plans.query, types=("feature",)))
    scenes = [graph_component._data(view, ())["scene"] for view in (plans, grown, filtered)]
    assert scenes[0] == scenes[1] != scenes[2]


@pytest.mark.parametrize("value", [None, "x", 3, {}, {"kind": "none", "id": ""}, {"kind": "__proto__"}, [1]])
def test_a_click_of_the_wrong_shape_opens_nothing(value) -> None:
    assert graph_component._picked(value) is None


def test_a_click_names_what_it_hit() -> None:
    assert graph_component._picked({"kind": "edge", "id": "a -> b : c"}) == Selection("edge", "a -> b : c")


def test_a_node_without_relations_is_large_enough_to_hit() -> None:
    loose = chunk("loose", "Many things.", [EntityRow(f"thing {i:03}", "thing") for i in range(150)])
    nodes, _, _ = drawn(Desk(view_of([loose])).graph(GraphQuery()))
    high = max(node["y"] for node in nodes) - min(node["y"] for node in nodes)
    assert min(node["size"] for node in nodes) * HEIGHT / high >= 4.5


def test_the_sentence_above_says_where_a_limit_cuts() -> None:
    desk = Desk(view_of(wheel(40)))
    said = words.SHOWING_CUT.format(limit=10)
    assert said in showing(desk.graph(GraphQuery(focus="hub", limit=10)))
    assert said not in showing(desk.graph(GraphQuery(focus="hub")))
