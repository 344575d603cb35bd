"""The tables of entities and relations without a browser: what is shown of a workspace, and what is decided in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.tables import TableQuery
from core.settings import Settings
from pages.parts import session, tables_state
from pages.parts import words_tables as own
from pages.parts.tables_rulings import ENTITY_ACTS, RELATION_ACTS
from pages.parts.tables_state import MOST_CHOSEN, PAGE_SIZE, TableState
from tests.app.workspace import add_workspace, opened, record

RECORDS = (
    record(
        "wells",
        "The north well feeds the mill. The South well is dry.",
        [
            {"name": "North well", "type": "place", "description": "Feeds the mill."},
            {"name": "South well", "type": "thing", "description": "Is dry."},
            {"name": "Mill", "type": "place", "description": "Grinds."},
        ],
        [
            {"source": "North well", "target": "Mill", "description": "It feeds it.", "keywords": "feeds"},
            {"source": "South well", "target": "Mill", "description": "It fed it.", "keywords": "supplies"},
        ],
    ),
    record("hostile", "A name.", [{"name": "![x](http://example.org/a.png)", "type": ":smile:"}]),
    record("many", "Many.", [{"name": f"Stone {n:03}", "type": "stone"} for n in range(PAGE_SIZE)]),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "garden", RECORDS)
    return tmp_path


@contextmanager
def table(name: str = "entities", workspace: str = "garden") -> Iterator[AppTest]:
    with opened("curate", ws=workspace, tab=name) as app:
        yield app


def drawn(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_rows")
    return json.loads(component.proto.json)


def names(app: AppTest) -> list[str]:
    return [row["cells"][0] for row in drawn(app)["rows"]]


def choose(app: AppTest, *keys: str, name: str = "entities") -> AppTest:
    """As clicks on boxes do."""
    held = app.session_state[f"lightprism.tables.{name}"]
    app.session_state[f"lightprism.tables.{name}"] = replace(held, chosen=keys, generation=held.generation + 1)
    return app.run()


def press(app: AppTest, label: str) -> AppTest:
    app = next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(
        text.value for text in (*app.main.markdown, *app.main.caption, *app.main.info, *app.main.warning)
    ).replace("\\", "")


def able(app: AppTest) -> set[str]:
    """The decisions that can be begun."""
    labels = {act: own.ACTS[act][0] for act in {*ENTITY_ACTS, *RELATION_ACTS}}
    return {
        act for act, label in labels.items() for button in app.button if button.label == label and not button.disabled
    }


def graph(home: Path) -> Any:
    """The graph as another start of the app would compute it."""
    session.close_all()
    explorer = bootstrap.open_workspace(home / "workspaces" / "garden", Settings(home))
    try:
        return explorer.views().graph.copy()
    finally:
        explorer.close()


def test_only_a_page_of_rows_goes_to_the_browser() -> None:
    with table() as app:
        assert len(names(app)) == PAGE_SIZE
        assert names(app)[0] == "Mill"
        assert "of 54 entities" in said(app)
        press(app, own.NEXT)
        assert len(names(app)) == 4


def test_a_search_and_facets_narrow_the_rows_and_say_how_many_each_leaves() -> None:
    with table() as app:
        app.text_input(key="tables-entities-search").set_value("well").run()
        assert names(app) == ["North well", "South well"]
        facet = app.multiselect(key="tables-entities-facet-type")
        assert set(facet.options) == {"place (1)", "thing (1)"}
        facet.set_value(["thing"]).run()
        assert names(app) == ["South well"]
        press(app, own.CLEAR_FILTERS)
        assert len(names(app)) == PAGE_SIZE


def test_what_nothing_fits_says_so() -> None:
    with table() as app:
        app.text_input(key="tables-entities-search").set_value("zeppelin").run()
        assert own.NONE_FIT["entities"] in [head.value for head in app.subheader]


def test_the_range_of_relations_narrows_too() -> None:
    with table() as app:
        app.slider[0].set_value((1, 2)).run()
        assert set(names(app)) == {"Mill", "North well", "South well"}


def test_what_a_document_says_is_data_in_the_table() -> None:
    with table() as app:
        app.text_input(key="tables-entities-search").set_value("example").run()
        assert names(app) == ["![x](http://example.org/a.png)"]
        choose(app, "![x](http://example.org/a.png)")
        press(app, own.ACTS["hide"][0])
        assert not [text.value for text in (*app.markdown, *app.caption) if "![x](" in text.value]


def test_which_decisions_there_are_hangs_on_how_many_rows_are_chosen() -> None:
    with table() as app:
        assert able(app) == set()
        choose(app, "mill")
        assert able(app) == {"retype", "qualify", "rename", "split", "hide"}
        choose(app, "mill", "north well")
        assert able(app) == {"merge", "not_same", "retype", "qualify", "hide"}


def test_a_type_given_to_several_is_one_step_with_one_undo(home: Path) -> None:
    with table() as app:
        choose(app, "mill", "north well")
        press(app, own.ACTS["retype"][0])
        assert own.NEEDS_VALUE in said(app)
        app.selectbox[0].set_value("thing").run()
        assert own.DECIDE in [button.label for button in app.button]
        press(app, own.DECIDE)
        assert own.DECIDED.format(count=2) in said(app)
        assert {row["cells"][2] for row in drawn(app)["rows"] if row["key"] in ("mill", "north well")} == {"thing"}
        assert drawn(app)["chosen"] == []
        press(app, own.UNDO)
        assert own.UNDONE in said(app)
        assert {row["key"]: row["cells"][2] for row in drawn(app)["rows"]}["mill"] == "place"
        press(app, own.REDO)
    assert graph(home).nodes["mill"]["entity"].type == "thing"


def test_a_type_can_be_changed_everywhere(home: Path) -> None:
    with table() as app:
        choose(app, "stone 001")
        press(app, own.ACTS["retype"][0])
        app.selectbox[0].set_value("place").run()
        app.toggle[0].set_value(True).run()
        press(app, own.DECIDE)
    assert {graph(home).nodes[f"stone {n:03}"]["entity"].type for n in range(PAGE_SIZE)} == {"place"}


def test_a_renamed_row_is_found_by_its_new_name() -> None:
    with table() as app:
        choose(app, "mill")
        press(app, own.ACTS["rename"][0])
        app.text_input(key="tables-entities-rename-value").set_value("Old mill").run()
        press(app, own.DECIDE)
        assert names(app)[0] == "Old mill"


def test_the_reason_is_kept_with_the_decision(home: Path) -> None:
    with table() as app:
        choose(app, "mill")
        press(app, own.ACTS["hide"][0])
        app.text_input(key="tables-entities-hide-why").set_value("a test").run()
        press(app, own.DECIDE)
        assert "Mill" not in names(app)
    (entry,) = history(home)
    assert entry.decision.why == "a test"


def history(home: Path) -> Any:
    session.close_all()
    explorer = bootstrap.open_workspace(home / "workspaces" / "garden", Settings(home))
    try:
        return explorer.curate.history()
    finally:
        explorer.close()


def test_relations_get_one_word_and_the_other_direction(home: Path) -> None:
    with table("relations") as app:
        rows = {row["cells"][1]: row["key"] for row in drawn(app)["rows"]}
        assert set(rows) == {"feeds", "supplies"}
        choose(app, *rows.values(), name="relations")
        assert able(app) == {"relabel", "direction", "hide"}
        press(app, own.ACTS["relabel"][0])
        app.selectbox[0].set_value("feeds").run()
        press(app, own.DECIDE)
        assert {row["cells"][1] for row in drawn(app)["rows"]} == {"feeds"}
        choose(app, drawn(app)["rows"][0]["key"], name="relations")
        press(app, own.ACTS["direction"][0])
        press(app, own.DECIDE)
        assert "Mill" in {row["cells"][0] for row in drawn(app)["rows"]}
    assert {key.rpartition(" : ")[2] for _, _, key in graph(home).edges(keys=True)} == {"feeds"}


def test_a_choice_stays_over_pages_and_goes_with_its_rows() -> None:
    with table() as app:
        choose(app, "mill", "stone 049")
        press(app, own.NEXT)
        assert own.CHOSEN.format(count=2) in said(app)
        press(app, own.CLEAR_CHOICE)
        assert able(app) == set()
        choose(app, "mill", "never there")
        assert own.CHOSEN.format(count=1) in said(app)
        assert own.LOST_ONE in said(app)


def test_all_that_fits_can_be_chosen() -> None:
    with table() as app:
        app.text_input(key="tables-entities-search").set_value("stone").run()
        press(app, own.CHOOSE_ALL.format(count=PAGE_SIZE))
        assert len(drawn(app)["chosen"]) == PAGE_SIZE


def test_once_rows_are_chosen_all_of_the_table_can_be(home: Path) -> None:
    with table() as app:
        assert not [button for button in app.button if button.label.startswith("Choose all")]
        choose(app, "stone 001")
        press(app, own.CHOOSE_ALL.format(count=PAGE_SIZE + 4))
        assert "54 chosen" in said(app)


def test_a_very_long_name_is_not_cut_and_not_decided_on_unchanged(home: Path) -> None:
    long = "endless " * 700
    add_workspace(home, "long", (record("a", "A.", [{"name": long, "type": "thing", "description": "Is long."}]),))
    with table(workspace="long") as app:
        choose(app, drawn(app)["rows"][0]["key"])
        app = next(button for button in app.button if button.label == own.ACTS["rename"][0]).click().run()
        field = app.text_input(key="tables-entities-rename-value")
        assert (field.value, field.proto.max_chars) == (long.strip(), 0)
        assert own.DECIDE not in [button.label for button in app.button]


def test_a_reader_looks_and_does_not_decide(home: Path) -> None:
    holder = bootstrap.open_workspace(home / "workspaces" / "garden", Settings(home))
    try:
        with table() as app:
            assert own.READ_ONLY in said(app)
            assert names(app)[0] == "Mill"
            assert not [button for button in app.button if button.label == own.ACTS["hide"][0]]
    finally:
        holder.close()


def test_a_workspace_without_entities_says_where_they_come_from(home: Path) -> None:
    add_workspace(home, "bare")
    with table(workspace="bare") as app:
        assert not app.exception
        assert [head.value for head in app.subheader] == [own.EMPTY["entities"]]


# --- the state ------------------------------------------------------------------------------------------------------


def test_boxes_change_only_the_rows_of_their_page() -> None:
    state = TableState("w", "entities", chosen=("far", "a"))
    assert tables_state.chose(state, ["a", "b"], ["b"]).chosen == ("far", "b")


def test_no_more_than_so_many_are_chosen() -> None:
    state = tables_state.choose(TableState("w", "entities"), (str(n) for n in range(MOST_CHOSEN + 5)))
    assert len(state.chosen) == MOST_CHOSEN


def test_a_heading_sorts_and_once_more_turns_around() -> None:
    query = tables_state.sorted_by(TableQuery(), "name")
    assert (query.sort, query.down) == ("name", False)
    assert tables_state.sorted_by(query, "name").down
    assert tables_state.sorted_by(query, "mentions").down


# --- screens of their own ---------------------------------------------------------------------------------------------


def test_merging_and_splitting_open_their_screens_with_what_is_chosen() -> None:
    with table() as app:
        choose(app, "mill", "north well")
        press(app, own.ACTS["merge"][0])
        assert app.query_params["merge"] == ["mill", "north well"]
        assert "lightprism_rows" not in {one.proto.component_name for one in app.get("bidi_component")}
    with table() as app:
        choose(app, "mill")
        press(app, own.ACTS["split"][0])
        assert app.query_params["split"] == "mill"
