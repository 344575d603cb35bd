"""What differs between two graphs: looked for by identity, and the same as by comparing everything."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings

from core.domain.decisions import Decision, fold
from core.domain.graph import GraphBuilder, build_graph
from core.domain.graph_changes import graph_changes
from core.domain.ordering import parted
from core.domain.policy import CAREFUL
from tests.strategies import GeneratedDocument, evidence_of, workspaces


def records(graph: nx.MultiDiGraph) -> dict[str, object]:
    edges = {f"edge {key}": record for *_, key, record in graph.edges(keys=True, data="relation")}
    return {f"node {key}": record for key, record in graph.nodes(data="entity")} | edges


@settings(max_examples=30, deadline=None)
@given(workspaces())
def test_the_changes_are_those_of_a_comparison_of_all_records(
    found: tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]],
) -> None:
    documents, decisions = found
    evidence = evidence_of(documents)
    before = build_graph(evidence, policy=CAREFUL)
    after = build_graph(evidence, fold(decisions), policy=CAREFUL)
    changes = graph_changes(before, after)
    old, new = records(before), records(after)
    differing = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    told = [f"node {change.key}" for change in changes.entities]
    told += [f"edge {change.key}" for change in changes.relations]
    assert sorted(told) == sorted(differing)
    assert set(changes.loops) == set(after.graph["self_loops"]) - set(before.graph["self_loops"])


def test_a_graph_does_not_differ_from_itself_or_its_like() -> None:
    evidence = evidence_of(())
    builder = GraphBuilder(policy=CAREFUL)
    graph = builder.update(parted(evidence))
    for other in (graph, builder.update(parted(evidence)), build_graph(evidence, policy=CAREFUL)):
        found = graph_changes(graph, other)
        assert (found.entities, found.relations, found.loops, list(found.texts())) == ((), (), (), [])
