"""How decisions are said, and why one can't be read."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.decisions import KINDS, Decision, problem, sentence

A, B = {"name": "Daily backup", "qualifier": ""}, {"name": "Daily backup", "qualifier": "Business"}
EDGE = {"source": A, "target": {"name": "Vault"}, "predicate": "stored in"}

SAID: list[tuple[str, dict[str, Any], str]] = [
    (
        "split",
        {"node": A, "parts": [{**B, "mentions": ["m1", "m2"]}, {"name": "Copy", "rule": {"documents": ["a"]}}]},
        "Split “Daily backup” into “Daily backup · Business” (2 mentions) and “Copy” (a rule)",
    ),
    (
        "merge",
        {"nodes": [A, B, {"name": "Copy"}], "into": A, "type": "policy"},
        "Merge “Daily backup · Business” and “Copy” into “Daily backup”, of type “policy”",
    ),
    ("not_same", {"nodes": [A, B]}, "“Daily backup” and “Daily backup · Business” are not the same"),
    ("rename", {"node": A, "to": {"name": "Backup"}}, "Rename “Daily backup” to “Backup”"),
    ("qualify", {"node": A, "qualifier": "Business"}, "Qualify “Daily backup” as “Business”"),
    ("qualify", {"node": B, "qualifier": ""}, "Take the qualifier off “Daily backup · Business”"),
    ("retype", {"node": A, "type": "policy"}, "Give “Daily backup” the type “policy”"),
    ("retype", {"type": "rule", "to": "policy"}, "Call the type “rule” “policy” everywhere"),
    ("hide", {"node": A}, "Hide “Daily backup”"),
    ("hide", {"relation": EDGE}, "Hide the relation “Daily backup” → “Vault” (“stored in”)"),
    ("hide", {"mention": "m1"}, "Hide one mention"),
    (
        "assert",
        {"entity": {"name": "Vault"}, "document": "a.md", "quote": "the  vault"},
        "Add “Vault” from “the vault” in “a.md”",
    ),
    (
        "assert",
        {"relation": {"source": "X", "target": "Y", "keywords": ["uses"]}, "document": "a.md", "quote": "q"},
        "Add “X” → “Y” (“uses”) from “q” in “a.md”",
    ),
    ("relabel", {"predicate": "uses", "to": "needs"}, "Label relations “uses” “needs” everywhere"),
    (
        "relabel",
        {"relation": EDGE, "to": "kept in"},
        "Label the relation “Daily backup” → “Vault” (“stored in”) “kept in”",
    ),
    (
        "endpoint",
        {"mention": "m", "end": "target", "node": B},
        "Let the target of a relation be “Daily backup · Business”",
    ),
    (
        "direction",
        {"relation": EDGE, "way": "reverse"},
        "Turn the relation “Daily backup” → “Vault” (“stored in”) round",
    ),
    ("describe", {"node": A, "text": "A copy.", "of": ["m1"]}, "Describe “Daily backup” as “A copy.”"),
    (
        "accept",
        {"finding": "f", "kind": "near-duplicate", "entities": ["a", "b"]},
        "Accept as right: near-duplicate of “a” and “b”",
    ),
    ("unsure", {"finding": "f", "kind": "island"}, "Unsure about: island"),
    ("mute", {"finding_kind": "island"}, "Show no more findings of the kind “island”"),
    ("checkpoint", {"name": "before the merge"}, "Checkpoint “before the merge”"),
    ("revoke", {"seq": 7}, "Undo decision 7"),
    (
        "tick",
        {"source": "plan", "types": ["feature"], "names": ["Export", "Bin"]},
        "Tell apart by “plan”: entities of type “feature” and entities named “Export” and “Bin”",
    ),
    ("tick", {"source": "document", "types": ["feature"]}, "Tell apart by their document: entities of type “feature”"),
    ("know", {"values": ["Business", "Free"]}, "Let “Business” and “Free” count as qualifiers"),
]


@pytest.mark.parametrize(("kind", "body", "said"), SAID, ids=[f"{kind}-{n}" for n, (kind, *_) in enumerate(SAID)])
def test_a_decision_is_said_in_one_line(kind: str, body: dict[str, Any], said: str) -> None:
    assert problem(kind, body) == ""
    assert sentence(Decision(1, kind, body)) == said


def test_every_kind_is_said() -> None:
    assert {kind for kind, *_ in SAID} == set(KINDS)


def test_a_long_or_odd_name_does_not_break_the_line() -> None:
    said = sentence(Decision(1, "hide", {"node": {"name": "x" * 500 + "\n<b>"}}))
    assert len(said) < 120
    assert sentence(Decision(1, "prophesy", {})) == "“prophesy”, a kind that this version does not know"
    assert sentence(Decision(1, "merge", {"nodes": 7})) == "“merge” that can't be read"


@pytest.mark.parametrize(
    ("kind", "body", "word"),
    [
        ("prophesy", {}, "no kind of decision"),
        ("merge", {"nodes": [A], "into": A}, "one entity only"),
        ("merge", {"nodes": [A, 7], "into": B}, "'nodes'"),
        ("merge", {"nodes": [A, B], "into": B, "type": 3}, "'type'"),
        ("not_same", {"nodes": [A, A]}, "one entity only"),
        ("split", {"node": A, "parts": []}, "'parts'"),
        ("split", {"node": A, "parts": [{"mentions": []}]}, "Part 1 has no name"),
        ("split", {"node": A, "parts": [{**B, "mentions": "m1"}]}, "'mentions'"),
        ("split", {"node": A, "parts": [{**B, "mentions": ["m1"]}, {**A, "mentions": ["m1"]}]}, "in two parts"),
        ("split", {"node": A, "parts": [{**B, "rule": {"moon": ["full"]}}]}, "'rule'"),
        ("split", {"node": A, "parts": [{**B, "rule": {"metadata": {"plan": "Business"}}}]}, "'rule'"),
        ("rename", {"node": A, "to": {"name": " "}}, "'to'"),
        ("qualify", {"node": A}, "'qualifier'"),
        ("retype", {"type": "Rule ", "to": "rule"}, "same type"),
        ("hide", {"relation": {"source": A}}, "'relation'"),
        ("hide", {"mention": 3}, "'mention'"),
        ("assert", {"entity": {"name": "x"}, "document": "a", "quote": " "}, "'quote'"),
        ("assert", {"relation": {"source": "x"}, "document": "a", "quote": "q"}, "source and target"),
        (
            "assert",
            {"relation": {"source": "x", "target": "y", "keywords": "k"}, "document": "a", "quote": "q"},
            "'keywords'",
        ),
        ("endpoint", {"mention": "m", "end": ["source"], "node": A}, "'end'"),
        ("direction", {"relation": EDGE, "way": "forward"}, "'way'"),
        ("describe", {"node": A, "text": "x", "of": [1]}, "'of'"),
        ("revoke", {"seq": True}, "'seq'"),
        ("tick", {"source": "plan"}, "'types'"),
        ("tick", {"source": "plan", "types": "feature"}, "'types'"),
        ("know", {"values": [""]}, "'values'"),
    ],
)
def test_what_can_not_be_read_says_why(kind: str, body: Any, word: str) -> None:
    assert word in problem(kind, body)
