"""Chunks without their markup, each character knowing its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.adapters.embedded.text import MAX_BLOCK, blocks, language, quoted, sentences

MARKDOWN = """# Heading *one*

A line
that goes on with [a label](https://example.org/x) and `code`.
- item one
2. item two

> quoted
| a | b c |
|---|-----|
```
let code = 1
```
The end, see www.example.org/page.
"""


def test_blocks_hold_the_words_without_the_markup() -> None:
    found = [(block.kind, block.text) for block in blocks(MARKDOWN)]
    assert found == [
        ("heading", "Heading one"),
        ("prose", "A line that goes on with a label and code."),
        ("prose", "item one"),
        ("prose", "item two"),
        ("prose", "quoted"),
        ("cell", "a"),
        ("cell", "b c"),
        ("prose", "The end, see ."),
    ]


def test_fields_of_a_row_do_not_run_together_and_their_labels_are_left_out() -> None:
    found = [block.text for block in blocks("name: Anna Keller\nrole: gardener\n\nname: Ben Roth\nrole: baker")]
    assert found == ["Anna Keller", "gardener", "Ben Roth", "baker"]


def test_a_single_line_with_a_colon_is_prose() -> None:
    assert [block.text for block in blocks("Note: the backup\nruns at night.")] == ["Note: the backup runs at night."]


@given(st.text(alphabet="ab: |#*`[](){}<>&;_-\n.!1\t\x00é中", max_size=200))
def test_each_character_stands_where_it_says(text: str) -> None:
    for block in blocks(text):
        assert len(block.text) == len(block.places) <= MAX_BLOCK
        assert list(block.places) == sorted(block.places)
        kept = [(char, text[place]) for char, place in zip(block.text, block.places, strict=True) if char != " "]
        assert all(char == original for char, original in kept)


@given(st.text(alphabet="ab c.!?。\n#*", max_size=200))
def test_sentences_ascend_and_hold_words(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_sentences_end_at_marks_of_both_languages() -> None:
    text = "One. Two? 一句。两句！3.5 is a number."
    assert [text[start:end] for start, end in sentences(text)] == [
        "One.",
        "Two?",
        "一句。",
        "两句！",
        "3.5 is a number.",
    ]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("The plan", "en"),
        ("合作社管理三座茶园", "zh"),
        ("用 Larkspur 备份数据", "zh"),
        ("Привет", ""),
        ("123", "en"),
        ("", "en"),
    ],
)
def test_language_goes_by_script(text: str, read_as: str) -> None:
    assert language(text) == read_as


def test_a_quotation_has_no_control_characters() -> None:
    assert quoted("a\x00 b\n\ud800c\u200d", 0, 99) == "a b c\u200d"
