"""Types and predicates of a workspace, counted, and what was ruled about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.domain.decisions import Decision
from core.services.intake import Incoming
from core.services.vocabulary import RULED_BY, VocabularyDesk
from tests.workspace import Workspace


def record(n: int, type_: str, word: str) -> dict[str, Any]:
    return {
        "document": f"d{n}",
        "chunk": "1",
        "text": "Some words.",
        "entities": [{"name": f"Thing {n}", "type": type_, "description": "A thing."}],
        "relations": [{"source": f"Thing {n}", "target": "Hub", "description": "Is there.", "keywords": word}],
    }


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    rows = [("company", "works at"), ("company", "works at"), ("companies", "worked at"), ("Firm", "owns")]
    lines = "\n".join(json.dumps(record(n, *row)) for n, row in enumerate(rows))
    made.intake.add([Incoming("records", "r.jsonl", lines.encode())])
    yield made
    made.close()


def desk(workspace: Workspace) -> VocabularyDesk:
    return VocabularyDesk(workspace.views, workspace.store.ledger.decisions)


def test_words_are_counted_with_examples(workspace: Workspace) -> None:
    types = [(word.value, word.count, word.examples) for word in desk(workspace).words("type")]
    assert types == [
        ("company", 2, ("Thing 0", "Thing 1")),
        ("companies", 1, ("Thing 2",)),
        ("firm", 1, ("Thing 3",)),
        ("unknown", 1, ("Hub",)),
    ]
    predicates = [(word.value, word.count) for word in desk(workspace).words("predicate")]
    assert predicates == [("works at", 2), ("owns", 1), ("worked at", 1)]
    assert desk(workspace).words("predicate")[1].examples == ("Thing 3 → Hub",)


def test_near_spellings_are_proposed_by_kind(workspace: Workspace) -> None:
    assert [(near.to, near.others) for near in desk(workspace).near("type")] == [
        ("company", (("companies", "ending"),))
    ]
    assert [near.to for near in desk(workspace).near("predicate")] == ["works at"]


def test_joined_words_count_as_one_are_listed_and_part_again_when_undone(workspace: Workspace) -> None:
    words = desk(workspace)
    before = words.words("type"), words.words("predicate")
    workspace.decide([Decision(1, RULED_BY["type"], {"type": "companies", "to": "company"})])
    workspace.decide([Decision(1, RULED_BY["predicate"], {"predicate": "worked at", "to": "works at"})])
    assert words.words("type")[0].count == 3
    assert words.words("predicate")[0].count == 3
    assert words.near("type") == words.near("predicate") == ()
    assert [(r.kind, r.word, r.to) for r in words.rulings()] == [
        ("predicate", "worked at", "works at"),
        ("type", "companies", "company"),
    ]
    for ruling in words.rulings():
        workspace.decide([Decision(1, "revoke", {"seq": ruling.decision.seq})])
    assert (words.words("type"), words.words("predicate")) == before
    assert words.rulings() == ()


def test_a_renamed_type_of_one_node_is_no_word_of_the_vocabulary(workspace: Workspace) -> None:
    workspace.decide([Decision(1, "retype", {"node": {"name": "Thing 0"}, "type": "person"})])
    assert desk(workspace).rulings() == ()
    assert "person" in [word.value for word in desk(workspace).words("type")]
