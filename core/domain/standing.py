"""What becomes of decisions when passages are read again: which hold, which wait, which have nothing to act on.

Counts from what the decisions name; no graph is computed, and nothing is foretold of what a new reading will say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.domain.decisions import KINDS, Body, Decision, in_force, read_node
from core.domain.names import name_key
from core.domain.records import Evidence

_ACTS_ON, _GIVES = ("node", "nodes"), ("into", "to", "parts")
"""Where a body names the nodes that a decision is about, and those that come of it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Decisions that stand, by what happens to them.

    `hold` name nodes, and act on whatever comes under those names. `wait` name mentions of passages that are read
    again: they act again where the same is said again. `idle` name nothing that is here, or can't be read.
    """

    hold: int = 0
    wait: int = 0
    idle: int = 0


def standing(decisions: Iterable[Decision], evidence: Evidence, read_again: Collection[str]) -> Standing:
    """Count the decisions that stand, if the chunks `read_again` (ids) are read again."""
    chunk_of = {m.id: m.chunk for m in evidence.entities} | {m.id: m.chunk for m in evidence.relations}
    here = _names_in(evidence)
    counts = {"hold": 0, "wait": 0, "idle": 0}
    for row in in_force(decisions):
        mentions = _mentions_in(row.body)
        acts_on = set(_names(row.body, _ACTS_ON))
        if row.kind not in KINDS or not acts_on & here:
            counts["idle"] += 1
            continue
        here |= set(_names(row.body, _GIVES))
        counts["wait" if any(chunk_of.get(m) in read_again for m in mentions) else "hold"] += 1
    return Standing(**counts)


def _names_in(evidence: Evidence) -> set[str]:
    ends = (end for mention in evidence.relations for end in (mention.source, mention.target))
    return {name_key(mention.name) for mention in evidence.entities} | set(map(name_key, ends))


def _names(body: Body, fields: Sequence[str]) -> Iterator[str]:
    for field in fields:
        value = body.get(field) if hasattr(body, "get") else None
        for item in value if isinstance(value, list | tuple) else (value,):
            if node := read_node(item):
                yield node[0].name


def _mentions_in(body: Body) -> list[str]:
    parts = body.get("parts") if hasattr(body, "get") else None
    found = [part.get("mentions") for part in parts if hasattr(part, "get")] if isinstance(parts, list | tuple) else []
    return [m for listed in found if isinstance(listed, list | tuple) for m in listed if isinstance(m, str)]
