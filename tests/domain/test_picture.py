"""The parts of a context and what was cut, on the view worked out by hand; a token is a word."""

from __future__ import annotations

import pytest

from core.domain.modes import MODES, Parameters
from core.domain.packing import Costs, chunk_line
from core.domain.picture import COUNTED, Part, Shelf, parts
from core.domain.trace import Cut, TokenUse, Trace
from tests.services.hand_view import EDGES, Bench, HandView, relation


def words(text: str) -> int:
    return len(text.split())


@pytest.fixture
def shelf() -> Shelf:
    view = HandView()
    return Shelf(view.graph, view.evidence.chunks.get, lambda key: relation(key, *EDGES[key]), Costs(words))


@pytest.mark.parametrize("mode", MODES)
def test_kept_parts_sum_to_the_total_of_the_trace(mode: str, shelf: Shelf) -> None:
    trace = Bench().run(mode)
    found = parts(trace, shelf)
    assert [part.kind for part in found] == ["entity", "relation", "path", "chunk"]
    assert sum(part.tokens for part in found) == trace.tokens.total
    assert [part.kept for part in found] == [
        len(trace.entities),
        len(trace.relations),
        len(trace.paths),
        len(trace.chunks),
    ]


def test_what_a_budget_cut_is_counted_as_it_would_have_been(shelf: Shelf) -> None:
    whole = parts(Bench().run("local"), shelf)[0]
    halved = parts(Bench().run("local", parameters=Parameters(max_entity_tokens=10)), shelf)[0]
    assert (whole.kept, whole.cut, halved.kept, halved.cut) == (2, 0, 1, 1)
    assert halved.tokens + halved.cut_tokens == whole.tokens


def test_passages_behind_a_limit_are_cut_and_what_was_ranked_too_low_is_not(shelf: Shelf) -> None:
    numbers = Parameters(chunk_top_k=2)
    assert parts(Bench().run("naive", parameters=numbers), shelf)[3].cut == 0  # near misses of a search
    trace = Bench().run("local", parameters=numbers)
    part = parts(trace, shelf)[3]
    assert (part.kept, part.cut) == (2, 3)
    assert part.cut_tokens == 3 * words(chunk_line(2, HandView().evidence.chunks["k1"]))


def test_of_very_many_the_rest_is_taken_to_be_as_long_on_average(shelf: Shelf) -> None:
    trace = Bench().run("local")
    cuts = tuple(Cut("entity", "a", "budget entities 1") for _ in range(2 * COUNTED))
    many = Trace(**{**_fields(trace), "cuts": cuts, "tokens": TokenUse(), "entities": ()})
    found = parts(many, shelf)[0]
    counted = (COUNTED - 1) * shelf.tokens("entity", "a") + shelf.tokens("entity", "a", rank=1)
    assert found == Part("entity", 0, 0, 2 * COUNTED, 2 * counted, about=True)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("numbers", [{"max_entity_tokens": 10}, {"max_entity_tokens": 0}, {"max_relation_tokens": 12}])
def test_no_budget_changes_what_all_entities_or_relations_would_take(
    mode: str, numbers: dict[str, int], shelf: Shelf
) -> None:
    few = {"top_k": 1}  # so that near misses of one search come in as ends of what another found
    whole = parts(Bench().run(mode, parameters=Parameters(**few)), shelf)
    tight = parts(Bench().run(mode, parameters=Parameters(**few, **numbers)), shelf)
    for before, now in zip(whole[:2], tight[:2], strict=True):
        assert (now.kept + now.cut, now.tokens + now.cut_tokens) == (before.kept, before.tokens)


def test_what_is_gone_takes_nothing(shelf: Shelf) -> None:
    assert shelf.tokens("entity", "nowhere") == 0
    assert shelf.tokens("chunk", "nowhere") == 0


def _fields(trace: Trace) -> dict[str, object]:
    return {name: getattr(trace, name) for name in Trace.__dataclass_fields__}
