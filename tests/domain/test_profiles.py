"""What a node says: distinct texts in document order, whole texts in turn where there are too many, and the vote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.profiles import Said, commonest, profile, rough_tokens, vote


def words(text: str) -> int:
    return len(text.split())


def said(*items: tuple[str, str]) -> list[Said]:
    """(document, text) pairs; the mention's id is its place."""
    return [Said(text, f"m{n}", document) for n, (document, text) in enumerate(items)]


def test_distinct_texts_stand_in_the_order_given_with_all_who_say_them() -> None:
    found = profile(said(("a", "one"), ("a", "two"), ("b", "one"), ("b", "")), None, words)
    assert [(t.text, t.mentions) for t in found.texts] == [("one", ("m0", "m2")), ("two", ("m1",))]
    assert found.description == "one\ntwo"
    assert found.cut == ()


def test_where_no_text_is_given_the_profile_is_empty() -> None:
    assert profile(said(("a", ""), ("b", "")), 10, words).description == ""


def test_documents_take_turns_when_not_all_fits() -> None:
    texts = said(("a", "a1 x"), ("a", "a2 x"), ("a", "a3 x"), ("b", "b1 x"), ("b", "b2 x"))
    found = profile(texts, 9, words)  # two words and a line end each: three texts fit
    assert [t.text for t in found.texts] == ["a1 x", "a2 x", "b1 x"]
    assert [t.text for t in found.cut] == ["a3 x", "b2 x"]


def test_a_single_text_that_is_too_long_is_kept_whole() -> None:
    found = profile(said(("a", "w " * 50), ("b", "short")), 10, words)
    assert [t.text for t in found.texts] == ["w " * 50]
    assert [t.text for t in found.cut] == ["short"]


def test_what_fits_exactly_is_not_cut() -> None:
    texts = said(("a", "one two"), ("b", "three four"))
    assert profile(texts, 6, words).cut == ()
    assert profile(texts, 5, words).cut != ()


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.text(alphabet="xy 天", max_size=12)), max_size=8),
    st.one_of(st.none(), st.integers(1, 20)),
)
def test_a_profile_drops_nothing_and_stays_within_its_limit(items: list[tuple[str, str]], limit: int | None) -> None:
    found = profile(said(*items), limit, rough_tokens)
    assert {t.text for t in (*found.texts, *found.cut)} == {text for _, text in items if text}
    mentions = [m for t in (*found.texts, *found.cut) for m in t.mentions]
    assert sorted(mentions) == sorted(f"m{n}" for n, (_, text) in enumerate(items) if text)
    if limit is not None and len(found.texts) > 1:
        assert sum(rough_tokens(t.text) + 1 for t in found.texts) <= limit
    assert limit is not None or found.cut == ()


def test_the_vote_is_by_number_then_by_value() -> None:
    assert vote(["b", "a", "c", "c"]) == (("c", 2), ("a", 1), ("b", 1))
    assert commonest(["b", "a"]) == "a"
    assert commonest([]) == ""
