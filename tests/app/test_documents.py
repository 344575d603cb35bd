"""The Documents page without a browser: the ways in, progress, the lists that keep nothing quiet, one document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.services.jobs import Progress
from core.settings import Settings
from pages.parts import session
from pages.parts import words_documents as words
from pages.parts.documents_lists import sheet
from pages.parts.documents_progress import figures
from pages.parts.figures import duration
from tests.app.workspace import add_workspace, opened, record
from tests.waiting import LONG

TEXT = "The daily backup is kept for seven days. The support desk restores a workspace from the daily backup."
RECORDS = (
    record("export.md", "An export reads the backup.", [{"name": "Export"}, {"name": ""}]),
    record("![x](http://example.org)", "<b>Bold</b> $x$ :smile:", [{"name": "Bold"}]),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    return tmp_path


@pytest.fixture
def empty(home: Path) -> Iterator[AppTest]:
    add_workspace(home, "plans")
    with opened("documents") as app:
        yield app


@pytest.fixture
def waiting(home: Path) -> Iterator[tuple[AppTest, Explorer]]:
    """One pasted text, not yet read; the page and the workspace it shows."""
    path = add_workspace(home, "plans")
    explorer = bootstrap.open_workspace(path, Settings(home))
    explorer.intake.add_text("Note", TEXT)
    explorer.close()
    with opened("documents") as app:
        yield app, session.explorer()


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.error, *app.warning, *app.success, *app.info)
    return "\n".join(text.value for text in shown)


def read_to_the_end(app: AppTest, explorer: Explorer) -> AppTest:
    assert explorer.job.wait(LONG).state == "done"
    return app.run()


def test_without_a_workspace_it_says_where_to_make_one() -> None:
    with opened("documents") as app:
        assert not app.exception
        assert app.main.get("page_link")


def test_an_empty_workspace_shows_the_ways_in(empty: AppTest) -> None:
    assert not empty.exception
    assert [tab.label for tab in empty.tabs][:4] == list(words.WAYS)
    assert words.EMPTY in [head.value for head in empty.main.subheader]


def test_an_uploaded_file_is_taken_in_and_read(empty: AppTest) -> None:
    empty.get("file_uploader")[0].upload("../../evil note.md", TEXT.encode(), "text/markdown").run()
    press(empty, words.ADD_FILE)
    explorer = session.explorer()
    read_to_the_end(empty, explorer)
    assert not empty.exception
    assert "1 added" in said(empty)
    assert words.ALL_READ.format(chunks=1) in said(empty)
    table = empty.dataframe[0].value
    assert list(table["id"]) == ["uploads/evil note.md"]
    assert list(table["read"]) == ["1 of 1"]
    assert table["entities"][0] > 0


def test_the_report_can_be_closed(empty: AppTest) -> None:
    empty.get("file_uploader")[0].upload("empty.md", b"", "text/markdown").run()
    press(empty, words.ADD_FILE)
    assert "uploads/empty.md" in said(empty).replace("\\", "")
    press(empty, words.DISMISS)
    assert not empty.warning


def test_whether_a_row_is_a_document_is_asked_for_tables_only(empty: AppTest) -> None:
    def keys() -> list[str]:
        return [control.key for control in empty.segmented_control]

    upload = empty.get("file_uploader")[0]
    upload.upload("a.md", b"x", "text/markdown").run()
    assert "documents-csv" not in keys()
    empty.get("file_uploader")[0].upload("a.csv", b"name,days\nBusiness,7\nEnterprise,30\n", "text/csv").run()
    empty.segmented_control(key="documents-csv").set_value(True).run()
    press(empty, words.ADD_FILE)
    session.explorer().job.cancel()
    assert session.explorer().library.contents().documents == 2


def test_a_folder_that_is_not_there_is_said_with_a_remedy(empty: AppTest) -> None:
    empty.text_input(key="documents-folder").set_value("/no/such/folder").run()
    press(empty, words.ADD_FOLDER)
    assert not empty.exception
    assert "There is no file or folder" in said(empty)


def test_a_folder_is_taken_in_with_what_could_not_be_read(empty: AppTest, tmp_path: Path) -> None:
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "good.md").write_text(TEXT, encoding="utf-8")
    (folder / "strange.xyz").write_bytes(b"?")
    empty.text_input(key="documents-folder").set_value(str(folder)).run()
    press(empty, words.ADD_FOLDER)
    session.explorer().job.cancel()
    assert "1 added; 1 not read" in said(empty).replace("\\", "")
    empty.segmented_control(key="documents-view").set_value("unread").run()
    (unread,) = (frame.value for frame in empty.dataframe)
    assert list(unread[words.UNREAD_COLUMNS[0]]) == ["handbook/strange.xyz"]
    assert unread[words.UNREAD_COLUMNS[3]][0]
    assert empty.query_params["view"] == "unread"


def test_a_text_is_read_in_the_encoding_that_is_chosen(empty: AppTest, tmp_path: Path) -> None:
    (tmp_path / "cafe.txt").write_bytes("Кафе.".encode("koi8-r"))
    empty.text_input(key="documents-folder").set_value(str(tmp_path / "cafe.txt")).run()
    empty.selectbox(key="documents-folder-encoding").set_value("koi8-r").run()
    press(empty, words.ADD_FOLDER)
    session.explorer().job.cancel()
    (row,) = session.explorer().library.documents()
    assert session.explorer().library.text(row.document.id) == "Кафе."


def test_pasted_text_is_taken_in(empty: AppTest) -> None:
    empty.text_area[0].set_value(TEXT).run()
    press(empty, words.ADD_TEXT)
    session.explorer().job.cancel()
    assert [row.document.id for row in session.explorer().library.documents()] == [f"uploads/{words.UNTITLED}.md"]


def test_records_that_are_read_already_bring_the_search_index_up_to_date(empty: AppTest, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(json.dumps(RECORDS[0]), encoding="utf-8")
    empty.text_input(key="documents-folder").set_value(str(file)).run()
    press(empty, words.ADD_FOLDER)
    explorer = session.explorer()
    assert explorer.job.wait(LONG).state == "done"
    assert all(state.current for state in explorer.library.collections())


def test_a_second_text_of_one_title_is_a_document_of_its_own(empty: AppTest) -> None:
    for text in (TEXT, "Another memo."):
        empty.text_input(key=f"documents-title-{int(text != TEXT)}").set_value("Memo").run()
        empty.text_area[0].set_value(text).run()
        press(empty, words.ADD_TEXT)
        session.explorer().job.wait(LONG)
    ids = [row.document.id for row in session.explorer().library.documents()]
    assert ids == ["uploads/Memo-2.md", "uploads/Memo.md"]


def test_the_chinese_sample_is_one_click(empty: AppTest) -> None:
    empty.button(key="documents-sample-chinese").click().run()
    session.explorer().job.cancel()
    assert session.explorer().library.contents().documents == 2


def test_what_waits_can_be_read(waiting: tuple[AppTest, Explorer]) -> None:
    app, explorer = waiting
    assert words.WAITING.format(pending=1, chunks=1) in said(app)
    press(app, words.BEGIN)
    read_to_the_end(app, explorer)
    assert words.BEGIN not in labels(app)
    assert words.ALL_READ.format(chunks=1) in said(app)


def test_failed_passages_are_listed_and_can_be_read_again(waiting: tuple[AppTest, Explorer]) -> None:
    app, explorer = waiting
    explorer._store.mentions.fail(explorer._store.documents.pending()[0], "The model answered in prose.")
    app.run()
    assert words.SOME_FAILED.format(failed=1, chunks=1, read=0) in said(app)
    app.segmented_control(key="documents-view").set_value("failed").run()
    assert "The model answered in prose." in said(app).replace("\\", "")
    app.button(key="failed-retry").click().run()
    read_to_the_end(app, explorer)
    assert explorer.library.contents().chunks.read == 1


def test_the_table_says_how_many_failed(waiting: tuple[AppTest, Explorer]) -> None:
    app, explorer = waiting
    explorer._store.mentions.fail(explorer._store.documents.pending()[0], "Too long.")
    assert list(app.run().dataframe[0].value["read"]) == ["0 of 1, 1 failed"]


def test_a_link_opens_a_document_with_its_passages(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", doc="export.md") as app:
        assert not app.exception
        assert "An export reads the backup." in [text.value for text in app.text]
        assert words.FOUND_REJECTED.format(entities=1, relations=0, rejected=1) in said(app)
        press(app, words.CLOSE)
        assert "doc" not in app.query_params


def test_a_link_to_a_document_that_is_not_here_says_so(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", doc="../../etc/passwd") as app:
        assert not app.exception
        assert words.GONE in said(app)


def test_hostile_names_and_texts_stay_text(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", doc="![x](http://example.org)") as app:
        assert not app.exception
        assert "<b>Bold</b> $x$ :smile:" in [text.value for text in app.text]
        escaped = [*(m.value for m in app.main.markdown), *(h.value for h in app.main.subheader)]
        assert not [value for value in escaped if "](http" in value]


def test_rejected_rows_are_shown_as_they_stood(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", view="rows") as app:
        rows = app.dataframe[0].value
        assert list(rows[words.ROWS_COLUMNS[1]]) == [words.ROW_KINDS["rejected"]]
        assert rows[words.ROWS_COLUMNS[3]][0]
        assert words.ROWS_HINT.format(rejected=1, repaired=0) in said(app)


@pytest.mark.parametrize(
    ("view", "head"),
    [
        ("queue", words.QUEUE_NONE),
        ("unread", words.UNREAD_NONE),
        ("failed", words.FAILED_NONE),
        ("nothing", words.NOTHING_NONE),
        ("rows", words.ROWS_NONE),
        ("cost", words.COST_NONE),
    ],
)
def test_an_empty_list_says_that_all_is_well(home: Path, view: str, head: str) -> None:
    add_workspace(home, "plans", [record("a.md", "Data.", [{"name": "Data"}])])
    with opened("documents", view=view) as app:
        assert head in [found.value for found in app.main.subheader]


def test_a_view_that_does_not_exist_is_the_documents(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", view="<script>") as app:
        assert not app.exception
        assert len(app.dataframe[0].value) == 2


def test_exports_are_offered_where_there_is_something(home: Path) -> None:
    add_workspace(home, "plans", RECORDS)
    with opened("documents", view="export") as app:
        assert not app.exception
        assert [b.proto.label for b in app.get("download_button")] == list(words.EXPORT_FILES.values())


def test_a_workspace_held_elsewhere_names_its_holder_and_offers_no_way_in(home: Path) -> None:
    path = add_workspace(home, "plans", RECORDS)
    holder = bootstrap.open_workspace(path, Settings(home))
    try:
        with opened("documents") as app:
            assert not app.exception
            assert words.READ_ONLY in said(app)
            assert holder._lock.holder() in said(app).replace("\\", "")
            assert not app.get("file_uploader")
            assert len(app.dataframe[0].value) == 2
    finally:
        holder.close()


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.2, "1 s"), (89, "89 s"), (90, "2 min"), (5399, "90 min"), (5400, "1.5 h"), (36000, "10.0 h")],
)
def test_a_time_is_rough(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_progress_says_all_that_is_known() -> None:
    progress = Progress("running", "reading", done=34, total=120, failed=2, rate=2.449, seconds_left=35.1)
    assert figures(progress) == [
        words.STEPS_DONE.format(done=34, total=120),
        words.RATE.format(rate="2.4"),
        words.LEFT.format(time="35 s"),
        words.FAILED_SO_FAR.format(count=2),
    ]
    assert figures(Progress("running")) == []


def test_a_saved_list_holds_no_formula() -> None:
    saved = sheet(pd.DataFrame({"a": ["=1+1", "@x", "plain", "-"], "n": [1, 2, 3, 4]})).decode("utf-8-sig")
    assert saved.splitlines() == ["a,n", "'=1+1,1", "'@x,2", "plain,3", "'-,4"]
