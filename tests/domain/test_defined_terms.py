"""Roles and defined terms that one key would glue, in English and Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.defined_terms import DefinedTerm, defined_terms
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.graphs import passage, together
from tests.strategies import documents, evidence_of


def contracts(name: str, count: int, text: str = "A contract.") -> Evidence:
    return together(*(passage(f"c{n}", EntityRow(name, "party", f"Party {n}."), text=text) for n in range(count)))


def term(evidence: Evidence) -> DefinedTerm | None:
    return next(iter(defined_terms(evidence)), None)


@pytest.mark.parametrize(
    "text",
    [
        "Between Acorn Ltd (the “Supplier”) and others.",
        'Acorn Ltd, a company (hereinafter the "Supplier").',
        '"Supplier" means the company that delivers.',
        "“The Supplier” shall mean Acorn Ltd.",
        "Acorn Ltd, hereinafter referred to as «Supplier».",
    ],
)
def test_a_term_that_documents_define_is_proposed_with_their_wording(text: str) -> None:
    found = term(contracts("the Supplier", 2, text))
    assert found is not None
    assert (found.key, found.forms, found.documents) == ("supplier", ("the supplier",), ("c0", "c1"))
    assert found.reasons[0].kind == "defined"
    assert found.reasons[0].documents == 2
    assert "upplier" in found.reasons[0].quote
    assert found.reasons[0].chunk == "c0#0"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("甲方", "松树公司（以下简称“甲方”）与柏树公司签订。"),
        ("本项目", "青岭茶厂改建工程（以下称「本项目」）。"),
        ("工作日", "“工作日”是指法定节假日以外的日子。"),
    ],
)
def test_chinese_definitions_are_read(name: str, text: str) -> None:
    found = term(contracts(name, 2, text))
    assert found is not None
    assert (found.name, found.reasons[0].kind) == (name, "defined")


@pytest.mark.parametrize("name", ["Party A", "party b", "First Party", "Buyer 2", "甲方", "乙方", "第三方"])
def test_parties_by_letter_or_number_need_no_definition(name: str) -> None:
    found = term(contracts(name, 2))
    assert found is not None
    assert found.reasons[0].kind == "lettered"


@pytest.mark.parametrize("name", ["this Agreement", "The present contract", "本合同", "该协议"])
def test_what_points_at_its_own_document_is_proposed(name: str) -> None:
    found = term(contracts(name, 2))
    assert found is not None
    assert "this" in [reason.kind for reason in found.reasons]


@pytest.mark.parametrize("name", ["Customer", "the Licensee", "Suppliers", "Service Provider", "出租人"])
def test_a_mere_word_for_a_role_needs_three_documents(name: str) -> None:
    assert term(contracts(name, 2)) is None
    found = term(contracts(name, 3))
    assert found is not None
    assert [reason.kind for reason in found.reasons] == ["role"]


@pytest.mark.parametrize(
    "name", ["Daily backup", "Paris", "Party of Labour", "Customer Success", "US", "合作社", "甲骨文"]
)
def test_other_names_are_left_alone_however_often_they_come(name: str) -> None:
    assert defined_terms(contracts(name, 5)) == ()


def test_one_document_alone_proposes_nothing_and_defines_nothing_for_others() -> None:
    defining = passage("a", EntityRow("Vault"), text="A region (the “Vault”).")
    other = passage("b", EntityRow("Vault"), text="The vault is far away.")
    assert defined_terms(together(defining, other)) == ()
    assert defined_terms(contracts("Party A", 1)) == ()


def test_forms_with_and_without_article_and_ends_of_relations_are_one_term() -> None:
    text = "Acorn (the “Supplier”)."
    found = term(
        together(
            passage("a", EntityRow("The Supplier"), text=text),
            passage("b", RelationRow("supplier", "Goods", "", ("delivers",)), text=text),
        )
    )
    assert found is not None
    assert (found.forms, found.mentions) == (("supplier", "the supplier"), 2)


def test_the_surest_come_first_then_those_in_most_documents() -> None:
    found = defined_terms(
        together(
            *(passage(f"r{n}", EntityRow("Customer"), EntityRow("Owner")) for n in range(4)),
            passage("r9", EntityRow("Owner")),
            *(passage(f"d{n}", EntityRow("Party A")) for n in range(2)),
        )
    )
    assert [each.key for each in found] == ["party a", "owner", "customer"]


@settings(max_examples=30, deadline=None)
@given(documents(), st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter(found, random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    assert defined_terms(evidence_of(found)) == defined_terms(evidence_of(shuffled))
