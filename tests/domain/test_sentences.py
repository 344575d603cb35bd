"""Sentences of English and Chinese answers and passages, with their places."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.sentences import MAX_SENTENCE, sentences

PIECES = (
    "Dr. ",
    "A. ",
    "e.g. ",
    "3.5 ",
    "end. ",
    "End! ",
    "[1]",
    " [2] ",
    "三十天。",
    "“是的。”",
    "\n",
    "\n\n",
    "- x",
    "# h\n",
    "```\n",
)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=14).map("".join)


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ends. It begins.", ["It ends.", "It begins."]),
        ("Kept 3.5 days, e.g. in v1.2. Dr. Smith said so.", ["Kept 3.5 days, e.g. in v1.2.", "Dr. Smith said so."]),
        ("See no. 5 there. It says no. Good?", ["See no. 5 there.", "It says no.", "Good?"]),
        ("J. R. Reed left. U.S. law applies.", ["J. R. Reed left.", "U.S. law applies."]),
        (
            "It holds files etc. Then more. files etc. and so on.",
            ["It holds files etc.", "Then more. files etc. and so on."],
        ),
        ("Kept long. [1] Then gone. [2][3]\nNext.", ["Kept long. [1]", "Then gone. [2][3]", "Next."]),
        ("Kept long.[1] Then gone.", ["Kept long.[1]", "Then gone."]),
        ("Kept long. [1] says no more.", ["Kept long.", "[1] says no more."]),
        ("He said: “Stop.” She left.", ["He said: “Stop.”", "She left."]),
        ("保留30天。[1]之后删除！真的吗？", ["保留30天。[1]", "之后删除！", "真的吗？"]),
        ("“保留30天。”他说。", ["“保留30天。”", "他说。"]),
        ("一、第一条。\n二、第二条", ["一、第一条。", "二、第二条"]),
        (
            "# Head\nText here.\n\n- one\n- two\n1. First. Second.",
            ["# Head", "Text here.", "- one", "- two", "1. First.", "Second."],
        ),
        ("Before.\n```\na. b\n\nc. d\n```\nAfter.", ["Before.", "```\na. b\n\nc. d\n```", "After."]),
        ("Run `a. B` now. Then stop.", ["Run `a. B` now.", "Then stop."]),
        ("A line\nthat goes on. And ends", ["A line\nthat goes on.", "And ends"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_a_text_is_cut_where_its_sentences_end(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_run_without_an_end_is_cut_at_white_space() -> None:
    pieces = split("word " * 500)
    assert all(len(piece) <= MAX_SENTENCE and piece.endswith("word") for piece in pieces)
    assert len(pieces) == 3


@given(TEXTS)
def test_sentences_hold_everything_but_white_space_once_and_in_order(text: str) -> None:
    spans = sentences(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(text[span.start : span.end].strip() == text[span.start : span.end] != "" for span in spans)
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("piece", ["[", "[1] ", "no. ", "A. ", "```\n", "`", "“", "1. ", "。", "- "])
def test_a_text_made_to_stall_is_cut_all_the_same(piece: str) -> None:
    text = piece * 5000
    assert "".join("".join(split(text)).split()) == "".join(text.split())
