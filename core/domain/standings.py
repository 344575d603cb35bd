"""Of each decision: whether it acts, and on which earlier ones it rests; counted from what it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.curation import State
from core.domain.decisions import KINDS, Decision, in_force, problem, read_node, revoked
from core.domain.names import name_key
from core.domain.naming_nodes import named_nodes
from core.domain.records import Evidence


@dataclass(frozen=True, slots=True)
class Stands:
    """How a decision stands, and the decisions that had put in place what it is about."""

    state: State
    rests_on: tuple[int, ...] = ()


def standings(decisions: Iterable[Decision], evidence: Evidence) -> Mapping[int, Stands]:
    """How each decision stands over the evidence, by its number."""
    rows = tuple(decisions)
    stand, gone = {row.seq for row in in_force(rows)}, revoked(rows)
    ends = (end for mention in evidence.relations for end in (mention.source, mention.target))
    here = {name_key(mention.name) for mention in evidence.entities} | set(map(name_key, ends))
    given: dict[str, int] = {}
    found: dict[int, Stands] = {}
    for row in rows:
        if row.seq in gone:
            found[row.seq] = Stands("undone")
            continue
        if row.kind not in KINDS or problem(row.kind, row.body):
            found[row.seq] = Stands("unknown")
            continue
        named = {ref.name for node in named_nodes(row.body) if (found_ := read_node(node)) for ref in [found_.ref]}
        about = {name for field in ("node", "nodes") for name in _names(row.body.get(field))}
        rests = tuple(sorted({given[name] for name in about if name in given}))
        idle = KINDS[row.kind].acts and bool(about) and not about & here
        found[row.seq] = Stands("idle" if idle else "acts", rests)
        if not idle and row.seq in stand:
            here |= named
            given |= dict.fromkeys(named - about, row.seq)
    return found


def _names(value: object) -> set[str]:
    items = value if isinstance(value, list | tuple) else (value,)
    return {node.ref.name for item in items if (node := read_node(item))}
