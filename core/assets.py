"""The files that come with LightPrism: where they lie, the sample corpora, the parts of an exported page."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from core.domain.export_page import PageParts
from core.errors import UnknownName

_PAGE = {"page": "html", "style": "css", "script": "js"}
ASSETS = Path(__file__).parent.parent / "assets"


def _folder(package: str) -> Path:
    """Where an installed package lies; pyvis is not imported, because it brings in all of IPython."""
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else Path(package)


VIS_NETWORK = _folder("pyvis") / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
"""vis-network as the pyvis package brings it; our pages serve this file, and exported pages carry it."""


def page_parts() -> PageParts:
    """What an exported picture page is made of: our own page, and the drawing library of the pyvis package."""
    own = {name: (ASSETS / "export" / f"page.{ending}").read_text(encoding="utf-8") for name, ending in _PAGE.items()}
    return PageParts(**own, library=VIS_NETWORK.read_text(encoding="utf-8"))


def samples() -> tuple[str, ...]:
    """The sample corpora that come with LightPrism, by name."""
    return tuple(sorted(path.name for path in (ASSETS / "samples").iterdir() if path.is_dir()))


def sample_folder(name: str) -> Path:
    """Where a sample lies. Raises UnknownName."""
    if name not in samples():
        raise UnknownName(f"There is no sample '{name}'.", f"Take one of: {', '.join(samples())}.")
    return ASSETS / "samples" / name


def lesson_records() -> tuple[bytes, bytes]:
    """The lesson's evidence records: its five extractions, and those of the whole Larkspur handbook."""
    five, handbook = ((ASSETS / "lesson" / f"{name}.jsonl").read_bytes() for name in ("five", "handbook"))
    return five, handbook


def sample_questions() -> dict[str, bytes]:
    """The question sets that come with the samples, by the sample's name; they lie outside the folders taken in."""
    found = sorted((ASSETS / "questions").glob("*.jsonl"))
    return {path.stem: path.read_bytes() for path in found}
