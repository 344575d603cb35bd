"""Pages work over an index in memory. Making one with Chroma takes as long as drawing a page, and each test makes one.

Chroma is held by the tests of contracts, services and commands, and by the journeys in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from core.adapters.scripted_index import MemoryIndex
from core.binding import Binding


@pytest.fixture(scope="package", autouse=True)
def index_in_memory(chroma_inside: None) -> Iterator[None]:
    """One for each folder, which is found again as it was left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Binding, "make_index", cache(lambda _folder, names, _model, _dimension: MemoryIndex(names)))
        yield
