"""The Diagnose page without a browser: what it lists, how it is narrowed, and what ruling on a finding changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.diagnose import FINDERS
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import session
from pages.parts import words_diagnose as words
from tests.app.workspace import add_workspace, opened, record
from tests.larkspur import own_records

BOTH = "One name, several things 1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
    return tmp_path


def larkspur(home: Path, *more: tuple[str, bytes]) -> Path:
    """A workspace with the lesson's five passages."""
    path = add_workspace(home, "lark")
    explorer = bootstrap.open_workspace(path, Settings(home))
    explorer.intake.add([Incoming("uploads", name, data) for name, data in (("own.jsonl", own_records()), *more)])
    explorer.close()
    return path


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.main.text, *app.main.subheader, *app.main.info)
    return "\n".join(text.value for text in shown).replace("\\", "")


def button(app: AppTest, start: str) -> AppTest:
    """Press the button whose key begins so."""
    return next(each for each in app.main.button if str(each.key).startswith(start)).click().run()


def keys(app: AppTest, start: str) -> list[str]:
    return [str(each.key) for each in app.main.button if str(each.key).startswith(start)]


def counts(app: AppTest) -> dict[str, int]:
    """Counts by state, as they stand on the control."""
    (control,) = (each for each in app.main.button_group if each.key == "diagnose-state")
    labels = [option.content for option in control.proto.options]
    return {label.rpartition(" ")[0]: int(label.rpartition(" ")[2].replace(",", "")) for label in labels}


def test_a_workspace_without_documents_asks_for_some(home: Path) -> None:
    add_workspace(home, "lark")
    with opened("diagnose", ws="lark") as app:
        assert not app.exception
        assert words.EMPTY_TITLE in said(app)


def test_findings_are_listed_most_harmful_first_with_their_reach_and_proposal(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark") as app:
        assert not app.exception
        assert counts(app) == {"To look at": 5, "New": 0, "Unsure": 0, "Found right": 0}
        assert "Passages disagree on “Daily Backup”: one attribute is given as 30 days and as 7 days" in said(app)
        assert "reaches 1 of 6 entities" in said(app)
        links = [link.proto for link in app.main.get("page_link")]
        assert ["**Split “Daily Backup” into Business and Enterprise**"] == [
            link.label.replace("\\", "") for link in links if link.page == "curate"
        ]
        assert "split=daily+backup" in next(link for link in links if link.page == "curate").query_string


def test_a_kind_that_fails_is_named_and_the_others_are_listed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(scene: object) -> tuple[object, ...]:
        raise KeyError("left.md#7")

    monkeypatch.setitem(FINDERS, "name-collision", broken)
    larkspur(home)
    with opened("diagnose", ws="lark") as app:
        assert not app.exception
        assert counts(app)["To look at"] == 4
        (warning,) = app.main.warning
        assert words.FAILED in warning.value
        assert words.KINDS["name-collision"][0] in warning.value.replace("\\", "")


def test_a_finding_opens_its_evidence_side_by_side_with_its_signs(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", kind="name-collision") as app:
        button(app, "open-")
        assert not app.exception
        assert "With Business, a daily backup is held for 7 days." in said(app)
        assert "With Enterprise, a daily backup is held for 30 days." in said(app)
        assert "**Business** :small[1]" in said(app)
        assert "0.50 is enough" in app.main.expander[0].label
        assert len(keys(app, "original-")) == 2
        button(app, "open-")
        assert "With Business, a daily backup is held for 7 days." not in said(app)


def test_what_is_right_is_set_aside_listed_and_taken_back(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", kind="name-collision") as app:
        button(app, "right-")
        assert not app.exception
        assert words.DONE_RIGHT.format(count=1) in said(app)
        assert counts(app)["Found right"] == 1
        assert words.NONE_FIT_TITLE in said(app)
        button(app, "diagnose-undo")
        assert counts(app) == {"To look at": 5, "New": 0, "Unsure": 0, "Found right": 0}
        button(app, "right-")
    with opened("diagnose", ws="lark", show="right") as app:
        assert "Daily Backup" in said(app)
        button(app, "back-")
        assert counts(app)["To look at"] == 5
        assert words.NO_RIGHT_TITLE in said(app)


def test_unsure_asks_for_a_note_and_keeps_it(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", kind="unknown-stub") as app:
        button(app, "unsure-")
        app.main.text_input(key="diagnose-note").set_value("Ask *Ana*.")
        button(app, "unsure-save")
        assert counts(app)["Unsure"] == 1
        app.query_params["show"] = "unsure"
        app.run()
        assert words.NOTED.format(note="Ask *Ana*.") in said(app)


def test_a_kind_is_muted_and_heard_again(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", kind="island") as app:
        button(app, "diagnose-mute")
        assert counts(app)["To look at"] == 4
        assert keys(app, "unmute-") == ["unmute-island"]
        button(app, "unmute-")
        assert counts(app)["To look at"] == 5


def test_words_and_a_document_narrow_the_list(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", q="deletion") as app:
        assert len(keys(app, "open-")) == 1
        app.query_params["q"] = "nothing like it"
        app.run()
        assert words.NONE_FIT_TITLE in said(app)
        button(app, "diagnose-clear")
        assert len(keys(app, "open-")) == 5
        app.query_params["doc"] = "guide/large-accounts.md"
        app.run()
        assert len(keys(app, "open-")) == 2


def test_an_address_that_names_nothing_counts_as_not_said(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", show="odd", kind="ghosts", rule="vague", finding="x") as app:
        assert not app.exception
        assert len(keys(app, "open-")) == 5


def test_alike_findings_are_ticked_and_found_right_together(home: Path) -> None:
    lone = [
        record(
            f"{name}.md", f"{name} stands alone.", [{"name": name, "description": f"What {name} is, said at length."}]
        )
        for name in ("Amber", "Basalt", "Chalk")
    ]
    add_workspace(home, "stones", lone)
    with opened("diagnose", ws="stones", kind="island") as app:
        button(app, "open-")
        button(app, "alike-")
        assert words.TICKED.format(count=2) in said(app)
        button(app, "ticked-right")
        assert counts(app)["Found right"] == 0
        assert words.SURE_TITLE.format(count=2) in said(app)
        assert "Not connected 2" in said(app)
        button(app, "sure-cancel")
        assert words.SURE_TITLE.format(count=2) not in said(app)
        button(app, "ticked-right")
        button(app, "sure-right")
        assert counts(app)["Found right"] == 2
        assert len(session.explorer().curate.history()) == 2
        button(app, "diagnose-undo")
        assert counts(app)["Found right"] == 0


def test_ticked_proposals_are_previewed_and_taken_in_one_step(home: Path) -> None:
    things = [
        record(f"{n}.md", f"{name} is kept.", [{"name": name, "description": f"It is kept in place {n}, at length."}])
        for n, name in enumerate(("Daily backup", "Daily backups", "Weekly report", "Weekly reports"))
    ]
    add_workspace(home, "pairs", things)
    with opened("diagnose", ws="pairs", kind="near-duplicate") as app:
        button(app, "ticks-shown")
        button(app, "ticked-take")
        assert not app.exception
        assert words.TAKE_TITLE.format(count=2) in said(app)
        button(app, "take-all")
        assert not app.exception
        assert words.DONE_TAKEN.format(count=2) in said(app)
        explorer = session.explorer()
        assert explorer.library.graph().entities == 2
        button(app, "diagnose-undo")
        assert explorer.library.graph().entities == 4


def test_overlapping_passages_that_say_one_sentence_are_shown_once(home: Path) -> None:
    def told(chunk: str, document: str, text: str) -> dict[str, object]:
        entity = {"name": "Bin", "type": "", "description": text}
        return {"document": document, "chunk": chunk, "text": text, "entities": [entity], "relations": []}

    seven = "The bin keeps a record for 7 days."
    add_workspace(
        home,
        "bin",
        [
            told("a-0", "a.md", seven),
            told("a-1", "a.md", f"{seven} It is on the left."),
            told("b-0", "b.md", "The bin keeps a record for 14 days."),
        ],
    )
    with opened("diagnose", ws="bin", kind="name-collision") as app:
        button(app, "open-")
        assert not app.exception
        texts = [text.value for text in app.main.text]
        assert texts == [f"{seven} It is on the left.", "The bin keeps a record for 14 days."]
        assert words.SAID_BY.format(count=2) in said(app)
        assert len(keys(app, "original-")) == 3


def test_a_long_list_is_gone_through_part_by_part(home: Path) -> None:
    lone = [
        record(f"{n}.md", f"{n} stands alone.", [{"name": n, "description": f"What {n} is, said at length."}])
        for n in (f"{a}{b}" for a in ("Amber", "Basalt", "Chalk", "Dolomite", "Emery") for b in "VWXYZ")
    ]
    add_workspace(home, "stones", lone)
    with opened("diagnose", ws="stones", kind="island") as app:
        assert len(keys(app, "open-")) == 20
        assert words.PAGE.format(first=1, last=20, total=24) in said(app)
        button(app, "turn-later-above")
        assert words.PAGE.format(first=21, last=24, total=24) in said(app)
        assert len(keys(app, "open-")) == 4
        button(app, "turn-earlier-below")
        assert len(keys(app, "open-")) == 20


def test_under_classic_findings_are_shown_and_nothing_can_be_decided(home: Path) -> None:
    larkspur(home)
    with opened("diagnose", ws="lark", rule="classic") as app:
        assert words.CLASSIC_NOTE in said(app)
        assert len(keys(app, "open-")) > 3
        assert keys(app, "right-") == keys(app, "unsure-") == []
        assert "curate" not in [link.proto.page for link in app.main.get("page_link")]


def test_a_reader_looks_and_decides_nothing(home: Path) -> None:
    path = larkspur(home)
    holder = bootstrap.open_workspace(path, Settings(home))
    with opened("diagnose", ws="lark") as app:
        assert words.READ_ONLY in said(app)
        assert keys(app, "right-") == []
        assert len(keys(app, "open-")) == 5
    holder.close()


def test_rejected_rows_lead_to_what_was_read(home: Path) -> None:
    add_workspace(
        home, "rows", [record("a.md", "Data.", [{"name": "Data", "description": "What users make."}, {"name": ""}])]
    )
    with opened("diagnose", ws="rows", kind="rejected-rows") as app:
        assert words.REACHES_READING.format(count=1) in said(app)
        button(app, "open-")
        assert not app.exception
        assert "extraction" in [link.proto.page for link in app.main.get("page_link")]


def test_hostile_names_stay_text(home: Path) -> None:
    hostile = "![x](http://example.org/a.png) :smile: $x$"
    add_workspace(
        home, "odd", [record(hostile, hostile, [{"name": f"{n}{hostile}", "description": hostile} for n in "ab"])]
    )
    with opened("diagnose", ws="odd") as app:
        button(app, "open-")
        assert not app.exception
        shown = "\n".join(text.value for text in (*app.main.markdown, *app.main.caption))
        assert "](http" not in shown
        assert ":smile:" not in shown


def test_a_visit_later_shows_what_is_new(home: Path) -> None:
    path = larkspur(home)
    with opened("diagnose", ws="lark", show="new") as app:
        assert words.NEW_FIRST in said(app)
    explorer = bootstrap.open_workspace(path, Settings(home))
    stored = explorer._store.database.get("visit:diagnose:careful")
    assert stored is not None
    earlier = stored.replace('"at": "20', '"at": "19', 1)
    explorer._store.database.set("visit:diagnose:careful", earlier)
    more = b'{"document": "z", "chunk": "1", "text": "T.", "entities": [{"name": "Zebra"}], "relations": []}'
    explorer.intake.add([Incoming("uploads", "z.jsonl", more)])
    explorer.close()
    with opened("diagnose", ws="lark", show="new") as app:
        assert counts(app)["New"] > 0
        assert "Zebra" in said(app)
        button(app, "diagnose-seen")
        assert words.NO_NEW_TITLE in said(app)


def test_home_counts_findings_and_leads_here(home: Path) -> None:
    larkspur(home)
    with opened("home", ws="lark") as app:
        links = [link.proto for link in app.main.get("page_link")]
        assert [link.page for link in links if link.label == words.HOME_SERIOUS.format(count=5, serious=2)] == [
            "diagnose"
        ]
