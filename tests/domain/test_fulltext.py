"""How text is cut into the words that full text search compares."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.fulltext import LONGEST, folded, index_text, unspaced, words

ODD = (
    *(
        "99.9",
        "1,000",
        "1,000,000.5",
        "30 days",
        " ",
        "\n",
        "数据",
        "保",
        "留",
        "ASR1603",
        "é",
        "e\u0301",
        "ﬁ",
        "½",
        "⒈",
        "⑴",
    ),
    *(
        "ｶﾞ",
        "’",
        "don't",
        "ß",
        "İ",
        "\x00",
        "\ud800",
        '"',
        "．",
        "９",
        "，",
        "\u00ad",
        "ー",
        "กำ",
        "ﷺ",
        "한국",
        "·",
        "* ",
    ),
    *("x" * (LONGEST + 9), ".", ",", "a_b", "\u200d", "ٱ", "１", "NEAR(a b)", "-", "^", ":"),
)
texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(ODD), max_size=8).map("".join),
    st.text(st.characters(categories=["L", "M", "N", "P", "Z"])),
)


def forms(text: str) -> list[str]:
    return [word.form for word in words(text)]


@pytest.fixture(scope="module")
def terms() -> Iterator[Callable[[str], list[str]]]:
    """What an FTS5 index makes of what it is given."""
    connection = sqlite3.connect(":memory:")
    connection.execute("""CREATE VIRTUAL TABLE w USING fts5(t, content='', tokenize="ascii tokenchars '.,'")""")
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(w, instance)")

    def look(text: str) -> list[str]:
        connection.execute("INSERT INTO w (w) VALUES ('delete-all')")
        connection.execute("INSERT INTO w (rowid, t) VALUES (1, ?)", (text,))
        return [row[0] for row in connection.execute("SELECT term FROM v ORDER BY offset")]

    yield look
    connection.close()


@given(text=texts)
def test_an_index_holds_just_the_words_of_any_text_in_their_order(terms: Callable[[str], list[str]], text: str) -> None:
    assert terms(index_text(text)) == forms(text)


@given(texts)
def test_words_stand_in_the_text_in_order(text: str) -> None:
    found = list(words(text))
    assert all(0 <= word.start < word.end <= len(text) for word in found)
    assert [word.start for word in found] == sorted(word.start for word in found)
    assert all(word.start < word.middle <= word.end for word in found if word.middle)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Backups are kept for 30 days.", ["backups", "are", "kept", "for", "30", "days"]),
        ("99.9% of 1,000,000.5 and v1.2.3", ["99.9", "of", "1000000.5", "and", "v1.2.3"]),
        ("1,0000 and 0,5", ["1,0000", "and", "0,5"]),
        ("ＡＳＲ１６０３　９９．９", ["asr1603", "99.9"]),
        ("Café ÜBER Straße", ["cafe", "uber", "strasse"]),
        ("reten\u00adtion", ["retention"]),
        ("e-mail max_tokens don't", ["e", "mail", "max", "tokens", "don", "t"]),
        ("Хранение й", ["хранение", "й"]),
        ("", []),
        ("… — ! \ud800 \x00", []),
    ],
)
def test_spaced_words_are_folded_and_numbers_stay_whole(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("数据保留", ["数据", "据保", "保留", "留"]),
        ("数据，保留", ["数据", "据", "保留", "留"]),
        ("数据 保留", ["数据", "据", "保留", "留"]),
        ("数据\n保留", ["数据", "据保", "保留", "留"]),
        ("数据\n\n保留", ["数据", "据", "保留", "留"]),
        ("ASR1603芯片", ["asr1603", "芯片", "片"]),
        ("ｶﾞｲﾄﾞ", ["ガイ", "イド", "ド"]),
        ("カード", ["カー", "ード", "ド"]),
        ("한국어", ["한국", "국어", "어"]),
    ],
)
def test_scripts_without_spaces_are_cut_into_overlapping_pairs(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


def test_a_pair_stands_where_its_characters_do() -> None:
    text = "x ｶﾞ\nド"
    first, second, third = words(text)
    assert (text[first.start : first.end], first.middle) == ("x", 0)
    assert (text[second.start : second.end], text[second.start : second.middle]) == ("ｶﾞ\nド", "ｶﾞ")
    assert (text[third.start : third.end], third.tail) == ("ド", True)


def test_a_text_tells_whether_it_holds_a_script_without_spaces() -> None:
    assert [unspaced(text) for text in ("How long?", "保留多久？", "カ", "ไทย", "Как долго?", "")] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]


def test_texts_are_compared_without_regard_to_case_width_and_halves_of_pairs() -> None:
    assert folded("ＡＳＲ Straße\ud800") == "asr strasse"
