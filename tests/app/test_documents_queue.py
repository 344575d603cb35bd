"""The Documents page while passages wait: what reading will take, the order, failed and empty passages, the cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.domain.records import EntityRow, Extraction, ModelCall
from core.services.estimate import Plan
from core.settings import Engine, Settings
from pages.parts import session
from pages.parts import words_documents as words
from pages.parts.documents_plan import LIMIT, sentence
from tests.adapters.ollama_server import CHAT, EMBED, OllamaStub, serving
from tests.app.workspace import opened
from tests.waiting import LONG

AT = "2026-01-01T00:00:00Z"
CALL = ModelCall("extract", CHAT, "ab", "cd", 1871, 212, 8230, "ok")
QUIET = Extraction(calls=(CALL,), reply="There is nothing here.")
NAMED = Extraction((EntityRow("Ines", "person"),), calls=(CALL,))


@pytest.fixture(autouse=True)
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OllamaStub]:
    with serving() as stub:
        monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
        monkeypatch.setenv("OLLAMA_HOST", stub.url)
        yield stub


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    """Three documents of a passage each, none of them read: A, B and C."""
    settings = Settings(tmp_path)
    path = bootstrap.create_workspace(settings, "plans", Engine("ollama", CHAT, EMBED))
    explorer = bootstrap.open_workspace(path, settings)
    for title in "ABC":
        explorer.intake.add_text(title, f"{title} keeps the keys of the annex.")
    yield explorer
    explorer.close()


@pytest.fixture
def shown(explorer: Explorer) -> Iterator[tuple[AppTest, Explorer]]:
    """The page over the workspace, and the workspace as the page holds it."""
    explorer.close()
    with opened("documents") as app:
        yield app, session.explorer()


def said(app: AppTest) -> str:
    texts = (*app.main.markdown, *app.main.caption)
    return "\n".join(text.value for text in texts).replace("\\", "").replace("\u2060", "")


def see(app: AppTest, view: str) -> AppTest:
    return app.segmented_control(key="documents-view").set_value(view).run()


def read(explorer: Explorer, number: int, found: Extraction = NAMED) -> str:
    """Store what was read from the passage of that number among those that wait; its id."""
    chunk = explorer._store.queue.waiting()[number]
    explorer._store.mentions.save(chunk, found, f"{CHAT}@ab json 0123", AT)
    return chunk.chunk.id


def test_before_reading_the_calls_and_tokens_are_told(shown: tuple[AppTest, Explorer], stub: OllamaStub) -> None:
    app, explorer = shown
    plan = explorer.changes.estimate(explorer.choice)
    assert plan.calls == 3
    assert sentence(plan) in said(app)
    assert stub.asked("/api/chat") == []


def test_reading_stops_after_as_many_passages_as_asked(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    app.number_input(key=LIMIT).set_value(1).run()
    assert sentence(explorer.changes.estimate(explorer.choice, limit=1)) in said(app)
    app.button(key="reading-start").click().run()
    assert explorer.job.wait(LONG).left == 2
    app.run()
    assert words.LIMIT_ONE in said(app)
    assert explorer.library.contents().chunks.pending == 2


def test_a_server_that_is_gone_leaves_the_plan_open_and_the_page_whole(
    shown: tuple[AppTest, Explorer], monkeypatch: pytest.MonkeyPatch, explorer: Explorer
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    session.close_all()
    with opened("documents") as app:
        assert not app.exception
        assert words.PLAN_UNKNOWN.format(reason="") in said(app)
        assert words.WAITING.format(pending=3, chunks=3) in said(app)


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (Plan(78, 78, 0, 234_567, None), "78 passages: 78 calls, about 230,000 tokens in, how long is known after"),
        (Plan(1, 1, 0, 3021, 31.0), "1 passage: 1 call, about 3,000 tokens in, about 31 s."),
        (Plan(9, 9, 4, 900, 31.0), "4 of the calls are answered from kept replies."),
        (Plan(18, seconds=9.0), "18 passages: about 9 s, no model is asked."),
    ],
)
def test_a_plan_is_one_line(plan: Plan, told: str) -> None:
    assert told in sentence(plan)


def test_what_a_model_would_read_is_only_made_searchable_when_it_is_added(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    app.text_area[0].set_value("Omar opens the doors.").run()
    next(button for button in app.button if button.label == words.ADD_TEXT).click().run()
    assert explorer.job.wait(LONG).state == "done"
    assert explorer.library.contents().chunks.pending == 4
    assert [state.rows for state in explorer.library.collections() if state.name == "chunks"] == [4]


def test_a_document_that_is_put_first_is_read_next(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    see(app, "queue")
    first, _, last = (row.document for row in explorer.library.queue())
    app.button(key=f"queue-next-{last}").click().run()
    assert [row.document for row in explorer.library.queue()][:2] == [last, first]
    assert next(button.key for button in app.button if button.label == words.READ_NEXT) == f"queue-next-{first}"
    app.button(key="queue-forget").click().run()
    assert explorer.library.queue()[0].document == first


def test_an_open_document_can_be_put_first(explorer: Explorer) -> None:
    last = explorer.library.queue()[-1].document
    explorer.close()
    with opened("documents", doc=last) as app:
        app.button(key="document-next").click().run()
        assert session.explorer().library.queue()[0].document == last
        assert "document-next" not in [button.key for button in app.button]


def test_passages_that_are_to_be_read_again_wait_too(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    ids = [read(explorer, 0) for _ in range(3)]
    explorer._store.queue.read_chunk_again(ids[1])
    app.run()
    assert words.AGAIN_ONE in said(app)
    assert words.ALL_READ.format(chunks=3) not in said(app)
    assert (
        words.COUNTED.format(label=words.VIEWS["queue"], count=1) in app.segmented_control(key="documents-view").options
    )


def test_one_failed_passage_is_read_again_without_the_other(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    read(explorer, 0)
    waiting = explorer._store.queue.waiting()
    for chunk in waiting:
        explorer._store.mentions.fail(chunk, "It answered in *prose*.")
    see(app.run(), "failed")
    assert said(app).count("It answered in *prose*.") == 2
    app.button(key=f"failed-retry-{waiting[1].chunk.id}").click().run()
    explorer.job.wait(LONG)
    assert [chunk for chunk, _ in explorer.library.failures()] == [waiting[0].chunk.id]
    assert explorer.library.contents().chunks.pending == 0


def test_a_failed_passage_joins_those_that_wait_and_starts_nothing(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    explorer._store.mentions.fail(explorer._store.queue.waiting()[0], "Too long.")
    see(app.run(), "failed")
    app.button(key="failed-retry").click().run()
    assert explorer.job.progress().state == "idle"
    assert explorer.library.contents().chunks.pending == 3


def test_passages_without_an_entity_are_listed_with_the_way_to_their_reading(
    shown: tuple[AppTest, Explorer],
) -> None:
    app, explorer = shown
    read(explorer, 0)
    empty = Extraction(calls=(CALL,), flags=("no entities",))
    name = read(explorer, 0, empty)
    see(app.run(), "nothing")
    assert words.NOTHING_HINT in said(app)
    assert f"**{name}**" in said(app)
    assert [link.proto.label for link in app.main.get("page_link")] == [words.TO_EXTRACTION]


def test_the_cost_of_reading_is_told_apart_from_questions(shown: tuple[AppTest, Explorer]) -> None:
    app, explorer = shown
    read(explorer, 0)
    read(explorer, 0, QUIET)
    explorer._store.calls.record((ModelCall("keywords", CHAT, "ab", "cd", 90, 12, 400, "ok"),), "question", AT)
    see(app.run(), "cost")
    rows = app.dataframe[0].value.to_numpy().tolist()
    assert [row[:5] for row in rows] == [
        [words.COST_JOBS[0], CHAT, 2, 3742, 424],
        [words.COST_JOBS[1], CHAT, 1, 90, 12],
    ]
