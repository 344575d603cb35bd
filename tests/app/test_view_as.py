"""Looking with a viewer's eyes: in the address, on every page, over links and page changes, off where it must be."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.domain.curation import Ruling
from core.domain.modes import MODES
from core.services.question import Request
from core.settings import Settings
from pages.parts import compare_reasons, session, words, words_compare, words_documents, words_lesson
from pages.parts import words_audiences as audiences
from pages.parts import words_view_as as own
from pages.parts.compare_columns import Opened
from pages.parts.original_state import Wanted
from tests.app.workspace import ROOT, add_workspace, opened, record

HIDDEN = "Zanzibar"
"""Stands in restricted documents, in what was read from them, and in decisions on it; nowhere else."""
BACKUP = {"name": "Daily backup", "type": "process", "description": "Is kept for seven days."}
EXPORT = {"name": "Export", "type": "feature", "description": "Writes a file."}
READS = {"source": "Export", "target": "Daily backup", "description": "Export reads it.", "keywords": "reads"}
SECRET = {"name": f"{HIDDEN} vault", "type": f"{HIDDEN} place", "description": f"{HIDDEN} holds the copies."}
KEPT = {"source": "Daily backup", "target": SECRET["name"], "description": f"Kept in {HIDDEN}.", "keywords": HIDDEN}
ON_PAGES = {
    "home": {},
    "documents": {"doc": "open.md"},
    "ask": {"q": "What does the export read?", "mode": "naive"},
    "compare": {"q": "What does the export read?"},
    "search": {"q": "export"},
    "graph": {"node": "export"},
    "lesson": {},
}


def restricted(document: str, text: str, audience: Any, **more: Any) -> Mapping[str, Any]:
    said = {"name": "Export", "type": "feature", "description": f"Is checked in {HIDDEN}."}
    return {**record(document, text, [said, SECRET, {"name": ""}], [KEPT]), "metadata": {"audience": audience}, **more}


RECORDS = (
    record("open.md", "An export reads the daily backup.", [EXPORT, BACKUP], [READS]),
    restricted(f"staff/{HIDDEN}.md", f"The copies are in {HIDDEN}. An export is checked.", ["staff"], title=HIDDEN),
    restricted("odd.md", f"{HIDDEN} again: the export.", {"a": 1}),
    {**restricted("open.md", f"And the export goes to {HIDDEN}.", "staff"), "chunk": "2"},
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the notes, and what a person ruled on them; each test works in a copy."""
    folder = tmp_path_factory.mktemp("made")
    explorer = bootstrap.open_workspace(add_workspace(folder, "Notes", RECORDS), Settings(folder))
    said = {"node": _named("Export"), "text": f"Checked in {HIDDEN}.", "of": _mentions(explorer, "Export")}
    explorer.curate.decide([Ruling("describe", said)])
    explorer.curate.decide([Ruling("rename", {"node": _named(SECRET["name"]), "to": _named(f"{HIDDEN} store")})])
    explorer.close()
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def _named(name: str) -> dict[str, str]:
    return {"name": name, "qualifier": ""}


def _mentions(explorer: Any, name: str) -> list[str]:
    desk = explorer.browse.desk("careful")
    return list(desk.entity(desk.resolved(name)).entity.mentions)


def protos(app: AppTest) -> Iterator[Any]:
    """Everything that was sent to the browser."""
    left = [app._tree]
    while left:
        node = left.pop()
        left += getattr(node, "children", {}).values()
        if getattr(node, "proto", None) is not None:
            yield node.proto


def holds(app: AppTest, word: str = HIDDEN) -> bool:
    sent = b"\n".join(proto.SerializeToString() for proto in protos(app))
    return re.search(word.encode(), sent, re.IGNORECASE) is not None


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.main.subheader))


def buttons(app: AppTest) -> set[str]:
    return {str(button.key) for button in app.main.button}


def press(app: AppTest, key: str) -> AppTest:
    return next(button for button in app.button if button.key == key).click().run()


@pytest.mark.parametrize("page", sorted(words.PAGES))
def test_a_hidden_word_stands_on_no_page_for_who_may_not_see_it(page: str) -> None:
    address = {"ws": "Notes", **ON_PAGES.get(page, {})}
    with opened(page, **address, **{"as": ""}) as app:
        assert not app.exception
        assert not holds(app)
        assert own.NOT_A_LOGIN in said(app)
        assert "view-as-back" in buttons(app)


@pytest.mark.parametrize("page", ["documents", "search", "graph", "compare"])
def test_who_holds_the_label_sees_it(page: str) -> None:
    with opened(page, ws="Notes", **ON_PAGES[page], **{"as": "staff"}) as app:
        assert not app.exception
        assert holds(app)


@pytest.mark.parametrize("page", sorted(own.OFF_WHY))
def test_pages_that_tell_of_everything_are_off_and_say_why(page: str) -> None:
    with opened(page, ws="Notes", **{"as": "staff"}) as app:
        assert own.OFF_WHY[page] in said(app)
        assert buttons(app) == {"view-as-back"}
        press(app, "view-as-back")
        assert own.OFF_WHY[page] not in said(app)
        assert "as" not in app.query_params


def test_what_was_seen_before_is_not_shown_to_a_viewer() -> None:
    with opened("home", ws="Notes") as app:
        for page, address in ON_PAGES.items():
            app.switch_page(f"pages/{page}.py")
            app.query_params.update({"ws": "Notes", **address})
            app.run()
        assert app.session_state["lightprism.compare.run"]
        app.query_params["as"] = ""
        app.run()
        for page in words.PAGES:
            app.switch_page(f"pages/{page}.py").run()
            assert not app.exception
            assert not holds(app), page


def test_what_was_asked_and_searched_before_is_not_remembered_for_a_viewer() -> None:
    with opened("home", ws="Notes") as app:
        for page in ("ask", "compare", "search"):
            app.switch_page(f"pages/{page}.py")
            app.query_params.clear()
            app.query_params.update({"ws": "Notes", "q": f"Where is {HIDDEN}?"})
            app.run()
            assert holds(app)
        for page in ("home", "ask", "compare", "search", "graph"):
            app.switch_page(f"pages/{page}.py")
            app.query_params.clear()
            app.query_params.update({"ws": "Notes", "as": "", **({"view": "history"} if page == "home" else {})})
            app.run()
            assert not app.exception
            assert not holds(app), page


def test_a_page_change_keeps_the_viewer_and_a_whole_address_says_who_looks() -> None:
    with opened("search", ws="Notes", **{"as": "staff"}) as app:
        app.switch_page("pages/graph.py")
        app.query_params.clear()
        app.run()
        assert app.query_params["as"] == "staff"
        app.query_params.clear()
        app.query_params["ws"] = "Notes"
        app.run()
        assert "as" not in app.query_params
        assert own.NOT_A_LOGIN not in said(app)


@pytest.mark.parametrize("page", ["graph", "lesson"])
def test_pages_that_write_the_address_keep_all_labels(page: str) -> None:
    with opened(page, ws="Notes", **ON_PAGES[page]) as app:
        app.query_params["as"] = ["hr", "staff"]
        app.run()
        for button in app.main.button:
            if button.label in (words_lesson.NEXT, words.AROUND):
                button.click().run()
                break
        assert app.query_params["as"] == ["hr", "staff"]


def test_work_that_was_begun_without_a_viewer_is_there_again_afterwards() -> None:
    with opened("graph", ws="Notes") as app:
        app.session_state["lightprism.settings.Notes"] = "begun"
        app.query_params["as"] = "staff"
        app.run()
        assert "lightprism.settings.Notes" not in app.session_state
        press(app, "view-as-back")
        assert app.session_state["lightprism.settings.Notes"] == "begun"


def test_labels_are_chosen_in_the_sidebar_and_none_means_what_everyone_may_see() -> None:
    with opened("documents", ws="Notes") as app:
        assert app.sidebar.multiselect[0].options == ["staff"]
        app.sidebar.multiselect[0].select("staff").run()
        assert app.query_params["as"] == "staff"
        assert holds(app)
        app.sidebar.multiselect[0].unselect("staff").run()
        assert app.query_params["as"] == ""
        assert own.AS_PUBLIC in said(app)
        press(app, "view-as-everything")
        assert "as" not in app.query_params
        press(app, "view-as-public")
        assert app.query_params["as"] == ""


@pytest.mark.parametrize("page", ["ask", "compare", "search", "graph", "documents"])
def test_what_was_asked_or_open_leaves_the_address_with_the_eyes_that_it_was_for(page: str) -> None:
    with opened(page, ws="Notes", **ON_PAGES[page]) as app:
        press(app, "view-as-public")
        assert not app.exception
        assert {name: values for name, values in app.query_params.items() if name not in ("ws", "as")} == {}
        assert app.query_params["as"] in ("", [""])
        assert not {field.value for field in (*app.main.text_input, *app.main.text_area)} & set(ON_PAGES[page].values())
        assert not app.toast


def test_a_step_back_that_changes_whose_eyes_look_says_so() -> None:
    with opened("search", ws="Notes", **{"as": "staff"}) as app:
        assert not app.toast
        app.query_params.clear()
        app.query_params["ws"] = "Notes"
        assert [toast.value for toast in app.run().toast] == [own.NOW_EVERYTHING]
        assert not app.run().toast
        app.query_params["as"] = "staff"
        assert "staff" in app.run().toast[0].value
        assert not press(app, "view-as-back").toast


def test_no_version_of_the_workspace_reaches_a_viewer() -> None:
    for page, modes in (("ask", ("naive",)), ("compare", tuple(MODES))):
        with opened("home", ws="Notes", **{"as": "staff"}) as app:
            seen = session.explorer().seen_by(("staff",))
            run = seen.runs.save("Which export?", seen.retrieve.compare(Request("Which export?"), modes), page=page)
            app.switch_page(f"pages/{page}.py")
            app.query_params["run"] = run
            app.run()
            assert not app.exception
            assert holds(app, "Which export?")
            assert not holds(app, "at version")


def test_another_workspace_is_seen_as_a_whole(home: Path) -> None:
    add_workspace(home, "Other")
    with opened("graph", ws="Notes", **{"as": "staff"}) as app:
        app.sidebar.selectbox[0].select("Other").run()
        assert "as" not in app.query_params
        assert own.SET_LABELS in [link.proto.label for link in app.sidebar.get("page_link")]


def test_a_label_that_no_document_has_is_said() -> None:
    with opened("search", ws="Notes", **{"as": "nobody *here*"}) as app:
        assert "names the label" in said(app)
        assert r"nobody \*here\*" in said(app)
        assert own.KNOWN.format(labels=":violet-badge[staff]") in said(app)


def test_every_link_of_a_page_names_the_viewer() -> None:
    for page, address in ON_PAGES.items():
        with opened(page, ws="Notes", **address, **{"as": "staff"}) as app:
            links = [link.proto for link in app.main.get("page_link")]
            assert all("as=staff" in link.query_string for link in links if link.query_string), page


def test_no_part_of_a_page_builds_an_address_of_its_own() -> None:
    wrong = [
        path.name
        for path in (ROOT / "pages").rglob("*.py")
        if re.search(r"""["']ws["']\s*:|query_params=\{["']|explorer\.path\.name,\s*DOC""", path.read_text("utf-8"))
    ]
    assert wrong == []


def test_a_viewer_decides_adds_and_sets_nothing() -> None:
    for page, address in ON_PAGES.items():
        with opened(page, ws="Notes", **address, **{"as": "staff"}) as app:
            found = buttons(app)
            assert not {key for key in found if key.startswith(("rule-", "card-split", "document-", "star-"))} - {
                "document-close"
            }, page
            assert page == "home" or not app.main.get("file_uploader")  # there for another workspace
            assert not [tab for tab in app.main.tabs if tab.label in ("Taken off",)]


def test_home_counts_what_is_visible_and_tells_of_no_findings() -> None:
    with opened("home", ws="Notes", **{"as": ""}) as app:
        assert [metric.value for metric in app.main.metric] == ["1", "1", "2", "1"]
        assert "diagnose" not in [link.proto.page for link in app.main.get("page_link")]
    with opened("home", ws="Notes") as app:
        assert app.main.metric[0].value == "3"


def test_documents_of_a_viewer_are_the_visible_ones_with_their_visible_passages() -> None:
    with opened("documents", ws="Notes", doc="open.md", **{"as": ""}) as app:
        assert list(app.main.dataframe[0].value["id"]) == ["open.md"]
        assert audiences.SEEN_HINT in said(app)
        assert [text.value for text in app.main.text] == ["An export reads the daily backup."]
    with opened("documents", ws="Notes", doc=f"staff/{HIDDEN}.md", **{"as": "other"}) as app:
        assert [text.value for text in app.main.text] == []


def test_what_a_viewer_takes_away_as_files_is_what_they_may_see() -> None:
    with opened("documents", ws="Notes", **{"as": ""}) as app:
        labels = [button.proto.label for button in app.main.get("download_button")]
        assert labels == list(words_documents.EXPORT_FILES.values())
        for kind in words_documents.EXPORTS:
            made = session.explorer().seen_by(()).transfer.export(kind, "careful", None)
            assert made
            assert not any(HIDDEN.encode() in file.content for file in made), kind


def test_without_a_visible_document_the_page_says_so(home: Path) -> None:
    add_workspace(home, "Closed", [restricted("a.md", "Only for some.", "staff")])
    with opened("documents", ws="Closed", **{"as": ""}) as app:
        assert audiences.SEEN_NONE in said(app)
    session.close_all()


def test_an_original_and_an_opened_item_show_no_more_than_their_visible_part() -> None:
    with opened("documents", ws="Notes", doc="open.md", **{"as": ""}) as app:
        assert "original-open.md#1" not in buttons(app)  # it came as a record: there is no more than its words
        assert not holds(app, "characters")
        app.session_state["lightprism.original"] = Wanted("open.md#1")  # as a click on another page asks for it
        app.run()
        assert "An export reads the daily backup." in next(code.value for code in app.code)
        assert not holds(app)
    with opened("compare", ws="Notes", **ON_PAGES["compare"], **{"as": ""}) as app:
        app.session_state[compare_reasons.OPENED] = Opened("entity", "export")
        app.run()
        assert f"**{words_compare.WHERE_IN_MODES}**" in [text.value for text in app.markdown]
        assert not holds(app)
