"""What decisions rest on: noted when they are made, handed on with them, and what viewers see by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.domain.identity import passage_id
from core.domain.records import EntityRow, RelationRow
from core.services.curate import Ruling
from tests.curating import desk_of, hide, node, rename
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace

OPEN, CLOSED = passage_id("open.md", "For all."), passage_id("staff.md", "For staff.")
VAULT = EntityRow("Vault", "place", "Holds gold.")
OWNS = RelationRow("Bank", "Vault", "Has one.", ("owns",))


def filled(folder: Path) -> Workspace:
    made = Workspace(folder)
    said = GeneratedChunk("For all.", {}, (VAULT, EntityRow("Bank", "firm", "Is old.")), (OWNS,))
    hidden = GeneratedChunk("For staff.", {"audience": "staff"}, (VAULT, EntityRow("Guard", "person", "Is ill.")))
    made.records([GeneratedDocument("open.md", (said,)), GeneratedDocument("staff.md", (hidden,))])
    return made


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = filled(tmp_path / "here")
    yield made
    made.close()


def rests(workspace: Workspace) -> list[set[str]]:
    return [set(decision.of) for decision in workspace.store.ledger.decisions()]


def nodes(workspace: Workspace, *viewer: str) -> list[str]:
    return list(workspace.views("careful", viewer).graph)


def test_a_decision_notes_the_passages_that_it_was_made_over(workspace: Workspace) -> None:
    relation = {"source": node("Bank"), "target": node("Vault"), "predicate": "owns"}
    owns = workspace.views().evidence.relations[0].id
    desk_of(workspace).decide(
        [
            rename("Guard", "Porter"),
            rename("Porter", "Doorman"),
            Ruling("relabel", {"relation": relation, "to": "has"}),
            Ruling("retype", {"type": "firm", "to": "company"}),
            Ruling("assert", {"entity": {"name": "Staff"}, "document": "staff.md", "quote": "staff"}),
            Ruling("endpoint", {"mention": owns, "end": "target", "node": node("Doorman")}),
            hide("Vault"),
        ]
    )
    assert rests(workspace) == [{CLOSED}, {CLOSED}, {OPEN}, {OPEN}, {CLOSED}, {OPEN, CLOSED}, set()]


def test_a_viewer_sees_the_names_of_those_alone_that_they_could_have_given(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    desk.decide([rename("Vault", "Strongroom")])
    desk.decide([rename("Bank", "House")])
    assert nodes(workspace) == ["house", "vault"]
    assert nodes(workspace, "staff") == ["guard", "house", "strongroom"]
    desk.undo([1])
    desk.decide([rename("Guard", "Porter")])
    assert nodes(workspace) == ["house", "vault"]
    assert nodes(workspace, "staff") == ["house", "porter", "vault"]


def test_what_a_decision_rests_on_goes_with_it_to_a_colleague(workspace: Workspace, tmp_path: Path) -> None:
    there = filled(tmp_path / "there")
    desk_of(workspace).decide([rename("Guard", "Porter")])
    file: dict[str, Any] = json.loads(desk_of(workspace).export())
    assert file["decisions"][0]["of"] == [CLOSED]
    file["decisions"][0]["of"] = [OPEN]
    more = {"seq": 2, "kind": "rename", "body": rename("Bank", "House").body}
    file["decisions"].append(more)
    desk = desk_of(there)
    found = desk.incoming(json.dumps(file).encode())
    desk.take(found, list(found.rows))
    assert rests(there) == [{OPEN}, {OPEN}]  # as it came; as it is here
    again = desk.incoming(desk_of(workspace).export())
    assert [row.against for row in again.duplicate] == [(1,)]
    there.close()


def test_what_it_rests_on_is_no_part_of_what_is_decided(workspace: Workspace) -> None:
    desk = desk_of(workspace)
    desk.decide([rename("Vault", "Strongroom")])
    (one,) = workspace.store.ledger.decisions()
    workspace.records([GeneratedDocument("c.md", (GeneratedChunk("More.", {}, (VAULT,)),))])
    assert desk.decide([rename("Vault", "Strongroom")]).seqs == ()
    assert [entry.decision for entry in desk.history()] == [one]
