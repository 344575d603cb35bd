"""The exact shape of `retrieve --json`, as section 6 of the design page has it."""

from __future__ import annotations

import json

from core.domain.modes import MODES, Parameters
from core.services.trace_json import trace_json
from tests.services.hand_view import QUESTION, Bench, HandView


def test_a_small_trace_is_printed_in_full():
    found = trace_json(Bench().run("global", parameters=Parameters(top_k=1, chunk_top_k=1)))
    assert found == {
        "question": QUESTION,
        "mode": "global",
        "policy": "careful",
        "viewer": None,
        "keywords": {"low": ["alpha", "beta"], "high": ["keeping"], "from": "engine"},
        "entities": [
            {
                "key": key,
                "name": key.upper(),
                "type": "thing",
                "description": f"What {key} is.",
                "score": None,
                "rank": rank,
                "via": "endpoint",
            }
            for rank, key in enumerate(("c", "d"), start=1)
        ],
        "relations": [
            {
                "key": "r3",
                "source": "c",
                "target": "d",
                "keywords": ["keeps", "for"],
                "description": "How c keeps d.",
                "weight": 1,
                "score": 0.8,
                "via": "seed",
            }
        ],
        "paths": [],
        "chunks": [{"id": "k3", "document": "doc", "text": "Text of k3.", "score": 0.5, "via": ["relation:r3"]}],
        "cuts": [
            {"kind": "relation", "id": "r4", "reason": "threshold 0.2"},
            {"kind": "relation", "id": "r5", "reason": "threshold 0.2"},
            {"kind": "relation", "id": "r1", "reason": "threshold 0.2"},
            {"kind": "relation", "id": "r2", "reason": "top_k 1"},
        ],
        # in words: a heading of 1 and two lines of 8; 1 and 12; 6 and 8
        "tokens": {"entities": 17, "relations": 13, "paths": 0, "chunks": 14, "total": 44, "limit": 30000},
        "notes": [],
    }


def test_every_mode_prints_as_json_and_reads_back_the_same():
    for mode in MODES:
        printed = trace_json(Bench().run(mode))
        assert json.loads(json.dumps(printed, allow_nan=False)) == printed


def test_a_viewer_without_labels_is_an_empty_list():
    assert trace_json(Bench(HandView(viewer=())).run("naive"))["viewer"] == []
