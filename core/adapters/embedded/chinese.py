"""Chinese chunks and questions to rows and keywords.

Owns what is worth a row and what is said of it: sentences of the chunk, as they stand but for white space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from core.adapters.embedded.chinese_clauses import links
from core.adapters.embedded.chinese_words import ENDS, NAMED, Tagger, Word, type_of
from core.adapters.embedded.text import quoted, sentences
from core.domain.records import EntityRow, Extraction, Keywords, RelationRow
from core.ports import Passage

MAX_ENTITIES = 40
MAX_RELATIONS = 80


class ChineseReader:
    """Reads passages and questions; the dictionary is loaded at first use, once."""

    def __init__(self) -> None:
        self._tagger = Tagger()

    def extract(self, passage: Passage) -> Extraction:
        """At most MAX_ENTITIES names in order, and relations read from the order of words in a clause."""
        said = [quoted(passage.text, start, end) for start, end in sentences(passage.text)]
        tagged = [self._tagger.words(text) for text in said]
        found = [(number, link) for number, words in enumerate(tagged) for link in links(words)]
        counts = Counter(word.text for words in tagged for word in words if word.names)
        linked = {name for _, (source, _, target) in found for name in (source, target)}
        kept = self._kept(tagged, counts, linked, passage.title)
        entities = tuple(_entity(word, said, found) for word in kept)
        names = {word.text for word in kept}
        relations = tuple(_relations(found, said, tagged, names))
        themes = tuple(name for name, _ in counts.most_common() if name in names)[:5]
        return Extraction(entities, relations[:MAX_RELATIONS], themes)

    def keywords(self, question: str) -> Keywords:
        """Low: names and compounds. High: other nouns, and verbs."""
        words = self._tagger.words(" ".join(question.split()))
        low = [word.text for word in words if word.names and (word.parts > 1 or word.tag in NAMED or word.tag == "eng")]
        nouns = [word.text for word in words if word.names and word.text not in low]
        verbs = [word.text for word in words if word.acts and len(word.text) > 1]
        high = [*nouns, *verbs]
        if not low and not high:
            high = [word.text for word in words if word.text.isalpha() and word.tag[0] in "nvaijlem"]
        return Keywords(tuple(dict.fromkeys(low or nouns)), tuple(dict.fromkeys(high)), "engine")

    def _kept(self, tagged: Sequence[Sequence[Word]], counts: Counter[str], linked: set[str], title: str) -> list[Word]:
        first: dict[str, Word] = {}
        for words in tagged:
            for word in words:
                if word.names:
                    first.setdefault(word.text, word)
        kept = [
            word
            for word in first.values()
            if word.parts > 1 or word.tag in NAMED or counts[word.text] > 1 or word.text in linked or word.text in title
        ]
        best = sorted(kept, key=lambda word: -counts[word.text] - (word.text in linked))[:MAX_ENTITIES]
        return [word for word in kept if word in best]


def _entity(word: Word, said: Sequence[str], found: Sequence[tuple[int, tuple[str, str, str]]]) -> EntityRow:
    acting = [number for number, link in found if link[0] == word.text]
    naming = [number for number, text in enumerate(said) if word.text in text]
    whole = [number for number in naming if said[number].endswith(ENDS)]
    best = list(dict.fromkeys([*acting, *whole]))[:2] or naming[:1]
    return EntityRow(word.text, type_of(word), "".join(said[number] for number in sorted(best)))


def _relations(
    found: Sequence[tuple[int, tuple[str, str, str]]],
    said: Sequence[str],
    tagged: Sequence[Sequence[Word]],
    names: set[str],
) -> Iterator[RelationRow]:
    seen = set()
    for number, (source, predicate, target) in found:
        if (source, predicate, target) in seen or not {source, target} <= names:
            continue
        seen.add((source, predicate, target))
        others = [word.text for word in tagged[number] if word.text in names - {source, target}]
        themes = tuple(dict.fromkeys(others))[:2]
        yield RelationRow(source, target, said[number], (predicate, *themes), 1.0)
