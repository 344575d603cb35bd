"""The Lesson page without a browser: no workspace, guesses, links with what is set, edits, projector mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.lesson_tour import STEPS
from core.settings import Settings
from pages.parts import lesson_editor, lesson_state
from pages.parts import words_lesson as own
from tests.app.workspace import opened


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home without any workspace."""
    monkeypatch.setenv("LIGHTPRISM_HOME", str(home))


@pytest.fixture
def lesson() -> Iterator[AppTest]:
    with opened("lesson") as app:
        yield app


def said(app: AppTest) -> str:
    assert not app.exception
    elements: list[Any] = [*app.title, *app.subheader, *app.markdown, *app.caption]
    elements += [*app.success, *app.warning, *app.info, *app.error]
    return "\n".join(element.value for element in elements)


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def guess(app: AppTest, step: str, value: Any) -> AppTest:
    app.number_input(key=f"lesson-guess-{step}").set_value(value)
    return next(button for button in app.button if button.label == own.SHOW).click().run()


def address(app: AppTest, field: str) -> list[str]:
    """What the address gives for a field, whatever put it there."""
    value = app.query_params[field]
    return [value] if isinstance(value, str) else list(value)


def kept(app: AppTest) -> lesson_state.Kept:
    found: lesson_state.Kept = app.session_state["lightprism.lesson"]
    return found


def test_the_lesson_needs_no_workspace_and_begins_with_the_first_step(lesson: AppTest, home: Path) -> None:
    assert [title.value for title in lesson.title] == [own.STEPS["passages"].title]
    assert not lesson.error
    assert not bootstrap.workspaces(Settings(home))


def test_a_right_guess_is_told_so(lesson: AppTest) -> None:
    assert "4 edges" not in said(lesson)
    guess(lesson, "passages", 6)
    assert own.RIGHT.format(answer="**6**") in said(lesson)
    assert "6 entities and 4 edges." in said(lesson)


def test_a_wrong_guess_is_compared_with_what_the_core_gives(lesson: AppTest) -> None:
    guess(lesson, "passages", 8)
    assert own.WRONG.format(answer="**6**", guess="**8**") in said(lesson)


def test_one_may_look_without_a_guess_and_guess_again(lesson: AppTest) -> None:
    press(lesson, "lesson-peek")
    assert own.PEEKED.format(answer="**6**") in said(lesson)
    press(lesson, "lesson-again")
    assert own.PEEKED.format(answer="**6**") not in said(lesson)


def test_next_and_back_lead_through_all_steps(lesson: AppTest) -> None:
    for step in STEPS[1:]:
        press(lesson, "lesson-next")
        assert lesson.title[0].value == own.STEPS[step.id].title
        assert address(lesson, "step") == [step.id]
        assert own.PEEK in [button.label for button in lesson.button]
    assert lesson.button(key="lesson-next").disabled
    press(lesson, "lesson-back")
    assert lesson.title[0].value == own.STEPS[STEPS[-2].id].title


@pytest.mark.parametrize("step", [step.id for step in STEPS])
def test_every_step_can_be_looked_at(step: str) -> None:
    with opened("lesson", step=step) as app:
        press(app, "lesson-peek")
        assert not app.error
        assert "{" not in said(app)


def test_a_link_brings_its_seeds(lesson: AppTest) -> None:
    with opened("lesson", step="local", **{"from": "Export"}) as app:
        press(app, "lesson-peek")
        assert app.multiselect(key="lesson-entities").value == ["Export"]
        assert "1 entity, 1 edge, 1 passage." in said(app)
        assert address(app, "from") == ["Export"]


def test_what_is_set_goes_into_the_address_and_is_kept_for_the_way_back(lesson: AppTest) -> None:
    with opened("lesson", step="local") as app:
        app.multiselect(key="lesson-entities").set_value(["Cancellation", "Export"]).run()
        assert address(app, "from") == ["Cancellation", "Export"]
        press(app, "lesson-next")
        assert "from" not in app.query_params
        press(app, "lesson-back")
        assert app.multiselect(key="lesson-entities").value == ["Cancellation", "Export"]


def test_without_a_start_the_page_asks_for_one() -> None:
    with opened("lesson", step="local", **{"from": ""}) as app:
        assert own.NO_SEED in said(app)
        assert not app.error


@pytest.mark.parametrize(
    "link",
    [
        {"step": "nowhere"},
        {"step": "cut", "budget": "-5"},
        {"step": "cut", "budget": "99999"},
        {"step": "direction", "rule": "other"},
        {"step": "local", "from": "![x](http://example.org)"},
        {"step": "withdraw", "without": "nothing.md"},
        {"step": "growth", "from": "Nobody"},
    ],
)
def test_an_address_that_fits_nothing_breaks_nothing(link: dict[str, str]) -> None:
    with opened("lesson", **link) as app:
        assert not app.exception
        assert app.title


def test_the_merge_rule_can_be_switched_and_stands_in_the_address() -> None:
    with opened("lesson", step="direction") as app:
        press(app, "lesson-peek")
        assert "4 edges instead of 3; hybrid 5 instead of 4." in said(app)
        app.segmented_control(key="lesson-rule").set_value("classic").run()
        assert address(app, "rule") == ["classic"]


def test_an_edit_changes_what_every_step_says_and_reset_takes_it_back(lesson: AppTest) -> None:
    five = bootstrap.open_lesson(Settings(Path())).five
    kept(lesson).records = tuple(replace(chunk, relations=()) for chunk in five)
    guess(lesson, "passages", 5)
    assert own.RIGHT.format(answer="**5**") in said(lesson)
    assert "5 entities and 0 edges." in said(lesson)
    press(lesson, "lesson-reset")
    assert "6 entities and 4 edges." in said(lesson)


def test_an_edit_that_stops_a_step_offers_the_reset(lesson: AppTest) -> None:
    five = bootstrap.open_lesson(Settings(Path())).five
    kept(lesson).records = tuple(replace(chunk, entities=(), relations=()) for chunk in five)
    press(lesson, "lesson-next")
    assert own.STUCK in said(lesson)
    press(lesson, "lesson-reset-here")
    assert own.STUCK not in said(lesson)


@pytest.mark.parametrize("step", [step.id for step in STEPS if not step.whole])
def test_with_all_rows_taken_out_a_step_says_one_calm_sentence(step: str) -> None:
    five = bootstrap.open_lesson(Settings(Path())).five
    with opened("lesson", step=step) as app:
        kept(app).records = tuple(replace(chunk, entities=(), relations=()) for chunk in five)
        press(app, "lesson-peek")
        assert not app.error
        assert not app.multiselect
        assert own.STUCK in said(app) or own.PEEKED.partition("{")[0] in said(app)
        press(app, "lesson-reset-here" if own.STUCK in said(app) else "lesson-reset")
        assert own.STUCK not in said(app)


def test_what_is_typed_goes_through_the_parser_of_records() -> None:
    desk = bootstrap.open_lesson(Settings(Path()))
    chunk = desk.five[0]
    (shown,) = lesson_editor._rows([chunk], None)
    entity = {"name": "Refund", "type": "thing", "description": "<b>Money</b>"}
    loop = {"source": "Refund", "target": "Refund", "keywords": "", "description": ""}
    changed = lesson_editor.taken(chunk, shown, {"entities": [entity, {"name": ""}, {}], "relations": [loop, loop]})
    assert [row.name for row in changed.chunk.entities] == ["Refund"]
    assert changed.chunk.relations == ()
    assert {issue.kind for issue in changed.chunk.issues} == {"rejected"}
    assert lesson_editor.taken(chunk, shown, shown).chunk == chunk


def test_a_name_that_is_cleared_or_far_too_long_comes_back_and_its_row_is_named() -> None:
    chunk = bootstrap.open_lesson(Settings(Path())).five[0]
    (shown,) = lesson_editor._rows([chunk], None)
    row = shown["entities"][0]
    for name, said_ in (("", own.KEPT["entities"]), ("x" * 10_000, own.LONG_CELL)):
        typed = {**shown, "entities": [{**row, "name": name}, *shown["entities"][1:]]}
        found = lesson_editor.taken(chunk, shown, typed)
        assert found.chunk == chunk
        assert found.back
        assert found.rows["entities"] == shown["entities"]
        assert found.notes == (said_.format(row=row["name"], number=1, column=own.EDITOR["name"], most=400),)


def test_a_new_row_waits_for_its_name() -> None:
    chunk = bootstrap.open_lesson(Settings(Path())).five[0]
    (shown,) = lesson_editor._rows([chunk], None)
    new = {"name": "", "type": "", "description": "Money that comes back."}
    found = lesson_editor.taken(chunk, shown, {**shown, "entities": [*shown["entities"], new]})
    assert found.chunk == chunk
    assert found.rows["entities"][-1] == new
    assert (found.notes, found.back) == ((own.WAITS["entities"].format(number=1),), False)


def test_show_without_a_guess_asks_for_one(lesson: AppTest) -> None:
    next(button for button in lesson.button if button.label == own.SHOW).click().run()
    assert own.UNGUESSED in said(lesson)
    guess(lesson, "passages", 6)
    assert own.UNGUESSED not in said(lesson)


def test_an_address_of_no_step_is_said() -> None:
    with opened("lesson", step="99") as app:
        assert own.NO_STEP.format(name="99") in said(app)
        press(app, "lesson-next")
        assert own.NO_STEP.format(name="99") not in said(app)


def test_projector_mode_is_in_the_address_and_can_be_left() -> None:
    with opened("lesson", step="glue", present="1") as app:
        assert "present" not in {button.key for button in app.button}
        press(app, "present-leave")
        assert "present" not in app.query_params
        assert address(app, "step") == ["glue"]
        press(app, "present")
        assert address(app, "present") == ["1"]


def test_names_that_are_typed_in_stay_plain_words() -> None:
    hostile = "![x](http://example.org) :smile:"
    with opened("lesson", step="far") as app:
        five = bootstrap.open_lesson(Settings(Path())).five
        added = replace(five[0].relations[0], target=hostile, description=hostile)
        kept(app).records = (replace(five[0], relations=(*five[0].relations, added)), *five[1:])
        press(app, "lesson-peek")
        assert own.PEEKED.format(answer="**4**") in said(app)
        assert "example" in said(app)
        assert hostile not in said(app)
        assert "](" not in said(app)
