"""Law 10: whatever the moment at which the process is killed, the next one finds all that was done and finishes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests import crashing

ROOT = Path(__file__).parent.parent.parent


def test_law_10_killed_at_any_step_the_work_ends_as_if_undisturbed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.crashing", str(tmp_path), "5", "4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    whole, *killed = [json.loads(line) for line in done.stdout.splitlines()]
    assert whole["progress"] == [8, 8, 0]
    assert all(current for _, current in whole["states"])
    assert len(killed) >= 8
    for run in killed:
        assert run["code"] == (crashing.KILLED), run
        assert run["after"] == whole, run
