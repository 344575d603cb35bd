"""Exports of a workspace: the right files, of all or of a part, and nothing that the viewer may not see."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from core.domain.evidence import parse_file
from core.domain.exports import Originals
from core.domain.graph import build_graph
from core.domain.policy import policy_named
from core.domain.records import Evidence
from core.domain.trace import Hit, Kind
from core.errors import UnknownName
from core.services.transfer import Transfer, Viewer
from tests.exporting import PLANS, evidence_of, page_parts


class GraphOnlyView:
    """A view of the two plans that is never searched."""

    def __init__(self, policy: str, viewer: Viewer) -> None:
        self.evidence: Evidence = evidence_of(PLANS)
        self.policy, self.viewer = policy, viewer
        self.graph: nx.MultiDiGraph = build_graph(self.evidence, policy=policy_named(policy), viewer=viewer)

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        raise AssertionError("exports don't search")

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        raise AssertionError("exports don't search")


@pytest.fixture
def transfer() -> Transfer:
    return Transfer(GraphOnlyView, Originals, page_parts, "Plans")


def content(transfer: Transfer, kind: str, **more: object) -> str:
    return "".join(file.content.decode("utf-8-sig") for file in transfer.export(kind, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "files"),
    [
        ("records", [("records.jsonl", "application/x-ndjson")]),
        ("graphml", [("graph.graphml", "application/graphml+xml")]),
        ("csv", [("entities.csv", "text/csv"), ("relations.csv", "text/csv")]),
        ("html", [("graph.html", "text/html")]),
    ],
)
def test_each_kind_gives_its_files(transfer: Transfer, kind: str, files: list[tuple[str, str]]) -> None:
    made = transfer.export(kind)
    assert [(file.name, file.media_type) for file in made] == files
    assert all(b"Backup" in file.content for file in made)
    assert kind in transfer.kinds


def test_records_read_again_give_the_same_evidence(transfer: Transfer) -> None:
    read = parse_file(transfer.export("records")[0].content)
    assert evidence_of([chunk for chunks in read.documents.values() for chunk in chunks]) == evidence_of(PLANS)


@pytest.mark.parametrize("kind", ["records", "graphml", "csv", "html"])
def test_a_part_leaves_the_rest_out(transfer: Transfer, kind: str) -> None:
    text = content(transfer, kind, keys=["backup", "export"])
    assert "Backup" in text
    assert "Invoice" not in text


def test_a_part_in_a_picture_says_of_how_many_it_is(transfer: Transfer) -> None:
    assert "Showing 2 of 3 entities" in content(transfer, "html", keys=["backup", "export"])


@pytest.mark.parametrize("kind", ["records", "graphml", "csv", "html"])
def test_what_the_viewer_may_not_see_is_in_no_file(transfer: Transfer, kind: str) -> None:
    assert "Every night." in content(transfer, kind, viewer=("staff",))
    seen = content(transfer, kind, viewer=())
    assert not re.search("Every night|Writes CSV|a[.]md", seen)
    assert "Ends with the plan." in seen


def test_the_merge_rule_decides_what_is_in_the_graph(transfer: Transfer) -> None:
    def relations(policy: str) -> int:
        return len(list(csv.reader(io.StringIO(transfer.export("csv", policy)[1].content.decode())))) - 1

    assert (relations("careful"), relations("classic")) == (3, 2)


def test_an_unknown_kind_or_entity_is_named(transfer: Transfer) -> None:
    with pytest.raises(UnknownName, match=r"no export 'pdf'.*records, graphml, csv, html"):
        transfer.export("pdf")
    with pytest.raises(UnknownName, match="no entity 'nobody'"):
        transfer.export("csv", keys=["export", "nobody"])
