"""A loss planted at each stage of the way into a context is named by that stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.evaluation import Paths, loss_of, order_loss, parts_of
from core.domain.explain import Case
from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords
from core.services.explain import Explainer
from core.services.retrieve import Request
from tests.services.hand_view import (
    CHUNKS_OF,
    COSINES,
    EDGES,
    QUESTION,
    Bench,
    HandView,
    entity,
    graph_of,
    relation,
)

NAMES = {
    chunk: [("entity", k) for k, chunks in CHUNKS_OF.items() if chunk in chunks]
    + [("relation", k) for k, (*_, chunks) in EDGES.items() if chunk in chunks]
    for chunk in COSINES["chunk"]
}


def lost(mode, *chunks, view=None, names=NAMES, **numbers):
    """The loss of a document with these passages."""
    view, parameters = view or HandView(), Parameters(**numbers)
    session = Bench(view).retrieval.open(Request(QUESTION, parameters=parameters), [mode])
    explainer = Explainer(view, session.vector)
    return loss_of(explainer.case(session.trace(mode), parameters), "doc", chunks, Paths(names, parts_of(view.graph)))


def test_the_plain_search_loses_what_is_below_the_threshold_and_behind_top_k():
    assert lost("naive", "k5").stage == "threshold"
    assert lost("naive", "k3", chunk_top_k=4).stage == "top k"
    found = lost("naive", "k5")
    assert (found.support, found.chunk, found.label) == ("doc", "k5", "Doc, passage 5")
    assert found.said == "Ranked 7 of 7 for “What is kept?” (cosine 0.100), below the threshold 0.2."


def test_of_several_passages_the_one_that_came_furthest_is_told():
    assert lost("naive", "k5", "k3", chunk_top_k=4).chunk == "k3"


def test_a_budget_that_cuts_the_passage_is_named():
    found = lost("naive", "k1", max_total_tokens=25)
    assert found.stage == "budget"
    assert "cut by the budget of 25 tokens in all" in found.said


def test_a_budget_that_cuts_what_names_the_passage_is_named():
    # a is the first hit; b, the second, does not fit and its passages k2 and k3 go with it
    found = lost("local", "k2", max_entity_tokens=12, max_relation_tokens=0)
    assert found.stage == "budget"
    assert " B: Hit 2 of 5 for “alpha, beta” (cosine 0.500), but cut by the budget for entities" in found.said


def test_an_entity_below_the_threshold_is_named_with_its_place():
    found = lost("local", "k6")  # only e names it, with 0.05 to the keywords
    assert found.stage == "threshold"
    assert "E: " in found.said
    assert "below the threshold 0.2" in found.said


def test_an_entity_behind_top_k_is_named():
    found = lost("local", "k2", top_k=1)  # b and c name it
    assert found.stage == "top k"
    assert " B: Ranked 2 of 5 for “alpha, beta” (cosine 0.500), beyond the 1 taken." in found.said


def test_more_passages_than_an_item_may_bring_are_lost_at_top_k():
    found = lost("local", "k7", related_chunks=1)  # a brings k4
    assert found.stage == "top k"
    assert "beyond the 1 an item may bring" in found.said


def test_what_is_kept_but_brings_nothing_is_lost_at_the_expansion():
    found = lost("global", "k5")  # d is an end of r3, but no hit
    assert found.stage == "expansion"
    assert found.said == "Named by kept D, which brings no passages in this mode: it is no hit."


def test_a_passage_from_which_nothing_was_read_is_said_to_be_unread():
    assert lost("local", "k6", names={}).stage == "unread"


def test_a_keyword_that_is_missing_is_named_where_the_question_would_have_found_it(monkeypatch):
    closer = {**COSINES["entity"], "e": (0.9, 0.05, 0)}
    monkeypatch.setitem(COSINES, "entity", closer)
    found = lost("local", "k6")
    assert found.stage == "keywords"
    assert found.said.endswith("With the question itself it is number 1 of 5 (cosine 0.900).")


def test_a_name_that_the_question_has_and_no_keyword_is_lost_at_the_keywords():
    case = _case_for("e")
    asked = replace(case.trace, question="What is e for?", keywords=Keywords(("alpha",), ("keeping",), "engine"))
    assert loss_of(replace(case, trace=asked), "doc", ["k6"], Paths(NAMES)).stage == "keywords"
    told = replace(asked, keywords=Keywords(("alpha", "the E"), (), "engine"))
    assert loss_of(replace(case, trace=told), "doc", ["k6"], Paths(NAMES)).stage == "threshold"


def _case_for(_key: str) -> Case:
    view = HandView()
    session = Bench(view).retrieval.open(Request(QUESTION), ["local"])
    return Explainer(view, session.vector).case(session.trace("local"), Parameters())


def test_a_support_without_passages_has_no_loss():
    assert lost("naive") is None


@pytest.mark.parametrize("mode", list(MODES))
def test_every_passage_that_is_not_kept_has_a_stage_and_a_sentence(mode):
    seen = 0
    for numbers in ({"top_k": 1}, {"max_total_tokens": 20}, {"threshold": 0.65}, {"chunk_top_k": 1}):
        view, parameters = HandView(), Parameters(**numbers)
        session = Bench(view).retrieval.open(Request(QUESTION, parameters=parameters), [mode])
        case = Explainer(view, session.vector).case(session.trace(mode), parameters)
        for chunk in sorted(set(COSINES["chunk"]) - set(case.kept("chunk"))):
            found = loss_of(case, chunk, [chunk], Paths(NAMES))
            assert found is not None
            assert found.said.strip()
            seen += 1
    assert seen > 1


# --- a loss planted at each stage, in every mode that has it ----------------------------------------------------------

FAR = 0.01
"""Below every threshold that is set here."""


def planted(**chunks: float) -> Mapping[str, tuple[float, float, float]]:
    """The passages with other cosines to the question."""
    return {**COSINES["chunk"], **{key: (cosine, 0.0, 0.0) for key, cosine in chunks.items()}}


def apart(**edges: tuple[str, str, tuple[str, ...]]) -> HandView:
    """The hand view with an entity z, named by k6 alone, that no edge leads to; `edges` are some more."""
    names = {**CHUNKS_OF, "e": ("k5",), "z": ("k6",)}
    relations = [relation(key, *rest) for key, rest in {**EDGES, **edges}.items()]
    return HandView(graph_of([entity(key, chunks) for key, chunks in names.items()], relations))


APART = {**NAMES, "k6": [("entity", "z")]}


@pytest.mark.parametrize(
    ("mode", "chunk", "numbers"),
    [
        ("naive", "k5", {}),
        ("local", "k6", {}),
        ("global", "k1", {"threshold": 0.85}),
        ("hybrid", "k6", {}),
        ("mix", "k5", {"threshold": 0.85}),
        ("paths", "k6", {"threshold": 0.95}),
    ],
)
def test_the_threshold_is_named_in_every_mode(mode, chunk, numbers, monkeypatch):
    monkeypatch.setitem(COSINES, "chunk", planted(k5=FAR, k6=0.8))
    assert lost(mode, chunk, **numbers).stage == "threshold"


@pytest.mark.parametrize(
    ("mode", "chunk", "numbers"),
    [
        ("naive", "k3", {"chunk_top_k": 2}),
        ("local", "k2", {"top_k": 1}),
        ("local", "k7", {"related_chunks": 1}),
        ("global", "k3", {"chunk_top_k": 1}),
        ("hybrid", "k7", {"related_chunks": 1}),
        ("mix", "k6", {"chunk_top_k": 3}),
        ("paths", "k4", {"chunk_top_k": 1}),
    ],
)
def test_top_k_is_named_in_every_mode(mode, chunk, numbers):
    assert lost(mode, chunk, **numbers).stage == "top k"


@pytest.mark.parametrize("mode", list(MODES))
def test_a_budget_is_named_in_every_mode(mode):
    view, parameters = HandView(), Parameters(max_total_tokens=30)
    kept = Bench(HandView()).run(mode).chunks[-1].chunk.id
    session = Bench(view).retrieval.open(Request(QUESTION, parameters=parameters), [mode])
    case = Explainer(view, session.vector).case(session.trace(mode), parameters)
    assert loss_of(case, kept, [kept], Paths(NAMES, parts_of(view.graph))).stage == "budget"


@pytest.mark.parametrize("mode", ["local", "global", "hybrid", "mix", "paths"])
def test_a_keyword_that_is_missing_is_named_in_every_mode_that_has_keywords(mode, monkeypatch):
    """The question names z, and no keyword does; nothing else leads to its passage."""
    monkeypatch.setitem(COSINES, "chunk", planted(k6=FAR))
    monkeypatch.setitem(COSINES, "entity", {**COSINES["entity"], "z": (0, FAR, 0)})
    view, bench = apart(), Bench(apart())
    session = bench.retrieval.open(Request(QUESTION), [mode])
    trace = replace(session.trace(mode), question="What is z kept for?")
    case = Explainer(view, session.vector).case(trace, Parameters())
    found = loss_of(case, "doc", ["k6"], Paths(APART, parts_of(view.graph)))
    if mode == "global":  # it searches for relations alone, by themes: no name of an entity helps
        assert found.stage == "expansion"
    else:
        assert found.stage == "keywords"
        assert " Z: " in found.said


@pytest.mark.parametrize(("mode", "chunk"), [("local", "k5"), ("global", "k5"), ("hybrid", "k5"), ("mix", "k5")])
def test_an_expansion_that_does_not_bring_what_it_reached_is_named(mode, chunk, monkeypatch):
    """d is an end of the hit edge r3, and no hit: it is kept, and brings no passages."""
    monkeypatch.setitem(COSINES, "chunk", planted(k5=FAR))
    monkeypatch.setitem(COSINES, "entity", {**COSINES["entity"], "c": (0, 0.9, 0)})
    numbers = {"far_ends": True, "threshold": 0.5} if mode == "local" else {}
    assert lost(mode, chunk, **numbers).stage == "expansion"


def test_the_walk_of_paths_that_does_not_come_to_a_part_of_the_graph_is_named_as_expansion(monkeypatch):
    monkeypatch.setitem(COSINES, "chunk", planted(k6=FAR))
    monkeypatch.setitem(COSINES, "entity", {**COSINES["entity"], "z": (0, FAR, 0)})
    found = lost("paths", "k6", view=apart(), names=APART)
    assert found.stage == "expansion"
    assert found.said.endswith("The walk from the hits did not reach it.")
    bridged = apart(r6=("e", "z", ("k6",)))
    assert "k6" in {one.chunk.id for one in Bench(bridged).run("paths").chunks}  # an edge is all that was missing


def test_without_any_start_the_walk_is_lost_where_its_search_was():
    assert lost("paths", "k6", threshold=0.95).stage == "threshold"


def test_what_the_walk_came_to_behind_those_it_tells_of_is_lost_at_top_k(monkeypatch):
    monkeypatch.setattr("core.domain.paths_between.BEHIND", 1)
    monkeypatch.setattr("core.domain.evaluation.losses.BEHIND", 1)
    monkeypatch.setattr("core.domain.explain_absent.BEHIND", 1)
    order = [one.chunk.id for one in Bench().run("paths").chunks]
    found = lost("paths", order[-1], chunk_top_k=1)
    assert found.stage == "top k"
    alone = lost("paths", "k6", view=apart(), names=APART, chunk_top_k=1, threshold=0.85)
    assert alone.stage == "expansion"
    assert alone.said.endswith("It is not among the first 2 passages of the walk from the hits.")


@pytest.mark.parametrize("mode", list(MODES))
def test_order_is_named_in_every_mode(mode):
    trace = Bench().run(mode)
    session = Bench().retrieval.open(Request(QUESTION), [mode])
    case = Explainer(HandView(), session.vector).case(trace, Parameters())
    assert len(trace.chunks) > 1
    assert order_loss(case, "doc", 1, 1) is None
    assert order_loss(case, "doc", 2, 1).stage == "order"


WIDE = {
    "threshold": {"threshold": -1.0},
    "top k": {"top_k": 99, "chunk_top_k": 99, "related_chunks": 99},
    "budget": {"max_total_tokens": 10**6, "max_entity_tokens": 10**6, "max_relation_tokens": 10**6},
}


@given(
    mode=st.sampled_from(list(MODES)),
    threshold=st.sampled_from([-1.0, 0.2, 0.55, 0.85, 0.95]),
    top_k=st.sampled_from([1, 2, 40]),
    chunk_top_k=st.sampled_from([1, 3, 20]),
    related_chunks=st.sampled_from([1, 5]),
    max_total_tokens=st.sampled_from([0, 25, 45, 30_000]),
)
def test_what_is_named_is_what_to_turn_then_nothing_is_lost_there_any_more(mode, **numbers):
    for chunk in COSINES["chunk"]:
        found = lost_or_kept(mode, chunk, numbers)
        if found is not None and found.stage in WIDE:
            then = lost_or_kept(mode, chunk, {**numbers, **WIDE[found.stage]})
            assert then is None or then.stage != found.stage


def lost_or_kept(mode, chunk, numbers):
    """The loss of a passage; None where it is in the context."""
    kept = {one.chunk.id for one in Bench().run(mode, parameters=Parameters(**numbers)).chunks}
    return None if chunk in kept else lost(mode, chunk, **numbers)
