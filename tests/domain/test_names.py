"""Names: one place normalises them, keys are injective, nothing visible is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.names import (
    NodeRef,
    classic_key,
    clean_name,
    entity_key,
    name_key,
    predicate_of,
    qualifier_key,
    ref_of,
    relation_key,
    shown_key,
    shown_name,
)
from tests.strategies import odd_names, visible_names

SEPARATORS = st.text(alphabet="ab-> :\\[]é红", min_size=1, max_size=9)


def keys() -> st.SearchStrategy[str]:
    """Node keys as they come out of names that look like our own separators, and others."""
    return st.one_of(SEPARATORS, visible_names()).map(name_key).filter(bool)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('  "Alice" ', "Alice"),
        ("《红楼梦》", "红楼梦"),
        ("《“红楼梦”》", "红楼梦"),
        ("红 楼 梦", "红楼梦"),
        ("AT&amp;T", "AT&T"),
        ("O'Brien", "O'Brien"),
        ("'n'", "n"),
        ('"A" and "B"', '"A" and "B"'),
        ("Ａlice１２", "Alice12"),
        ("A\x00B\x01", "AB"),
        ("x\u200bport", "xport"),
        ("\u202eevil", "evil"),
        ("line\none\t two", "line one two"),
        ("서울 특별시", "서울 특별시"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("e\u200b\u0301", "é"),
        ('""', '""'),
        ("\u06dd", "\u06dd"),
        ("&#0;&lt;", "\ufffd<"),
    ],
)
def test_a_name_is_shown_cleaned(text: str, shown: str) -> None:
    assert clean_name(text) == shown


@pytest.mark.parametrize("text", ["", " \t\n", "\x00\x1f", "\u200b\u2060", "\ufeff", "&#8203;", "\u200d", " \u200c "])
def test_what_shows_nothing_is_no_name(text: str) -> None:
    assert clean_name(text) == ""
    assert name_key(text) == ""


@given(odd_names())
def test_a_name_with_something_visible_never_becomes_empty(text: str) -> None:
    visible = any(unicodedata.category(c)[0] in "LNPS" for c in text)
    if visible:
        assert clean_name(text)
        assert name_key(text)


@given(odd_names())
def test_a_shown_name_stays_as_it_is_when_it_is_read_again(text: str) -> None:
    shown = clean_name(text)
    assert shown_key(shown) == name_key(text)
    assert NodeRef.shown(shown) == NodeRef.of(text)


def test_html_entities_are_decoded_once() -> None:
    assert clean_name("AT&amp;amp;T") == "AT&amp;T"
    assert shown_key("AT&amp;T") == name_key("AT&amp;amp;T") != name_key("AT&amp;T")


@given(odd_names())
def test_a_key_that_needs_no_decoding_is_its_own_key(text: str) -> None:
    assert shown_key(name_key(text)) == name_key(text)


def test_single_characters_have_stable_keys() -> None:
    characters = [chr(n) for n in range(0x3400) if unicodedata.category(chr(n)) != "Cs"]
    characters += [chr(n) for n in range(0xA000, 0x30000, 7) if unicodedata.category(chr(n)) != "Cs"]
    assert [c for c in characters if shown_key(shown_key(c)) != shown_key(c)] == []
    lost = [c for c in characters if not name_key(c) and unicodedata.category(c)[0] in "LNPSM"]
    assert lost == []


def test_names_in_other_scripts_do_not_fall_together() -> None:
    names = ["数据保留", "数据导出", "الاحتفاظ", "التصدير", "Хранение", "Экспорт", "데이터", "ข้อมูล", "É", "E"]
    assert len({name_key(name) for name in names}) == len(names)
    assert len({classic_key(name) for name in names}) == len(names)


def test_letter_case_and_width_do_not_part_names() -> None:
    assert name_key("STRASSE") == name_key("Straße")
    assert name_key("ＥＸＰＯＲＴ") == name_key("export")
    assert name_key("Cafe\u0301") == name_key("CAFÉ")


def test_the_classic_key_only_trims_and_lowers() -> None:
    assert classic_key(" CANCELLATION \n") == "cancellation"
    assert classic_key('"Export"') == '"export"'
    assert classic_key("Straße") != classic_key("STRASSE")


def read_node_key(key: str) -> NodeRef:
    """Name and qualifier back from a key: that this can be done at all is what makes keys injective."""
    name, bracket, qualifier = key.rpartition(" [")
    return NodeRef(name, qualifier[:-1]) if bracket and key.endswith("]") else NodeRef(key)


@given(st.one_of(SEPARATORS, odd_names()), st.one_of(SEPARATORS, st.text(max_size=8)))
def test_a_node_can_be_read_back_from_its_key(name: str, qualifier: str) -> None:
    ref = NodeRef.of(name, qualifier)
    if ref.name:
        assert read_node_key(ref.key) == ref


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a [b]", ""), ("a", "b")),
        (("a [b] []", ""), ("a [b]", "")),
        (("a [b", "c"), ("a", "b [c")),
        (("a []", ""), ("a", "")),
    ],
)
def test_a_name_that_looks_qualified_is_another_node(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert entity_key(*one) != entity_key(*other)


def test_the_qualifier_stands_behind_the_name() -> None:
    assert entity_key("Daily Backup", " Business ") == "daily backup [business]"
    assert qualifier_key("Plan [old]") == "plan (old)"


def unescaped(part: str) -> str:
    """A backslash before a backslash or a colon makes that one plain; any other only breaks a separator."""
    out, rest = "", part
    while rest:
        step = 1 if rest[0] == "\\" and rest[1:2] not in ("\\", ":") else 2 if rest[0] == "\\" else 0
        out += "" if step == 1 else rest[1] if step else rest[0]
        rest = rest[step or 1 :]
    return out


@given(keys(), keys(), keys())
def test_an_edge_can_be_read_back_from_its_key(source: str, target: str, predicate: str) -> None:
    left, _, rest = relation_key(source, target, predicate).partition(" -> ")
    right, _, last = rest.partition(" : ")
    assert (unescaped(left), unescaped(right), last) == (source, target, predicate)
    left, _, right = relation_key(source, target).partition(" -- ")
    assert (unescaped(left), unescaped(right)) == (source, target)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("x", "a :", "p"), ("x", "a", ": p")),
        (("x", ": b", "p"), ("x", ":", "b : p")),
        (("x", "a : : b", "p"), ("x", "a", ": b : p")),
        (("x ->", "y", "p"), ("x", "-> y", "p")),
        (("x -", "> y", "p"), ("x", "- -> y", "p")),
        (("a\\", "b", "p"), ("a", "\\b", "p")),
    ],
)
def test_names_that_hold_separators_part_edges(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assert relation_key(*one) != relation_key(*other)


def test_plain_names_give_plain_edge_keys() -> None:
    assert relation_key("export", "data retention", "deadline") == "export -> data retention : deadline"
    assert relation_key("data retention", "export") == "data retention -- export"


def test_the_predicate_is_the_first_keyword_that_shows_something() -> None:
    assert predicate_of(("\u200b", " Final  Invoice ", "x")) == "final invoice"
    assert predicate_of(()) == predicate_of(("", " ")) == "related"


@given(st.one_of(SEPARATORS, visible_names()), st.one_of(st.just(""), SEPARATORS, visible_names()))
def test_the_node_of_a_key_is_the_one_that_it_was_made_from(name: str, qualifier: str) -> None:
    ref = NodeRef.of(name, qualifier)
    if ref.name:
        assert ref_of(ref.key) == ref


def test_a_name_is_shown_with_its_qualifier_behind_a_dot() -> None:
    assert (shown_name("Daily backup", "Business"), shown_name("Daily backup")) == (
        "Daily backup · Business",
        "Daily backup",
    )
