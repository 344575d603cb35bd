"""Why and why not, on the view worked out by hand, each sentence word for word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.domain.explain import Item
from core.domain.modes import MODES, Parameters
from core.services.explain import Explainer
from core.services.retrieve import Request
from tests.services.hand_view import COSINES, QUESTION, Bench, HandView, entity, graph_of, hand_graph, relation

Said = Callable[..., str]


def explained(item: str, view: HandView | None = None, parameters: Parameters | None = None, **asked: object):
    """The verdicts on what a name means, by mode."""
    numbers = parameters or Parameters()
    session = Bench(view).retrieval.open(Request(QUESTION, parameters=numbers, **asked), list(MODES))
    explainer = Explainer(session.view, session.vector)
    traces = {mode: session.trace(mode) for mode in MODES}
    (found,) = explainer.find(item, 1)
    return {verdict.mode: verdict for verdict in explainer.explain(found, traces, numbers).verdicts}


def test_a_hit_is_told_with_its_rank_score_and_words():
    verdict = explained("A")["local"]
    assert (verdict.kept, verdict.rank, verdict.score) == (True, 1, pytest.approx(0.9))
    assert verdict.said == "Hit 1 of 5 for “alpha, beta” (cosine 0.900)."


def test_an_endpoint_is_told_with_the_relation_that_brought_it():
    assert explained("D")["global"].said == "An end of C – keeps → D: hit 1 of 5 for “keeping” (cosine 0.800)."


def test_an_edge_is_told_with_the_hit_that_it_came_over():
    assert explained("A -> C")["local"].said == (
        "A relation of A: hit 1 of 5 for “alpha, beta” (cosine 0.900). "
        "Relation 2 by the 5 relations of its two ends, then by the 1 passage that says so."
    )


def test_a_chunk_is_told_with_the_kept_items_that_name_it():
    said = explained("k4")["local"].said
    assert (
        said == "Named by 2 kept items: A (entity 1); A – keeps → C (relation 2). Its cosine to the question is 0.700."
    )


def test_a_chunk_that_was_found_is_told_as_a_hit():
    assert explained("k2")["naive"].said == "Hit 1 of 7 for “What is kept?” (cosine 0.900)."


def test_a_mode_without_entities_says_that_it_does_not_search_them():
    assert explained("A")["naive"].said == "Not searched in this mode: it looks at passages only."


def test_below_the_threshold_is_told_with_rank_and_the_way_from_the_nearest_hit():
    said = explained("E")["local"].said
    assert said == (
        "Ranked 5 of 5 for “alpha, beta” (cosine 0.050), below the threshold 0.2. "
        "The graph did not lead to it: the nearest hit is 3 steps away: A – keeps → C – keeps → D – keeps → E."
    )


def test_an_end_that_is_only_named_says_so():
    said = explained("C")["local"].said
    assert said == (
        "Ranked 3 of 5 for “alpha, beta” (cosine 0.100), below the threshold 0.2. "
        "Named as an end of kept B – keeps → C, but its own profile is not taken along."
    )


def test_beyond_the_hits_taken_is_told_with_rank_and_number():
    said = explained("B", parameters=Parameters(top_k=1))["local"].said
    assert said == (
        "Ranked 2 of 5 for “alpha, beta” (cosine 0.500), beyond the 1 taken. "
        "Named as an end of kept A – keeps → B, but its own profile is not taken along."
    )
    said = explained("B -> C", parameters=Parameters(top_k=1))["global"].said
    assert said.startswith("Ranked 2 of 5 for “keeping” (cosine 0.600), beyond the 1 taken.")


def test_far_beyond_the_hits_the_rank_is_exact():
    entities = [entity("a", ("k1",)), *(entity(f"x{n:03}", ("k1",)) for n in range(200))]
    view = HandView(graph_of(entities, [relation("r1", "a", "x199", ("k1",))]))
    known = dict(COSINES["entity"]) | {f"x{n:03}": (0.0, 0.8 - n / 1000, 0.0) for n in range(200)}
    view.scores = lambda kind, keys, vector: {  # type: ignore[method-assign]
        key: known[key][1] if kind == "entity" else 0.0 for key in keys if kind != "entity" or key in known
    }
    view.search = lambda kind, vector, limit: ()  # type: ignore[method-assign,assignment]
    said = explained("x150", view)["local"].said
    assert said.startswith("Ranked 152 of 201 for “alpha, beta” (cosine 0.650), beyond the 40 taken.")


def test_a_budget_is_told_with_what_was_used_before():
    numbers = Parameters(max_entity_tokens=10)
    kept = explained("A", parameters=numbers)["local"]
    assert kept.kept
    said = explained("B", parameters=numbers)["local"].said
    assert said == (
        "Hit 2 of 5 for “alpha, beta” (cosine 0.500), but cut by the budget for entities, 10 tokens: "
        f"{_used(numbers)} were used before it."
    )


def _used(numbers: Parameters) -> int:
    return Bench().run("local", parameters=numbers).tokens.entities


def test_a_chunk_beyond_those_of_its_items_names_item_rank_and_limit():
    said = explained("k7", parameters=Parameters(related_chunks=1))["local"].said
    assert said == (
        "Named by kept A (entity 1), but the 2nd of its 3 passages by similarity to the question, "
        "beyond the 1 an item may bring."
    )


def test_a_chunk_of_an_end_that_brings_none_says_so():
    assert explained("k1")["global"].said == "Named by kept B, which brings no passages in this mode: it is no hit."


def test_a_chunk_beyond_the_passages_taken_is_told_with_its_place_in_the_order():
    said = explained("k1", parameters=Parameters(chunk_top_k=1))["local"].said
    assert said.startswith("Passage ")
    assert said.endswith("beyond the 1 taken.")


def test_a_chunk_that_nothing_was_read_from_says_so():
    view = HandView(graph_of([entity("a", ("k1",)), entity("b", ("k1",))], []))
    assert explained("k6", view)["local"].said == (
        "Nothing was read from it that the graph holds, so the graph does not lead to it."
    )


def test_on_a_path_and_on_none_are_told_with_the_chain_and_the_hit():
    found = {key: explained(key)["paths"] for key in ("A", "B", "C", "r2", "k2")}
    assert found["A"].said.startswith("Hit 1 of 5 for “alpha, beta”")
    assert found["C"].said.startswith("On path ")
    assert "– keeps, for →" in found["C"].said
    assert "assage" in found["k2"].said
    numbers = Parameters(max_paths=1, max_hops=1)
    away = explained("r3", parameters=numbers)["paths"]
    assert away.kept or "but on no path between hits that was kept." in away.said


def test_a_relation_found_by_the_question_is_told_with_the_question():
    said = explained("r4")["paths"].said
    assert "“What is kept?”" in said or "“keeping”" in said or said.startswith("On path ")


def test_an_entity_that_a_keyword_names_is_told_so():
    view = HandView(graph_of([entity("e", ("k1",), name="Beta")], []))
    assert explained("Beta", view)["paths"].said.startswith("Hit 1 by name, which is one of the keywords “alpha, beta”")


def test_seeds_given_by_hand_are_told_as_such():
    found = explained("E", seed_entities=("E",))["local"]
    assert (found.kept, found.said) == (True, "Given by hand as a start.")
    said = explained("B", seed_entities=("E",))["local"].said
    assert said.startswith(
        "It was not among the starts given by hand. The graph did not lead to it: the nearest pinned start is 3"
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "numbers", [Parameters(), Parameters(top_k=1, related_chunks=0), Parameters(max_total_tokens=30)]
)
def test_every_item_has_a_sentence_in_every_mode_that_fits_what_was_kept(mode: str, numbers: Parameters):
    session = Bench().retrieval.open(Request(QUESTION, parameters=numbers), [mode])
    explainer, trace = Explainer(session.view, session.vector), session.trace(mode)
    items = [Item("entity", key, key) for key in "abcde"] + [Item("relation", f"r{n}", "") for n in range(1, 6)]
    kept = {k.entity.key for k in trace.entities} | {k.relation.key for k in trace.relations}
    for item in items + [Item("chunk", f"k{n}", "") for n in range(1, 8)]:
        (verdict,) = explainer.explain(item, {mode: trace}, numbers).verdicts
        assert verdict.said.endswith(".")
        assert not verdict.said.startswith(".")
        if item.kind != "chunk":
            assert verdict.kept == (item.key in kept)


def test_without_vectors_what_is_told_has_no_rank_but_is_told():
    session = Bench().retrieval.open(Request(QUESTION), ["local"])
    traces = {"local": session.trace("local")}
    (verdict,) = Explainer(session.view).explain(Item("entity", "e", "E"), traces, Parameters()).verdicts
    assert "the nearest hit is 3 steps away" in verdict.said


class TestFinding:
    @pytest.fixture
    def explainer(self) -> Explainer:
        return Explainer(HandView(hand_graph()))

    @pytest.mark.parametrize(
        ("text", "key"),
        [("A", "a"), ("a", "a"), ("A -> B", "r1"), ("r2", "r2"), ("k3", "k3"), ("text of k5", "k5")],
    )
    def test_a_key_a_name_an_arrow_or_words_of_a_passage_mean_it(self, explainer: Explainer, text: str, key: str):
        assert explainer.find(text)[0].key == key

    def test_a_title_means_its_passages_in_their_order(self, explainer: Explainer):
        assert [item.key for item in explainer.find("doc", 3)] == ["k1", "k2", "k3"]
        assert explainer.find("doc", 1)[0].label == "Doc, passage 1"

    @pytest.mark.parametrize("text", ["", "   ", "nowhere at all", "A -> nowhere"])
    def test_what_means_nothing_finds_nothing(self, explainer: Explainer, text: str):
        assert explainer.find(text) == ()

    def test_a_name_with_a_slip_is_met_with_near_ones(self):
        view = HandView(graph_of([entity("daily backup", name="Daily backup")], []))
        assert [item.label for item in Explainer(view).near("Dayli backup")] == ["Daily backup"]
        assert [item.label for item in Explainer(view).near("Nobody -> Dayli backup")] == ["Daily backup"]
