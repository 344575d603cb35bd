"""Findings on what is said of a thing: names and descriptions that the passage does not hold, thin and overlong ones.

What the passage holds was judged when it was read; here the flags of mentions are gathered by node and edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.domain.diagnose.finding import Finding, FindingKind
from core.domain.diagnose.scene import Scene, counted
from core.domain.policy import CAREFUL
from core.domain.records import Entity, EntityMention, Relation, RelationMention
from core.domain.wording import entity_text

THIN_WORDS = 3
"""A description of fewer words says less than a type does."""

LONG_TOKENS = CAREFUL.profile_tokens or 0
"""Where careful begins to cut (section 4 of the design)."""


def ungrounded(scene: Scene) -> Iterator[Finding]:
    """Entities and relations with mentions whose name (or whose end) is not in the passage."""
    yield from _flagged(scene, "ungrounded", "is not in the passage that is said to name it")


def unsaid(scene: Scene) -> Iterator[Finding]:
    """Entities and relations with mentions whose description says what the passage does not."""
    yield from _flagged(scene, "unsaid", "is described in words that the passage does not have")


def _flagged(scene: Scene, kind: FindingKind, what: str) -> Iterator[Finding]:
    for key, entity in scene.entities.items():
        found = _with_flag(scene.mentions, entity, kind)
        if found:
            yield scene.finding(
                kind,
                f"{scene.said(key)} {what} ({len(found)} of {counted(len(entity.mentions), 'mention')}).",
                entities=(key,),
                evidence=(scene.group("", found),),
                proposal=_hide(scene, kind, entity, found),
            )
    for key, relation in scene.relations.items():
        found = _with_flag(scene.relation_mentions, relation, kind)
        if found:
            yield scene.finding(
                kind,
                f"{scene.said(relation.source)} – {relation.predicate or 'related'} – {scene.said(relation.target)}"
                f" {what} ({len(found)} of {counted(len(relation.mentions), 'mention')}).",
                relations=(key,),
                evidence=(scene.group("", found),),
            )


def _with_flag(
    mentions: Mapping[str, EntityMention] | Mapping[str, RelationMention], item: Entity | Relation, flag: str
) -> tuple[str, ...]:
    return tuple(i for i in item.mentions if flag in mentions[i].flags)


def _hide(scene: Scene, kind: FindingKind, entity: Entity, found: Sequence[str]) -> dict[str, object] | None:
    """An invented thing can be hidden; one that another passage names can't."""
    if kind != "ungrounded" or len(found) < len(entity.mentions):
        return None
    return {"kind": "hide", "node": scene.node(entity.key)}


def thin(scene: Scene) -> Iterator[Finding]:
    """Described entities whose description says next to nothing; one finding where this holds for all of them."""
    described = [entity for entity in scene.entities.values() if not entity.stub]
    found = [entity for entity in described if _words(entity) < THIN_WORDS]
    if len(found) > 1 and len(found) == len(described):
        yield scene.finding(
            "thin-profile",
            f"None of the {counted(len(found), 'entity', 'entities')} has a description of {THIN_WORDS} words: searches"
            " for entities go by names alone.",
            documents=tuple(sorted({document for entity in found for document in entity.documents})),
        )
        return
    for entity in found:
        yield scene.finding(
            "thin-profile",
            f"{scene.said(entity.key)} is named as a thing, but hardly described.",
            entities=(entity.key,),
            evidence=(scene.group("", entity.mentions),),
        )


def _words(entity: Entity) -> int:
    """Words of a description; where a script has no spaces, two letters or more count as three words."""
    words = entity.description.split()
    unspaced = sum(len(word) > 1 and not word.isascii() for word in words)
    return len(words) + 2 * unspaced


def overlong(scene: Scene) -> Iterator[Finding]:
    """Entities whose texts were cut, or would be under careful."""
    for key, entity in scene.entities.items():
        if not entity.cut and 3 * scene.reach.profile(key) <= LONG_TOKENS:
            continue  # the estimate is never that far off
        tokens = scene.count(entity_text(entity))
        if not entity.cut and tokens <= LONG_TOKENS:
            continue
        left = f"; {counted(len(entity.cut), 'text')} of passages are left out" if entity.cut else ""
        yield scene.finding(
            "overlong-profile",
            f"What is said of {scene.said(key)} fills {counted(tokens, 'token')}{left}.",
            entities=(key,),
            evidence=(scene.group("", entity.mentions),),
        )
