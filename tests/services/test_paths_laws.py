"""The mode `paths` over a real store: documents in any order, one at a time or at once, and withdrawn again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from core.domain.profiles import rough_tokens
from core.domain.trace import Trace
from core.services.retrieve import Request, Retrieval
from tests.workspace import Workspace

TEXTS = {
    "a.md": "Alice meets Bob. Bob asks Carol.",
    "b.md": "Carol calls Dave. Dave helps Erin. Alice asks Dave.",
    "c.md": "Erin meets Frank. Frank asks Bob.",
    "d.md": "Grace meets Heidi.",
}


def asked(workspace: Workspace, policy: str = "careful", **more: tuple[str, ...]) -> Trace:
    retrieval = Retrieval(workspace.views, lambda: workspace.extractor, lambda: workspace.embedder, rough_tokens)
    return retrieval.run(Request("How does Alice reach Erin?", "paths", low=("Alice", "Erin"), policy=policy, **more))


def filled(folder: Path, names: Sequence[str], at_once: bool = True) -> Workspace:
    workspace = Workspace(folder)
    for batch in [names] if at_once else [[name] for name in names]:
        workspace.texts({name: TEXTS[name] for name in batch})
        workspace.ingest.run()
        if not at_once:
            asked(workspace)  # what is kept beside one graph is of no use to the next
    return workspace


@pytest.mark.parametrize("policy", ["careful", "classic"])
def test_law_2_documents_in_any_order_give_the_same_paths(tmp_path: Path, policy: str) -> None:
    orders = [order for order in permutations(TEXTS) if order[0] != "d.md"][::5]
    traces = []
    for number, order in enumerate(orders):
        workspace = filled(tmp_path / str(number), order, at_once=number % 2 == 0)
        traces.append(asked(workspace, policy))
        workspace.close()
    assert traces[0].paths
    assert all(trace == traces[0] for trace in traces)


def test_law_1_a_withdrawn_document_leaves_no_trace_in_paths(tmp_path: Path) -> None:
    never = filled(tmp_path / "never", ["a.md", "b.md", "d.md"])
    gone = filled(tmp_path / "gone", list(TEXTS))
    before = asked(gone)
    gone.store.documents.set_withdrawn("notes/c.md", True)
    assert asked(gone) == asked(never) != before
    never.close()
    gone.close()


def test_keywords_that_are_names_begin_the_paths(tmp_path: Path) -> None:
    workspace = filled(tmp_path, list(TEXTS))
    trace = asked(workspace)
    assert {trace.paths[0].nodes[0], trace.paths[0].nodes[-1]} == {"alice", "erin"}
    assert {kept.entity.key: kept.score for kept in trace.entities}["erin"] == 1.0
    assert "walk" in trace.chunks[0].via
    workspace.close()


def test_what_a_viewer_may_not_see_is_no_start_and_on_no_path(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    hidden = "---\naudience: [staff]\n---\nDave pays Erin. Alice trusts Erin."
    workspace.texts({"a.md": TEXTS["a.md"], "b.md": "Carol calls Dave.", "s.md": hidden})
    workspace.ingest.run()
    staff, others = asked(workspace, viewer=("staff",)), asked(workspace, viewer=())
    assert ("alice", "erin") in {path.nodes for path in staff.paths}
    assert "erin" not in trace_text(others)
    assert "notes/s.md" not in trace_text(others)
    workspace.close()


def trace_text(trace: Trace) -> str:
    """All that a trace holds but the question and its keywords."""
    return str([trace.entities, trace.relations, trace.paths, trace.chunks, trace.cuts])
