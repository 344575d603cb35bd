"""Who does what to whom: relations between the things of one English sentence, from its dependency parse.

Owns the patterns and their predicates, direction included: an agent acts on what a passive verb has as its subject.
Refuses to relate two things only because they stand together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.adapters.embedded.vocabulary import THROUGH

DIRECT, THROUGH_PREPOSITION, NOMINAL = 1.0, 0.8, 0.5
"""Strengths: the verb's object; what a preposition joins to a verb; what one joins to a noun."""

_NOUN_PREPOSITIONS = ("of", "for", "with", "between")
_VERB_PREPOSITIONS = ("to", "from", "into", "onto", "on", "in", "at", "through", "via", "by")
_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Link:
    """A relation between two things, by key; `head` is the token that carries it."""

    source: str
    target: str
    predicate: str
    strength: float
    head: Any


def links(tokens: Any, at: Mapping[int, str]) -> Iterator[Link]:
    """The relations of a sentence, in order of the words that carry them. `at` gives the thing that a token heads."""
    for token in tokens:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            yield from _verb_links(token, at)
        elif token.pos_ in ("NOUN", "PROPN"):
            yield from _noun_links(token, at)


# --- verbs -----------------------------------------------------------------------------------------------------------


def _verb_links(verb: Any, at: Mapping[int, str]) -> Iterator[Link]:
    passive = _is_passive(verb)
    subjects = _subjects(verb)
    if passive:
        agents = [noun for child in _children(verb, "agent") for noun in _objects_of(child)]
        yield from _pairs(agents, subjects, _predicate(verb, verb.lemma_), DIRECT, verb, at)
        stem = verb.lower_
    else:
        stem = _stem(verb)
        yield from _object_links(verb, subjects, at)
    unnamed = [noun.lemma_.lower() for noun in _children(verb, "dobj") if noun.i not in at and _tells(noun)][:1]
    for preposition in _children(verb, "prep", "dative"):
        predicate = _predicate(verb, stem, *unnamed, preposition.lower_)
        yield from _pairs(subjects, _objects_of(preposition), predicate, THROUGH_PREPOSITION, verb, at)


def _object_links(verb: Any, subjects: list[Any], at: Mapping[int, str]) -> Iterator[Link]:
    stem = _stem(verb)
    for noun in _children(verb, "dobj", "attr", "oprd"):
        targets = _with_conjuncts(noun)
        yield from _pairs(subjects, targets, _predicate(verb, stem, *_denial(noun)), DIRECT, verb, at)
        for preposition in _children(noun, "prep"):
            told = noun.i not in at and _tells(noun)
            words = [noun.lemma_.lower(), preposition.lower_] if told else [preposition.lower_]
            if told or preposition.lower_ in _VERB_PREPOSITIONS:
                predicate = _predicate(verb, stem, *words)
                yield from _pairs(subjects, _objects_of(preposition), predicate, THROUGH_PREPOSITION, verb, at)
    for adjective in _children(verb, "acomp"):
        for preposition in _children(adjective, "prep"):
            predicate = _predicate(verb, stem, adjective.lower_, preposition.lower_)
            yield from _pairs(subjects, _objects_of(preposition), predicate, THROUGH_PREPOSITION, verb, at)


def _predicate(verb: Any, *words: str) -> str:
    """The verb with its particle and the words that follow; `not` or `cannot` before it where it is denied."""
    first, *rest = words
    particles = [child.lower_ for child in _children(verb, "prt")]
    text = " ".join([first.lower(), *particles, *rest])
    if not any(child.dep_ == "neg" for child in verb.children) and not any(
        _denial(subject) for subject in _children(verb, "nsubj", "nsubjpass")
    ):
        return text
    able = any(child.dep_ == "aux" and child.lower_ in ("can", "ca", "could") for child in verb.children)
    return f"{'cannot' if able else 'not'} {text}"


def _stem(verb: Any) -> str:
    return "is" if verb.lemma_ == "be" else str(verb.lemma_)


def _tells(noun: Any) -> bool:
    """Whether an object that is no entity belongs into the predicate: `open request at`, but not `cost euros on`."""
    return noun.pos_ == "NOUN" and not noun.ent_type_ and noun.lemma_.lower() not in THROUGH


def _denial(noun: Any) -> list[str]:
    return [child.lower_ for child in _children(noun, "det", "preconj") if child.lower_ in ("no", "neither")]


def _is_passive(verb: Any) -> bool:
    if any(child.dep_ in ("nsubjpass", "auxpass") for child in verb.children):
        return True
    if verb.dep_ == "conj" and verb.tag_ == "VBN" and verb.head.tag_ == "VBN":
        return not _children(verb, "nsubj", "aux") and _is_passive(verb.head)
    return bool(verb.dep_ == "acl" and verb.tag_ == "VBN")


def _subjects(verb: Any, depth: int = 0) -> list[Any]:
    """The nouns that are the verb's subject, taken over from the verb it hangs on where it has none of its own."""
    own = _children(verb, "nsubj", "nsubjpass")
    if own:
        return [noun for subject in own for noun in _with_conjuncts(_meant(subject, verb))]
    if verb.dep_ in ("acl", "relcl") and verb.tag_ in ("VBN", "VBG"):
        return [verb.head]
    if depth >= _DEPTH or verb.dep_ not in ("conj", "xcomp"):
        return []
    if verb.dep_ == "xcomp" and (controllers := _children(verb.head, "dobj")):
        return [noun for controller in controllers for noun in _with_conjuncts(controller)]
    return _subjects(verb.head, depth + 1)


def _meant(subject: Any, verb: Any) -> Any:
    """What a relative pronoun stands for."""
    if subject.tag_ in ("WDT", "WP") and verb.dep_ == "relcl":
        return verb.head
    return subject


# --- nouns -----------------------------------------------------------------------------------------------------------


def _noun_links(noun: Any, at: Mapping[int, str]) -> Iterator[Link]:
    for preposition in _children(noun, "prep"):
        if preposition.lower_ in ("including", "like") or _is_such_as(preposition):
            yield from _pairs(_objects_of(preposition), [noun], "is", NOMINAL, preposition, at)
        elif preposition.lower_ in _NOUN_PREPOSITIONS:
            yield from _pairs([noun], _objects_of(preposition), preposition.lower_, NOMINAL, preposition, at)
    for other in _children(noun, "appos"):
        yield from _apposition(noun, other, at)
    for owner in _children(noun, "poss"):
        yield from _pairs([noun], [owner], "of", NOMINAL, owner, at)


def _apposition(noun: Any, other: Any, at: Mapping[int, str]) -> Iterator[Link]:
    """`Vault, a region` and `three roles: Owner, Admin`: the name is the thing. `Lawton, Oklahoma`: it lies there."""
    if "PROPN" not in (noun.pos_, other.pos_) or other.left_edge.i - noun.i > 2:
        return
    if other.pos_ == "PROPN" and other.ent_type_ in ("GPE", "LOC"):
        yield from _pairs([noun], [other], "in", NOMINAL, other, at)
    elif other.pos_ == "PROPN" and noun.pos_ == "NOUN":
        yield from _pairs(_with_conjuncts(other), [noun], "is", NOMINAL, other, at)
    else:
        yield from _pairs([noun], [other], "is", NOMINAL, other, at)


def _is_such_as(preposition: Any) -> bool:
    return preposition.lower_ == "as" and any(child.lower_ == "such" for child in preposition.children)


# --- common ----------------------------------------------------------------------------------------------------------


def _pairs(
    sources: list[Any], targets: list[Any], predicate: str, strength: float, head: Any, at: Mapping[int, str]
) -> Iterator[Link]:
    for source in sources:
        for target in targets:
            one, other = at.get(source.i), at.get(target.i)
            if one and other and one != other:
                yield Link(one, other, predicate, strength, head)


def _children(token: Any, *dependencies: str) -> list[Any]:
    return [child for child in token.children if child.dep_ in dependencies]


def _objects_of(preposition: Any) -> list[Any]:
    return [noun for child in _children(preposition, "pobj") for noun in _with_conjuncts(child)]


def _with_conjuncts(noun: Any) -> list[Any]:
    """The noun and what `and` joins to it, each with the noun meant by `the number of …`."""
    nouns = [noun, *noun.conjuncts] if noun.dep_ != "conj" else [noun]
    return [meant for one in nouns for meant in _seen_through(one)]


def _seen_through(noun: Any) -> list[Any]:
    if noun.lemma_.lower() not in THROUGH:
        return [noun]
    objects = [child for of in _children(noun, "prep") if of.lower_ == "of" for child in _children(of, "pobj")]
    return [noun, *objects]
