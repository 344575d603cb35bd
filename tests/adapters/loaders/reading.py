"""Short cuts for the tests of the loaders."""

from pathlib import Path

from core.adapters.loaders import Files
from core.domain.records import LoadedDocument, Reading, ReadOptions, Unread

FILES = Path(__file__).parents[2] / "files"


def read(name: str, content: bytes | str, **options) -> Reading:
    raw = content.encode() if isinstance(content, str) else content
    return Files().read(name, raw, ReadOptions(**options))


def read_file(name: str, **options) -> Reading:
    return read(name, (FILES / name).read_bytes(), **options)


def document(reading: Reading) -> LoadedDocument:
    """The only document, which nothing is missing from."""
    assert reading.unread == ()
    (found,) = reading.documents
    return found


def refusal(reading: Reading) -> Unread:
    """The only line about a file that gave no document."""
    assert reading.documents == ()
    (found,) = reading.unread
    assert found.remedy
    return found
