"""Work outside any page: one at a time, seen as it goes on, and it ends in a result, an error, or when told to."""

from __future__ import annotations

from threading import Event

from core.adapters.scripted_clock import FixedClock
from core.errors import ModelCancelled, ModelMissing
from core.services.task import Handle, Task


def task() -> Task[str]:
    return Task(FixedClock(), "test")


def test_it_ends_with_its_result() -> None:
    work = task()
    assert work.start(lambda _: "done", "a thing")
    ended = work.wait(10)
    assert (ended.state, ended.result, ended.subject, ended.error) == ("done", "done", "a thing", None)
    assert ended.seconds > 0


def test_it_shows_how_far_it_is_while_it_goes_on() -> None:
    work, told, go = task(), Event(), Event()

    def slow(handle: Handle) -> str:
        handle.tell(3, 12, "downloading")
        told.set()
        go.wait(10)
        return ""

    work.start(slow)
    told.wait(10)
    seen = work.view()
    assert (seen.state, seen.done, seen.total, seen.note) == ("running", 3, 12, "downloading")
    assert seen.rate
    go.set()
    work.wait(10)


def test_a_second_run_has_to_wait_for_the_first() -> None:
    work, go = task(), Event()
    work.start(lambda _: str(go.wait(10)))
    assert not work.start(lambda _: "second")
    go.set()
    assert work.wait(10).result == "True"
    assert work.start(lambda _: "third")
    assert work.wait(10).result == "third"


def test_it_stops_when_it_is_told_to() -> None:
    work, begun = task(), Event()

    def patient(handle: Handle) -> str:
        begun.set()
        while not handle.cancelled():
            pass
        raise ModelCancelled("Cancelled.")

    work.start(patient)
    begun.wait(10)
    work.cancel()
    assert work.wait(10).state == "stopped"


def test_an_error_is_kept_with_its_remedy() -> None:
    def fails(_: Handle) -> str:
        raise ModelMissing("No such model.", "Pull it.")

    work = task()
    work.start(fails)
    ended = work.wait(10)
    assert ended.state == "failed"
    assert (ended.error and ended.error.remedy) == "Pull it."


def test_what_came_out_can_be_forgotten_but_not_what_goes_on() -> None:
    work, go = task(), Event()
    work.start(lambda _: str(go.wait(10)))
    work.clear()
    assert work.view().active
    go.set()
    work.wait(10)
    work.clear()
    assert work.view().state == "idle"
