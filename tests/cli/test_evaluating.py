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
    lines = sample_questions()["larkspur"].splitlines(True)
    asked = [line for line in lines if b"/data/" in line and b"/policies/" not in line][:6]
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


def test_an_experiment_is_listed_opened_and_laid_beside_an_exported_one(capsys, workspace, tmp_path) -> None:
    whole = evaluate(capsys, workspace, "--json", "--modes", "naive,mix", "--name", "As it comes")
    id_, file = json.loads(whole)["id"], tmp_path / "earlier.json"
    file.write_text(whole, encoding="utf-8")
    assert json.loads(whole)["indexing"]["calls"] == 0
    text = evaluate(capsys, workspace, "--modes", "naive,mix", "--chunk-top-k", "1", "--beside", str(file))
    assert "indexing: " in text
    assert "\nbeside As it comes of " in text
    assert re.search(r"\nchunk_top_k +20 +1\n", text)
    assert "\n6 questions that both asked\nmode   @2 there  @2 here" in text
    assert "naive here finds less than there: recall at 5 " in text or "naive here against there: recall at 5 " in text
    listed = evaluate(capsys, workspace, "--list")
    assert re.search(rf"{id_} .* As it comes +6 of 6", listed)
    opened = json.loads(evaluate(capsys, workspace, "--open", id_, "--beside", id_, "--json"))
    assert (opened["id"], opened["beside"]["differs"]) == (id_, [])
    assert [change["mean"] for change in opened["beside"]["changes"]] == [0.0, 0.0]
    assert evaluate(capsys, workspace, "--open", str(file), "--csv") == evaluate(
        capsys, workspace, "--open", id_, "--csv"
    )


def test_it_runs_on_the_graph_as_of_a_decision(capsys, workspace) -> None:
    data = json.loads(evaluate(capsys, workspace, "--json", "--modes", "local", "--after", "0"))
    assert data["after"] == 0
    assert main(["evaluate", workspace[1], "--after", "7", "--workspace", workspace[0]]) == 1
    assert "There is no decision 7" in capsys.readouterr().err


def test_what_can_not_be_is_said_before_anything_is_asked(capsys, workspace, tmp_path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "other"}', encoding="utf-8")
    for arguments, code, said in (
        (("--answers",), 1, "The embedded engine writes no answers."),
        (("--repeats", "2"), 1, "Each repeat would find the same"),
        (("--repeats", "0"), 2, "'0' is no count"),
        (("--beside", str(broken)), 1, "'broken.json' can't be read as an experiment: format is not"),
        (("--beside", "nowhere.json"), 2, "There is no file and no experiment 'nowhere.json'."),
    ):
        capsys.readouterr()
        try:
            ended = main(["evaluate", workspace[1], "--workspace", workspace[0], *arguments])
        except SystemExit as wrong:
            ended = int(wrong.code or 0)
        assert ended == code
        assert said in capsys.readouterr().err
