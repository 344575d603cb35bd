"""The queue as it is worked off: order, limits, what comes meanwhile, chunks without entities, reading again."""

from __future__ import annotations

from pathlib import Path

from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.domain.records import EntityRow, Extraction
from core.ports import Passage
from core.services.ingest import Outcome
from core.services.jobs import IngestJob
from tests.waiting import LONG
from tests.workspace import Workspace, all_there_is

TEXTS = {f"{n}.md": f"Person{n} meets Bob." for n in range(6)}
NOTHING = Extraction(reply='{"entities": []}')


class Noted:
    """Reads, and notes the texts in order."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, passage: Passage) -> Extraction:
        self.read.append(passage.text)
        return capitalised(passage)


def test_a_run_ends_at_its_limit_and_another_day_goes_on(tmp_path: Path) -> None:
    made, whole = Workspace(tmp_path / "made"), Workspace(tmp_path / "whole")
    for workspace in (made, whole):
        workspace.texts(TEXTS)
    assert made.ingest.run(limit=2) == Outcome(2, 0, left=4)
    assert all(state.current for state in made.collections.states())
    assert made.ingest.run(limit=0) == Outcome(0, 0, left=4)
    assert made.ingest.run(limit=9) == Outcome(4, 0)
    whole.ingest.run()
    assert all_there_is(made) == all_there_is(whole)


def test_a_job_with_a_limit_tells_what_is_left(tmp_path: Path) -> None:
    made = Workspace(tmp_path)
    made.texts(TEXTS)
    job = IngestJob(made.ingest, FixedClock())
    job.start(limit=4)
    ended = job.wait(LONG)
    assert (ended.state, ended.done, ended.left) == ("done", 4, 2)


def test_documents_put_first_are_read_first(tmp_path: Path) -> None:
    noted = Noted()
    made = Workspace(tmp_path, noted)
    made.texts(TEXTS)
    made.store.queue.put_first(["notes/4.md", "notes/2.md"])
    made.ingest.run()
    assert [text[6] for text in noted.read] == ["4", "2", "0", "1", "3", "5"]


def test_an_order_that_changes_during_a_run_holds_at_once(tmp_path: Path) -> None:
    read: list[str] = []

    def script(passage: Passage) -> Extraction:
        read.append(passage.text[6])
        if read == ["0"]:
            made.store.queue.put_first(["notes/5.md"])
        if len(read) == 3:
            made.store.documents.set_withdrawn("notes/3.md", True)
        return capitalised(passage)

    made = Workspace(tmp_path, script)
    made.texts(TEXTS)
    assert made.ingest.run() == Outcome(5, 0)
    assert read == ["0", "5", "1", "2", "4"]


def test_a_document_that_comes_during_a_run_and_is_put_first_is_embedded_and_read_next(tmp_path: Path) -> None:
    noted = Noted()

    def script(passage: Passage) -> Extraction:
        if passage.text.startswith("Person1"):
            made.texts({"late.md": "Zoe came late."})
            made.store.queue.put_first(["notes/late.md"])
        if passage.text.startswith("Zoe"):
            assert made.store.vectors.indexed("chunks").keys() >= {row.id for row in made.views().space("chunk").rows}
        return noted(passage)

    made = Workspace(tmp_path, script)
    made.texts(TEXTS)
    assert made.ingest.run() == Outcome(7, 0)
    assert [text.split()[0] for text in noted.read][:3] == ["Person0", "Person1", "Zoe"]


def test_a_chunk_with_text_and_without_entities_is_not_called_a_plain_success(tmp_path: Path) -> None:
    made = Workspace(tmp_path, lambda p: NOTHING if "Person2" in p.text else capitalised(p))
    made.texts(TEXTS)
    assert made.ingest.run() == Outcome(6, 0, empty=1)
    assert made.store.mentions.progress().empty == 1
    assert [row.empty for row in made.library.documents()] == [0, 0, 1, 0, 0, 0]
    reading = made.store.readings.of("notes/2.md#1")
    assert reading is not None
    assert reading.found.flags == ("no entities",)
    assert made.store.queue.read_chunk_again("notes/2.md#1") == 1
    made.extractor = ScriptedExtractor(capitalised)
    assert made.ingest.run() == Outcome(1, 0)
    assert made.store.mentions.progress().empty == 0


def test_what_is_read_again_serves_until_its_new_result_is_there(tmp_path: Path) -> None:
    made = Workspace(tmp_path)
    made.texts(TEXTS)
    made.ingest.run()
    before = all_there_is(made)
    made.extractor = ScriptedExtractor(lambda _: Extraction((EntityRow("New"),)), "other@1")
    assert made.store.queue.read_again(["notes/0.md", "notes/1.md"], unless="other@1") == 2
    assert all_there_is(made) == before
    assert made.ingest.run(limit=1) == Outcome(1, 0, left=1)
    assert {"new", "person1"} <= set(made.views().graph)
    assert "person0" not in made.views().graph
    assert made.ingest.run() == Outcome(1, 0)
    assert made.store.queue.read_again(["notes/0.md"], unless="other@1") == 0


def test_what_was_read_again_equals_what_was_read_so_at_first(tmp_path: Path) -> None:
    again, first = (
        Workspace(tmp_path / "again", lambda _: Extraction((EntityRow("Old"),))),
        Workspace(tmp_path / "first"),
    )
    for workspace in (again, first):
        workspace.texts(TEXTS)
        workspace.ingest.run()
    again.extractor = ScriptedExtractor(capitalised, "other@1")
    again.store.queue.read_again([f"notes/{name}" for name in TEXTS], unless="other@1")
    assert again.ingest.run() == Outcome(6, 0)
    assert all_there_is(again) == all_there_is(first)
