"""The cards of an entity, a relation and a passage: what was merged, and every place it was read from.

From each text one reaches its mentions, from each mention the passage, the document and the page. Reads a view,
changes nothing, and says flags by their names: the words for them belong to the pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.domain.collisions import claims, conflicting
from core.domain.marks import find_marks
from core.domain.packing import entity_label
from core.domain.placing import UNASSIGNED
from core.domain.records import Chunk, Entity, EntityMention, ProfileText, Relation, RelationMention, Span
from core.services.card_names import names_of
from core.services.graph_edges import label_of
from core.services.view_index import ViewIndex


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was read: a passage of a document, and the page where there is one."""

    chunk: str
    document: str
    title: str
    position: int
    page: int | None


@dataclass(frozen=True, slots=True)
class EntityLine:
    """What one passage says of an entity, as it was read."""

    id: str
    place: Place
    name: str
    type: str
    qualifier: str
    description: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationLine:
    """What one passage says of a relation, as it was read: the names are the passage's."""

    id: str
    place: Place
    source: str
    target: str
    keywords: tuple[str, ...]
    description: str
    strength: float
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardText:
    """One distinct text of a profile and the places that say it, in document order."""

    text: str
    mentions: tuple[str, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A relation seen from one of its ends. `outgoing` is None where direction is unknown."""

    relation: str
    other: str
    name: str
    qualifier: str
    label: str
    description: str
    weight: int
    outgoing: bool | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A sentence whose number another passage contradicts; `said` is the number with its unit as it stands there."""

    said: str
    sentence: str
    place: Place


@dataclass(frozen=True, slots=True)
class EntityCard:
    """An entity with its provenance: `neighbours` heaviest first, all else in document order. `waiting`: mentions."""

    entity: Entity
    degree: int
    texts: tuple[CardText, ...]
    cut: tuple[CardText, ...]
    neighbours: tuple[Neighbour, ...]
    mentions: tuple[EntityLine, ...]
    passages: tuple[str, ...]
    conflicts: tuple[Conflict, ...] = ()
    waiting: frozenset[str] = frozenset()

    def waits(self, text: CardText) -> bool:
        """Whether a mention that says this waits."""
        return not self.waiting.isdisjoint(text.mentions)


@dataclass(frozen=True, slots=True)
class RelationCard:
    """A relation with its provenance. `ends` are the names of source and target to show, with qualifiers."""

    relation: Relation
    label: str
    texts: tuple[CardText, ...]
    cut: tuple[CardText, ...]
    mentions: tuple[RelationLine, ...]
    passages: tuple[str, ...]
    ends: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class MarkedPassage:
    """A passage with the spans (offsets into `text`) that name what was asked for, ascending and disjoint."""

    place: Place
    text: str
    marks: tuple[Span, ...]
    names: tuple[str, ...]


def entity_card(index: ViewIndex, key: str, waiting: Callable[[], frozenset[str]] = frozenset) -> EntityCard:
    """`waiting` gives all mentions that wait; asked only where some of this node may. Raises UnknownName."""
    entity = index.entity(key)
    return EntityCard(
        entity=entity,
        degree=index.degree[key],
        texts=_texts(index, entity.texts),
        cut=_texts(index, entity.cut),
        neighbours=tuple(_neighbour(index, key, relation) for relation in index.around(key)),
        mentions=tuple(_entity_line(index, index.entity_mentions[i]) for i in entity.mentions),
        passages=entity.chunks,
        conflicts=_conflicts(index, entity) if "collision" in entity.flags else (),
        waiting=waiting().intersection(entity.mentions) if UNASSIGNED in entity.flags else frozenset(),
    )


def _conflicts(index: ViewIndex, entity: Entity) -> tuple[Conflict, ...]:
    """The sentences behind the flag `collision`, in document order."""
    mentions = [index.entity_mentions[i] for i in entity.mentions]
    found = conflicting([claims(mention.description, mention.name) for mention in mentions])
    said = (Conflict(c.said, c.sentence, place_of(index.chunk(mentions[at].chunk))) for at, c in found)
    return tuple(dict.fromkeys(said))


def relation_card(index: ViewIndex, key: str) -> RelationCard:
    """Raises UnknownName."""
    relation = index.relation(key)
    return RelationCard(
        relation=relation,
        label=label_of(relation),
        texts=_texts(index, relation.texts),
        cut=_texts(index, relation.cut),
        mentions=tuple(_relation_line(index, index.relation_mentions[i]) for i in relation.mentions),
        passages=relation.chunks,
        ends=(entity_label(index.entity(relation.source)), entity_label(index.entity(relation.target))),
    )


def entity_passages(index: ViewIndex, key: str, start: int = 0, count: int = 10) -> tuple[MarkedPassage, ...]:
    """Some of the passages of an entity, in document order, its names there marked."""
    entity = index.entity(key)
    said = names_of(index, entity)
    return tuple(
        marked_passage(index, chunk, [*said.get(chunk, ()), entity.name])
        for chunk in entity.chunks[start : start + count]
    )


def relation_passages(index: ViewIndex, key: str, start: int = 0, count: int = 10) -> tuple[MarkedPassage, ...]:
    """Some of the passages of a relation, in document order, both ends marked as they are named there."""
    relation = index.relation(key)
    said: dict[str, list[str]] = defaultdict(list)
    for mention in (index.relation_mentions[i] for i in relation.mentions):
        said[mention.chunk] += [mention.source, mention.target]
    ends = [relation.source_name, relation.target_name]
    return tuple(marked_passage(index, chunk, said[chunk] + ends) for chunk in relation.chunks[start : start + count])


def marked_passage(index: ViewIndex, chunk_id: str, names: Iterable[str] = ()) -> MarkedPassage:
    """One passage with these names marked. Raises UnknownName."""
    chunk = index.chunk(chunk_id)
    forms = tuple(dict.fromkeys(names))
    return MarkedPassage(place_of(chunk), chunk.text, find_marks(chunk.text, forms), forms)


def _neighbour(index: ViewIndex, key: str, relation: Relation) -> Neighbour:
    other = index.entity(relation.target if relation.source == key else relation.source)
    return Neighbour(
        relation=relation.key,
        other=other.key,
        name=other.name,
        qualifier=other.qualifier,
        label=label_of(relation),
        description=relation.description,
        weight=relation.weight,
        outgoing=relation.source == key if relation.directed else None,
    )


def _texts(index: ViewIndex, texts: Sequence[ProfileText]) -> tuple[CardText, ...]:
    return tuple(CardText(t.text, t.mentions, tuple(_places(index, t.mentions))) for t in texts)


def _places(index: ViewIndex, mentions: Sequence[str]) -> Iterator[Place]:
    chunks = dict.fromkeys(_mention(index, mention).chunk for mention in mentions)
    return (place_of(index.chunk(chunk)) for chunk in chunks)


def _mention(index: ViewIndex, mention: str) -> EntityMention | RelationMention:
    return index.entity_mentions.get(mention) or index.relation_mentions[mention]


def place_of(chunk: Chunk) -> Place:
    """Where a chunk stands."""
    return Place(chunk.id, chunk.document, chunk.title or chunk.document, chunk.position, chunk.page)


def _entity_line(index: ViewIndex, mention: EntityMention) -> EntityLine:
    place = place_of(index.chunk(mention.chunk))
    return EntityLine(
        mention.id, place, mention.name, mention.type, mention.qualifier, mention.description, mention.flags
    )


def _relation_line(index: ViewIndex, mention: RelationMention) -> RelationLine:
    return RelationLine(
        id=mention.id,
        place=place_of(index.chunk(mention.chunk)),
        source=mention.source,
        target=mention.target,
        keywords=mention.keywords,
        description=mention.description,
        strength=mention.strength,
        flags=mention.flags,
    )
