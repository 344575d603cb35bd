"""What a node or an edge says: the distinct texts of its mentions, the vote on its type, the cut of a long one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.domain.records import ProfileText

CountTokens = Callable[[str], int]


def rough_tokens(text: str) -> int:
    """An estimate without a tokenizer: four UTF-8 bytes a token, rounded up."""
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4


class Said(NamedTuple):
    """One mention's text with the document that it stands in."""

    text: str
    mention: str
    document: str


@dataclass(frozen=True, slots=True)
class Profile:
    """`texts` are shown and embedded, `cut` did not fit; both in document order."""

    texts: tuple[ProfileText, ...]
    cut: tuple[ProfileText, ...] = ()

    @property
    def description(self) -> str:
        return "\n".join(item.text for item in self.texts)


def profile(said: Iterable[Said], limit: int | None, count: CountTokens) -> Profile:
    """Join distinct texts in the order given; over `limit` tokens, take whole texts in turn from each document."""
    return joined_profile([(ProfileText(item.text, (item.mention,)), item.document) for item in said], limit, count)


def joined_profile(said: Sequence[tuple[ProfileText, str]], limit: int | None, count: CountTokens) -> Profile:
    """`profile` of texts that are made already, each with its document."""
    if len(said) == 1:  # most edges, and half of the nodes: a single text is never cut
        return Profile(tuple(item for item, _ in said if item.text))
    texts: dict[str, ProfileText] = {}
    documents: dict[str, str] = {}
    several: dict[str, list[str]] = {}
    for item, document in said:
        text = item.text
        if text in texts:
            several.setdefault(text, list(texts[text].mentions)).extend(item.mentions)
        elif text:
            texts[text], documents[text] = item, document
    texts.update((text, ProfileText(text, tuple(mentions))) for text, mentions in several.items())
    if limit is None or _surely_within(texts, limit):
        return Profile(tuple(texts.values()))
    kept = _in_turn(documents, limit, count)
    return Profile(
        tuple(item for text, item in texts.items() if text in kept),
        tuple(item for text, item in texts.items() if text not in kept),
    )


def _surely_within(texts: Iterable[str], limit: int) -> bool:
    """A token holds at least one byte: few enough bytes need no counting."""
    left = limit
    for text in texts:
        left -= len(text.encode("utf-8", "surrogatepass")) + 1
        if left < 0:
            return False
    return True


def _in_turn(documents: Mapping[str, str], limit: int, count: CountTokens) -> set[str]:
    """The texts (given with their documents) that fit when documents take turns; one that does not fit ends it."""
    queues: dict[str, list[str]] = {}
    for text, document in documents.items():
        queues.setdefault(document, []).append(text)
    kept: set[str] = set()
    used, turn = 0, 0
    while any(turn < len(queue) for queue in queues.values()):
        for queue in queues.values():
            if turn < len(queue):
                used += count(queue[turn]) + 1
                if used > limit:
                    return kept or {next(iter(documents))}
                kept.add(queue[turn])
        turn += 1
    return kept


def vote(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """(value, votes), most votes first, ties by value."""
    votes = Counter(values)
    if len(votes) < 2:
        return tuple(votes.items())
    return tuple(sorted(votes.items(), key=lambda item: (-item[1], item[0])))


def commonest(values: Iterable[str]) -> str:
    """The value with most votes, ties by value; empty if there is none."""
    votes = vote(values)
    return votes[0][0] if votes else ""
