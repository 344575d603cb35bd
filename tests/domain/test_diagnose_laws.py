"""Laws of diagnostics over any evidence and decisions: no order matters, nothing is named that is not in the graph."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import NOTHING_RULED, Decision, fold, problem, with_asserted
from core.domain.diagnose import FINDING_KINDS, Finding, Scene, diagnose, waiting
from core.domain.diagnose.forms import form
from core.domain.graph import build_graph
from core.domain.names import NodeRef
from core.domain.ordering import joined, parted
from core.domain.policy import Policy
from tests.diagnosing import found as findings_of
from tests.diagnosing import things
from tests.strategies import POLICIES, GeneratedDocument, documents, evidence_of, long_documents, workspaces


def looked_at(found: Sequence[GeneratedDocument], decisions: Sequence[Decision], policy: Policy) -> Scene:
    evidence, ruled = evidence_of(found), fold(decisions)
    seen = joined(with_asserted(parted(evidence), ruled)) if policy.follows_decisions else evidence
    return Scene(build_graph(evidence, ruled, policy=policy), seen, waiting=lambda: waiting(seen, ruled, policy))


@settings(max_examples=25, deadline=None)
@given(workspaces(), st.sampled_from(POLICIES), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_kinds_does_not_matter(workspace, policy, random) -> None:
    found, decisions = workspace
    shuffled = list(found)
    random.shuffle(shuffled)
    kinds = list(FINDING_KINDS)
    random.shuffle(kinds)
    first = diagnose(looked_at(found, decisions, policy))
    again = diagnose(looked_at(shuffled, decisions, policy), kinds)
    assert first == again
    assert [finding.id for finding in first] == [finding.id for finding in again]


@settings(max_examples=30, deadline=None)
@given(workspaces(), st.sampled_from(POLICIES))
def test_no_finding_names_something_that_is_not_there(workspace, policy) -> None:
    found, decisions = workspace
    scene = looked_at(found, decisions, policy)
    for finding in diagnose(scene):
        assert scene.entities.keys() >= {*finding.entities, *finding.near}
        assert scene.relations.keys() >= set(finding.relations)
        assert scene.mentions.keys() | scene.relation_mentions.keys() >= said(finding)
        assert scene.evidence.chunks.keys() >= {chunk for group in finding.evidence for chunk in group.chunks}
        assert finding.why
        assert finding.harm >= 0


@settings(max_examples=30, deadline=None)
@given(long_documents(), st.sampled_from(POLICIES))
def test_documents_of_many_passages_are_diagnosed_to_the_end(found, policy) -> None:
    scene = looked_at(found, (), policy)
    assert all(scene.entities.keys() >= set(finding.entities) for finding in diagnose(scene))


def said(finding: Finding) -> set[str]:
    return {mention for group in finding.evidence for mention in group.mentions}


@settings(max_examples=30, deadline=None)
@given(workspaces(), st.sampled_from(POLICIES))
def test_every_finding_has_an_id_of_its_own_and_a_proposal_that_a_decision_takes(workspace, policy) -> None:
    found, decisions = workspace
    findings = diagnose(looked_at(found, decisions, policy))
    assert len({finding.id for finding in findings}) == len(findings)
    for finding in (finding for finding in findings if finding.proposal):
        proposal = dict(finding.proposal or {})
        assert json.loads(json.dumps(proposal)) == proposal
        kind = proposal.pop("kind")
        assert fold([Decision(1, kind, proposal)]) != NOTHING_RULED
        named = proposal.get("nodes") or [proposal["node"]]
        if policy.normalises:
            assert problem(kind, proposal) == ""
            keys = {NodeRef.shown(each["name"], each["qualifier"]).key for each in named}
            assert keys <= {*finding.entities, *finding.near}


@settings(max_examples=30, deadline=None)
@given(documents())
def test_near_duplicates_never_differ_in_digits_qualifiers_or_types(found) -> None:
    scene = looked_at(found, (), POLICIES[0])
    for finding in diagnose(scene, ("near-duplicate",)):
        a, b = (scene.entities[key] for key in finding.entities)
        assert form(a.name).digits == form(b.name).digits
        assert a.qualifier == b.qualifier
        assert len({a.type, b.type} - {"unknown"}) < 2


@settings(max_examples=25, deadline=None)
@given(st.lists(st.from_regex(r"[AB][a-c]{0,2} ?[0-3]{1,2}", fullmatch=True), min_size=2, max_size=6, unique=True))
def test_product_codes_with_different_digits_are_never_near_duplicates(names) -> None:
    pairs = {finding.entities for finding in findings_of(things(*names), "near-duplicate")}
    for a, b in combinations(sorted({name.lower() for name in names}), 2):
        if form(a).digits != form(b).digits:
            assert (a, b) not in pairs
