"""What a run rests on."""

from __future__ import annotations

from dataclasses import replace

from core.domain.runs import MOST_NAMING, rests_on, run_id
from core.domain.trace import Cut, Hit, KeptPath, Step, Trace
from tests.services.hand_view import Bench


def documents_of(known: dict[str, tuple[str, ...]]):
    return lambda kind, key: known.get(key, ())


def bare(**fields: object) -> Trace:
    trace = replace(Bench().run("naive"), steps=(), chunks=(), cuts=())
    return replace(trace, **fields)


def test_a_run_rests_on_every_document_whose_words_it_shows() -> None:
    ran = Bench().run("hybrid")
    entity = replace(ran.entities[0], entity=replace(ran.entities[0].entity, documents=("b", "a")))
    shown = replace(ran, entities=(entity, *ran.entities[1:]))
    assert rests_on([shown], documents_of({})) == (frozenset("a"), frozenset("b"), frozenset(["doc"]))


def test_of_the_documents_that_name_a_thing_one_must_stand() -> None:
    known = {"x": ("a", "b"), "y": ("c",), "k": ("d",), "n": ("e", "f"), "r": ("g",)}
    trace = bare(
        cuts=(Cut("entity", "x", "top_k 1"), Cut("entity", "unknown", "")),
        steps=(Step("search", "", (Hit("relation", "y", 0.5, 1),), ("k",)),),
        paths=(KeptPath(("n",), ("r",), ("N",), (True,), 1.0, 1),),
    )
    assert rests_on([trace], documents_of(known)) == (
        frozenset("ab"),
        frozenset("c"),
        frozenset("d"),
        frozenset("ef"),
        frozenset("g"),
    )


def test_a_thing_that_a_shown_document_names_asks_for_no_other() -> None:
    trace = replace(Bench().run("naive"), steps=(), cuts=(Cut("entity", "x", "top_k 1"),))
    assert rests_on([trace], documents_of({"x": ("doc", "other")})) == (frozenset(["doc"]),)


def test_of_many_documents_that_name_a_thing_some_are_kept() -> None:
    many = tuple(f"d{n:02}" for n in range(30))
    (group,) = rests_on([bare(cuts=(Cut("entity", "x", "top_k 1"),))], documents_of({"x": many}))
    assert group == frozenset(many[:MOST_NAMING])


def test_ids_sort_by_time_and_fit_into_an_address() -> None:
    assert run_id("2026-11-30T19:48:08Z", "3f9a") == "20261130-194808-3f9a"
