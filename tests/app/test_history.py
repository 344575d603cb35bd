"""The History page without a browser: the list, undo and redo, filters, checkpoints, and decisions as a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.decisions import Ruling
from core.settings import Settings
from pages.parts import session
from pages.parts import words_history as own
from pages.parts import words_tables as tables
from pages.parts.history_state import STEPS
from tests.app.workspace import add_workspace, opened, record

RECORDS = (
    record(
        "wells",
        "The north well feeds the mill.",
        [
            {"name": "North well", "type": "place", "description": "Feeds the mill."},
            {"name": "Mill", "type": "place", "description": "Grinds."},
        ],
        [{"source": "North well", "target": "Mill", "description": "It feeds it.", "keywords": "feeds"}],
    ),
    record("spring", "The spring is old.", [{"name": "Spring", "type": "place", "description": "Is old."}]),
)


def node(name: str, qualifier: str = "") -> dict[str, str]:
    return {"name": name, "qualifier": qualifier}


RENAME = Ruling("rename", {"node": node("Mill"), "to": node("Old mill")}, "as it is called")
MERGE = Ruling("merge", {"nodes": [node("North well"), node("Spring")], "into": node("Spring")})
ON_TOP = Ruling("retype", {"node": node("Old mill"), "type": "building"})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "garden", RECORDS)
    return tmp_path


@contextmanager
def workspace(home: Path, name: str = "garden") -> Iterator[Any]:
    session.close_all()
    explorer = bootstrap.open_workspace(home / "workspaces" / name, Settings(home))
    try:
        yield explorer
    finally:
        explorer.close()


@pytest.fixture
def decided(home: Path) -> Callable[..., None]:
    """Decides steps, each a list of rulings, as another program would have."""

    def decide(*steps: list[Ruling], who: str = "", name: str = "garden") -> None:
        with workspace(home, name) as explorer:
            for rulings in steps:
                explorer.curate.decide(rulings, who=who)

    return decide


def press(app: AppTest, label: str, at: int = 0) -> AppTest:
    app = [button for button in app.button if button.label == label][at].click().run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    parts = (*app.main.markdown, *app.main.caption, *app.main.info, *app.main.error, *app.main.warning)
    return "\n".join(text.value for text in parts).replace("\\", "")


def numbers(app: AppTest) -> list[str]:
    """The steps in the list, by their numbers."""
    return [text.value.split(" ", 1)[0].strip("*") for text in app.main.caption if text.value.startswith("**#")]


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def links(app: AppTest) -> dict[str, str]:
    """The links of the page to the Graph page: label -> address."""
    found = [link.proto for link in app.main.get("page_link")]
    return {link.label: link.query_string for link in found if link.query_string}


def test_without_decisions_it_says_what_one_is_and_where_to_make_it() -> None:
    with opened("history", ws="garden") as app:
        assert [head.value for head in app.main.subheader] == [own.EMPTY]
        assert own.EMPTY_HINT in said(app)
        assert own.GO_CURATE in [link.proto.label for link in app.main.get("page_link")]


def test_each_step_stands_with_number_who_why_and_effect(decided: Callable[..., None]) -> None:
    decided([RENAME], who="Ana")
    decided([MERGE], who="Ben")
    with opened("history", ws="garden") as app:
        assert numbers(app) == ["#2", "#1", "#0"]
        assert "Ana" in said(app)
        assert "Ben" in said(app)
        assert own.WHY.format(why="as it is called") in said(app)
        assert own.EFFECT.format(nodes_before=3, nodes_after=2, edges_before=1, edges_after=1) in said(app)


def test_what_was_decided_together_is_one_step_and_each_of_it_can_be_undone(
    decided: Callable[..., None], home: Path
) -> None:
    decided([RENAME, MERGE])
    with opened("history", ws="garden") as app:
        assert numbers(app) == ["#1–#2", "#0"]
        press(app, own.DETAILS)
        press(app, own.UNDO_ONE)
        assert tables.UNDONE in said(app)
        assert own.STATES["undone"][0] in said(app)
    with workspace(home) as explorer:
        assert explorer.views().graph.nodes.keys() == {"mill", "spring"}


def accepted(*findings: str) -> list[Ruling]:
    about = {"kind": "name-collision", "entities": ["mill"], "relations": []}
    return [Ruling("accept", {"finding": finding} | about) for finding in findings]


def test_many_of_one_kind_are_one_row_that_opens(decided: Callable[..., None]) -> None:
    decided(accepted(*(f"f{n}" for n in range(90))))
    with opened("history", ws="garden") as app:
        kind = own.KINDS["accept"][0]
        assert f"**{own.ALIKE.format(kind=kind, count=90)}**" in said(app)
        assert said(app).count("Accept as right") == 1
        press(app, own.DETAILS)
        assert said(app).count("Accept as right") == 51


def test_kinds_of_findings_go_by_the_names_of_the_pages(decided: Callable[..., None]) -> None:
    decided(accepted("f1"), [Ruling("mute", {"finding_kind": "hub-sprawl"})])
    with opened("history", ws="garden") as app:
        assert "Accept as right: “One name, several things” of “mill”" in said(app)
        assert "Show no more findings of the kind “Pulls in too much”" in said(app)
        assert "name-collision" not in said(app)


def test_what_was_done_again_has_an_icon_of_its_own(decided: Callable[..., None]) -> None:
    decided([RENAME], [Ruling("revoke", {"seq": 1})], [Ruling("revoke", {"seq": 2})])
    with opened("history", ws="garden") as app:
        assert f"{own.REDO_ICON} Do again: Rename" in said(app)
        assert f"{own.KINDS['revoke'][1]} :gray[Undo: Rename" in said(app)


def test_undo_and_redo_add_to_the_list(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME], [MERGE])
    with opened("history", ws="garden") as app:
        press(app, own.UNDO)
        assert numbers(app) == ["#3", "#2", "#1", "#0"]
        press(app, own.REDO)
        assert numbers(app)[0] == "#4"
    with workspace(home) as explorer:
        assert explorer.views().graph.nodes.keys() == {"old mill", "spring"}
        assert len(explorer.curate.history()) == 4


def test_the_latest_step_can_be_undone_from_the_top(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME], [MERGE, Ruling("hide", {"node": node("Spring")})])
    with opened("history", ws="garden") as app:
        press(app, own.LATEST)
        press(app, own.LATEST)
        assert next(button for button in app.button if button.label == own.LATEST).disabled
    with workspace(home) as explorer:
        assert explorer.views().graph.nodes.keys() == {"mill", "north well", "spring"}


def test_a_decision_that_others_rest_on_says_which_before_it_is_undone(
    decided: Callable[..., None], home: Path
) -> None:
    decided([RENAME], [ON_TOP])
    with opened("history", ws="garden") as app:
        press(app, own.UNDO, at=1)
        assert own.RESTED_TITLE in said(app)
        assert "#2" in said(app)
        press(app, own.CANCEL)
        assert own.RESTED_TITLE not in said(app)
        press(app, own.UNDO, at=1)
        press(app, own.UNDO_WITH)
    with workspace(home) as explorer:
        assert [entry.state for entry in explorer.curate.history()][-2:] == ["undone", "undone"]


def test_back_to_a_point_shows_what_that_changes_first(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME], [MERGE])
    with opened("history", ws="garden") as app:
        press(app, own.BACK, at=1)
        assert own.BACK_TITLE.format(point="#0", count=2) in said(app)
        assert numbers(app) == ["#2", "#1", "#0"]
        press(app, own.BACK_GO)
        assert tables.WENT_BACK in said(app)
        press(app, tables.UNDO)
    with workspace(home) as explorer:
        assert explorer.views().graph.nodes.keys() == {"old mill", "spring"}


def test_a_point_can_be_gone_back_to_only_where_something_came_after(decided: Callable[..., None]) -> None:
    decided([RENAME])
    with opened("history", ws="garden") as app:
        assert labels(app).count(own.BACK) == 1


@pytest.mark.parametrize(
    ("field", "value", "left"),
    [
        ("who", "Ana", ["#1"]),
        ("kind", "merge", ["#2"]),
        ("about", "Mill", ["#1"]),
        ("doc", "spring", ["#2"]),
        ("state", "idle", []),
        ("q", "rename mill", ["#1"]),
        ("q", "#2", ["#2"]),
        ("q", "called", ["#1"]),
    ],
)
def test_filters_leave_what_fits_and_stand_in_the_address(
    decided: Callable[..., None], field: str, value: str, left: list[str]
) -> None:
    decided([RENAME], who="Ana")
    decided([MERGE], who="Ben")
    with opened("history", ws="garden", **{field: value}) as app:
        assert not app.exception
        assert numbers(app) == left
        press(app, own.CLEAR)
        assert numbers(app) == ["#2", "#1", "#0"]
        assert field not in app.query_params


def test_a_filter_is_chosen_on_the_page(decided: Callable[..., None]) -> None:
    decided([RENAME], [MERGE])
    with opened("history", ws="garden") as app:
        app.selectbox(key="decisions-filter-kind").set_value("merge").run()
        assert numbers(app) == ["#2"]
        assert app.query_params["kind"] == "merge"
        press(app, own.CLEAR)
    decided([ON_TOP], who="Ana")
    with opened("history", ws="garden") as app:
        app.selectbox(key="decisions-filter-who").set_value("").run()
        assert numbers(app) == ["#2", "#1"]


def test_a_node_that_was_merged_or_renamed_leads_to_what_became_of_it(decided: Callable[..., None]) -> None:
    decided([RENAME], [MERGE])
    with opened("history", ws="garden") as app:
        found = links(app)
        assert "node=old+mill" in found["Old mill"]
        assert "node=spring" in found["Spring"]
        assert "North well" not in found
        assert f"North well {own.BECAME}" in said(app)


def test_an_unknown_kind_is_kept_and_shown_with_its_json(home: Path) -> None:
    with workspace(home) as explorer:
        explorer._store.ledger.append("teleport", {"to": "<b>moon</b>"}, at="2026-01-01T00:00:00Z")
    with opened("history", ws="garden") as app:
        assert own.STATES["unknown"][0] in said(app)
        assert json.loads(app.code[0].value) == {"kind": "teleport", "body": {"to": "<b>moon</b>"}}


def test_idle_decisions_say_so(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME], [ON_TOP])
    with workspace(home) as explorer:
        explorer.curate.undo([1])
    with opened("history", ws="garden", state="idle") as app:
        assert numbers(app) == ["#2"]
        press(app, own.DETAILS)
        assert own.STATES["idle"][2] in said(app)


def test_a_long_history_is_shown_by_and_by(decided: Callable[..., None]) -> None:
    decided(*([Ruling("mute", {"finding_kind": f"kind {n}"})] for n in range(STEPS + 3)))
    with opened("history", ws="garden") as app:
        assert len(numbers(app)) == STEPS + 1
        press(app, own.MORE.format(count=3))
        assert len(numbers(app)) == STEPS + 4


def test_the_name_is_asked_once_and_can_be_changed(home: Path) -> None:
    with opened("history", ws="garden") as app:
        app.text_input(key="person-name").set_value("Ana").run()
        press(app, tables.PERSON_SAVE)
        assert tables.PERSON_IS.format(name="Ana") in said(app)
    add_workspace(home, "other", RECORDS)
    with opened("history", ws="other") as app:
        assert tables.PERSON_IS.format(name="Ana") in said(app)
        press(app, tables.PERSON_CHANGE)
        app.text_input(key="person-name").set_value("").run()
        press(app, tables.PERSON_SAVE)
        assert tables.PERSON_NONE in said(app)


def test_nobody_needs_a_name() -> None:
    with opened("history", ws="garden") as app:
        press(app, tables.PERSON_SKIP)
        assert tables.PERSON_NONE in said(app)


def test_a_checkpoint_is_made_compared_and_gone_back_to(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME])
    with opened("history", ws="garden", view="checkpoints") as app:
        assert own.CHECKPOINT_NONE in said(app)
        app.text_input(key="checkpoint-name").set_value("calm")
        press(app, own.CHECKPOINT_SAVE)
        assert "calm" in said(app)
        assert own.SAME in said(app)
        app.text_input(key="checkpoint-name").set_value(" calm ")
        press(app, own.CHECKPOINT_SAVE)
        assert "There is a checkpoint “calm” already (number 2)" in said(app)
    decided([MERGE])
    with opened("history", ws="garden", view="checkpoints") as app:
        assert own.CHECKPOINT_SINCE_ONE in said(app)
        press(app, own.COMPARE)
        assert own.SAME not in said(app)
        assert [metric.value for metric in app.main.metric][:1] == ["3 → 2"]
        press(app, own.BACK)
        press(app, own.BACK_GO)
        assert own.SAME in said(app)
    with workspace(home) as explorer:
        assert explorer.views().graph.nodes.keys() == {"old mill", "north well", "spring"}


def test_a_colleagues_file_is_looked_through_before_it_is_taken(decided: Callable[..., None], home: Path) -> None:
    add_workspace(home, "colleague", RECORDS)
    other = Ruling("rename", {"node": node("Mill"), "to": node("New mill")})
    gone = Ruling("hide", {"node": node("Spring")})
    decided([RENAME], [gone], name="colleague", who="Ben")
    with workspace(home, "colleague") as explorer:
        file = explorer.curate.export()
    decided([other])
    with opened("history", ws="garden", view="exchange") as app:
        app.file_uploader[0].set_value(("theirs.json", file, "application/json")).run()
        assert not app.exception
        boxes = {box.label.replace("\\", ""): box.value for box in app.checkbox}
        assert [value for label, value in boxes.items() if "Spring" in label] == [True]
        assert [value for label, value in boxes.items() if "Old mill" in label] == [False]
        assert any("#1" in label for label in boxes)
        press(app, own.TAKE_ONE)
        assert tables.TOOK in said(app)
    with workspace(home) as explorer:
        assert explorer.curate.history()[0].decision.who == "Ben"
        assert explorer.views().graph.nodes.keys() == {"new mill", "north well"}


def test_a_long_file_is_taken_whole(home: Path) -> None:
    rows = [{"kind": "mute", "body": {"finding_kind": f"kind {n}"}} for n in range(305)]
    with opened("history", ws="garden", view="exchange") as app:
        app.file_uploader[0].set_value(("theirs.json", json.dumps(rows).encode(), "application/json")).run()
        assert own.ROWS_MORE.format(count=5) in [box.label for box in app.checkbox]
        press(app, own.TAKE_NO)
        assert own.TAKE_NONE in said(app)
        press(app, own.TAKE_ALL)
        press(app, own.TAKE.format(count=305))
    with workspace(home) as explorer:
        assert len(explorer.curate.history()) == 305


def test_a_file_that_holds_no_decisions_says_so() -> None:
    with opened("history", ws="garden", view="exchange") as app:
        app.file_uploader[0].set_value(("theirs.json", b"{}", "application/json")).run()
        assert not app.exception
        assert own.ROWS["unreadable"][1] in said(app)
        assert not [label for label in labels(app) if label.startswith("Take ")]
        app.file_uploader[0].set_value(("theirs.json", b"no JSON", "application/json")).run()
        assert app.main.error


def test_a_reader_looks_and_does_not_undo(decided: Callable[..., None], home: Path) -> None:
    decided([RENAME])
    with workspace(home), opened("history", ws="garden") as app:
        assert own.READ_ONLY in said(app)
        assert numbers(app) == ["#1", "#0"]
        assert not {own.UNDO, own.BACK, own.LATEST} & set(labels(app))


def test_what_a_decision_says_is_never_markdown(decided: Callable[..., None]) -> None:
    decided(
        [Ruling("rename", {"node": node("Mill"), "to": node("![x](http://example.org/a.png)")}, "<b>bold</b> [x](y)")]
    )
    with opened("history", ws="garden") as app:
        assert not app.exception
        shown = [text.value for text in (*app.main.markdown, *app.main.caption)]
        assert not [text for text in shown if "](" in text or "<b>" in text]
