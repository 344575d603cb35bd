"""The shared sample replies, one test each; the kinds behind them are in the other parsing tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.domain.names import clean_name
from core.domain.parsing import all_flags, parse_extraction, parse_keywords
from core.domain.records import Extraction

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "model_replies.jsonl"
TYPES = ("person", "organization", "location", "event", "product", "concept")


def cases() -> list[Any]:
    if not CASES.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the shared cases are not beside this repository"))]
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", cases())
def test_a_shared_reply_gives_what_is_wanted(case: dict[str, Any]) -> None:
    want = case["want"]
    if case["kind"] == "name":
        got: dict[str, Any] = {"name": clean_name(case["reply"])}
    elif case["kind"] == "keywords":
        keywords = parse_keywords(case["reply"])
        got = {"high": list(keywords.high), "low": list(keywords.low), "flags": keywords.flags}
    else:
        got = described(parse_extraction(case["reply"], case["kind"], TYPES), want)
    assert set(want.get("flags", ())) <= set(got.pop("flags", ()))
    assert {key: got[key] for key in want if key != "flags"} == {k: v for k, v in want.items() if k != "flags"}


def described(extraction: Extraction, want: dict[str, Any]) -> dict[str, Any]:
    entities = [[row.name, row.type, row.description] for row in extraction.entities]
    relations = extraction.relations
    rejected = [issue.raw for issue in extraction.issues if issue.kind == "rejected"]
    named = [name for name in want.get("entities_or_rejected", ())]
    return {
        "entities": [row[: len(wanted)] for row, wanted in zip_longest(entities, want.get("entities", ()))],
        "relations": [[row.source, row.target] for row in relations],
        "entities_or_rejected": [n for n in named if n in [e[0] for e in entities] or n in " ".join(rejected)],
        "rejected": len(rejected),
        "repaired": len(extraction.issues) - len(rejected),
        "themes": list(extraction.themes),
        "weight": relations[0].strength if relations else None,
        "keywords": list(relations[0].keywords) if relations else None,
        "flags": all_flags(extraction),
    }


def zip_longest(rows: list[list[str]], wanted: list[list[str]]) -> list[tuple[list[str], list[str]]]:
    """Pairs of rows; one that nothing was wanted for stays whole, so that it shows."""
    return [(row, wanted[at] if at < len(wanted) else row) for at, row in enumerate(rows)]
