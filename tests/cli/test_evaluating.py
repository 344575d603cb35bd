"""The command evaluate from end to end with the embedded engine: tables, JSON, CSV, and wrong use."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.assets import lesson_records, sample_questions
from core.cli import main
from core.domain.modes import MODES


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    home = tmp_path_factory.mktemp("home")
    questions, records = home / "larkspur.jsonl", home / "records.jsonl"
    asked = [line for line in sample_questions()["larkspur"].splitlines(True) if b"/data/" in line][:6]
    odd = b'{"question": "=Odd?", "support": ["larkspur/none.md"]}\nbroken\n'
    questions.write_bytes(b"".join(asked) + odd)
    rows = [json.loads(line) for line in lesson_records()[1].splitlines()]
    renamed = [row | {"document": f"larkspur/{row['document']}"} for row in rows if _wanted(row["document"])]
    records.write_text("\n".join(map(json.dumps, renamed)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIGHTPRISM_HOME", str(home))
        patch.setenv("OLLAMA_HOST", "127.0.0.1:9")  # nothing answers there
        folder = str(home / "workspace")
        assert main(["import", str(records), "--workspace", folder, "--engine", "embedded"]) == 0
        yield folder, str(questions)


def _wanted(document: str) -> bool:
    return document.startswith(("data/", "billing/", "support/restore"))


def evaluate(capsys: pytest.CaptureFixture[str], workspace: tuple[str, str], *more: str) -> str:
    capsys.readouterr()
    assert main(["evaluate", workspace[1], "--workspace", workspace[0], *more]) == 0
    return capsys.readouterr().out


def test_a_table_for_all_and_each_kind_with_halves_differences_and_misses(capsys, workspace) -> None:
    text = evaluate(capsys, workspace, "--max-total-tokens", "500")
    assert text.startswith("larkspur.jsonl: 6 questions, careful (")
    assert "not asked, row 7: There is no document or passage 'larkspur/none.md' in this workspace." in text
    assert "not read, row 8: It is not JSON." in text
    assert "\nprecise: 4 questions\nmode    recall@2" in text
    assert "\ncross-section: 2 questions\n" in text
    assert "even @5" in text
    assert re.search("of (the )?6 questions", text)
    assert "\nstage " in text
    assert "budget" in text


def test_json_holds_every_question_in_every_mode(capsys, workspace) -> None:
    data = json.loads(evaluate(capsys, workspace, "--json", "--modes", "naive,paths"))
    assert data["modes"] == ["naive", "paths"]
    assert len(data["questions"]) == 6
    assert [[one["mode"] for one in asked["measured"]] for asked in data["questions"]] == [["naive", "paths"]] * 6
    assert set(data["summary"]) == {"all", "precise", "cross-section"}
    assert data["differences"][0]["mode"] == "paths"
    assert (len(data["skipped"]), len(data["unread"])) == (1, 1)


def test_csv_has_a_line_for_each_question_and_mode(capsys, workspace) -> None:
    lines = list(csv.DictReader(io.StringIO(evaluate(capsys, workspace, "--csv"))))
    assert len(lines) == 6 * len(MODES)
    assert {line["mode"] for line in lines} == set(MODES)
    assert all(0 <= float(line["recall@5"]) <= 1 for line in lines)


def test_wrong_use_says_what_to_give(capsys, workspace) -> None:
    assert main(["evaluate", "--workspace", workspace[0]]) == 2
    assert main(["evaluate", str(Path(workspace[1]).with_name("none.jsonl")), "--workspace", workspace[0]]) == 2
    assert main(["evaluate", workspace[1], "--modes", "sideways", "--workspace", workspace[0]]) == 1
    said = capsys.readouterr().err.splitlines()
    assert "no question set" in said[0]
    assert "can't be read" in said[1]
    assert "There is no mode 'sideways'" in said[2]
