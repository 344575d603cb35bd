"""What groups the mentions of one node, the most telling first: for findings and for the split screen alike.

In turn: qualifiers, titles, kinds, types, numbers in conflict, dates, capitals; metadata where one field says the same
as the first of these; then other metadata, and passages that share neither words nor neighbours. Asks no model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.collisions import Claim
from core.domain.diagnose.around_mentions import fields_apart
from core.domain.diagnose.disagree import SIGNALS, in_conflict
from core.domain.diagnose.scene import Scene
from core.domain.diagnose.signals import Disagreement, Parts
from core.domain.lexical import content_words
from core.domain.names import qualifier_key
from core.domain.policy import FOR_ALL
from core.domain.split_clusters import clusters


@dataclass(frozen=True, slots=True)
class Grouping:
    """Mention ids by label; a part without one stays under the bare name. `basis` is the signal that says so
    (`metadata` with its `field`), `detail` what it saw.
    """

    basis: str
    parts: Mapping[str, tuple[str, ...]]
    detail: str = ""
    field: str = ""


_METADATA = "metadata"
MOST_PARTS = 12
"""More parts than a person can look over are not offered: they tell single passages apart."""


def groupings(scene: Scene, key: str) -> tuple[Grouping, ...]:
    """All that would make two or more parts of a node's mentions, the one to suggest first."""
    said = telling(scene, key)
    told = {one.field for one in said}
    fields = [Grouping(_METADATA, _of_all(parts), field=name) for name, parts in fields_apart(scene, key)]
    rest = [one for one in fields if one.field not in told and len(one.parts) > 1]
    grouped = [*rest, *(Grouping(basis, parts) for basis, parts in clusters(scene, key))]
    return (*said, *_whole(scene, key, grouped))


def telling(scene: Scene, key: str, found: Sequence[Disagreement] | None = None) -> tuple[Grouping, ...]:
    """Those that rest on what passages say, each under the values of one metadata field where that says the same.

    `found` are the signals that fired, if they are known already.
    """
    signals = [item for signal in SIGNALS for item in signal(scene, key)] if found is None else found
    others = (item for item in signals if item.signal.name != _METADATA)
    said = [Grouping(item.signal.name, _filled(item.parts), item.signal.detail) for item in others]
    said = [one for one in said if len(one.parts) > 1]
    same = []
    for name, parts in fields_apart(scene, key) if said else ():
        if agree(_of_all(parts), said[0].parts):
            own = _own(scene, key, _of_all(parts), said[0])
            same += [Grouping(_METADATA, own, field=name)] if len(own) > 1 else []
    return _whole(scene, key, [*same, *said])


def _whole(scene: Scene, key: str, found: Sequence[Grouping]) -> tuple[Grouping, ...]:
    whole = (replace(one, parts=_completed(scene, key, one.parts)) for one in found)
    return tuple(one for one in whole if len(one.parts) <= MOST_PARTS)


def _filled(parts: Mapping[str, Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    return {label: tuple(ids) for label, ids in parts.items() if ids}


def _of_all(parts: Parts) -> Mapping[str, tuple[str, ...]]:
    """What is said of all of them stays under the bare name."""
    return _bare(parts, {label for label in parts if qualifier_key(label) in FOR_ALL})


def _bare(parts: Parts, labels: set[str]) -> Mapping[str, tuple[str, ...]]:
    """With the parts of these labels under the bare name."""
    found: dict[str, tuple[str, ...]] = {}
    for label, ids in parts.items():
        to = "" if label in labels else label
        found[to] = (*found.get(to, ()), *ids)
    return found


def _own(scene: Scene, key: str, parts: Parts, said: Grouping) -> Mapping[str, tuple[str, ...]]:
    """Parts of a field of which passages say something of their own.

    A value of which the signal says nothing, or whose passages only repeat the numbers of another one, stays under the
    bare name; of those that say the same, the one stays whose words are most like those it is in conflict with.
    """
    placed = {i for ids in said.parts.values() for i in ids}
    silent = {label for label, ids in parts.items() if placed.isdisjoint(ids)}
    claims = in_conflict(scene, key) if said.basis == "numbers" else {}
    by_value: dict[frozenset[tuple[str, str]], list[str]] = {}
    for label, ids in parts.items():
        if label and (values := frozenset((claims[i].number, claims[i].unit) for i in ids if i in claims)):
            by_value.setdefault(values, []).append(label)
    repeats: set[str] = set()
    for labels in by_value.values():
        labels.sort(key=lambda label: (-_opposed([claims[i] for i in parts[label] if i in claims], claims), label))
        repeats.update(labels[1:])
    return _bare(parts, silent | repeats)


def _opposed(own: Sequence[Claim], all_: Mapping[str, Claim]) -> int:
    """How many words a claim shares at most with one of another number."""
    values = {(claim.number, claim.unit) for claim in own}
    others = [claim for claim in all_.values() if (claim.number, claim.unit) not in values]
    return max((len(one.words & other.words) for one in own for other in others), default=0)


def agree(parts: Parts, with_: Parts) -> bool:
    """Whether no part holds mentions of two of the others, and all of these are placed."""
    label_of = {i: label for label, ids in parts.items() for i in ids}
    met = {(label_of.get(i), label) for label, ids in with_.items() for i in ids}
    return None not in {own for own, _ in met} and len({own for own, _ in met}) == len(met)


def with_the_rest(scene: Scene, key: str, parts: Parts) -> Parts:
    """Mentions that the signal does not place go with a part that is alone in their document."""
    part_of: dict[str, set[str]] = {}
    placed = {i: label for label, ids in parts.items() for i in ids}
    for mention, label in placed.items():
        part_of.setdefault(_document(scene, mention), set()).add(label)
    for mention in scene.entities[key].mentions:
        near = part_of.get(_document(scene, mention), set())
        if mention not in placed and len(near) == 1:
            placed[mention] = next(iter(near))
    order = scene.entities[key].mentions
    return {label: [i for i in order if placed.get(i) == label] for label in parts}


def _document(scene: Scene, mention: str) -> str:
    return scene.passage(scene.chunk(mention)).document


def _completed(scene: Scene, key: str, parts: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """With the mentions that name one label alone, or stand in a document of one part; the largest part first."""
    whole = {label: tuple(ids) for label, ids in with_the_rest(scene, key, _named(scene, key, parts)).items()}
    return dict(sorted(whole.items(), key=lambda item: (-len(item[1]), item[0])))


def _named(scene: Scene, key: str, parts: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """With the mentions that no part has, where their text names one label and no other, else their title does."""
    words = {label: found for label in parts if (found := content_words(label))}
    placed = {i for ids in parts.values() for i in ids}
    more: dict[str, list[str]] = {label: [] for label in parts}
    for mention in (scene.mentions[i] for i in scene.entities[key].mentions if i not in placed):
        for text in (mention.description, scene.passage(mention.chunk).title):
            named = [label for label, own in words.items() if own <= content_words(text)]
            if len(named) == 1:
                more[named[0]].append(mention.id)
                break
    return {label: (*ids, *more[label]) for label, ids in parts.items()}
