"""Evidence records: JSON Lines, one chunk a line, with what was read from it; both ways.

Owns what makes a line usable and what is kept of it: a field it doesn't know stays in `extra`, a row that can't be
taken stands in `issues` with its reason, and a line that can't be taken is named with its number. It never guesses an
identity: `document` and `chunk` are as given, but for control characters.

`rejected` and `repaired` may be given at the line as lists of {"raw", "reason"}; they are issues found at an earlier
reading, and come out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from core.domain.audience import shared
from core.domain.evidence_rows import (
    Issues,
    clean_identity,
    clean_line,
    clean_text,
    read_entity,
    read_relation,
    write_entity,
    write_relation,
)
from core.domain.plain_json import dump, kind_of, load_object
from core.domain.records import EntityRow, Metadata, RelationRow, RowIssue
from core.errors import InputError

_LISTED: tuple[Literal["rejected", "repaired"], ...] = ("rejected", "repaired")
_KNOWN = ("document", "title", "chunk", "text", "metadata", "entities", "relations", *_LISTED)
_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class EvidenceChunk:
    """One line: a chunk and its rows in the order given; `extra` is the fields of the line that are not known here."""

    document: str
    chunk: str
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)
    entities: tuple[EntityRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()
    issues: tuple[RowIssue, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.document}#{self.chunk}"


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """Line `number` (from 1): its chunk, or None and the `reason`, which names the line."""

    number: int
    chunk: EvidenceChunk | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A whole file: documents by first appearance, each with its chunks in file order.

    `rejected` are the lines that could not be taken; `repeated` the numbers of lines that say the same again.
    """

    documents: Mapping[str, tuple[EvidenceChunk, ...]]
    rejected: tuple[EvidenceLine, ...] = ()
    repeated: tuple[int, ...] = ()


def parse_file(content: bytes) -> EvidenceFile:
    """Read a file of UTF-8 evidence records (a byte order mark and blank lines are passed over). Never raises."""
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return collect(_parse_bytes(line, number) for number, line in enumerate(lines, 1) if line.strip())


def collect(lines: Iterable[EvidenceLine]) -> EvidenceFile:
    """Group lines by document; a second line for a chunk is repeated if it is equal, else rejected."""
    documents: dict[str, list[EvidenceChunk]] = {}
    first: dict[str, EvidenceLine] = {}
    rejected, repeated = [], []
    for line in lines:
        if line.chunk is None:
            rejected.append(line)
        elif (before := first.setdefault(line.chunk.id, line)) is line:
            documents.setdefault(line.chunk.document, []).append(line.chunk)
        elif before.chunk == line.chunk:
            repeated.append(line.number)
        else:
            rejected.append(_clash(line, before, line.chunk))
    return EvidenceFile({name: tuple(chunks) for name, chunks in documents.items()}, tuple(rejected), tuple(repeated))


def parse_line(line: str, number: int) -> EvidenceLine:
    """Read one line; `number` counts from 1 and is named in the reason of a line that can't be taken. Never raises."""
    try:
        return EvidenceLine(number, _chunk(load_object(line)))
    except InputError as error:
        return EvidenceLine(number, None, f"Line {number}: {error}")


def title_for(chunk: EvidenceChunk, chunks: Iterable[EvidenceChunk]) -> str:
    """A chunk's own title, else the first one in its document that all know who may see the chunk; may be empty."""
    known = (each.title for each in chunks if each.title and shared(each.metadata, chunk.metadata))
    return chunk.title or next(known, "")


def to_line(chunk: EvidenceChunk) -> str:
    """The chunk as one line without its line end; `parse_line` reads the same chunk from it.

    Rows with a `raw` that says the same are written as they were read, unknown fields included.
    """
    line: dict[str, Any] = {"document": chunk.document}
    line |= {"title": chunk.title} if chunk.title else {}
    line |= {"chunk": chunk.chunk, "text": chunk.text}
    line |= {"metadata": dict(chunk.metadata)} if chunk.metadata else {}
    line["entities"] = [write_entity(row) for row in chunk.entities]
    line["relations"] = [write_relation(row) for row in chunk.relations]
    for kind in _LISTED:
        found = [{"raw": issue.raw, "reason": issue.reason} for issue in chunk.issues if issue.kind == kind]
        line |= {kind: found} if found else {}
    return dump(line | {name: value for name, value in chunk.extra.items() if name not in _KNOWN})


def to_lines(chunks: Iterable[EvidenceChunk]) -> str:
    """Several chunks in the order given, each line ended by `\\n`."""
    return "".join(f"{to_line(chunk)}\n" for chunk in chunks)


def _parse_bytes(line: bytes, number: int) -> EvidenceLine:
    try:
        return parse_line(line.decode("utf-8"), number)
    except UnicodeDecodeError:
        return EvidenceLine(number, None, f"Line {number}: is not UTF-8 text. Save the file as UTF-8.")


def _clash(line: EvidenceLine, before: EvidenceLine, chunk: EvidenceChunk) -> EvidenceLine:
    reason = f"Line {line.number}: chunk {chunk.id!r} was given on line {before.number} with another content."
    return EvidenceLine(line.number, None, f"{reason} Give it a name of its own.")


def _chunk(line: Mapping[str, Any]) -> EvidenceChunk:
    entities, entity_issues = _rows(line.get("entities"), read_entity)
    relations, relation_issues = _rows(line.get("relations"), read_relation)
    return EvidenceChunk(
        document=_required(line, "document", clean_identity),
        chunk=_required(line, "chunk", clean_identity),
        text=_required(line, "text", clean_text),
        title=clean_line(_text(line, "title")),
        metadata=_metadata(line),
        entities=entities,
        relations=relations,
        issues=_merge(_listed(line), entity_issues + relation_issues),
        extra={name: value for name, value in line.items() if name not in _KNOWN},
    )


def _required(line: Mapping[str, Any], name: str, clean: Callable[[str], str]) -> str:
    value = clean(_text(line, name))
    if not value.strip():
        raise InputError(f'has no "{name}".')
    return value


def _text(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    if value is not None and not isinstance(value, str):
        raise InputError(f'"{name}" is {kind_of(value)}, not text.', "Put it in quotes.")
    return value or ""


def _metadata(line: Mapping[str, Any]) -> Metadata:
    value = line.get("metadata")
    if value is not None and not isinstance(value, dict):
        raise InputError(f'"metadata" is {kind_of(value)}, not an object.')
    return value or {}


def _rows(value: Any, read: Callable[[Any], tuple[_Row | None, Issues]]) -> tuple[tuple[_Row, ...], Issues]:
    """Read each row; a single value where a list belongs is a list of one."""
    values: Sequence[Any] = value if isinstance(value, list) else [] if value is None else [value]
    read_rows = [read(item) for item in values]
    rows = tuple(row for row, _ in read_rows if row is not None)
    return rows, tuple(issue for _, issues in read_rows for issue in issues)


def _listed(line: Mapping[str, Any]) -> Issues:
    """Issues that the line itself lists, from an earlier reading."""
    return tuple(issue for kind in _LISTED for issue in _issues(kind, line.get(kind)))


def _issues(kind: Literal["rejected", "repaired"], rows: Any) -> Issues:
    if rows is None:
        return ()
    if isinstance(rows, list) and all(map(_is_issue, rows)):
        return tuple(RowIssue(kind, row["raw"], row["reason"]) for row in rows)
    return (RowIssue("repaired", dump(rows), f'"{kind}" is not a list of raw and reason; left out.'),)


def _is_issue(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and row.keys() == {"raw", "reason"}
        and all(isinstance(part, str) for part in row.values())
    )


def _merge(listed: Issues, found: Issues) -> Issues:
    """Rejected before repaired; an issue that is listed and found again counts once."""
    known, fresh = Counter(listed), []
    for issue in found:
        if known[issue]:
            known[issue] -= 1
        else:
            fresh.append(issue)
    return tuple(sorted((*listed, *fresh), key=lambda issue: issue.kind == "repaired"))
