"""Which documents are alike, which call themselves drafts, and what is no likeness."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, takewhile
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.alike import Alike, alike, is_draft, sketch
from core.domain.fulltext import index_text

WORDS = [f"word{n}" for n in range(500)]


def text(seed: int, words: int = 300) -> str:
    return " ".join(Random(seed).choices(WORDS, k=words))


def changed(of: str, times: int) -> str:
    """The text with some words, far from each other, replaced."""
    words = of.split()
    for n in range(times):
        words[n * len(words) // times] = f"other{n}"
    return " ".join(words)


def found(texts: dict[str, str], of: list[str] | None = None) -> tuple[Alike, ...]:
    return alike({name: sketch(said, is_draft(name, "", {})) for name, said in texts.items()}, of)


def share(one: str, two: str) -> float:
    """What the words say themselves."""

    def runs(said: str) -> set[tuple[str, ...]]:
        words = index_text(said).split()
        return set(zip(*(words[n:] for n in range(5)), strict=False))

    return len(runs(one) & runs(two)) / len(runs(one) | runs(two))


def test_a_text_with_a_few_words_changed_is_alike_and_one_with_many_is_not() -> None:
    one = text(1)
    (pair,) = found({"a.md": one, "b.md": changed(one, 5), "c.md": changed(one, 20), "d.md": text(2)})
    assert (pair.document, pair.other, pair.same, pair.draft) == ("b.md", "a.md", False, "")
    assert pair.share == pytest.approx(share(one, changed(one, 5)))
    assert 0.8 <= pair.share < 1


def test_the_same_words_under_another_name_are_the_same() -> None:
    assert found({"a.md": "Kept 7 days.", "b.md": "KEPT  7 days", "c.md": "Kept 30 days."}) == (
        Alike("b.md", "a.md", 1.0, same=True),
    )


def test_many_copies_of_one_text_are_each_named_once() -> None:
    names = [f"{n}.md" for n in range(6)]
    pairs = found(dict.fromkeys(names, text(1)))
    assert [(pair.document, pair.other) for pair in pairs] == [(name, "0.md") for name in names[1:]]


def test_what_is_nearly_the_same_does_not_hide_behind_a_copy() -> None:
    texts = {"canteen.md": text(1), "canteen-copy.md": text(1), "canteen-new.md": changed(text(1), 2)}
    assert {(pair.document, pair.other, pair.same) for pair in found(texts)} == {
        ("canteen-copy.md", "canteen.md", True),
        ("canteen.md", "canteen-new.md", False),
    }
    assert len(found(texts, ["canteen.md"])) == 2


CANTEEN = (
    "The canteen is open from eleven to two on every working day. A meal costs 6.50 for staff and 8.00 for guests. "
    "Whoever comes with more than ten people tells the kitchen the day before."
)


@pytest.mark.parametrize(
    "other",
    [
        CANTEEN.replace("6.50", "6.90"),
        CANTEEN.replace("ten people", "a dozen people"),
        CANTEEN.replace(" the day before", ""),
        f"{CANTEEN} Children eat free.",
    ],
)
def test_a_short_text_that_differs_at_one_place_is_alike(other: str) -> None:
    (pair,) = found({"a.md": CANTEEN, "b.md": other})
    assert (pair.document, pair.other, pair.same) == ("b.md", "a.md", False)
    assert 0.8 <= pair.share < 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{} moved to room 12 on the {}. The key is with the desk in the hall, and the phone has the same number.",)
        * 2,
        ("Ask {} about leave, sick days and overtime. Write to {} before you travel, and keep all bills until then.",)
        * 2,
        ("The office in {} has nine rooms. Parking is behind the house.", "The office in {} has a kitchen and a roof."),
        ("{} is the head of sales.", "{} is the head of sales."),
    ],
)
def test_short_texts_of_one_form_with_other_content_are_not_alike(one: str, other: str) -> None:
    assert found({"a.md": one.format("Mara", "Monday"), "b.md": other.format("Jo", "Friday")}) == ()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=10, max_size=16), min_size=2, max_size=6, unique_by=tuple),
    st.randoms(use_true_random=False),
)
def test_of_short_texts_just_those_are_alike_that_differ_at_one_place(texts: list[list[str]], random: Random) -> None:
    named = {f"{n}.md": " ".join(words) for n, words in enumerate(texts)}
    close = {name for a, b in _pairs(named) if _one_place(named[a], named[b]) for name in (a, b)}
    shuffled = list(named.items())
    random.shuffle(shuffled)
    pairs = alike({name: replace(sketch(said), shingles=sketch("").shingles) for name, said in shuffled})
    assert {name for pair in pairs for name in (pair.document, pair.other)} == close


def _one_place(one: str, two: str) -> bool:
    a, b = one.split(), two.split()
    ends = [
        sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*both, strict=False))) for both in _both(a, b)
    ]
    same = min(sum(ends), len(a), len(b))
    return min(len(a), len(b)) >= 12 and same / (len(a) + len(b) - same) >= 0.8


def _both(a: list[str], b: list[str]) -> list[tuple[list[str], list[str]]]:
    return [(a, b), (a[::-1], b[::-1])]


def test_one_passage_in_common_makes_long_documents_not_alike() -> None:
    boilerplate = text(9, 200)
    assert found({"a.md": f"{boilerplate} {text(1, 600)}", "b.md": f"{boilerplate} {text(2, 600)}"}) == ()


def test_a_part_of_a_longer_text_is_alike_for_a_draft_only() -> None:
    one = text(1)
    part = " ".join(one.split()[:120])
    assert found({"policy.md": one, "summary.md": part}) == ()
    (pair,) = found({"policy.md": one, "policy-draft.md": part})
    assert (pair.document, pair.other, pair.draft) == ("policy-draft.md", "policy.md", "policy-draft.md")
    assert pair.share == pytest.approx(1.0)
    assert found({"policy.md": part, "draft of policy.md": one})[0].document == "draft of policy.md"


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    one = "".join(chr(0x4E00 + n) for n in Random(1).choices(range(3000), k=200))
    (pair,) = found({"a.md": one, "b.md": one[:100] + "新" + one[101:], "c.md": one[::-1]})
    assert {pair.document, pair.other} == {"a.md", "b.md"}


def test_rows_of_one_file_are_not_compared_and_those_of_two_are() -> None:
    assert found({"s/a.csv#row-1": text(1), "s/a.csv#row-2": text(1)}) == ()
    assert len(found({"s/a.csv#row-1": text(1), "s/b.csv#row-1": text(1)})) == 1


def test_what_was_asked_for_comes_first() -> None:
    texts = {"a.md": text(1), "b.md": changed(text(1), 3), "c.md": text(2), "d.md": text(2)}
    assert [(pair.document, pair.other) for pair in found(texts, ["a.md"])] == [("a.md", "b.md")]
    assert found(texts, []) == ()
    assert [(pair.document, pair.other) for pair in found(texts)] == [("d.md", "c.md"), ("b.md", "a.md")]


def test_texts_without_words_are_like_nothing() -> None:
    assert found({"a.md": "", "b.md": "…", "c.md": ""}) == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5), st.lists(st.integers(0, 14), min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_no_order_changes_what_is_alike_and_no_pair_is_missed(seed: int, times: list[int], random: Random) -> None:
    texts = {f"{n}.md": changed(text(seed, 150), many) for n, many in enumerate(times) if many or n == 0}
    shuffled = list(texts.items())
    random.shuffle(shuffled)
    pairs = found(texts)
    assert found(dict(shuffled)) == pairs
    named = {name for pair in pairs for name in (pair.document, pair.other)}
    close = {name for one, two in _pairs(texts) if share(texts[one], texts[two]) >= 0.8 for name in (one, two)}
    assert named == close


def _pairs(texts: dict[str, str]) -> list[tuple[str, str]]:
    return [(one, two) for one in texts for two in texts if one < two]


@pytest.mark.parametrize(
    ("name", "title", "metadata", "draft"),
    [
        ("s/policy.md", "Policy", {"status": "Draft"}, True),
        ("s/policy.md", "Policy", {"status": "final"}, False),
        ("s/policy.md", "Policy", {"draft": True}, True),
        ("s/policy_draft.md", "", {}, True),
        ("s/DRAFT-policy.md", "", {}, True),
        ("s/policy-v0.md", "", {}, True),
        ("s/policy v0.3.md", "", {}, True),
        ("s/policy-v10.md", "", {}, False),
        ("s/Copy of policy.md", "", {}, True),
        ("s/policy (copy).md", "", {}, True),
        ("s/保留政策草稿.md", "", {}, True),
        ("s/Entwurf Richtlinie.md", "", {}, True),
        ("drafts/policy.md", "", {}, False),
        ("s/draftsman.md", "The draftsman", {}, False),
        ("s/a.md", "Draft: Retention", {}, True),
        ("s/a.md", "Retention (draft)", {}, True),
        ("s/a.md", "Retention – draft", {}, True),
        ("s/a.md", "Copy of Retention", {}, True),
        ("s/a.md", "How to draft a contract", {}, False),
        ("s/a.md", "The copyright of photos", {}, False),
        ("s/a.md", "Draft horses of Europe", {}, False),
    ],
)
def test_what_calls_itself_a_draft(name: str, title: str, metadata: dict[str, object], draft: bool) -> None:
    assert is_draft(name, title, metadata) is draft


def test_a_sketch_is_the_same_wherever_it_is_made() -> None:
    made = sketch("The backup is kept for seven days, then erased.")
    assert made.text == sketch("the BACKUP is kept for seven days – then erased").text
    assert [int(value) for value in made.marks[:2]] == [1532152982, 430480865]
    assert all(one < two for one, two in pairwise(made.shingles.tolist()))


def test_a_draft_that_is_in_all_documents_is_listed_once() -> None:
    common = text(9, 100)
    texts = {f"{n}.md": f"{common} {text(n, 300)}" for n in range(4)}
    (pair,) = found(texts | {"draft.md": common})
    assert pair.draft == pair.document == "draft.md"
