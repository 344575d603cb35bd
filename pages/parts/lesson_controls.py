"""What a step lets a person set: starts, the merge rule, the budget, the page withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import streamlit as st

from core.domain.evidence import EvidenceChunk
from core.services.lesson import LessonDesk
from core.services.lesson_outcome import Choices, Outcome
from core.services.lesson_scene import Scene
from core.services.lesson_tour import Step, best_connected
from pages.parts import lesson_state, present
from pages.parts import words_lesson as own
from pages.parts.lesson_state import MOST_TOKENS

Put = Callable[[Choices], None]
MOST_SEEDS = 4


def starts(step: Step, scene: Scene, choices: Choices, put: Put) -> None:
    """The seeds, as fields; a click in the picture does the same."""
    if "entities" in step.controls or "relations" in step.controls:
        _five(step, scene, choices, put)


def handbook(step: Step, desk: LessonDesk, choices: Choices, put: Put) -> None:
    """One to four seeds among the best connected."""
    known = dict(best_connected(desk))
    names = tuple(dict.fromkeys((*known, *choices.entities)))
    key = f"lesson-handbook-{step.id}"
    if "one" in step.controls:
        st.session_state[key] = choices.entities[0] if choices.entities else names[0]
        st.selectbox(
            own.ONE_SEED,
            names,
            key=key,
            label_visibility=_label(),
            on_change=lambda: put(replace(choices, entities=(st.session_state[key],))),
        )
        return
    st.session_state[key] = list(choices.entities[:MOST_SEEDS])
    st.multiselect(
        own.SEVERAL,
        names,
        max_selections=MOST_SEEDS,
        key=key,
        label_visibility=_label(),
        on_change=lambda: put(replace(choices, entities=tuple(st.session_state[key]))),
    )


def others(step: Step, choices: Choices, put: Put) -> None:
    """Switches that show another side of what was predicted."""
    if "far" in step.controls:
        st.session_state["lesson-far"] = choices.far
        st.toggle(
            own.FAR, key="lesson-far", on_change=lambda: put(replace(choices, far=st.session_state["lesson-far"]))
        )
    if "rule" in step.controls:
        st.session_state["lesson-rule"] = choices.rule
        st.segmented_control(
            own.RULE,
            step.rules,
            required=True,
            format_func=own.RULES.__getitem__,
            key="lesson-rule",
            label_visibility="collapsed",
            on_change=lambda: put(replace(choices, rule=st.session_state["lesson-rule"])),
        )


def before(step: Step, desk: LessonDesk, outcome: Outcome, choices: Choices, put: Put) -> None:
    """What a prediction depends on, besides the starts: the budget, the page withdrawn."""
    if "budget" in step.controls:
        needed = max(int(outcome.values["needed"]), 20)
        most = min(needed + 60 - needed % 10, MOST_TOKENS)
        st.session_state["lesson-budget"] = min(int(outcome.values["budget"]), most)
        st.slider(
            own.BUDGET,
            10,
            most,
            step=10,
            key="lesson-budget",
            on_change=lambda: put(replace(choices, budget=st.session_state["lesson-budget"])),
        )
    if "without" in step.controls:
        _page(lesson_state.records(desk), choices, put)


def _page(records: Sequence[EvidenceChunk], choices: Choices, put: Put) -> None:
    titles: Mapping[str, str] = {chunk.document: chunk.title or chunk.document for chunk in records}
    st.session_state["lesson-without"] = choices.without
    st.selectbox(
        own.WITHOUT,
        list(titles),
        format_func=titles.__getitem__,
        key="lesson-without",
        label_visibility=_label(),
        on_change=lambda: put(replace(choices, without=st.session_state["lesson-without"])),
    )


def _five(step: Step, scene: Scene, choices: Choices, put: Put) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if "entities" in step.controls:
            names = tuple(dict.fromkeys((*(entity.name for entity in scene.entities), *choices.entities)))
            _several("entities", names, choices, put)
        if "relations" in step.controls:
            specs = specs_of(scene, choices)
            _several("relations", tuple(dict.fromkeys((*specs.values(), *choices.relations))), choices, put)


def specs_of(scene: Scene, choices: Choices) -> dict[str, str]:
    """Each edge by key as `A -> B`; one without direction as the choice says it."""
    found = {r.key: f"{r.source_name} -> {r.target_name}" for r in scene.relations}
    for spec in choices.relations:
        one, _, other = spec.partition("->")
        for relation in scene.between(one, other):
            if not relation.directed:
                found[relation.key] = spec
    return found


def started(scene: Scene, choices: Choices) -> list[str]:
    """The keys of the nodes and edges that are chosen, as far as they are there."""
    nodes = [entity.key for entity in scene.entities if entity.name in choices.entities]
    return nodes + [key for key, spec in specs_of(scene, choices).items() if spec in choices.relations]


def toggled(scene: Scene, choices: Choices, kind: str, key: str) -> Choices:
    """The choices with one start more or less."""
    if kind == "relation":
        spec = specs_of(scene, choices).get(key)
        return replace(choices, relations=_toggled(choices.relations, spec))
    name = next((entity.name for entity in scene.entities if entity.key == key), None)
    return replace(choices, entities=_toggled(choices.entities, name))


def _toggled(chosen: tuple[str, ...], one: str | None) -> tuple[str, ...]:
    if one is None:
        return chosen
    return tuple(text for text in chosen if text != one) if one in chosen else (*chosen, one)


def _several(field: str, options: tuple[str, ...], choices: Choices, put: Put) -> None:
    key = f"lesson-{field}"
    st.session_state[key] = list(getattr(choices, field))
    st.multiselect(
        own.SEEDS,
        options,
        key=key,
        format_func=lambda text: text.replace("->", "→"),
        label_visibility=_label(),
        on_change=lambda: put(replace(choices, **{field: tuple(st.session_state[key])})),
    )


def _label() -> Literal["visible", "collapsed"]:
    """On a projector there is no room for it."""
    return "collapsed" if present.on() else "visible"
