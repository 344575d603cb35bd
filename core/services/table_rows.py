"""A row of the entity table and one of the relation table, and how they are made from a view."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.domain.names import shown_name
from core.domain.records import Entity, Relation
from core.services.views import View


@dataclass(frozen=True, slots=True)
class NodeName:
    """A node as a person reads it and as decisions name it."""

    name: str
    qualifier: str

    @property
    def label(self) -> str:
        """`Daily backup · Business`."""
        return shown_name(self.name, self.qualifier)

    @property
    def body(self) -> dict[str, str]:
        """As the body of a decision has it."""
        return {"name": self.name, "qualifier": self.qualifier}


@dataclass(frozen=True, slots=True)
class EntityItem:
    """An entity as a row. `number` is its degree in the whole graph; `documents` are ids in document order."""

    key: str
    node: NodeName
    type: str
    number: int
    mentions: int
    documents: tuple[str, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationItem:
    """A relation as a row. `number` counts the passages that say it; types are those of its two ends."""

    key: str
    source: NodeName
    target: NodeName
    source_key: str
    target_key: str
    source_type: str
    target_type: str
    predicate: str
    number: int
    documents: tuple[str, ...]
    directed: bool
    flags: tuple[str, ...]

    @property
    def body(self) -> dict[str, object]:
        """As the body of a decision has it."""
        return {"source": self.source.body, "target": self.target.body, "predicate": self.predicate}

    @property
    def label(self) -> str:
        """`Export → Daily backup: reads`."""
        return f"{self.source.label} {'→' if self.directed else '–'} {self.target.label}: {self.predicate}"


def entity_items(view: View) -> tuple[EntityItem, ...]:
    """All entities, in key order."""
    degree = dict(view.graph.degree())
    return tuple(_entity(entity, degree[key]) for key, entity in view.graph.nodes(data="entity"))


def relation_items(view: View) -> tuple[RelationItem, ...]:
    """All relations, in (source, target, key) order."""
    nodes: dict[str, Entity] = dict(view.graph.nodes(data="entity"))
    relations = (relation for _, _, relation in view.graph.edges(data="relation"))
    return tuple(_relation(one, nodes[one.source], nodes[one.target]) for one in relations)


def titles(view: View) -> dict[str, str]:
    """Document id -> its title; a title that several share stands with the id."""
    found = {chunk.document: chunk.title or chunk.document for chunk in view.evidence.chunks.values()}
    shared = Counter(found.values())
    return {id_: title if shared[title] == 1 else f"{title} ({id_})" for id_, title in found.items()}


def _entity(entity: Entity, degree: int) -> EntityItem:
    return EntityItem(
        key=entity.key,
        node=NodeName(entity.name, entity.qualifier),
        type=entity.type,
        number=degree,
        mentions=len(entity.mentions),
        documents=entity.documents,
        flags=entity.flags,
    )


def _relation(relation: Relation, source: Entity, target: Entity) -> RelationItem:
    return RelationItem(
        key=relation.key,
        source=NodeName(source.name, source.qualifier),
        target=NodeName(target.name, target.qualifier),
        source_key=relation.source,
        target_key=relation.target,
        source_type=source.type,
        target_type=target.type,
        predicate=relation.predicate,
        number=relation.weight,
        documents=relation.documents,
        directed=relation.directed,
        flags=relation.flags,
    )
