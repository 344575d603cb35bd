"""The tabs beside the graph without a browser, rulings that begin at a card, and links to what a ruling moved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.curation import Ruling
from core.settings import Settings
from pages.parts import words, words_rules
from tests.app.workspace import add_workspace, opened, record

BACKUP = {"name": "Daily backup", "type": "feature"}
LOST = "difference-two directions-backup -- export-export -> backup : feeds|backup -> export : feeds"


def backup(plan: str, days: int, **more: Any) -> dict[str, Any]:
    said = {**BACKUP, "description": f"On {plan} it is kept for {days} days.", **more}
    return {
        **record(f"{plan}.md", f"On {plan} the daily backup is kept for {days} days.", [said]),
        "metadata": {"plan": plan},
    }


RECORDS = (
    backup("Business", 7),
    backup("Enterprise", 30, qualifier="account"),
    record(
        "export.md",
        "The export feeds the backup, and the backup feeds the export.",
        [
            {"name": "Export", "type": "feature", "description": "Writes files."},
            {"name": "Backup", "type": "features", "description": "Keeps copies."},
        ],
        [
            {"source": "Export", "target": "Backup", "description": "One way.", "keywords": "feeds"},
            {"source": "Backup", "target": "Export", "description": "The other way.", "keywords": "feeds"},
            {"source": "Export", "target": "![x](http://example.org/a.png)", "keywords": ":smile:"},
        ],
    ),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose workspace each test may rule on."""
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "plans", RECORDS)
    return tmp_path


@pytest.fixture
def keys() -> Iterator[AppTest]:
    with opened("graph", ws="plans", tab="keys") as app:
        yield app


def decide(home: Path, *rulings: Ruling) -> None:
    explorer = bootstrap.open_workspace(home / "workspaces" / "plans", Settings(home=home))
    explorer.curate.decide(rulings)
    explorer.close()


def press(app: AppTest, key: str) -> AppTest:
    return next(button for button in app.button if button.key == key).click().run()


def said(app: AppTest) -> str:
    texts = (*app.main.markdown, *app.main.caption, *app.main.text, *app.main.info, *app.main.subheader)
    return "\n".join(text.value for text in texts)


def drawn(app: AppTest) -> dict[str, Any]:
    (component,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_graph")
    return json.loads(component.proto.json)


def nodes(app: AppTest) -> set[str]:
    return {node["label"] for node in drawn(app)["nodes"]}


def test_a_link_opens_a_tab_and_an_unknown_one_the_graph() -> None:
    with opened("graph", ws="plans", tab="differences") as app:
        assert not app.exception
        assert app.query_params["tab"] == "differences"
        assert "makes **4 nodes** and **3 relations**" in said(app).replace("\\", "")
    with opened("graph", ws="plans", tab="nowhere") as app:
        assert len(drawn(app)["nodes"]) == 4
        assert "tab" not in app.query_params


def test_a_difference_opens_its_evidence_and_leads_into_the_graph_under_either_rule() -> None:
    with opened("graph", ws="plans", tab="differences") as app:
        app.session_state[LOST] = True
        app.run()
        assert not app.exception
        assert {"One way.", "The other way."} <= {text.value for text in app.text}
        (picture,) = (c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_rules")
        halves = json.loads(picture.proto.json)["sides"]
        assert [len(half["lines"]) for half in halves] == [1, 2]
        press(app, f"show-classic-{LOST.removeprefix('difference-')}")
        assert app.query_params["rule"] == "classic"
        assert drawn(app)["selected"] == {"kind": "edge", "id": "backup -- export"}


def test_differences_can_be_filtered_and_a_filter_that_nothing_fits_says_so() -> None:
    with opened("graph", ws="plans", tab="differences") as app:
        app.text_input(key="rules-filter").set_value("zeppelin").run()
        assert words_rules.NONE_FIT.format(text="zeppelin") in said(app)


def test_a_field_is_ticked_after_a_preview_and_undone(keys: AppTest) -> None:
    assert "Business (1)" in said(keys).replace("\\", "")
    keys.session_state["tick-plan"] = True
    keys.run()
    keys.multiselect(key="tick-names-plan").set_value(["Daily backup"]).run()
    press(keys, "tick-preview-plan")
    foreseen = said(keys).replace("\\", "")
    assert "Daily backup → **Daily backup · Business** (1), **Daily backup · Enterprise** (1)" in foreseen
    assert "Nodes 4 → 5" in foreseen
    press(keys, "rules-take")
    assert "Tell apart by" in said(keys)
    assert keys.multiselect(key="tick-names-plan").value == []
    keys.segmented_control(key="graph-tab").set_value("graph").run()
    assert {"Daily backup · Business", "Daily backup · Enterprise"} <= nodes(keys)
    keys.segmented_control(key="graph-tab").set_value("keys").run()
    press(keys, "ruled-undo-1")
    assert words_rules.NOTHING_TICKED in said(keys)
    keys.segmented_control(key="graph-tab").set_value("graph").run()
    assert "Daily backup" in nodes(keys)


def test_what_was_chosen_can_be_left(keys: AppTest) -> None:
    keys.session_state["said-account"] = True
    keys.run()
    press(keys, "said-preview")
    assert words_rules.DRAFT in said(keys)
    press(keys, "rules-leave")
    assert words_rules.DRAFT not in said(keys)
    assert words_rules.NOTHING_TICKED in said(keys)


def test_a_qualifier_that_was_read_becomes_known(keys: AppTest) -> None:
    keys.session_state["said-account"] = True
    keys.run()
    press(keys, "said-preview")
    press(keys, "rules-take")
    assert "account" in next(line for line in said(keys).splitlines() if "Known already" in line)
    keys.segmented_control(key="graph-tab").set_value("graph").run()
    assert "Daily backup · account" in nodes(keys)


def test_near_spellings_are_joined_after_a_preview_and_part_again() -> None:
    with opened("graph", ws="plans", tab="vocabulary") as app:
        press(app, "near-join-type-feature")
        assert words_rules.DRAFT in said(app)
        press(app, "rules-take")
        assert words_rules.NO_NEAR in said(app)
        assert list(app.dataframe[0].value[words_rules.COLUMN_WORD]) == ["feature", "unknown"]
        press(app, "ruled-undo-1")
        assert list(app.dataframe[0].value[words_rules.COLUMN_WORD]) == ["feature", "features", "unknown"]


def test_hostile_words_are_escaped() -> None:
    with opened("graph", ws="plans", tab="vocabulary") as app:
        app.segmented_control(key="vocabulary-kind").set_value("predicate").run()
        assert not app.exception
        assert not [m.value for m in app.main.markdown if ":smile:" in m.value or "![" in m.value]


def test_a_card_leads_to_rulings_and_says_that_they_act_under_careful() -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        assert {"card-split", "rule-rename-", "rule-retype-", "rule-hide-", "card-right"} <= {b.key for b in app.button}
        app.segmented_control(key="graph-rule").set_value("classic").run()
        assert words_rules.ACT_CLASSIC in said(app)
        assert "card-split" not in {b.key for b in app.button}


def test_an_entity_is_hidden_from_its_card(home: Path) -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        press(app, "rule-hide-")
        assert not app.exception
        (take,) = (b for b in app.button if b.key and b.key.startswith("ruling-hide") and b.key.endswith("-do"))
        take.click().run()
        assert not app.exception
    with opened("graph", ws="plans") as app:
        assert "Daily backup" not in nodes(app)


def test_this_is_right_is_remembered_as_diagnose_has_it(home: Path) -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        press(app, "card-right")
        assert words_rules.RIGHT_SAID in said(app)
        assert "card-right" not in {b.key for b in app.button}
    explorer = bootstrap.open_workspace(home / "workspaces" / "plans", Settings(home=home))
    found = explorer.diagnose.findings(kinds=("name-collision",))
    explorer.close()
    assert [finding.entities for finding in found.accepted] == [("daily backup",)]
    assert not found.findings


def test_the_card_of_a_relation_offers_rulings() -> None:
    edge = "export -> backup : feeds"
    with opened("graph", ws="plans", edge=edge) as app:
        kinds = ("relabel", "direction", "describe", "hide")
        assert {f"rule-{kind}-{edge}" for kind in kinds} <= {b.key for b in app.button}


def test_a_link_to_a_renamed_node_leads_to_what_it_is_now(home: Path) -> None:
    to = {"name": "Night copy", "qualifier": ""}
    decide(home, Ruling("rename", {"node": {"name": "Daily backup", "qualifier": ""}, "to": to}))
    with opened("graph", ws="plans", node="daily backup") as app:
        assert [head.value for head in app.main.subheader] == ["Night copy"]
        assert words_rules.BECAME_ONE.format(old="daily backup", new="Night copy") in said(app)
        assert app.query_params["node"] == "night copy"
        assert not app.warning


def test_a_link_to_a_split_node_names_all_its_parts(home: Path) -> None:
    explorer = bootstrap.open_workspace(home / "workspaces" / "plans", Settings(home=home))
    ids = explorer.browse.desk().entity("daily backup").entity.mentions
    explorer.close()
    parts = [
        {"name": "Daily backup", "qualifier": plan, "mentions": [id_]}
        for plan, id_ in zip(("Business", "Enterprise"), ids, strict=True)
    ]
    decide(home, Ruling("split", {"node": {"name": "Daily backup", "qualifier": ""}, "parts": parts}))
    with opened("graph", ws="plans", node="daily backup") as app:
        assert words_rules.BECAME_SEVERAL.format(old="daily backup", count=2) in said(app)
        links = {link.proto.label for link in app.main.get("page_link")}
        assert {"Daily backup · Business", "Daily backup · Enterprise"} <= links
        assert not app.warning


def test_the_other_rule_shows_what_has_that_name_there(home: Path) -> None:
    decide(home, Ruling("tick", {"source": "plan", "types": [], "names": ["Daily backup"]}))
    with opened("graph", ws="plans", node="daily backup [business]") as app:
        app.segmented_control(key="graph-rule").set_value("classic").run()
        assert app.query_params["node"] == "daily backup"
        said_so = words_rules.CALLED_ONE.format(old="daily backup · business", new="Daily backup")
        assert said_so in said(app)
        app.segmented_control(key="graph-rule").set_value("careful").run()
        assert words_rules.CALLED_SEVERAL.format(old="daily backup", count=2) in said(app)
        assert app.query_params["node"] == "daily backup [business]"


def test_a_link_to_what_never_was_still_says_so() -> None:
    with opened("graph", ws="plans", node="nowhere") as app:
        assert words.GONE.format(name="nowhere") in [warning.value for warning in app.warning]


def test_a_card_says_what_a_split_left_waiting_and_leads_to_placing_it(home: Path) -> None:
    explorer = bootstrap.open_workspace(home / "workspaces" / "plans", Settings(home=home))
    first = explorer.browse.desk().entity("daily backup").entity.mentions[0]
    explorer.close()
    parts = [{"name": "Daily backup", "qualifier": "", "mentions": [first]}]
    parts.append({"name": "Daily backup", "qualifier": "Starter", "mentions": ["gone"]})
    decide(home, Ruling("split", {"node": {"name": "Daily backup", "qualifier": ""}, "parts": parts}))
    with opened("graph", ws="plans", node="daily backup") as app:
        assert not app.exception
        assert words_rules.WAITS_ONE in said(app)
        (place,) = (link for link in app.main.get("page_link") if link.proto.label == words_rules.WAITS_PLACE)
        assert "split=daily+backup" in place.proto.query_string
        app.session_state["card-tabs-daily backup"] = f"{words.TAB_MENTIONS} 2"
        app.run()
        assert sum(words_rules.WAITS_MARK + "]" in m.value for m in app.main.markdown) == 1


def test_the_dialog_of_a_card_is_called_by_what_is_done(home: Path) -> None:
    with opened("graph", ws="plans", node="daily backup") as app:
        press(app, "rule-qualify-")
        assert app.session_state["card-more"] is False
        (dialog,) = app.get("dialog")
        assert dialog.proto.dialog.title == words_rules.RULING["qualify"].format(name="Daily backup")


def test_a_name_typed_into_a_link_as_it_is_shown_opens_its_card(home: Path) -> None:
    decide(home, Ruling("tick", {"source": "plan", "types": [], "names": ["Daily backup"]}))
    with opened("graph", ws="plans", node="daily backup · Enterprise") as app:
        assert [head.value for head in app.main.subheader] == ["Daily backup · Enterprise"]
        assert app.query_params["node"] == "daily backup [enterprise]"
        assert not app.warning
    with opened("graph", ws="plans", node="Daily backup · Nothing") as app:
        assert words_rules.CALLED_SEVERAL.format(old="daily backup · nothing", count=2) in said(app)
    with opened("graph", ws="plans", node="No · Where") as app:
        assert words.GONE.format(name="no · where") in [warning.value for warning in app.warning]


def test_all_names_that_a_field_would_part_are_chosen_at_once(keys: AppTest) -> None:
    keys.session_state["tick-plan"] = True
    keys.run()
    press(keys, "tick-all-plan")
    assert not keys.exception
    assert keys.multiselect(key="tick-names-plan").value == ["Daily backup"]
    assert "tick-all-plan" not in {button.key for button in keys.button}


def test_a_very_long_name_does_not_fill_its_card(home: Path) -> None:
    long = "Copy " * 100
    decide(home, Ruling("rename", {"node": {"name": "Backup"}, "to": {"name": long.strip(), "qualifier": ""}}))
    with opened("graph", ws="plans", node=long.strip().casefold()) as app:
        (head,) = app.main.subheader
        assert len(head.value) <= 140
        assert head.help == long.strip()
