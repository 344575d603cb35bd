"""Content hashes: equal content gives equal ids, different content different ones, and row numbers play no part."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.domain.identity import ChunkPlace, content_hash, digest, index_id, occurrences, text_hash
from core.domain.records import EntityRow, RelationRow
from tests.strategies import entity_rows, relation_rows


def ids(*rows: EntityRow | RelationRow, document: str = "d", text: str = "t", occurrence: int = 0) -> list[str]:
    place = ChunkPlace(document, f"{document}#1", text, occurrence)
    found = place.entities(r for r in rows if isinstance(r, EntityRow))
    return [m.id for m in (*found, *place.relations(r for r in rows if isinstance(r, RelationRow)))]


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_a_digest_tells_its_parts_apart(one: list[str], other: list[str]) -> None:
    assert (one == other) == (digest(*one) == digest(*other))
    assert len(digest(*one)) == 32


def test_a_digest_takes_any_text() -> None:
    assert digest("\ud800") != digest("\ud801")


def test_a_chunk_text_and_a_row_never_have_the_same_hash() -> None:
    assert len({text_hash("a"), index_id("entity", "a"), index_id("relation", "a"), content_hash(b"a")}) == 4


@given(st.lists(entity_rows(), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_ids_of_rows_do_not_depend_on_their_order(rows: list[EntityRow], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sorted(ids(*rows)) == sorted(ids(*shuffled))
    assert len(set(ids(*rows))) == len(rows)


@given(relation_rows())
def test_every_part_of_a_relation_counts(row: RelationRow) -> None:
    others = [
        replace(row, source=row.source + "x"),
        replace(row, target=row.target + "x"),
        replace(row, description=row.description + "x"),
        replace(row, keywords=(*row.keywords, "x")),
        replace(row, strength=row.strength + 1),
    ]
    assert len({*ids(row), *(i for other in others for i in ids(other))}) == 6


@given(entity_rows())
def test_place_and_occurrence_count_but_the_raw_row_does_not(row: EntityRow) -> None:
    assert ids(row) == ids(replace(row, raw="{}", flags=("type",)))
    there = {*ids(row), *ids(row, document="e"), *ids(row, text="u"), *ids(row, occurrence=1)}
    assert len(there) == 4


def test_a_whole_strength_is_the_same_however_it_is_written() -> None:
    assert ids(RelationRow("a", "b", strength=1)) == ids(RelationRow("a", "b", strength=1.0))


def test_mentions_keep_the_order_and_the_fields_of_their_rows() -> None:
    place = ChunkPlace("d", "d#1", "t", 0)
    first, second = place.entities([EntityRow("A", "t", "x", "q", flags=("f",)), EntityRow("B")])
    assert (first.chunk, first.row, first.name, first.type, first.description, first.qualifier, first.flags) == (
        "d#1", 0, "A", "t", "x", "q", ("f",)
    )  # fmt: skip
    assert second.row == 1


def test_equal_texts_are_counted() -> None:
    assert occurrences(["a", "b", "a", "a"]) == (0, 0, 1, 2)
