"""What was exported is read back as it was; a file that is anything else is refused with the place that is wrong."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.evaluation import (
    Experiment,
    Loss,
    Question,
    Skipped,
    changes,
    elsewhere,
    exported,
    exported_csv,
    exported_report,
    read_experiment,
    settings_changed,
)
from core.domain.modes import Parameters
from core.errors import InputError
from tests.domain.test_evaluation_answering import REPEATED

FULL = replace(
    REPEATED,
    id="20260102-0304-ab12",
    at="2026-01-02T03:04:05Z",
    plan=replace(
        REPEATED.plan,
        parameters=Parameters(top_k=7),
        name="Mine",
        after=4,
        chat="small",
        skipped=(Skipped(9, "Gone?", "Why."),),
        questions=(*REPEATED.plan.questions, Question(3, "Waiting?", ("d",))),
    ),
    results=(
        replace(
            REPEATED.results[0],
            measured=(replace(REPEATED.results[0].measured[0], losses=(Loss("d", "order", "d#1", "D", "Late."),)),),
        ),
        REPEATED.results[1],
    ),
    engine={"kind": "embedded"},
    version=(3, 4),
    setting={"workspace": "One", "chunking": "150/30 tokens"},
)


def written(found: Experiment) -> bytes:
    return json.dumps(exported(found)).encode()


def test_an_exported_experiment_comes_back_as_it_was() -> None:
    back = read_experiment(written(FULL))
    assert back == replace(FULL, current=False, foreign=True)
    assert exported(back) == exported(FULL)
    assert exported_csv(back) == exported_csv(FULL)
    assert exported_report(back) == exported_report(FULL)


def test_what_a_later_version_wrote_beside_is_passed_over() -> None:
    data = exported(FULL) | {"more": {"deep": [1]}}
    data["questions"][0]["measured"][0]["more"] = 1
    assert read_experiment(json.dumps(data).encode("utf-8-sig")) == replace(FULL, current=False, foreign=True)


def test_experiments_of_two_workspaces_are_compared_without_their_numbers_of_decisions() -> None:
    other = replace(FULL, setting={"workspace": "Two", "chunking": "300/30 tokens"}, version=(9, 9))
    back = read_experiment(written(other))
    assert elsewhere(back, FULL)
    assert settings_changed(back, FULL) == (
        ("workspace", "Two", "One"),
        ("chunking", "300/30 tokens", "150/30 tokens"),
    )
    assert not elsewhere(FULL, FULL)
    assert [one.difference.mean for one in changes(back, FULL)] == [0.0]


Spoil = Callable[[dict[str, Any]], Any]


def first(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["questions"][0]["measured"][0]
    return found


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda data: data.pop("format"), "format"),
        (lambda data: data.update(format=[]), "format"),
        (lambda data: data.update(id="../../x"), "id"),
        (lambda data: data.update(id=5), "id"),
        (lambda data: data.update(modes=["naive", "sideways"]), "modes"),
        (lambda data: data.update(modes=[]), "modes"),
        (lambda data: data.update(policy="<b>"), "policy"),
        (lambda data: data.update(repeats=10**9), "repeats"),
        (lambda data: data.update(answers="yes"), "answers"),
        (lambda data: data["parameters"].update(top_k=-1), "top_k"),
        (lambda data: data["parameters"].update(top_k="7"), "parameters.top_k"),
        (lambda data: data.update(questions={}), "questions"),
        (lambda data: data.update(questions=[], waiting=[]), "questions"),
        (lambda data: data["questions"].append(data["questions"][0]), "questions"),
        (lambda data: data["questions"][0].pop("keywords"), "questions[0].keywords"),
        (lambda data: data["questions"][0].update(text="  "), "questions[0]"),
        (lambda data: data["questions"][0].update(support=[]), "questions[0]"),
        (lambda data: data["questions"][0].update(measured=[]), "questions[0].measured"),
        (lambda data: data["questions"][0].update(repeats=7), "questions[0].repeats"),
        (lambda data: first(data).update(mode="naive"), "questions[0].measured"),
        (lambda data: first(data).update(recalls=[2.0, 0.0, 0.0]), "recalls"),
        (lambda data: first(data).update(recalls=[0.5]), "recalls"),
        (lambda data: first(data).update(recalls=None), "ranks"),
        (lambda data: first(data).update(ranks=[0]), "ranks"),
        (lambda data: first(data).update(tokens=-5), "measured.mix"),
        (lambda data: first(data).update(tokens=2**60), "tokens"),
        (lambda data: first(data).update(cuts={"budget": "many"}), "cuts"),
        (lambda data: first(data)["losses"][0].update(stage="hell"), "stage"),
        (lambda data: first(data).update(answers=first(data)["answers"][:1]), "answers"),
        (lambda data: first(data)["answers"][0].update(support=1.5), "answers"),
        (lambda data: first(data)["answers"][0].update(text="x" * 200_001), "text"),
        (lambda data: data["indexing"].update(calls=None), "indexing.calls"),
        (lambda data: data["engine"].update(kind=["x"]), "engine"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(spoil: Spoil, where: str) -> None:
    data = exported(FULL)
    spoil(data)
    with pytest.raises(InputError) as caught:
        read_experiment(json.dumps(data).encode(), "mine.json")
    assert "'mine.json' can't be read as an experiment: " in caught.value.message
    assert where in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"format": NaN}', b"[" * 100_000, b'{"format": 1e999}', b"9" * 5000],
)
def test_what_is_no_export_is_refused(content: bytes) -> None:
    with pytest.raises(InputError):
        read_experiment(content)


def test_half_a_pair_of_signs_that_no_page_can_show_is_taken_out() -> None:
    data = exported(FULL)
    data["name"] = "a\ud800b"
    assert read_experiment(json.dumps(data).encode()).plan.name == "a?b"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


Place = tuple[Any, Any]
"""A list or an object, and a key in it."""


def places(part: Any) -> Iterator[Place]:
    """Every place of JSON values."""
    for key in list(part) if isinstance(part, dict) else range(len(part)):
        yield part, key
        if isinstance(part[key], dict | list):
            yield from places(part[key])


@given(st.data(), JSON)
def test_any_value_anywhere_is_read_or_refused_and_what_is_read_can_be_shown(data: st.DataObject, value: Any) -> None:
    whole = exported(FULL)
    part, key = data.draw(st.sampled_from(list(places(whole))))
    part[key] = value
    found = FULL
    with contextlib.suppress(InputError):
        found = read_experiment(json.dumps(whole).encode())
    assert exported_csv(found)
    assert exported_report(found)
    assert changes(found, FULL) is not None
