"""What is given to the table of runs and what it gives: bodies are JSON values here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.runs import RunRow

Group = Iterable[str]


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to be stored. `parameters` by mode, `engine` names; `version` is (evidence, last decision)."""

    id: str
    at: str
    page: str
    question: str
    asked: str
    parameters: Mapping[str, Any]
    engine: Mapping[str, str]
    version: tuple[int, int]
    folded: str


@dataclass(frozen=True, slots=True)
class NewTraces:
    """Traces by mode as JSON values, the parameters by mode, and the groups of documents that they rest on.

    `passages` are all that they rest on, where a viewer asked.
    """

    parameters: Mapping[str, Any]
    traces: Mapping[str, Any]
    rests_on: Sequence[Group]
    passages: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class RunBody:
    """A stored run: its line in the list, and what was stored with it as JSON; `traces` in the order added."""

    row: RunRow
    parameters: Mapping[str, Any]
    engine: Mapping[str, str]
    version: tuple[int, int]
    traces: tuple[Mapping[str, Any], ...]
    answers: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Listing:
    """Which runs are listed: those with all pieces of text in question, note or answers; latest first."""

    pieces: tuple[str, ...] = ()
    starred: bool = False
    page: str = ""
    limit: int = 50
    offset: int = 0
