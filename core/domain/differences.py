"""What two comparisons of a question differ in: how they were asked, and what came in and went in each mode. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from core.domain.metrics import kept_items
from core.domain.modes import Parameters
from core.domain.packing import entity_label
from core.domain.records import Keywords
from core.domain.trace import Kind, Trace

_FIRST: tuple[Kind, ...] = ("chunk", "entity", "relation")


@dataclass(frozen=True, slots=True)
class Asked:
    """How a comparison was asked. `engine` names what read and embedded.

    `version` is that of the workspace; zeros for a viewer, whom it would tell of what they may not see.
    """

    question: str
    policy: str
    keywords: Keywords
    parameters: Parameters
    version: tuple[int, int]
    engine: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Named:
    """An item with the name to show."""

    kind: Kind
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Change:
    """One mode before and now: what came in, what went, and tokens before and now.

    Passages stand first, then entities, then relations; each kind in context order.
    """

    mode: str
    came: tuple[Named, ...]
    went: tuple[Named, ...]
    tokens: tuple[int, int]

    @property
    def same(self) -> bool:
        return not self.came and not self.went


def changes(before: Mapping[str, Trace], now: Mapping[str, Trace]) -> tuple[Change, ...]:
    """For each mode that both have, in the order of now."""
    return tuple(_change(before[mode], trace) for mode, trace in now.items() if mode in before)


def _change(before: Trace, now: Trace) -> Change:
    old, new = dict.fromkeys(kept_items(before)), dict.fromkeys(kept_items(now))
    came, went = labels(now), labels(before)
    return Change(
        now.mode,
        _ordered(Named(*item, came[item]) for item in new if item not in old),
        _ordered(Named(*item, went[item]) for item in old if item not in new),
        (before.tokens.total, now.tokens.total),
    )


def _ordered(found: Iterable[Named]) -> tuple[Named, ...]:
    return tuple(sorted(found, key=lambda one: _FIRST.index(one.kind)))


def labels(trace: Trace) -> dict[tuple[Kind, str], str]:
    """What to call all that a trace kept."""
    found: dict[tuple[Kind, str], str] = {("entity", k.entity.key): entity_label(k.entity) for k in trace.entities}
    for kept in trace.relations:
        arrow = "→" if kept.relation.directed else "–"
        word = kept.relation.predicate or ", ".join(kept.relation.keywords)
        said = f" ({word})" if word else ""
        found["relation", kept.relation.key] = f"{kept.ends[0]} {arrow} {kept.ends[1]}{said}"
    for held in trace.chunks:
        chunk = held.chunk
        found["chunk", chunk.id] = f"{chunk.title or chunk.document}, passage {chunk.position + 1}"
    return found


def differs(before: Asked, now: Asked) -> tuple[str, ...]:
    """The names of what was asked in another way: question, policy, keywords, version, engine, or a parameter's."""
    same = {
        "question": before.question == now.question,
        "policy": before.policy == now.policy,
        "keywords": _words(before.keywords) == _words(now.keywords),
        "version": before.version == now.version,
        "engine": dict(before.engine) == dict(now.engine),
    }
    numbers = (
        f.name for f in fields(Parameters) if getattr(before.parameters, f.name) != getattr(now.parameters, f.name)
    )
    return (*(name for name, equal in same.items() if not equal), *numbers)


def _words(keywords: Keywords) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return keywords.low, keywords.high
