"""Word by word: nothing is lost of either text, and whole words are told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.word_changes import LONGEST, word_changes

WORDS = st.lists(st.sampled_from(("kept", "for", "7", "30", "days", "保留", "三十", "天", ".", "\n", " ")), max_size=20)
texts = st.one_of(WORDS.map(" ".join), WORDS.map("".join), st.text(max_size=30))


@given(texts, texts)
def test_both_texts_can_be_read_from_the_pieces(before: str, after: str) -> None:
    pieces = word_changes(before, after)
    assert "".join(piece.text for piece in pieces if piece.state != "new") == before
    assert "".join(piece.text for piece in pieces if piece.state != "gone") == after


def test_words_are_told_apart_whole() -> None:
    pieces = word_changes("It is kept for 7 days.", "It is kept for 30 days.")
    assert [(piece.state, piece.text) for piece in pieces] == [
        ("same", "It is kept for "),
        ("gone", "7"),
        ("new", "30"),
        ("same", " days."),
    ]


def test_chinese_is_told_apart_by_character() -> None:
    assert [piece.text for piece in word_changes("保留七天", "保留三十天") if piece.state != "same"] == ["七", "三十"]


def test_long_texts_are_compared_by_line() -> None:
    before = "\n".join(f"line {n} of it" for n in range(LONGEST))
    after = before.replace("line 7 of it", "line seven of it", 1)
    changed = [piece.text for piece in word_changes(before, after) if piece.state != "same"]
    assert changed == ["line 7 of it\n", "line seven of it\n"]
