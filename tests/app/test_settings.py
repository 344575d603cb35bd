"""The Settings page without a browser: what applies to each engine, what a server has, what was changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.domain.chunking import TOKENS, WORD_PIECES, Chunking
from core.domain.recipe import ExtractionRecipe
from core.errors import InputError
from core.services.task import TaskView
from core.settings import Engine, Settings
from pages.parts import session, words_erase
from pages.parts import words_keeping as keeping
from pages.parts import words_settings as words
from pages.parts.settings_draft import Draft, changes
from pages.parts.settings_models import size
from pages.parts.settings_reading import cleaned_types
from pages.parts.settings_work import pull_figures, seconds
from tests.adapters.ollama_server import CHAT, CLOUD, EMBED, THINKER, Model, OllamaStub, Says, serving
from tests.app.workspace import opened
from tests.waiting import LONG

OLLAMA = Engine("ollama", CHAT, EMBED)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")  # the discard port: nothing answers there
    return tmp_path


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[OllamaStub]:
    with serving() as stub:
        monkeypatch.setenv("OLLAMA_HOST", stub.url)
        yield stub


def workspace(home: Path, engine: Engine) -> Path:
    return bootstrap.create_workspace(Settings(home), "plans", engine)


@pytest.fixture
def ollama(home: Path, stub: OllamaStub) -> Iterator[AppTest]:
    """The page of a workspace whose engine is Ollama, with a server that answers."""
    workspace(home, OLLAMA)
    with opened("settings") as app:
        yield app


def explorer() -> Explorer:
    found: Explorer = session.explorer()
    return found


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.error, *app.warning, *app.success, *app.info, *app.main.text)
    return "\n".join(text.value for text in shown)


def plain(app: AppTest) -> str:
    """What is said, without the escapes of Markdown and what parts an address."""
    return said(app).replace("\\", "").replace("\u2060", "")


def test_without_a_workspace_it_says_where_to_make_one() -> None:
    with opened("settings") as app:
        assert not app.exception
        assert app.main.get("page_link")


def test_the_embedded_engine_shows_only_what_applies(home: Path) -> None:
    workspace(home, Engine())
    with opened("settings") as app:
        assert not app.exception
        assert words.ABOUT["embedded"] in said(app)
        assert words.READING_EMBEDDED in said(app)
        assert [box.label for box in app.main.selectbox] == [words.UNIT]
        assert [field.label for field in app.main.text_input] == [words_erase.LOOK, keeping.PLACE]
        keys = [button.key for button in app.main.button]
        assert [key for key in keys if "check-" not in key and key != "backup-do"] == []


def test_what_the_server_has_can_be_chosen(ollama: AppTest) -> None:
    assert not ollama.exception
    chat, embed = ollama.main.selectbox[:2]
    assert (chat.value, chat.options) == (CHAT, [CHAT, THINKER])
    assert (embed.value, embed.options) == (EMBED, [EMBED])
    assert words.WINDOW.format(n=32768) in plain(ollama)
    assert words.DIMENSION.format(n=8) in plain(ollama)
    assert "Ollama 0.40.1 answers at http://127.0.0.1:" in plain(ollama)


def test_a_model_that_is_refused_is_shown_with_the_reason(ollama: AppTest) -> None:
    assert words.REFUSED.format(count=1) in [found.label for found in ollama.main.expander]
    assert f"{CLOUD}** It runs in a cloud" in plain(ollama)


def test_a_server_that_does_not_answer_is_named_with_the_remedy(home: Path) -> None:
    workspace(home, OLLAMA)
    with opened("settings") as app:
        assert not app.exception
        assert "No Ollama answers at http://127.0.0.1:9" in plain(app)
        assert "ollama serve" in plain(app)
        assert words.CHOSEN.format(models=f"{CHAT}, {EMBED}") in plain(app)


def test_an_address_that_is_none_is_named(home: Path) -> None:
    workspace(home, Engine("ollama", CHAT, EMBED, host="ftp://x"))
    with opened("settings") as app:
        assert not app.exception
        assert "ftp" in plain(app)
        assert app.error


def test_a_model_that_is_missing_can_be_pulled(home: Path, stub: OllamaStub) -> None:
    workspace(home, Engine("ollama", "new:1b", EMBED))
    stub.pulls = [{"status": "pulling", "digest": "sha256:aa", "total": 100, "completed": 100}]
    with opened("settings") as app:
        assert words.MISSING.format(model="new:1b") in plain(app)
        app.button(key="settings-pull-new:1b").click().run()
        assert explorer().models.pulling.wait(20).state == "done"
        assert words.PULL_DONE.format(name="new:1b") in plain(app.run())
    assert [body["model"] for body in stub.asked("/api/pull")] == ["new:1b"]


def test_nothing_is_pulled_unless_it_is_asked_for(ollama: AppTest, stub: OllamaStub) -> None:
    assert not stub.asked("/api/pull")
    next(button for button in ollama.main.button if button.label == words.PULL_BUTTON).click().run()
    assert "has no name" in said(ollama)
    assert not stub.asked("/api/pull")


def test_a_pull_of_what_does_not_exist_says_so(ollama: AppTest, stub: OllamaStub) -> None:
    stub.pulls = [{"error": "pull model manifest: file does not exist"}]
    ollama.text_input[1].set_value("nothing:1b")
    next(button for button in ollama.main.button if button.label == words.PULL_BUTTON).click().run()
    assert explorer().models.pulling.wait(20).state == "failed"
    assert "There is no model 'nothing:1b' to pull" in plain(ollama.run())


def test_a_test_shows_a_real_reply_and_its_figures(ollama: AppTest, stub: OllamaStub) -> None:
    stub.chats.append(Says("A gardener sows. <b>Beds</b> & $x$"))
    ollama.button(key="settings-test").click().run()
    assert explorer().models.testing.wait(20).state == "done"
    ollama.run()
    assert not ollama.exception
    assert "A gardener sows. <b>Beds</b> & $x$" in [text.value for text in ollama.main.text]
    assert "first word after" in said(ollama)
    assert "8 dimensions, a passage of 20 words in" in said(ollama)
    ollama.button(key="settings-test-close").click().run()
    assert "first word after" not in said(ollama)


def test_a_test_of_a_model_that_is_not_there_says_what_to_do(home: Path, stub: OllamaStub) -> None:
    workspace(home, Engine("ollama", "absent:1b", EMBED))
    with opened("settings") as app:
        app.button(key="settings-test").click().run()
        explorer().models.testing.wait(20)
        app.run()
        assert "Ollama has no model 'absent:1b'" in plain(app)
        assert "8 dimensions" in said(app)


def test_a_change_is_listed_and_can_be_discarded(ollama: AppTest) -> None:
    assert words.NO_CHANGES in said(ollama)
    ollama.radio[0].set_value("tuple").run()
    listed = words.CHANGED.format(label=words.STYLE, before="JSON", after="Rows")
    assert listed in plain(ollama)
    assert explorer().recipe == ExtractionRecipe()
    ollama.button(key="settings-discard").click().run()
    assert words.NO_CHANGES in said(ollama)
    assert ollama.radio[0].value == "json"


def test_what_can_not_be_is_said_and_not_saved(ollama: AppTest) -> None:
    ollama.number_input(key="settings-chunking-overlap").set_value(5000).run()
    assert "Chunks of 1200 with an overlap of 5000 can't be made" in plain(ollama)
    assert ollama.button(key="settings-save").disabled


def test_another_engine_brings_its_usual_passages(home: Path, stub: OllamaStub) -> None:
    workspace(home, Engine())
    with opened("settings") as app:
        app.button_group[0].set_value("ollama").run()
        assert not app.exception
        assert words.ABOUT["ollama"] in said(app)
        assert words.CHANGED.format(label="Engine", before="Embedded", after="Ollama") in said(app)
        assert app.number_input(key="settings-chunking-size").value == TOKENS.size
        assert app.main.selectbox[0].value == CHAT


def test_a_workspace_held_elsewhere_can_not_be_changed_here(home: Path) -> None:
    holder = bootstrap.open_workspace(workspace(home, Engine()), Settings(home))
    try:
        with opened("settings") as app:
            assert words.READ_ONLY in said(app)
            app.number_input(key="settings-chunking-size").set_value(100).run()
            assert app.button(key="settings-save").disabled
    finally:
        holder.close()


def draft(engine: Engine = OLLAMA, chunking: Chunking = TOKENS) -> Draft:
    return Draft(asdict(engine), asdict(chunking), asdict(ExtractionRecipe()))


def test_a_draft_becomes_settings_again() -> None:
    choice = draft().choice()
    assert (choice.engine, choice.chunking, choice.recipe) == (OLLAMA, TOKENS, ExtractionRecipe())
    with pytest.raises(InputError):
        draft().changed("recipe", "style", "verse").choice()


def test_passages_cut_in_another_way_stay_so_under_another_engine() -> None:
    own = Chunking("characters", 900, 100)
    assert draft(Engine(), WORD_PIECES).with_kind("ollama").chunking == asdict(TOKENS)
    assert draft(Engine(), own).with_kind("ollama").chunking == asdict(own)


def test_only_changes_that_mean_something_are_listed() -> None:
    embedded = draft(Engine())
    other = embedded.changed("recipe", "style", "tuple").changed("engine", "workers", 4)
    assert list(changes(embedded, other)) == []
    assert list(changes(draft(), draft().changed("recipe", "gleaning", 1))) == [("gleaning", words.OFF, words.ON)]


def test_types_are_cleaned() -> None:
    assert cleaned_types([" Data  Flow ", "data flow", "other", "", "Person"]) == ("data flow", "person")


@pytest.mark.parametrize(
    ("number", "shown"), [(986_048_768, "986 MB"), (4_683_000_000, "4.7 GB"), (1500, "2 kB"), (12, "12 B")]
)
def test_bytes_are_for_the_eye(number: int, shown: str) -> None:
    assert size(number) == shown


def test_short_times_have_hundredths() -> None:
    assert (seconds(0.1234), seconds(83.4)) == ("0.12 s", "83 s")


def test_a_pull_tells_all_that_is_known() -> None:
    view: TaskView[str] = TaskView("running", "new:1b", "pulling", 1_000_000_000, 4_000_000_000, seconds=10)
    assert pull_figures(view) == ["1.0 GB of 4.0 GB", "100 MB a second", "about 30 s left"]
    assert pull_figures(TaskView("running", "new:1b")) == [words.PULL_STARTING]
    assert pull_figures(TaskView("stopping", "new:1b")) == [words.PULL_STOPPING]


@pytest.fixture
def read(home: Path, stub: OllamaStub) -> Iterator[AppTest]:
    """The page of a workspace with one passage, read by the model that was chosen."""
    path = workspace(home, OLLAMA)
    filled = bootstrap.open_workspace(path, Settings(home, stub.url))
    filled.intake.add_text("Note", "Ines keeps the keys of the annex.")
    filled.job.start()
    assert filled.job.wait(LONG).state == "done"
    filled.close()
    with opened("settings") as app:
        yield app


def test_what_is_up_to_date_has_nothing_to_do(read: AppTest) -> None:
    assert not read.exception
    assert words.EFFECTS_NOTHING in said(read)


def test_a_change_says_what_has_to_be_done_again_before_it_is_saved(read: AppTest) -> None:
    read.radio[0].set_value("tuple").run()
    assert not read.exception
    assert "**1** passage is read again: 1 call," in said(read)
    assert explorer().recipe.style == "json"


def test_what_was_saved_can_be_read_again(read: AppTest) -> None:
    read.radio[0].set_value("tuple").run()
    read.button(key="settings-save").click().run()
    assert not read.exception
    assert words.SAVED in said(read)
    assert explorer().recipe.style == "tuple"
    read.button(key="settings-read-again").click().run()
    assert explorer().job.wait(LONG).state == "done"
    assert words.EFFECTS_NOTHING in said(read.run())
    (document,) = explorer().library.documents()
    reading = explorer().readings.of(explorer().library.chunks(document.document.id)[0].chunk.id)
    assert " tuple " in reading.reader


def test_another_embedding_model_is_one_click_away(read: AppTest, stub: OllamaStub) -> None:
    stub.models["other:latest"] = Model(["embedding"], window=512, dimension=8, family="bert", digest="e" * 64)
    read.button(key="settings-look").click().run()
    read.main.selectbox[1].set_value("other:latest").run()
    assert "texts get new vectors" in said(read)
    read.button(key="settings-save").click().run()
    assert "texts get new vectors" in said(read)
    read.button(key="settings-embed-again").click().run()
    assert explorer().job.wait(LONG).state == "done"
    read.run()
    assert not read.exception
    assert words.EFFECTS_NOTHING in said(read)
    assert explorer().embeddings.identity.startswith("other:latest")


def test_five_passages_can_be_tried_before_it_is_saved(read: AppTest, stub: OllamaStub) -> None:
    read.radio[0].set_value("two-step").run()
    read.button(key="settings-trial").click().run()
    assert explorer().trials.trial.wait(LONG).state == "done"
    read.run()
    assert not read.exception
    assert words.TRIED.format(title="Note", number=1) in plain(read)
    assert words.TRIED_ENTITIES.format(before=1, after=1) in said(read)
    assert explorer().recipe.style == "json"


def test_nothing_is_saved_while_documents_are_read(read: AppTest) -> None:
    read.radio[0].set_value("tuple").run()
    explorer()._store.queue.read_again([row.document.id for row in explorer().library.documents()])
    with explorer().gate.question():  # nothing is begun meanwhile
        explorer().job.start()
        read.run()
        assert words.BUSY in said(read)
        assert read.button(key="settings-save").disabled
        explorer().job.cancel()
    assert explorer().job.wait(LONG).state == "stopped"
