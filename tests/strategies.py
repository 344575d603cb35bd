"""Generated workspaces for the law tests: small, with names that collide, odd scripts, and decisions good and bad."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from core.domain.decisions import KINDS, Decision, Ruling
from core.domain.evidence import EvidenceChunk
from core.domain.identity import ChunkPlace, occurrences
from core.domain.names import clean_name
from core.domain.ordering import in_document_order
from core.domain.policy import CAREFUL, CLASSIC, Policy, Qualifiers, Tick, policy_named
from core.domain.records import Chunk, EntityMention, EntityRow, Evidence, RelationMention, RelationRow

NAMES = (
    "Daily backup",
    "daily  BACKUP",
    "DAILY BACKUP ",
    "Daily backup [Business]",
    "Export",
    '"Export"',
    "“‘Export’”",
    "AT&T",
    "AT&amp;T",
    "AT&amp;amp;T",
    "Straße",
    "STRASSE",
    "《红楼梦》",
    "红 楼 梦",
    "数据保留",
    "الاحتفاظ بالبيانات",
    "Хранение данных",
    "Cafe\u0301",
    "Caf\u00e9",
    "a -> b",
    "a --",
    "a : b",
    ": b",
    "a :",
    "<b>x</b>",
    "Robert'); DROP TABLE documents;--",
    "\u202eevil",
    "x\u200bport",
)
TYPES = ("", "feature", "Feature ", "policy", "process", "特性")
PLANS = ("Business", "enterprise", "Enterprise ", "企业版")
AUDIENCES = ("staff", "partners")
TEXTS = ("", "Is kept for 7 days.", "Is kept for 30 days.", "Holds every record.", "保留30天。", "line one\nline two")
DOCUMENTS = ("handbook/a.md", "handbook/b.md", "手册/三.md", "z", "handbook/a.md#row-1", "B")
KEYWORDS = ("retention", "Retention ", "final invoice", ": b", "导出", "")

TICKED = Qualifiers((Tick("plan", frozenset({"feature"}), frozenset({"daily backup", "红楼梦"})),))
TICK = {"source": "plan", "types": ["feature"], "names": ["Daily backup", "红楼梦"]}
"""The same as a decision."""
POLICIES: tuple[Policy, ...] = (CAREFUL, CLASSIC, policy_named("careful", TICKED))


@dataclass(frozen=True)
class GeneratedChunk:
    """A passage and what a reader would find in it."""

    text: str
    metadata: dict[str, Any] = field(default_factory=dict)
    entities: tuple[EntityRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()


@dataclass(frozen=True)
class GeneratedDocument:
    id: str
    chunks: tuple[GeneratedChunk, ...]


def odd_names() -> st.SearchStrategy[str]:
    """Mostly from the pool, where names collide; now and then anything at all."""
    return st.one_of(st.sampled_from(NAMES), st.sampled_from(NAMES), st.text(min_size=1, max_size=12))


def visible_names() -> st.SearchStrategy[str]:
    return odd_names().filter(lambda name: clean_name(name) != "")


def metadata() -> st.SearchStrategy[dict[str, Any]]:
    plans = st.one_of(st.sampled_from(PLANS), st.lists(st.sampled_from(PLANS), max_size=2))
    audiences = st.one_of(st.sampled_from(AUDIENCES), st.lists(st.sampled_from(AUDIENCES), max_size=2))
    return st.fixed_dictionaries({}, optional={"plan": plans, "audience": audiences})


def entity_rows() -> st.SearchStrategy[EntityRow]:
    return st.builds(
        EntityRow,
        name=visible_names(),
        type=st.sampled_from(TYPES),
        description=st.sampled_from(TEXTS),
        qualifier=st.sampled_from(("", *PLANS, "account")),
    )


def relation_rows() -> st.SearchStrategy[RelationRow]:
    return st.builds(
        RelationRow,
        source=visible_names(),
        target=visible_names(),
        description=st.sampled_from(TEXTS),
        keywords=st.lists(st.sampled_from(KEYWORDS), max_size=2).map(tuple),
        strength=st.sampled_from((1.0, 0.5, 7.0)),
    )


def chunks() -> st.SearchStrategy[GeneratedChunk]:
    return st.builds(
        GeneratedChunk,
        text=st.sampled_from(("One passage.", "Another passage.", "第三段。")),
        metadata=metadata(),
        entities=st.lists(entity_rows(), max_size=4).map(tuple),
        relations=st.lists(relation_rows(), max_size=4).map(tuple),
    )


def documents(*, min_size: int = 0, max_size: int = 4) -> st.SearchStrategy[tuple[GeneratedDocument, ...]]:
    """Documents of different ids, in no particular order."""
    ids = st.sampled_from(DOCUMENTS)
    one = st.builds(GeneratedDocument, id=ids, chunks=st.lists(chunks(), min_size=1, max_size=3).map(tuple))
    return st.lists(one, min_size=min_size, max_size=max_size, unique_by=lambda d: d.id).map(tuple)


def long_documents() -> st.SearchStrategy[tuple[GeneratedDocument, ...]]:
    """Two or three documents of many passages each, all about the same two things, now and then in conflict."""
    days, types = st.sampled_from((7, 30, 90)), st.sampled_from(("feature", "place", "person"))
    row = st.builds(
        lambda name, type_, n: EntityRow(name, type_, f"{name} is kept for {n} days."),
        st.sampled_from(("Export", "Hub")),
        types,
        days,
    )
    relation = st.sampled_from(
        (RelationRow("Export", "Hub", "", ("uses",)), RelationRow("Hub", "Export", "", ("uses",)))
    )
    chunk = st.builds(
        GeneratedChunk,
        text=st.sampled_from(TEXTS),
        metadata=metadata(),
        entities=st.lists(row, max_size=2).map(tuple),
        relations=st.lists(relation, max_size=1).map(tuple),
    )
    many = st.lists(chunk, min_size=6, max_size=9).map(tuple)
    one = st.builds(GeneratedDocument, id=st.sampled_from(DOCUMENTS), chunks=many)
    return st.lists(one, min_size=2, max_size=3, unique_by=lambda d: d.id).map(tuple)


def chunk_rows(document: GeneratedDocument) -> tuple[Chunk, ...]:
    return tuple(
        Chunk(f"{document.id}#{n}", document.id, n, chunk.text, document.id, chunk.metadata)
        for n, chunk in enumerate(document.chunks)
    )


def mentions_of(document: GeneratedDocument) -> tuple[tuple[EntityMention, ...], tuple[RelationMention, ...]]:
    entities: list[EntityMention] = []
    relations: list[RelationMention] = []
    counts = occurrences([chunk.text for chunk in document.chunks])
    for n, (chunk, count) in enumerate(zip(document.chunks, counts, strict=True)):
        place = ChunkPlace(document.id, f"{document.id}#{n}", chunk.text, count)
        entities += place.entities(chunk.entities)
        relations += place.relations(chunk.relations)
    return tuple(entities), tuple(relations)


def evidence_of(documents: Iterable[GeneratedDocument]) -> Evidence:
    chunks: list[Chunk] = []
    entities: list[EntityMention] = []
    relations: list[RelationMention] = []
    for document in documents:
        chunks += chunk_rows(document)
        found = mentions_of(document)
        entities += found[0]
        relations += found[1]
    return in_document_order(chunks, entities, relations)


def evidence_chunks(document: GeneratedDocument) -> tuple[EvidenceChunk, ...]:
    """The document as evidence records."""
    return tuple(
        EvidenceChunk(document.id, str(n), c.text, document.id, c.metadata, c.entities, c.relations)
        for n, c in enumerate(document.chunks)
    )


def nodes() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"name": st.sampled_from(NAMES)}, optional={"qualifier": st.sampled_from(("", *PLANS))}
    )


def malformed() -> st.SearchStrategy[Any]:
    """Bodies that no version would write."""
    return _MALFORMED


_LEAF = st.one_of(st.none(), st.booleans(), st.integers(-3, 9), st.text(max_size=4), st.just({"name": ["x"]}))
_MALFORMED = st.one_of(_LEAF, st.lists(_LEAF, max_size=3), st.dictionaries(st.text(max_size=4), _LEAF, max_size=3))


def edges() -> st.SearchStrategy[dict[str, Any]]:
    predicates = st.sampled_from(("related", *KEYWORDS))
    return st.builds(lambda a, b, p: {"source": a, "target": b, "predicate": p}, nodes(), nodes(), predicates)


def _split_rules() -> st.SearchStrategy[dict[str, Any]]:
    """Conditions that a part of a split may have on mentions to come."""
    some_plans = st.lists(st.sampled_from(PLANS), min_size=1, max_size=2)
    return st.fixed_dictionaries(
        {},
        optional={
            "qualifiers": some_plans,
            "documents": st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=2),
            "metadata": st.fixed_dictionaries({"plan": some_plans}),
        },
    )


def _asserted() -> st.SearchStrategy[dict[str, Any]]:
    names = st.sampled_from(NAMES)
    entity = st.fixed_dictionaries(
        {"name": names, "type": st.sampled_from(TYPES), "description": st.sampled_from(TEXTS)},
        optional={"qualifier": st.sampled_from(PLANS)},
    )
    keywords = st.lists(st.sampled_from(KEYWORDS), max_size=2)
    relation = st.fixed_dictionaries({"source": names, "target": names, "keywords": keywords})
    said = st.one_of(st.builds(lambda e: {"entity": e}, entity), st.builds(lambda r: {"relation": r}, relation))
    quotes = st.sampled_from(("passage", "段", "One", "nowhere"))
    return st.builds(lambda row, d, q: {**row, "document": d, "quote": q}, said, st.sampled_from(DOCUMENTS), quotes)


def _good_rulings() -> st.SearchStrategy[Ruling]:
    """Mentions are written as `@n`, the n-th that there is."""
    return st.one_of(_on_nodes(), _on_nodes(), _on_relations(), _on_words())


def _ids() -> st.SearchStrategy[list[str]]:
    return st.lists(st.integers(0, 30).map("@{}".format), max_size=4)


def _on_nodes() -> st.SearchStrategy[Ruling]:
    types, texts = st.sampled_from(TYPES), st.sampled_from(TEXTS)
    part = st.builds(
        lambda node, found, rule: node | {"mentions": found, "rule": rule}, nodes(), _ids(), _split_rules()
    )
    some, parts = st.lists(nodes(), min_size=1, max_size=3), st.lists(part, min_size=1, max_size=3)
    return st.one_of(
        st.builds(lambda a, b, t: Ruling("merge", {"nodes": a, "into": b, "type": t}), some, nodes(), types),
        st.builds(lambda a, b: Ruling("rename", {"node": a, "to": b}), nodes(), nodes()),
        st.builds(lambda a, q: Ruling("qualify", {"node": a, "qualifier": q}), nodes(), st.sampled_from(("", *PLANS))),
        st.builds(lambda a, found: Ruling("split", {"node": a, "parts": found}), nodes(), parts),
        st.builds(lambda a, t: Ruling("retype", {"node": a, "type": t}), nodes(), types),
        st.builds(lambda a: Ruling("hide", {"node": a}), nodes()),
        st.builds(lambda a, t, of: Ruling("describe", {"node": a, "text": t, "of": of}), nodes(), texts, _ids()),
        st.builds(lambda a: Ruling("not_same", {"nodes": a}), some),
    )


def _on_relations() -> st.SearchStrategy[Ruling]:
    mention, ends = st.integers(0, 30).map("@{}".format), st.sampled_from(("source", "target"))
    return st.one_of(
        st.builds(lambda e, to: Ruling("relabel", {"relation": e, "to": to}), edges(), st.sampled_from(KEYWORDS)),
        st.builds(lambda e: Ruling("direction", {"relation": e, "way": "reverse"}), edges()),
        st.builds(lambda e: Ruling("hide", {"relation": e}), edges()),
        st.builds(lambda m, e, a: Ruling("endpoint", {"mention": m, "end": e, "node": a}), mention, ends, nodes()),
        st.builds(lambda e, of: Ruling("describe", {"relation": e, "text": "Told.", "of": of}), edges(), _ids()),
    )


def _on_words() -> st.SearchStrategy[Ruling]:
    types, keywords = st.sampled_from(TYPES), st.sampled_from(("related", *KEYWORDS))
    ticked = st.fixed_dictionaries(
        {"source": st.sampled_from(("plan", "document"))},
        optional={"types": st.lists(types, max_size=1), "names": st.lists(st.sampled_from(NAMES), max_size=2)},
    )
    return st.one_of(
        st.builds(lambda a, b: Ruling("retype", {"type": a, "to": b}), types, types),
        st.builds(lambda a, b: Ruling("relabel", {"predicate": a, "to": b}), keywords, keywords),
        st.builds(lambda m: Ruling("hide", {"mention": m}), st.integers(0, 30).map("@{}".format)),
        st.builds(lambda body: Ruling("assert", body), _asserted()),
        st.builds(lambda body: Ruling("assert", body), _asserted()),
        st.builds(lambda body: Ruling("tick", body), ticked),
        st.builds(lambda found: Ruling("know", {"values": found}), st.lists(st.sampled_from(PLANS), max_size=2)),
    )


def _any_rulings() -> st.SearchStrategy[Ruling]:
    kinds = (*KINDS, "prophesy")
    bad_parts = st.lists(st.fixed_dictionaries({"name": st.sampled_from(NAMES), "mentions": malformed()}), max_size=2)
    return st.one_of(
        _good_rulings(),
        _good_rulings(),
        _good_rulings(),
        st.builds(lambda n: Ruling("revoke", {"seq": n}), st.integers(1, 6)),
        st.builds(Ruling, st.sampled_from(kinds), malformed()),
        st.builds(lambda a, found: Ruling("split", {"node": a, "parts": found}), nodes(), bad_parts),
    )


_RULINGS = st.lists(_any_rulings(), max_size=6).map(tuple)


def rulings(mention_ids: Sequence[str] = ()) -> st.SearchStrategy[tuple[Ruling, ...]]:
    """Decisions of every kind, revokes (also of revokes), kinds of another version, bodies that can't be read."""
    return _RULINGS.map(lambda found: tuple(Ruling(r.kind, with_ids(r.body, mention_ids)) for r in found))


def with_ids(value: Any, ids: Sequence[str]) -> Any:
    """`@n` replaced by the n-th id, counted round."""
    if isinstance(value, dict):
        return {key: with_ids(item, ids) for key, item in value.items()}
    if isinstance(value, list):
        return [with_ids(item, ids) for item in value]
    if isinstance(value, str) and value[:1] == "@" and value[1:].isdecimal() and ids:
        return ids[int(value[1:]) % len(ids)]
    return value


def numbered(found: Iterable[Ruling]) -> tuple[Decision, ...]:
    return tuple(Decision(n, ruling.kind, ruling.body) for n, ruling in enumerate(found, 1))


def mention_ids(found: Iterable[GeneratedDocument]) -> tuple[str, ...]:
    evidence = evidence_of(found)
    return tuple(sorted({m.id for m in (*evidence.entities, *evidence.relations)}))


def workspaces() -> st.SearchStrategy[tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]]:
    """Documents, and decisions on what they hold."""
    return st.builds(_decided, documents(), _RULINGS)


def _decided(
    found: tuple[GeneratedDocument, ...], ruled: tuple[Ruling, ...]
) -> tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]:
    ids = mention_ids(found)
    return found, numbered(Ruling(ruling.kind, with_ids(ruling.body, ids)) for ruling in ruled)
