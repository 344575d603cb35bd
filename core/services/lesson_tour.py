"""The lesson's steps in their order: what each lets a person set, what it is set to at first, and what it gives.

The table is all that the page knows of a step; adding one is a row here and its words there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.evidence import EvidenceChunk
from core.services import lesson_merge as merge
from core.services import lesson_routes as routes
from core.services.lesson import LessonDesk
from core.services.lesson_outcome import Choices, Outcome
from core.services.lesson_stage import CAREFUL, CLASSIC, PLANS, Stage

Control = Literal["entities", "relations", "rule", "far", "budget", "without", "one", "several"]
"""What a step lets a person set: seeds in the five extractions, the merge rule, whether far ends come, the budget, the
page withdrawn; one seed, or one to four, in the handbook."""


@dataclass(frozen=True, slots=True)
class Step:
    """`chapter` groups steps; `near` is how far off, as a share, a prediction may be and still be called close."""

    id: str
    chapter: str
    show: Callable[[Stage], Outcome]
    controls: tuple[Control, ...] = ()
    rules: tuple[str, ...] = ()
    near: float = 0.0

    @property
    def whole(self) -> bool:
        """Whether it shows the whole handbook."""
        return "one" in self.controls or "several" in self.controls


# fmt: off
STEPS = (
    Step("passages",  "merge",   merge.passages),
    Step("glue",      "merge",   merge.glue),
    Step("fold",      "merge",   merge.fold),
    Step("stub",      "merge",   merge.stub),
    Step("collision", "merge",   merge.collision),
    Step("local",     "routes",  routes.local,    ("entities",)),
    Step("global",    "routes",  routes.global_,  ("relations",)),
    Step("hybrid",    "routes",  routes.hybrid,   ("entities", "relations")),
    Step("far",       "context", routes.far,      ("entities", "far")),
    Step("sprawl",    "context", routes.sprawl,   ("one",), near=0.2),
    Step("growth",    "context", routes.growth,   ("several",), near=0.2),
    Step("budget",    "context", routes.budget,   ("entities", "relations"), near=0.25),
    Step("cut",       "context", routes.cut,      ("budget",)),
    Step("themes",    "limits",  routes.themes,   ("relations",)),
    Step("withdraw",  "limits",  merge.withdraw,  ("without",)),
    Step("direction", "careful", merge.direction, ("rule",), (CLASSIC, CAREFUL)),
    Step("flags",     "careful", merge.flags,     ("rule",), (CLASSIC, CAREFUL)),
    Step("plans",     "careful", merge.plans,     ("rule",), (CLASSIC, CAREFUL, PLANS)),
)
# fmt: on
BY_ID = {step.id: step for step in STEPS}


def defaults(desk: LessonDesk, step: Step) -> Choices:
    """What a step is set to before anybody touches it."""
    story = desk.story
    if step.whole:
        best = [name for name, _ in best_connected(desk)]
        return Choices(entities=tuple(best[: 1 if "one" in step.controls else routes.MOST_SEEDS]))
    both = step.id in ("cut",)
    return Choices(
        entities=(story.entity,) if "entities" in step.controls or both else (),
        relations=(story.relation,) if "relations" in step.controls or both else (),
        rule=step.rules[-1] if step.rules else CLASSIC,
        without=story.withdrawn if "without" in step.controls else "",
    )


def outcome(desk: LessonDesk, step: Step, records: Sequence[EvidenceChunk], choices: Choices) -> Outcome:
    """What the core gives for a step. Raises UnknownName, InputError where the records or seeds don't allow it."""
    return step.show(Stage(desk, records, choices))


def best_connected(desk: LessonDesk, count: int = 8) -> tuple[tuple[str, int], ...]:
    """The handbook's best connected entities with their edges, most first, then by key."""
    scene = desk.scene(desk.handbook)
    ranked = sorted(scene.entities, key=lambda entity: (-scene.view.graph.degree(entity.key), entity.key))
    return tuple((entity.name, int(scene.view.graph.degree(entity.key))) for entity in ranked[:count])
