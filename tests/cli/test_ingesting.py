"""`lightprism ingest` and `documents`: limits, going on another day, chunks that failed or gave nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli import ingesting, main
from core.services.estimate import Plan
from core.settings import Engine
from core.workspaces import make_workspace
from tests.adapters.ollama_server import CHAT, EMBED, OllamaStub, Says, serving

EMPTY = Says('{"entities": [], "relations": []}')


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.md").write_text(f"Ines keeps the keys of vault {n}.", encoding="utf-8")
    return folder


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    with serving(OllamaStub()) as stub:
        monkeypatch.setenv("OLLAMA_HOST", stub.url)
        folder = tmp_path / "workspace"
        make_workspace(folder, Engine("ollama", CHAT, EMBED))
        yield stub, str(folder)


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, Any, str]:
    code = main([*argv, "--json"])
    shown = capsys.readouterr()
    return code, json.loads(shown.out), shown.err


def test_a_limit_ends_a_run_and_the_next_goes_on(
    workspace: tuple[OllamaStub, str], notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stub, folder = workspace
    code, data, told = run(capsys, "ingest", str(notes), "--limit", "2", "--workspace", folder)
    assert (code, data["read"], data["left"]) == (0, 2, 1)
    assert "2 chunks: 2 calls, about " in told
    assert len(stub.asked("/api/chat")) == 2
    _, data, _ = run(capsys, "ingest", "--workspace", folder)
    assert (data["read"], data["left"]) == (1, 0)


def test_a_chunk_without_entities_is_said(
    workspace: tuple[OllamaStub, str], notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stub, folder = workspace
    stub.chats.append(EMPTY)
    code, data, _ = run(capsys, "ingest", str(notes), "--workspace", folder)
    assert (code, data["read"], data["empty"]) == (0, 3, ["notes/0.md#1"])
    main(["documents", "--workspace", folder])
    assert "no entities: notes/0.md#1" in capsys.readouterr().out
    _, data, _ = run(capsys, "documents", "--workspace", folder)
    assert [row["empty"] for row in data["documents"]] == [1, 0, 0]
    assert data["empty"] == ["notes/0.md#1"]


def test_failed_chunks_are_said_and_read_again_when_asked(
    workspace: tuple[OllamaStub, str], notes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.services.reading.WAITS_S", (0.0, 0.0))
    stub, folder = workspace
    stub.chats.extend([Says("No idea.")] * 9)
    code, data, _ = run(capsys, "ingest", str(notes), "--workspace", folder)
    assert (code, data["read"]) == (1, 2)
    (failed,) = data["failed"]
    assert failed["chunk"] == "notes/0.md#1"
    assert failed["reason"].startswith("No row could be read")
    main(["documents", "--workspace", folder])
    assert "failed: notes/0.md#1: No row could be read" in capsys.readouterr().out
    stub.chats.clear()
    assert run(capsys, "ingest", "--workspace", folder)[1]["read"] == 0
    code, data, _ = run(capsys, "ingest", "--retry-failed", "--workspace", folder)
    assert (code, data["read"], data["failed"]) == (0, 1, [])


@pytest.mark.parametrize("limit", ["0", "-1", "two", "1.5"])
def test_a_limit_that_is_none_is_wrong_use(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["ingest", f"--limit={limit}"])
    assert caught.value.code == 2
    assert "take 1 or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (Plan(1200, 1200, 0, 2_400_000, None), "1,200 chunks: 1,200 calls, about 2,400,000 tokens in"),
        (Plan(9, 9, 4, 90), "9 chunks: 5 calls, about 90 tokens in, 4 answered from kept replies"),
        (Plan(9, 9, 0, 90, 20.4), "9 chunks: 9 calls, about 90 tokens in, about 20 seconds"),
        (Plan(9, 9, 0, 90, 600.0), "9 chunks: 9 calls, about 90 tokens in, about 10 minutes"),
        (Plan(9, 9, 0, 90, 7560.0), "9 chunks: 9 calls, about 90 tokens in, about 2.1 hours"),
    ],
)
def test_a_plan_is_one_line(plan: Plan, text: str) -> None:
    assert ingesting.plan_text(plan) == text


def test_a_server_that_is_gone_is_said_with_what_to_do(
    tmp_path: Path, notes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    make_workspace(tmp_path / "w", Engine("ollama", CHAT, EMBED))
    assert main(["ingest", str(notes), "--workspace", str(tmp_path / "w")]) == 1
    assert "Start it (`ollama serve`)" in capsys.readouterr().err


def test_a_text_is_read_in_the_encoding_that_is_named(
    workspace: tuple[OllamaStub, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = workspace
    (tmp_path / "b.txt").write_bytes("Кафе".encode("koi8-r"))
    argv = ("ingest", str(tmp_path / "b.txt"), "--limit", "1", "--workspace", folder)
    assert len(run(capsys, *argv, "--encoding", "no-such")[1]["unread"]) == 1
    assert len(run(capsys, *argv, "--encoding", "koi8-r")[1]["added"]) == 1
