"""What is named in English sentences: titles, named entities and noun phrases, trimmed to a name.

Owns which words make a name and when two names are one (case, plural). Refuses pronouns, dates, bare numbers, measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import regex

from core.adapters.embedded.parser import Sentence
from core.adapters.embedded.vocabulary import GENERIC, MEASURES, NAMED, TYPE_OF_HEAD, WEAK

MAX_WORDS = 8
_NOUNS = ("NOUN", "PROPN")
_INNER = ("NOUN", "PROPN", "ADJ", "VERB", "ADP", "PART", "PUNCT", "NUM", "ADV", "CCONJ", "DET", "SYM", "X")
_LOOSE = ("DET", "PRON", "ADV", "PUNCT", "SPACE", "CCONJ", "SCONJ", "PART", "AUX", "SYM", "INTJ", "ADP")
_LOOSE_ENDS = ("PUNCT", "SPACE", "PART", "SYM", "CCONJ", "ADP", "DET")
_BRACKETS = regex.compile(r"\s*\([^()]*\)\s*$")
_KEPT_INSIDE = ("PERSON", "GPE", "LOC", "WORK_OF_ART", "EVENT", "LAW")
_NAME = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,&/+#():!–-]*[\p{L}\p{M}\p{N}.)+#!]|\p{Lu}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One naming: tokens `first` to `last` of a sentence's document; `root` carries its part in the sentence.

    `key` is the same for all forms of one thing. `label` is spaCy's (empty for a noun phrase). `opens` tells that the
    phrase begins its sentence, where a capital means nothing.
    """

    sentence: int
    first: int
    last: int
    root: Any
    name: str
    key: str
    label: str
    proper: bool
    opens: bool


def phrases_of(number: int, sentence: Sentence, title: str = "") -> list[Phrase]:
    """The phrases of a sentence in its order; none overlap, but for a person or place inside a noun phrase.

    Where the sentence says the title of its document, that is one phrase, with its article and all.
    """
    titled = _phrases(number, sentence, _title_spans(sentence.tokens, title))
    named = _phrases(number, sentence, _named_spans(sentence.tokens))
    nouns = _phrases(number, sentence, _noun_spans(sentence.tokens))
    kept = [one for one in titled if not any(_modifies(one, noun) for noun in nouns)]
    kept += [
        one
        for one in named
        if not any(_overlaps(one, other) for other in kept)
        and (one.label in _KEPT_INSIDE or not any(_modifies(one, noun) for noun in nouns))
    ]
    free = [noun for noun in nouns if not any(_overlaps(noun, one) and not _modifies(one, noun) for one in kept)]
    return sorted([*kept, *free], key=lambda phrase: (phrase.first, phrase.last))


def _title_spans(tokens: Any, title: str) -> Iterator[tuple[list[Any], str]]:
    """Where a title of several words stands: `The Last Tycoon (1976 film)` without what is in brackets."""
    words = _BRACKETS.sub("", title).strip()
    if " " not in words:
        return
    for found in regex.finditer(regex.escape(words), tokens.text, regex.IGNORECASE):
        offset = tokens.start_char
        span = tokens.doc.char_span(offset + found.start(), offset + found.end())
        if span is not None:
            label = span.root.ent_type_
            yield list(span), label if label in NAMED else ""


def _named_spans(tokens: Any) -> Iterator[tuple[list[Any], str]]:
    for entity in tokens.ents:
        if entity.label_ in NAMED and not _is_common(entity):
            yield _trimmed(list(entity)), entity.label_


def _is_common(entity: Any) -> bool:
    """ "An Admin", "every Owner": what can be counted is no proper name, whatever the model says."""
    before = entity[0].nbor(-1) if entity[0].i > 0 else entity[0]
    counted = before.lower_ in ("a", "an", "every", "each", "no", "any") and len(entity) == 1
    listed = any(token.lower_ == "or" for token in entity)
    return counted or listed or entity.root.pos_ not in _NOUNS or entity.text.islower()


def _noun_spans(tokens: Any) -> Iterator[tuple[list[Any], str]]:
    for chunk in tokens.noun_chunks:
        for part in _owners(list(chunk)):
            yield _trimmed(part), ""


def _owners(tokens: list[Any]) -> Iterator[list[Any]]:
    """`the company's login` is two things, and so are `plan and seat`."""
    start = 0
    for place, token in enumerate(tokens):
        if token.tag_ == "POS" or token.pos_ == "CCONJ":
            yield tokens[start:place]
            start = place + 1
    yield tokens[start:]


def _trimmed(tokens: list[Any]) -> list[Any]:
    while tokens and _is_loose(tokens):
        tokens = tokens[1:]
    while tokens and (tokens[-1].pos_ in _LOOSE_ENDS or tokens[-1].tag_ == "POS"):
        tokens = tokens[:-1]
    return tokens


def _is_loose(tokens: list[Any]) -> bool:
    """Whether the first word is none of the name: a determiner, a number, a word that only points or praises."""
    first = tokens[0]
    if "-" in first.text[1:]:
        return False
    if (
        first.pos_ in _LOOSE
        or first.pos_ == "NUM"
        or first.ent_type_ in ("CARDINAL", "ORDINAL", "PERCENT", "MONEY", "QUANTITY")
    ):
        return True
    if first.tag_ in ("JJR", "JJS"):
        return True
    joined = len(tokens) > 1 and "-" in tokens[1].text  # `single sign-on`
    return first.lower_ in WEAK and first.pos_ != "PROPN" and not joined


def _phrases(number: int, sentence: Sentence, spans: Iterable[tuple[list[Any], str]]) -> list[Phrase]:
    return [phrase for tokens, label in spans if (phrase := _phrase(number, sentence, tokens, label))]


def _phrase(number: int, sentence: Sentence, tokens: list[Any], label: str) -> Phrase | None:
    if not tokens or len(tokens) > MAX_WORDS:
        return None
    doc = tokens[0].doc
    root = doc[tokens[0].i : tokens[-1].i + 1].root
    name = doc[tokens[0].i : tokens[-1].i + 1].text.strip()
    if not _is_name(name, tokens, root):
        return None
    proper = bool(label) or root.pos_ == "PROPN"
    opens = tokens[0].i == sentence.tokens.start
    singular = _stem(tokens[-1], label)
    key = f"{name.removesuffix(tokens[-1].text)}{singular}".casefold()
    return Phrase(
        number, tokens[0].i, tokens[-1].i, root, _shown(name, tokens[-1].text, singular), key, label, proper, opens
    )


def _is_name(name: str, tokens: list[Any], root: Any) -> bool:
    if root.pos_ not in _NOUNS or root.ent_type_ in MEASURES or root.is_stop:
        return False
    if root.lower_ in GENERIC or root.lemma_.lower() in GENERIC:
        return False
    if any(token.pos_ not in _INNER for token in tokens) or _is_unit(root):
        return False
    return sum(char.isalpha() for char in name) > 1 and _NAME.fullmatch(name) is not None


def _is_unit(root: Any) -> bool:
    """`423 MW`: capitals behind a number."""
    return bool(root.is_upper and len(root) < 4 and any(child.like_num for child in root.children))


def _stem(token: Any, label: str) -> str:
    """The singular of a common noun, or of a known one that is written like a name (`Admins`)."""
    if token.tag_ == "NNS" and not label:
        return "data" if token.lemma_ == "datum" else str(token.lemma_)
    if token.text.endswith("s") and token.lower_[:-1] in TYPE_OF_HEAD and not label:
        return str(token.text[:-1])
    return str(token.text)


def _shown(name: str, last: str, singular: str) -> str:
    """The name in the singular, where that stands in the text: `tokens` begins with `token`."""
    if last.casefold().startswith(singular.casefold()):
        return name[: len(name) - len(last) + len(singular)]
    return name


def _overlaps(one: Phrase, other: Phrase) -> bool:
    return one.first <= other.last and other.first <= one.last


def _modifies(inner: Phrase, outer: Phrase) -> bool:
    """Whether a phrase is a part of another that goes on to its head: `Enterprise` in `Enterprise plan`."""
    return outer.first <= inner.first and inner.last < outer.last
