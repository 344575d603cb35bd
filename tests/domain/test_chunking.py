from itertools import pairwise

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from core.domain.chunking import CHARACTERS, TOKENS, WORD_PIECES, Chunking, chunk, page_at
from core.domain.graphemes import inner_places
from core.domain.records import Page, Span
from core.errors import InputError

PIECES = (
    "a", "Backup ", "word, ", "end. ", "Why? ", "\n", "\n\n", " ", "     ", "\t", "\u3000", "数据", "保留。", "한국어",
    "각", "e\u0301", "\u0301", "क्षि", "👩‍👩‍👧‍👦", "👋🏽", "🇩🇪", "🇫🇷🇯", "\u200d", "\u200b", "ｶﾞ", "x" * 40, "ก็",
    "12.5 ", "…",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
SIZES = st.tuples(st.integers(1, 40), st.integers(0, 39)).filter(lambda pair: pair[0] > pair[1])


def word_spans(text: str) -> list[tuple[int, int]]:
    """A toy tokenizer: words are cut every three code points, graphemes or not, and white space is skipped."""
    spans = []
    for word in regex.finditer(r"\S+", text):
        spans += [(start, min(start + 3, word.end())) for start in range(word.start(), word.end(), 3)]
    return spans


def byte_spans(text: str) -> list[tuple[int, int]]:
    """A toy tokenizer of single bytes: the first of a character holds it, the others are empty after it."""
    spans = []
    for start, character in enumerate(text):
        spans += [(start, start + 1)] + [(start + 1, start + 1)] * (len(character.encode()) - 1)
    return spans


UNITS = st.sampled_from([None, word_spans, byte_spans])


def cut(text, units, size, overlap):
    return chunk(text, units(text) if units else None, size, overlap)


def units_in(text, span: Span, units) -> int:
    if units is None:
        return span.end - span.start
    if units is byte_spans:
        return len(text[span.start : span.end].encode())
    return sum(span.start <= start < span.end for start, _ in word_spans(text))


def borders(text: str) -> set[int]:
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


@given(TEXTS, UNITS, SIZES)
@example("a" + "\u0301" * 50 + "b", None, (3, 2))
@example("🇩🇪" * 30, byte_spans, (9, 8))
def test_all_text_but_white_space_is_covered(text, units, sizes):
    covered = {place for span in cut(text, units, *sizes) for place in range(span.start, span.end)}
    assert all(place in covered for place, character in enumerate(text) if not character.isspace())


@given(TEXTS, UNITS, SIZES)
def test_no_grapheme_is_split(text, units, sizes):
    allowed = borders(text)
    assert all(span.start in allowed and span.end in allowed for span in cut(text, units, *sizes))


@given(TEXTS, UNITS, SIZES)
@example("e\u0301e\u0301", word_spans, (1, 0))
def test_no_chunk_is_larger_than_asked_unless_it_can_not_be_cut(text, units, sizes):
    cuts = borders(text) & ({start for start, _ in units(text)} if units else set(range(len(text))))
    for span in cut(text, units, *sizes):
        if any(span.start < place < span.end for place in cuts):
            assert units_in(text, span, units) <= sizes[0]


@given(TEXTS, UNITS, SIZES)
def test_neighbours_share_no_more_than_the_overlap(text, units, sizes):
    for left, right in pairwise(cut(text, units, *sizes)):
        if left.end > right.start:
            assert units_in(text, Span(right.start, left.end), units) <= sizes[1]


@given(TEXTS, UNITS, SIZES)
def test_every_chunk_brings_words_that_the_one_before_had_not(text, units, sizes):
    for left, right in pairwise(cut(text, units, *sizes)):
        assert left.start < right.start
        assert text[left.end : right.end].strip()


@given(TEXTS, UNITS, SIZES)
def test_chunks_neither_start_nor_end_with_a_blank_grapheme(text, units, sizes):
    for span in cut(text, units, *sizes):
        found = regex.findall(r"\X", text[span.start : span.end])
        assert found[0].strip()
        assert found[-1].strip()


@given(TEXTS, UNITS, SIZES)
def test_cutting_twice_gives_the_same(text, units, sizes):
    assert cut(text, units, *sizes) == cut(text, units, *sizes)


@given(st.text(st.characters() | st.sampled_from("".join(PIECES)), max_size=80))
@example("\r\n\r\n")
@example("🇩🇪" * 2000 + "a")
@example("한" * 3000)
@example("b" + "a\u0301" + "\u0301" * 3000 + "b")
def test_inner_places_are_those_of_the_unicode_rule(text):
    assert set(inner_places(text)) == set(range(len(text) + 1)) - borders(text)


@pytest.mark.parametrize("text", ["", " ", "\n\t \n", "\u3000" * 5000])
def test_blank_text_has_no_chunks(text):
    assert chunk(text, None, 10, 2) == ()


def test_a_short_text_is_one_chunk_without_its_outer_space():
    assert chunk("\n\n one two \n", None, 100, 10) == (Span(3, 10),)


def test_a_tail_within_the_overlap_makes_no_chunk_of_its_own():
    text = "x" * 13
    assert chunk(text, None, 10, 4) == (Span(0, 10), Span(6, 13))
    assert chunk("x" * 10, None, 10, 4) == (Span(0, 10),)


def test_white_space_longer_than_a_window_makes_no_chunk():
    chunks = chunk("left" + " " * 500 + "right", None, 50, 10)
    assert ["left", "right"] == [("left" + " " * 500 + "right")[span.start : span.end] for span in chunks]


def test_a_chunk_ends_with_a_sentence_that_ends_near():
    text = "w" * 90 + ". " + "v" * 50
    assert chunk(text, None, 100, 0)[0] == Span(0, 91)


def test_a_paragraph_near_the_end_is_preferred_to_a_later_sentence():
    text = "w" * 86 + "\n\nOne. Two. " + "v" * 50
    assert chunk(text, None, 100, 0)[0] == Span(0, 86)


def test_a_sentence_too_far_from_the_end_is_ignored():
    text = "w" * 80 + ". " + "v" * 60
    assert chunk(text, None, 100, 0)[0] == Span(0, 100)


def test_an_overlap_starts_at_a_word_if_one_is_near():
    text = "alpha beta gamma delta epsilon"
    chunks = chunk(text, None, 16, 7)
    assert [text[span.start : span.end] for span in chunks][:2] == ["alpha beta gamma", "gamma delta eps"]


def test_a_space_that_carries_a_mark_is_not_cut_off():
    assert chunk(" \u0301a \u0301 ", None, 50, 10) == (Span(0, 5),)
    assert chunk("a\u0600 ", None, 50, 10) == (Span(0, 3),)


def test_a_grapheme_larger_than_a_chunk_stays_whole():
    text = "ab" + "e" + "\u0301" * 30 + "cd"
    assert Span(2, 33) in chunk(text, None, 5, 1)


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (5, 5), (5, 6), (5, -1), (-1, -2)])
def test_impossible_sizes_are_refused_with_both_numbers(size, overlap):
    with pytest.raises(InputError, match=f"{size} .*{overlap}"):
        Chunking("tokens", size, overlap)
    with pytest.raises(InputError):
        chunk("text", None, size, overlap)


def test_an_unknown_unit_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match="word pieces"):
        Chunking("words")


def test_the_named_recipes_are_those_of_the_design():
    assert [(recipe.size, recipe.overlap) for recipe in (TOKENS, CHARACTERS, WORD_PIECES)] == [
        (1200, 100),
        (1200, 150),
        (240, 40),
    ]


def test_the_page_of_an_offset_is_the_last_that_starts_before_it():
    pages = [Page(1, 0, 10), Page(3, 12, 20)]
    assert [page_at(pages, offset) for offset in (0, 9, 11, 12, 50)] == [1, 1, 1, 3, 3]
    assert page_at([], 5) is None
