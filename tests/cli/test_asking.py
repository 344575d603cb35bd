"""`ask` from end to end, in this process: quotes under the embedded engine, an answer over a scripted Ollama."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import main
from core.domain.verdicts import NOT_FOUND
from tests.adapters.ollama_server import CHAT, EMBED, OllamaStub, Says, serving

LINES = [
    {"document": "notes/business", "title": "Business", "chunk": "1"}
    | {
        "text": "# Business\nOn the Business plan the daily backup is kept for 7 days.",
        "entities": [],
        "relations": [],
    },
    {"document": "notes/export", "title": "Export", "chunk": "1"}
    | {"text": "# Export\nThe Export writes every record to CSV files.", "entities": [], "relations": []},
]
QUESTION = "How long is the daily backup kept?"


@pytest.fixture
def stub() -> Iterator[OllamaStub]:
    with serving() as found:
        found.models[EMBED].window = 8192
        yield found


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    return tmp_path


def workspace(home: Path, *engine: str) -> str:
    records, folder = home / "records.jsonl", str(home / "workspace")
    records.write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    assert main(["import", str(records), "--workspace", folder, *engine]) == 0
    return folder


@pytest.fixture
def asked(home: Path, stub: OllamaStub, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("OLLAMA_HOST", stub.url)
    folder = workspace(home, "--engine", "ollama", "--chat-model", CHAT, "--embed-model", EMBED)
    capsys.readouterr()
    return folder


def ask(capsys: pytest.CaptureFixture[str], folder: str, *argv: str) -> tuple[int, str, str]:
    code = main(["ask", QUESTION, "--mode", "naive", "--threshold", "-1", "--workspace", folder, *argv])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_the_embedded_engine_quotes_and_says_that_it_does(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = workspace(home, "--engine", "embedded")
    capsys.readouterr()
    code, text, _ = ask(capsys, folder)
    assert code == 0
    assert "writes no answers" in text
    assert "notes/business: “On the Business plan the daily backup is kept for 7 days.”" in text
    code, out, _ = ask(capsys, folder, "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["answer"], data["quoted"]) == ("", True)
    first = data["citations"][0]
    assert first["quote"] == LINES[0]["text"][first["start"] : first["end"]]
    assert "writes no answers" in data["notes"][0]


def test_an_answer_comes_with_its_sources_and_what_was_wrong_with_it(
    asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.chats.append(Says("The daily backup is kept for 7 days [1][2]. It is kept for 99 years [8]."))
    code, text, _ = ask(capsys, asked)
    assert code == 0
    assert text.startswith("The daily backup is kept for 7 days [1][2]. It is kept for 99 years [8].")
    assert "Checked:\nThe daily backup is kept for 7 days [1][2]. It is kept for 99 years.\n" in text
    assert "“On the Business plan the daily backup is kept for 7 days.”" in text
    assert "removed: citations of passages that are not there: 8" in text
    assert "unsupported (no passage has 99): It is kept for 99 years." in text


def test_json_has_the_answer_sentence_by_sentence(
    asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.chats.append(Says("The daily backup is kept for 7 days [1][2]. It is kept for 99 years [8]."))
    code, out, _ = ask(capsys, asked, "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["question"], data["standalone"], data["mode"]) == (QUESTION, QUESTION, "naive")
    assert data["answer"] == "The daily backup is kept for 7 days [1][2]. It is kept for 99 years."
    assert [sentence["text"] for sentence in data["sentences"]] == [
        "The daily backup is kept for 7 days [1][2].",
        "It is kept for 99 years.",
    ]
    assert [sentence["lacking"] for sentence in data["sentences"]] == [[], ["99"]]
    assert {citation["n"] for citation in data["citations"]} == {1, 2}
    texts = {line["document"]: line["text"] for line in LINES}
    assert all(c["quote"] == texts[c["document"]][c["start"] : c["end"]] for c in data["citations"])
    assert (data["removed"], data["not_found"], data["incomplete"]) == ([8], False, False)
    assert data["tokens"]["in"] > data["tokens"]["out"] > 0


def test_asking_again_asks_no_model(asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]) -> None:
    stub.chats.append(Says(NOT_FOUND["en"]))
    first = ask(capsys, asked)[1]
    again = ask(capsys, asked)[1]
    assert len(stub.asked("/api/chat")) == 1
    assert again.startswith(NOT_FOUND["en"])
    assert "kept from before" in again
    assert "kept from before" not in first


def test_asking_afresh_asks_the_model_and_keeps_what_it_says_now(
    asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.chats += [Says("The daily backup is kept for 7 days [1]."), Says("For 7 days, on the Business plan [1].")]
    ask(capsys, asked)
    afresh = ask(capsys, asked, "--afresh")[1]
    assert len(stub.asked("/api/chat")) == 2
    assert afresh.startswith("For 7 days, on the Business plan [1].")
    assert "kept from before" not in afresh
    assert ask(capsys, asked)[1].startswith("For 7 days, on the Business plan [1].")


def test_a_source_of_an_unsupported_sentence_is_not_shown_as_backing_it(
    asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.chats.append(Says("On the Business plan the daily backup is kept for 7 days [2]. Export writes 99 files [1]."))
    text = ask(capsys, asked)[1]
    assert "    “On the Business plan the daily backup is kept for 7 days.”" in text
    assert "    not backed: nearest is “The Export writes every record to CSV files.”" in text


def test_an_answer_that_broke_off_ends_in_exit_code_1(
    asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.chats.append(Says("The daily backup is", reason="length"))
    code, text, _ = ask(capsys, asked)
    assert code == 1
    assert "note: The answer broke off at its limit" in text


def test_a_server_that_is_gone_is_one_line(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    code, _, said = ask(capsys, asked)
    assert code == 1
    assert said.count("\n") == 1


def test_the_answer_can_t_steer_the_terminal(asked: str, stub: OllamaStub, capsys: pytest.CaptureFixture[str]) -> None:
    stub.chats.append(Says("Kept \x1b[2J long.\nAnd so on [1]."))
    _, text, _ = ask(capsys, asked)
    assert "\x1b" not in text
    assert "long.\nAnd so on [1]." in text


def test_retrieve_can_be_fitted_to_the_chat_model(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["retrieve", QUESTION, "--mode", "naive", "--workspace", asked, "--json"]
    assert main(argv) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main([*argv, "--fit"]) == 0
    fitted = json.loads(capsys.readouterr().out)
    assert (plain["tokens"]["limit"], plain["notes"]) == (30000, [])
    assert fitted["tokens"]["limit"] < 6000
    assert "The context is limited to" in fitted["notes"][0]
