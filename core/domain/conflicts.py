"""When two rulings can't both be meant: what each says of a thing, and whether another says something else of it.

Looks at nothing but the bodies. Two that agree, or that speak of different things, are no conflict.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import combinations
from typing import Any

from core.domain.decisions import Body, Decision, read_node
from core.domain.names import NodeRef

Claims = Mapping[Hashable, Hashable]
"""Subject -> what is said of it."""

APART, TOGETHER = "apart", "together"


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
