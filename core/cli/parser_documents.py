"""What can be said of documents that go, come back or change."""

from __future__ import annotations

import argparse
from collections.abc import Callable

Add = Callable[[str, str], argparse.ArgumentParser]
"""From a command's name and help to its parser."""


def documents(add: Add) -> None:
    """`documents`."""
    add("documents", "List the documents, and what could not be read.")


def withdraw(add: Add) -> None:
    """`withdraw` and `restore`."""
    for name, help_ in (
        ("withdraw", "Take documents out of sight, as if they had never been here; `restore` gives them back."),
        ("restore", "Give withdrawn documents back."),
    ):
        _asking(_documents_of(add(name, help_)))


def replace(add: Add) -> None:
    """`replace`."""
    found = add("replace", "Let a file take the place of a document, and read what is new in it.")
    found.add_argument("document", metavar="DOC", help="as `documents` lists it")
    found.add_argument("file", metavar="FILE")
    found.add_argument("--encoding", metavar="NAME", help="of a text file, such as cp1252 (default: it is recognised)")
    _asking(found)


def purge(add: Add) -> None:
    """`purge` and `verify`."""
    found = add("purge", "Erase documents for good, with all that was made of them.")
    found.add_argument("documents", nargs="*", metavar="DOC", help="without one, finish a purge that broke off")
    _asking(found)
    found = add("verify", "Look for a phrase in every byte of the workspace's folder; it is read from standard input.")
    found.add_argument("--purged", action="store_true", required=True, help="exit with 1 where it is found")


def _documents_of(found: argparse.ArgumentParser) -> argparse.ArgumentParser:
    found.add_argument("documents", nargs="+", metavar="DOC", help="as `documents` lists them")
    return found


def _asking(found: argparse.ArgumentParser) -> None:
    found.add_argument("--yes", action="store_true", help="don't ask first")
    found.add_argument("--dry-run", action="store_true", help="only show what it would do")


COMMANDS = (documents, withdraw, replace, purge)
