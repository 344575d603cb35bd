"""Which decisions hold, wait or have nothing to act on when passages are read again."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.decisions import Decision
from core.domain.ordering import in_document_order
from core.domain.records import Chunk, EntityMention, Evidence, RelationMention
from core.domain.standing import Standing, standing

CHUNKS = [Chunk("a#1", "a", 0, "…"), Chunk("a#2", "a", 1, "…")]
EVIDENCE = in_document_order(
    CHUNKS,
    [EntityMention("m1", "a#1", 0, "Daily backup"), EntityMention("m2", "a#2", 0, "Daily Backup")],
    [RelationMention("m3", "a#2", 0, "Daily backup", "Vault")],
)


def node(name: str) -> dict[str, str]:
    return {"name": name, "qualifier": ""}


def after(*rows: tuple[str, Any], read_again: frozenset[str] = frozenset({"a#1", "a#2"})) -> Standing:
    return standing([Decision(n, kind, body) for n, (kind, body) in enumerate(rows, 1)], EVIDENCE, read_again)


SPLIT = ("split", {"node": node("Daily backup"), "parts": [{**node("Business backup"), "mentions": ["m1"]}]})


def test_what_names_nodes_holds() -> None:
    merge = ("merge", {"nodes": [node("DAILY BACKUP"), node("Vault")], "into": node("Vault")})
    assert after(merge, ("hide", {"node": node("vault")})) == Standing(hold=2)


def test_what_names_mentions_waits_if_their_passage_is_read_again() -> None:
    assert after(SPLIT) == Standing(wait=1)
    assert after(SPLIT, read_again=frozenset({"a#2"})) == Standing(hold=1)


def test_what_builds_on_an_earlier_decision_goes_with_it() -> None:
    assert after(SPLIT, ("rename", {"node": node("Business backup"), "to": node("Backup B")})) == Standing(
        hold=1, wait=1
    )
    assert after(("rename", {"node": node("Business backup"), "to": node("Backup B")})) == Standing(idle=1)


@pytest.mark.parametrize(
    "row", [("hide", {"node": node("Nobody")}), ("unheard of", {"node": node("Vault")}), ("hide", []), ("hide", None)]
)
def test_what_has_nothing_to_act_on_is_idle(row: tuple[str, Any]) -> None:
    assert after(row) == Standing(idle=1)


def test_what_was_revoked_does_not_count() -> None:
    assert after(("hide", {"node": node("Vault")}), ("revoke", {"seq": 1})) == Standing()


@pytest.mark.parametrize("parts", [None, 7, ["x"], [{"mentions": 3}], [{"mentions": [None, {"a": 1}]}]])
def test_a_body_that_can_not_be_read_names_no_mention(parts: Any) -> None:
    assert after(("split", {"node": node("Vault"), "parts": parts})).wait == 0


def test_without_evidence_everything_is_idle() -> None:
    assert standing([Decision(1, *SPLIT)], Evidence({}), frozenset()) == Standing(idle=1)
