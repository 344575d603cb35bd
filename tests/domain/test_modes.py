"""The table of modes as the design page has it, and the numbers that may be set."""

from __future__ import annotations

import pytest

from core.domain.modes import MODES, Parameters, mode_named
from core.errors import InputError, UnknownName

TABLE = {
    "naive": ([("question", "chunk")], (), ("vector",)),
    "local": ([("low", "entity")], ("edges",), ("entity", "relation")),
    "global": ([("high", "relation")], ("endpoints",), ("entity", "relation")),
    "hybrid": ([("low", "entity"), ("high", "relation")], ("edges", "endpoints"), ("entity", "relation")),
    "mix": (
        [("low", "entity"), ("high", "relation"), ("question", "chunk")],
        ("edges", "endpoints"),
        ("vector", "entity", "relation"),
    ),
    "paths": (
        [("low", "entity"), ("low", "entity"), ("question", "relation"), ("high", "relation"), ("question", "chunk")],
        ("paths",),
        ("walk",),
    ),
}


def test_the_table_is_that_of_the_design():
    found = {m.name: ([(s.query, s.kind) for s in m.searches], m.expansions, m.chunks) for m in MODES.values()}
    assert found == TABLE
    assert list(found) == list(TABLE)


def test_an_unknown_mode_is_answered_with_those_that_exist():
    with pytest.raises(UnknownName, match="naive, local, global, hybrid, mix, paths"):
        mode_named("Local")


def test_defaults_are_those_of_lightrag():
    p = Parameters()
    assert (p.top_k, p.chunk_top_k, p.threshold, p.related_chunks) == (40, 20, 0.2, 5)
    assert (p.max_entity_tokens, p.max_relation_tokens, p.max_total_tokens) == (6000, 8000, 30000)
    assert (p.ranking, p.chunk_pick, p.global_endpoint_chunks, p.far_ends) == ("similarity", "similarity", False, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"top_k": 0},
        {"chunk_top_k": -1},
        {"max_entity_tokens": -1},
        {"max_relation_tokens": -1},
        {"max_total_tokens": -5},
        {"related_chunks": -1},
        {"threshold": 1.5},
        {"threshold": float("nan")},
        {"ranking": "random"},
        {"chunk_pick": "best"},
        {"edge_weight": "heavy"},
        {"lexical": "maybe"},
        {"max_paths": -1},
        {"max_hops": 0},
        {"max_hops": 5},
        {"damping": 1.0},
        {"damping": -0.1},
    ],
)
def test_a_number_that_makes_no_sense_is_refused_by_name(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        Parameters(**wrong)


def test_a_smaller_window_shrinks_all_budgets_in_proportion():
    p = Parameters().fitted(3000)
    assert (p.max_entity_tokens, p.max_relation_tokens, p.max_total_tokens) == (600, 800, 3000)


def test_a_larger_window_changes_nothing():
    assert Parameters().fitted(100_000) == Parameters()
