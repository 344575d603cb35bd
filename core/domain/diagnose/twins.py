"""Near-duplicates: two nodes that may be one. Pairs alone, each on its own evidence; never a chain of them.

Only pairs that share a block (spelling, sorted words, initials, first and last word, all words but one) are compared.
A pair scores the likeness of its names and what speaks for or against it around: shared neighbours, a passage that
explains one by the other, an edge between them, a passage that names both, other candidates that fit as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import regex

from core.domain.aliases import translation
from core.domain.diagnose.blocks import Blocks
from core.domain.diagnose.finding import Finding, Signal
from core.domain.diagnose.forms import form
from core.domain.diagnose.likeness import alike
from core.domain.diagnose.scene import Scene
from core.domain.names import name_key
from core.domain.records import Entity

THRESHOLD = 0.5
"""Score from which a pair is a finding."""

HUB = 30
"""A neighbour with more edges than this is shared by chance."""

_ALIAS = regex.compile(
    r"^(is |was |are |were )?(also |otherwise |better |commonly |often |formally |officially )*"
    r"(known as|aka|a\.k\.a\.?|alias( of)?|abbreviated( as| to)?|abbreviation of|acronym (of|for)|short for"
    r"|stands for|synonym of|same as)$|^(又称|亦称|简称|全称|别名|即|也叫)$"
)
_ANY = ("spelling", "words in another order", "article", "legal form", "transliteration", "explained")
"""Likenesses that a passage which names both does not speak against."""
_CANDIDATES = ("middle name", "initial", "abbreviation", "slip")
Scored = Mapping[tuple[str, str], tuple[Signal, ...]]

_NO_TYPE = frozenset(("", "unknown", "other", "none"))


def twins(scene: Scene) -> tuple[Finding, ...]:
    """The pairs over the threshold, by keys."""
    return tuple(
        _finding(scene, *pair, signals) for pair, signals in scored(scene).items() if _sum(signals) >= THRESHOLD
    )


def scored(scene: Scene) -> Scored:
    """Signals of all pairs whose names are alike or explained by one another, by keys; worked out once for a scene."""
    return scene.once("twins", _scored)


def _scored(scene: Scene) -> Scored:
    found: dict[tuple[str, str], tuple[Signal, ...]] = {pair: (said,) for pair, said in _by_alias(scene).items()}
    explained = _definitions(scene)
    for pair in sorted(Blocks(scene).pairs() - found.keys()):
        if (signal := _likeness(scene, *pair)) is not None:
            extra = explained.get(pair)
            found[pair] = (signal, extra) if extra else (signal,)
    for pair in found.keys() & explained.keys():
        if explained[pair] not in found[pair]:
            found[pair] = (*found[pair], explained[pair])
    rivals = _rivals(found)
    return {pair: (*found[pair], *_around(scene, *pair, found[pair], pair in rivals)) for pair in sorted(found)}


def _sum(signals: Iterable[Signal]) -> float:
    return round(sum(signal.weight for signal in signals), 6)


def _likeness(scene: Scene, a: str, b: str) -> Signal | None:
    one, other = scene.entities[a], scene.entities[b]
    if differ(one, other):
        return None
    return alike(form(one.name), form(other.name), not (_proper(one.name) or _proper(other.name)))


def differ(a: Entity, b: Entity) -> bool:
    """Whether qualifiers or known types tell two nodes apart."""
    if a.qualifier != b.qualifier:
        return True
    types = {a.type.casefold(), b.type.casefold()} - _NO_TYPE
    return len(types) > 1


def _proper(name: str) -> bool:
    """Whether the last word of several begins with a capital: an s may belong to it (`The Times`, `B. Adams`)."""
    words = name.split()
    return len(words) > 1 and words[-1][:1].isupper()


def _by_alias(scene: Scene) -> dict[tuple[str, str], Signal]:
    """Pairs that a passage calls one: by an edge that says so, or by a translation in brackets."""
    found = {}
    for relation in scene.relations.values():
        if _ALIAS.match(relation.predicate):
            why = f"a passage says “{relation.source_name} {relation.predicate} {relation.target_name}”"
            found[_pair(relation.source, relation.target)] = Signal("alias", 0.6, why)
    by_name = _by_name(scene)
    for key, entity in scene.entities.items():
        parts = translation(entity.name)
        for part in parts or ():
            for other in by_name.get(name_key(part), ()):
                if other != key:
                    why = f"“{entity.name}” brings its translation in brackets"
                    found[_pair(key, other)] = Signal("translation", 0.8, why)
    return {pair: signal for pair, signal in found.items() if _may(scene, *pair, signal)}


def _may(scene: Scene, a: str, b: str, signal: Signal) -> bool:
    """Digits, qualifiers and types part nodes whatever a passage calls them."""
    one, other = scene.entities[a], scene.entities[b]
    first, second = form(one.name), form(other.name)
    if a == b or differ(one, other) or first.digits != second.digits or first.marks != second.marks:
        return False
    if signal.name == "translation":
        return True
    cases = {one.name[:1].islower(), other.name[:1].isupper()}, {one.name[:1].isupper(), other.name[:1].islower()}
    return first.qualifiers == second.qualifiers and {True} not in cases  # `Tom, known as voice of a sponge`


def _by_name(scene: Scene) -> Mapping[str, Sequence[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, entity in scene.entities.items():
        found[name_key(entity.name)].append(key)
    return found


_IN_BRACKETS = regex.compile(r"[(（]([\p{L}.]{2,10})[)）]")
_LAST_WORDS = regex.compile(r"(?:[\p{L}\p{N}&'’.-]+[ -]+){0,7}[\p{L}\p{N}&'’.-]+ ?$")
_FULL_NAME = 120
"""Characters before a bracket in which the full name stands."""


def _definitions(scene: Scene) -> dict[tuple[str, str], Signal]:
    """Pairs of which a passage writes `Full Name (FN)`."""
    by_name = _by_name(scene)
    found: dict[tuple[str, str], Signal] = {}
    for chunk in scene.evidence.chunks.values():
        for match in _IN_BRACKETS.finditer(chunk.text):
            for long, a, b in _defined(by_name, chunk.text[: match.start()][-_FULL_NAME:], match[1]):
                if a != b and not differ(scene.entities[a], scene.entities[b]):
                    why = f"{chunk.title or chunk.document} writes “{long} ({match[1]})”"
                    found.setdefault(_pair(a, b), Signal("explained", 0.5, why))
    return found


def _defined(by_name: Mapping[str, Sequence[str]], before: str, short: str) -> Iterator[tuple[str, str, str]]:
    """Full names that end before the bracket and have the letters in it for initials, with nodes of both names."""
    there, words = by_name.get(name_key(short), ()), _LAST_WORDS.search(before) if name_key(short) in by_name else None
    pieces = words[0].split() if words else []
    for start in range(len(pieces)):
        long = " ".join(pieces[start:])
        if name_key(long) in by_name and alike(form(long), form(short), common=False):
            yield from ((long, a, b) for a in by_name[name_key(long)] for b in there)


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _rivals(found: Mapping[tuple[str, str], Sequence[Signal]]) -> set[tuple[str, str]]:
    """Weak pairs of which one node fits several others that are not alike among themselves."""
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for (a, b), signals in found.items():
        if any(signal.name in _CANDIDATES for signal in signals):
            partners[a].add(b)
            partners[b].add(a)
    crowded = {
        key
        for key, others in partners.items()
        if any(_pair(x, y) not in found for x, y in combinations(sorted(others), 2))
    }
    return {
        pair
        for pair, signals in found.items()
        if crowded & set(pair) and signals[0].name in _CANDIDATES and len(signals) == 1
    }


def _around(scene: Scene, a: str, b: str, so_far: Sequence[Signal], rival: bool) -> Iterator[Signal]:
    """What the graph says for and against the pair."""
    shared = sorted(n for n in scene.neighbours[a] & scene.neighbours[b] if len(scene.reach.at[n]) <= HUB)
    if shared:
        names = ", ".join(scene.entities[key].name for key in shared[:3])
        yield Signal("shared neighbours", min(0.15 * len(shared), 0.3), f"both are related to {names}")
    named = {signal.name for signal in so_far}
    said_one = bool(named & {"alias", "translation", "explained"})
    if b in scene.neighbours[a] and not said_one:
        yield Signal("related", -0.3, "a relation joins the two, as if they were two things")
    if not (named & set(_ANY) or said_one):
        both = set(scene.entities[a].chunks) & set(scene.entities[b].chunks)
        if both:
            yield Signal("named together", -0.2, "a passage names both")
    if rival:
        yield Signal("other candidates", -0.2, "other names fit as well, and are not alike among themselves")


def _finding(scene: Scene, a: str, b: str, signals: tuple[Signal, ...]) -> Finding:
    article = signals[0].name == "article"
    into, other = sorted((a, b), key=lambda key: (article and _with_article(scene, key), _standing(scene, key)))
    return scene.finding(
        "near-duplicate",
        f"{scene.said(a)} and {scene.said(b)} may be one: {signals[0].detail}.",
        entities=(a, b),
        evidence=tuple(scene.group(scene.entities[key].name, told(scene, key)) for key in (a, b)),
        signals=signals,
        proposal={"kind": "merge", "nodes": [scene.node(into), scene.node(other)], "into": scene.node(into)},
    )


def _with_article(scene: Scene, key: str) -> bool:
    """Of two forms that an article alone tells apart, the one without it is kept."""
    return form(scene.entities[key].name).article


def _standing(scene: Scene, key: str) -> tuple[bool, int, int, str]:
    """The node to keep comes first: described, with more mentions, more edges, then by key."""
    entity = scene.entities[key]
    return entity.stub, -len(entity.mentions), -len(scene.reach.at[key]), key


def told(scene: Scene, key: str) -> tuple[str, ...]:
    """Mentions of an entity; of a stub, the relation mentions that name it."""
    entity = scene.entities[key]
    return entity.mentions or tuple(i for relation in scene.around(key) for i in relation.mentions)
