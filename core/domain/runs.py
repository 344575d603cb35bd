"""A question that was asked, with all that its modes gave: what is stored of it, and what it rests on.

Values and pure functions. The text of passages is no part of a stored run: it is looked up when the run is opened, and
a passage that is gone or says something else by then is marked as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.domain.answers import Answer
from core.domain.modes import Parameters
from core.domain.trace import Kind, Trace

Page = Literal["ask", "compare"]
State = Literal["gone", "changed"]
"""Of a passage: no longer here, or with another text than when the run was made (the text of now is shown)."""

OpenedKind = Literal["run", "entity", "relation", "chunk", "document"]
DocumentsOf = Callable[[Kind | None, str], Iterable[str]]
"""The documents (or passages) that say of an entity, a relation or a chunk, by its key; none where it is not known.

A step does not tell what its keys are of: then there is no kind.
"""

MOST_NAMING = 8
"""Of the documents that name a thing so many are kept."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as it was. `traces` and `answers` are by mode; `parameters` are the first mode's, `own` every mode's.

    `asked` is the question as it stands alone (the question itself unless it was a follow-up). `version` is that of
    the evidence and the last decision when it was made (zeros for a viewer, whom it would tell of what they may not
    see), `current` whether they are the same now. `engine` names what read and embedded (`kind`, `reader`,
    `embedder`). `changed` lists passages that are not as they were, by chunk id.
    """

    id: str
    at: str
    page: Page
    question: str
    asked: str
    traces: Mapping[str, Trace]
    parameters: Parameters
    answers: Mapping[str, Answer] = field(default_factory=dict)
    version: tuple[int, int] = (0, 0)
    engine: Mapping[str, str] = field(default_factory=dict)
    starred: bool = False
    note: str = ""
    changed: Mapping[str, State] = field(default_factory=dict)
    current: bool = True
    own: Mapping[str, Parameters] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunRow:
    """One line of the list of runs: `modes` in the order of the run, `answered` those of them with an answer.

    `numbers` are the parameters of the first mode by name, as stored. `earlier` are documents whose words it shows as
    they were in an earlier version: then it can't be opened.
    """

    id: str
    at: str
    page: Page
    question: str
    asked: str
    modes: tuple[str, ...]
    answered: tuple[str, ...]
    starred: bool
    note: str
    numbers: Mapping[str, object] = field(default_factory=dict)
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """Something opened lately: a run (`key` is its id, `label` its question), or a thing by its key in the graph."""

    kind: OpenedKind
    key: str
    label: str
    at: str
    starred: bool = False


def run_id(at: str, tail: str) -> str:
    """An id that sorts by time and fits into an address: `20261130-194808-3f9a1c2b`."""
    digits = "".join(char for char in at if char in "0123456789")
    return f"{digits[:8]}-{digits[8:14]}-{tail}"


def rests_on(traces: Iterable[Trace], documents_of: DocumentsOf) -> tuple[frozenset[str], ...]:
    """What must stand for a run to be shown: of each set at least one document.

    Where the run shows what a document says, that document must. Where it only names a thing (a hit, a cut, a step of
    a path), one of the documents that name it must.
    """
    shown: set[str] = set()
    groups: set[frozenset[str]] = set()
    for trace in traces:
        shown.update(_shown(trace))
        groups.update(frozenset(documents_of(kind, key)) for kind, key in all_named(trace))
    rest = {group for group in groups if group and not group & shown}
    few = {frozenset(sorted(group)[:MOST_NAMING]) for group in rest}
    return tuple(frozenset([name]) for name in sorted(shown)) + tuple(sorted(few, key=sorted))


def passages_under(traces: Iterable[Trace], passages_of: DocumentsOf) -> frozenset[str]:
    """The passages that a run rests on, all of them: of what it shows and of what it only names, by id."""
    found: set[str] = set()
    for trace in traces:
        found.update(passage for entity in trace.entities for passage in entity.entity.chunks)
        found.update(passage for relation in trace.relations for passage in relation.relation.chunks)
        found.update(chunk.chunk.id for chunk in trace.chunks)
        found.update(passage for kind, key in all_named(trace) for passage in passages_of(kind, key))
    return frozenset(found)


def _shown(trace: Trace) -> Iterator[str]:
    for entity in trace.entities:
        yield from entity.entity.documents
    for relation in trace.relations:
        yield from relation.relation.documents
    for chunk in trace.chunks:
        yield chunk.chunk.document


def all_named(trace: Trace) -> set[tuple[Kind | None, str]]:
    """Keys of all that a trace names."""
    found: set[tuple[Kind | None, str]] = {(cut.kind, cut.id) for cut in trace.cuts}
    for step in trace.steps:
        found.update((hit.kind, hit.key) for hit in step.hits)
        found.update((None, key) for key in step.keys)
    for path in trace.paths:
        found.update(("entity", key) for key in path.nodes)
        found.update(("relation", key) for key in path.relations)
        found.update(("chunk", key) for key in path.chunks)
    return found
