"""The lesson's material: five scripted extractions, those of the whole handbook, and the names that the tour follows.

Reads no file and asks no model: bootstrap hands in the records. Scenes are kept, so that a step back costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.domain.evidence import EvidenceChunk, EvidenceFile, parse_file, to_lines
from core.domain.packing import CountTokens
from core.errors import InputError
from core.services.lesson_scene import Rule, Scene

_SCENES_KEPT = 32


@dataclass(frozen=True, slots=True)
class Story:
    """The names that the tour follows through the records; it knows no numbers."""

    glued: str = "Cancellation"
    folded: tuple[str, str] = ("Cancellation", "Data retention")
    stub: str = "Account deletion"
    collision: str = "Daily backup"
    entity: str = "Cancellation"
    relation: str = "Export -> Data retention"
    withdrawn: str = "policies/retention-2024.md"
    field: str = "plan"


class LessonDesk:
    """Opens scenes. `five` and `handbook` are evidence records as bytes; both must be readable to the last row."""

    def __init__(self, five: bytes, handbook: bytes, count_tokens: CountTokens, story: Story | None = None) -> None:
        self.story = story or Story()
        self.five, self.handbook = _read(five), _read(handbook)
        self._scene = lru_cache(maxsize=_SCENES_KEPT)(
            lambda lines, rule: Scene(_chunks(parse_file(lines.encode())), rule, count_tokens)
        )

    def scene(self, chunks: Sequence[EvidenceChunk], rule: Rule | None = None, without: str = "") -> Scene:
        """The records under a merge rule, less one document; the same object for the same records and rule."""
        kept = [chunk for chunk in chunks if chunk.document != without]
        found: Scene = self._scene(to_lines(kept), rule or Rule())
        return found

    def qualified(self) -> Rule:
        """Careful, with the nodes that the story parts keyed by their field."""
        return Rule("careful", self.story.field, (self.story.collision,))


def _read(records: bytes) -> tuple[EvidenceChunk, ...]:
    file = parse_file(records)
    if file.rejected:
        raise InputError(file.rejected[0].reason, "Install LightPrism again.")
    return _chunks(file)


def _chunks(file: EvidenceFile) -> tuple[EvidenceChunk, ...]:
    return tuple(chunk for chunks in file.documents.values() for chunk in chunks)
