"""Kept answers stand and fall with the documents that their context came from."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.store.answers import KeptAnswer
from core.store.store import Store
from tests.storing import add

ANSWER = KeptAnswer("key", "prompt", "small@ab", '{"text": "Yes."}')


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path)
    add(found, "a", "One.")
    add(found, "b", "Two.")
    yield found
    found.close()


def test_an_answer_is_found_by_its_key(store: Store) -> None:
    assert store.answers.put(ANSWER, ["a", "b"], "t")
    assert store.answers.get("key") == ANSWER
    assert store.answers.get("other") is None


def test_a_withdrawn_document_takes_its_answers_along_until_it_is_given_back(store: Store) -> None:
    store.answers.put(ANSWER, ["a", "b"], "t")
    store.documents.set_withdrawn("b", True)
    assert store.answers.get("key") is None
    assert store.answers.latest("prompt", "small") is None
    store.documents.set_withdrawn("b", False)
    assert store.answers.get("key") == ANSWER


def test_another_revision_of_a_document_takes_its_answers_along(store: Store) -> None:
    store.answers.put(ANSWER, ["a"], "t")
    add(store, "a", "One and a half.")
    assert store.answers.get("key") is None


def test_an_answer_from_a_document_that_is_not_here_is_not_kept(store: Store) -> None:
    store.documents.set_withdrawn("b", True)
    assert not store.answers.put(ANSWER, ["a", "b"], "t")
    assert not store.answers.put(ANSWER, ["nowhere"], "t")
    store.documents.set_withdrawn("b", False)
    assert store.answers.get("key") is None


def test_a_later_answer_to_the_same_takes_the_place_of_the_first(store: Store) -> None:
    later = KeptAnswer("key", "prompt", "small@ab", "{}")
    store.answers.put(ANSWER, ["a"], "t")
    store.answers.put(later, ["b"], "u")
    store.documents.set_withdrawn("a", True)
    assert store.answers.get("key") == later


def test_the_latest_is_that_of_a_model_s_name_whatever_its_digest(store: Store) -> None:
    store.answers.put(KeptAnswer("k1", "prompt", "small@ab", "1"), ["a"], "2026-01-01")
    store.answers.put(KeptAnswer("k2", "prompt", "small@cd", "2"), ["a"], "2026-01-02")
    store.answers.put(KeptAnswer("k3", "prompt", "smaller@ef", "3"), ["a"], "2026-01-03")
    found = store.answers.latest("prompt", "small")
    assert found is not None
    assert found.key == "k2"


def test_what_came_from_a_document_can_be_erased(store: Store) -> None:
    store.answers.put(ANSWER, ["a", "b"], "t")
    store.answers.put(KeptAnswer("other", "p", "m", "{}"), ["b"], "t")
    assert store.answers.forget(["a", "nowhere"]) == 1
    assert store.answers.get("key") is None
    assert store.answers.get("other") is not None


def test_a_reader_keeps_nothing(store: Store, tmp_path: Path) -> None:
    reader = Store(tmp_path, read_only=True)
    assert not reader.answers.put(ANSWER, ["a"], "t")
    reader.close()
