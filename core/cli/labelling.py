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
        "folders": [_folder(each) for each in folders],
    }
    return Result("\n".join(_lines(documents, folders)), data)


def unheld(explorer: Explorer, labels: Sequence[str]) -> Iterator[str]:
    """A sentence for each label of a viewer that no document names, with those that are named."""
    known = explorer.audiences.labels()
    there = f"there are: {', '.join(known)}" if known else "no document has a label"
    for label in dict.fromkeys(labels):
        if label and label not in known:
            yield plain(f"no document names the label '{label}'; {there}.")


def _within(name: str, path: str) -> bool:
    return not path or name == path or (path.endswith("/") and name.startswith(path))


def _lines(documents: Sequence[Labelled], folders: Sequence[Folder]) -> Iterator[str]:
    yield table(("document", "who may see it", "said by"), ((d.document, _who(d), d.by) for d in documents))
    for folder in folders:
        if folder.labels is not None:
            who = "nobody, what was set can't be read (--clear takes it off)" if folder.unreadable else "everyone"
            yield plain(f"folder {folder.path}: {', '.join(folder.labels) or who}")


def _who(found: Labelled) -> str:
    passages = "1 passage is" if found.own == 1 else f"{found.own} passages are"
    own = f"; {passages} for others" if found.own else ""
    if found.unreadable and not found.labels:
        return f"nobody, its audience can't be read{own}"
    return f"{', '.join(found.labels) or 'everyone'}{own}"


def _folder(found: Folder) -> dict[str, Any]:
    labels = None if found.labels is None else list(found.labels)
    return {"path": found.path, "labels": labels, "unreadable": found.unreadable}


def _document(found: Labelled) -> dict[str, Any]:
    return {
        "document": found.document,
        "title": found.title,
        "labels": list(found.labels),
        "by": found.by,
        "own": found.own,
        "unreadable": found.unreadable,
    }
