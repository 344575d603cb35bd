"""What a split is made of: rows (the mentions of a node), ends of relations that mean it, and the parts they go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.domain.names import NodeRef, tidy_name
from core.domain.records import Chunk
from core.domain.split_rules import Rule

Side = Literal["source", "target"]
EndKey = tuple[str, Side]
WAITS = -1
"""Instead of a part's number: the row waits in the node under its old name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A mention of the node, with the chunk that it was read in; `numbers` are the quantities that its text claims."""

    id: str
    name: str
    type: str
    text: str
    qualifier: str
    at: Chunk
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """One end of a relation that means the node: `name` as written there, `other` at the other end."""

    mention: str
    side: Side
    name: str
    other: str
    label: str
    text: str
    at: Chunk

    @property
    def key(self) -> EndKey:
        return self.mention, self.side


@dataclass(frozen=True, slots=True)
class Part:
    """A node that the split makes. A later mention that fits one of the rules belongs to it."""

    name: str
    qualifier: str = ""
    rules: tuple[Rule, ...] = ()

    @property
    def ref(self) -> NodeRef:
        return NodeRef.shown(self.name, self.qualifier)

    @property
    def node(self) -> dict[str, str]:
        """As decisions name it."""
        return {"name": tidy_name(self.name), "qualifier": tidy_name(self.qualifier)}

    def named(self, name: str, qualifier: str) -> Part:
        """Under another name; a rule by its own qualifier goes along."""
        by_own = [Rule(qualifiers=(self.qualifier,)), Rule(qualifiers=(qualifier,))]
        rules = tuple(by_own[1] if rule == by_own[0] else rule for rule in self.rules)
        if not self.qualifier and qualifier and by_own[1] not in rules:
            rules = (by_own[1], *rules)
        return Part(name, qualifier, tuple(rule for rule in rules if rule != Rule(qualifiers=("",))))


def parts_of(body: Mapping[str, Any]) -> Sequence[Part]:
    """The parts that a stored `split` names, each once, with all its rules. What can't be read is left out."""
    found: dict[NodeRef, Part] = {}
    entries = body.get("parts")
    for entry in entries if isinstance(entries, list | tuple) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("name"), str) and tidy_name(entry["name"]):
            qualifier = entry.get("qualifier")
            part = Part(entry["name"], qualifier if isinstance(qualifier, str) else "")
            given = entry.get("rule")
            rules = filter(None, map(Rule.read, given if isinstance(given, list | tuple) else (given,)))
            known = found.setdefault(part.ref, part)
            found[part.ref] = replace(known, rules=tuple(dict.fromkeys((*known.rules, *rules))))
    return tuple(found.values())
