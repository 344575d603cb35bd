"""What `replaces` means: names looked up, chains, circles, and that nothing but the evidence decides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.ordering import ChunkEvidence
from core.domain.records import Chunk
from core.domain.superseding import Names, Problem, claims_of, in_force, succession, succession_of, superseded

ALL = ("policies/2023/retention.md", "policies/2024/retention.md", "policies/2024/export.md", "notes/retention.md", "z")


def part(document: str, replaces: Any = None, **metadata: Any) -> ChunkEvidence:
    said = {"replaces": replaces} if replaces is not None else {}
    return ChunkEvidence(Chunk(f"{document}#1", document, 0, "text", "", metadata | said))


@pytest.mark.parametrize(
    ("document", "says", "means"),
    [
        ("notes/retention.md", "policies/2023/retention.md", "policies/2023/retention.md"),
        ("policies/2024/export.md", "retention.md", "policies/2024/retention.md"),
        ("policies/2024/export.md", "../2023/retention.md", "policies/2023/retention.md"),
        ("policies/2024/export.md", ".\\..\\2023\\retention.md", "policies/2023/retention.md"),
        ("policies/2024/export.md", "2023/retention.md", "policies/2023/retention.md"),
        ("policies/2024/retention.md", "export.md", "policies/2024/export.md"),
        ("policies/2023/retention.md", "export.md", "policies/2024/export.md"),
        ("policies/2024/retention.md", "retention.md", "policies/2023/retention.md"),
        ("policies/2024/export.md", "z", "z"),
    ],
)
def test_a_document_is_named_by_its_id_a_path_or_a_file_name(document: str, says: str, means: str) -> None:
    assert succession({document: [says]}, ALL).by == {means: document}


@pytest.mark.parametrize(
    ("says", "means"),
    [
        ("travel-2024", ("docs/travel-2024.md",)),
        ("old/travel-2023", ("docs/old/travel-2023.md", "docs/old/travel-2023.pdf")),
        ("old/policy", ("docs/old/policy.md",)),
        ("policy", ("docs/old/policy.md",)),
        ("policy.md", ("docs/old/policy.md",)),
        ("v1.2", ("docs/v1.2.md",)),
        ("travel-2025", ("docs/travel-2025.md",)),
        ("list", ()),
        ("travel", ()),
    ],
)
def test_an_ending_may_be_left_out_of_what_is_named(says: str, means: tuple[str, ...]) -> None:
    names = [
        "old/travel-2023.md",
        "old/travel-2023.pdf",
        "old/policy.md",
        "travel-2024.md",
        "v1.2.md",
        "list.csv#row-1",
    ]
    found = Names([f"docs/{name}" for name in (*names, "travel-2025.md", "travel-2024.md.txt")])
    assert found.meant(says, "docs/travel-2025.md") == means


@pytest.mark.parametrize(
    ("document", "says", "why"),
    [
        ("z", "nowhere.md", "missing"),
        ("policies/2024/export.md", "../../notes/retention.md", "missing"),
        ("notes/retention.md", "../policies/2023/retention.md", "missing"),
        ("z", "z", "itself"),
        ("notes/retention.md", "retention.md", "itself"),
        ("policies/new.md", "retention.md", "several"),
    ],
)
def test_what_names_no_other_document_is_listed_and_does_nothing(document: str, says: str, why: Any) -> None:
    found = succession({document: [says]}, (*ALL, "policies/new.md"))
    assert (dict(found.by), found.problems) == ({}, (Problem(document, says, why),))


@pytest.mark.parametrize(
    ("value", "claims"),
    [
        (None, ()),
        ("", ()),
        ([], ()),
        (" a.md ", ("a.md",)),
        (["a", "b", "a", None, ""], ("a", "b")),
        (2023, ("2023",)),
        ({"x": 1}, ('{"x": 1}',)),
        ([["a"]], ('["a"]',)),
    ],
)
def test_a_claim_is_a_name_or_a_list_of_names(value: Any, claims: tuple[str, ...]) -> None:
    assert claims_of({"replaces": value}) == claims


def test_a_chain_drops_all_but_its_end() -> None:
    parts = [part("v1"), part("v2", "v1"), part("v3", "v2")]
    assert superseded(parts) == {"v1": "v2", "v2": "v3"}
    assert [each.chunk.document for each in in_force(parts)] == ["v3"]
    assert superseded(parts[:2]) == {"v1": "v2"}
    assert superseded([parts[0], parts[2]]) == {}


def test_nobody_leaves_in_a_circle_but_for_one_from_outside() -> None:
    parts = [part("a", "b"), part("b", ["c", "x"]), part("c", "a"), part("x")]
    found = succession_of(each.chunk for each in parts)
    assert found.by == {"x": "b"}
    assert {(p.document, p.says, p.why) for p in found.problems} == {
        ("a", "b", "circle"),
        ("b", "c", "circle"),
        ("c", "a", "circle"),
    }
    assert superseded([*parts, part("d", "a")]) == {"a": "d", "x": "b"}


def test_who_is_named_by_several_is_replaced_by_one_that_counts() -> None:
    assert superseded([part("old"), part("a", "old"), part("b", "old"), part("new", "a")])["old"] == "b"


def test_evidence_without_claims_stays_the_same_object() -> None:
    parts = (part("a"), part("b"))
    assert in_force(parts) is parts


NAMES = ("s/a.md", "s/b.md", "s/c.md", "s/old/a.md", "t/a.md", "u")
SAYS = (*NAMES, "a.md", "old/a.md", "../t/a.md", "nowhere", "")


def evidence() -> st.SearchStrategy[list[ChunkEvidence]]:
    said = st.one_of(st.none(), st.sampled_from(SAYS), st.lists(st.sampled_from(SAYS), max_size=2))
    one = st.builds(part, st.sampled_from(NAMES), said, audience=st.sampled_from(("", "staff", "partners")))
    return st.lists(one, max_size=6, unique_by=lambda each: each.chunk.document)


@settings(max_examples=200, deadline=None)
@given(evidence(), st.randoms(use_true_random=False))
def test_no_order_changes_who_gives_way(parts: list[ChunkEvidence], random: Random) -> None:
    shuffled = list(parts)
    random.shuffle(shuffled)
    assert superseded(shuffled) == superseded(parts)


@settings(max_examples=200, deadline=None)
@given(evidence())
def test_one_always_stays_and_each_that_leaves_is_named_by_one_that_stands(parts: list[ChunkEvidence]) -> None:
    by = superseded(parts)
    documents = {each.chunk.document for each in parts}
    assert by.keys() < documents or not documents
    for name in by:
        seen = {name}
        while (name := by.get(name, "")) and name not in seen:
            seen.add(name)
        assert not name
