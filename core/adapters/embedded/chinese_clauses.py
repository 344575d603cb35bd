"""What a Chinese clause says, by the order of its words: subject, what a preposition brings in, verb, object.

There is no parse: where the order tells nothing, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.adapters.embedded.chinese_words import Word, clauses_of

_BEFORE = {"由": "by", "被": "by", "把": "to", "将": "to"}
_DENIALS = ("不", "没", "没有", "未", "不得", "不能", "无法", "暂不")


def links(words: Sequence[Word]) -> Iterator[tuple[str, str, str]]:
    """(source, predicate, target) of a sentence; a clause without a subject takes the last one's."""
    subjects: list[str] = []
    for clause in clauses_of(words):
        found, subjects = _clause(clause, subjects)
        yield from found


def _clause(words: Sequence[Word], carried: list[str]) -> tuple[list[tuple[str, str, str]], list[str]]:
    """The relations of one clause, and its subjects."""
    verb = next((place for place, word in enumerate(words) if word.acts), None)
    if verb is None:
        return [], carried
    by_preposition, bare = _before(words[:verb])
    objects = _first_names(words[verb + 1 :])
    denied = any(word.text in _DENIALS for word in words[:verb])
    predicate = ("不" if denied else "") + words[verb].text
    agents = by_preposition.pop("by", [])
    objects += by_preposition.pop("to", [])
    subjects = bare or carried
    found = [(agent, predicate, thing) for agent in agents for thing in (objects or subjects)]
    if not agents:
        found += [(subject, predicate, thing) for subject in subjects for thing in objects]
    for preposition, things in by_preposition.items():
        found += [(subject, f"{preposition}{predicate}", thing) for subject in subjects for thing in things]
    return [link for link in dict.fromkeys(found) if link[0] != link[2]], subjects or agents


def _before(words: Sequence[Word]) -> tuple[dict[str, list[str]], list[str]]:
    """The names before the verb: by the preposition before them, and those without one (the subject)."""
    by_preposition: dict[str, list[str]] = {}
    bare: list[str] = []
    preposition = ""
    for place, word in enumerate(words):
        if word.tag == "p" or word.text in _BEFORE:
            preposition = _BEFORE.get(word.text, word.text)
        elif word.names:
            owned = place + 1 < len(words) and words[place + 1].tag == "uj"
            if preposition and not owned:
                by_preposition.setdefault(preposition, []).append(word.text)
                preposition = preposition if _goes_on(words, place) else ""
            elif not preposition and not owned:
                bare.append(word.text)
    return by_preposition, bare[-3:]


def _goes_on(words: Sequence[Word], place: int) -> bool:
    return place + 1 < len(words) and words[place + 1].text in "、和与及"


def _first_names(words: Sequence[Word]) -> list[str]:
    """The object: the first name after the verb that owns nothing, with what is joined to it by `和` or `、`."""
    names: list[str] = []
    for place, word in enumerate(words):
        if word.acts:
            break
        owner = place + 1 < len(words) and words[place + 1].tag == "uj"
        if word.names and not owner:
            names.append(word.text)
            if not _goes_on(words, place):
                break
    return names
