"""A large file of evidence records, where it is at hand: what is taken of it, and the graph that it gives."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator

import pytest

from core.domain.evidence import EvidenceFile, parse_file, to_lines
from core.domain.graph import build_graph
from core.domain.policy import CLASSIC
from tests import larkspur
from tests.graphs import entities


@pytest.fixture(scope="module")
def records() -> Iterator[EvidenceFile]:
    """Parsed once; without the collector, which takes a third of the time."""
    path = larkspur.SHARED / "data" / "musique" / "records.jsonl"
    if not path.is_file():
        pytest.skip("the musique records are not beside the project")
    gc.disable()
    yield parse_file(path.read_bytes())
    gc.enable()


def test_musique_rejects_exactly_the_rows_without_three_parts_and_the_loops(records: EvidenceFile) -> None:
    chunks = [chunk for chunks in records.documents.values() for chunk in chunks]
    issues = [issue for chunk in chunks for issue in chunk.issues]
    assert (len(chunks), records.rejected, records.repeated) == (1890, (), ())
    assert sum(len(chunk.entities) for chunk in chunks) == 17_658
    assert sum(len(chunk.relations) for chunk in chunks) == 17_419 - 205
    kinds = Counter((issue.kind, "parts" if "three parts" in issue.reason else issue.reason[-10:]) for issue in issues)
    assert kinds == {("rejected", "parts"): 185, ("rejected", "to itself."): 20}


def test_every_eighth_document_comes_back_as_it_was_read(records: EvidenceFile) -> None:
    some = dict(list(records.documents.items())[::8])
    again = parse_file(to_lines(chunk for chunks in some.values() for chunk in chunks).encode())
    assert again.documents == some
    assert (again.rejected, again.repeated) == ((), ())


def test_the_musique_records_give_the_measured_counts_under_classic(records: EvidenceFile) -> None:
    graph = build_graph(larkspur.evidence_of(records), policy=CLASSIC)
    stubs = sum(node.stub for node in entities(graph).values())
    assert (len(graph), stubs, graph.number_of_edges()) == (19_140, 7_067, 16_513)
