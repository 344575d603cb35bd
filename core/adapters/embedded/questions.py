"""English questions to the two lists of keywords: low names things, high names what is asked about them.

Owns the split only. What counts as a name is decided in `phrases`, what a verb stands for in `vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.adapters.embedded.parser import EnglishParser, Sentence
from core.adapters.embedded.phrases import Phrase, phrases_of
from core.adapters.embedded.text import Block
from core.adapters.embedded.vocabulary import NOMINAL
from core.domain.records import Keywords

MAX_KEYWORDS = 8
_EMPTY_VERBS = frozenset(
    "be have do make get take go come give let call name say tell show use need want know find see".split()
)


def read_question(parser: EnglishParser, blocks: Sequence[Block]) -> Keywords:
    """At most MAX_KEYWORDS of each kind, in the question's order; both empty only if it has stop words alone."""
    low: list[str] = []
    common: list[str] = []
    high: list[str] = []
    with parser.parsed(blocks) as sentences:
        for number, sentence in enumerate(sentences):
            phrases = phrases_of(number, sentence)
            low += [name for phrase in phrases for name in _low(phrase)]
            common += [phrase.name for phrase in phrases]
            high += [*_asked(sentence, phrases), *_themes(phrases)]
        low = low or common
        if not low and not high:
            high = [token.lemma_.lower() for one in sentences for token in one.tokens if _has_content(token)]
    high.sort(key=lambda theme: not any(name in theme for name in low))  # what is asked of a name comes first
    return Keywords(_distinct(low), _distinct(high), "engine")


def _low(phrase: Phrase) -> Iterator[str]:
    """Names and phrases of several words; `Enterprise daily backups` is a name and a phrase."""
    tokens = list(phrase.root.doc[phrase.first : phrase.last + 1])
    leading = next((place for place, token in enumerate(tokens) if token.pos_ != "PROPN"), len(tokens))
    if not phrase.label and 0 < leading < len(tokens) - 1:
        yield phrase.root.doc[phrase.first : phrase.first + leading].text
        yield phrase.name[tokens[leading].idx - tokens[0].idx :]
    elif phrase.proper or len(tokens) > 1:
        yield phrase.name


def _asked(sentence: Sentence, phrases: Sequence[Phrase]) -> Iterator[str]:
    """For each verb its noun, behind what it is asked of: `backup retention` for how long backups are kept."""
    named = {phrase.root.i: phrase for phrase in phrases}
    for token in sentence.tokens:
        if token.pos_ != "VERB" or token.lemma_.lower() in _EMPTY_VERBS or token.is_stop:
            continue
        verb = token.lemma_.lower()
        of = next((named[one.i] for one in _arguments(token) if one.i in named), None)
        if of is None or (verb not in NOMINAL and not of.proper):
            yield NOMINAL.get(verb, verb)
        elif verb in NOMINAL:
            yield f"{NOMINAL[verb]} of {of.name}" if of.proper else f"{of.root.lemma_.lower()} {NOMINAL[verb]}"
        else:
            yield f"{verb} {of.name}"


def _themes(phrases: Sequence[Phrase]) -> Iterator[str]:
    """Common nouns with the name that they are asked of: `performer of Hello Love`."""
    named = {phrase.root.i: phrase for phrase in phrases if phrase.proper}
    for phrase in phrases:
        if not phrase.proper:
            theme = phrase.name
            of = next((named[one.i] for one in _complements(phrase.root) if one.i in named), None)
            yield f"{theme} of {of.name}" if of else theme


def _arguments(verb: Any) -> Iterator[Any]:
    """What a verb is said of: its object first, then its subject, then what stands behind a preposition."""
    for wanted in (("dobj", "attr"), ("nsubj", "nsubjpass")):
        yield from (child for child in verb.children if child.dep_ in wanted)
    yield from _complements(verb)


def _complements(token: Any) -> Iterator[Any]:
    """What a word belongs to: `of X`, `in X`, `X's`."""
    for child in token.children:
        if child.dep_ in ("prep", "agent"):
            yield from (inner for inner in child.children if inner.dep_ == "pobj")
        elif child.dep_ == "poss":
            yield child


def _has_content(token: Any) -> bool:
    return not token.is_stop and any(char.isalnum() for char in token.text)


def _distinct(words: Sequence[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(word.casefold(), word)
    return tuple(first.values())[:MAX_KEYWORDS]
