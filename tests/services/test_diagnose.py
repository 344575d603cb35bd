"""Findings of a workspace: kept while nothing changes, none under a viewer, what is right left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.decisions import Decision
from core.domain.diagnose import FINDERS, FINDING_KINDS, Finding, Noted, Ruled, Scene
from core.domain.profiles import rough_tokens
from core.errors import InputError, ModelError, UnknownName
from core.services.diagnose import DiagnoseDesk
from core.services.intake import Incoming
from core.services.passage_vectors import stored_vectors
from tests.larkspur import own_records
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.intake.add([Incoming("records", "own.jsonl", own_records())])
    yield made
    made.close()


def desk(workspace: Workspace, accepted: frozenset[str] = frozenset()) -> DiagnoseDesk:
    said = Ruled(right={finding: Noted(1, "") for finding in accepted})
    return DiagnoseDesk(workspace.views, workspace.library, workspace.embeddings, rough_tokens, lambda: said)


def test_the_lesson_shows_its_stub_its_collision_and_its_two_directions(workspace: Workspace) -> None:
    counts = desk(workspace).findings().counts()
    assert list(counts) == list(FINDING_KINDS)
    assert {kind: n for kind, n in counts.items() if n} == {
        "name-collision": 1,
        "contradicting-direction": 1,
        "unknown-stub": 1,
        "parallel-relations": 1,
        "island": 1,
    }
    assert desk(workspace).findings("classic").counts()["lost-direction"] == 1


def test_findings_are_the_same_objects_until_something_changes(workspace: Workspace) -> None:
    looked = desk(workspace)
    first, again = looked.findings(), looked.findings()
    assert all(a is b for a, b in zip(first.findings, again.findings, strict=True))
    assert looked.differences() is looked.differences()
    (collision,) = looked.findings(kinds=("name-collision",)).findings
    proposal = dict(collision.proposal or {})
    workspace.decide([Decision(1, proposal.pop("kind"), proposal)])
    assert looked.findings(kinds=("name-collision",)).findings == ()
    assert [difference.kind for difference in looked.differences()] == ["glued", "two directions"]


def test_a_kind_that_fails_is_named_and_leaves_the_others(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(scene: Scene) -> tuple[Finding, ...]:
        raise KeyError("left.md#7")

    whole = desk(workspace).findings()
    monkeypatch.setitem(FINDERS, "name-collision", broken)
    looked = desk(workspace).findings()
    assert looked.failed == {"name-collision": "KeyError: 'left.md#7'"}
    assert looked.findings == tuple(each for each in whole.findings if each.kind != "name-collision")
    assert "name-collision" in caplog.text
    assert desk(workspace).findings(kinds=("island",)).failed == {}


def test_what_a_person_found_right_is_set_apart(workspace: Workspace) -> None:
    (collision,) = desk(workspace).findings(kinds=("name-collision",)).findings
    accepted = desk(workspace, frozenset({collision.id})).findings(kinds=("name-collision",))
    assert accepted.findings == ()
    assert accepted.accepted == (collision,)


def test_findings_under_classic_propose_nothing_because_decisions_do_nothing_there(workspace: Workspace) -> None:
    assert any(finding.proposal for finding in desk(workspace).findings().findings)
    assert not any(finding.proposal for finding in desk(workspace).findings("classic").findings)


def test_under_a_viewer_there_are_no_findings_and_it_is_said_why(workspace: Workspace) -> None:
    with pytest.raises(InputError, match="viewer"):
        desk(workspace).findings(viewer=("staff",))
    with pytest.raises(InputError, match="viewer"):
        desk(workspace).differences(viewer=())


def test_unknown_rules_and_kinds_are_refused_by_name(workspace: Workspace) -> None:
    with pytest.raises(UnknownName, match="merge rule 'vague'"):
        desk(workspace).findings("vague")
    with pytest.raises(UnknownName, match="kind 'ghosts'"):
        desk(workspace).findings(kinds=("ghosts",))  # type: ignore[arg-type]


def test_no_model_is_asked_and_stored_vectors_are_used_where_there_are_some(workspace: Workspace) -> None:
    looked = desk(workspace)
    embedder, workspace.embedder = workspace.embedder, NoEmbedder()
    chunks = list(workspace.views().evidence.chunks)
    assert looked.findings().findings
    assert stored_vectors(workspace.embeddings, workspace.views(), chunks) == {}
    workspace.embedder = embedder
    workspace.collections.update()
    workspace.embedder = NoEmbedder()
    assert set(stored_vectors(workspace.embeddings, workspace.views(), chunks)) == set(chunks)


class NoEmbedder:
    """Fails whatever it is asked."""

    identity, dimension, window = "none", 1, 1

    def embed(self, texts: object) -> object:
        raise ModelError("No embedder should be asked.")


def test_rejected_rows_and_failed_chunks_come_by_document(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    line = b'{"document": "a#1", "chunk": "x#2", "text": "T.", "entities": [{"type": "t"}], "relations": []}'
    workspace.intake.add([Incoming("records", "r.jsonl", line)])
    workspace.texts({"memo.txt": "Some words."})
    (pending,) = workspace.store.documents.pending()
    workspace.store.mentions.fail(pending, "No answer came.")
    found = desk(workspace).findings().findings
    assert [(f.kind, f.documents) for f in found] == [
        ("failed-chunks", ("notes/memo.txt",)),
        ("rejected-rows", ("a#1",)),
    ]
    workspace.close()
