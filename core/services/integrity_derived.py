"""Checks of what is derived: the graph kept in step, rows of the collections, vectors.

All of it is made anew beside what is there, from the store alone, by objects that remember nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from core.domain.identity import text_hash
from core.domain.policy import POLICIES
from core.domain.profiles import CountTokens
from core.domain.superseding import superseded
from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS, TextRow
from core.ports import VectorIndex
from core.services.embeddings import Embeddings
from core.services.integrity_truth import Looking
from core.services.project import Views
from core.services.stored_view import StoredView
from core.store.store import Store
from core.store.vectors import Watermark

BATCH = 2000
"""Vectors that are looked at together."""

_LENGTH, _ALIKE = 1e-3, 0.999
"""How far a length may be from 1; the least cosine of a text embedded anew to what is stored, as not every embedder
gives the same bits each time."""


@dataclass(frozen=True)
class Made:
    """What is derived as it is (`views`), and as the store alone gives it."""

    store: Store
    views: Views
    embeddings: Embeddings
    count_tokens: CountTokens
    opened: Callable[[Path], VectorIndex]

    @cached_property
    def anew(self) -> Views:
        return Views(self.store.anew(), self.embeddings, self.count_tokens)

    @cached_property
    def rows(self) -> Mapping[Kind, Sequence[TextRow]]:
        """What the everyday view's collections should hold."""
        return {kind: self.anew().space(kind).rows for kind in COLLECTIONS}

    @cached_property
    def marks(self) -> Mapping[str, Watermark]:
        return self.store.vectors.watermarks()

    def shown(self, kind: Kind) -> bool:
        """Whether a collection says that it shows what is there now."""
        mark = self.marks.get(COLLECTIONS[kind])
        return mark is not None and (mark.evidence, mark.decision) == self.store.version()


def graph(looking: Looking, made: Made) -> None:
    """The graph that is kept in step, against one made from scratch."""
    now, right = made.views.held(), made.anew()
    looking.count("entities", len(right.graph))
    looking.count("relations", right.graph.number_of_edges())
    if now is not None:  # else it will be made from scratch when it is first asked for
        for id_, what in (*_evidence(now, right), *_different(now.graph, right.graph)):
            looking.wrong("graph", id_, what)


def _evidence(now: StoredView, right: StoredView) -> Iterator[tuple[str, str]]:
    for key, chunk in right.evidence.chunks.items():
        if now.evidence.chunks.get(key) != chunk:
            yield key, "What is held in memory of this passage is not what is stored."
    missing = _mention_ids(right) - _mention_ids(now)
    yield from ((id_, "A mention is stored, and not held in memory.") for id_ in sorted(missing))


def _mention_ids(view: StoredView) -> set[str]:
    return {mention.id for mention in view.evidence.entities} | {mention.id for mention in view.evidence.relations}


def _different(now: nx.MultiDiGraph, right: nx.MultiDiGraph) -> Iterator[tuple[str, str]]:
    for name, before, after in (
        ("entity", _entities(now), _entities(right)),
        ("relation", _relations(now), _relations(right)),
    ):
        for key in sorted(before.keys() | after.keys()):
            if key not in after:
                yield key, f"The evidence gives no such {name}, and the graph has it."
            elif key not in before:
                yield key, f"The {name} is missing from the graph."
            elif before[key] != after[key]:
                yield key, f"The {name} in the graph is not as the evidence gives it."


def _entities(graph: nx.MultiDiGraph) -> dict[str, Any]:
    return dict(graph.nodes(data="entity"))


def _relations(graph: nx.MultiDiGraph) -> dict[str, Any]:
    return {key: (source, target, data) for source, target, key, data in graph.edges(keys=True, data="relation")}


def places(looking: Looking, made: Made) -> None:
    """Which documents give way to others: the column that lists go by, against what the evidence says."""
    right = superseded(made.store.anew().mentions.by_chunk())
    said = dict(looking.inspector.query("SELECT name, superseded FROM documents WHERE superseded != ''"))
    looking.count("replaced documents", len(right))
    for name in sorted(said.keys() | right.keys()):
        if said.get(name) != right.get(name):
            by = right.get(name)
            what = f"“{by}” takes the place of “{name}”" if by else f"Nothing takes the place of “{name}”"
            looking.wrong("document", name, f"{what}, and lists go by something else.")


def rows(looking: Looking, made: Made) -> None:
    """What the store says that the collections hold, against what they should."""
    for kind, name in COLLECTIONS.items():
        wanted = {row.id: (row.key, row.hash) for row in made.rows[kind]}
        looking.count(f"rows of {name}", len(wanted))
        said = looking.inspector.indexed(name)
        if not made.shown(kind):
            if reason := _misled(made, name, bool(said)):
                looking.wrong("collection", name, f"The collection of {name} {reason}.")
            elif wanted:
                looking.notes.append(
                    f"The collection of {name} is behind: it follows with the next reading or decision."
                )
            continue
        for id_ in sorted(said.keys() | wanted.keys()):
            if said.get(id_) != wanted.get(id_):
                key = (wanted.get(id_) or said[id_])[0]
                looking.wrong("row", id_, f"{_lack(id_, said, wanted)} (“{key}” in {name})")


def _misled(made: Made, name: str, holds: bool) -> str:
    """Why what a collection says of its state can't be, if it can't."""
    mark, version = made.marks.get(name), made.store.version()
    if mark is None:
        return "holds rows, and does not say of which state" if holds else ""
    if mark.evidence > version[0] or mark.decision > version[1]:
        return "shows a state that there has not been"
    other = (mark.model, mark.dimension) != made.embeddings.model
    return "is that of another embedder" if other else ""


def _lack(id_: str, said: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    if id_ not in said:
        return "A row is missing from what is indexed"
    return "A row is indexed for another text" if id_ in wanted else "A row is indexed that nothing gives"


def vectors(looking: Looking, made: Made) -> None:
    """Stored vectors: each of the right size, finite, of length one; none missing; those that nothing needs."""
    there, others = set[str](), list[tuple[str, str]]()
    needed = {row.hash: row for kind in COLLECTIONS for row in made.rows[kind]}
    serves = made.embeddings.model if made.embeddings.identity else ("", 0)
    for batch in looking.inspector.vectors(BATCH):
        looking.watch.check()
        there.update(hash_ for hash_, *model, _ in batch if tuple(model) == serves)
        for hash_, *model, blob in batch:
            if tuple(model) != serves or hash_ not in needed:
                others.append((str(model[0]), hash_))
            elif reason := _unsound(blob, serves[1]):
                looking.wrong("vector", hash_, f"The vector of “{needed[hash_].key}” {reason}.")
    looking.count("vectors", len(there))
    _spare(looking, made, others)
    shown = [row for kind in COLLECTIONS if made.shown(kind) for row in made.rows[kind]]
    for hash_, row in {row.hash: row for row in shown if row.hash not in there}.items():
        looking.wrong("vector", hash_, f"The vector of “{row.key}” is missing.")


def _spare(looking: Looking, made: Made, others: Sequence[tuple[str, str]]) -> None:
    """Vectors that the collections have no use for: nor has the other merge rule, nor what may come back."""
    if not others or not made.embeddings.identity:
        return
    useful = {text_hash(text) for text in looking.inspector.passage_texts()}
    for policy in POLICIES:
        view = made.anew(policy)
        useful |= {row.hash for kind in COLLECTIONS for row in view.space(kind).rows}
    begun = made.store.database.get("index:next") or ""  # those of an embedder that is to serve next are kept
    for identity, hash_ in others:
        if hash_ not in useful if identity == made.embeddings.identity else identity not in begun:
            looking.useless("vector", f"{identity}:{hash_}", f"A vector by {identity} that nothing needs.")


def _unsound(blob: bytes, dimension: int) -> str:
    if len(blob) != 4 * dimension:
        return f"has {len(blob)} bytes instead of {4 * dimension}"
    vector = np.frombuffer(blob, dtype="<f4").astype(np.float64)
    if not np.isfinite(vector).all():
        return "holds what is no number"
    length = float(np.sqrt(vector @ vector))
    return "" if abs(length - 1) <= _LENGTH else f"has the length {length:.3f} instead of 1"


def embedded_anew(looking: Looking, made: Made) -> None:
    """Every text embedded again and compared with its vector. Raises ModelError."""
    by_hash = {row.hash: row for kind in COLLECTIONS for row in made.rows[kind]}
    ordered = sorted(by_hash.values(), key=lambda row: (len(row.text), row.hash))
    looking.count("texts embedded anew", len(ordered))
    looking.watch.begin(len(ordered))
    for start in range(0, len(ordered), 64):
        looking.watch.check()
        batch = ordered[start : start + 64]
        stored = looking.inspector.vectors_of([row.hash for row in batch], made.embeddings.model)
        for row, anew in zip(batch, made.embeddings.embed([row.text for row in batch]), strict=True):
            kept = stored.get(row.hash)
            if kept is not None and (kept.shape != anew.vector.shape or float(kept @ anew.vector) < _ALIKE):
                looking.wrong("vector", row.hash, f"The vector of “{row.key}” is not that of its text.")
        looking.watch.advance(len(batch))
