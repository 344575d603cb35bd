"""Findings on reading, by document: rows of replies that were rejected, and chunks that failed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from core.domain.diagnose.finding import Finding, FindingKind, Group
from core.domain.diagnose.harm import SERIOUS
from core.domain.diagnose.scene import counted


class Trouble(NamedTuple):
    """One rejected row or failed chunk, with the reason; the chunk's id, and the id of its document."""

    kind: Literal["rejected-rows", "failed-chunks"]
    document: str
    chunk: str
    reason: str


_WHAT: dict[FindingKind, tuple[str, str]] = {
    "rejected-rows": ("row was rejected", "rows were rejected"),
    "failed-chunks": ("chunk failed", "chunks failed"),
}


def reading(troubles: Iterable[Trouble]) -> Iterator[Finding]:
    """A finding for each document and kind; harm counts the rows or chunks, since what they held is not known."""
    found: defaultdict[tuple[FindingKind, str], list[Trouble]] = defaultdict(list)
    for trouble in troubles:
        found[trouble.kind, trouble.document].append(trouble)
    for (kind, document), here in sorted(found.items()):
        reasons = sorted({trouble.reason for trouble in here})
        more = f" and {len(reasons) - 1} more" if len(reasons) > 1 else ""
        yield Finding(
            kind,
            (),
            (),
            tuple(Group(reason, (), _chunks(here, reason)) for reason in reasons),
            f"{counted(len(here), *_WHAT[kind])} in {document}: {reasons[0].rstrip('.')}{more}.",
            harm=SERIOUS[kind] * len(here),
            reach=len(here),
            documents=(document,),
        )


def _chunks(here: Iterable[Trouble], reason: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trouble.chunk for trouble in here if trouble.reason == reason))
