"""The list of decisions as steps, and what is left of it by filters. Pure: values in, values out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import takewhile

from core.domain.curation import Effect, Entry, Node
from core.domain.fulltext import folded
from core.domain.names import shown_name
from pages.parts.words_diagnose import KINDS


@dataclass(frozen=True, slots=True)
class Filter:
    """What is looked for; empty means all. `text`: each of its words is in a sentence or reason; `#12` is a number."""

    text: str = ""
    who: str | None = None
    kind: str | None = None
    state: str | None = None
    node: str | None = None
    document: str | None = None

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return bool(self.text.strip()) or any(getattr(self, one.name) is not None for one in fields(self)[1:])


@dataclass(frozen=True, slots=True)
class Step:
    """What was decided together, in its order."""

    entries: tuple[Entry, ...]

    @property
    def first(self) -> int:
        return self.entries[0].decision.seq

    @property
    def last(self) -> int:
        return self.entries[-1].decision.seq

    @property
    def alike(self) -> bool:
        """Whether it holds several decisions, all of one kind."""
        return len(self.entries) > 1 and len({entry.decision.kind for entry in self.entries}) == 1

    @property
    def effect(self) -> Effect | None:
        return next((entry.effect for entry in self.entries if entry.effect is not None), None)

    def seqs(self, undone: bool) -> tuple[int, ...]:
        """The numbers of its decisions that are undone, or that are not; of those that can be undone at all."""
        return tuple(
            one.decision.seq
            for one in self.entries
            if one.decision.kind != "revoke" and (one.state == "undone") == undone
        )

    @property
    def rested_on_by(self) -> tuple[int, ...]:
        """Decisions outside of the step that rest on one inside."""
        inside = {entry.decision.seq for entry in self.entries}
        return tuple(sorted({seq for entry in self.entries for seq in entry.rested_on_by} - inside))

    @property
    def rests_on(self) -> tuple[int, ...]:
        """Decisions outside of the step on which one inside rests."""
        inside = {entry.decision.seq for entry in self.entries}
        return tuple(sorted({seq for entry in self.entries for seq in entry.rests_on} - inside))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that it names, each once."""
        return tuple({node_label(node): node for entry in self.entries for node in entry.nodes}.values())

    @property
    def documents(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(document for entry in self.entries for document in entry.documents))


_KIND = re.compile(
    r"^((?:Undo: |Do again: )?(?:Accept as right: |Unsure about: |Show no more findings of the kind “))([a-z-]+)"
)


def said(sentence: str) -> str:
    """A decision's sentence with the name that the pages give a kind of findings."""

    def named(found: re.Match[str]) -> str:
        name = KINDS.get(found[2], (found[2], ""))[0]
        return found[1] + (name if found[1].endswith("“") else f"“{name}”" if found[2] in KINDS else name)

    return _KIND.sub(named, sentence)


def node_label(node: Node) -> str:
    """A node of a decision, to show and to filter by."""
    return shown_name(node.get("name", ""), node.get("qualifier", ""))


def grouped(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """Entries, newest first, as steps, newest first; those of a step in the order in which they were decided."""
    steps: dict[int, list[Entry]] = {}
    for entry in entries:
        steps.setdefault(entry.step or entry.decision.seq, []).append(entry)
    return tuple(Step(tuple(sorted(found, key=lambda one: one.decision.seq))) for found in steps.values())


def narrowed(entries: Sequence[Entry], wanted: Filter) -> tuple[Entry, ...]:
    """The entries that fit."""
    words = folded(wanted.text).split()
    return tuple(entry for entry in entries if _fits(entry, wanted) and all(_says(entry, word) for word in words))


def _fits(entry: Entry, wanted: Filter) -> bool:
    values = valued(entry)
    return all(getattr(wanted, name) is None or getattr(wanted, name) in found for name, found in values.items())


def _says(entry: Entry, word: str) -> bool:
    if word.startswith("#") and word[1:].isdigit():
        return entry.decision.seq == int(word[1:])
    return word in folded(f"{said(entry.sentence)} {entry.decision.why}")


def valued(entry: Entry) -> Mapping[str, tuple[str, ...]]:
    """What an entry has of each filter."""
    return {
        "who": (entry.decision.who,),
        "kind": (entry.decision.kind,),
        "state": (entry.state,),
        "node": tuple(node_label(node) for node in entry.nodes),
        "document": entry.documents,
    }


def counted(entries: Iterable[Entry]) -> Mapping[str, Mapping[str, int]]:
    """Filter -> value -> how many entries have it, commonest first, then by value."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("who", "kind", "state", "node", "document")}
    for entry in entries:
        for name, values in valued(entry).items():
            counts[name].update(set(values))
    return {name: dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))) for name, found in counts.items()}


def after(entries: Sequence[Entry], seq: int) -> int:
    """How many decisions were made after that number, undos among them, checkpoints not. Newest entries stand first."""
    later = takewhile(lambda entry: entry.decision.seq > seq, entries)
    return sum(entry.decision.kind != "checkpoint" for entry in later)
