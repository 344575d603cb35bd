"""Python's cycle collector: kept still while very many objects are made that all stay, and away from them later."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 100_000
"""New objects from which on they are set aside: a pass over so many takes a tenth of a second."""

MOST = 2_000_000
"""Objects set aside from which on those that are not used any more are looked for among them first."""


@contextmanager
def without_collector() -> Iterator[None]:
    """It would walk all the new records again and again, a third of the time that making them takes.

    What was made is set aside, so that no later pass walks it either: each would take half a second at 3,000 chunks.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_count()[0] >= MANY:
                set_aside()
            gc.enable()


def set_aside() -> None:
    """Let no later pass walk what there is now. Streamlit makes a whole pass after every run of a page.

    Objects set aside still go when nothing refers to them; only those held by a cycle have to be looked for.
    """
    if gc.get_freeze_count() >= MOST:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
