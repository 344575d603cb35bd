"""How far labels reach: what somebody sees who holds just one of them, and what such a person would see otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.audience import FIELD, labels_of, readable
from core.domain.records import Chunk


@dataclass(frozen=True, slots=True)
class Reach:
    """Numbers of passages, and of documents with at least one of them."""

    passages: int = 0
    documents: int = 0


def reach(chunks: Iterable[Chunk]) -> dict[str, Reach]:
    """By label, sorted; "" (always there) is who holds none. Everybody sees what is for everyone: none reaches less."""
    passages: Counter[str] = Counter()
    documents: defaultdict[str, set[str]] = defaultdict(set)
    for chunk in chunks:
        for label in _for(chunk):
            passages[label] += 1
            documents[label].add(chunk.document)
    everyone = documents[""]  # makes the entry where nothing is for everyone
    return {
        label: Reach(passages[""] + (passages[label] if label else 0), len(everyone | documents[label]))
        for label in sorted(documents)
    }


def _for(chunk: Chunk) -> tuple[str, ...]:
    """Its labels; "" alone where it is for everyone, nothing where it is for nobody."""
    return labels_of(chunk.metadata) or (("",) if readable(chunk.metadata) else ())


def relabelled(chunks: Iterable[Chunk], said: Mapping[str, Sequence[str]]) -> Iterable[Chunk]:
    """The chunks as if a person had said these labels of their documents; an empty list is for everyone."""
    for chunk in chunks:
        labels = said.get(chunk.document)
        yield chunk if labels is None else replace(chunk, metadata={**chunk.metadata, FIELD: list(labels)})
