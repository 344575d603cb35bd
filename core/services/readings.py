"""One passage beside what was read from it, and a second reading of it to lay beside the first.

A second reading changes nothing: it is kept here until it is taken or forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from core.domain.marks import find_marks
from core.domain.names import name_key
from core.domain.recipe import ExtractionRecipe, Style
from core.domain.records import Chunk, Extraction
from core.errors import UnknownName
from core.ports import Clock, Extractor, Passage
from core.services.cards import MarkedPassage, Place
from core.services.task import Handle, Task
from core.settings import Engine
from core.store.readings import Reading, Readings

IMPORTED = "imported"
Kind = Literal["model", "embedded", "imported", "unknown"]
MakeReader = Callable[[Engine, ExtractionRecipe, Callable[[], bool]], Extractor]
"""From an engine, a recipe and a way to stop to what reads; may raise ModelError."""


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Who read a passage: what kind of reader, its name, and for a model the style and the recipe's fingerprint."""

    kind: Kind
    name: str = ""
    style: str = ""
    recipe: str = ""


@dataclass(frozen=True, slots=True)
class Second:
    """A second reading of a passage: how it was made, and what it gave."""

    chunk: str
    engine: Engine
    recipe: ExtractionRecipe
    reader: str
    found: Extraction


@dataclass(frozen=True, slots=True)
class Common:
    """How many things two readings both found, by name (relations: by their two ends), and what only one found."""

    both: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


class ReadingDesk:
    """What the Extraction page asks for; one second reading goes on at a time."""

    def __init__(self, readings: Readings, reader: MakeReader, clock: Clock) -> None:
        self._readings, self._reader = readings, reader
        self.again: Task[Second] = Task(clock, "again")

    def of(self, chunk: str) -> Reading:
        """Raises UnknownName."""
        found = self._readings.of(chunk)
        if found is None:
            raise UnknownName(f"There is no passage '{chunk}'.", "It may have been read anew in other passages.")
        return found

    def stop(self) -> None:
        """Ask what goes on to stop."""
        self.again.cancel()

    def read_again(self, chunk: str, engine: Engine, recipe: ExtractionRecipe) -> bool:
        """Begin to read a passage with another model or in another way; False if that is going on for one."""
        passage = self.of(chunk).chunk

        def work(handle: Handle) -> Second:
            reader = self._reader(engine, recipe, handle.cancelled)
            found = reader.extract(Passage(passage.text, passage.title, passage.metadata))
            return Second(chunk, engine, recipe, reader.identity, found)

        return self.again.start(work, chunk)


def marked(chunk: Chunk, found: Extraction) -> MarkedPassage:
    """The passage with the names of what was found in it."""
    names = tuple(dict.fromkeys(row.name for row in found.entities))
    place = Place(chunk.id, chunk.document, chunk.title, chunk.position, chunk.page)
    return MarkedPassage(place, chunk.text, find_marks(chunk.text, names), names)


def read_by(reader: str) -> ReadBy:
    """What a stored reader says of itself."""
    parts = reader.rsplit(" ", 2)
    if len(parts) == 3 and parts[1] in get_args(Style):
        return ReadBy("model", *parts)
    if reader.startswith("embedded"):
        return ReadBy("embedded", reader)
    return ReadBy("imported" if reader == IMPORTED else "unknown", reader)


def entities_in_common(first: Extraction, second: Extraction) -> Common:
    """What two readings found, by name."""
    return _common(
        [(name_key(row.name), row.name) for row in first.entities],
        [(name_key(row.name), row.name) for row in second.entities],
    )


def relations_in_common(first: Extraction, second: Extraction) -> Common:
    """What two readings say is related, by source and target."""
    return _common(_ends(first), _ends(second))


def _ends(found: Extraction) -> Sequence[tuple[str, str]]:
    return [
        (f"{name_key(row.source)}\n{name_key(row.target)}", f"{row.source} → {row.target}") for row in found.relations
    ]


def _common(first: Sequence[tuple[str, str]], second: Sequence[tuple[str, str]]) -> Common:
    left, right = dict(first), dict(second)
    return Common(
        both=len(left.keys() & right.keys()),
        only_first=tuple(name for key, name in left.items() if key not in right),
        only_second=tuple(name for key, name in right.items() if key not in left),
    )
