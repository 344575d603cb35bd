"""A split over a workspace: gathered, taken, followed by later documents, undone, redone, and what retrieval finds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.curation import Decided
from core.domain.placing import UNASSIGNED
from core.domain.split_values import WAITS
from core.errors import UnknownName
from core.services.intake import Incoming
from core.services.question import Request
from core.services.split import BY_HAND, rulings
from core.settings import Engine, Settings
from tests.exploring import scripted_explorer
from tests.larkspur import own_records

NODE, BUSINESS, ENTERPRISE = "daily backup", "daily backup [business]", "daily backup [enterprise]"
QUESTION = "How long are Enterprise daily backups kept?"


def page(document: str, qualifier: str, text: str) -> dict[str, object]:
    entity = {"name": "Daily backup", "type": "feature", "description": text, "qualifier": qualifier}
    return {"document": document, "chunk": document, "text": text, "entities": [entity], "relations": []}


LATER = (
    page("later/vault.md", "Enterprise", "Vault keeps every daily backup of an Enterprise account for 30 days."),
    page("later/starter.md", "Starter", "On the Starter plan the daily backup is kept for one day."),
)


def read_in(explorer: Explorer, records: Sequence[object], name: str) -> None:
    content = "\n".join(map(json.dumps, records)).encode()
    explorer.intake.add([Incoming("records", name, content)])


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    made = scripted_explorer(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.job.wait(30)
    made.close()


def split(explorer: Explorer) -> Decided:
    return explorer.curate.decide(rulings(explorer.splits.open(NODE).plan))


def documents(explorer: Explorer, key: str) -> list[str]:
    graph = explorer.views().graph
    return list(graph.nodes[key]["entity"].documents) if key in graph else []


def test_a_node_is_opened_with_its_plans_as_parts(explorer: Explorer) -> None:
    found = explorer.splits.open(NODE)
    assert [part.qualifier for part in found.plan.parts] == ["Business", "Enterprise"]
    assert (found.groupings[found.suggested].field, found.known) == ("plan", ())
    by_hand = explorer.splits.grouped(found, BY_HAND)
    assert len(by_hand.parts) == 1
    assert explorer.splits.grouped(found, found.suggested) == found.plan


def test_a_node_that_is_not_there_can_not_be_opened(explorer: Explorer) -> None:
    plan = explorer.splits.open(NODE).plan
    with pytest.raises(UnknownName, match="nowhere"):
        explorer.splits.open("nowhere")
    split(explorer)
    with pytest.raises(UnknownName, match="to split"):
        explorer.splits.renewed(NODE, plan)


def test_later_pages_land_in_their_part_and_a_third_plan_waits(explorer: Explorer) -> None:
    split(explorer)
    assert (documents(explorer, BUSINESS), documents(explorer, ENTERPRISE)) == (
        ["guide/taking-out.md"],
        ["guide/large-accounts.md"],
    )
    read_in(explorer, LATER, "later.jsonl")
    assert documents(explorer, ENTERPRISE) == ["guide/large-accounts.md", "later/vault.md"]
    assert documents(explorer, NODE) == ["later/starter.md"]
    assert UNASSIGNED in explorer.views().graph.nodes[NODE]["entity"].flags


def test_undo_brings_one_node_back_and_redo_splits_with_what_came_later(explorer: Explorer) -> None:
    done = split(explorer)
    read_in(explorer, LATER[:1], "later.jsonl")
    explorer.curate.undo(done.seqs)
    assert documents(explorer, NODE) == ["guide/large-accounts.md", "guide/taking-out.md", "later/vault.md"]
    assert documents(explorer, ENTERPRISE) == []
    explorer.curate.redo(done.seqs)
    assert documents(explorer, NODE) == []
    assert documents(explorer, ENTERPRISE) == ["guide/large-accounts.md", "later/vault.md"]


def test_what_waits_is_opened_again_under_the_parts_there_are(explorer: Explorer) -> None:
    split(explorer)
    read_in(explorer, [*LATER, page("later/misc.md", "", "A daily backup runs at night.")], "later.jsonl")
    again = explorer.splits.open(NODE)
    assert [part.qualifier for part in again.known] == ["Business", "Enterprise"]
    assert [part.qualifier for part in again.plan.parts] == ["Business", "Enterprise", "Starter"]
    placed = {row.at.document: again.plan.part_of(row.id) for row in again.plan.rows}
    assert placed == {"later/starter.md": 2, "later/misc.md": WAITS}
    explorer.curate.decide(rulings(again.plan))
    assert documents(explorer, "daily backup [starter]") == ["later/starter.md"]
    assert documents(explorer, NODE) == ["later/misc.md"]
    last = explorer.splits.open(NODE)
    assert len(last.known) == 3
    explorer.curate.decide(rulings(last.plan.moved([row.id for row in last.plan.rows], 0)))
    assert documents(explorer, NODE) == []
    assert documents(explorer, BUSINESS) == ["guide/taking-out.md", "later/misc.md"]


def test_local_from_a_part_finds_its_passages_alone(explorer: Explorer) -> None:
    def found(key: str) -> set[str]:
        trace = explorer.retrieve.run(Request("", "local", low=(), high=(), seed_entities=(key,)))
        return {kept.chunk.document for kept in trace.chunks}

    assert found(NODE) == {"guide/taking-out.md", "guide/large-accounts.md"}
    split(explorer)
    assert found(ENTERPRISE) == {"guide/large-accounts.md"}


def test_the_plain_question_ranks_its_part_first(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    path = create_workspace(settings, "Real", Engine("embedded"))
    explorer = open_workspace(path, settings)
    try:
        explorer.intake.add([Incoming("records", "own.jsonl", own_records())])
        split(explorer)
        trace = explorer.retrieve.run(Request(QUESTION, "local", low=(QUESTION,), high=()))
        assert trace.entities[0].entity.key == ENTERPRISE
    finally:
        explorer.job.wait(60)
        explorer.close()
