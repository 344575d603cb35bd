"""The writer's lock belongs to the process: whichever thread took it, any may release it."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from core.store.lock import WriterLock


def test_a_lock_that_one_thread_took_can_be_released_by_another(tmp_path: Path) -> None:
    lock, took = WriterLock(tmp_path), []
    thread = Thread(target=lambda: took.append(lock.acquire()))
    thread.start()
    thread.join()
    other = WriterLock(tmp_path)
    assert (took, other.acquire()) == ([True], False)
    lock.release()
    assert other.acquire()
    other.release()
