"""The cycle collector is still while much is made, leaves alone what was made, and works again afterwards."""

from __future__ import annotations

import gc
import weakref

import pytest

from core.services import collector
from core.services.collector import without_collector


class Ring:
    """Held by itself: only the collector can find that nobody needs it."""

    def __init__(self) -> None:
        self.self = self


def test_it_is_off_inside_and_on_again_after() -> None:
    with without_collector():
        assert not gc.isenabled()
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_is_on_again_after_an_error_and_stays_off_where_it_was_off() -> None:
    with pytest.raises(ZeroDivisionError), without_collector():
        raise ZeroDivisionError
    assert gc.isenabled()
    gc.disable()
    with without_collector():
        pass
    assert not gc.isenabled()
    gc.enable()


def test_much_that_was_made_is_set_aside_and_little_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "MANY", 5_000)
    gc.collect()
    before = gc.get_freeze_count()
    with without_collector():
        little = [[n] for n in range(100)]
    assert gc.get_freeze_count() == before
    with without_collector():
        much = [[n] for n in range(10_000)]
    assert gc.get_freeze_count() >= before + len(much) + len(little)


def test_what_is_set_aside_goes_in_the_end_also_where_a_cycle_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "MANY", 0)
    with without_collector():
        ring = Ring()
    seen = weakref.ref(ring)
    del ring
    gc.collect()
    assert seen() is not None
    monkeypatch.setattr(collector, "MOST", 0)
    with without_collector():
        pass
    assert seen() is None
