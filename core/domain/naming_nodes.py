"""What the body of a decision names: nodes, mentions and documents, wherever in it they stand.

Tolerates any body. Says nothing of what is done to what is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.domain.names import NodeRef

Node = Mapping[str, str]
"""A node as decisions name it: {"name", "qualifier"}."""

_NODES = frozenset({"node", "nodes", "into", "to", "parts", "source", "target", "entities"})
_ENDS = frozenset({"source", "target"})
_MENTIONS = frozenset({"mention", "mentions", "of"})
_DOCUMENTS = frozenset({"document", "documents"})
_INSIDE = frozenset({"relation", "relations", "parts", "rule"})
"""Fields whose values hold more of the same."""


def named_nodes(body: object) -> tuple[Node, ...]:
    """The nodes that a body names, each once, in the order of the body."""
    found: dict[NodeRef, Node] = {}
    for node in _nodes(body):
        found.setdefault(NodeRef.shown(node["name"], node["qualifier"]), node)
    return tuple(found.values())


def named_mentions(body: object) -> tuple[str, ...]:
    """The ids of mentions that a body names, each once."""
    return tuple(dict.fromkeys(_texts(body, _MENTIONS)))


def named_documents(body: object) -> tuple[str, ...]:
    """The ids of documents that a body names, each once."""
    return tuple(dict.fromkeys(_texts(body, _DOCUMENTS)))


def _fields(body: object) -> Iterator[tuple[str, Any]]:
    """Field and value, lists opened, what is inside of relations and parts too."""
    for field, value in body.items() if isinstance(body, Mapping) else ():
        for item in value if isinstance(value, list | tuple) else (value,):
            yield field, item
            if field in _INSIDE:
                yield from _fields(item)


def _nodes(body: object) -> Iterator[Node]:
    for field, value in _fields(body):
        if field == "entity" and (node := as_node(value)):
            yield node
        elif field in _NODES:
            ended = isinstance(value, str) and field in _ENDS and isinstance(body, Mapping) and "relation" in body
            node = {"name": value, "qualifier": ""} if ended else as_node(value)
            if node:
                yield node


def _texts(body: object, fields: frozenset[str]) -> Iterator[str]:
    return (value for field, value in _fields(body) if field in fields and isinstance(value, str) and value)


def as_node(value: object) -> Node | None:
    """A node of a body in the form {"name", "qualifier"}; None where it is none."""
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str) or not value["name"].strip():
        return None
    qualifier: Any = value.get("qualifier")
    return {"name": value["name"], "qualifier": qualifier if isinstance(qualifier, str) else ""}
