"""The picture page: one file, offline, and what documents said is data in it, never markup or code."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain import export_page
from core.domain.export_page import PageParts, html
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL, CLASSIC
from core.domain.records import EntityRow
from tests.exporting import HOSTILE, evidence_of, hostile_graph, page_parts, plans, said

SMALL = PageParts(
    page='<meta content="{{policy}}"><h1>{{title}}</h1><p>{{note}}</p><style>{{style}}</style>'
    '<script id="data" type="application/json">{{data}}</script>'
    "<script>{{library}}</script><script>{{script}}</script>",
    style="p{}",
    script="run()",
    library="lib()",
)


def data_of(page: str) -> dict[str, Any]:
    (block,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    read: dict[str, Any] = json.loads(block)
    return read


def test_the_page_asks_for_nothing() -> None:
    page = html(hostile_graph(), "Larkspur", page_parts())
    assert (
        re.findall(r"(?:src|href|action|data|poster|srcset)\s*=\s*[\"']?\s*(?:https?:)?//", page, re.IGNORECASE) == []
    )
    assert re.findall(r"<(?:link|iframe|img|object|embed|base|a)[\s>]", page.split("<script>")[0], re.IGNORECASE) == []
    assert "@import" not in page
    assert "url(" not in page.split("</style>")[0]


def test_scripts_that_may_run_are_ours_alone_and_known_by_their_hash() -> None:
    page = html(hostile_graph(), HOSTILE[0], page_parts())
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 2
    for code in [*scripts, *re.findall(r"<style>(.*?)</style>", page, re.DOTALL)]:
        assert f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'" in policy


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_data(name: str) -> None:
    graph = hostile_graph()
    page = html(graph, name, SMALL)
    assert page.count("<script") == 3
    assert page.count("</script") == 3
    assert "<img" not in page
    names = [node["name"] for node in data_of(page)["nodes"]]
    assert names == [entity.name for _, entity in sorted(graph.nodes(data="entity"))]


@given(st.text(), st.text(min_size=1))
def test_no_text_leaves_its_place(title: str, text: str) -> None:
    graph = build_graph(evidence_of([said("d", [EntityRow("A", text, text)])]), policy=CLASSIC)
    plain = html(build_graph(evidence_of([said("d", [EntityRow("A", "t", "t")])]), policy=CLASSIC), "T", SMALL)
    page = html(graph, title, SMALL)
    assert re.findall("<[^>]*>", page) == re.findall("<[^>]*>", plain)
    page.encode("utf-8")


def test_code_that_would_end_its_element_is_written_otherwise() -> None:
    parts = PageParts(SMALL.page, "a{}</style>", "'</SCRIPT><!--'\r\n", "lib('{{title}}')")
    page = html(plans(), "T", parts)
    assert r"<script>'<\/SCRIPT><\!--'" + "\n</script>" in page
    assert r"a{}<\/style></style>" in page
    assert "lib('{{title}}')" in page


def test_nodes_have_places_and_relations_of_a_pair_share_a_line() -> None:
    data = data_of(html(plans(), "Plans", SMALL))
    assert [(node["name"], node["degree"], node["stub"]) for node in data["nodes"]] == [
        ("Backup", 2, False),
        ("Export", 3, False),
        ("Invoice", 1, True),
    ]
    assert len({(node["x"], node["y"]) for node in data["nodes"]}) == 3
    pair, single = data["edges"]
    assert (pair["from"], pair["to"], pair["forward"], pair["backward"]) == (0, 1, True, True)
    assert [relation["predicate"] for relation in pair["relations"]] == ["feeds", "reads"]
    assert (single["from"], single["to"], single["forward"], single["backward"]) == (1, 2, True, False)


def test_lines_have_no_arrows_where_direction_is_lost() -> None:
    data = data_of(html(plans(CLASSIC), "Plans", SMALL))
    assert {(edge["forward"], edge["backward"]) for edge in data["edges"]} == {(False, False)}


def test_the_commonest_types_have_colours_and_the_others_share_one() -> None:
    rows = [EntityRow(f"{kind}-{n}", f"type {kind}", "d") for kind in range(12) for n in range(12 - kind)]
    data = data_of(html(build_graph(evidence_of([said("d", rows)]), policy=CAREFUL), "T", SMALL))
    assert data["kinds"] == [f"type {kind}" for kind in range(export_page.COLOURS)]
    assert {node["type"]: node["kind"] for node in data["nodes"]} == {f"type {k}": min(k, 9) for k in range(12)}


def test_a_part_says_of_how_many_it_is() -> None:
    assert "Showing 3 of 19,100 entities and 3 relations between them." in html(plans(), "T", SMALL, of=19_100)


def test_a_large_graph_is_cut_to_its_most_connected_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_page, "MAX_NODES", 2)
    page = html(plans(), "T", SMALL)
    assert [node["name"] for node in data_of(page)["nodes"]] == ["Backup", "Export"]
    assert "Showing 2 of 3 entities and 2 relations" in page


def test_an_empty_graph_gives_a_page() -> None:
    assert data_of(html(nx.MultiDiGraph(), "T", SMALL)) == {"kinds": [], "nodes": [], "edges": []}
