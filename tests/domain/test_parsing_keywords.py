"""Replies to the keyword question."""

from __future__ import annotations

import json

import pytest

from core.domain.parsing import parse_keywords

LISTS = '{"high_level_keywords":["Data portability","Deadlines"],"low_level_keywords":["Export","Account"]}'


@pytest.mark.parametrize(
    "reply",
    [
        LISTS,
        f"```json\n{LISTS}\n```",
        f"Sure! {LISTS} I hope it helps {{really}}.",
        f"<think>Which is {{high}}?</think>{LISTS}",
        f"So [both] lists.</think>{LISTS}",
        f"[{LISTS}]",
        f'{{"keywords": {LISTS}}}',
        LISTS.replace("]", ",]"),
        LISTS.replace('"', "'"),
        LISTS.replace("_level_keywords", ""),
        LISTS.replace("high_level_keywords", "High-Level Keywords").replace("low_level_keywords", "lowLevelKeywords"),
        LISTS.replace("high_level_keywords", "高层关键词").replace("low_level_keywords", "低层关键词"),
        '{"high":"Data portability, Deadlines","low":"Export；Account"}',
        '{"high":"Data portability\\nDeadlines","low":["Export","Account","export"," "]}',
    ],
)
def test_both_lists_are_read_whatever_stands_around_them(reply: str) -> None:
    keywords = parse_keywords(reply)
    assert (keywords.high, keywords.low) == (("Data portability", "Deadlines"), ("Export", "Account"))
    assert (keywords.flags, keywords.origin, keywords.raw) == ((), "model", reply)


@pytest.mark.parametrize(
    "reply",
    [
        "High-level: Data portability, Deadlines\nLow-level: Export, Account",
        "**High-level keywords:** Data portability; Deadlines\n- Low level: [Export, Account]",
    ],
)
def test_lists_on_lines_of_their_own_are_read_and_flagged(reply: str) -> None:
    keywords = parse_keywords(reply)
    assert (keywords.high, keywords.low) == (("Data portability", "Deadlines"), ("Export", "Account"))
    assert keywords.flags == ("repaired",)


@pytest.mark.parametrize("reply", ["", "none", "What do you mean?", '{"answer":["a"]}', "[]", "{", "<think>hm, {"])
def test_an_unreadable_reply_gives_no_keywords_and_says_so(reply: str) -> None:
    keywords = parse_keywords(reply)
    assert (keywords.high, keywords.low) == ((), ())
    assert "unparsed" in keywords.flags
    assert keywords.raw == reply


def test_empty_lists_are_read_as_what_they_are() -> None:
    keywords = parse_keywords('{"high_level_keywords":[],"low_level_keywords":null}')
    assert (keywords.high, keywords.low, keywords.flags) == ((), (), ())


def test_a_list_that_is_missing_is_empty() -> None:
    assert parse_keywords('{"low_level_keywords":["Export"]}').high == ()


def test_a_keyword_that_breaks_off_is_left_out_and_the_reply_flagged() -> None:
    keywords = parse_keywords('{"high_level_keywords":["Deadlines"],"low_level_keywords":["Export","Acc')
    assert (keywords.high, keywords.low, keywords.flags) == (("Deadlines",), ("Export",), ("incomplete",))


def test_a_comma_inside_an_item_of_a_list_stays() -> None:
    assert parse_keywords(json.dumps({"low": ["Paris, Texas"]})).low == ("Paris, Texas",)


def test_items_that_are_no_text_are_read_as_far_as_they_can_be() -> None:
    keywords = parse_keywords('{"high":[{"keyword":"Deadlines"},{}],"low":[2024,true,null,"Export"]}')
    assert (keywords.high, keywords.low) == (("Deadlines",), ("2024", "true", "Export"))
