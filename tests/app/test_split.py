"""The split and merge screens and the small editor without a browser: suggested, corrected, taken, undone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.domain.curation import Entry
from core.services.intake import Incoming
from core.services.split import rulings
from pages.parts import merge_screen, session, split_state, words_merge, words_split
from pages.parts.split_state import Held
from tests.app.workspace import add_workspace, opened, record
from tests.larkspur import OWN
from tests.waiting import LONG

BACKUP = "daily backup"
PLANS = ("Business", "Enterprise", "Starter")


def _many(count: int = 60) -> Iterator[dict[str, Any]]:
    """Mentions of one name whose metadata say the plan; a third of them are named in relations only."""
    for n in range(count):
        plan = PLANS[n % 3]
        entity = {"name": "Daily backup", "type": "feature", "description": f"Note {n} tells of it."}
        relation = {"source": f"Report {n}", "target": "Daily backup", "keywords": "reads"}
        found = record(f"notes/{n:03}.md", f"Note {n} is on the daily backup.", [entity], [])
        if n % 3 == 2:
            found = record(f"notes/{n:03}.md", f"Report {n} reads it.", [], [relation])
        yield {**found, "metadata": {"plan": plan, "author": f"A{n}"}}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "lark", OWN)
    return tmp_path


@pytest.fixture
def split() -> Iterator[AppTest]:
    with opened("curate", ws="lark", split=BACKUP) as app:
        assert not app.exception
        yield app


def held(app: AppTest) -> Held:
    found = app.session_state["lightprism.split"]
    assert isinstance(found, Held)
    return found


def target(app: AppTest, table: str = "rows") -> Any:
    return app.selectbox(key=f"split-{table}-to-{held(app).nonce}")


def parts(app: AppTest) -> list[tuple[str, int]]:
    plan = held(app).plan
    return [(label, len(plan.rows_of(n))) for n, label in enumerate(split_state.part_labels(plan))]


def explorer() -> Any:
    return next(reversed(session._SINGLE._open.values()))


def nodes() -> set[str]:
    return {key for key in explorer().views().graph if key.startswith(BACKUP)}


def last() -> Entry:
    found: Entry = explorer().curate.history()[0]
    return found


def press(app: AppTest, key: str) -> AppTest:
    app = app.button(key=key).click().run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join([*(m.value for m in app.main.markdown), *(c.value for c in app.main.caption)])


# --- split ------------------------------------------------------------------------------------------------------------


def test_the_suggested_parts_are_taken_with_one_press_and_taken_back_with_another(split: AppTest) -> None:
    assert parts(split) == [("Business", 1), ("Enterprise", 1)]
    assert "6 → 7" in [metric.value for metric in split.metric]
    app = press(split, "split-do")
    assert nodes() == {f"{BACKUP} [business]", f"{BACKUP} [enterprise]"}
    assert [found.value for found in app.success] == [words_split.DONE.format(name="Daily Backup")]
    links = [link.proto.query_string for link in app.main.get("page_link")]
    assert any("node=daily+backup+%5Benterprise%5D" in link for link in links)
    assert any("seed=daily+backup+%5Benterprise%5D" in link for link in links)
    press(app, "split-turn")
    assert nodes() == {BACKUP}
    press(app, "split-turn")
    assert len(nodes()) == 2


def test_what_retrieval_will_find_is_told_before(split: AppTest) -> None:
    assert "1 of 2 passages" in said(split)


def test_a_part_is_renamed_and_its_rule_goes_along(split: AppTest) -> None:
    field = next(f for f in split.text_input if f.key and f.key.startswith("split-qualifier-0"))
    field.set_value("Basic").run()
    assert parts(split)[0][0] == "Basic"
    assert words_split.RULE_QUALIFIER.format(values="Basic") in said(split)


def test_a_part_is_removed_and_its_mentions_wait(split: AppTest) -> None:
    nonce = held(split).nonce
    app = press(split, f"split-remove-0-{nonce}")
    assert parts(app) == [("Enterprise", 1)]
    assert len(held(app).plan.rows_of(-1)) == 1
    assert words_split.COUNT_WAIT.format(count=1) in said(app)


def test_two_parts_of_one_name_can_not_be_taken(split: AppTest) -> None:
    field = next(f for f in split.text_input if f.key and f.key.startswith("split-qualifier-0"))
    app = field.set_value("Enterprise").run()
    assert app.button(key="split-do").disabled
    assert "same name" in said(app)


def test_many_are_moved_by_filter_into_a_part_that_is_typed(home: Path) -> None:
    add_workspace(home, "many", list(_many()))
    with opened("curate", ws="many", split=BACKUP) as app:
        assert parts(app) == [("Business", 20), ("Enterprise", 20)]
        app.selectbox(key=f"split-by-{held(app).nonce}").set_value(-1).run()
        assert parts(app) == [("Daily backup", 40)]
        field = next(f for f in app.multiselect if f.key and f.key.startswith("split-filter-metadata-plan"))
        field.set_value(["Enterprise"]).run()
        assert words_split.MENTIONS_COUNT.format(shown=20, total=40) in said(app)
        typed = next(f for f in app.text_input if f.key and f.key.startswith("split-new"))
        typed.set_value("Enterprise").run()
        target(app).set_value("Enterprise").run()
        app = press(app, "split-rows-move-shown")
        assert parts(app) == [("Daily backup", 20), ("Enterprise", 20)]
        target(app).set_value("Enterprise").run()
        app = press(app, "split-make-rule")
        assert words_split.RULE_METADATA.format(field="plan", values="Enterprise") in said(app)
        app = press(app, "split-filter-clear")
        assert words_split.MENTIONS_ALL.format(total=40) in said(app)
        app = press(app, "split-do")
        sizes = {key: len(explorer().views().graph.nodes[key]["entity"].mentions) for key in nodes()}
        assert sizes == {BACKUP: 20, f"{BACKUP} [enterprise]": 20}


def test_unclear_relations_are_asked_for_and_given_to_a_part(home: Path) -> None:
    add_workspace(home, "many", list(_many()))
    with opened("curate", ws="many", split=BACKUP) as app:
        assert len(held(app).plan.unclear) == 20
        target(app, "ends").set_value("Business").run()
        app = press(app, "split-ends-move-shown")
        assert len(held(app).plan.chosen) == 20
        press(app, "split-do")
        assert nodes() == {f"{BACKUP} [business]", f"{BACKUP} [enterprise]"}


def test_words_can_not_be_made_a_rule(split: AppTest) -> None:
    app = split.text_input(key="split-words").set_value("enterprise").run()
    assert words_split.MENTIONS_COUNT.format(shown=1, total=2) in said(app)
    assert app.button(key="split-make-rule").disabled
    app.text_input(key="split-words").set_value("nowhere").run()
    assert words_split.NONE_FIT in said(app)


def test_a_new_part_is_typed(split: AppTest) -> None:
    field = next(f for f in split.text_input if f.key and f.key.startswith("split-new"))
    app = field.set_value("Starter").run()
    assert parts(app) == [("Business", 1), ("Enterprise", 1), ("Starter", 0)]


def test_new_evidence_keeps_the_parts_that_were_worked_out(split: AppTest, home: Path) -> None:
    field = next(f for f in split.text_input if f.key and f.key.startswith("split-qualifier-0"))
    app = field.set_value("Basic").run()
    more = record("more.md", "More.", [{"name": "Daily backup", "description": "More.", "qualifier": "Basic"}])
    explorer().intake.add([Incoming("records", "more.jsonl", json.dumps(more).encode())])
    app = app.run()
    assert parts(app) == [("Basic", 2), ("Enterprise", 1)]
    assert [found.value for found in app.info][:1] == [words_split.CHANGED]


def test_what_waits_is_placed_where_the_parts_are_known(split: AppTest) -> None:
    press(split, "split-do")
    more = record("more.md", "More.", [{"name": "Daily backup", "description": "A day.", "qualifier": "Starter"}])
    explorer().intake.add([Incoming("records", "more.jsonl", json.dumps(more).encode())])
    app = split.run()
    assert words_split.DONE_WAIT_ONE in said(app)
    app = press(app, "split-open-waiting")
    assert [label for label, _ in parts(app)] == ["Business", "Enterprise", "Starter"]
    assert words_split.ABOUT_AGAIN_ONE in said(app)
    press(app, "split-do")
    assert nodes() == {f"{BACKUP} [{plan.lower()}]" for plan in PLANS}


def test_a_node_that_was_split_tells_what_became_of_it() -> None:
    with opened("curate", ws="lark") as app:
        explorer().curate.decide(rulings(explorer().splits.open(BACKUP).plan))
        app.query_params["split"] = BACKUP
        app.run()
        assert not app.exception
        assert words_split.BECAME in said(app)
        assert len([link for link in app.main.get("page_link") if "node=daily" in link.proto.query_string]) == 2


# --- merge ------------------------------------------------------------------------------------------------------------


def test_a_merge_lists_its_self_loops_and_remembers_the_old_name() -> None:
    with opened("curate", ws="lark", merge=["export", "data retention"]) as app:
        assert not app.exception
        assert "6 → 5" in [metric.value for metric in app.metric]
        assert [e.label for e in app.expander if "itself" in e.label]
        assert words_merge.ALIASES.format(names="Export") in said(app)
        app = press(app, "merge-do")
        assert last().decision.kind == "merge"
        assert "export" not in explorer().views().graph
        assert [found.value for found in app.success] == [words_merge.MERGED.format(name="Data retention")]


def test_many_become_one_by_a_list_below_what_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge_screen, "_CARDS", 3)
    with opened("curate", ws="lark") as app:
        keys = sorted(explorer().views().graph)
    assert len(keys) > 5
    with opened("curate", ws="lark", merge=keys) as app:
        assert not app.exception
        assert app.expander[0].label == words_merge.CHOSEN_MANY.format(count=len(keys))
        assert not [b for b in app.button if b.label == words_merge.REMOVE]
        (listed,) = [m for m in app.multiselect if m.label == words_merge.CHOSEN]
        listed.set_value(keys[1:]).run()
        assert app.query_params["merge"] == keys[1:]


def test_what_is_not_the_same_is_noted_instead() -> None:
    with opened("curate", ws="lark", merge=["export", "data retention"]) as app:
        app = press(app, "merge-not-same")
        assert last().decision.kind == "not_same"
        assert [found.value for found in app.success] == [words_merge.KEPT_APART]


def test_one_alone_asks_for_another_and_takes_it_from_the_search() -> None:
    with opened("curate", ws="lark", merge="export") as app:
        assert [found.value for found in app.info] == [words_merge.TOO_FEW]
        app.text_input(key="merge-add").set_value("retention").run()
        app = press(app, "merge-in-data retention")
        assert app.query_params["merge"] == ["export", "data retention"]
        assert app.button(key="merge-do")


def test_a_merge_of_what_is_gone_says_so() -> None:
    with opened("curate", ws="lark", merge=["export", "nowhere"]) as app:
        assert "nowhere" in app.warning[0].value


HOSTILE = "![x](http://example.org/a.png) :smile: <b>bold</b> **x**"


@pytest.mark.parametrize("address", [{"split": HOSTILE.lower()}, {"merge": [HOSTILE.lower(), "export"]}])
def test_hostile_names_and_texts_are_shown_as_they_are(home: Path, address: dict[str, Any]) -> None:
    named = {"name": HOSTILE, "type": HOSTILE, "description": HOSTILE}
    rows = [
        {**record(f"{n} {HOSTILE}", f"{HOSTILE} and {word}.", [{**named, "qualifier": f"{word} {HOSTILE}"}], [])}
        for n, word in enumerate(("one", "two"))
    ]
    links = [{"source": HOSTILE, "target": "Export", "keywords": HOSTILE, "description": HOSTILE}]
    add_workspace(home, "hostile", [*rows, record("more", "More.", [{"name": "Export"}], links)])
    with opened("curate", ws="hostile", **address) as app:
        assert not app.exception
        labels = [*(b.label for b in app.button), *(m.value for m in (*app.main.markdown, *app.main.caption))]
        labels += [head.value for head in app.main.subheader] + [e.label for e in app.expander]
        assert [text for text in labels if "example" in text]
        assert not [text for text in labels if "](" in text or ":smile:" in text or "<b>" in text or "**x**" in text]


# --- the small editor -------------------------------------------------------------------------------------------------

DAILY = {"name": "Daily Backup", "qualifier": ""}
EDGE = {
    "source": {"name": "CANCELLATION", "qualifier": ""},
    "target": {"name": "Billing", "qualifier": ""},
    "predicate": "closing invoice",
}
BODIES: Mapping[str, Mapping[str, Any]] = {
    "rename": {"node": DAILY, "to": {"name": "Nightly copy", "qualifier": ""}},
    "retype": {"node": DAILY, "type": "process"},
    "qualify": {"node": DAILY, "qualifier": "all plans"},
    "hide": {"node": DAILY},
    "relabel": {"relation": EDGE, "to": "ends in"},
    "direction": {"relation": EDGE, "way": "reverse"},
    "assert": {"document": "guide/invoices.md", "quote": "closes your books", "entity": {"name": "Books"}},
}


def _editor(kind: str, body: dict) -> None:
    from pages.parts import ruling, session

    ruling.draw(session.explorer(), kind, body)


@pytest.fixture
def editor() -> Iterator[AppTest]:
    yield AppTest.from_function(_editor, default_timeout=LONG)
    session.close_all()


@pytest.mark.parametrize("kind", BODIES)
def test_a_small_ruling_is_previewed_and_decided(editor: AppTest, kind: str) -> None:
    editor.kwargs = {"kind": kind, "body": BODIES[kind]}
    editor.run()
    assert not editor.exception
    assert editor.metric
    next(button for button in editor.button if button.key and button.key.endswith("-do")).click().run()
    assert (last().decision.kind, last().state) == (kind, "acts")


def test_words_that_are_not_in_the_passage_are_refused(editor: AppTest) -> None:
    editor.kwargs = {"kind": "assert", "body": {**BODIES["assert"], "quote": "never said"}}
    editor.run()
    assert any(words_merge.QUOTE_MISSING in caption.value for caption in editor.caption)
    assert not [button for button in editor.button if button.key and button.key.endswith("-do")]


def test_a_kind_that_is_not_known_can_not_be_taken(editor: AppTest) -> None:
    editor.kwargs = {"kind": "wrong", "body": {}}
    editor.run()
    assert not editor.exception
    assert editor.error
