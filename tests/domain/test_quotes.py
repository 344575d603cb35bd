"""Quoting instead of writing."""

from core.domain.quotes import choose_quotes, quotable
from core.domain.support import Ground, shared_words
from tests.answering import BACKUPS, trace_of


def quotes(question: str, passages: tuple[str, ...] = BACKUPS, most: int = 5) -> list[tuple[int, str]]:
    ground = Ground(trace_of(question, passages))
    found = choose_quotes(question, quotable(question, ground), shared_words, ground, most)
    assert all(passages[q.citation - 1][q.start : q.end] == q.text for q in found)
    return [(q.citation, q.text) for q in found]


def test_the_nearest_sentences_come_first_word_for_word() -> None:
    assert quotes("How long is the daily backup kept on the Enterprise plan?", most=2) == [
        (2, "On the Enterprise plan the daily backup is kept for thirty days."),
        (1, "On the Business plan the daily backup is kept for 7 days."),
    ]


def test_headings_and_what_is_far_from_the_question_are_not_quoted() -> None:
    assert quotes("# Daily backup") == [
        (1, "On the Business plan the daily backup is kept for 7 days."),
        (2, "On the Enterprise plan the daily backup is kept for thirty days."),
    ]
    assert quotes("zebra crossing") == []


def test_equal_words_are_quoted_once() -> None:
    assert quotes("Who can start the Export?", (BACKUPS[2], BACKUPS[2]))[0][0] == 1
    assert len(quotes("Who can start the Export?", (BACKUPS[2], BACKUPS[2]))) == len(
        quotes("Who can start the Export?", (BACKUPS[2],))
    )


def test_no_question_has_no_quotes() -> None:
    assert quotes(" ") == []
