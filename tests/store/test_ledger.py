"""The list of decisions: steps in one transaction, with their effect, from any thread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from core.domain.curation import Effect
from core.errors import WorkspaceBusy, WorkspaceError
from core.store.ledger import NewDecision
from core.store.person import MOST, Person
from core.store.store import Store

HIDE = NewDecision("hide", {"node": {"name": "x"}}, "Ines", "because")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def test_a_step_keeps_together_what_was_decided_at_once(store: Store) -> None:
    effect = Effect(3, 2, 1, 0)
    assert store.ledger.append("hide", {}, at="t") == 1
    assert store.ledger.add([HIDE, HIDE], "t", effect) == (2, 3)
    rows = store.ledger.recorded()
    assert [(row.decision.seq, row.step, row.effect) for row in rows] == [(1, 1, None), (2, 2, effect), (3, 2, effect)]
    assert (rows[1].decision.who, rows[1].decision.why, store.ledger.last()) == ("Ines", "because", 3)


def test_a_step_that_can_not_be_written_leaves_nothing(store: Store) -> None:
    with pytest.raises(TypeError):
        store.ledger.add([HIDE, NewDecision("hide", {"node": {1}})], "t")
    assert store.ledger.recorded() == ()


def test_steps_of_many_threads_do_not_mix(store: Store) -> None:
    threads = [Thread(target=lambda: store.ledger.add([HIDE] * 5, "t")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    steps = [row.step for row in store.ledger.recorded()]
    assert steps == [1 + n // 5 * 5 for n in range(40)]


def test_a_reader_adds_nothing(store: Store, tmp_path: Path) -> None:
    reader = Store(tmp_path, read_only=True)
    with pytest.raises(WorkspaceBusy):
        reader.ledger.add([HIDE], "t")
    reader.close()


def test_a_name_is_kept_as_one_short_line(tmp_path: Path) -> None:
    person = Person(tmp_path)
    assert (person.name, person.asked) == ("", False)
    person.save("Ines\n" + "x" * 200)
    assert (len(Person(tmp_path).name), Person(tmp_path).asked) == (MOST, True)
    (tmp_path / "person.txt").write_bytes(b"\xff\xfe")
    assert Person(tmp_path).name == ""
    with pytest.raises(WorkspaceError, match="can't be kept"):
        Person(tmp_path / "nowhere").save("Ines")
