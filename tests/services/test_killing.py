"""Law 10 by force: signal 9 at random moments of an ingestion, and going on from whatever is left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.killing import CHUNKS

ROOT = Path(__file__).parent.parent.parent
SEED, WORKSPACES, KILLS = 7, 2, 10


def test_law_10_killed_twenty_times_the_work_ends_as_if_undisturbed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.killing", str(tmp_path), str(SEED), str(WORKSPACES), str(KILLS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    whole, *killed = map(json.loads, done.stdout.splitlines())
    assert whole["chunks"] == CHUNKS
    assert all(current for _, current in whole["states"])
    assert [run["end"] for run in killed] == [whole] * WORKSPACES
    read = [count for run in killed for count in run["read"]]
    assert len(read) == WORKSPACES * KILLS
    assert sum(0 < count < CHUNKS for count in read) >= len(read) // 2
    for run in killed:
        assert run["read"] == sorted(run["read"])  # nothing that was read is lost
