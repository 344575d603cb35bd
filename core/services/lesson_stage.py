"""Where a step of the lesson stands: the records as they are edited now, and what a person has set.

Gives scenes and runs to the steps; knows no step and no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.evidence import EvidenceChunk
from core.services.lesson import LessonDesk, Story
from core.services.lesson_outcome import Choices
from core.services.lesson_scene import Rule, Scene, Start

CAREFUL, CLASSIC, PLANS = "careful", "classic", "plans"


@dataclass(frozen=True, slots=True)
class Stage:
    """`records` are the five extractions, edited or not; the handbook's are as they come."""

    desk: LessonDesk
    records: Sequence[EvidenceChunk]
    choices: Choices

    @property
    def story(self) -> Story:
        return self.desk.story

    def five(self, rule: str = CLASSIC, without: str = "") -> Scene:
        """The five extractions under classic, careful, or careful with what the story parts keyed by its field."""
        chosen = self.desk.qualified() if rule == PLANS else Rule(rule)
        return self.desk.scene(self.records, chosen, without)

    def handbook(self) -> Scene:
        """The whole handbook under classic."""
        return self.desk.scene(self.desk.handbook)

    def three(self) -> tuple[tuple[str, Start], ...]:
        """The story's runs: its entity, its relation, both."""
        entity, relation = (self.story.entity,), (self.story.relation,)
        return (
            ("local", Start(entities=entity)),
            ("global", Start(relations=relation)),
            ("hybrid", Start(entity, relation)),
        )
