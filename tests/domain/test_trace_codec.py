"""Stored traces read back as they were, whatever is in them, and as far as other versions allow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.codec import plain, restored
from core.domain.modes import MODES, Parameters
from core.domain.records import Chunk, Entity, Keywords, ModelCall, ProfileText, Relation
from core.domain.trace import (
    Cut,
    Hit,
    KeptChunk,
    KeptEntity,
    KeptPath,
    KeptRelation,
    Step,
    TokenUse,
    Trace,
)
from core.domain.trace_codec import dump_traces, load_traces
from core.errors import InputError
from tests.services.hand_view import Bench

texts = st.text(max_size=6)
names = st.lists(texts, max_size=3).map(tuple)
scores = st.one_of(st.none(), st.floats(allow_nan=False))
small = st.integers(0, 9)
kinds = st.sampled_from(["entity", "relation", "chunk"])
profiles = st.lists(st.builds(ProfileText, texts, names), max_size=2).map(tuple)
entities = st.builds(
    Entity,
    key=st.sampled_from("ab"),
    name=texts,
    qualifier=texts,
    type=texts,
    types=st.lists(st.tuples(texts, small), max_size=2).map(tuple),
    description=texts,
    texts=profiles,
    cut=profiles,
    mentions=names,
    chunks=names,
    documents=names,
    stub=st.booleans(),
    flags=names,
)
relations = st.builds(
    Relation,
    key=st.sampled_from("rs"),
    source=texts,
    target=texts,
    source_name=texts,
    target_name=texts,
    predicate=texts,
    keywords=names,
    description=texts,
    texts=profiles,
    cut=profiles,
    mentions=names,
    chunks=names,
    documents=names,
    weight=small,
    strength=st.floats(0, 9),
    directed=st.booleans(),
    flags=names,
)
CHUNKS = {
    f"k{n}": Chunk(f"k{n}", "doc", n, f"Text {n}.", "Title", {"plan": ["x"], "n": n}, n, n + 5, n or None)
    for n in range(4)
}
chunks = st.sampled_from(list(CHUNKS.values()))
calls = st.builds(ModelCall, purpose=texts, model=texts, tokens_in=small)
keywords = st.builds(
    Keywords, names, names, st.sampled_from(["model", "given"]), texts, names, st.lists(calls, max_size=1).map(tuple)
)
hits = st.builds(Hit, kinds, texts, st.floats(-1, 1), small)


def some(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


traces = st.builds(
    Trace,
    question=texts,
    mode=texts,
    policy=texts,
    viewer=st.one_of(st.none(), names),
    keywords=keywords,
    steps=some(st.builds(Step, texts, texts, some(hits), names)),
    entities=some(st.builds(KeptEntity, entities, scores, small, texts, small)),
    relations=some(st.builds(KeptRelation, relations, scores, small, texts, small, st.tuples(texts, texts))),
    chunks=some(st.builds(KeptChunk, chunks, scores, small, names, small)),
    cuts=some(st.builds(Cut, kinds, texts, texts)),
    tokens=st.builds(TokenUse, small, small, small, small),
    notes=names,
    paths=some(
        st.builds(KeptPath, names, names, names, st.lists(st.booleans()).map(tuple), st.floats(0, 1), small, names)
    ),
)


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def there(ids: list[str]) -> Mapping[str, Chunk]:
    return {id_: CHUNKS[id_] for id_ in ids}


@given(st.dictionaries(st.sampled_from([*MODES, "paths"]), traces, max_size=3))
def test_what_is_stored_reads_back_as_it_was(given_traces: dict[str, Trace]) -> None:
    found, changed = load_traces(through_json(dump_traces(given_traces)), there)
    assert found == given_traces
    assert list(found) == list(given_traces)
    assert changed == {}


def test_the_modes_of_a_question_share_what_they_have_in_common() -> None:
    bench = Bench()
    ran = {mode: bench.run(mode) for mode in MODES}
    stored = dump_traces(ran)
    assert load_traces(through_json(stored), lambda ids: bench.view.evidence.chunks)[0] == ran
    assert len({row["key"] for row in stored["entities"]}) == len(stored["entities"])
    assert len({row["id"] for row in stored["chunks"]}) == len(stored["chunks"])


def test_the_text_of_a_passage_is_not_stored() -> None:
    stored = json.dumps(dump_traces({"naive": Bench().run("naive")}))
    assert "Text of" not in stored


def test_a_passage_that_is_gone_or_says_something_else_is_told() -> None:
    trace = Bench().run("naive")
    first, second, *others = (kept.chunk for kept in trace.chunks)
    now = {second.id: replace(second, text="Other text."), **{chunk.id: chunk for chunk in others}}
    found, changed = load_traces(through_json(dump_traces({"naive": trace})), lambda ids: now)
    assert changed == {first.id: "gone", second.id: "changed"}
    shown = [kept.chunk for kept in found["naive"].chunks]
    assert (shown[0].id, shown[0].document, shown[0].text) == (first.id, first.document, "")
    assert shown[1].text == "Other text."
    assert shown[2:] == others


def test_fields_of_a_later_version_are_passed_over_and_missing_ones_take_their_default() -> None:
    stored = through_json(dump_traces({"local": Bench().run("local")}))
    trace = stored["traces"]["local"]
    trace["weather"] = "fine"
    trace["entities"][0]["halo"] = 1
    stored["entities"][0]["aura"] = []
    del trace["paths"]
    del trace["tokens"]["limit"]
    found, _ = load_traces(stored, lambda ids: Bench().view.evidence.chunks)
    assert found["local"].paths == ()
    assert found["local"].tokens.limit == TokenUse().limit
    assert found["local"].entities == Bench().run("local").entities


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda stored: stored.update(version=99), "newer version"),
        (lambda stored: stored["traces"]["naive"].pop("question"), "lacks 'question'"),
        (lambda stored: stored["traces"]["naive"].update(tokens=3), "can't be read"),
    ],
)
def test_what_can_not_be_read_is_refused_with_a_reason(damage: Any, message: str) -> None:
    stored = through_json(dump_traces({"naive": Bench().run("naive")}))
    damage(stored)
    with pytest.raises(InputError, match=message):
        load_traces(stored, lambda ids: {})


def test_numbers_of_numpy_are_plain_numbers() -> None:
    assert plain((np.float32(0.5), np.int64(3), True, None, {"a": (1,)})) == [0.5, 3, True, None, {"a": [1]}]


def test_parameters_read_back() -> None:
    numbers = Parameters(top_k=7, threshold=0.5, lexical="on", far_ends=True)
    assert restored(Parameters, through_json(plain(numbers))) == numbers
