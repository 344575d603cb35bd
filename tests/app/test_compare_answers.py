"""Answers on the Compare page over a scripted server: each mode for itself, checked, stopped, failed, and stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.services.intake import Incoming
from core.services.writing import Writing
from core.settings import Engine, Settings
from pages.parts import session
from pages.parts import words_answer as told
from pages.parts import words_answers as own
from tests.adapters.ollama_server import CHAT, EMBED, Body, Fails, OllamaStub, Says, serving
from tests.app.workspace import opened, record
from tests.waiting import LONG

QUESTION = "How long is the daily backup kept?"
RECORDS = (
    record(
        "backup.md",
        "On the Business plan the daily backup is kept for 7 days.",
        [
            {"name": "Daily backup", "type": "process", "description": "Is kept for 7 days."},
            {"name": "Business plan", "type": "plan", "description": "One team."},
        ],
        [{"source": "Daily backup", "target": "Business plan", "description": "Kept on it.", "keywords": "kept on"}],
    ),
)
GOOD = "On the Business plan the daily backup is kept for 7 days [1] and for ever [9]."


class Script:
    """Keywords for a question, to the rest `act`."""

    def __init__(self, act: Any) -> None:
        self.act = act

    def popleft(self) -> Any:
        return self._act

    def _act(self, body: Body) -> Any:
        if "low_level_keywords" in (body.get("format") or {}).get("properties", {}):
            return Says('{"high_level_keywords": ["retention"], "low_level_keywords": ["Daily backup"]}')
        return self.act


@pytest.fixture(scope="module")
def stub() -> Iterator[OllamaStub]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, stub: OllamaStub) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIGHTPRISM_HOME", str(folder))
        patch.setenv("OLLAMA_HOST", stub.url)
        settings = Settings(folder)
        path = bootstrap.create_workspace(settings, "writing", Engine("ollama", CHAT, EMBED))
        explorer = bootstrap.open_workspace(path, settings)
        explorer.intake.add([Incoming("uploads", "records.jsonl", "\n".join(map(json.dumps, RECORDS)).encode())])
        explorer.close()
        yield folder


def answered(app: AppTest, key: str) -> AppTest:
    """Press a button for answers, wait until they are written, and look again."""
    app.button(key=key).click().run()
    for writing in app.session_state["lightprism.compare.answers"][1].values():
        assert isinstance(writing, Writing)
        assert not writing.wait(4 * LONG).active
    return app.run()


def sent(app: AppTest) -> list[dict[str, Any]]:
    found = [c for c in app.get("bidi_component") if c.proto.component_name == "lightprism_answer"]
    return [json.loads(component.proto.json) for component in found]


def runs(home: Path) -> Any:
    return session._SINGLE.get((home / "workspaces" / "writing").resolve(), session.settings()).runs


def test_only_the_mode_that_is_asked_is_answered_checked_and_stored(stub: OllamaStub, home: Path) -> None:
    stub.chats = Script(Says(GOOD))  # type: ignore[assignment]
    with opened("compare", ws="writing", q=QUESTION) as app:
        assert sent(app) == []
        answered(app, "compare-answer-local-go")
        assert not app.exception
        (answer,) = sent(app)
        assert "[9]" not in answer["text"]
        assert any(told.REMOVED_ONE.format(numbers="[9]") == one["text"] for one in answer["remarks"])
        (row,) = runs(home).list(QUESTION)
        assert row.answered == ("local",)
    with opened("compare", ws="writing", run=row.id) as app:
        (again,) = sent(app)
        assert again["text"] == answer["text"]


def test_a_mode_that_fails_takes_no_other_down(stub: OllamaStub, home: Path) -> None:
    stub.chats = Script(Fails(500, "out of memory"))  # type: ignore[assignment]
    with opened("compare", ws="writing", q="Is the daily backup kept, and how long?") as app:
        answered(app, "compare-answer-naive-go")
        assert app.error
        stub.chats = Script(Says(GOOD))  # type: ignore[assignment]
        answered(app, "compare-answer-local-go")
        assert app.error
        assert len(sent(app)) == 1


def test_an_answer_can_be_closed_and_limits_fitted_to_the_model(stub: OllamaStub) -> None:
    stub.chats = Script(Says(GOOD))  # type: ignore[assignment]
    with opened("compare", ws="writing", q="How long?", low="Daily backup", high="retention") as app:
        answered(app, "compare-answer-mix-go")
        assert len(sent(app)) == 1
        app.button(key="compare-close-mix").click().run()
        assert sent(app) == []
        app.button(key="compare-fit").click().run()
        assert int(app.query_params["max_total_tokens"][0]) < 30_000
        assert own.FIT not in [button.label for button in app.button]
