"""A loss planted at each stage of the way into a context is named by that stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.evaluation import loss_of
from core.domain.explain import Case
from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords
from core.services.explain import Explainer
from core.services.retrieve import Request
from tests.services.hand_view import CHUNKS_OF, COSINES, EDGES, QUESTION, Bench, HandView

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
    return loss_of(explainer.case(session.trace(mode), parameters), "doc", chunks, names)


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
    assert loss_of(replace(case, trace=asked), "doc", ["k6"], NAMES).stage == "keywords"
    told = replace(asked, keywords=Keywords(("alpha", "the E"), (), "engine"))
    assert loss_of(replace(case, trace=told), "doc", ["k6"], NAMES).stage == "threshold"


def _case_for(_key: str) -> Case:
    view = HandView()
    session = Bench(view).retrieval.open(Request(QUESTION), ["local"])
    return Explainer(view, session.vector).case(session.trace("local"), Parameters())


def test_the_walk_loses_what_it_does_not_reach_or_what_is_behind_what_is_taken():
    assert lost("paths", "k4", chunk_top_k=1).stage == "top k"


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
            found = loss_of(case, chunk, [chunk], NAMES)
            assert found is not None
            assert found.said.strip()
            seen += 1
    assert seen > 1
