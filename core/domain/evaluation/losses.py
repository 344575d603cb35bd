"""Where a supporting passage was lost on its way into a mode's context, named by the stage that it came to.

A passage has up to two ways in: the search for passages, and the entities and relations that name it. The stage told is
the last one reached on any of them, so it is the one to turn at first; but where keywords lost all that names it, not
how far it came by itself. Sentences are those of `explain_absent`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.domain.evaluation.reach import Parts
from core.domain.explain import Case, Item, Place, chunk_item, cosine
from core.domain.explain_absent import absent_because
from core.domain.explain_kept import walked
from core.domain.modes import CHUNKS, Search
from core.domain.names import name_key
from core.domain.passages import WALK
from core.domain.paths_between import BEHIND
from core.domain.trace import Kind

Stage = Literal["unread", "keywords", "threshold", "top k", "expansion", "budget", "order"]
"""`unread`: nothing was read from the passage, so that no graph leads to it. `keywords`: what names the passage would
have been found with the question's own words. `threshold`: not similar enough. `top k`: behind the items or passages
that are taken. `expansion`: what names it was not reached in the graph, or brings no passages. `budget`: cut by a token
budget. `order`: in the context, but behind the passages that are counted."""

STAGES: tuple[Stage, ...] = ("unread", "keywords", "threshold", "top k", "expansion", "budget", "order")
"""From the first to the last on the way."""

MOST_PASSAGES = 12
"""Passages of a supporting document that are looked at: its nearest to the question."""

Naming = Sequence[tuple[Kind, str]]


@dataclass(frozen=True, slots=True)
class Way:
    """How far one way into the context led: the stage at which it ended, at which item, and how near that came."""

    stage: Stage
    item: Item | None = None
    rank: float = float("inf")

    @property
    def reach(self) -> tuple[int, float]:
        """Greater is further."""
        return STAGES.index(self.stage), -self.rank


@dataclass(frozen=True, slots=True)
class Loss:
    """A support that is not in the context, or behind what is counted: the stage, the passage, and a sentence on it."""

    support: str
    stage: Stage
    chunk: str
    label: str
    said: str


@dataclass(frozen=True, slots=True)
class Paths:
    """What leads to passages: the entities and relations that name each, and which of them a walk can join."""

    names: Mapping[str, Naming]
    parts: Parts = field(default_factory=dict)


def loss_of(case: Case, support: str, chunks: Iterable[str], paths: Paths) -> Loss | None:
    """Where a support was lost: of its passages, none of them in the context, the one that came furthest.

    None where it has no passage at all.
    """
    found = [(way, n, chunk) for n, chunk in enumerate(_nearest(case, chunks)) for way in [_way(case, chunk, paths)]]
    if not found:
        return None
    way, _, chunk = max(found, key=lambda one: (STAGES.index(one[0].stage), -one[1]))
    item = chunk_item(case.chunks[chunk])
    said = absent_because(case, item)
    if way.item is not None and way.item.key not in case.kept(way.item.kind):
        said = f"{said} {way.item.label}: {_item_said(case, way)}"
    return Loss(support, way.stage, chunk, item.label, said)


def order_loss(case: Case, support: str, rank: int, counted: int) -> Loss | None:
    """A support that stands in the context at `rank`, behind the `counted` passages; None where it stands before."""
    if rank <= counted:
        return None
    kept = next(one.chunk for one in case.trace.chunks if one.rank == rank)
    said = f"Passage {rank} of {len(case.trace.chunks)} in the context, behind the first {counted}."
    return Loss(support, "order", kept.id, chunk_item(kept).label, said)


def _nearest(case: Case, chunks: Iterable[str]) -> list[str]:
    """The passages nearest to the question, those without a vector last."""
    places = {chunk: case.place(CHUNKS, chunk) for chunk in chunks if chunk in case.chunks}
    return sorted(places, key=lambda chunk: (_rank(places[chunk]), chunk))[:MOST_PASSAGES]


def _rank(place: Place | None) -> float:
    return place.rank if place else float("inf")


def _way(case: Case, chunk: str, paths: Paths) -> Way:
    """The way that led furthest; of equals the search for passages, then items in their order.

    What keywords lost is told before how near the passage came by itself: the question had the word for it.
    """
    own, names = _cut(case, "chunk", chunk), paths.names.get(chunk, ())
    if own == "budget" or (own == "top k" and _packed(case, chunk, names)):
        return Way(own)
    if WALK in case.mode.chunks and (way := _by_walk(case, chunk, names, paths.parts)) is not None:
        return way
    ways = (_by_items(case, names) or [Way("unread")]) if case.mode.expansions else []
    best = max(ways, key=lambda way: way.reach, default=None)
    if best is None or (case.searched("chunk") and best.stage != "keywords"):
        ways = [Way(_searched(case, "chunk", chunk)), *ways]
    return max(ways, key=lambda way: way.reach)


def _by_walk(case: Case, chunk: str, naming: Naming, parts: Parts) -> Way | None:
    """The walk came to it, but behind what is taken; or its start, or the graph, led past it.

    None where there was no walk, or nothing names the passage. A walk tells of its first passages only; it comes to all
    of a part of the graph, if to any of it.
    """
    walk = next((step for step in case.trace.steps if step.name == "walk"), None)
    if walk is None or not naming:
        return None
    goes_on = len(walk.hits) >= case.parameters.chunk_top_k + BEHIND
    if walked(case, chunk) or (goes_on and parts.get(chunk, -1) in {parts.get(key) for key in walk.keys}):
        return Way("top k")
    named = [key for kind, key in naming if kind == "entity" and case.searched(kind) and _named(case, key)]
    return Way("keywords", Item("entity", named[0], _label(case, "entity", named[0]))) if named else Way("expansion")


def _packed(case: Case, chunk: str, names: Naming) -> bool:
    """Whether it came as far as packing: kept items name it, or it is no near miss of the search alone."""
    missed = any(chunk in {hit.key for hit in step.hits} - set(step.keys) for _, step in case.searches("chunk"))
    return not missed or any(key in case.kept(kind) for kind, key in names)


def _cut(case: Case, kind: Kind, key: str) -> Stage | None:
    """The stage that the rule of its cut belongs to."""
    return next((stage for word, stage in _RULES.items() if case.cut(kind, key).startswith(word)), None)


_RULES: Mapping[str, Stage] = {
    "budget": "budget",
    "threshold": "threshold",
    "top_k": "top k",
    "chunk_top_k": "top k",
    "related_chunks": "top k",
    "on no path": "expansion",
}


def _by_items(case: Case, naming: Naming) -> list[Way]:
    """The ways of all that name the passage. What the mode does not search for tells nothing beside what it does."""
    own = [case.searched(kind) or key in case.kept(kind) or case.cut(kind, key) for kind, key in naming]
    told = [one for one, counts in zip(naming, own, strict=True) if counts] or naming
    return [_by_item(case, kind, key) for kind, key in told]


def _by_item(case: Case, kind: Kind, key: str) -> Way:
    """How far an item came that names the passage."""
    item = Item(kind, key, _label(case, kind, key))
    if key in case.kept(kind):
        return Way("expansion", item)
    if (cut := _cut(case, kind, key)) == "budget" and not _brings(case, kind, key):
        return Way("expansion", item)
    if cut in ("budget", "expansion"):
        return Way(cut, item)
    if not case.searched(kind):
        return Way("expansion", item)
    standing = case.standing(kind, key)
    stage = "keywords" if _spoken(case, kind, key) else _searched(case, kind, key)
    return Way(stage, item, _rank(standing[1] if standing else None))


def _brings(case: Case, kind: Kind, key: str) -> bool:
    """Whether an item would bring its passages if it were kept: an end of an edge that is no hit need not."""
    return kind == "relation" or key in case.hits(kind) or case.parameters.global_endpoint_chunks


def _searched(case: Case, kind: Kind, key: str) -> Stage:
    """At what a search ended for this item: by its best place, else by the cut."""
    standing = case.standing(kind, key)
    if standing is None:
        return _cut(case, kind, key) or "expansion"
    return "threshold" if standing[1].score < case.parameters.threshold else "top k"


def _spoken(case: Case, kind: Kind, key: str) -> bool:
    """Whether keywords lost it: the question names the entity and no keyword does, or alone would have found it."""
    searches = [search for search in case.searched(kind) if search.query in ("low", "high")]
    if not searches or all(case.query(search.query) == case.trace.question for search in searches):
        return False
    if kind == "entity" and _named(case, key):
        return True
    place = case.place(Search("question", kind), key)
    return place is not None and place.rank <= case.parameters.top_k and place.score >= case.parameters.threshold


def _named(case: Case, key: str) -> bool:
    """Whether the question has the entity's name as whole words, and no keyword has it."""
    name = f" {name_key(case.graph.nodes[key]['entity'].name)} " if key in case.graph else ""
    words = [*case.trace.keywords.low, *case.trace.keywords.high]
    return bool(name) and name in _padded(case.trace.question) and not any(name in _padded(word) for word in words)


def _padded(text: str) -> str:
    return f" {' '.join(''.join(c if c.isalnum() else ' ' for c in name_key(text)).split())} "


def _label(case: Case, kind: Kind, key: str) -> str:
    if kind == "entity":
        return case.entity_name(key)
    relation = case.relation(key)
    return case.relation_name(relation) if relation else key


def _item_said(case: Case, way: Way) -> str:
    """Why the item is not there; for keywords also what the question would have found."""
    item = way.item
    assert item is not None
    said = absent_because(case, item)
    place = case.place(Search("question", item.kind), item.key) if way.stage == "keywords" else None
    if place is None:
        return said
    return (
        f"{said} With the question itself it is number {place.rank:,} of {place.of:,} (cosine {cosine(place.score)})."
    )
