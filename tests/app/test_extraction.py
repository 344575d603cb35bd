"""The Extraction page without a browser: one passage with all that was read from it, and a second reading beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.domain.records import EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from core.settings import Engine, Settings
from core.store.mentions import Failed
from pages.parts import session
from pages.parts import words_extraction as words
from tests.adapters.ollama_server import CHAT, EMBED, THINKER, OllamaStub, Says, serving
from tests.app.workspace import opened
from tests.waiting import LONG

FOUND = Extraction(
    entities=(
        EntityRow("Ines", "person", "Keeps the <b>keys</b>.", "Annex", "{}"),
        EntityRow("Moon base", "place", flags=("ungrounded",)),
    ),
    relations=(RelationRow("Ines", "Keys", "She keeps them.", ("keeping",), 2.0),),
    themes=("order",),
    issues=(RowIssue("rejected", '{"name": ""}', "the entity has no name"),),
    flags=("incomplete",),
    calls=(ModelCall("extract", CHAT, "ab", "cd", 1871, 212, 8230, "ok"),),
    reply='{"entities": [',
)
TEXTS = ("Ines keeps the keys of the annex.", "Omar opens the doors.", "The lamps are lit at dusk.")


@pytest.fixture(autouse=True)
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OllamaStub]:
    with serving() as stub:
        monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
        monkeypatch.setenv("OLLAMA_HOST", stub.url)
        yield stub


@pytest.fixture
def ids(tmp_path: Path) -> list[str]:
    """Three passages: one read, one failed, one waiting; their ids."""
    path = bootstrap.create_workspace(Settings(tmp_path), "plans", Engine("ollama", CHAT, EMBED))
    explorer = bootstrap.open_workspace(path, Settings(tmp_path))
    for number, text in enumerate(TEXTS):
        explorer.intake.add_text(f"Note {number}", text)
    read, failed, waiting = explorer._store.documents.pending()
    explorer._store.mentions.save(read, FOUND, f"{CHAT}@aaaa json 0123456789abcdef", "2026-01-01T00:00:00Z")
    explorer._store.mentions.fail(failed, "It answered in prose.", Failed("Sure! Here you go.", (), 3))
    explorer.close()
    return [chunk.chunk.id for chunk in (read, failed, waiting)]


def explorer() -> Explorer:
    found: Explorer = session.explorer()
    return found


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.error, *app.success, *app.info, *app.main.text, *app.main.code)
    return "\n".join(text.value for text in shown).replace("\\", "").replace("\u2060", "")


def test_without_a_workspace_it_says_where_to_make_one() -> None:
    with opened("extraction") as app:
        assert not app.exception
        assert app.main.get("page_link")


def test_without_documents_it_says_where_to_add_them(tmp_path: Path) -> None:
    bootstrap.create_workspace(Settings(tmp_path), "plans", Engine())
    with opened("extraction") as app:
        assert words.NO_DOCUMENTS in [found.value for found in app.main.subheader]


def test_a_link_opens_a_passage_with_all_that_was_read(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[0]) as app:
        assert not app.exception
        text = said(app)
    assert "**Ines · Annex**" in text
    assert "Keeps the <b>keys</b>." in text
    assert "**Ines** → **Keys**" in text
    assert words.FLAGS["ungrounded"][0] in text
    assert words.FLAGS["incomplete"][0] in text
    assert '{"name": ""}' in text
    assert '{"entities": [' in text
    assert words.READ_BY["model"].format(name=CHAT, style="JSON") in text
    assert words.COST_ONE.format(tokens_in=1871, tokens_out=212, seconds="8.23 s") in text


def test_the_calls_are_listed_with_how_they_ended(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[0]) as app:
        calls = app.dataframe[0].value
        assert list(calls.iloc[0]) == ["reading", words.OUTCOMES["ok"], 8.23, 1871, 212, CHAT]


def test_without_a_link_what_failed_comes_first(ids: list[str]) -> None:
    with opened("extraction") as app:
        assert not app.exception
        assert words.FAILED in said(app)
        assert "It answered in prose. Tried 3 times." in said(app)
        assert "Sure! Here you go." in said(app)


def test_a_failed_passage_can_be_read_again(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[1]) as app:
        app.button(key="extraction-retry").click().run()
        assert explorer().job.wait(LONG).state == "done"
        app.run()
        assert words.FAILED not in said(app)
        assert "**Ines**" in said(app)


def test_a_passage_that_waits_says_so(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[2]) as app:
        assert words.NOT_READ in [found.value for found in app.main.subheader]


def test_a_link_to_a_passage_that_is_not_here_says_so(ids: list[str]) -> None:
    with opened("extraction", chunk="../../etc/passwd#1") as app:
        assert not app.exception
        assert words.GONE in said(app)


def test_another_document_is_one_choice_away(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[0]) as app:
        documents = app.selectbox(key="extraction-document")
        documents.set_value(ids[2].rpartition("#")[0]).run()
        assert ids[2] in app.query_params["chunk"]


def test_passages_of_one_kind_can_be_stepped_through(ids: list[str]) -> None:
    with opened("extraction", chunk=ids[0]) as app:
        app.selectbox(key="extraction-show").set_value("failed").run()
        assert words.SHOWN_NONE in said(app)
        app.selectbox(key="extraction-show").set_value("rejected").run()
        assert "**Ines · Annex**" in said(app)


def test_a_second_reading_is_laid_beside_the_first(ids: list[str], stub: OllamaStub) -> None:
    stub.chats.append(
        Says('{"entities": [{"name": "ines", "type": "person"}, {"name": "annex", "type": "place"}], "relations": []}')
    )
    with opened("extraction", chunk=ids[0]) as app:
        app.selectbox(key="again-model").set_value(THINKER)
        app.selectbox(key="again-style").set_value("tuple")
        app.button(key="again-start").click().run()
        assert explorer().readings.again.wait(LONG).state == "done"
        app.run()
        assert not app.exception
        assert words.COMMON_ENTITIES.format(both=1, first=1, second=1) in said(app)
        assert words.COMMON_RELATIONS.format(both=0, first=1, second=0) in said(app)
        assert words.BY.format(name=THINKER, style="Rows") in said(app)
        assert explorer().readings.of(ids[0]).found == FOUND
        app.button(key="again-forget").click().run()
        assert words.SECOND_TITLE not in said(app)
    assert stub.asked("/api/chat")[0]["model"] == THINKER


def test_a_second_reading_that_fails_shows_what_was_said(ids: list[str], stub: OllamaStub) -> None:
    stub.chats.extend([Says("Sure, a summary: keys.")] * 6)
    with opened("extraction", chunk=ids[0]) as app:
        app.button(key="again-start").click().run()
        assert explorer().readings.again.wait(LONG).state == "failed"
        app.run()
        assert "Sure, a summary: keys." in said(app)
        assert app.error


def test_the_embedded_engine_offers_no_model(tmp_path: Path) -> None:
    path = bootstrap.create_workspace(Settings(tmp_path), "plans", Engine())
    explorer = bootstrap.open_workspace(path, Settings(tmp_path))
    explorer.intake.add_text("Note", TEXTS[0])
    explorer.close()
    with opened("extraction") as app:
        assert not app.exception
        assert words.AGAIN_EMBEDDED in said(app)
        assert [box.label for box in app.main.selectbox] == [words.DOCUMENT, words.SHOW, words.PASSAGE]


def test_a_second_reading_can_be_kept(ids: list[str], stub: OllamaStub) -> None:
    stub.chats.append(Says('{"entities": [{"name": "Annex", "type": "place"}], "relations": []}'))
    with opened("extraction", chunk=ids[0]) as app:
        app.button(key="again-start").click().run()
        explorer().readings.again.wait(LONG)
        app.run()
        app.button(key="again-keep").click().run()
        assert not app.exception
        assert words.KEPT in said(app)
        assert explorer().job.wait(LONG).state == "done"
        found = explorer().readings.of(ids[0]).found
        assert [row.name for row in found.entities] == ["Annex"]
        assert "**Annex**" in said(app.run())


def test_what_was_asked_before_is_not_asked_again_and_said_to_be_so(ids: list[str], stub: OllamaStub) -> None:
    with opened("extraction", chunk=ids[0]) as app:
        for _ in range(2):
            app.button(key="again-start").click().run()
            assert explorer().readings.again.wait(LONG).state == "done"
            app.run()
        assert words.ALL_KEPT in said(app)
    assert len(stub.asked("/api/chat")) == 1


def test_a_name_with_its_translation_is_said_to_be_one_thing_perhaps(ids: list[str], tmp_path: Path) -> None:
    held = bootstrap.open_workspace(tmp_path / "workspaces" / "plans", Settings(tmp_path))
    waiting = held._store.documents.pending()[0]
    found = Extraction((EntityRow("奇瑞 (Chery)"), EntityRow("[x](http://a.b) (奇瑞)")))
    held._store.mentions.save(waiting, found, "r", "2026-01-01T00:00:00Z")
    held.close()
    with opened("extraction", chunk=ids[2]) as app:
        told = [text.value for text in app.main.caption if "the two may be one thing" in text.value]
        assert any(words.ALIAS.format(name="奇瑞", alias="Chery") in line for line in told)
        assert not [line for line in told if "](http" in line]
    with opened("extraction", chunk=ids[0]) as app:
        assert not [text for text in app.main.caption if "the two may be one thing" in text.value]
