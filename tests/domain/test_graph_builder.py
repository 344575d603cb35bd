"""Law 3 for graph and rows: whatever came and went before, what is brought up equals what is made from scratch."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import Asserting, Decision, fold, with_asserted
from core.domain.graph import GraphBuilder, build_graph
from core.domain.ordering import ChunkEvidence, in_document_order, joined, parted
from core.domain.policy import CAREFUL, Policy, Qualifiers, policy_named
from core.domain.records import EntityRow, RelationRow
from core.domain.wording import COLLECTIONS, RowMaker, bundles, rows
from tests.graphs import entities, passage, relations, snapshot, together
from tests.strategies import POLICIES, GeneratedDocument, evidence_of, workspaces

Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]
ADDED = policy_named("careful", Qualifiers(added=frozenset({"business"})))


@given(workspaces(), st.sampled_from([*POLICIES, ADDED]), st.data())
def test_law_3_any_coming_and_going_of_chunks_gives_graph_and_rows_from_scratch(
    generated: Generated, policy: Policy, data: st.DataObject
) -> None:
    found, decisions = generated
    resolution, parts = fold(decisions), parted(evidence_of(found))
    parts = tuple(with_asserted(parts, resolution)) if policy.follows_decisions else parts
    builder = GraphBuilder(resolution, policy=policy)
    makers = {kind: RowMaker(kind) for kind in COLLECTIONS}
    earlier = []
    for _ in range(data.draw(st.integers(1, 4))):
        chosen = data.draw(st.lists(st.sampled_from(parts), unique_by=id)) if parts else []
        there = tuple(part for part in parts if part in chosen)
        scratch = GraphBuilder(resolution, policy=policy).update(there)
        graph = builder.update(there)
        assert snapshot(graph) == snapshot(scratch)
        assert shape(graph) == shape(added_one_by_one(graph))
        for kind, maker in makers.items():
            made = maker.rows(bundles(kind, lambda graph=graph: graph, joined(there)))
            assert made == rows(kind, scratch, joined(there))
        earlier.append((graph, snapshot(graph)))
    assert all(snapshot(graph) == then for graph, then in earlier)


@given(workspaces(), st.sampled_from([*POLICIES, ADDED]), st.data())
def test_law_3_any_coming_and_going_of_decisions_and_chunks_gives_the_graph_from_scratch(
    generated: Generated, policy: Policy, data: st.DataObject
) -> None:
    found, decisions = generated
    parts = parted(evidence_of(found))
    builder, asserting = GraphBuilder(policy=policy), Asserting()
    for _ in range(data.draw(st.integers(2, 5))):
        ruled = data.draw(st.lists(st.sampled_from(decisions), unique_by=id)) if decisions else []
        there = parts if not parts or data.draw(st.booleans()) else data.draw(st.lists(st.sampled_from(parts)))
        there = tuple(part for part in parts if part in there)
        resolution = fold(ruled)
        given_ = asserting.added(there, resolution) if policy.follows_decisions else there
        graph = builder.update(given_, resolution)
        assert snapshot(graph) == snapshot(build_graph(joined(there), resolution, policy=policy))
        assert shape(graph) == shape(added_one_by_one(graph))


@given(workspaces(), st.sampled_from([*POLICIES, ADDED]))
def test_law_3_deciding_and_taking_back_one_by_one_gives_the_graph_from_scratch(
    generated: Generated, policy: Policy
) -> None:
    found, decisions = generated
    parts = parted(evidence_of(found))
    builder, asserting = GraphBuilder(policy=policy), Asserting()
    last = len(decisions)
    rows = (*decisions, *(Decision(last + n, "revoke", {"seq": n}) for n in range(1, last + 1)))
    earlier = []
    for n in range(len(rows) + 1):
        resolution = fold(rows[:n])
        given_ = asserting.added(parts, resolution) if policy.follows_decisions else parts
        graph = builder.update(given_, resolution)
        assert snapshot(graph) == snapshot(build_graph(joined(parts), resolution, policy=policy))
        earlier.append((graph, snapshot(graph)))
    assert all(snapshot(graph) == then for graph, then in earlier)


def shape(graph: nx.MultiDiGraph) -> list[object]:
    """Neighbours both ways with their edges, in the graph's order."""
    return [
        [(key, list(inner), [list(edges) for edges in inner.values()]) for key, inner in way.items()]
        for way in (graph.succ, graph.pred)
    ]


def added_one_by_one(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """The same nodes and edges in the order that a graph promises, by the ordinary way."""
    plain = nx.MultiDiGraph()
    plain.add_nodes_from(sorted(graph.nodes(data=True)))
    edges = graph.edges(keys=True, data="relation")
    for source, target, key, relation in sorted(edges, key=lambda edge: edge[:3]):
        plain.add_edge(source, target, key=key, relation=relation)
    return plain


@given(workspaces(), st.data())
def test_law_3_a_chunk_that_says_something_else_replaces_what_it_said(
    generated: Generated, data: st.DataObject
) -> None:
    parts = parted(evidence_of(generated[0]))
    builder = GraphBuilder(policy=CAREFUL)
    builder.update(parts)
    silent = data.draw(st.sets(st.sampled_from(range(len(parts))))) if parts else set()
    changed = tuple(ChunkEvidence(p.chunk) if n in silent else replace(p) for n, p in enumerate(parts))
    assert snapshot(builder.update(changed)) == snapshot(build_graph(joined(changed), policy=CAREFUL))


@given(workspaces())
def test_evidence_that_is_taken_apart_and_joined_is_as_before(generated: Generated) -> None:
    evidence = evidence_of(generated[0])
    assert joined(parted(evidence)) == evidence
    mixed = in_document_order(reversed(evidence.chunks.values()), evidence.entities, evidence.relations)
    assert parted(mixed) == parted(evidence)


BACKUP = passage("a", EntityRow("Backup", "feature", "Holds data."), RelationRow("Backup", "Export", "Feeds it."))
EXPORT = passage("b", EntityRow("Export", "feature", "Gives data out."))
RENAMED = passage("c", *(EntityRow("EXPORT", "feature", "Is loud.") for _ in range(2)))


def test_what_a_change_does_not_touch_stays_the_same_record() -> None:
    builder = GraphBuilder(policy=CAREFUL)
    backup, export = parted(BACKUP), parted(EXPORT)
    before = builder.update((*backup, *export))
    after = builder.update(backup)
    assert entities(after)["backup"] is entities(before)["backup"]
    assert relations(after)["backup -> export : related"] is relations(before)["backup -> export : related"]
    assert entities(after)["export"].stub
    assert not entities(before)["export"].stub


def test_an_edge_shows_the_new_name_of_an_end_that_its_own_chunk_does_not_give() -> None:
    builder = GraphBuilder(policy=CAREFUL)
    everything = parted(together(BACKUP, EXPORT, RENAMED))
    builder.update(everything[:2])
    edge = relations(builder.update(everything))["backup -> export : related"]
    assert edge.target_name == "EXPORT"
