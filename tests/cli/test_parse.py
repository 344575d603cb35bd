"""`lightprism parse`: what would be read from a reply, as JSON and as text."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import main

CASES = Path(__file__).parents[3] / "shared" / "cases" / "model_replies.jsonl"
JSON = json.dumps(
    {
        "entities": [{"name": "Ines", "type": "person", "description": "Keeps keys.", "qualifier": "Business"}],
        "relations": [{"source": "Ines", "target": "Vault", "keywords": ["keeps"], "strength": 3}, {"source": "Ines"}],
        "themes": ["custody"],
    }
)


def parsed(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, reply: str, *more: str) -> Any:
    file = tmp_path / "reply.txt"
    file.write_text(reply, encoding="utf-8")
    assert main(["parse", "--kind", kind, str(file), "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_rows_have_the_fields_of_evidence_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    got = parsed(tmp_path, capsys, "json", JSON)
    assert got["entities"] == [
        {"name": "Ines", "type": "person", "description": "Keeps keys.", "qualifier": "Business"}
    ]
    assert got["relations"] == [
        {"source": "Ines", "target": "Vault", "description": "", "keywords": ["keeps"], "weight": 3}
    ]
    assert got["themes"] == ["custody"]
    assert [set(row) for row in got["rejected"]] == [{"raw", "reason"}]
    assert set(got) == {"entities", "relations", "themes", "rejected", "repaired", "flags"}


def test_types_other_than_those_asked_for_are_flagged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parsed(tmp_path, capsys, "json", JSON)["flags"] == []
    assert parsed(tmp_path, capsys, "json", JSON, "--types", "place, role")["flags"] == ["type"]


def test_keywords_and_names_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reply = '{"high_level_keywords": ["care"], "low_level_keywords": ["Ines"]}'
    assert parsed(tmp_path, capsys, "keywords", reply) == {"high": ["care"], "low": ["Ines"], "flags": []}
    assert parsed(tmp_path, capsys, "name", "“AT&amp;T”\n") == {"name": "AT&T"}


def test_a_reply_comes_from_standard_input_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'"Alice"')))
    assert main(["parse", "--kind", "name", "-"]) == 0
    assert capsys.readouterr().out == "name: Alice\n"


def test_text_for_a_terminal_can_not_steer_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "reply.txt"
    file.write_text('{"entities": [{"name": "a\\u001b[31mb", "type": "person"}]}', encoding="utf-8")
    main(["parse", "--kind", "json", str(file)])
    assert "\x1b" not in capsys.readouterr().out


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "--kind", "json", str(tmp_path / "none.txt")]) == 1
    assert "none.txt' can't be read" in capsys.readouterr().err


def test_a_kind_that_does_not_exist_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["parse", "--kind", "yaml", "x"])
    assert caught.value.code == 2


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside this checkout")
def test_the_shared_replies_give_their_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines()):
        got, want = parsed(tmp_path, capsys, case["kind"], case["reply"]), case["want"]
        assert set(want.get("flags", ())) <= set(got.get("flags", ())), case["id"]
        for field in ("name", "high", "low", "themes"):
            assert field not in want or got[field] == want[field], case["id"]
        for field in ("rejected", "repaired"):
            assert field not in want or len(got[field]) == want[field], case["id"]
        if "entities" in want:
            assert [entity["name"] for entity in got["entities"]] == [row[0] for row in want["entities"]], case["id"]
        if "relations" in want:
            assert [[row["source"], row["target"]] for row in got["relations"]] == want["relations"], case["id"]
