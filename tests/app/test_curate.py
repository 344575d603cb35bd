"""The Curate page's queue without a browser: one finding after the other, taken, found right, skipped, undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.curation import Ruling
from core.settings import Settings
from pages.parts import curate_queue, session
from pages.parts import words_curate as words
from pages.parts import words_diagnose as diagnose_words
from pages.parts.curate_state import Queue, again, back, dealt, skip, undone
from tests.app.test_diagnose import button, keys, larkspur, said
from tests.app.workspace import add_workspace, opened, record


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setattr(curate_queue, "READ_S", 0.0)
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
    return tmp_path


def progress(app: AppTest) -> str:
    return str(app.main.get("progress")[0].proto.text)


def off(app: AppTest) -> list[str]:
    """The keys of the queue that can't be pressed."""
    keys = [str(each.key) for each in app.main.button if str(each.key).startswith("queue-") and each.disabled]
    return ["-".join(key.split("-")[:2]) for key in keys]


def test_the_queue_shows_one_finding_and_each_act_has_a_key_of_its_own(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        assert not app.exception
        assert progress(app) == "1 of 5"
        assert "is said, and the reverse, too" in said(app)
        assert "Passages disagree" not in said(app)
        assert off(app) == ["queue-take", "queue-back", "queue-undo"]
        shortcuts = [key for name, (_, key, _) in words.KEYS.items() if name != "two"]
        assert len(set(shortcuts)) == len(shortcuts) == 6
        assert not {"C", "R"} & set(shortcuts)


def test_a_proposal_is_previewed_then_taken_then_undone(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark", kind="name-collision") as app:
        button(app, "queue-take")
        assert not app.exception
        assert words.WOULD in said(app)
        explorer = session.explorer()
        assert explorer.library.graph().entities == 6
        button(app, "queue-take-now")
        assert not app.exception
        assert explorer.library.graph().entities == 7
        assert words.DONE_TITLE in said(app)
        button(app, "queue-undo")
        assert explorer.library.graph().entities == 6
        assert "Passages disagree on “Daily Backup”" in said(app)


def test_right_skip_and_back_go_through_the_queue(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        button(app, "queue-skip")
        assert progress(app) == "2 of 5 · 1 skipped"
        assert "Passages disagree on “Daily Backup”" in said(app)
        button(app, "queue-right")
        assert progress(app) == "3 of 5 · 1 dealt with · 1 skipped"
        button(app, "queue-back")
        assert "is said, and the reverse, too" in said(app)
        button(app, "queue-undo")
        assert "Passages disagree on “Daily Backup”" in said(app)
        assert progress(app) == "2 of 5 · 1 skipped"
        for _ in range(4):
            button(app, "queue-skip")
        assert words.DONE_TITLE in said(app)
        button(app, "queue-again")
        assert progress(app) == "1 of 5"


def test_unsure_leaves_the_queue_with_a_note_and_has_a_list_of_its_own(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        button(app, "queue-unsure")
        app.main.text_input(key="diagnose-note").set_value("Which way?")
        button(app, "unsure-save")
        assert "Passages disagree on “Daily Backup”" in said(app)
    with opened("curate", ws="lark", show="unsure") as app:
        assert progress(app) == "1 of 1"
        assert "Which way?" in said(app)
        assert "queue-unsure" in off(app)


def test_where_none_is_proposed_the_rulings_of_the_relation_are_at_hand(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark", kind="contradicting-direction") as app:
        assert words.OTHERS in said(app)
        assert len(keys(app, "rule-direction-")) == 2
        button(app, "rule-direction-")
        assert not app.exception
        assert app.session_state["lightprism.card.ruling"][2] == "direction"


def test_a_link_opens_the_queue_at_its_finding(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", kind="unknown-stub") as app:
        id_ = keys(app, "open-")[0].removeprefix("open-")
    with opened("curate", ws="lark", finding=id_) as app:
        assert "described nowhere" in said(app)
        assert not progress(app).startswith("1 of")
        assert "finding" not in app.query_params


def test_alike_findings_are_dealt_with_in_one_step_after_a_preview(home: Path) -> None:
    things = [
        record(f"{n}.md", f"{name} is kept.", [{"name": name, "description": f"It is kept in place {n}, at length."}])
        for n, name in enumerate(("Daily backup", "Daily backups", "Weekly report", "Weekly reports"))
    ]
    add_workspace(home, "pairs", things)
    with opened("curate", ws="pairs", kind="near-duplicate") as app:
        button(app, "alike-all")
        button(app, "alike-take")
        assert not app.exception
        button(app, "take-all")
        assert not app.exception
        explorer = session.explorer()
        assert explorer.library.graph().entities == 2
        assert words.DONE_TITLE in said(app)
        button(app, "queue-undo")
        assert explorer.library.graph().entities == 4
        assert progress(app) == "1 of 2"


def test_a_pair_that_is_two_things_is_never_proposed_again(home: Path) -> None:
    things = [
        record(f"{n}.md", f"{name} is kept.", [{"name": name, "description": f"It is kept in place {n}, at length."}])
        for n, name in enumerate(("Daily backup", "Daily backups"))
    ]
    add_workspace(home, "pair", things)
    with opened("curate", ws="pair", kind="near-duplicate") as app:
        button(app, "queue-two")
        assert not app.exception
        assert words.DONE_TITLE in said(app)
        assert [entry.decision.kind for entry in session.explorer().curate.history()] == ["not_same"]
        button(app, "queue-undo")
        assert progress(app) == "1 of 1"


def test_a_pair_that_was_merged_elsewhere_is_said_to_be_moot(home: Path) -> None:
    things = [
        record(f"{n}.md", f"{name} is kept.", [{"name": name, "description": f"It is kept in place {n}, at length."}])
        for n, name in enumerate(("Daily backup", "Daily backups"))
    ]
    add_workspace(home, "pair", things)
    with opened("curate", ws="pair", kind="near-duplicate") as app:
        desk = session.explorer().curate
        nodes = [{"name": name, "qualifier": ""} for name in ("Daily backup", "Daily backups")]
        desk.decide([Ruling("merge", {"nodes": nodes, "into": nodes[0]})])
        button(app, "queue-two")
        assert not app.exception
        assert ":material/check:" not in said(app)
        assert "merge" in said(app).lower()


def test_what_was_undone_elsewhere_does_not_stop_undo_in_the_queue(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        button(app, "queue-right")
        button(app, "queue-right")
        desk = session.explorer().curate
        desk.undo([desk.last()])
        button(app, "queue-undo")
        assert "undone already" in said(app)
        assert ":material/check:" not in said(app)
        button(app, "queue-undo")
        assert diagnose_words.DONE_BACK in said(app)
        assert progress(app) == "1 of 5"


def test_while_a_note_is_written_no_key_of_the_queue_can_be_pressed(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        button(app, "queue-unsure")
        assert off(app) == [f"queue-{name}" for name in ("take", "right", "skip", "unsure", "back", "undo")]
        button(app, "unsure-cancel")
        assert "queue-skip" not in off(app)


def test_a_key_that_comes_from_a_screen_of_before_does_nothing(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark") as app:
        app.session_state["lightprism.curate.queue"] = replace(app.session_state["lightprism.curate.queue"], at=1)
        button(app, "queue-right")
        assert not app.exception
        assert session.explorer().curate.history() == ()
        assert progress(app) == "2 of 5"


def test_a_key_that_comes_before_a_finding_can_be_read_rules_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    larkspur(home)
    monkeypatch.setattr(curate_queue, "READ_S", 1000.0)
    with opened("curate", ws="lark") as app:
        button(app, "queue-right")
        assert progress(app) == "1 of 5"
        assert session.explorer().curate.history() == ()


def test_the_name_is_asked_for_when_a_first_proposal_is_about_to_be_taken(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark", kind="name-collision") as app:
        assert keys(app, "person-") == []
        button(app, "queue-take")
        assert keys(app, "person-") == ["person-save", "person-skip"]
        button(app, "person-skip")
        assert keys(app, "person-") == []
        assert words.WOULD in said(app)


def test_where_nothing_is_found_the_queue_is_empty(home: Path) -> None:
    one = record(
        "a.md", "Data is made here by all users.", [{"name": "Data", "description": "What all users make, day by day."}]
    )
    add_workspace(home, "fine", [one])
    with opened("curate", ws="fine") as app:
        assert words.EMPTY_TITLE in said(app)


def test_a_reader_can_only_look(home: Path) -> None:
    path = larkspur(home)
    holder = bootstrap.open_workspace(path, Settings(home))
    with opened("curate", ws="lark") as app:
        assert {"queue-take", "queue-right", "queue-unsure", "queue-undo"} <= set(off(app))
        button(app, "queue-skip")
        assert progress(app) == "2 of 5 · 1 skipped"
    holder.close()


def test_entities_and_relations_are_tabs_beside_the_queue(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark", tab="entities") as app:
        assert not app.exception
        assert list(words.TABS.values()) == [tab.label for tab in app.main.tabs][:3]
        assert app.main.get("progress") == []


def test_a_split_that_the_address_names_has_the_page_to_itself(home: Path) -> None:
    larkspur(home)
    with opened("curate", ws="lark", split="daily backup") as app:
        assert not app.exception
        assert words.INTRO not in said(app)
        button(app, "curate-back")
        assert words.INTRO in said(app)


# --- the order of a queue --------------------------------------------------------------------------------------------


@pytest.fixture
def session_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.parts.curate_state.st.session_state", {})


@pytest.mark.usefixtures("session_state")
def test_undo_goes_back_through_steps_and_past_what_was_skipped() -> None:
    queue = dealt(skip(dealt(Queue(("q",), ("a", "b", "c", "d")), ["a"], [1])), ["c"], [2, 3])
    assert (queue.at, queue.done, queue.skipped) == (3, {"a", "c"}, {"b"})
    first = undone(queue)
    assert (first.at, first.done) == (2, {"a"})
    assert undone(first).at == 0
    assert undone(undone(first)).log == first.log[1:]
    assert again(queue).skipped == frozenset()
    assert back(queue, {"b", "d"}).at == 1
    assert back(queue, set()).at == 3
