"""The commands search and runs, and words mixed into a question, from end to end with the embedded engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.bootstrap import open_workspace
from core.cli import main
from core.services.question import Request
from core.settings import Settings

RECORDS = [
    {"document": "a.md", "chunk": "1", "text": "备份保留三十天。ASR1603 is the chip.", "entities": [{"name": "备份"}]},
    {
        "document": "b.md",
        "chunk": "1",
        "text": "Exports are kept for 30 days.\x1b[31m",
        "entities": [{"name": "Export"}],
    },
    {"document": "c.md", "chunk": "1", "text": "Secret plans.", "metadata": {"audience": ["staff"]}},
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    records = home / "records.jsonl"
    records.write_text("\n".join(json.dumps(row) for row in RECORDS), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIGHTPRISM_HOME", str(home))
        patch.setenv("OLLAMA_HOST", "127.0.0.1:9")  # nothing answers there
        folder = str(home / "workspace")
        assert main(["import", str(records), "--workspace", folder, "--engine", "embedded"]) == 0
        yield folder


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> dict:
    assert main([*argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_search_prints_passages_and_entities(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "search", '"30 days"', "--workspace", workspace)
    (passage,) = found["passages"]
    start, end = passage["marks"][0]
    assert (passage["id"], passage["rank"], passage["text"][start:end]) == ("b.md#1", 1, "30 days")
    assert (found["match"], found["found"]) == ("all", {"passages": 1, "entities": 0})
    assert found["documents"] == [{"document": "b.md", "passages": 1}]
    found = run(capsys, "search", "备份", "--workspace", workspace)
    assert [hit["id"] for hit in found["passages"]] == ["a.md#1"]
    assert [(hit["key"], hit["name"], hit["chunks"]) for hit in found["entities"]] == [("备份", "备份", 1)]


def test_search_honours_viewer_document_and_limit(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--workspace", workspace)
    assert run(capsys, "search", "secret", *where)["found"]["passages"] == 1
    assert run(capsys, "search", "secret", "--as", "guests", *where)["found"]["passages"] == 0
    assert run(capsys, "search", "kept is", "--document", "b.md", *where)["found"]["passages"] == 1
    assert len(run(capsys, "search", "kept is", "--limit", "1", *where)["passages"]) == 1


def test_search_shows_marks_and_no_control_characters(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "30", "--workspace", workspace]) == 0
    shown = capsys.readouterr().out
    assert "kept for [30] days" in shown
    assert "\x1b" not in shown


def test_a_word_that_nothing_has_is_taken_for_a_beginning_and_that_is_said(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--workspace", workspace)
    found = run(capsys, "search", "secr", *where)
    assert ([hit["id"] for hit in found["passages"]], found["text"]) == (["c.md#1"], "secr*")
    assert found["notes"] == ["Nothing has 'secr' as it stands; a star finds what begins so: secr*"]
    assert run(capsys, "search", "secret", *where)["notes"] == []
    assert run(capsys, "search", '"secr"', *where)["found"]["passages"] == 0
    assert run(capsys, "search", "secr", "--as", "guests", *where)["found"]["passages"] == 0


def test_scores_that_tell_nothing_are_not_printed(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "kept", "--workspace", workspace])
    assert "1. b.md#1 (" in capsys.readouterr().out
    main(["search", "is are plans", "--workspace", workspace])
    assert "(0.000)" not in capsys.readouterr().out


def test_a_chinese_question_is_searched_for_by_words_too(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--mode", "naive", "--workspace", workspace)
    found = run(capsys, "retrieve", "备份保留多少天？", *where)
    assert found["chunks"][0]["id"] == "a.md#1"
    assert "words" in found["chunks"][0]["via"]
    assert "trained on English" in found["notes"][0]
    off = run(capsys, "retrieve", "备份保留多少天？", "--lexical", "off", *where)
    assert not any("words" in chunk["via"] for chunk in off["chunks"])
    english = run(capsys, "retrieve", "How long are exports kept?", *where)
    assert (english["notes"], english["chunks"][0]["via"]) == ([], ["vector"])
    on = run(capsys, "retrieve", "How long are exports kept?", "--lexical", "on", *where)
    assert on["chunks"][0]["via"] == ["vector", "words"]


def test_runs_lists_the_questions_that_were_kept(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    explorer = open_workspace(Path(workspace), Settings(home=Path(workspace).parent))
    traces = explorer.retrieve.compare(Request("How long are exports kept?", "naive"), ["naive"])
    id_ = explorer.runs.save("How long are exports kept?", traces)
    explorer.runs.star(id_)
    assert explorer.runs.open(id_).engine["embedder"].lower().startswith("all-minilm")
    explorer.close()
    found = run(capsys, "runs", "exports", "--starred", "--workspace", workspace)
    assert [(row["id"], row["modes"], row["starred"]) for row in found["runs"]] == [(id_, ["naive"], True)]
    assert run(capsys, "runs", "nothing like it", "--workspace", workspace) == {"runs": [], "found": 0}
    assert main(["runs", "--workspace", workspace]) == 0
    assert "naive: How long are exports kept?" in capsys.readouterr().out
