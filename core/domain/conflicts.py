"""When two rulings can't both be meant: what each says of a thing, and whether another says something else of it.

Looks at nothing but the bodies. Two that agree, or that speak of different things, are no conflict.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from core.domain.decisions import KINDS, NOTHING_RULED, Body, Decision, Ruling, fold, in_force, read_node
from core.domain.names import NodeRef

Claims = Mapping[Hashable, Hashable]
"""Subject -> what is said of it."""

APART, TOGETHER = "apart", "together"
CONTRARY = frozenset({"merge", "rename", "not_same"})
"""Kinds that say which nodes are one, or are not."""


def claims(kind: str, body: Body) -> Claims:
    """What a ruling says, by subject; empty for kinds that can't contradict each other, and for what can't be read."""
    read = _CLAIMS.get(kind)
    return read(body) if read and isinstance(body, Mapping) else {}


def against(said: Claims, others: Iterable[tuple[Decision, Claims]]) -> tuple[int, ...]:
    """The numbers of the decisions that say something else of a subject that is claimed here."""
    return tuple(
        decision.seq
        for decision, theirs in others
        if any(subject in theirs and theirs[subject] != value for subject, value in said.items())
    )


def contrary(ruling: Ruling, decisions: Sequence[Decision], there: Container[str]) -> Decision | None:
    """The latest decision in force that says the contrary of which nodes are one: a merge (or a rename that comes to
    one) against `not_same`, and the reverse. `there`: keys of the nodes that there are; two of these are not one.
    """
    if not isinstance(ruling.body, Mapping):
        return None
    if ruling.kind == "not_same":
        refs = frozenset(_refs(ruling.body.get("nodes")))
        return _made_one(refs, decisions, there)
    return _held_apart(_together(ruling.kind, ruling.body), decisions)


def follow(ruling: Ruling, there: set[str]) -> None:
    """Change the keys of the nodes that there are by what a ruling moves."""
    moved = outcome(ruling.kind, ruling.body)
    there -= {ref.key for ref in moved}
    there |= {target.key for targets in moved.values() for target in targets}


def _together(kind: str, body: Body) -> frozenset[NodeRef]:
    """The nodes that a ruling makes one."""
    if kind not in ("merge", "rename"):
        return frozenset()
    moved = outcome(kind, body)
    return frozenset({*moved, *(target for targets in moved.values() for target in targets)})


def _held_apart(refs: frozenset[NodeRef], decisions: Sequence[Decision]) -> Decision | None:
    """Who said of two of these nodes, under the names they had then, that they are not the same."""
    apart = [row for row in in_force(decisions) if row.kind == "not_same" and isinstance(row.body, Mapping)]
    if len(refs) < 2 or not apart:
        return None
    ways = fold(decisions)
    for row in reversed(apart):
        ends = (ways.became(ref, row.seq) for ref in set(_refs(row.body.get("nodes"))))
        if len({found[0] for found in ends if len(found) == 1} & refs) > 1:
            return row
    return None


def _made_one(refs: frozenset[NodeRef], decisions: Sequence[Decision], there: Container[str]) -> Decision | None:
    """Who made two of these one, of which at most one is there."""
    gone = [ref for ref in sorted(refs) if ref.key not in there]
    ways = fold(decisions) if gone else NOTHING_RULED
    for ref in gone:
        ends = ways.became(ref)
        twins = {
            other
            for other in refs - {ref}
            if (other,) == ends or (other.key not in there and ways.became(other) == ends)
        }
        if len(ends) == 1 and twins:
            return _maker(ref, twins | {*ends}, decisions)
    return None


def _maker(ref: NodeRef, twins: frozenset[NodeRef] | set[NodeRef], decisions: Sequence[Decision]) -> Decision | None:
    """The latest decision that made this node one with one of those, else the latest that moved it."""
    rows = [(row, nodes) for row in reversed(in_force(decisions)) if (nodes := _together(row.kind, row.body))]
    both = (row for row, nodes in rows if ref in nodes and nodes & (twins - {ref}))
    return next(both, next((row for row, nodes in rows if ref in nodes), None))


def moved_by(ruling: Ruling, decisions: Iterable[Decision], there: Container[str]) -> tuple[NodeRef, Decision] | None:
    """A node that a ruling moves and that is not there, with the latest decision in force that moved it away."""
    gone = [ref for ref in outcome(ruling.kind, ruling.body) if ref.key not in there]
    for row in reversed(in_force(decisions)) if gone else ():
        moved = outcome(row.kind, row.body)
        if found := next((ref for ref in gone if ref in moved and moved[ref] != (ref,)), None):
            return found, row
    return None


def said_again(rulings: Sequence[Ruling], decisions: Iterable[Decision]) -> Mapping[int, Decision]:
    """Which of the rulings (by place) say what the latest decision in force on their subject says, and which that is.

    One that gives another reason says more. Whether a ruling that acts on the graph still changes it, is not looked at.
    """
    latest = {_subject_of(row): row for row in in_force(decisions)}
    found = {}
    for place, ruling in enumerate(rulings):
        known = latest.get(_subject_of(ruling))
        if known and ruling.kind not in ("revoke", "checkpoint") and _as_before(ruling, known):
            found[place] = known
    return found


def _as_before(ruling: Ruling, known: Decision) -> bool:
    return ruling.kind == known.kind and ruling.why in ("", known.why)


def _subject_of(row: Ruling | Decision) -> tuple[Hashable, ...]:
    body = row.body if isinstance(row.body, Mapping) else {}
    if row.kind in ("accept", "unsure"):
        return ("finding", _canonical(body.get("finding")))
    if row.kind == "not_same":
        return (row.kind, frozenset(_refs(body.get("nodes"))))
    return (row.kind, _canonical(body))


def only_noted(kind: str) -> bool:
    """Whether a decision of this kind leaves the graph as it is."""
    return kind in KINDS and not KINDS[kind].acts


def outcome(kind: str, body: Body) -> Mapping[NodeRef, tuple[NodeRef, ...]]:
    """Node -> the nodes that its mentions go to, for rulings that move mentions from node to node."""
    read = _OUTCOMES.get(kind)
    return read(body) if read and isinstance(body, Mapping) else {}


def _refs(values: object) -> list[NodeRef]:
    items = values if isinstance(values, list | tuple) else ()
    return [node[0] for item in items if (node := read_node(item))]


def _to(sources: Iterable[NodeRef], target: object) -> dict[NodeRef, tuple[NodeRef, ...]]:
    into = read_node(target)
    return {ref: (into[0],) for ref in sources} if into else {}


def _merge(body: Body) -> dict[NodeRef, tuple[NodeRef, ...]]:
    into = read_node(body.get("into"))
    return _to({*_refs(body.get("nodes")), into[0]}, body.get("into")) if into else {}


def _rename(body: Body) -> dict[NodeRef, tuple[NodeRef, ...]]:
    return _to(_refs([body.get("node")]), body.get("to"))


def _qualify(body: Body) -> dict[NodeRef, tuple[NodeRef, ...]]:
    node, qualifier = read_node(body.get("node")), body.get("qualifier")
    return {node[0]: (NodeRef.shown(node[1], qualifier),)} if node and isinstance(qualifier, str) else {}


def _split(body: Body) -> dict[NodeRef, tuple[NodeRef, ...]]:
    parts = tuple(dict.fromkeys(_refs(body.get("parts"))))
    return {ref: parts for ref in _refs([body.get("node")]) if parts}


_OUTCOMES: Mapping[str, Callable[[Body], Mapping[NodeRef, tuple[NodeRef, ...]]]] = {
    "merge": _merge,
    "rename": _rename,
    "qualify": _qualify,
    "split": _split,
}


def _moves(kind: str) -> Callable[[Body], Claims]:
    """A node goes to one place; with a split, the mentions and rules of its parts count too."""

    def read(body: Body) -> Claims:
        how = _canonical(body.get("parts")) if kind == "split" else ""
        moved = outcome(kind, body)
        found: dict[Hashable, Hashable] = {("node", ref): (targets, how) for ref, targets in moved.items()}
        if kind == "merge":
            found |= {("pair", a, b): TOGETHER for a, b in combinations(sorted(moved), 2)}
        return found

    return read


def _not_same(body: Body) -> Claims:
    refs = sorted(set(_refs(body.get("nodes"))))
    return {("pair", a, b): APART for a, b in combinations(refs, 2)}


def _field(name: str) -> Callable[[Body], Claims]:
    """What this field says of all the others."""

    def read(body: Body) -> Claims:
        rest = {key: _subject(value) for key, value in body.items() if key not in (name, "of")}
        return {(name, _canonical(rest)): _canonical(_subject(body.get(name)))} if name in body else {}

    return read


_CLAIMS: Mapping[str, Callable[[Body], Claims]] = {
    **{kind: _moves(kind) for kind in _OUTCOMES},
    "not_same": _not_same,
    "retype": lambda body: _field("to" if "to" in body else "type")(body),
    "relabel": _field("to"),
    "endpoint": _field("node"),
    "describe": _field("text"),
}


def _subject(value: Any) -> Any:
    """A node as its key, a relation as the keys of its ends; anything else as it is."""
    if node := read_node(value):
        return ["node", node[0].name, node[0].qualifier]
    if isinstance(value, Mapping):
        return {key: _subject(item) for key, item in value.items()}
    return value


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
