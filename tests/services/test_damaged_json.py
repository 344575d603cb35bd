"""Columns that hold JSON, each damaged in turn: the workspace still opens, shows, and names what can't be read."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.adapters.scripted_index import MemoryIndex
from core.bootstrap import Explorer
from core.domain.decisions import KINDS, Ruling
from core.errors import LightPrismError
from core.services.intake import Incoming
from core.services.question import Request
from core.store.answers import KeptAnswer
from core.store.experiments import StoredExperiment
from tests.curating import rename
from tests.exploring import scripted_explorer

BAD = "{bad"


def fill(explorer: Explorer) -> None:
    files = {"a.md": b"Alice meets Bob. Bob asks Carol.", "b.md": b"Alice keeps the Ledger."}
    explorer.intake.add([Incoming("notes", name, content) for name, content in files.items()])
    explorer.ingest.run()
    explorer.curate.decide([rename("Bob", "Robert")])
    explorer.curate.decide([rename("Carol", "Carola")])
    explorer.job.wait()
    store = explorer._store
    id_ = explorer.runs.save("Who?", explorer.retrieve.compare(Request("Who meets Alice?"), ["naive"]))
    store.runs.add_answer(id_, "naive", ({"text": "Bob"}, "bob"), "t")
    store.answers.put(KeptAnswer("k", "p", "m@1", '{"text": "Frank"}'), ["notes/a.md"], "t")
    store.experiments.insert(StoredExperiment("x", "t", {}, {}, (1, 0), {}), ["notes/a.md"])
    store.experiments.add("x", 1, {})
    store.overlays.set("notes/a.md", "audience", ["staff"])
    store.overlays.set("notes/b.md", "replaces", [])
    store.folders.note("notes", "a.md", "h", ["notes/a.md"])
    store.folders.source_of("/somewhere", "notes", ())
    explorer.backup()
    for key in ("carried on", "index:next"):
        store.database.set(key, "{}")


@pytest.fixture(scope="module", autouse=True)
def index_in_memory() -> Iterator[None]:
    """The vector index is not what this is about."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Explorer, "make_index", staticmethod(lambda folder, names, *_: MemoryIndex(names)))
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("made")
    explorer = scripted_explorer(home)
    fill(explorer)
    explorer.close()
    return home


@pytest.fixture
def copied(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


COLUMNS = {
    "revisions.metadata": "text",
    "chunks.metadata": "passage",
    "chunks.extra": "passage",
    "chunks.themes": "passage",
    "chunks.flags": "passage",
    "entity_mentions.flags": "mention",
    "relation_mentions.flags": "mention",
    "relation_mentions.keywords": "mention",
    "decisions.body": "decision",
    "decisions.rests": "",
    "decisions.effect": "",
    "overlays.value": "overlay",
    "files.documents": "document",
    "answers.body": "link",
    "runs.parameters": "link",
    "runs.engine": "link",
    "run_answers.body": "link",
    "experiments.plan": "link",
    "experiments.engine": "link",
    "experiments.facts": "link",
    "experiment_results.body": "link",
    "meta:sources": "settings",
    "meta:backups": "settings",
    "meta:carried on": "settings",
    "meta:index:next": "settings",
}
"""Column or key of the meta table -> kind of what is found; where it is empty, a note says it."""


def damage(home: Path, column: str, where: str = "1") -> None:
    with closing(sqlite3.connect(home / "workspaces" / "Test" / "lightprism.db", isolation_level=None)) as connection:
        if column.startswith("meta:"):
            done = connection.execute("UPDATE meta SET value = ? WHERE key = ?", (BAD, column[5:]))
        else:
            table, name = column.split(".")
            done = connection.execute(f"UPDATE {table} SET {name} = ? WHERE {where}", (BAD,))
        assert done.rowcount > 0


def uses(explorer: Explorer) -> Iterator[Callable[[], object]]:
    """What is looked at every day."""
    yield lambda: explorer.views().graph
    yield lambda: explorer.seen_by(()).library.documents()
    yield explorer.curate.history
    yield explorer.curate.export
    yield explorer.library.documents
    yield explorer.audiences.documents
    yield explorer.audiences.folders
    yield explorer.succession.problems
    yield explorer.succession.alike
    yield explorer.freshness.check
    yield explorer.backups.known
    yield lambda: explorer.carried_on
    yield lambda: explorer.runs.list()
    yield lambda: explorer.runs.open(explorer.runs.list()[0].id)
    yield explorer.evaluate.list
    yield lambda: explorer.evaluate.open("x")
    yield lambda: explorer.retrieve.compare(Request("Who meets Alice?"), ["naive", "local"])
    yield lambda: [explorer.transfer.export(kind) for kind in explorer.transfer.kinds]
    yield lambda: explorer.purging.preview(["notes/b.md"])
    yield lambda: explorer.curate.decide([Ruling("hide", {"node": {"name": "Alice", "qualifier": ""}})])
    yield lambda: explorer.job.wait()
    yield lambda: explorer.integrity.repair(explorer.integrity.verify())
    yield lambda: explorer.purging.purge(["notes/b.md"])


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_that_can_not_be_read_is_named_and_all_else_goes_on(copied: Path, column: str) -> None:
    damage(copied, column)
    explorer = scripted_explorer(copied)
    found = explorer.integrity.verify()
    kinds = {each.kind for each in found.differences}
    assert COLUMNS[column] in kinds if COLUMNS[column] else found.notes
    assert "part" not in kinds
    assert all(each.remedy or each.derived for each in found.differences)
    told = []
    for use in uses(explorer):
        try:
            use()
        except LightPrismError as error:
            told.append(error)
    assert all(error.remedy for error in told)
    explorer.close()


def test_a_decision_that_can_not_be_read_acts_on_nothing_and_can_be_undone(copied: Path) -> None:
    damage(copied, "decisions.body", "seq = 2")
    explorer = scripted_explorer(copied)
    assert {"robert", "carol"} <= set(explorer.views().graph)
    entry = next(each for each in explorer.curate.history() if each.decision.seq == 2)
    assert (entry.state, entry.sentence) == ("unknown", "“rename” that can't be read")
    found = [each for each in explorer.integrity.verify().differences if each.kind == "decision"]
    assert [(each.id, "Undo it" in each.remedy) for each in found] == [("2", True)]
    explorer.curate.undo([2])
    explorer.job.wait()
    assert {each.decision.seq: each.state for each in explorer.curate.history()} == {1: "acts", 2: "undone", 3: "acts"}
    assert "decision" not in {each.kind for each in explorer.integrity.verify().differences}
    explorer.close()


@pytest.mark.parametrize("body", [BAD, "[]", '"text"', "null"])
def test_a_decision_of_any_kind_that_can_not_be_read_is_passed_over(copied: Path, body: str) -> None:
    with closing(sqlite3.connect(copied / "workspaces" / "Test" / "lightprism.db")) as connection, connection:
        rows = [(kind, body) for kind in KINDS]
        connection.executemany("INSERT INTO decisions (kind, body, at, who, why) VALUES (?, ?, 't', '', '')", rows)
    explorer = scripted_explorer(copied)
    assert {"robert", "carola"} <= set(explorer.views().graph)
    states = {each.decision.seq: each.state for each in explorer.curate.history()}
    assert {state for seq, state in states.items() if seq > 2} == {"unknown"}
    explorer.curate.decide([Ruling("hide", {"node": {"name": "Alice", "qualifier": ""}})])
    explorer.curate.decide([Ruling("checkpoint", {"name": "Here"})])
    assert "alice" not in explorer.views().graph
    assert len(explorer.curate.history()) == len(KINDS) + 4
    explorer.job.wait()
    explorer.curate.undo(sorted(states))
    assert explorer.curate.export()
    explorer.close()


def test_effects_and_passages_of_a_decision_that_can_not_be_read_are_not_known(copied: Path) -> None:
    for column in ("decisions.rests", "decisions.effect"):
        damage(copied, column)
    explorer = scripted_explorer(copied)
    assert [(each.effect, each.decision.of) for each in explorer._store.ledger.recorded()] == [(None, ()), (None, ())]
    assert {"robert", "carola"} <= set(explorer.views().graph)
    explorer.close()


@pytest.mark.parametrize("bad", [BAD, "null", "{}", "[[]]", '{"staff": 1}', ""])
def test_an_audience_that_can_not_be_read_opens_no_door_and_can_be_taken_off(
    copied: Path, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "BAD", bad)
    damage(copied, "overlays.value", "field = 'audience'")
    explorer = scripted_explorer(copied)
    for viewer in ((), ("staff",), ("{}", "[]", "{'staff': 1}")):
        assert "notes/a.md" not in {row.document.id for row in explorer.seen_by(viewer).library.documents()}
    assert "notes/a.md" in {chunk.document for chunk in explorer.views().evidence.chunks.values()}
    row = next(each for each in explorer.audiences.documents() if each.document == "notes/a.md")
    assert (row.labels, row.by, row.unreadable) == ((), "person", True)
    assert ("overlay", "notes/a.md") in {(each.kind, each.id) for each in explorer.integrity.verify().differences}
    explorer.audiences.set("notes/a.md", None)
    assert "notes/a.md" in {row.document.id for row in explorer.seen_by(()).library.documents()}
    assert "overlay" not in {each.kind for each in explorer.integrity.verify().differences}
    explorer.close()


def test_an_audience_of_a_folder_that_can_not_be_read_is_listed(copied: Path) -> None:
    explorer = scripted_explorer(copied)
    explorer.audiences.set("notes/", ["crew"])
    damage(copied, "overlays.value", "path = 'notes/'")
    explorer._store.mentions.forget()
    assert [(each.path, each.unreadable) for each in explorer.audiences.folders()] == [("notes/", True)]
    explorer.audiences.set("notes/", None)
    assert [each.labels for each in explorer.audiences.folders()] == [None]
    explorer.close()


def test_what_a_person_said_of_replacing_that_can_not_be_read_says_nothing(copied: Path) -> None:
    explorer = scripted_explorer(copied)
    explorer.succession.mark("notes/b.md", ["notes/a.md"])
    explorer.close()
    damage(copied, "overlays.value", "field = 'replaces'")
    again = scripted_explorer(copied)
    assert again.succession.replaced() == ()
    assert ("overlay", "notes/b.md") in {(each.kind, each.id) for each in again.integrity.verify().differences}
    again.audiences.set("notes/b.md", None)
    assert "overlay" not in {each.kind for each in again.integrity.verify().differences}
    again.close()


@pytest.mark.parametrize("column", ["revisions.metadata", "chunks.metadata"])
def test_metadata_that_can_not_be_read_is_for_nobody_who_does_not_see_everything(copied: Path, column: str) -> None:
    damage(copied, column)
    explorer = scripted_explorer(copied)
    shown = explorer.seen_by(("staff",)).library.documents()
    assert "notes/b.md" not in {row.document.id for row in shown}
    assert "ledger" in explorer.views().graph
    explorer.close()
