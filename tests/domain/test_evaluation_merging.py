"""Two changes of one question set are laid together without losing either."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.evaluation import Question
from core.domain.evaluation.merging import merged

_QUESTIONS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("xyz"), max_size=4).map(
    lambda found: tuple(Question(row, *one, "") for row, one in enumerate(((t, (), a) for t, a in found.items()), 1))
)


def _held(questions: tuple[Question, ...]) -> dict[str, str]:
    return {one.text: one.answer for one in questions}


@given(_QUESTIONS, _QUESTIONS)
def test_with_one_change_it_is_that_change(base: tuple[Question, ...], other: tuple[Question, ...]) -> None:
    assert _held(merged(base, other, base)[0]) == _held(merged(base, base, other)[0]) == _held(other)
    assert merged(base, other, base)[1] == merged(base, base, other)[1] == merged(base, other, other)[1] == ()


@given(_QUESTIONS, _QUESTIONS, _QUESTIONS)
def test_nothing_is_lost_unsaid(
    base: tuple[Question, ...], mine: tuple[Question, ...], theirs: tuple[Question, ...]
) -> None:
    found, both = merged(base, mine, theirs)
    was, ours, others, kept = (_held(each) for each in (base, mine, theirs, found))
    assert [one.row for one in found] == list(range(1, len(found) + 1))
    for text in set(was) | set(ours) | set(others):
        if ours.get(text) != was.get(text):
            assert kept.get(text) == ours.get(text)
        if others.get(text) != was.get(text):
            assert kept.get(text) == others.get(text) or text in both
