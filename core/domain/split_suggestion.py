"""The plan of a split that follows from one of the groupings of a node's mentions: parts, their rows, their rules.

What groups mentions is found in `diagnose.grouping`, for findings and for the split screen alike. Asks no model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.domain.collisions import claims
from core.domain.diagnose.grouping import MOST_PARTS, Grouping, groupings
from core.domain.diagnose.scene import Scene
from core.domain.lexical import content_words
from core.domain.names import clean_name, name_key, qualifier_key
from core.domain.records import RelationMention
from core.domain.split_rules import Rule, separating
from core.domain.split_values import WAITS, End, Part, Row, Side
from core.domain.splitting import SplitPlan

__all__ = ["MOST_PARTS", "Grouping", "ends", "groupings", "rows", "suggested"]


def rows(scene: Scene, key: str) -> tuple[Row, ...]:
    """The mentions of a node, in document order."""
    return tuple(
        Row(
            m.id,
            clean_name(m.name),
            m.type,
            m.description,
            clean_name(m.qualifier),
            scene.passage(m.chunk),
            tuple(dict.fromkeys(claim.said for claim in claims(m.description, m.name))),
        )
        for m in (scene.mentions[i] for i in scene.entities[key].mentions)
    )


def ends(scene: Scene, key: str) -> tuple[End, ...]:
    """The ends of relations that mean a node, by relation."""
    forms = {name_key(form) for form in scene.names[key]}
    found = []
    for relation in scene.around(key):
        side: Side = "source" if relation.source == key else "target"
        for mention in (scene.relation_mentions[i] for i in relation.mentions):
            found.append(_end(scene, mention, _turned(mention, side, forms), relation.predicate))
    return tuple(found)


def _turned(mention: RelationMention, side: Side, forms: set[str]) -> Side:
    """The side of the mention itself: its direction may have been ruled to be the other."""
    other: Side = "target" if side == "source" else "source"
    swapped = name_key(getattr(mention, side)) not in forms and name_key(getattr(mention, other)) in forms
    return other if swapped else side


def _end(scene: Scene, mention: RelationMention, side: Side, label: str) -> End:
    names = clean_name(mention.source), clean_name(mention.target)
    own, other = names if side == "source" else names[::-1]
    return End(mention.id, side, own, other, label, mention.description, scene.passage(mention.chunk))


def suggested(scene: Scene, key: str, grouping: Grouping | None = None, known: Sequence[Part] = ()) -> SplitPlan:
    """The plan of a grouping; without one all rows are to be placed by hand.

    `known` are the parts of a split that the node went through: then what waits goes to those where a label fits, and
    what stayed under the bare name stays.
    """
    entity = scene.entities[key]
    plan = SplitPlan(scene.node(key), rows(scene, key), ends(scene, key), tuple(known), again=bool(known))
    stays = frozenset(entity.mentions).difference(scene.waiting) if known else frozenset()
    if stays:
        plan = _placed(plan, entity.qualifier, stays, entity.name)
    for label, ids in (grouping.parts if grouping else {}).items():
        plan = _placed(plan, label, [i for i in ids if i not in stays], entity.name)
    if known:
        return _by_their_words(_named_alike(plan, stays))
    if not plan.parts:
        plan = plan.with_part(Part(entity.name, entity.qualifier), [row.id for row in plan.rows])
    return _by_their_words(_with_metadata(plan, grouping.field if grouping else ""))


def _placed(plan: SplitPlan, label: str, ids: Iterable[str], name: str) -> SplitPlan:
    """Rows in the part of that qualifier, which is made if there is none."""
    number = _known(plan.parts, label)
    if number is not None:
        return plan.moved(ids, number)
    found = list(ids)
    return plan.with_part(Part(name, label, _qualified(label)), found) if found else plan


def _named_alike(plan: SplitPlan, stays: Collection[str]) -> SplitPlan:
    """Rows that wait and bring a qualifier, in the part of that qualifier, old or new."""
    for row in plan.rows:
        if row.qualifier and row.id not in stays and plan.part_of(row.id) == WAITS:
            plan = _placed(plan, row.qualifier, [row.id], str(plan.node["name"]))
    return plan


def _known(parts: Sequence[Part], label: str) -> int | None:
    return next((n for n, part in enumerate(parts) if qualifier_key(part.qualifier) == qualifier_key(label)), None)


def _qualified(label: str) -> tuple[Rule, ...]:
    return (Rule(qualifiers=(label,)),) if label else ()


def _with_metadata(plan: SplitPlan, field: str) -> SplitPlan:
    """A second rule for each part, where a metadata field tells the parts from each other."""
    filled = [n for n in range(len(plan.parts)) if plan.rows_of(n)]
    if len(filled) < 2:
        return plan
    groups = [plan.rows_of(n) for n in filled]
    names = dict.fromkeys((*([field] if field else []), *_telling_fields(plan.rows)))
    values = {name: found for name in names if (found := separating(groups, name))}
    for name, found in list(values.items())[:1]:
        for number, of in zip(filled, found, strict=True):
            part = plan.parts[number]
            plan = plan.with_changed(number, replace(part, rules=(*part.rules, Rule(metadata=((name, of),)))))
    return plan


def _telling_fields(rows: Sequence[Row]) -> list[str]:
    """Metadata fields with a few values each of which several rows may have: no titles, no dates."""
    fields = sorted({name for row in rows for name in row.at.metadata})
    return [name for name in fields if name.casefold() not in _DESCRIBING]


_DESCRIBING = frozenset("audience author authors created date description id modified source title updated url".split())
"""Metadata fields that describe one document and say nothing of the next."""


def _by_their_words(plan: SplitPlan) -> SplitPlan:
    """Unclear ends go where the only qualifier leads that their relation or passage names."""
    words = [content_words(part.qualifier) for part in plan.parts]
    for end in plan.unclear:
        said = content_words(f"{end.text}\n{end.at.title}\n{end.at.text}")
        named = [n for n, own in enumerate(words) if own and own <= said]
        if len(named) == 1:
            plan = plan.turned([end.key], named[0])
    return plan
