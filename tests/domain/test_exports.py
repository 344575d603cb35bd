"""Exports: other programs read them, sources are in them, and nothing that a document said is run by a spreadsheet."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.evidence import parse_file
from core.domain.exports import (
    ENTITY_COLUMNS,
    RELATION_COLUMNS,
    Originals,
    entities_csv,
    graphml,
    part,
    records,
    relations_csv,
    table,
)
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL, CLASSIC
from core.domain.records import EntityRow, RelationRow, RowIssue
from tests.exporting import PLANS, evidence_of, hostile_graph, plans, said


def read_graphml(content: bytes) -> nx.MultiDiGraph:
    return nx.read_graphml(io.BytesIO(content), force_multigraph=True)


def read_csv(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


# --- GraphML ---


def test_graphml_is_read_back_with_names_texts_and_sources() -> None:
    read = read_graphml(graphml(plans()))
    assert set(read) == {"backup", "export", "invoice"}
    node = read.nodes["export"]
    assert (node["name"], node["type"], node["stub"]) == ("Export", "feature", False)
    assert node["description"] == "Writes CSV.\nEnds with the plan."
    assert node["chunks"].split("\n") == ["a.md#1", "b.md#1"]
    assert node["documents"].split("\n") == ["a.md", "b.md"]
    assert read.nodes["invoice"]["stub"] is True


def test_graphml_edges_carry_what_the_relation_says() -> None:
    graph = plans()
    read = read_graphml(graphml(graph))
    ((_, _, key, edge),) = [e for e in read.edges(keys=True, data=True) if e[:2] == ("export", "backup")]
    assert key in {k for *_, k in graph.edges(keys=True)}
    assert (edge["predicate"], edge["weight"], edge["strength"], edge["directed"]) == ("reads", 1, 3.0, True)
    assert edge["keywords"].split("\n") == ["reads", "nightly"]
    assert (edge["description"], edge["chunks"]) == ("Export reads the backup.", "a.md#1")


def test_graphml_of_the_classic_rule_says_that_direction_is_lost() -> None:
    read = read_graphml(graphml(plans(CLASSIC)))
    assert [edge["directed"] for *_, edge in read.edges(data=True)] == [False, False]


@given(st.lists(st.text(min_size=1, max_size=8), min_size=2, max_size=5))
@settings(max_examples=60)
def test_a_strict_parser_reads_graphml_of_any_names(names: list[str]) -> None:
    names = [*names, "a\x00b\x0b\x1f\ufffe\ud800", "a\rb", "a b"]
    chunk = said("d\x07", [EntityRow(n, n, n) for n in names], [RelationRow(names[0], n, n, (n,)) for n in names[1:]])
    graph = build_graph(evidence_of([chunk]), policy=CLASSIC)
    content = graphml(graph)
    ElementTree.fromstring(content)
    read = read_graphml(content)
    assert len(read) == len(graph)
    assert read.number_of_edges() == graph.number_of_edges()


def test_two_keys_that_differ_in_what_xml_forbids_stay_two_nodes() -> None:
    chunk = said("d", [EntityRow("a\ufffe"), EntityRow("a"), EntityRow("a\uffff")])
    assert set(read_graphml(graphml(build_graph(evidence_of([chunk]), policy=CLASSIC)))) == {"a", "a (2)", "a (3)"}


def test_hostile_names_are_only_text_in_graphml() -> None:
    graph = hostile_graph()
    names = [entity.name for _, entity in graph.nodes(data="entity")]
    assert [name for _, name in read_graphml(graphml(graph)).nodes(data="name")] == names
    assert "<img src=x onerror=window.hacked=1>" in names


# --- CSV ---


def test_entities_are_rows_with_their_sources() -> None:
    rows = read_csv(entities_csv(plans()))
    assert [row["key"] for row in rows] == ["backup", "export", "invoice"]
    assert tuple(rows[0]) == ENTITY_COLUMNS
    export = rows[1]
    assert (export["documents"], export["chunks"], export["type_votes"]) == (
        "a.md; b.md",
        "a.md#1; b.md#1",
        "feature 2",
    )
    assert (export["degree"], export["mentions"], export["stub"], rows[2]["stub"]) == ("3", "2", "no", "yes")


def test_relations_are_rows_with_their_sources() -> None:
    rows = read_csv(relations_csv(plans()))
    assert tuple(rows[0]) == RELATION_COLUMNS
    assert [(row["source"], row["predicate"], row["target"], row["documents"]) for row in rows] == [
        ("backup", "feeds", "export", "b.md"),
        ("export", "reads", "backup", "a.md"),
        ("export", "related", "invoice", "b.md"),
    ]
    assert (rows[1]["weight"], rows[1]["strength"], rows[1]["directed"]) == ("1", "3", "yes")


def test_csv_opens_in_a_spreadsheet_with_its_letters() -> None:
    content = table(
        ("名",),
        [
            ("保留",),
        ],
    )
    assert content == b"\xef\xbb\xbf" + "名\r\n保留\r\n".encode()


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"])
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    ((cell, listed, number),) = [
        tuple(row.values()) for row in read_csv(table("abc", [(f"{start}1", (f"{start}1",), -1)]))
    ]
    assert cell.startswith("'")
    assert listed.startswith("'")
    assert number == "-1"


def test_quotes_commas_and_lines_stay_in_their_cell() -> None:
    ((cell,),) = [tuple(row.values()) for row in read_csv(table("a", [('x","y\r\nz\x00',)]))]
    assert cell == 'x","y\nz'


# --- evidence records ---


def test_evidence_comes_back_in_document_order() -> None:
    read = parse_file(records(evidence_of(PLANS)))
    assert list(read.documents) == ["a.md", "b.md"]
    again = evidence_of([chunk for chunks in read.documents.values() for chunk in chunks])
    assert again == evidence_of(PLANS)


def test_what_evidence_was_read_from_goes_out_with_it() -> None:
    line = (
        b'{"document": "d", "chunk": "1", "text": "t", "metadata": {"plan": "Pro"}, '
        b'"entities": [{"name": "A", "confidence": 0.5}, {"type": "x"}], '
        b'"relations": [{"source": "A", "target": "B", "weight": -1, "model": "m"}], "batch": 4}'
    )
    (chunk,) = parse_file(line).documents["d"]
    evidence = evidence_of([chunk])
    mentions = [*evidence.entities, *evidence.relations]
    rows = {mention.id: row.raw for mention, row in zip(mentions, [*chunk.entities, *chunk.relations], strict=True)}
    written = records(evidence, Originals(rows, {chunk.id: chunk.issues}, {chunk.id: chunk.extra}))
    assert parse_file(written).documents["d"] == (chunk,)
    assert b'"confidence": 0.5' in written
    assert b'"batch": 4' in written


def test_a_selection_holds_only_the_chosen_mentions_and_their_chunks() -> None:
    evidence = evidence_of(PLANS)
    chosen = frozenset({evidence.relations[0].id})
    issues = {"a.md#1": (RowIssue("rejected", "{}", "entity: has no name."),)}
    read = parse_file(records(evidence, Originals(issues=issues), chosen))
    (chunk,) = read.documents["a.md"]
    assert (list(read.documents), chunk.entities, len(chunk.relations), chunk.issues) == (["a.md"], (), 1, ())


def test_metadata_that_json_cannot_say_goes_out_as_text() -> None:
    chunk = said("d", [EntityRow("A")], metadata={"score": float("nan"), "half": "\ud800"})
    (read,) = parse_file(records(evidence_of([chunk]))).documents["d"]
    assert read.metadata == {"score": "NaN", "half": "?"}


def test_a_part_keeps_the_order_of_the_whole() -> None:
    graph = plans()
    smaller = part(graph, {"invoice", "export"})
    assert list(smaller) == ["export", "invoice"]
    assert [(u, v) for u, v, _ in smaller.edges(keys=True)] == [("export", "invoice")]
    assert len(graph) == 3


def test_an_empty_graph_gives_whole_empty_files() -> None:
    graph = build_graph(evidence_of([]), policy=CAREFUL)
    assert len(read_graphml(graphml(graph))) == 0
    assert read_csv(entities_csv(graph)) == read_csv(relations_csv(graph)) == []
    assert records(evidence_of([])) == b""
