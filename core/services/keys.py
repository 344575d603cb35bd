"""What could part the nodes of a workspace: fields of its documents, values that readers gave, terms of each document.

Reads views and rulings; what is ticked goes through the curation desk. Asks no model.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from core.domain.decisions import Decision, in_force
from core.domain.defined_terms import DefinedTerm, bare, defined_terms
from core.domain.names import clean_name, name_key, qualifier_key
from core.domain.policy import BY_DOCUMENT, FOR_ALL, Qualifiers, Tick
from core.domain.records import Chunk, EntityMention, Evidence
from core.services.key_fields import FieldValue as FieldValue
from core.services.key_fields import KeyField as KeyField
from core.services.project import Views
from core.services.views import View

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A qualifier that readers gave, with the names it stood at. `known`: it parts nodes already."""

    value: str
    mentions: int
    names: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class KeyRuling:
    """A tick or known values that hold, as the decision has them."""

    decision: Decision
    source: str
    types: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Partable:
    """A node that a tick on a field would part: its passages have several values. `doubted`: it says two things."""

    name: str
    type: str
    values: int
    doubted: bool


@dataclass(frozen=True, slots=True)
class TypeShare:
    """A type, how many of its nodes a tick on a field would part, and how many there are."""

    type: str
    parts: int
    total: int


class KeyDesk:
    """Qualifiers of one workspace, read from its careful view."""

    def __init__(self, views: Views, decisions: Callable[[], Iterable[Decision]]) -> None:
        self._views, self._decisions = views, decisions
        self._terms: tuple[Evidence, tuple[DefinedTerm, ...]] | None = None
        self._partable: dict[str, tuple[View, tuple[Partable, ...]]] = {}
        self._lock = Lock()

    def fields(self) -> tuple[KeyField, ...]:
        """The fields that documents have, useful keys first.

        First those of a few values, one a document, that part nodes which say two things; then by documents, name. What
        only says who may read comes last.
        """
        documents = _documents(self._views().evidence)
        sources = {source for metadata in documents.values() for source in metadata if source != BY_DOCUMENT}
        fields = (_field(source, documents) for source in sources)
        found = [field for field in fields if field.values]
        return tuple(sorted(found, key=self._usefulness))

    def _usefulness(self, field: KeyField) -> tuple[bool, int, bool, int, str]:
        doubted = field.unlikely < 2 and any(each.doubted for each in self.partable(field.source))
        return field.for_readers, field.unlikely, not doubted, -field.documents, field.source

    def documents(self) -> int:
        """How many documents could be a key."""
        return len(_documents(self._views().evidence))

    def partable(self, source: str) -> tuple[Partable, ...]:
        """Nodes without a qualifier that the field would part: doubted ones first, then most values, then by name."""
        view = self._views()
        with self._lock:
            kept = self._partable.get(source)
            if kept is None or kept[0] is not view:
                kept = self._partable[source] = view, _partable(view, source)
            return kept[1]

    def types(self, source: str) -> tuple[TypeShare, ...]:
        """Types with nodes that the field would part, most of them first."""
        parting = Counter(each.type for each in self.partable(source))
        total = Counter(entity.type for _, entity in self._views().graph.nodes(data="entity"))
        ordered = sorted(parting, key=lambda type_: (-parting[type_], type_))
        return tuple(TypeShare(type_, parting[type_], total[type_]) for type_ in ordered)

    def said(self) -> tuple[SaidValue, ...]:
        """Qualifiers that readers gave: unknown ones first, then most mentions, then by value."""
        evidence = self._views().evidence
        mentions: defaultdict[str, list[EntityMention]] = defaultdict(list)
        for mention in evidence.entities:
            if key := qualifier_key(mention.qualifier):
                mentions[key].append(mention)
        known = self._known(evidence)
        found = [_said(rows, key in known) for key, rows in mentions.items()]
        return tuple(sorted(found, key=lambda value: (value.known, -value.mentions, value.value)))

    def terms(self) -> tuple[DefinedTerm, ...]:
        """Roles and defined terms that are not keyed by document yet, surest first."""
        evidence = self._views().evidence
        with self._lock:
            if self._terms is None or self._terms[0] is not evidence:
                self._terms = evidence, defined_terms(evidence)
            found = self._terms[1]
        ticked = {bare(name_key(n)) for ruling in self.rulings() if ruling.source == BY_DOCUMENT for n in ruling.names}
        return tuple(term for term in found if term.key not in ticked)

    def rulings(self) -> tuple[KeyRuling, ...]:
        """The ticks and known values that hold, latest first."""
        rows = [row for row in in_force(self._decisions()) if row.kind in ("tick", "know")]
        return tuple(_ruling(row) for row in reversed(rows))

    def _known(self, evidence: Evidence) -> frozenset[str]:
        """The qualifier keys that part nodes now: added ones, and values of ticked fields."""
        rulings = self.rulings()
        added = frozenset(qualifier_key(value) for ruling in rulings for value in ruling.values)
        ticks = tuple(Tick(ruling.source) for ruling in rulings if ruling.source)
        metadata = {id(chunk.metadata): chunk.metadata for chunk in evidence.chunks.values()} if ticks else {}
        return added.union(*(Qualifiers(ticks).known(one) for one in metadata.values()))


def _documents(evidence: Evidence) -> Mapping[str, Mapping[str, Any]]:
    """Document -> its fields, those of all its passages together."""
    found: dict[str, dict[str, Any]] = {}
    seen: set[tuple[str, int]] = set()
    for chunk in evidence.chunks.values():
        if _new(seen, chunk):
            found.setdefault(chunk.document, {}).update(chunk.metadata)
    return found


def _new(seen: set[tuple[str, int]], chunk: Chunk) -> bool:
    key = chunk.document, id(chunk.metadata)
    if key in seen:
        return False
    seen.add(key)
    return True


def _field(source: str, documents: Mapping[str, Mapping[str, Any]]) -> KeyField:
    counts: Counter[str] = Counter()
    forms: dict[str, str] = {}
    having = several = 0
    for metadata in documents.values():
        values = _values(metadata.get(source))
        having += bool(values)
        several += len(values) > 1
        counts.update(values.keys())
        forms = values | forms
    ordered = sorted(counts.items(), key=lambda each: (each[0] in FOR_ALL, -each[1], each[0]))
    return KeyField(source, having, tuple(FieldValue(forms[k], n, k in FOR_ALL) for k, n in ordered), several)


def _partable(view: View, source: str) -> tuple[Partable, ...]:
    chunks = view.evidence.chunks
    values = {key: single[0] for key, chunk in chunks.items() if len(single := _single(chunk, source)) == 1}
    home = {mention.id: mention.chunk for mention in view.evidence.entities}
    found = []
    for _, entity in view.graph.nodes(data="entity"):
        given = {values.get(home[mention], "") for mention in entity.mentions if mention in home}
        if len(given) > 1 and not entity.qualifier:
            found.append(Partable(entity.name, entity.type, len(given), "collision" in entity.flags))
    return tuple(sorted(found, key=lambda each: (not each.doubted, -each.values, each.name)))


def _single(chunk: Chunk, source: str) -> tuple[str, ...]:
    """The qualifier keys that a field of a passage gives."""
    if source == BY_DOCUMENT:
        return (chunk.document,)
    return tuple(key for key in _values(chunk.metadata.get(source)) if key not in FOR_ALL)


def _values(value: object) -> dict[str, str]:
    """Qualifier key -> form to show, of what a field holds; also those that set nothing apart."""
    if value is None or isinstance(value, dict):
        return {}
    texts = [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]
    return {key: clean_name(text) for text in texts if (key := qualifier_key(text))}


def _said(mentions: Sequence[EntityMention], known: bool) -> SaidValue:
    value = Counter(clean_name(mention.qualifier) for mention in mentions).most_common(1)[0][0]
    names = Counter(clean_name(mention.name) for mention in mentions)
    examples = sorted(names, key=lambda name: (-names[name], name))[:_EXAMPLES]
    return SaidValue(value, len(mentions), tuple(examples), known)


def _ruling(row: Decision) -> KeyRuling:
    body = row.body if isinstance(row.body, Mapping) else {}
    source = body.get("source")
    return KeyRuling(
        row,
        source if row.kind == "tick" and isinstance(source, str) else "",
        _texts(body.get("types")),
        _texts(body.get("names")),
        _texts(body.get("values")) if row.kind == "know" else (),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list | tuple) else ()
