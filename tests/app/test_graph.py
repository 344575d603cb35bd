"""The Graph page without a browser: what it shows of a workspace, and what searching, filtering and growing change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import words
from tests.app.workspace import add_workspace, opened, record

RECORDS = (
    record(
        "backup.md",
        "Daily backups hold all data.",
        [
            {"name": "Daily backup", "type": "process", "description": "Is kept for 7 days."},
            {"name": "Data", "type": "record", "description": "What users make."},
        ],
        [{"source": "Daily backup", "target": "Data", "description": "Backups hold data.", "keywords": "holds"}],
    ),
    record(
        "export.md",
        "An export reads the daily backup; account deletion ends both.",
        [
            {"name": "Daily backup", "type": "feature", "description": "Is kept for 30 days."},
            {"name": "Export", "type": "feature", "description": "Writes a file."},
        ],
        [
            {"source": "Export", "target": "Daily backup", "description": "Export reads it.", "keywords": "reads"},
            {"source": "Account deletion", "target": "Export", "description": "Deletion ends it.", "keywords": "ends"},
        ],
    ),
    record("hostile.md", "![x](http://example.org)", [{"name": "![x](http://example.org/a.png)", "type": ":smile:"}]),
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that tests only read."""
    folder = tmp_path_factory.mktemp("home")
    add_workspace(folder, "plans", RECORDS)
    add_workspace(folder, "empty")
    return folder


@pytest.fixture(autouse=True)
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(home))


@pytest.fixture
def graph() -> Iterator[AppTest]:
    with opened("graph", ws="plans") as app:
        yield app


def drawing(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_graph")
    return json.loads(component.proto.json)


def shown(app: AppTest) -> set[str]:
    return {node["id"] for node in drawing(app)["nodes"]}


def heading(app: AppTest) -> list[str]:
    return [head.value for head in app.main.subheader]


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if label in button.label).click().run()


def test_it_starts_with_all_of_a_small_graph(graph: AppTest) -> None:
    assert not graph.exception
    assert shown(graph) == {"daily backup", "data", "export", "account deletion", "![x](http://example.org/a.png)"}
    assert any("all 5 entities and 3 of 3 relations" in caption.value for caption in graph.caption)


def test_an_empty_workspace_tells_what_to_do() -> None:
    with opened("graph", ws="empty") as app:
        assert heading(app) == [words.GRAPH_EMPTY]
        assert app.get("page_link")


def test_searching_opens_the_card_of_the_best_fit(graph: AppTest) -> None:
    graph.text_input[0].set_value("BACKUP").run()
    assert heading(graph) == ["Daily backup"]
    assert [text.value for text in graph.text][-2:] == ["Is kept for 7 days.", "Is kept for 30 days."]
    assert graph.query_params["node"] == "daily backup"
    assert drawing(graph)["selected"] == {"kind": "node", "id": "daily backup"}


def test_searching_in_vain_says_so(graph: AppTest) -> None:
    graph.text_input[0].set_value("zzz").run()
    assert words.FOUND_NONE in [caption.value for caption in graph.caption]


def test_a_link_opens_its_entity_with_vote_and_notes() -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        assert heading(app) == ["Daily backup"]
        assert "Type by vote: feature (1), process (1)" in [caption.value for caption in app.caption]
        assert any(words.FLAGS["collision"][0] in text.value for text in app.markdown)


def test_a_link_opens_its_relation() -> None:
    with opened("graph", ws="plans", edge="export -> daily backup : reads") as app:
        assert not app.exception
        assert "Export reads it." in [text.value for text in app.text]
        assert drawing(app)["selected"]["kind"] == "edge"


@pytest.mark.parametrize("address", [{"node": "nowhere"}, {"edge": "x -> y"}, {"around": "<b>"}, {"rule": "none"}])
def test_a_link_to_what_is_not_there_shows_the_graph(address: dict[str, str]) -> None:
    with opened("graph", ws="plans", **address) as app:
        assert not app.exception
        assert len(shown(app)) == 5
        assert not set(address) & set(app.query_params)
        assert len(app.warning) == ("rule" not in address)


def test_the_card_leads_from_relation_to_relation(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    graph.session_state["card-tabs-data"] = f"{words.TAB_RELATIONS} 1"
    graph.run()
    press(graph, "holds")
    assert "Backups hold data." in [text.value for text in graph.text]
    press(graph, "Daily backup")
    assert heading(graph) == ["Daily backup"]


def test_surroundings_put_the_entity_in_the_middle(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    press(graph, words.AROUND)
    assert shown(graph) == {"data", "daily backup"}
    graph.segmented_control(key="graph-hops").set_value(2).run()
    assert shown(graph) == {"data", "daily backup", "export"}
    press(graph, words.WHOLE)
    assert len(shown(graph)) == 5


def test_growing_adds_neighbours(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    press(graph, words.AROUND)
    graph.text_input[0].set_value("export").run()
    assert shown(graph) == {"data", "daily backup", "export"}
    press(graph, words.GROW)
    assert shown(graph) == {"data", "daily backup", "export", "account deletion"}


def test_an_opened_relation_brings_its_ends_into_the_picture() -> None:
    with opened("graph", ws="plans", around="data", edge="account deletion -> export : ends") as app:
        assert shown(app) == {"data", "daily backup", "export", "account deletion"}
        assert drawing(app)["selected"]["kind"] == "edge"


def test_an_opened_entity_that_hangs_on_nothing_shown_becomes_the_middle() -> None:
    with opened("graph", ws="plans", around="data", node="account deletion") as app:
        assert shown(app) == {"account deletion", "export"}
        assert app.query_params["around"] == "account deletion"


def test_filters_narrow_the_picture_and_can_be_cleared(graph: AppTest) -> None:
    graph.multiselect(key="graph-types").set_value(["record"]).run()
    assert shown(graph) == {"data"}
    graph.multiselect(key="graph-types").set_value([]).run()
    graph.number_input(key="graph-degree").set_value(2).run()
    assert shown(graph) == {"daily backup", "export"}
    press(graph, words.FILTER_CLEAR)
    assert len(shown(graph)) == 5


def test_filters_that_nothing_fits_say_so(graph: AppTest) -> None:
    graph.multiselect(key="graph-types").set_value(["record"]).run()
    graph.number_input(key="graph-degree").set_value(2).run()
    assert heading(graph) == [words.GRAPH_NO_FIT]


def test_the_merge_rule_can_be_switched(graph: AppTest) -> None:
    assert {edge["arrows"] for edge in drawing(graph)["edges"]} == {"to"}
    graph.segmented_control(key="graph-rule").set_value("classic").run()
    assert {edge["arrows"] for edge in drawing(graph)["edges"]} == {""}
    assert graph.query_params["rule"] == "classic"


def test_the_choice_survives_a_change_of_page(graph: AppTest) -> None:
    graph.text_input[0].set_value("export").run()
    graph.switch_page("pages/home.py").run()
    graph.switch_page("pages/graph.py").run()
    assert heading(graph) == ["Export"]
    assert graph.query_params["node"] == "export"


def test_the_tables_say_what_the_picture_shows(graph: AppTest) -> None:
    entities, relations = (table.value for table in graph.dataframe)
    assert {name[:20] for name in entities[words.COLUMN_NAME]} == {n["label"][:20] for n in drawing(graph)["nodes"]}
    assert list(relations[words.COLUMN_WHAT]) == ["ends", "holds", "reads"]


def test_hostile_names_are_escaped_everywhere(graph: AppTest) -> None:
    graph.text_input[0].set_value("![x]").run()
    assert not graph.exception
    labels = [*heading(graph), *(button.label for button in graph.button), *(m.value for m in graph.markdown)]
    assert not [label for label in labels if "](" in label or ":smile:" in label]


def test_a_card_tells_which_sentences_do_not_fit_together() -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        badges = [m.value for m in app.markdown if m.value.startswith(":orange-badge[") and "days" in m.value]
        assert [("7 days" in badge, "30 days" in badge) for badge in badges] == [(True, False), (False, True)]
        assert words.CONFLICTS in [caption.value for caption in app.caption]


@pytest.mark.parametrize(
    ("flag", "names"), [("stub", ["Account deletion"]), ("note", ["Daily backup"]), ("collision", ["Daily backup"])]
)
def test_a_link_lists_all_entities_with_a_note(flag: str, names: list[str]) -> None:
    with opened("graph", ws="plans", flag=flag) as app:
        assert list(app.dataframe[0].value[words.COLUMN_NAME]) == names
        assert any("1 of 5 entities" in markdown.value for markdown in app.markdown)
        assert app.query_params["flag"] == flag
        press(app, words.FILTER_CLEAR)
        assert len(shown(app)) == 5
        assert "flag" not in app.query_params


def test_what_was_grown_counts_as_fitting(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    press(graph, words.AROUND)
    graph.text_input[0].set_value("export").run()
    assert any("Showing 3 of 3 entities grown from **Data**" in c.value for c in graph.caption)


def test_growing_by_nothing_says_so(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    press(graph, words.GROW)
    assert [toast.value for toast in graph.toast] == [words.GROW_NOTHING]


def test_a_relation_can_be_closed() -> None:
    with opened("graph", ws="plans", edge="export -> daily backup : reads") as app:
        press(app, words.CLOSE)
        assert "edge" not in app.query_params
        assert any(words.CARD_NONE in markdown.value for markdown in app.markdown)


def test_a_mention_names_its_document_by_id_and_leads_to_it(graph: AppTest) -> None:
    graph.text_input[0].set_value("data").run()
    graph.session_state["card-tabs-data"] = f"{words.TAB_MENTIONS} 1"
    graph.run()
    (link,) = (link.proto for link in graph.main.get("page_link") if "passage 1" in link.proto.label)
    assert "backup" in link.label
    assert "doc=backup" in link.query_string


def test_an_address_without_such_a_workspace_says_so() -> None:
    with opened("graph", ws="plams") as app:
        assert "plams" in app.warning[0].value


def test_while_passages_wait_the_page_says_how_many_were_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    explorer = bootstrap.open_workspace(add_workspace(tmp_path, "waiting", RECORDS), Settings(home=tmp_path))
    explorer.intake.add([Incoming("uploads", "new.txt", b"An export writes a file.")])
    explorer.close()
    with opened("graph", ws="waiting") as app:
        assert any("3 of 4 passages read so far" in caption.value for caption in app.caption)
