"""What kind of thing passages say a name is: `X is a planet`, `A planet near the Sun`, `X –is→ planet`, a title's
`X (planet)`. Reads texts with a few patterns; what is said in other words is missed.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from core.domain.diagnose.families import family
from core.domain.diagnose.scene import Scene
from core.domain.names import clean_name, name_key
from core.domain.records import Chunk, EntityMention, RelationMention

_IS_A = regex.compile(
    r"(?: ?\([^()]*\)){0,2}(?:,[^,.]{1,60},)? (?:is|was|are|were) (?:\w+ )?(?:an?|the|one of the) ([^.;,()]{2,80})"
)
_CHINESE = regex.compile(r"(?:[（(][^（）()]*[)）])?(?:是|为)(?:一[种个位名座部家条首颗])?([^，。；、,.;]{1,20})")
_PART = regex.compile(r"[\p{L}\p{N}]$|(?<![\p{L}\p{N}])(?!(?:The|In|A|An)\b)\p{Lu}[\p{L}.'’-]{0,30} $")
"""A capital word before a name belongs to it: `Freddie Mercury is a singer` says nothing of Mercury."""
_BEFORE = 40
_HAN = regex.compile(r"\p{Han}")
_NOUN_FIRST = regex.compile(r"^(?:An?|The) ([^.;,()]{2,80})")
_IS = frozenset(("is", "was", "is a", "is an", "was a", "was an", "is the", "are", "were", "是", "instance of", "type"))
_IN_TITLE = regex.compile(r"^(?P<name>.+?) ?[(（](?P<what>[^()（）]*\p{L}[^()（）]*)[)）]$")


def title_qualifier(title: str, name: str) -> str:
    """What stands in brackets behind this very name in a title; empty if it is a number or a title of other things."""
    found = _IN_TITLE.match(clean_name(title))
    return found["what"].strip() if found and name_key(found["name"]) == name_key(name) else ""


def kinds_of(scene: Scene, entity: str) -> Iterator[tuple[str, str, str]]:
    """(mention id, family, the words that say so) of an entity, in document order, relations last."""
    for mention in (scene.mentions[i] for i in scene.entities[entity].mentions):
        for phrase in _said(mention, scene.passage(mention.chunk)):
            if found := family(phrase):
                yield mention.id, found, phrase.strip()
    for relation in scene.around(entity):
        if relation.source == entity or not relation.directed:
            for said in (scene.relation_mentions[i] for i in relation.mentions):
                if told := _by_relation(said, scene.entities[entity].name):
                    yield said.id, *told


def _said(mention: EntityMention, chunk: Chunk) -> Iterator[str]:
    """The noun phrases that a mention's description, its passage and its passage's title give the name."""
    name = clean_name(mention.name)
    if first := _NOUN_FIRST.match(mention.description):
        yield first[1]
    for text in (mention.description, chunk.text) if name else ():
        yield from _called(text, name)
    if qualifier := title_qualifier(chunk.title, name):
        yield qualifier


def _called(text: str, name: str) -> Iterator[str]:
    """What a text says that this name is, wherever it names it."""
    han, at = bool(_HAN.match(name)), text.find(name)
    after = _CHINESE if han else _IS_A
    while at >= 0:
        found = after.match(text, at + len(name))
        if found and (han or not _PART.search(text[max(0, at - _BEFORE) : at])):
            yield str(found[1])
        at = text.find(name, at + len(name))


def _by_relation(mention: RelationMention, name: str) -> tuple[str, str] | None:
    predicate = name_key(mention.keywords[0]) if mention.keywords else ""
    if predicate not in _IS or name_key(mention.source) != name_key(name):
        return None
    found = family(mention.target)
    return (found, mention.target) if found else None
