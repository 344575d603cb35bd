"""Question sets as people write them, and what is said of rows that are no questions."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.evaluation import KINDS, Question, dump_questions, read_questions
from core.errors import InputError


def lines(*rows: object) -> bytes:
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()


def test_json_lines_give_questions_with_what_they_have():
    row = {"question": "Who  cancels?", "support": ["a.md", "a.md", " b.md#0 "], "answer": "Owner", "kind": "Precise"}
    found = read_questions(lines(row, "", {"question": "Where?", "support": "c.md", "id": 7}), "set.jsonl")
    assert found.questions == (
        Question(1, "Who cancels?", ("a.md", "b.md#0"), "Owner", "precise"),
        Question(3, "Where?", ("c.md",)),
    )
    assert found.unread == ()


def test_csv_with_commas_or_semicolons_gives_the_same():
    commas = 'question,support,kind\n"Who, then?",a.md;b.md,cross section\n'.encode("utf-8-sig")
    semicolons = b"kind;question;support\ncross_section;Who, then?;a.md|b.md\n"
    expected = (Question(2, "Who, then?", ("a.md", "b.md"), "", "cross-section"),)
    assert read_questions(commas, "a.csv").questions == expected
    assert read_questions(semicolons, "b.csv").questions == expected


def test_each_row_that_is_no_question_is_listed_with_its_reason():
    found = read_questions(
        lines(
            {"question": "Fine?", "support": ["a"]},
            "{broken",
            "[1]",
            {"support": ["a"]},
            {"question": "No support?"},
            {"question": "Odd kind?", "support": ["a"], "kind": "hard"},
            {"question": "Both?", "support": ["a"], "kind": "unanswerable"},
            {"question": "Numbers?", "support": [1]},
            {"question": "Fine?", "support": ["b"]},
            {"question": "x" * 10_001, "support": ["b"]},
        ),
        "set.jsonl",
    )
    assert len(found.questions) == 1
    assert [(one.row, one.reason) for one in found.unread] == [
        (2, "It is not JSON."),
        (3, "It is not a JSON object."),
        (4, "It has no question."),
        (5, "It names no support, and its kind is not unanswerable."),
        (6, "Its kind is 'hard'; there are precise, cross-section, unanswerable."),
        (7, "It is unanswerable, but names support."),
        (8, "Its support is not a list of texts."),
        (9, "The same question stands in row 1."),
        (10, "Its question is longer than 10,000 characters."),
    ]


def test_halves_of_surrogate_pairs_are_replaced():
    found = read_questions(b'{"question": "Who \\ud800?", "support": ["a\\udc00"]}', "set.jsonl")
    assert (found.questions[0].text, found.questions[0].support) == ("Who ??", ("a?",))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no column 'question'"),
        (b"title,text\na,b\n", "no column 'question'"),
        (b"question,support\n", "no question in"),
        (b"{nothing", "Row 1: It is not JSON."),
        (b"\xff\xfe\x00q", "not text in UTF-8"),
    ],
)
def test_a_file_without_questions_says_what_is_missing(content, said):
    with pytest.raises(InputError, match=said):
        read_questions(content, "set")


words = st.text("ab é界;|,\"'", min_size=1).filter(lambda text: text.strip())


@given(
    st.lists(st.tuples(words, words, st.sampled_from(KINDS[:2])), min_size=1, unique_by=lambda row: row[0].split()[0])
)
def test_what_is_written_out_is_read_back(rows):
    given = [Question(n, " ".join(q.split()), (s.strip(),), "x", kind) for n, (q, s, kind) in enumerate(rows, 1)]
    unique = list({one.text: one for one in given}.values())
    assert [
        (one.text, one.support, one.answer, one.kind) for one in read_questions(dump_questions(unique), "x").questions
    ] == [(one.text, one.support, one.answer, one.kind) for one in unique]
