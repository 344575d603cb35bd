"""The signals of a name collision: each looks at the mentions of one node and says in what they disagree.

A signal brings the parts into which it would split the mentions, where it can tell. This module holds those that read
what is said (kinds, types, numbers, dates, capitals) and the table of all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import regex

from core.domain.collisions import Claim, claims, conflicting, disagree
from core.domain.diagnose.around_mentions import metadata, qualifiers, titles
from core.domain.diagnose.families import different, family
from core.domain.diagnose.kinds_said import kinds_of
from core.domain.diagnose.scene import Scene
from core.domain.diagnose.signals import Disagreement, Parts, fired
from core.domain.names import clean_name, name_key


def numbers(scene: Scene, key: str) -> Iterator[Disagreement]:
    """One attribute, one unit, different numbers, as the flag `collision` has it."""
    claimed = _claimed(scene, key)
    if disagree(claimed):
        said = list(dict.fromkeys(claim.said for _, claim in conflicting(claimed)))
        parts: dict[str, list[str]] = {}
        for mention, label in _labels(in_conflict(scene, key)).items():
            parts.setdefault(label, []).append(mention)
        yield fired("numbers", f"one attribute is given as {' and as '.join(said[:4])}", parts)


def _claimed(scene: Scene, key: str) -> list[Sequence[Claim]]:
    mentions = (scene.mentions[i] for i in scene.entities[key].mentions)
    return [claims(m.description, m.name) for m in mentions]


def in_conflict(scene: Scene, key: str) -> Mapping[str, Claim]:
    """Mention id -> the first of its claims that another one contradicts."""
    ids, first = scene.entities[key].mentions, dict[str, Claim]()
    for at, claim in conflicting(_claimed(scene, key)):
        first.setdefault(ids[at], claim)
    return first


def _labels(first: Mapping[str, Claim]) -> Mapping[str, str]:
    """Mention id -> label: a capital word that claims of this number alone have, else, or if there are several, it."""
    words: defaultdict[str, set[str]] = defaultdict(set)
    for claim in first.values():
        words[claim.said].update(_CAPITAL.findall(claim.sentence))
    labels: dict[str, str] = {}
    for mention, claim in first.items():
        others = set().union(*(found for said, found in words.items() if said != claim.said))
        own = [word for word in _CAPITAL.findall(claim.sentence) if word not in others]
        labels[mention] = own[0] if own else claim.said
    of = {said: {labels[i] for i, claim in first.items() if claim.said == said} for said in words}
    return {i: labels[i] if len(of[claim.said]) == 1 else claim.said for i, claim in first.items()}


_CAPITAL = regex.compile(r"(?<=\S )\p{Lu}[\p{L}\p{N}-]+|(?<=^|\s)(?:\p{Lu}[\p{L}\p{N}-]+)(?=:)")


def kinds(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Passages that call the name two kinds of things."""
    found = list(dict.fromkeys(kinds_of(scene, key)))
    apart = _apart([each for _, each, _ in found])
    if len(apart) > 1:
        words = {each: next(said for _, other, said in found if other == each) for each in apart}
        parts: dict[str, list[str]] = {_short(words[each]): [] for each in apart}
        for mention, each, _ in found:
            if each in words:
                parts[_short(words[each])] += _here(scene, key, mention)
        yield fired("kinds", f"it is called “{'” and “'.join(map(_short, words.values()))}”", _once_each(parts))


def _here(scene: Scene, key: str, mention: str) -> list[str]:
    """The mention of an entity, or where a relation says it, the entity's mentions in that passage."""
    chunk = scene.chunk(mention)
    return [
        i
        for i in scene.entities[key].mentions
        if i == mention or (scene.chunk(i) == chunk and mention not in scene.mentions)
    ]


def _once_each(parts: Mapping[str, Sequence[str]]) -> Parts:
    """Mentions of one part alone, each once: what a passage calls both is left to a person."""
    times = Counter(i for ids in parts.values() for i in set(ids))
    return {label: [i for i in dict.fromkeys(ids) if times[i] == 1] for label, ids in parts.items()}


def _apart(families: Iterable[str]) -> list[str]:
    """The families that part from all others kept, in the order given."""
    kept: list[str] = []
    for each in dict.fromkeys(families):
        if all(different(each, other) for other in kept):
            kept.append(each)
    return kept


def _short(phrase: str) -> str:
    """The words up to the one that names the kind, at most the last three of them."""
    words = phrase.split()
    for at in range(1, len(words) + 1):
        if family(" ".join(words[:at])) and family(" ".join(words[:at])) == family(phrase):
            return " ".join(words[max(0, at - 2) : at])
    return phrase


def types(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Types that mentions give: of two families, or merely different ones with a quarter of the votes each."""
    entity = scene.entities[key]
    by: defaultdict[str, list[str]] = defaultdict(list)
    for mention in (scene.mentions[i] for i in entity.mentions):
        if type_ := clean_name(mention.type).lower():
            by[type_].append(mention.id)
    apart = _apart(filter(None, (family(type_) for type_, _ in entity.types)))
    if len(apart) > 1:
        named = {fam: next(t for t, _ in entity.types if family(t) == fam) for fam in apart}
        parts = {named[fam]: [i for t in by if family(t) == fam for i in by[t]] for fam in apart}
        yield fired("types of two families", f"it is typed {' and '.join(parts)}", parts)
    elif len(entity.types) > 1 and 4 * entity.types[1][1] >= sum(votes for _, votes in entity.types):
        yield fired("types", f"it is typed {entity.types[0][0]} and {entity.types[1][0]}")


def case(scene: Scene, key: str) -> Iterator[Disagreement]:
    """Forms that differ by case alone: a short one in capitals beside a word (`US`, `us`), or a word in two cases."""
    forms = sorted({clean_name(form) for form in scene.names[key]})
    capitals = [form for form in forms if _ACRONYM.fullmatch(form)]
    small = [form for form in forms if form.islower() and not _CAPS_KEPT.search(form)]
    for form in capitals:
        if others := [other for other in forms if other != form and name_key(other) == name_key(form)]:
            parts = {form: _with(scene, key, form.__eq__), others[0]: _with(scene, key, others.__contains__)}
            yield fired("acronym", f"“{form}” and “{others[0]}” differ only in capitals", parts)
            return
    others = [form for form in forms if form[:1].isupper() and len(form.split()) == 1]
    if small and any(name_key(form) == name_key(small[0]) for form in others):
        yield fired("case", f"“{others[0]}” and “{small[0]}” differ only in a capital")


_ACRONYM = regex.compile(r"\p{Lu}{2,5}")
_CAPS_KEPT = regex.compile(r"\s")


def _with(scene: Scene, key: str, fits: Callable[[str], bool]) -> list[str]:
    return [i for i in scene.entities[key].mentions if fits(clean_name(scene.mentions[i].name))]


_HAPPENS_ONCE = regex.compile(
    r"^(was |were |is )?(born|died|birth|death|date of (birth|death)|born (on|in)|died (on|in))$|出生|逝世|卒于"
)
_END = regex.compile("died|death|逝世|卒")
_YEAR = regex.compile(r"(?<!\d)(1\d{3}|20\d{2})(?!\d)")


def dates(scene: Scene, key: str) -> Iterator[Disagreement]:
    """What happens once, in different years, said by different documents."""
    by: defaultdict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for relation in scene.around(key):
        for said in (scene.relation_mentions[i] for i in relation.mentions if _names(scene, key, i)):
            event = next(filter(_HAPPENS_ONCE.match, map(name_key, said.keywords)), "")
            years = _YEAR.findall(said.target) if event else ()
            document = scene.passage(said.chunk).document
            by[_event(event)].setdefault(document, set()).update(years)
    for event, years in by.items():
        for one, other in combinations(sorted(filter(None, map(sorted, years.values()))), 2):
            if set(one).isdisjoint(other):
                yield fired("dates", f"{event} in {one[0]} and in {other[0]}")
                return


def _event(predicate: str) -> str:
    return "died" if _END.search(predicate) else "born"


def _names(scene: Scene, key: str, mention: str) -> bool:
    return name_key(scene.relation_mentions[mention].source) == name_key(scene.entities[key].name)


SIGNALS: tuple[Callable[[Scene, str], Iterator[Disagreement]], ...] = (
    qualifiers,
    titles,
    kinds,
    types,
    numbers,
    dates,
    case,
    metadata,
)
"""In the order in which their parts are proposed for a split."""
