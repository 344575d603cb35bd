"""What a person ruled, as data: an append-only list that is folded into a Resolution.

Rows are tolerated when read (a kind that this version does not know is kept and has no effect) and replayed in order.
A decision acts on the node where a mention stands at that moment, so later rulings build on earlier ones, and evidence
that comes later goes the same way. Undo is one more row, `revoke`, and a revoked revoke is redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.domain.names import NodeRef, tidy_name

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """One ruling: `seq` counts from 1, `body` is JSON and names nodes as {"name", "qualifier"}, mentions by id."""

    seq: int
    kind: str
    body: Body
    at: str = ""
    who: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands: its node, and what persons ruled on it on the way.

    `named` and `typed` are the numbers of the decisions that gave name and type (0: none): where the mentions of one
    node came by different ways, the later ruling wins.
    """

    ref: NodeRef
    name: str = ""
    qualifier: str = ""
    type: str = ""
    hidden: bool = False
    unassigned: bool = False
    named: int = field(default=0, compare=False)
    typed: int = field(default=0, compare=False)


Step = Callable[[Place, str, int], Place]
"""From a place, a mention's id (empty for an endpoint that nothing in its chunk describes) and the decision's number
to the next place."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """Decisions by the node that they act on: ref -> ((seq, step), …), ascending."""

    steps: Mapping[NodeRef, tuple[tuple[int, Step], ...]] = field(default_factory=dict)

    def place(self, ref: NodeRef, mention: str = "") -> Place:
        """Follow the decisions from the node that the evidence alone would give."""
        place, done = Place(ref), 0
        while True:
            following = ((seq, step) for seq, step in self.steps.get(place.ref, ()) if seq > done)
            nearest = next(following, None)
            if nearest is None:
                return place
            done, step = nearest
            place = step(place, mention, done)


NOTHING_RULED = Resolution()


def in_force(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions that stand: neither revoked nor a revoke, in order. The last row decides first."""
    rows = sorted(decisions, key=lambda d: d.seq)
    revoked: set[int] = set()
    standing = []
    for row in reversed(rows):
        if row.seq in revoked:
            continue
        if row.kind == "revoke":
            target = _readable(row.body).get("seq")
            if type(target) is int and target < row.seq:
                revoked.add(target)
        else:
            standing.append(row)
    return tuple(reversed(standing))


def fold(decisions: Iterable[Decision]) -> Resolution:
    """Replay the decisions that stand. A row whose body can't be read acts on nothing."""
    steps: dict[NodeRef, list[tuple[int, Step]]] = {}
    for decision in in_force(decisions):
        compiler = KINDS.get(decision.kind)
        for ref, step in compiler(_readable(decision.body)) if compiler else ():
            steps.setdefault(ref, []).append((decision.seq, step))
    return Resolution({ref: tuple(found) for ref, found in steps.items()})


def _readable(body: object) -> Body:
    """Stored JSON may hold anything; what is no object says nothing."""
    return body if isinstance(body, Mapping) else {}


def read_node(value: object) -> tuple[NodeRef, str, str] | None:
    """{"name", "qualifier"}, as shown -> its ref and the forms to show; None if it names nothing."""
    if not isinstance(value, Mapping):
        return None
    name, qualifier = tidy_name(_text(value.get("name"))), tidy_name(_text(value.get("qualifier")))
    return (NodeRef.shown(name, qualifier), name, qualifier) if name else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _ids(values: object) -> list[str]:
    items = values if isinstance(values, list | tuple) else ()
    return [item for item in items if isinstance(item, str) and item]


def _nodes(values: object) -> list[tuple[NodeRef, str, str]]:
    items = values if isinstance(values, list | tuple) else ()
    return [node for item in items if (node := read_node(item))]


def _move(ref: NodeRef, name: str, qualifier: str) -> Step:
    def step(place: Place, mention: str, seq: int) -> Place:
        return replace(place, ref=ref, name=name, qualifier=qualifier, unassigned=False, named=seq)

    return step


Compiled = list[tuple[NodeRef, Step]]


def _merge(body: Body) -> Compiled:
    """{"nodes": [node, …], "into": node}: every mention of the nodes goes to `into`."""
    into = read_node(body.get("into"))
    if into is None:
        return []
    refs = sorted({ref for ref, _, _ in _nodes(body.get("nodes"))} | {into[0]})
    return [(ref, _move(*into)) for ref in refs]


def _rename(body: Body) -> Compiled:
    """{"node": node, "to": node}: the node goes by another name (and qualifier) from now on."""
    node, to = read_node(body.get("node")), read_node(body.get("to"))
    return [(node[0], _move(*to))] if node and to else []


def _split(body: Body) -> Compiled:
    """{"node": node, "parts": [node + {"mentions": [id, …]}, …]}: mentions named go to their part, the rest waits."""
    node = read_node(body.get("node"))
    parts = body.get("parts")
    if node is None or not isinstance(parts, list | tuple):
        return []
    target: dict[str, Step] = {}
    for part in parts:
        if to := read_node(part):
            target |= dict.fromkeys(_ids(part.get("mentions")), _move(*to))

    def step(place: Place, mention: str, seq: int) -> Place:
        move = target.get(mention)
        return move(place, mention, seq) if move else replace(place, unassigned=True)

    return [(node[0], step)]


def _retype(body: Body) -> Compiled:
    """{"node": node, "type": text}: outranks the vote."""
    node, type_ = read_node(body.get("node")), tidy_name(_text(body.get("type")))
    if node is None or not type_:
        return []
    return [(node[0], lambda place, _, seq: replace(place, type=type_, typed=seq))]


def _hide(body: Body) -> Compiled:
    """{"node": node}: neither the node nor its edges are shown."""
    node = read_node(body.get("node"))
    if node is None:
        return []
    return [(node[0], lambda place, _, seq: replace(place, hidden=True))]


KINDS: Mapping[str, Callable[[Body], Compiled]] = {
    "merge": _merge,
    "rename": _rename,
    "split": _split,
    "retype": _retype,
    "hide": _hide,
}
"""Decision kind -> what it does, by node. `revoke` is not here: it acts on the list."""
