"""One process writes a workspace: an operating-system lock held for the life of the process.

The file beside the lock only names the holder for a message; it decides nothing.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

from filelock import FileLock, Timeout


class WriterLock:
    """The lock of the workspace in `folder`; `acquire` says whether this process holds it."""

    def __init__(self, folder: Path) -> None:
        # not by thread: a workspace is opened by one click and closed by another
        self._lock = FileLock(folder / "lock", timeout=0, thread_local=False)
        self._holder = folder / "holder.txt"

    def acquire(self) -> bool:
        try:
            self._lock.acquire()
        except Timeout:
            return False
        self._holder.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        return True

    def holder(self) -> str:
        """Who holds it, for a message: `process 4711 on host`."""
        try:
            return self._holder.read_text(encoding="utf-8", errors="replace").strip() or "another process"
        except OSError:
            return "another process"

    def release(self) -> None:
        self._lock.release()
