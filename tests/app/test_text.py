"""Text of documents in Markdown places: nothing in it is left to be Markdown, and its words stay."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pages.parts.text import JOINER, one_line, safe_markdown, titled

HOSTILE = (
    "![x](http://example.org/a.png)",
    "[click](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "`code` **bold** _em_ ~~gone~~",
    "# heading",
    "1. list",
    "- list",
    "+ list",
    "> quote",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "$x^2$ and $$y$$",
    ":material/home: :smile: :red[text] :streamlit:",
    "http://example.org www.example.org a@example.org",
    "&lt;b&gt; &amp;",
    "a\\b\\",
    "    indented",
    "line one\n\n---\n\nline two",
    "a -> b <- c -- d >= e <= f ~= g",
    "[^1] [ ] [x] \\[ \\( ",
)


def plain(markdown: str) -> str:
    """What is read when the Markdown is rendered, without the invisible joiners."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown)
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    parts = [part for token in tokens for part in token.children or ()]
    assert {part.type for part in parts} <= {"text", "text_special"}
    return "".join(part.content for part in parts).replace(JOINER, "")


def folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    assert plain(safe_markdown(text)) == folded(text)


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=60))
def test_any_text_is_one_paragraph_of_its_own_words(text: str) -> None:
    assert plain(safe_markdown(text)) == folded(text)


@pytest.mark.parametrize(
    "text", [":smile:", ":material/home:", ":red[x]", "http://a.b", "www.a.b", "a@b.c", "->", "<-", "--", ">=", "~="]
)
def test_what_is_replaced_after_parsing_is_parted(text: str) -> None:
    assert JOINER in safe_markdown(text)


def test_control_and_direction_marks_are_dropped() -> None:
    assert safe_markdown("a\x00b\u202ec\u200bd\u2066e\ufefff") == "abcdef"
    assert one_line("a\x07b\u202ec", 9) == "abc"


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert safe_markdown("a" * 50, 10) == one_line("a" * 50, 10) == "a" * 9 + "…"
    assert one_line("short\n text", 10) == "short text"


def test_a_qualifier_stands_in_brackets() -> None:
    assert (titled("Backup", "Business"), titled("Backup", "")) == ("Backup · Business", "Backup")
