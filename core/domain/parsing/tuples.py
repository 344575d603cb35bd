"""Delimited replies to rows: `entity<|#|>name<|#|>type<|#|>description`, one record a line, or the older
`("entity"<|>"name"<|>…)##` style.

Owns how a reply falls into records: several on one line, one over several lines, rows without a prefix, text around
them. What the fields of a record mean is `tuple_fields.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.parsing.delimiters import COMPLETED, MARKS, mark
from core.domain.parsing.rows import Rows
from core.domain.parsing.tuple_fields import LEAST, Record, prefix_kind, read_record, split_fields

_PREFIX = (
    r"new[_ ]entity|entit(?:y|ies)|relation(?:ship)?s?|content[_ ]?keywords|content[_ ]?themes|themes?|topics?"
    r"|实体|关系|主题|关键词"
)
_LEAD = r"""[\s\-*•>|\d.()"'“‘\[{`#,;]{0,24}?"""
_START = re.compile(
    rf"""(?:^|\#\#|\))(?P<lead>{_LEAD})(?P<prefix>{_PREFIX})["'”’*`)\]}}:：]{{0,6}}[ \t]{{0,9}}(?=[{MARKS}])""",
    re.MULTILINE | re.IGNORECASE,
)
_LIKE_A_ROW = re.compile(r"^\W{0,9}(?:entity|relation|relationship|实体|关系)\b\W", re.MULTILINE | re.IGNORECASE)
_BREAK = re.compile(r"\n[ \t]{0,99}(?:\n|```)")
_ENDS_WITH_PREFIX = re.compile(
    rf"""^(?P<text>.*?)(?:^|[\s.;。；)])["'“(]{{0,3}}(?P<prefix>{_PREFIX})["'”)]{{0,3}}$""", re.I | re.S
)
_ENCLOSING = " \"'()#"
_LINE_WITH_MARK = re.compile(rf"^[^\n]*[{MARKS}][^\n]*$", re.MULTILINE)


def read_tuples(text: str, rows: Rows) -> tuple[str, ...] | None:
    """Read the rows of a reply into `rows`; its flags, or None where it holds no record at all."""
    ends = list(COMPLETED.finditer(text))
    edges = [0, *(edge for end in ends for edge in end.span()), len(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for record in _records(text[start:end], mark(text[start:end])):
            read_record(record, rows)
    if rows.empty and (not ends or _LIKE_A_ROW.search(text)):
        return None
    return () if ends else ("incomplete",)


def _records(text: str, marked: str) -> Iterator[Record]:
    """The records of a text, in order; lines that hold delimiters but belong to none are records too."""
    starts = list(_START.finditer(marked))
    yield from _strays(text, marked, 0, starts[0].start("lead") if starts else len(marked))
    for at, found in enumerate(starts):
        following = starts[at + 1] if at + 1 < len(starts) else None
        yield from _record(text, marked, found, following.start("lead") if following else len(marked))


def _record(text: str, marked: str, found: re.Match[str], stop: int) -> Iterator[Record]:
    """One record, or several where a line holds more than one, then the strays behind it."""
    own_end = _own_end(marked, found, stop)
    whole = Record(
        kind=prefix_kind(found.group("prefix")),
        fields=split_fields(marked, found.end(), own_end),
        raw=text[found.start("lead") : own_end].strip(),
        enclosed="(" in found.group("lead"),
    )
    yield from _apart(whole)
    yield from _strays(text, marked, own_end, stop)


def _own_end(marked: str, found: re.Match[str], stop: int) -> int:
    """Where a record ends: at an empty line or fence, or before a line that must be a record without a prefix."""
    broken = _BREAK.search(marked, found.end(), stop)
    end = broken.start() if broken else stop
    least = LEAST[prefix_kind(found.group("prefix"))]
    for line in _LINE_WITH_MARK.finditer(marked, found.end(), end):
        goes_on = line.group().lstrip(" \t")[0] in MARKS  # a plain lstrip would take the marks for white space
        full = len(split_fields(marked, found.end(), line.start())) >= least
        if line.start() > found.end() and full and not goes_on:
            return line.start()
    return end


def _strays(text: str, marked: str, start: int, end: int) -> Iterator[Record]:
    """Lines with delimiters outside any record; one whose first field ends with a prefix is a record after all."""
    for line in _LINE_WITH_MARK.finditer(marked, start, end):
        raw = text[line.start() : line.end()].strip()
        fields = split_fields(marked, line.start(), line.end(), leading=True)
        found = _ENDS_WITH_PREFIX.match(fields[0].text.strip())
        if found:
            yield from _apart(Record(prefix_kind(found.group("prefix")), fields[1:], raw))
        else:
            yield Record(kind="", fields=fields, raw=raw)


def _apart(record: Record) -> Iterator[Record]:
    """Take a record apart wherever a further prefix stands between its fields."""
    at = _next_prefix(record)
    while at is not None:
        field = record.fields[at]
        found = _ENDS_WITH_PREFIX.match(field.text)
        before, prefix = found.group("text", "prefix") if found else ("", field.text)
        own = (*record.fields[:at], field.with_text(before)) if before.strip(_ENCLOSING) else record.fields[:at]
        yield record.with_fields(own)
        record = Record(prefix_kind(prefix), record.fields[at + 1 :], record.raw, record.enclosed)
        at = _next_prefix(record)
    yield record


def _next_prefix(record: Record) -> int | None:
    """The place of the first field that is, or ends with, a prefix and has enough fields before and behind it."""
    least = LEAST[record.kind]
    for at, field in enumerate(record.fields):
        found = _ENDS_WITH_PREFIX.match(field.text)
        if found is None or at < least - 1:
            continue
        alone = not found.group("text").strip(_ENCLOSING)
        behind = len(record.fields) - at - 1
        enough = behind >= LEAST[prefix_kind(found.group("prefix"))]
        if (alone and at >= least and behind) or enough:
            return at
    return None
