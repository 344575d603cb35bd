"""Question sets: JSON Lines or CSV to questions, and what could not be read, row by row with its reason.

A support is the identity of a document or the id of a chunk; whether a workspace has it is not known here.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.evaluation.containing import FORMS
from core.errors import InputError

KINDS = ("precise", "cross-section", "unanswerable")
"""One place answers it, several together do, or the documents don't."""

MOST, LONGEST, MOST_FORMS = 5000, 10_000, 50
"""Questions that are taken of one file, characters of one, and forms of its answer."""

_FIELDS = "question, support, answer, kind"


@dataclass(frozen=True, slots=True)
class Question:
    """`row` counts the file's rows from 1. `support` is empty for an unanswerable one; `kind` may be empty.

    `answer` may hold several forms, parted by `|`.
    """

    row: int
    text: str
    support: tuple[str, ...] = ()
    answer: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A row that is no question: its number, how it begins, and why."""

    row: int
    raw: str
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """What a file holds."""

    name: str
    questions: tuple[Question, ...]
    unread: tuple[UnreadRow, ...] = ()


def read_questions(content: bytes, name: str) -> QuestionSet:
    """Read a set: JSON Lines if its first sign is a brace, else CSV with a head line that names `question`.

    In CSV several supports are parted by `;` or `|`, or given as a JSON list. Raises InputError where nothing is.
    """
    text = _text(content, name)
    rows = _json_rows(text) if text.lstrip()[:1] == "{" else _csv_rows(text, name)
    found: dict[str, Question] = {}
    unread: list[UnreadRow] = []
    for number, raw, fields in rows:
        made = fields if isinstance(fields, str) else _question(number, fields)
        if isinstance(made, Question) and (before := found.get(made.text)):
            made = f"The same question stands in row {before.row}."
        if isinstance(made, Question) and len(found) == MOST:
            made = f"A set holds at most {MOST:,} questions."
        if isinstance(made, str):
            unread.append(UnreadRow(number, raw[:200], made))
        else:
            found[made.text] = made
    if not found:
        why = f" Row {unread[0].row}: {unread[0].reason}" if unread else ""
        raise InputError(f"There is no question in '{name}'.{why}", f"Give rows with {_FIELDS}.")
    return QuestionSet(name, tuple(found.values()), tuple(unread))


def dump_csv(questions: Iterable[Question]) -> str:
    """CSV that `read_questions` reads. What a spreadsheet would compute begins with a space, which is not read."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(_FIELDS.split(", "))
    for one in questions:
        write.writerow((_unformula(one.text), _unformula(support_text(one.support)), _unformula(one.answer), one.kind))
    return out.getvalue().encode("utf-8", "replace").decode("utf-8")


def support_text(support: Sequence[str]) -> str:
    """Supports in one cell, so that `read_support` gives them again."""
    told = "; ".join(support)
    return told if read_support(told) == tuple(support) else json.dumps(list(support), ensure_ascii=False)


def _unformula(text: str) -> str:
    return f" {text}" if text[:1] in tuple("=+-@") and text else text


def dump_questions(questions: Iterable[Question]) -> bytes:
    """JSON Lines that `read_questions` reads."""
    lines = (
        {"question": one.text, "support": list(one.support), "answer": one.answer, "kind": one.kind}
        for one in questions
    )
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode("utf-8", "replace")


# --- rows -------------------------------------------------------------------------------------------------------------

Row = tuple[int, str, Mapping[str, Any] | str]
"""Number, raw text, and the fields or why there are none."""


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"'{name}' is not text in UTF-8.", "Save it as UTF-8.") from None


def _json_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line, _object(line)


def _object(line: str) -> Mapping[str, Any] | str:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return "It is not JSON."
    return found if isinstance(found, dict) else "It is not a JSON object."


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    comma = ";" if text.split("\n", 1)[0].count(";") > text.split("\n", 1)[0].count(",") else ","
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=comma))
    except csv.Error as error:
        raise InputError(f"'{name}' can't be read as CSV: {error}.", "Quote fields that hold commas.") from None
    head = [field.strip().casefold() for field in rows[0]] if rows else []
    if "question" not in head:
        raise InputError(f"'{name}' has no column 'question'.", f"Begin with a head line: {_FIELDS}.")
    for number, row in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in row):
            yield number, comma.join(row), dict(zip(head, row, strict=False))


# --- fields -----------------------------------------------------------------------------------------------------------


def _question(number: int, fields: Mapping[str, Any]) -> Question | str:
    """The question of a row, or why it is none."""
    text = fields.get("question")
    if not isinstance(text, str) or not text.strip():
        return "It has no question."
    if len(text) > LONGEST:
        return f"Its question is longer than {LONGEST:,} characters."
    support = read_support(fields.get("support"))
    if isinstance(support, str):
        return support
    kind = str(fields.get("kind") or "").strip().casefold().replace("_", "-").replace(" ", "-")
    if reason := unfit(kind, support):
        return reason
    said = _answer(fields.get("answer"), fields.get("aliases"))
    return Question(number, _whole(" ".join(text.split())), support, _whole(said), kind)


def unfit(kind: str, support: tuple[str, ...]) -> str:
    """Why kind and support can't be; empty if they can."""
    if kind and kind not in KINDS:
        return f"Its kind is '{kind[:40]}'; there are {', '.join(KINDS)}."
    if kind == "unanswerable" and support:
        return "It is unanswerable, but names support."
    if kind != "unanswerable" and not support:
        return "It names no support, and its kind is not unanswerable."
    return ""


def read_support(given: Any) -> tuple[str, ...] | str:
    """Each support once, in order; or why it can't be read."""
    if isinstance(given, str):
        given = _listed(given)
    if given is None:
        return ()
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        return "Its support is not a list of texts."
    return tuple(dict.fromkeys(_whole(one.strip()) for one in given if one.strip()))


def _answer(*given: Any) -> str:
    """As given; of lists, and of several, each form that will do, parted by `|`."""
    forms = [form for one in given for form in (one if isinstance(one, list) else [one])][:MOST_FORMS]
    said = (str(one).strip() for one in forms if isinstance(one, str | int | float) and not isinstance(one, bool))
    return f" {FORMS} ".join(dict.fromkeys(filter(None, said)))


def _whole(text: str) -> str:
    """Without halves of surrogate pairs, which JSON may hold and no page can show."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _listed(text: str) -> Any:
    """A JSON list, else what stands between `;` or `|`."""
    if text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return [text]
    return text.replace("|", ";").split(";")
