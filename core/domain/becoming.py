"""What became of a node that was merged, renamed or split: the decisions are followed from name to name.

Looks at the bodies of decisions alone; whether a node is there at the end, the graph knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.domain.conflicts import outcome
from core.domain.decisions import Decision, in_force
from core.domain.names import NodeRef

Moves = Mapping[NodeRef, Sequence[tuple[int, tuple[NodeRef, ...], bool]]]
"""Node -> (decision, where its mentions go, whether some may stay), ascending."""


def moves(decisions: Iterable[Decision]) -> Moves:
    """The moves of the decisions that stand, by the node that they act on."""
    found: dict[NodeRef, list[tuple[int, tuple[NodeRef, ...], bool]]] = {}
    for decision in in_force(decisions):
        for ref, targets in outcome(decision.kind, decision.body).items():
            found.setdefault(ref, []).append((decision.seq, targets, decision.kind == "split"))
    return found


def became(ref: NodeRef, found: Moves) -> tuple[NodeRef, ...]:
    """The nodes where what was once `ref` may stand now, in the order of the parts; itself where nothing was ruled.

    What a split leaves waiting stays under the old node, which then comes last.
    """
    ends: dict[NodeRef, None] = {}
    seen: set[tuple[NodeRef, int]] = set()
    stack = [(ref, 0)]
    while stack:
        at, since = stack.pop()
        if (at, since) in seen:
            continue
        seen.add((at, since))
        following = next((move for move in found.get(at, ()) if move[0] > since), None)
        if following is None:
            ends[at] = None
            continue
        seq, targets, some_stay = following
        stack += [(target, seq) for target in reversed((*targets, *([at] if some_stay else [])))]
    return tuple(ends)
