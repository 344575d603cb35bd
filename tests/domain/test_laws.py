"""The laws of the design that the graph alone can show, over generated documents and decisions."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import Decision, admitted, fold, read_node, with_asserted
from core.domain.graph import Viewer, build_graph, seen_by, visible
from core.domain.identity import digest
from core.domain.names import classic_key, name_key
from core.domain.ordering import in_document_order, joined, parted
from core.domain.policy import CAREFUL, Policy
from core.domain.records import Evidence
from core.domain.wording import COLLECTIONS, rows
from tests import larkspur
from tests.graphs import entities, relations, snapshot
from tests.strategies import (
    AUDIENCES,
    POLICIES,
    GeneratedDocument,
    Ruling,
    evidence_of,
    numbered,
    workspaces,
)

Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]
policies = st.sampled_from(POLICIES)
viewers = st.one_of(st.none(), st.lists(st.sampled_from(AUDIENCES), unique=True).map(tuple))
ROOT = Path(__file__).parent.parent.parent


def graph_of(evidence: Evidence, decisions: Sequence[Decision], policy: Policy, viewer: Viewer = None) -> object:
    return snapshot(build_graph(evidence, fold(decisions), policy=policy, viewer=viewer))


def said_under(evidence: Evidence, decisions: Sequence[Decision], policy: Policy, viewer: Viewer = None) -> Evidence:
    """What a viewer sees of the evidence, and what persons asserted in it."""
    parts, resolution = seen_by(viewer, parted(evidence)), fold(decisions)
    if viewer is not None:
        resolution = admitted(resolution, parts)
    return joined(with_asserted(parts, resolution) if policy.follows_decisions else parts)


@given(workspaces(), policies, viewers, st.randoms(use_true_random=False))
def test_law_2_documents_and_rows_may_come_in_any_order(
    generated: Generated, policy: Policy, viewer: Viewer, shuffle: random.Random
) -> None:
    found, decisions = generated
    ordered = evidence_of(found)
    chunks, names, links = list(ordered.chunks.values()), list(ordered.entities), list(ordered.relations)
    for items in (chunks, names, links):
        shuffle.shuffle(items)
    mixed = in_document_order(chunks, names, links)
    assert mixed == ordered
    assert graph_of(mixed, decisions, policy, viewer) == graph_of(ordered, decisions, policy, viewer)
    assert evidence_of(tuple(reversed(found))) == ordered


@given(workspaces(), policies, viewers, st.data())
def test_law_1_a_document_taken_out_leaves_no_trace_in_the_graph(
    generated: Generated, policy: Policy, viewer: Viewer, data: st.DataObject
) -> None:
    found, decisions = generated
    kept = data.draw(st.lists(st.sampled_from(found), unique_by=lambda d: d.id).map(tuple) if found else st.just(()))
    everything = evidence_of(found)
    left = {d.id for d in kept}
    withdrawn = in_document_order(
        [c for c in everything.chunks.values() if c.document in left], everything.entities, everything.relations
    )
    never = evidence_of(kept)
    assert withdrawn == never
    assert graph_of(withdrawn, decisions, policy, viewer) == graph_of(never, decisions, policy, viewer)


@given(workspaces(), policies)
def test_what_a_viewer_sees_is_what_there_would_be_without_the_rest(generated: Generated, policy: Policy) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    for viewer in ((), ("staff",)):
        alone = graph_of(visible(evidence, viewer), decisions, policy, viewer)
        assert graph_of(evidence, decisions, policy, viewer) == alone


@given(workspaces(), policies, viewers)
def test_law_5_everything_shown_leads_back_to_a_document(generated: Generated, policy: Policy, viewer: Viewer) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    graph = build_graph(evidence, fold(decisions), policy=policy, viewer=viewer)
    there = said_under(evidence, decisions, policy, viewer)
    said = {m.id: m for m in (*there.entities, *there.relations)}
    ids = {document.id for document in found}
    for shown in (*entities(graph).values(), *relations(graph).values()):
        texts = (*shown.texts, *shown.cut)
        assert {m for text in texts for m in text.mentions} <= set(shown.mentions)
        assert all(said[m].description == text.text for text in texts for m in text.mentions)
        assert {said[m].chunk for m in shown.mentions} <= set(shown.chunks)
        assert shown.chunks
        assert {evidence.chunks[c].document for c in shown.chunks} == set(shown.documents) <= ids
        assert shown.description == "\n".join(text.text for text in shown.texts)


@given(workspaces(), policies)
def test_law_6_every_mention_is_in_the_graph_once_unless_a_decision_hides_it(
    generated: Generated, policy: Policy
) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    standing = [d for d in decisions if d.kind != "hide"]
    graph = build_graph(evidence, fold(standing), policy=policy)
    evidence = said_under(evidence, standing, policy)
    key = name_key if policy.normalises else classic_key
    named = Counter(m.id for m in evidence.entities if key(m.name))
    assert Counter(m for node in entities(graph).values() for m in node.mentions) == named
    joined = Counter(m.id for m in evidence.relations if key(m.source) and key(m.target))
    in_edges = Counter(m for edge in relations(graph).values() for m in edge.mentions)
    assert in_edges + Counter(graph.graph["self_loops"]) == joined


@given(workspaces(), policies, viewers)
def test_the_graph_holds_together(generated: Generated, policy: Policy, viewer: Viewer) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    graph = build_graph(evidence, fold(decisions), policy=policy, viewer=viewer)
    nodes, edges = entities(graph), relations(graph)
    assert list(nodes) == sorted(nodes)
    places = [(edge.source, edge.target, key) for key, edge in edges.items()]
    assert places == sorted(places)
    assert [(a, b) for a, b, _ in graph.edges(keys=True)] == [(a, b) for a, b, _ in places]
    order = {chunk: n for n, chunk in enumerate(evidence.chunks)}
    for node in nodes.values():
        assert node.name
        assert node.stub == (not node.mentions) == ("stub" in node.flags)
        assert list(node.chunks) == sorted(node.chunks, key=order.__getitem__)
        assert list(node.flags) == sorted(node.flags)
    for edge in edges.values():
        assert (edge.source_name, edge.target_name) == (nodes[edge.source].name, nodes[edge.target].name)
        assert edge.weight == len(edge.chunks) > 0
        assert edge.directed == policy.keeps_direction
        assert edge.source != edge.target


@given(workspaces(), st.sampled_from([p for p in POLICIES if p.normalises]))
def test_every_node_can_be_named_in_a_decision_as_it_is_shown(generated: Generated, policy: Policy) -> None:
    found, decisions = generated
    graph = build_graph(evidence_of(found), fold(decisions), policy=policy)
    for key, node in entities(graph).items():
        named = read_node({"name": node.name, "qualifier": node.qualifier})
        assert named is not None
        assert named[0].key == key


@given(workspaces(), policies)
def test_revoking_every_decision_gives_the_graph_from_before(generated: Generated, policy: Policy) -> None:
    found, decisions = generated
    evidence, last = evidence_of(found), len(decisions)
    rulings = [Ruling(d.kind, d.body) for d in decisions]
    undone = numbered([*rulings, *(Ruling("revoke", {"seq": n}) for n in range(last, 0, -1))])
    assert graph_of(evidence, undone, policy) == graph_of(evidence, (), policy)
    redone = numbered([*rulings, *(Ruling("revoke", {"seq": n}) for n in range(last, 0, -1))])
    back = (*redone, *(Decision(2 * last + n, "revoke", {"seq": last + n}) for n in range(last, 0, -1)))
    assert graph_of(evidence, back, policy) == graph_of(evidence, decisions, policy)


@given(workspaces(), policies)
def test_rows_of_the_collections_have_ids_of_their_own(generated: Generated, policy: Policy) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    graph = build_graph(evidence, fold(decisions), policy=policy)
    made = [row for kind in COLLECTIONS for row in rows(kind, graph, evidence)]
    assert len({row.id for row in made}) == len(made)
    assert {row.key for row in rows("chunk", graph, evidence)} == set(evidence.chunks)


PRINT_GRAPH = "from tests.domain.test_laws import lesson_digest; print(lesson_digest())"


def lesson_digest() -> str:
    """One number for all that the lesson gives under every merge rule, with some decisions."""
    evidence = larkspur.evidence(larkspur.own_records())
    rulings = numbered(
        [
            Ruling("merge", {"nodes": [{"name": "billing"}, {"name": "export"}], "into": {"name": "Office"}}),
            Ruling("retype", {"node": {"name": "Cancellation"}, "type": "event"}),
        ]
    )
    return digest(*(repr(graph_of(evidence, rulings, policy, ())) for policy in (CAREFUL, *POLICIES)))


@pytest.mark.parametrize("seed", ["4242"])
def test_law_7_the_graph_does_not_depend_on_the_hash_seed(seed: str) -> None:
    env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PRINT_GRAPH], env=env, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == lesson_digest()
