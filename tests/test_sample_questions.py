"""The shipped question set: enough of each kind, supports that are pages, answers whose numbers stand in them."""

from __future__ import annotations

import re
from collections import Counter

from core.assets import sample_folder, sample_questions
from core.domain.evaluation import KINDS, read_questions

SET = read_questions(sample_questions()["larkspur"], "larkspur")


def test_there_are_thirty_questions_and_some_of_each_kind():
    kinds = Counter(one.kind for one in SET.questions)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 8
    assert len(SET.questions) >= 30
    assert not SET.unread


def test_every_support_is_a_page_of_the_sample_and_cross_section_ones_need_several():
    folder = sample_folder("larkspur")
    for one in SET.questions:
        assert all((folder.parent / support).is_file() for support in one.support), one.text
        assert len(one.support) >= {"precise": 1, "cross-section": 2, "unanswerable": 0}[one.kind], one.text


def test_the_numbers_of_an_answer_stand_in_its_support():
    folder = sample_folder("larkspur")
    for one in SET.questions:
        text = " ".join((folder.parent / support).read_text(encoding="utf-8") for support in one.support)
        missing = [n for n in re.findall(r"\d+", one.answer) if n not in text]
        assert not missing, (one.text, missing)


def test_no_question_rests_on_a_page_that_another_one_replaces():
    folder = sample_folder("larkspur")
    pages = [page.read_text(encoding="utf-8") for page in sorted(folder.rglob("*.md"))]
    replaced = {f"larkspur/{found}" for page in pages for found in re.findall(r"(?m)^replaces: (\S+)$", page)}
    assert replaced
    assert not [one.text for one in SET.questions if replaced & set(one.support)]


def test_the_questions_are_no_part_of_the_sample_itself():
    assert not list(sample_folder("larkspur").rglob("*.jsonl"))
