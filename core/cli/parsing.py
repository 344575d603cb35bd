"""`lightprism parse`: what would be read from a model's reply, without a model and without a workspace."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from core.cli.result import Result
from core.cli.show import plain
from core.domain.names import clean_name
from core.domain.parsing import ReplyStyle, all_flags, parse_extraction, parse_keywords
from core.domain.recipe import DEFAULT_TYPES
from core.domain.records import Extraction, RowIssue
from core.errors import InputError


def parse(options: argparse.Namespace) -> Result:
    """Read the reply in a file (`-`: standard input) as the kind says. Raises InputError."""
    reply = _reply(options.file)
    if options.kind == "name":
        data: dict[str, Any] = {"name": clean_name(reply)}
    elif options.kind == "keywords":
        found = parse_keywords(reply)
        data = {"high": list(found.high), "low": list(found.low), "flags": sorted(found.flags)}
    else:
        data = _extraction(reply, options.kind, _types(options.types))
    return Result(_text(data), data)


def _reply(file: str) -> str:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).expanduser().read_bytes()
    except OSError as error:
        raise InputError(f"'{file}' can't be read ({error.strerror or error}).", "Check the path.") from error
    return content.decode("utf-8-sig", "replace")


def _types(given: str | None) -> tuple[str, ...]:
    return DEFAULT_TYPES if given is None else tuple(name for part in given.split(",") if (name := part.strip()))


def _extraction(reply: str, style: ReplyStyle, types: tuple[str, ...]) -> dict[str, Any]:
    """Rows in the form of evidence records, with keywords as a list and the strength as weight."""
    found = parse_extraction(reply, style, types)
    return {
        "entities": [
            {"name": row.name, "type": row.type, "description": row.description, "qualifier": row.qualifier}
            for row in found.entities
        ],
        "relations": [
            {
                "source": row.source,
                "target": row.target,
                "description": row.description,
                "keywords": list(row.keywords),
                "weight": row.strength,
            }
            for row in found.relations
        ],
        "themes": list(found.themes),
        "rejected": _issues(found, "rejected"),
        "repaired": _issues(found, "repaired"),
        "flags": sorted(all_flags(found)),
    }


def _issues(found: Extraction, kind: str) -> list[dict[str, str]]:
    return [_issue(issue) for issue in found.issues if issue.kind == kind]


def _issue(issue: RowIssue) -> dict[str, str]:
    return {"raw": issue.raw, "reason": issue.reason}


def _text(data: dict[str, Any]) -> str:
    """A line a row."""
    return "\n".join(f"{name}: {line}" for name, value in data.items() for line in _lines(value))


def _lines(value: Any) -> Iterable[str]:
    for item in value if isinstance(value, list) else [value]:
        yield plain("; ".join(str(part) for part in item.values()) if isinstance(item, dict) else str(item))
