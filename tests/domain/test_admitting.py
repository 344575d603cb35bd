"""What a viewer knows of what persons decided: nothing that they may not see, all that rests on what they see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import Asserting, Decision, Resolution, Ruling, admitted, fold, with_asserted
from core.domain.graph import GraphBuilder, build_graph, seen_by, visible
from core.domain.identity import passage_id
from core.domain.ordering import ChunkEvidence, joined, parted
from core.domain.placing import Placing
from core.domain.policy import CAREFUL
from core.domain.records import EntityRow
from core.domain.resting import Resting
from tests.graphs import entities, passage, snapshot, together
from tests.planting import LABELS, planted, under, words_in

SEEDS = st.integers(0, 2**32)
VIEWERS: tuple[tuple[str, ...], ...] = ((), ("staff",), ("partners",), LABELS)


def passages(parts: Iterable[ChunkEvidence]) -> set[str]:
    return {passage_id(part.chunk.document, part.chunk.text) for part in parts}


def rests(decision: Decision, parts: Sequence[ChunkEvidence]) -> bool:
    return bool(decision.of) and passages(parts).issuperset(decision.of)


def open_to(decision: Decision, parts: Sequence[ChunkEvidence]) -> bool:
    """The same, or a text over mentions that are all here."""
    there = {m.id for part in parts for m in (*part.entities, *part.relations)}
    return rests(decision, parts) or (decision.kind == "describe" and there.issuperset(decision.body["of"]))


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_a_viewers_graph_is_that_of_a_workspace_without_the_rest(seed: int) -> None:
    made = planted(seed)
    for viewer in VIEWERS:
        alone = replace(made, evidence=visible(made.evidence, viewer))
        assert snapshot(made.graph(viewer)) == snapshot(alone.graph(viewer))
        assert made.waiting(viewer) == alone.waiting(viewer)


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_no_hidden_word_stands_in_a_viewers_graph(seed: int) -> None:
    made = planted(seed)
    for viewer in VIEWERS:
        parts = seen_by(viewer, parted(made.evidence))
        known = words_in(parts).union(*(words_in(d.body) for d in made.decisions if open_to(d, parts)))
        assert words_in(snapshot(made.graph(viewer))) <= known


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_who_sees_all_passages_sees_all_names(seed: int) -> None:
    made = planted(seed, unknown=False)
    assert snapshot(made.graph(LABELS)) == snapshot(made.graph(None))


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_a_viewer_sees_a_name_that_rests_on_what_they_see_whatever_came_before(seed: int) -> None:
    made = planted(seed)
    everyday = fold(d for d in made.decisions if d.kind not in ("tick", "know"))  # which look at all passages
    whole = trails(with_asserted(parted(made.evidence), everyday), everyday)
    moving = {d.seq: d for d in made.decisions if d.kind in ("rename", "merge", "split")}
    for viewer in VIEWERS:
        parts = seen_by(viewer, parted(made.evidence))
        resolution = admitted(everyday, parts)
        for mention, trail in trails(with_asserted(parts, resolution), resolution).items():
            last, place = whole[mention][-1]
            if last in moving and place.named == last and rests(moving[last], parts):
                seen = trail[-1][1]
                assert (seen.shown, seen.name) == (place.ref, place.name)


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_nothing_waits_in_a_viewers_eyes_that_does_not_wait_for_all(seed: int) -> None:
    made = planted(seed)
    everyday = fold(d for d in made.decisions if d.kind not in ("tick", "know"))  # which look at all passages
    whole = trails(with_asserted(parted(made.evidence), everyday), everyday)
    for viewer in VIEWERS:
        parts = seen_by(viewer, parted(made.evidence))
        resolution = admitted(everyday, parts)
        for mention, trail in trails(with_asserted(parts, resolution), resolution).items():
            assert whole[mention][-1][1].unassigned or not trail[-1][1].unassigned


def test_what_fits_no_part_waits_only_where_another_part_is_known() -> None:
    """Split into the same name and a hidden one; a passage that comes later fits neither."""
    open_, later = (passage(name, EntityRow("Vault", "place"), text=name) for name in ("a.md", "later.md"))
    closed = passage("staff.md", EntityRow("Vault", "place"), text="Closed.", audience="staff")
    there = together(open_, closed)
    ids = {m.chunk: [m.id] for m in there.entities}
    parts = [{"name": "Vault", "mentions": ids["a.md#0"]}, {"name": "Danger", "mentions": ids["staff.md#0"]}]
    ruling = Ruling("split", {"node": {"name": "Vault"}, "parts": parts})
    split = fold([Decision(1, ruling.kind, ruling.body, of=Resting(under(there, fold([])), there).of(ruling))])
    evidence = together(open_, closed, later)
    assert entities(build_graph(evidence, split, policy=CAREFUL, viewer=()))["vault"].flags == ()
    assert entities(build_graph(evidence, split, policy=CAREFUL, viewer=("staff",)))["vault"].flags == ("unassigned",)
    assert entities(build_graph(evidence, split, policy=CAREFUL))["vault"].flags == ("unassigned",)


def trails(parts: Sequence[ChunkEvidence], resolution: Resolution) -> dict[str, Any]:
    return {m.id: trail for m, trail in Placing(joined(parts), resolution, CAREFUL).entity_trails()}


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_graph_brought_up_to_date_is_that_from_scratch_when_other_passages_are_seen(seed: int) -> None:
    made = planted(seed)
    parts = parted(made.evidence)
    builder, asserting, some = GraphBuilder(policy=CAREFUL), Asserting(), Random(seed)
    for _ in range(4):
        there = tuple(part for part in parts if some.random() < 0.6)
        ruled = fold(d for d in made.decisions if some.random() < 0.7)
        resolution = admitted(ruled, there)
        graph = builder.update(asserting.added(there, resolution), resolution)
        scratch = GraphBuilder(resolution, policy=CAREFUL).update(with_asserted(there, resolution))
        assert snapshot(graph) == snapshot(scratch)


def test_a_chain_of_rulings_is_followed_under_names_that_a_viewer_may_not_know() -> None:
    """Rename, merge, split, rename: the last rests on a passage for all, the others on one for staff too."""
    open_ = passage("open.md", EntityRow("Vault", "place", "Holds gold."), text="An open passage.")
    closed = passage("staff.md", EntityRow("Vault", "place", "Is at risk."), text="A closed one.", audience="staff")
    evidence = together(open_, closed)
    ids = {m.chunk: m.id for m in evidence.entities}
    parts = [{"name": "Safe", "mentions": [ids["open.md#0"]]}, {"name": "Danger", "mentions": [ids["staff.md#0"]]}]
    steps: list[tuple[str, dict[str, Any]]] = [
        ("rename", {"node": {"name": "Vault"}, "to": {"name": "Secret"}}),
        ("merge", {"nodes": [{"name": "Secret"}], "into": {"name": "Project X"}}),
        ("split", {"node": {"name": "Project X"}, "parts": parts}),
        ("rename", {"node": {"name": "Safe"}, "to": {"name": "Strongroom"}}),
    ]
    decisions: list[Decision] = []
    seen = []
    for kind, body in steps:
        of = Resting(under(evidence, fold(decisions)), evidence).of(Ruling(kind, body))
        decisions.append(Decision(len(decisions) + 1, kind, body, of=of))
        seen.append(entities(build_graph(evidence, fold(decisions), policy=CAREFUL, viewer=())))
    assert [(list(nodes), nodes[min(nodes)].flags) for nodes in seen] == [
        (["vault"], ()),
        (["vault"], ()),
        (["vault"], ()),
        (["strongroom"], ()),
    ]
    assert list(under(evidence, fold(decisions))) == ["danger", "strongroom"]


def test_what_a_visible_passage_says_is_known_whatever_a_ruling_rests_on() -> None:
    said = passage("open.md", EntityRow("Vault", "place"), EntityRow("Strongroom", "room"), text="Both.")
    ruled = (Decision(1, "rename", {"node": {"name": "Vault"}, "to": {"name": "STRONGROOM"}}),)
    unsaid = (Decision(1, "rename", {"node": {"name": "Vault"}, "to": {"name": "Cellar"}}),)
    assert list(build_graph(said, fold(ruled), policy=CAREFUL, viewer=())) == ["strongroom"]
    assert list(build_graph(said, fold(unsaid), policy=CAREFUL, viewer=())) == ["strongroom", "vault"]


def test_a_text_written_over_nothing_is_for_no_viewer() -> None:
    said = passage("open.md", EntityRow("Vault", "place", "Holds gold."))
    told = fold((Decision(1, "describe", {"node": {"name": "Vault"}, "text": "From memory.", "of": []}),))
    assert entities(build_graph(said, told, policy=CAREFUL, viewer=()))["vault"].description == "Holds gold."
    assert entities(build_graph(said, told, policy=CAREFUL))["vault"].description == "From memory."
