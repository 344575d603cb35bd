"""What the passages of an entity call it: the words to be marked there.

Reads a view's index; finds no places in texts, and merges nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from core.domain.records import Entity, Relation
from core.services.view_index import ViewIndex


def names_of(index: ViewIndex, entity: Entity) -> Mapping[str, Sequence[str]]:
    """By chunk, the words that its mentions and relations name the entity with."""
    said: dict[str, list[str]] = defaultdict(list)
    for mention in (index.entity_mentions[i] for i in entity.mentions):
        said[mention.chunk].append(mention.name)
    for relation in index.around(entity.key):
        for chunk, name in _end_names(index, relation, entity.key):
            said[chunk].append(name)
    return said


def _end_names(index: ViewIndex, relation: Relation, key: str) -> Iterator[tuple[str, str]]:
    """What the mentions of a relation call that end of it. An undirected one may have been read either way round."""
    other = relation.target_name if relation.source == key else relation.source_name
    for mention in (index.relation_mentions[i] for i in relation.mentions):
        if relation.directed:
            yield mention.chunk, mention.source if relation.source == key else mention.target
        else:
            same = mention.source.strip().casefold() == other.casefold()
            yield mention.chunk, mention.target if same else mention.source
