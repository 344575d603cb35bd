"""Which pairs of names are worth comparing: those that fall into one block, so that no all-pairs pass is needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from core.domain.diagnose.forms import Form, form
from core.domain.diagnose.romanise import romanised, sound
from core.domain.diagnose.scene import Scene

LARGEST = 40
"""A block with more names than this says nothing about any two of them."""

LONGEST = 100
"""Letters of a name beyond which only its whole spelling counts: a text that passes for a name has too many parts."""


class Blocks:
    """The blocks of a graph's names."""

    def __init__(self, scene: Scene) -> None:
        self._blocks: defaultdict[str, list[str]] = defaultdict(list)
        for key, entity in scene.entities.items():
            for block in set(_blocks(form(entity.name))):
                self._blocks[block].append(key)

    def pairs(self) -> set[tuple[str, str]]:
        """Pairs of keys, the smaller first."""
        found: set[tuple[str, str]] = set()
        for keys in self._blocks.values():
            if 1 < len(keys) <= LARGEST:
                found.update(combinations(sorted(keys), 2))
        return found


def _blocks(name: Form) -> Iterator[str]:
    """Each begins with the kind of block. A name that no letter is left of has none."""
    if not name.joined:
        return
    words = name.words
    yield f"joined {sound(romanised(name.joined))}"
    yield f"singular {' '.join(name.singular)}"
    yield f"firm {''.join(name.firm)}"
    yield f"sorted {' '.join(sorted(words))}"
    if len(name.joined) > LONGEST:
        return
    if len(words) > 1:
        yield from _of_several(name)
    elif 2 <= len(name.joined) <= 6:
        yield f"initials {name.joined}"
    if len(words) == 1 and len(name.joined) >= 5:
        yield from (f"less {letters}" for letters in _less(sound(romanised(name.joined))))


def _of_several(name: Form) -> Iterator[str]:
    words = name.words
    yield f"initials {name.initials}"
    yield f"initials {''.join(word[0] for word in words)}"
    yield f"ends {words[0][0]} {words[-1]}"
    yield f"first and last {words[0]} {words[-1]}"
    for at, word in enumerate(words):
        if len(word) >= 5:
            rest = " ".join((*words[:at], word[0], *words[at + 1 :]))
            yield f"but {at} {rest}"


def _less(word: str) -> set[str]:
    """The word, and all that is left of it without one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
