"""Reads the parts of a decision's body: nodes, relations, lists of ids and words. What can't be read gives nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from core.domain.names import NodeRef, predicate_of, shown_key, tidy_name

Item = TypeVar("Item")


class Named(NamedTuple):
    """A node as a decision names it: its ref and the forms to show."""

    ref: NodeRef
    name: str
    qualifier: str


class Edge(NamedTuple):
    """A relation as a decision names it: its ends and the key of its predicate."""

    source: NodeRef
    target: NodeRef
    predicate: str


def read_node(value: object) -> Named | None:
    """{"name", "qualifier"}, as shown -> its ref and the forms to show; None if it names nothing."""
    if not isinstance(value, Mapping):
        return None
    name, qualifier = tidy_name(text(value.get("name"))), tidy_name(text(value.get("qualifier")))
    return Named(NodeRef.shown(name, qualifier), name, qualifier) if name else None


def read_relation(value: object) -> Edge | None:
    """{"source": node, "target": node, "predicate": text} -> the edge; None if an end names nothing."""
    if not isinstance(value, Mapping):
        return None
    source, target = read_node(value.get("source")), read_node(value.get("target"))
    if source is None or target is None:
        return None
    return Edge(source.ref, target.ref, predicate_key(value.get("predicate")))


def predicate_key(value: object) -> str:
    """The key of a predicate as it is shown; `related` where it shows nothing."""
    return shown_key(text(value)) or predicate_of(())


def type_key(value: object) -> str:
    """A type as mentions of it are counted: lower case."""
    return tidy_name(text(value)).lower()


def text(value: object) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def items(value: object) -> tuple[Any, ...]:
    """The items of a list, else nothing."""
    return tuple(value) if isinstance(value, list | tuple) else ()


def ids(value: object) -> tuple[str, ...]:
    """The ids in a list."""
    return tuple(item for item in items(value) if isinstance(item, str) and item)


def words(value: object, key: Callable[[str], str] = tidy_name) -> tuple[str, ...]:
    """The words in a list by their keys, each once, without those that show nothing."""
    return tuple(dict.fromkeys(found for item in items(value) if (found := key(text(item)))))


def nodes(value: object) -> tuple[Named, ...]:
    """The nodes in a list."""
    return tuple(node for item in items(value) if (node := read_node(item)))


def value_key(value: str) -> str:
    """The key of a qualifier as it is shown."""
    return NodeRef("").qualified(value).qualifier
