"""One passage beside what was read from it, and a second reading of it that changes nothing."""

from __future__ import annotations

import pytest

from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import ScriptedExtractor
from core.bootstrap import Explorer
from core.domain.recipe import ExtractionRecipe
from core.domain.records import EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from core.errors import BadModelReply, UnknownName
from core.services.readings import (
    ReadingDesk,
    entities_in_common,
    marked,
    read_by,
    relations_in_common,
)
from core.settings import Engine

FOUND = Extraction(
    entities=(EntityRow("Ines", "person", "Keeps keys.", "", '{"name": "Ines"}', ("type",)), EntityRow("Nobody")),
    relations=(RelationRow("Ines", "Keys", "keeps", ("keeping", "care"), 2.0, "raw", ("ungrounded",)),),
    themes=("order",),
    issues=(RowIssue("rejected", "junk", "no name"), RowIssue("repaired", "jnk", "a comma")),
    flags=("incomplete",),
    calls=(ModelCall("extract", "small", "ab", "cd", 10, 20, 300, "ok"),),
    reply='{"entities": …',
)


@pytest.fixture
def chunk(explorer: Explorer) -> str:
    """A passage that was read, by its id."""
    explorer.intake.add_text("Note", "Ines keeps the keys.")
    pending = explorer._store.documents.pending()[0]
    explorer._store.mentions.save(pending, FOUND, "small@ab json 0123456789abcdef", "2026-01-01T00:00:00Z")
    return pending.chunk.id


def test_a_passage_comes_with_all_that_was_read_from_it(explorer: Explorer, chunk: str) -> None:
    reading = explorer.readings.of(chunk)
    assert reading.chunk.text == "Ines keeps the keys."
    assert (reading.state, reading.reason) == ("read", "")
    assert reading.found == FOUND


def test_a_failed_passage_has_its_reason(explorer: Explorer) -> None:
    explorer.intake.add_text("Note", "Ines keeps the keys.")
    pending = explorer._store.documents.pending()[0]
    explorer._store.mentions.fail(pending, "It answered in prose.")
    reading = explorer.readings.of(pending.chunk.id)
    assert (reading.state, reading.reason, reading.found) == ("failed", "It answered in prose.", Extraction())


def test_a_passage_that_is_not_here_is_named(explorer: Explorer) -> None:
    with pytest.raises(UnknownName, match="a#9"):
        explorer.readings.of("a#9")


def test_the_names_that_were_found_are_marked(explorer: Explorer, chunk: str) -> None:
    passage = marked(explorer.readings.of(chunk).chunk, FOUND)
    assert [passage.text[span.start : span.end] for span in passage.marks] == ["Ines"]


@pytest.mark.parametrize(
    ("reader", "kind", "name", "style"),
    [
        ("small:1b@abcdef two-step 0123", "model", "small:1b@abcdef", "two-step"),
        ("embedded-1: spaCy en_core_web_sm 3.8.0, jieba 0.42.1", "embedded", None, ""),
        ("imported", "imported", "imported", ""),
        ("someone else", "unknown", "someone else", ""),
        ("", "unknown", "", ""),
    ],
)
def test_who_read_it_is_told_apart(reader: str, kind: str, name: str | None, style: str) -> None:
    found = read_by(reader)
    assert (found.kind, found.name, found.style) == (kind, reader if name is None else name, style)


def test_a_second_reading_changes_nothing(explorer: Explorer, chunk: str) -> None:
    made: list[tuple[Engine, ExtractionRecipe]] = []
    other = Extraction(entities=(EntityRow("Keys"),))

    def make(engine: Engine, recipe: ExtractionRecipe, _: object) -> ScriptedExtractor:
        made.append((engine, recipe))
        return ScriptedExtractor(lambda passage: other, "other@1")

    desk = ReadingDesk(explorer._store.readings, make, FixedClock())
    engine, recipe = Engine("ollama", "other"), ExtractionRecipe(style="tuple")
    version = explorer._store.version()
    assert desk.read_again(chunk, engine, recipe)
    second = desk.again.wait(10).result
    assert second is not None
    assert (second.chunk, second.reader, second.found) == (chunk, "other@1", other)
    assert made == [(engine, recipe)]
    assert explorer._store.version() == version
    assert desk.of(chunk).found == FOUND


def test_a_second_reading_that_fails_keeps_what_was_said(explorer: Explorer, chunk: str) -> None:
    def fails(_: object) -> Extraction:
        error = BadModelReply("No row could be read.", "Try another style.")
        error.reply = "Sure! Here you go."
        raise error

    desk = ReadingDesk(explorer._store.readings, lambda *_: ScriptedExtractor(fails), FixedClock())
    desk.read_again(chunk, Engine(), ExtractionRecipe())
    ended = desk.again.wait(10)
    assert ended.state == "failed"
    assert isinstance(ended.error, BadModelReply)
    assert ended.error.reply == "Sure! Here you go."


def test_two_readings_are_compared_by_names_and_ends() -> None:
    first = Extraction((EntityRow("Daily backup"), EntityRow("Ines")), (RelationRow("Ines", "Keys"),))
    second = Extraction((EntityRow("daily  Backup"), EntityRow("Keys")), (RelationRow("Keys", "Ines"),))
    things = entities_in_common(first, second)
    assert (things.both, things.only_first, things.only_second) == (1, ("Ines",), ("Keys",))
    ends = relations_in_common(first, second)
    assert (ends.both, ends.only_first, ends.only_second) == (0, ("Ines → Keys",), ("Keys → Ines",))
