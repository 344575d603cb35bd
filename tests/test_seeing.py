"""What a viewer gets of a workspace: the same services over what he may see, and a reason for what is off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.bootstrap import Explorer
from core.errors import InputError
from core.seeing import KEPT
from core.services.inquiry import Asked
from core.services.intake import Incoming
from core.services.question import Request
from tests.exploring import scripted_explorer

OPEN, CLOSED = "Alice meets Bob in Rome.", "---\naudience: [staff]\n---\nAlice pays Carol in secret."


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    found = scripted_explorer(tmp_path)
    files = {"open.md": OPEN, "closed.md": CLOSED}
    found.intake.add([Incoming("notes", name, text.encode()) for name, text in files.items()])
    found.ingest.run()
    yield found
    found.close()


def test_every_service_of_a_viewer_knows_what_he_may_see_and_nothing_else(explorer: Explorer) -> None:
    anyone, staff = explorer.seen_by(()), explorer.seen_by(("staff", ""))
    assert (anyone.viewer, staff.viewer, explorer.viewer) == ((), ("staff",), None)
    assert [row.document.id for row in anyone.library.documents()] == ["notes/open.md"]
    assert [row.document.id for row in staff.library.documents()] == ["notes/closed.md", "notes/open.md"]
    assert "carol" not in anyone.views().graph
    assert "carol" in staff.views().graph
    assert anyone.library.text("notes/closed.md") == "" != staff.library.text("notes/closed.md")
    assert anyone.search.search("secret").passage_count == 0
    assert staff.search.search("secret").passage_count == 1
    traces = anyone.retrieve.compare(Request("Whom does Alice pay?"), ("naive", "local"))
    assert {kept.chunk.document for trace in traces.values() for kept in trace.chunks} == {"notes/open.md"}
    assert traces["naive"].viewer == ()


def test_for_the_same_labels_it_is_the_same_object_in_whatever_order(explorer: Explorer) -> None:
    assert explorer.seen_by(("b", "a", "b")) is explorer.seen_by(("a", "b"))


@pytest.mark.parametrize("name", ["curate", "diagnose", "evaluate", "intake", "withdrawals", "purging", "configure"])
def test_what_is_off_for_viewers_says_so_and_what_to_do(explorer: Explorer, name: str) -> None:
    with pytest.raises(InputError, match=r"is off while you view as board, staff\. See everything again"):
        getattr(explorer.seen_by(("staff", "board")), name)
    with pytest.raises(InputError, match="is off while you view what everyone may see"):
        getattr(explorer.seen_by(()), name)


def test_a_question_that_a_viewer_asks_is_answered_from_what_he_sees_and_kept_for_him(explorer: Explorer) -> None:
    anyone = explorer.seen_by(())
    seen = anyone.inquiries.ask(Asked("open Alice meets Bob in Rome.", "naive")).wait(60)
    assert (seen.state, seen.error) == ("done", None)
    assert seen.trace is not None
    assert {kept.chunk.document for kept in seen.trace.chunks} == {"notes/open.md"}
    assert seen.quotes is not None
    assert {quote.document for quote in seen.quotes} <= {"notes/open.md"}
    assert [row.id for row in anyone.runs.list()] == [seen.run]
    assert explorer.runs.list() == explorer.seen_by(("staff",)).runs.list() == ()
    assert explorer.inquiries.of_run(seen.run) is None


def test_who_looks_last_is_held_and_who_has_not_looked_for_long_is_let_go(explorer: Explorer) -> None:
    first = explorer.seen_by(("0",))
    for n in range(1, KEPT):
        explorer.seen_by((str(n),))
    assert explorer.seen_by(("0",)) is first
    for n in range(1, KEPT + 1):
        explorer.seen_by((str(n),))
    assert explorer.seen_by(("0",)) is not first
