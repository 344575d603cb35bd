"""The words of a graph: its types and predicates, how often they occur, and what was ruled about them.

Reads the careful view; renaming and joining go through the curation desk. Asks no model.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from core.domain.decisions import Decision, in_force
from core.domain.packing import entity_label
from core.domain.records import Entity, Relation
from core.domain.vocabulary import Near, Word, near_spellings
from core.services.project import Views
from core.services.views import View

WordKind = Literal["type", "predicate"]
RULED_BY: Mapping[WordKind, str] = {"type": "retype", "predicate": "relabel"}
"""The kind of decision that renames a word everywhere; its body is {KIND: word, "to": word}."""
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class WordUse:
    """A type or predicate, how many nodes or edges have it, and the best connected of them, as they are shown."""

    value: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordRuling:
    """A word that goes by another everywhere, as the decision has it."""

    decision: Decision
    kind: WordKind
    word: str
    to: str


class VocabularyDesk:
    """Types and predicates of one workspace; counted once as long as nothing changes."""

    def __init__(self, views: Views, decisions: Callable[[], Iterable[Decision]]) -> None:
        self._views, self._decisions = views, decisions
        self._kept: tuple[View, Mapping[WordKind, tuple[WordUse, ...]]] | None = None
        self._near: dict[WordKind, tuple[tuple[WordUse, ...], tuple[Near, ...]]] = {}
        self._lock = Lock()

    def words(self, kind: WordKind) -> tuple[WordUse, ...]:
        """All words of a kind, commonest first, ties by word."""
        view = self._views()
        with self._lock:
            if self._kept is None or self._kept[0] is not view:
                self._kept = view, {"type": _types(view), "predicate": _predicates(view)}
            return self._kept[1][kind]

    def near(self, kind: WordKind) -> tuple[Near, ...]:
        """Words of a kind that look like one, most affected first."""
        words = self.words(kind)
        with self._lock:
            kept = self._near.get(kind)
            if kept is None or kept[0] is not words:
                found = near_spellings(Word(word.value, word.count) for word in words)
                kept = self._near[kind] = words, found
            return kept[1]

    def rulings(self) -> tuple[WordRuling, ...]:
        """The renamed words that hold, latest first."""
        return tuple(reversed([ruling for row in in_force(self._decisions()) for ruling in _ruled(row)]))


def _types(view: View) -> tuple[WordUse, ...]:
    degree = dict(view.graph.degree())
    of: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for key, entity in view.graph.nodes(data="entity"):
        of[entity.type].append((-degree[key], entity_label(entity)))
    return _uses(of)


def _predicates(view: View) -> tuple[WordUse, ...]:
    of: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    entities: Mapping[str, Entity] = dict(view.graph.nodes(data="entity"))
    for _, _, relation in view.graph.edges(data="relation"):
        of[relation.predicate].append((-relation.weight, _said(relation, entities)))
    return _uses(of)


def _said(relation: Relation, entities: Mapping[str, Entity]) -> str:
    return f"{entity_label(entities[relation.source])} → {entity_label(entities[relation.target])}"


def _uses(of: Mapping[str, list[tuple[int, str]]]) -> tuple[WordUse, ...]:
    counts = Counter({word: len(found) for word, found in of.items()})
    words = sorted(counts, key=lambda word: (-counts[word], word))
    return tuple(WordUse(w, counts[w], tuple(label for _, label in sorted(of[w])[:_EXAMPLES])) for w in words)


def _ruled(row: Decision) -> Iterator[WordRuling]:
    body = row.body if isinstance(row.body, Mapping) else {}
    to = body.get("to")
    for kind, ruled_by in RULED_BY.items():
        word = body.get(kind)
        if row.kind == ruled_by and isinstance(word, str) and isinstance(to, str):
            yield WordRuling(row, kind, word, to)
