"""What can be said of documents: who may see them, and of those that go, come back or change."""

from __future__ import annotations

import argparse
from collections.abc import Callable

Add = Callable[[str, str], argparse.ArgumentParser]
"""From a command's name and help to its parser."""


def documents(add: Add) -> None:
    """`documents`."""
    viewer(add("documents", "List the documents, and what could not be read."))


def viewer(found: argparse.ArgumentParser) -> None:
    """With whose eyes to look."""
    help_ = "see only what holders of LABEL may see (may repeat; '': what everyone may see)"
    found.add_argument("--as", dest="viewer", action="append", metavar="LABEL", help=help_)


def audience(add: Add) -> None:
    """`audience`."""
    found = add("audience", "Say who may see a document or all below a folder; without a path, list who may see what.")
    found.add_argument("path", nargs="?", default="", metavar="PATH", help="a document, or a folder with / at its end")
    which = found.add_mutually_exclusive_group()
    which.add_argument("--label", action="append", default=[], metavar="L", help="holders of L may (may repeat)")
    which.add_argument("--everyone", action="store_true", help="everyone may")
    which.add_argument("--clear", action="store_true", help="take back what was said; what files say holds again")


def withdraw(add: Add) -> None:
    """`withdraw` and `restore`."""
    for name, help_ in (
        ("withdraw", "Take documents out of sight, as if they had never been here; `restore` gives them back."),
        ("restore", "Give withdrawn documents back; or, with --backup, a whole workspace from a file."),
    ):
        found = add(name, help_)
        _asking(_documents_of(found, "+" if name == "withdraw" else "*"))
    found.add_argument("--backup", metavar="FILE", help="make a workspace from this file, beside those that are there")
    found.add_argument("--name", metavar="NAME", help="of that workspace (default: as it was called)")


def replace(add: Add) -> None:
    """`replace`."""
    help_ = "Let a file take the place of a document, and read what is new in it; the old file brings its text back."
    found = add("replace", help_)
    found.add_argument("document", metavar="DOC", help="as `documents` lists it")
    found.add_argument("file", metavar="FILE")
    found.add_argument("--encoding", metavar="NAME", help="of a text file, such as cp1252 (default: it is recognised)")
    _asking(found)


def succession(add: Add) -> None:
    """`supersede` and `check`."""
    found = add("supersede", "Let a document take the place of others; without one, list what is replaced or alike.")
    found.add_argument("documents", nargs="*", metavar="DOC", help="that give way")
    found.add_argument("--by", metavar="DOC", help="the document that takes their place")
    found.add_argument("--keep-both", action="store_true", help="instead, let them stay beside what replaces them")
    _asking(found)
    found = add("check", "Look at folders that were added whole for files that are new, changed or gone.")
    found.add_argument("--take", action="store_true", help="take these in, read them, and withdraw what is gone")
    _asking(found)


def purge(add: Add) -> None:
    """`purge`."""
    found = add("purge", "Erase documents for good, with all that was made of them.")
    found.add_argument("documents", nargs="*", metavar="DOC", help="without one, finish a purge that broke off")
    _asking(found)


def keeping(add: Add) -> None:
    """`verify` and `backup`."""
    found = add("verify", "Make anew what is derived, compare it with what is stored, and list every difference.")
    found.add_argument("--embed", action="store_true", help="embed all texts anew, too, and compare their vectors")
    found.add_argument("--repair", action="store_true", help="make what differs anew, where it is derived")
    help_ = "instead, look in every byte for a phrase, read from standard input; exit with 1 where it is found"
    found.add_argument("--purged", action="store_true", help=help_)
    found = add("backup", "Write the workspace into one file, which `restore --backup` reads.")
    found.add_argument("file", nargs="?", metavar="FILE", help="a new file (default: one in the home's backups)")


def _documents_of(found: argparse.ArgumentParser, nargs: str) -> argparse.ArgumentParser:
    found.add_argument("documents", nargs=nargs, metavar="DOC", help="as `documents` lists them")
    return found


def _asking(found: argparse.ArgumentParser) -> None:
    found.add_argument("--yes", action="store_true", help="don't ask first")
    found.add_argument("--dry-run", action="store_true", help="only show what it would do")


COMMANDS = (documents, audience, withdraw, replace, succession, purge, keeping)
