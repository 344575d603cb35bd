"""What could part the nodes of a workspace: fields, terms of documents, qualifiers that readers gave, and ticks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.domain.decisions import Decision
from core.services.intake import Incoming
from core.services.keys import KeyDesk
from tests.larkspur import shared_records
from tests.workspace import Workspace


def contract(n: int, plan: Any = None, qualifier: str = "") -> dict[str, Any]:
    metadata = {"plan": plan} if plan is not None else {}
    entities = [
        {"name": "the Supplier", "type": "party", "description": f"Company {n} that delivers."},
        {"name": "Backup", "type": "feature", "description": f"Kept for {n} days.", "qualifier": qualifier},
    ]
    text = f"Company {n} (the “Supplier”) keeps a backup for {n} days."
    return {"document": f"c{n}", "chunk": "1", "text": text, "metadata": metadata, "entities": entities}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    records = [contract(1, "Business", "account"), contract(2, "Enterprise", "account"), contract(3, "all", "Business")]
    add(made, [*records, contract(4, ["Business", "Enterprise"])])
    yield made
    made.close()


def add(workspace: Workspace, records: Sequence[dict[str, Any]]) -> None:
    lines = "\n".join(json.dumps(record) for record in records)
    workspace.intake.add([Incoming("records", "r.jsonl", lines.encode())])


def desk(workspace: Workspace) -> KeyDesk:
    return KeyDesk(workspace.views, workspace.store.ledger.decisions)


def tick(source: str, *names: str, types: Sequence[str] = ()) -> Decision:
    return Decision(1, "tick", {"source": source, "types": list(types), "names": list(names)})


def backups(workspace: Workspace) -> list[str]:
    return [key for key in workspace.views().graph if key.startswith(("backup", "daily backup"))]


def test_fields_come_with_their_values_and_how_many_documents_have_them(workspace: Workspace) -> None:
    (field,) = desk(workspace).fields()
    assert (field.source, field.documents, field.several, field.parts) == ("plan", 4, 1, 2)
    values = [(value.value, value.documents, value.for_all) for value in field.values]
    assert values == [("Business", 2, False), ("Enterprise", 2, False), ("all", 1, True)]


def test_likely_keys_come_before_what_each_document_has_for_itself_and_before_what_all_share(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    records = [
        {**contract(n), "metadata": {"all the same": "x", "number": n, "plan": "AB"[n % 2], "tags": ["a", "b"]}}
        for n in range(4)
    ]
    add(workspace, records)
    assert [field.source for field in desk(workspace).fields()] == ["plan", "number", "tags", "all the same"]
    workspace.close()


def test_what_says_who_may_read_comes_last_and_what_parts_doubted_nodes_first(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    records = []
    for n in range(4):
        days = (7, 30)[n % 2]
        said = [{"name": "Backup", "type": "feature", "description": f"It is kept for {days} days."}]
        fields = {"area": "x", "audience": "pq"[n % 2], "plan": "AB"[n % 2], "zone": "all"}
        records.append({**contract(n), "entities": said, "relations": [], "metadata": fields})
    records.append({**contract(4), "entities": [], "metadata": {"area": "y"}})
    add(workspace, records)
    found = desk(workspace).fields()
    assert [field.source for field in found] == ["plan", "area", "zone", "audience"]
    assert [field.for_readers for field in found] == [False, False, False, True]
    workspace.close()


def test_the_nodes_that_a_field_would_part_are_told_with_those_in_doubt_first(workspace: Workspace) -> None:
    partable = desk(workspace).partable("plan")
    assert [(each.name, each.values, each.doubted) for each in partable] == [
        ("Backup", 3, True),
        ("the Supplier", 3, False),
    ]
    assert [(s.type, s.parts, s.total) for s in desk(workspace).types("plan")] == [("feature", 1, 1), ("party", 1, 1)]
    assert desk(workspace).partable("version") == ()


def test_qualifiers_that_readers_gave_are_proposed_until_they_are_known(workspace: Workspace) -> None:
    said = desk(workspace).said()
    assert [(value.value, value.mentions, value.names, value.known) for value in said] == [
        ("account", 2, ("Backup",), False),
        ("Business", 1, ("Backup",), False),
    ]
    workspace.decide([tick("plan", "Backup")])
    assert [(value.value, value.known) for value in desk(workspace).said()] == [("account", False), ("Business", True)]
    workspace.decide([Decision(1, "know", {"values": ["ACCOUNT"]})])
    assert all(value.known for value in desk(workspace).said())


def test_a_known_value_parts_nodes_and_an_undone_one_does_not(workspace: Workspace) -> None:
    assert backups(workspace) == ["backup"]
    workspace.decide([Decision(1, "know", {"values": ["account"]})])
    assert backups(workspace) == ["backup", "backup [account]"]
    assert [ruling.values for ruling in desk(workspace).rulings()] == [("account",)]
    workspace.decide([Decision(1, "revoke", {"seq": 1})])
    assert backups(workspace) == ["backup"]
    assert desk(workspace).rulings() == ()


def test_a_term_that_is_keyed_by_document_is_proposed_no_more(workspace: Workspace) -> None:
    (term,) = desk(workspace).terms()
    assert (term.key, len(term.documents), term.reasons[0].kind) == ("supplier", 4, "defined")
    workspace.decide([tick("document", *term.forms)])
    assert desk(workspace).terms() == ()
    suppliers = [entity for _, entity in workspace.views().graph.nodes(data="entity") if "upplier" in entity.name]
    assert [entity.qualifier for entity in suppliers] == ["c1", "c2", "c3", "c4"]


def test_ticks_are_listed_latest_first(workspace: Workspace) -> None:
    workspace.decide([tick("plan", "Backup")])
    workspace.decide([tick("document", types=["party"])])
    assert [(r.source, r.types, r.names) for r in desk(workspace).rulings()] == [
        ("document", ("party",), ()),
        ("plan", (), ("Backup",)),
    ]


def test_with_plan_metadata_and_a_tick_the_daily_backup_collision_does_not_arise(tmp_path: Path) -> None:
    """The second line of what the merge rules are shown by."""
    plans = {"larkspur-4": "Business", "larkspur-5": "Enterprise"}
    records = [json.loads(line) for line in shared_records().splitlines()]
    for record in records:
        record["metadata"] = {"plan": plans.get(record["chunk"], "all")}
    workspace = Workspace(tmp_path)
    add(workspace, records)
    (before,) = (e for key, e in workspace.views().graph.nodes(data="entity") if key in backups(workspace))
    assert "collision" in before.flags
    assert [each.name for each in desk(workspace).partable("plan") if each.doubted] == [before.name]
    workspace.decide([tick("plan", "Daily backup")])
    after = [workspace.views().graph.nodes[key]["entity"] for key in backups(workspace)]
    assert [(entity.qualifier, entity.flags) for entity in after] == [("Business", ()), ("Enterprise", ())]
    classic = workspace.views("classic").graph.nodes["daily backup"]["entity"]
    assert len(classic.texts) == 2
    workspace.close()
