"""Who decides: one name for a home of the app, asked once. A file beside the workspaces, no part of any of them."""

from __future__ import annotations

from pathlib import Path

from core.domain.names import tidy_name
from core.errors import WorkspaceError

MOST = 80
"""Characters of a name that are kept."""


class Person:
    """Reads and writes the name in a home."""

    def __init__(self, home: Path) -> None:
        self._path = home / "person.txt"

    @property
    def name(self) -> str:
        """Empty where none was given, or the file can't be read."""
        try:
            return tidy_name(self._path.read_text(encoding="utf-8"))[:MOST]
        except (OSError, UnicodeDecodeError):
            return ""

    @property
    def asked(self) -> bool:
        """Whether the question was answered, with a name or without."""
        return self._path.is_file()

    def save(self, name: str) -> None:
        """Keep a name; what does not show is left out. Raises WorkspaceError."""
        part = self._path.with_suffix(".part")
        try:
            part.write_text(tidy_name(name)[:MOST], encoding="utf-8")
            part.replace(self._path)
        except OSError as error:
            raise WorkspaceError(
                f"Your name can't be kept ({error.strerror or error}).", "Let the app write into its home."
            ) from error
