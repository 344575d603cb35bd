"""What holds of any decisions over any evidence: nothing is lost, nothing leaks, all can be taken back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import KINDS, NOTHING_RULED, Decision, fold, in_force, problem, sentence, with_asserted
from core.domain.graph import GraphBuilder, build_graph
from core.domain.names import NodeRef, name_key
from core.domain.ordering import in_document_order, joined, parted
from core.domain.placing import Placing
from core.domain.policy import CAREFUL, CLASSIC
from core.domain.records import Evidence
from core.domain.standing import standing, standings
from tests.graphs import entities, relations, snapshot
from tests.strategies import GeneratedDocument, Ruling, evidence_of, nodes, numbered, workspaces

Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]

_LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6))
_FIELDS = st.one_of(
    st.sampled_from(
        "node nodes into to parts mentions rule metadata qualifiers documents name qualifier type relation source "
        "target predicate mention end way text of entity document quote keywords finding kind finding_kind seq values "
        "types names".split()
    ),
    st.text(max_size=4),
)
_JSON = st.recursive(_LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_FIELDS, inner, max_size=4))


def graph_of(evidence: Evidence, decisions: tuple[Decision, ...], policy: Any = CAREFUL, viewer: Any = None) -> Any:
    return snapshot(build_graph(evidence, fold(decisions), policy=policy, viewer=viewer))


@given(st.lists(st.tuples(st.sampled_from([*KINDS, "prophesy"]), _JSON | st.dictionaries(_FIELDS, _JSON)), max_size=4))
def test_no_body_however_odd_breaks_anything(found: list[tuple[str, Any]]) -> None:
    rows = numbered(Ruling(kind, body) for kind, body in found)
    evidence = evidence_of(())
    assert graph_of(evidence, rows)["nodes"] == []
    assert set(standings(rows, evidence)) == {row.seq for row in rows}
    for row in rows:
        assert "\n" not in sentence(row)
        assert isinstance(problem(row.kind, row.body), str)


@given(workspaces())
def test_a_ruling_without_a_problem_is_one_that_acts(generated: Generated) -> None:
    for row in generated[1]:
        if row.kind in KINDS and KINDS[row.kind].acts and not problem(row.kind, row.body):
            assert fold((Decision(1, row.kind, row.body),)) != NOTHING_RULED
        if row.kind not in KINDS:
            assert problem(row.kind, row.body)


@given(workspaces())
def test_classic_knows_no_decision(generated: Generated) -> None:
    found, decisions = generated
    evidence = evidence_of(found)
    assert graph_of(evidence, decisions, CLASSIC) == graph_of(evidence, (), CLASSIC)


@given(workspaces())
def test_every_mention_is_in_one_node_or_hidden_by_a_decision(generated: Generated) -> None:
    found, decisions = generated
    resolution = fold(decisions)
    evidence = joined(with_asserted(parted(evidence_of(found)), resolution))
    graph = build_graph(evidence_of(found), resolution, policy=CAREFUL)
    shown = Counter(m for node in entities(graph).values() for m in node.mentions)
    places = {m.id: trail[-1][1] for m, trail in Placing(evidence, resolution, CAREFUL).entity_trails()}
    for mention in evidence.entities:
        if name_key(mention.name):
            hidden = mention.id in resolution.hidden or places[mention.id].hidden
            assert shown[mention.id] == (0 if hidden else 1)


@given(workspaces())
def test_merging_makes_no_relation_of_a_node_to_itself(generated: Generated) -> None:
    found, decisions = generated
    graph = build_graph(evidence_of(found), fold(decisions), policy=CAREFUL)
    assert all(edge.source != edge.target for edge in relations(graph).values())
    in_edges = {m for edge in relations(graph).values() for m in edge.mentions}
    assert in_edges.isdisjoint(graph.graph["self_loops"])


@given(workspaces())
def test_a_mention_stands_where_its_node_is_said_to_have_become(generated: Generated) -> None:
    found, decisions = generated
    resolution = fold(decisions)
    for _, trail in Placing(evidence_of(found), resolution, CAREFUL).entity_trails():
        assert trail[-1][1].ref in resolution.became(trail[0][1].ref)


@given(workspaces(), nodes(), st.data())
def test_split_then_withdraw_is_withdraw_then_split(
    generated: Generated, node: dict[str, Any], data: st.DataObject
) -> None:
    everything = evidence_of(generated[0])
    ids = [m.id for m in everything.entities]
    chosen = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    split = fold(numbered([Ruling("split", {"node": node, "parts": [{"name": "Part", "mentions": chosen}]})]))
    gone = data.draw(st.sampled_from([d.id for d in generated[0]] or [""]))
    kept = [c for c in everything.chunks.values() if c.document != gone]
    parts = parted(everything)
    left = tuple(part for part in parts if part.chunk in kept)
    one, other = GraphBuilder(policy=CAREFUL), GraphBuilder(policy=CAREFUL)
    one.update(parts, split)
    other.update(parts, NOTHING_RULED)
    other.update(left, NOTHING_RULED)
    after = in_document_order(kept, everything.entities, everything.relations)
    wanted = snapshot(build_graph(after, split, policy=CAREFUL))
    assert snapshot(one.update(left, split)) == snapshot(other.update(left, split)) == wanted


@given(workspaces())
def test_an_idle_decision_changes_nothing_and_is_counted(generated: Generated) -> None:
    found, decisions = generated
    evidence, rows = evidence_of(found), in_force(decisions)
    there = build_graph(evidence, fold(rows), policy=CAREFUL)
    states = standings(rows, evidence)
    for row in rows:
        if states[row.seq].state in ("idle", "unknown"):
            without = build_graph(evidence, fold(r for r in rows if r is not row), policy=CAREFUL)
            if row.kind == "merge":  # gives the one node that is there its name
                assert list(without.nodes) == list(there.nodes)
            elif problem(row.kind, row.body) == "":
                assert snapshot(without) == snapshot(there)
    counted = standing(rows, evidence, ())
    assert counted.hold + counted.wait + counted.idle == len(rows)
    assert standings(rows, joined(with_asserted(parted(evidence), fold(rows)))) == states


@given(workspaces())
def test_a_decision_rests_on_earlier_ones_that_stand(generated: Generated) -> None:
    found, decisions = generated
    standing_rows = {row.seq for row in in_force(decisions)}
    for seq, stands in standings(decisions, evidence_of(found)).items():
        assert all(below < seq and below in standing_rows for below in stands.rests_on)


def test_what_became_of_a_node_is_itself_where_nothing_was_ruled() -> None:
    assert NOTHING_RULED.became(NodeRef("a")) == (NodeRef("a"),)
