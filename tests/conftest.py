"""What all tests share: quiet, repeatable hypothesis; workspaces in a temporary folder with scripted models."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

# Threads of numpy that wait for each other gain nothing on small matrices, and much is lost on a machine that is busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from core.store.store import Store

if TYPE_CHECKING:
    from core.bootstrap import Explorer

settings.register_profile(
    "laws",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# For a longer look: LIGHTPRISM_EXAMPLES=2000 pytest tests/domain
_more = os.environ.get("LIGHTPRISM_EXAMPLES")
settings.load_profile("laws")
if _more:
    settings.register_profile("more", settings.get_profile("laws"), derandomize=False, max_examples=int(_more))
    settings.load_profile("more")


def pytest_collection_finish() -> None:
    """What was imported by now stays: the collector need not walk it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def chroma_inside() -> None:
    """Chroma works in the process of the tests, as a second of starting another is too much for each of them.

    Where that other process matters, and in all programs that tests start, it is as in the app.
    """
    from core.adapters.chroma import ChromaIndex
    from core.binding import Binding

    Binding.make_index = ChromaIndex


@pytest.fixture
def chroma_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chroma in a process of its own, as in the app.

    Its files hold memory of its process that was never written to; apart, that process knows ids, hashes and vectors
    but no text, and nothing of a document can be found there.
    """
    from core.adapters.chroma_process import ChromaProcess
    from core.binding import Binding

    monkeypatch.setattr(Binding, "make_index", ChromaProcess)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store, open for writing."""
    opened = Store(tmp_path / "store")
    yield opened
    opened.close()


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    """A workspace as the app opens it, over scripted models."""
    from tests.exploring import scripted_explorer  # brings in Chroma: only for tests that ask for it

    opened = scripted_explorer(tmp_path)
    yield opened
    opened.close()
