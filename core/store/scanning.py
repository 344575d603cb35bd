"""Counts bytes in the files of a folder, in a process of its own: `python -m core.store.scanning`.

A process that has a database open must not open its file in any other way: closing that would let go of the locks that
SQLite holds on it, and another process would then take the database's log away. So the files are read elsewhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from core.errors import WorkspaceDamaged

BLOCK = 1 << 22
"""Bytes of a file that are looked through at once."""

_QUIETLY = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def counted(folder: Path, needles: Sequence[bytes]) -> list[tuple[str, int]]:
    """Every file below a folder, by name, and how many of its blocks hold one of these bytes (in lower case).

    Raises WorkspaceDamaged where a file can't be read.
    """
    asked = {"folder": str(folder.resolve()), "needles": [needle.hex() for needle in needles]}
    root = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "core.store.scanning"],
        input=json.dumps(asked).encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": paths},
        creationflags=_QUIETLY,
        check=False,
    )
    if ended.returncode:
        reason = ended.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise WorkspaceDamaged(f"The files of the workspace can't be looked through ({reason}).", "Try it again.")
    return [(str(name), int(count)) for name, count in json.loads(ended.stdout)]


def count(path: Path, needles: Sequence[bytes]) -> int:
    """How many blocks of a file hold one of them; blocks overlap by the longest."""
    overlap = max(map(len, needles)) - 1
    found, tail = 0, b""
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            held = (tail + block).lower()
            found += any(needle in held for needle in needles)
            tail = held[-overlap:] if overlap else b""
    return found


def main() -> None:
    asked = json.loads(sys.stdin.buffer.read())
    folder, needles = Path(asked["folder"]), [bytes.fromhex(needle) for needle in asked["needles"]]
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    found = [(path.relative_to(folder).as_posix(), count(path, needles)) for path in files]
    sys.stdout.buffer.write(json.dumps(found).encode("ascii"))


if __name__ == "__main__":
    main()
