"""`audience [PATH]`: who may see which documents, and saying who may."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from core.bootstrap import Explorer
from core.cli.result import Result, WrongUse
from core.cli.show import plain, table
from core.services.audiences import Folder, Labelled


def audience(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Set what was asked for, then list who may see what; of a path, what is there or below it."""
    given = options.everyone or options.clear or options.label
    if given and not options.path:
        raise WrongUse("There is no path.", "Name a document, or a folder with a / at its end.")
    if given:
        explorer.audiences.set(options.path, None if options.clear else options.label)
    documents = [each for each in explorer.audiences.documents() if _within(each.document, options.path)]
    folders = [each for each in explorer.audiences.folders() if _within(each.path, options.path)]
    data = {
        "labels": list(explorer.audiences.labels()),
        "documents": [_document(each) for each in documents],
        "folders": [{"path": f.path, "labels": None if f.labels is None else list(f.labels)} for f in folders],
    }
    return Result("\n".join(_lines(documents, folders)), data)


def _within(name: str, path: str) -> bool:
    return not path or name == path or (path.endswith("/") and name.startswith(path))


def _lines(documents: Sequence[Labelled], folders: Sequence[Folder]) -> Iterator[str]:
    yield table(("document", "who may see it", "said by"), ((d.document, _who(d), d.by) for d in documents))
    for folder in folders:
        if folder.labels is not None:
            yield plain(f"folder {folder.path}: {', '.join(folder.labels) or 'everyone'}")


def _who(found: Labelled) -> str:
    own = f"; {found.own} passages are for others" if found.own else ""
    if found.unreadable and not found.labels:
        return f"nobody, its audience can't be read{own}"
    return f"{', '.join(found.labels) or 'everyone'}{own}"


def _document(found: Labelled) -> dict[str, Any]:
    return {
        "document": found.document,
        "title": found.title,
        "labels": list(found.labels),
        "by": found.by,
        "own": found.own,
        "unreadable": found.unreadable,
    }
