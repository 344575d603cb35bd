"""What holds for any reply: nothing raises, nothing is lost, nothing depends on when it is read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.names import clean_name, name_key
from core.domain.parsing import ground, parse_extraction, parse_keywords
from core.domain.records import Extraction

TYPES = ("person", "product")
PIECES = [
    *(
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        ",",
        ":",
        "\\",
        "\n",
        " ",
        "“",
        "”",
        "<think>",
        "</think>",
        "```json",
        "null",
        "NaN",
    ),
    *(
        '"entities"',
        '"relations"',
        '"name"',
        '"source"',
        '"target"',
        '"themes"',
        "Ines",
        "Vault",
        "person",
        "7",
        "实体",
        "。",
    ),
    *("<|#|>", "<|>", "<|#", "##", "(", ")", "entity", "relation", "relationship", "content_keywords", "<|COMPLETE|>"),
    *('"high_level_keywords"', '"low_level_keywords"', "\x00", "\ud800", "\x1f", "\x1c"),
]
hostile = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
words = st.text("aInes Vault保管库-", min_size=1, max_size=12).filter(
    lambda text: bool(clean_name(text)) and text == text.strip()
)


def offered(extraction: Extraction) -> int:
    rejected = sum(issue.kind == "rejected" for issue in extraction.issues)
    return len(extraction.entities) + len(extraction.relations) + rejected


@settings(max_examples=150, deadline=None)
@given(hostile)
def test_any_text_at_all_gives_a_result(text: str) -> None:
    for style in ("json", "tuple"):
        extraction = ground(parse_extraction(text, style, TYPES), text)
        assert extraction.reply == text
        assert all(name_key(row.name) for row in extraction.entities)
        assert all(name_key(row.source) != name_key(row.target) for row in extraction.relations)
        assert all(row.strength > 0 for row in extraction.relations)
        assert all(issue.reason for issue in extraction.issues)
    assert parse_keywords(text).raw == text


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(words, words, words), max_size=8), st.lists(st.tuples(words, words, words), max_size=8))
def test_every_row_of_a_json_reply_is_kept_or_listed(
    entities: list[tuple[str, str, str]], relations: list[tuple[str, str, str]]
) -> None:
    document = {
        "entities": [dict(zip(("name", "type", "description"), row, strict=True)) for row in entities],
        "relations": [dict(zip(("source", "target", "description"), row, strict=True)) for row in relations],
    }
    extraction = parse_extraction(json.dumps(document, ensure_ascii=False), "json", TYPES)
    assert offered(extraction) == len(entities) + len(relations)
    assert extraction.flags == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(words, min_size=1, max_size=5), max_size=8), st.sampled_from(["entity", "relation"]))
def test_every_row_of_a_tuple_reply_is_kept_or_listed(rows: list[list[str]], prefix: str) -> None:
    reply = "".join("<|#|>".join([prefix, *row]) + "\n" for row in rows) + "<|COMPLETE|>"
    assert offered(parse_extraction(reply, "tuple", TYPES)) == len(rows)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(words, words, words), min_size=1, max_size=5), st.integers(min_value=1))
def test_a_reply_cut_anywhere_keeps_its_whole_rows_and_no_half_ones(rows: list[tuple[str, str, str]], at: int) -> None:
    document = {"entities": [dict(zip(("name", "type", "description"), row, strict=True)) for row in rows]}
    reply = json.dumps(document, ensure_ascii=False)
    whole = parse_extraction(reply, "json", ())
    cut = parse_extraction(reply[: at % len(reply)], "json", ())
    assert cut.entities == whole.entities[: len(cut.entities)]
    assert {"incomplete", "unparsed"} & set(cut.flags)


FLOODS = ["<", "|", "#", "(", "\n", " ", '{"', "[", "<|#|>", "entity<|#|>", "- ", '" "', "<think>", "\\", "“", "<|"]


@pytest.mark.parametrize("piece", FLOODS)
def test_a_flood_of_one_sign_ends_at_all(piece: str) -> None:
    """Patterns that backtrack would take hours for these."""
    flood = piece * 10_000
    for reply in (flood, "entity<|#|>Ines<|#|>person<|#|>" + flood, '{"entities":[{"name":"' + flood):
        assert parse_extraction(reply, "tuple", TYPES).reply == reply
        assert parse_keywords(reply).raw == reply
