"""The signals of a name collision that stand around a mention: its qualifier, its passage's title and metadata."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.domain.diagnose.kinds_said import title_qualifier
from core.domain.diagnose.scene import Scene
from core.domain.diagnose.signals import Disagreement, fired
from core.domain.lexical import content_words
from core.domain.names import clean_name, qualifier_key


def titles(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Passages under titles that give this very name different qualifiers."""
    by: defaultdict[str, list[str]] = defaultdict(list)
    for mention in (scene.mentions[i] for i in scene.entities[key].mentions):
        if qualifier := title_qualifier(scene.passage(mention.chunk).title, mention.name):
            by[qualifier].append(mention.id)
    if len({qualifier_key(each) for each in by}) > 1:
        yield fired("titles", f"titles tell “{'” from “'.join(by)}”", by)
    elif by:
        yield from _one_title(scene, key, next(iter(by)), next(iter(by.values())))


def _one_title(scene: Scene, key: str, qualifier: str, titled: Sequence[str]) -> Iterator[Disagreement]:
    """A title qualifies the name, and passages of other documents that use it don't know of the qualifier."""
    own = {scene.passage(scene.chunk(i)).document for i in titled}
    words = content_words(qualifier)
    for passage in map(scene.passage, scene.entities[key].chunks):
        if passage.document not in own and words.isdisjoint(content_words(f"{passage.title} {passage.text}")):
            detail = f"a title says “{qualifier}”, and {passage.title or passage.document} does not know of that"
            rest = [i for i in scene.entities[key].mentions if scene.passage(scene.chunk(i)).document not in own]
            yield fired("one title", detail, {qualifier: titled, "": rest})
            return


def qualifiers(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Mentions that bring different qualifiers of their own."""
    by: dict[str, list[str]] = {}
    forms: dict[str, str] = {}
    for mention in (scene.mentions[i] for i in scene.entities[key].mentions):
        if folded := qualifier_key(mention.qualifier):
            by.setdefault(forms.setdefault(folded, clean_name(mention.qualifier)), []).append(mention.id)
    if len(by) > 1:
        yield fired("qualifiers", f"mentions qualify it as “{'” and “'.join(by)}”", by)


_NO_QUALIFIER = frozenset(
    "audience author authors by category created date description doc id keywords lang language layout modified owner "
    "path source status summary tags time title type updated url uuid year".split()
)
"""Metadata fields that describe a document, and don't tell two things of one name apart."""


def fields_apart(scene: Scene, key: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Metadata fields that have several values among a node's passages, a single one each: value -> mention ids."""
    by: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for mention in (scene.mentions[i] for i in scene.entities[key].mentions):
        for field, value in scene.passage(mention.chunk).metadata.items():
            if field.casefold() not in _NO_QUALIFIER and isinstance(value, str | int) and clean_name(str(value)):
                by[field][clean_name(str(value))].append(mention.id)
    for field, values in sorted(by.items()):
        if len({qualifier_key(value) for value in values}) > 1:
            yield field, dict(values)


def metadata(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Passages whose metadata differ in one field with a single value each (plan, product, version)."""
    for field, values in fields_apart(scene, key):
        yield fired("metadata", f"metadata say {field} {' and '.join(values)}", values)
