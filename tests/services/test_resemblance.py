"""Documents that come in and say nearly the same as others, told of in the report; pairs that a person dismissed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from core.services.intake import Incoming
from core.services.resemblance import Resemblance
from tests.services.test_superseding import desk
from tests.services.test_withdraw import withdrawals
from tests.workspace import Workspace

POLICY = " ".join(Random(1).choices([f"word{n}" for n in range(300)], k=200))


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.texts({"policy.md": POLICY, "other.md": "Something else."})
    yield made
    made.close()


def add(workspace: Workspace, name: str, text: str) -> list[tuple[str, str, bool, str]]:
    report = workspace.intake.add([Incoming("notes", name, text.encode())])
    return [(pair.document, pair.other, pair.same, pair.draft) for pair in report.alike]


def test_duplicates_and_drafts_are_told_when_they_come(workspace: Workspace) -> None:
    assert add(workspace, "a-copy.md", POLICY) == [("notes/a-copy.md", "notes/policy.md", True, "notes/a-copy.md")]
    assert add(workspace, "next.md", f"{POLICY} And one more.")[0][:3] == ("notes/next.md", "notes/policy.md", False)
    report = workspace.intake.add([Incoming("notes", "d.md", b"---\nstatus: draft\n---\nNothing of it is said.")])
    assert (report.alike, report.drafts) == ((), ("notes/d.md",))
    assert add(workspace, "next.md", f"{POLICY} And one more.") == []  # unchanged


def test_a_changed_document_is_looked_at_again(workspace: Workspace) -> None:
    assert len(add(workspace, "other.md", POLICY)) == 1
    assert len(Resemblance(workspace.store).all()) == 1
    assert add(workspace, "other.md", "Something else again.") == []
    assert Resemblance(workspace.store).all() == ()


def test_what_is_replaced_withdrawn_or_dismissed_is_no_proposal(workspace: Workspace) -> None:
    add(workspace, "b.md", POLICY)
    found = desk(workspace)
    (pair,) = found.alike()
    found.mark("notes/policy.md", ["notes/b.md"])
    assert found.alike() == ()
    found.keep_both("notes/policy.md")
    assert found.alike() == (pair,)
    withdrawals(workspace).withdraw(["notes/b.md"])
    assert found.alike() == ()
    withdrawals(workspace).restore(["notes/b.md"])
    found.dismiss(pair)
    assert found.alike() == ()
    assert desk(workspace).alike() == ()


def test_a_document_of_which_a_person_says_that_it_is_no_draft_is_listed_no_more(workspace: Workspace) -> None:
    add(workspace, "draft.md", "Of horses.")
    found = desk(workspace)
    assert found.drafts() == ("notes/draft.md",)
    found.dismiss_draft("notes/draft.md")
    assert found.drafts() == ()


def test_evidence_records_are_compared_by_their_passages(workspace: Workspace) -> None:
    half = len(POLICY) // 2
    lines = [
        f'{{"document": "far", "chunk": "{n}", "text": "{t}"}}' for n, t in enumerate((POLICY[:half], POLICY[half:]))
    ]
    report = workspace.intake.add([Incoming("uploads", "r.jsonl", "\n".join(lines).encode())])
    assert [(pair.document, pair.other) for pair in report.alike] == [("far", "notes/policy.md")]


def test_one_more_with_the_same_passage_is_not_alike(workspace: Workspace) -> None:
    long = " ".join(Random(2).choices([f"word{n}" for n in range(300)], k=900))
    assert add(workspace, "long.md", f"{POLICY} {long}") == []
