"""English chunks to entity and relation rows, by spaCy's parse.

Owns what is worth a row: which things make it into the index of a chunk, what is said of them, in which order.
Refuses to write a word of its own: descriptions are sentences of the chunk, as they stand but for white space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.adapters.embedded.parser import EnglishParser, Sentence
from core.adapters.embedded.phrases import phrases_of
from core.adapters.embedded.relations import Link, links
from core.adapters.embedded.text import blocks, quoted
from core.adapters.embedded.things import Thing, things_of, type_of_head
from core.domain.records import EntityRow, Extraction, RelationRow
from core.ports import Passage

MAX_ENTITIES = 40
MAX_RELATIONS = 80
MAX_THEMES = 5

_WEAK_TYPES = ("concept", "data", "period", "fee")
"""A single common noun of these types must be named twice."""

_SUBJECTS = ("nsubj", "nsubjpass")


class EnglishReader:
    """Reads passages and questions with one parser."""

    def __init__(self) -> None:
        self.parser = EnglishParser()

    def extract(self, passage: Passage) -> Extraction:
        """At most MAX_ENTITIES things, in order of their first naming, and the relations among these."""
        with self.parser.parsed(blocks(passage.text)) as sentences:
            return _Reading(passage, sentences).extraction()


class _Reading:
    """One passage, parsed: phrases, things and links, from which the rows are written."""

    def __init__(self, passage: Passage, sentences: Sequence[Sentence]) -> None:
        self.passage = passage
        self.sentences = sentences
        self.said = [quoted(passage.text, one.start, one.end) for one in sentences]
        phrases = [phrase for number, one in enumerate(sentences) for phrase in phrases_of(number, one, passage.title)]
        phrases = [phrase for phrase in phrases if phrase.name.casefold() in self.said[phrase.sentence].casefold()]
        self.things = {thing.key: thing for thing in things_of(phrases, _fields(passage.metadata))}
        self.links = self._links()
        linked = {key for _, link in self.links for key in (link.source, link.target)}
        kept = [thing for thing in self.things.values() if self._is_kept(thing, thing.key in linked)]
        self.scores = {thing.key: self._score(thing) for thing in kept}
        best = set(sorted(self.scores, key=lambda key: -self.scores[key])[:MAX_ENTITIES])
        self.things = {thing.key: thing for thing in kept if thing.key in best}
        self.links = [(number, link) for number, link in self.links if {link.source, link.target} <= best]

    def extraction(self) -> Extraction:
        told = {link.source: link.target for _, link in self.links if link.predicate == "is"}
        entities = tuple(self._entity(thing, told.get(thing.key, "")) for thing in self.things.values())
        return Extraction(entities, tuple(self._relations()), self._themes())

    # --- things ---

    def _is_kept(self, thing: Thing, linked: bool) -> bool:
        """Names, and what is spoken of twice; else phrases of which something is said, and nouns of a known type."""
        told = [phrase for phrase in thing.phrases if self.sentences[phrase.sentence].kind != "heading"]
        if not told:
            return False
        named = any((phrase.proper and not phrase.opens) or phrase.label for phrase in told)
        if named or len(thing.phrases) > 1 or self._in_title(thing):
            return True
        if " " in thing.key:
            return linked or thing.type != "concept"
        return thing.type not in _WEAK_TYPES

    def _in_title(self, thing: Thing) -> bool:
        return thing.name.casefold() in self.passage.title.casefold()

    def _score(self, thing: Thing) -> float:
        subject = sum(phrase.root.dep_ in _SUBJECTS for phrase in thing.phrases)
        named = 2.0 if thing.label else 0.0
        title = 5.0 if self._in_title(thing) else 0.0
        return len(thing.phrases) + subject + named + title + 0.5 * (" " in thing.key)

    def _entity(self, thing: Thing, told: str) -> EntityRow:
        """The row of a thing; `told` is what the chunk says it is, which beats what the model took a name for."""
        ranked = sorted({phrase.sentence for phrase in thing.phrases}, key=lambda one: (-self._tells(thing, one), one))
        best = [one for one in ranked if self.sentences[one].kind != "heading"][:2]
        kind = type_of_head(told) if told and thing.label else ""
        return EntityRow(thing.name, kind or thing.type, " ".join(self.said[one] for one in sorted(best)))

    def _tells(self, thing: Thing, number: int) -> float:
        """How much a sentence says of a thing: most where it is the subject, more where it is told what it is."""
        roots = [phrase.root for phrase in thing.phrases if phrase.sentence == number]
        subject = any(root.dep_ in _SUBJECTS and root.head.dep_ in ("ROOT", "conj") for root in roots)
        defined = any(root.dep_ in _SUBJECTS and root.head.lemma_ in ("be", "mean") for root in roots)
        whole = self.sentences[number].tokens.root.pos_ in ("VERB", "AUX")
        return 2.0 * subject + 1.0 * defined + 1.0 * whole

    def _themes(self) -> tuple[str, ...]:
        common = [thing for thing in self.things.values() if not thing.label]
        return tuple(t.name for t in sorted(common, key=lambda thing: -self.scores[thing.key])[:MAX_THEMES])

    # --- relations ---

    def _relations(self) -> list[RelationRow]:
        rows: dict[tuple[str, str, str], RelationRow] = {}
        for number, link in self.links:
            rows.setdefault((link.source, link.target, link.predicate), self._relation(link, number))
        return list(rows.values())[:MAX_RELATIONS]

    def _links(self) -> list[tuple[int, Link]]:
        heads: list[dict[int, str]] = [{} for _ in self.sentences]
        for thing in self.things.values():
            for phrase in thing.phrases:
                heads[phrase.sentence][phrase.root.i] = thing.key
        prose = [number for number, sentence in enumerate(self.sentences) if sentence.kind == "prose"]
        return [(one, link) for one in prose for link in links(self.sentences[one].tokens, heads[one])]

    def _relation(self, link: Link, number: int) -> RelationRow:
        source, target = self.things[link.source], self.things[link.target]
        keywords = (link.predicate, *self._nouns(link, number))
        return RelationRow(source.name, target.name, self.said[number], keywords, link.strength)

    def _nouns(self, link: Link, number: int) -> list[str]:
        """At most two other things that the sentence speaks of, nearest to the word that carries the relation."""
        others = {
            thing.name: min(abs(phrase.root.i - link.head.i) for phrase in thing.phrases if phrase.sentence == number)
            for thing in self.things.values()
            if thing.key not in (link.source, link.target) and any(p.sentence == number for p in thing.phrases)
        }
        return sorted(others, key=lambda name: (others[name], name))[:2]


_OF_THE_FILE = frozenset({"title", "version", "date", "audience", "replaces"})
"""Fields that tell of a file and of who may read it, not of what it is about."""


def _fields(metadata: Mapping[str, Any]) -> dict[str, str]:
    """The type of names that are the value of a metadata field: with `plan: Enterprise`, Enterprise is a plan."""
    return {
        value.casefold(): field.casefold()
        for field, value in metadata.items()
        if isinstance(value, str) and field.isalpha() and field not in _OF_THE_FILE
    }
