"""One process writes: an operating-system lock, kept as long as it lives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.store.lock import WriterLock

ROOT = Path(__file__).parent.parent.parent
HOLD = """
import sys
from pathlib import Path
from core.store.lock import WriterLock
lock = WriterLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.readline()
"""


def hold_elsewhere(folder: Path) -> subprocess.Popen[str]:
    """A process that takes the lock, says whether it got it, and keeps it until it is told or killed."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_a_lock_is_held_by_one_and_free_again_after_release(tmp_path: Path) -> None:
    first, second = WriterLock(tmp_path), WriterLock(tmp_path)
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


@pytest.mark.parametrize("ending", ["told", "killed"])
def test_another_process_keeps_the_lock_for_its_life_and_no_longer(tmp_path: Path, ending: str) -> None:
    with hold_elsewhere(tmp_path) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline().strip() == "True"
        here = WriterLock(tmp_path)
        assert not here.acquire()
        assert here.holder().startswith(f"process {other.pid} on ")
        if ending == "told":
            other.stdin.write("\n")
            other.stdin.flush()
        else:
            other.kill()
        other.wait()
        assert here.acquire()
        here.release()


def test_a_holder_that_left_no_name_is_another_process(tmp_path: Path) -> None:
    assert WriterLock(tmp_path).holder() == "another process"
    (tmp_path / "holder.txt").write_text("  \n", encoding="utf-8")
    assert WriterLock(tmp_path).holder() == "another process"
    (tmp_path / "holder.txt").write_bytes(b"\xff\xfe")
    assert WriterLock(tmp_path).holder()
