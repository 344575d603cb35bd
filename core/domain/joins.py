"""What a ruling joins without being called a merge: a new name or qualifier that another node has already. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.domain.curation import EntityChange
from core.domain.decisions import Ruling, read_node
from core.domain.names import NodeRef, shown_name


def joined(rulings: Sequence[Ruling], changes: Iterable[EntityChange]) -> Iterator[str]:
    """A sentence for each of these rulings that brings two nodes of the graph together."""
    wanted = {key for ruling in rulings for key in _target(ruling)}
    for change in changes if wanted else ():
        if change.key in wanted and change.before and change.after:
            name = shown_name(change.before.name, change.before.qualifier)
            yield f"There is already a “{name}”: this joins the two."


def _target(ruling: Ruling) -> Iterator[str]:
    """The key of the node that a rename or a qualifier leads to; nothing where it is the same node."""
    node, to = read_node(ruling.body.get("node")), read_node(ruling.body.get("to"))
    found: NodeRef | None = None
    if node and ruling.kind == "rename" and to:
        found = to.ref
    elif node and ruling.kind == "qualify":
        found = NodeRef(node.ref.name).qualified(str(ruling.body.get("qualifier") or ""))
    if node and found and found != node.ref:
        yield found.key
