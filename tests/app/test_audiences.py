"""Who may see documents, on the Documents page: the table and what it would change, folders, one document, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.errors import InputError
from core.settings import Settings
from pages.parts import audiences_set, session
from pages.parts import words_audiences as words
from pages.parts.text import safe_markdown
from tests.app.workspace import add_workspace, opened, record


def labelled(document: str, text: str, audience: Any = None, chunk: str = "1") -> Mapping[str, Any]:
    said = {} if audience is None else {"metadata": {"audience": audience}}
    name = {"name": "Export", "type": "feature", "description": "Writes a file."}
    return {**record(document, text, [name]), "chunk": chunk, **said}


RECORDS = (
    labelled("handbook/export.md", "An export writes a file."),
    labelled("handbook/pay/bonus.md", "An export of bonuses.", ["hr"]),
    labelled("handbook/pay/mixed.md", "Export.", ["hr"]),
    labelled("handbook/pay/mixed.md", "Export again.", ["staff"], "2"),
    labelled("odd.md", "The odd export.", {"a": 1}),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    add_workspace(tmp_path, "Notes", RECORDS)
    return tmp_path


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.main.error))


def press(app: AppTest, key: str) -> AppTest:
    return next(button for button in app.button if button.key == key).click().run()


def editor(app: AppTest) -> Any:
    return next(each.value for each in app.main.dataframe if "labels" in each.value)


def typed(app: AppTest, **labels: list[str]) -> AppTest:
    """What a person changed in the table, as the page keeps it until it is saved."""
    wanted = {path.replace("__", "/") + ".md": tuple(each) for path, each in labels.items()}
    app.session_state["lightprism.audiences.pending"] = (session.explorer().path.name, wanted)
    return app.run()


def labels(document: str) -> tuple[str, ...]:
    found = {row.document: row.labels for row in session.explorer().audiences.documents()}
    return tuple(found[document])


def test_the_table_says_for_whom_each_document_is_who_said_so_and_what_is_for_nobody() -> None:
    with opened("documents", ws="Notes", view="audiences") as app:
        assert not app.exception
        table = editor(app).set_index("id")
        assert list(table.loc["handbook/pay/bonus.md", "labels"]) == ["hr"]
        assert table.loc["handbook/pay/bonus.md", "by"] == words.BY["file"]
        assert table.loc["handbook/pay/mixed.md", "own"] == "2"
        assert table.loc["handbook/export.md", "own"] == ""
        assert table.loc["handbook/pay/mixed.md", "note"] == words.BY_PASSAGE
        assert table.loc["odd.md", "note"] == words.NOBODY
        assert table.loc["handbook/export.md", "by"] == words.BY[""]


def test_what_each_label_may_see_is_counted() -> None:
    with opened("documents", ws="Notes", view="audiences") as app:
        found = next(each.value for each in app.main.dataframe if words.MEASURE_COLUMNS[0] in each.value)
        rows = {row[0]: tuple(row[1:]) for row in found.itertuples(index=False)}
        assert rows == {words.MEASURE_PUBLIC: (1, 5, 1), "hr": (3, 5, 3), "staff": (2, 5, 2)}


def test_a_change_says_what_it_does_is_saved_and_taken_back() -> None:
    with opened("documents", ws="Notes", view="audiences") as app:
        typed(app, handbook__export=["board", " hr "], handbook__pay__bonus=[])
        assert words.CHANGED in said(app)
        assert words.EFFECT.format(label=words.MEASURE_PUBLIC, before=1, after=1) not in said(app)
        assert words.EFFECT.format(label="board", before=1, after=2) in said(app)
        press(app, "audiences-save")
        assert labels("handbook/export.md") == ("board", "hr")
        assert labels("handbook/pay/bonus.md") == ()
        assert words.SAVED.format(count=2) in said(app)
        assert "board" in app.sidebar.multiselect[0].options
        press(app, "audiences-back")
        assert labels("handbook/export.md") == ()
        assert labels("handbook/pay/bonus.md") == ("hr",)
        assert editor(app).set_index("id").loc["handbook/pay/bonus.md", "by"] == words.BY["file"]


@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("  ", words.LABEL_EMPTY),
        ("x" * 61, words.LABEL_LONG.format(label="x" * 39 + "…", most=60)),
        ("a\nb", words.LABEL_ODD.format(label="a b")),
    ],
)
def test_a_bad_label_is_refused_with_a_reason_and_nothing_is_saved(label: str, why: str) -> None:
    with opened("documents", ws="Notes", view="audiences") as app:
        typed(app, handbook__export=[label], handbook__pay__bonus=["board"])
        assert safe_markdown(why.split("“")[0]) in said(app)
        assert next(button for button in app.button if button.key == "audiences-save").disabled
        press(app, "audiences-reset")
        assert words.CHANGED not in said(app)
        assert labels("handbook/pay/bonus.md") == ("hr",)


def test_more_labels_than_can_be_read_are_refused() -> None:
    with pytest.raises(InputError, match="21 labels"):
        audiences_set.checked([f"label {n}" for n in range(21)], "Export")
    assert audiences_set.checked([" b", "a", "b"], "Export") == ("a", "b")


def test_labels_of_a_folder_hold_for_what_is_below_until_they_are_taken_off() -> None:
    with opened("documents", ws="Notes", view="audiences") as app:
        chosen = next(each for each in app.main.selectbox if each.key == "audiences-folder")
        assert chosen.options == ["handbook/ (3)", "handbook/pay/ (2)"]
        app.main.multiselect[0].set_value(["hr", "staff"]).run()
        press(app, "audiences-folder-set")
        assert labels("handbook/export.md") == ("hr", "staff")
        assert editor(app).set_index("id").loc["handbook/export.md", "by"] == words.BY["folder"]
        press(app, "audiences-folder-clear")
        assert labels("handbook/export.md") == ()


def test_a_document_shows_its_audience_and_it_is_set_and_taken_off_there() -> None:
    with opened("documents", ws="Notes", doc="handbook/pay/bonus.md") as app:
        assert "violet-badge[hr]" in said(app)
        assert list(app.main.dataframe[0].value.set_index("id").loc["handbook/pay/bonus.md", "audience"]) == ["hr"]
        app.main.multiselect[0].set_value(["hr", "board"]).run()
        press(app, "document-audience-set")
        assert labels("handbook/pay/bonus.md") == ("board", "hr")
        assert words.SAID_BY["person"] in said(app)
        press(app, "document-audience-clear")
        assert labels("handbook/pay/bonus.md") == ("hr",)


def test_a_document_for_nobody_says_so_and_can_be_opened_for_everyone() -> None:
    with opened("documents", ws="Notes", doc="odd.md") as app:
        assert words.NOBODY in said(app)
        press(app, "document-audience-set")
        assert words.EVERYONE in said(app)
        assert words.NOBODY not in said(app)


def test_a_reader_sees_audiences_and_sets_none(home: Path) -> None:
    holder = bootstrap.open_workspace(home / "workspaces" / "Notes", Settings(home))
    with opened("documents", ws="Notes", view="audiences") as app:
        assert words.READ_ONLY in said(app)
        assert all(button.disabled for button in app.main.button if str(button.key).startswith("audiences-"))
    holder.close()
