"""JSON replies to rows: finds the rows wherever the model put them, under whatever it called them.

Takes a list instead of an object, several documents, documents wrapped in others, other words for a field, a row as a
list of its fields, entities keyed by name. A row that the reply ends in the middle of is rejected, the whole ones stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.domain.parsing.json_fields import (
    ENTITY_FIELDS,
    LIST_OF,
    POSITIONS,
    RELATION_FIELDS,
    has_ends,
    has_name,
    is_row,
    named,
    plain_key,
    split_repeats,
)
from core.domain.parsing.json_scan import Node, scan
from core.domain.parsing.json_values import Members, load, load_members, value_at
from core.domain.parsing.rows import Rows

MAX_WRAPPERS = 6
"""How many objects or lists may enclose the rows."""

_ESCAPED = re.compile(r'[{\[]\s{0,99}\\"')
_PLAIN = re.compile(r'[{\[]\s{0,99}"')
_CUT = "cut off at the end of the reply"


def read_json(text: str, rows: Rows) -> tuple[str, ...] | None:
    """Read the rows of a reply into `rows`; its flags, or None where it holds nothing that could be read."""
    text = _without_escapes(text)
    roots = [root for root in scan(text) if _Reader(text, rows).document(root)]
    if not roots:
        return None
    return () if all(root.closed for root in roots) else ("incomplete",)


class _Reader:
    def __init__(self, text: str, rows: Rows) -> None:
        self.text = text
        self.rows = rows
        self.understood = False

    def document(self, root: Node) -> bool:
        """Read one document; whether it was one, and not brackets in prose. An empty one says: there is nothing."""
        before = self.rows.offered
        self._visit(root, "", 0)
        return self.understood or self.rows.offered > before or (root.closed and not root.children)

    def _visit(self, node: Node, kind: str, depth: int) -> None:
        """Look for rows in a value; `kind` is that of the nearest list key above it."""
        if depth > MAX_WRAPPERS:
            self.rows.reject(self._raw(node), "nested too deep to be a row")
        elif kind == "themes":
            self._themes(node)
        elif node.kind == "object":
            self._object(node, kind, depth)
        elif node.kind == "array":
            self._items(node, kind, depth)

    def _items(self, node: Node, kind: str, depth: int) -> None:
        """The members of a list; a list without a key and one under a list key hold nothing but rows."""
        only_rows = bool(kind) or not node.key
        for child in node.children:
            if child.kind == "object" and only_rows and not is_row(_keys(child), kind) and not _has_lists(child):
                self.rows.reject(self._raw(child), "has neither a name nor two ends" if child.closed else _CUT)
            elif child.kind == "array" and kind and _is_flat(child):
                self._positional(child, kind)
            elif child.kind in ("object", "array"):
                self._visit(child, kind, depth + 1)
            elif kind:
                self._bare(child, kind)

    def _object(self, node: Node, kind: str, depth: int) -> None:
        if is_row(_keys(node), kind):
            return self._row(node, kind)
        if kind == "entities" and not any(_list_kind(child) for child in node.children):
            return self._keyed_by_name(node)
        for child in node.children:
            found = _list_kind(child)
            self.understood = self.understood or bool(found)
            if found or child.kind in ("object", "array"):
                self._visit(child, found, depth + 1)
            elif kind == "relations" or LIST_OF.get(plain_key(child.key)) in ("entities", "relations"):
                self._not_a_list(child)

    def _not_a_list(self, node: Node) -> None:
        """Rows given as one text; null says that there are none."""
        self.understood = True
        if self._scalar(node):
            self.rows.reject(f'"{node.key}": {self._raw(node)}', "no list of objects")

    def _keyed_by_name(self, node: Node) -> None:
        """`{"Alice": {"type": …}, "Bob": "A pilot."}` under entities."""
        for child in node.children:
            raw = f'"{child.key}": {self._raw(child)}'
            loaded = load(self._raw(child)) if child.kind == "object" else None
            if not child.closed or (loaded is not None and loaded.fault):
                self.rows.reject(raw, loaded.fault if loaded and child.closed else _CUT)
                continue
            fields = named(loaded.value, ENTITY_FIELDS) if loaded and isinstance(loaded.value, dict) else {}
            if loaded is None:
                fields = {"description": self._scalar(child)}
            self.rows.entity({**fields, "name": child.key}, raw, ["the name stood as a key"])

    def _row(self, node: Node, kind: str) -> None:
        raw = self._raw(node)
        if not node.closed:
            return self.rows.reject(raw, _CUT)
        loaded = load_members(self.text, node)
        if loaded.fault or not isinstance(loaded.value, Members):
            return self.rows.reject(raw, loaded.fault or "can't be read as JSON")
        repairs = ["broken JSON"] if loaded.repaired else []
        parts, repeated = split_repeats(loaded.value.pairs)
        for part in parts:
            self._offer(part, kind, raw, [*repairs, *repeated])
        for child in node.children:  # rows that a model hung under another row
            if child.kind == "array" and _list_kind(child) in ("entities", "relations") and not _is_flat(child):
                self._items(child, _list_kind(child), MAX_WRAPPERS - 1)

    def _offer(self, members: Mapping[str, Any], kind: str, raw: str, repairs: Sequence[str]) -> None:
        keys = {plain_key(key) for key in members}
        if has_ends(keys) or (kind == "relations" and not has_name(keys)):
            moved = ["a relation among the entities"] if kind == "entities" else []
            self.rows.relation(named(members, RELATION_FIELDS), raw, [*repairs, *moved])
        else:
            moved = ["an entity among the relations"] if kind == "relations" else []
            self.rows.entity(named(members, ENTITY_FIELDS), raw, [*repairs, *moved])

    def _positional(self, node: Node, kind: str) -> None:
        raw = self._raw(node)
        if not node.closed:
            return self.rows.reject(raw, _CUT)
        values = [self._scalar(child) for child in node.children]
        least = 1 if kind == "entities" else 4
        if not least <= len(values) <= len(POSITIONS[kind]):
            return self.rows.reject(raw, f"a list of {len(values)} fields can't be told apart")
        fields = dict(zip(POSITIONS[kind], values, strict=False))
        take = self.rows.entity if kind == "entities" else self.rows.relation
        take(fields, raw, ["a list instead of an object"])

    def _bare(self, node: Node, kind: str) -> None:
        raw = self._raw(node)
        if not node.closed:
            self.rows.reject(raw, _CUT)
        elif kind == "entities" and node.kind == "text":
            self.rows.entity({"name": self._scalar(node)}, raw, ["only a name was given"])
        else:
            self.rows.reject(raw, "no object with named fields")

    def _themes(self, node: Node) -> None:
        if node.kind == "text" and node.closed:
            self.rows.themes(self._scalar(node))
            return
        for child in node.children:
            if child.closed and child.kind in ("text", "atom"):
                self.rows.themes([self._scalar(child)])
            elif child.closed and child.kind == "object":
                self.rows.themes([load(self._raw(child)).value])

    def _raw(self, node: Node) -> str:
        if node.kind == "text":
            return self.text[node.start - 1 : node.end + 1]
        return self.text[node.start : node.end].rstrip()

    def _scalar(self, node: Node) -> Any:
        return value_at(self.text, node)


def _without_escapes(text: str) -> str:
    """A document that was escaped as if it stood inside a string, as itself."""
    if not _ESCAPED.search(text) or _PLAIN.search(text):
        return text
    return re.sub(r'\\(["\\/])', r"\1", text.replace("\\n", "\n").replace("\\t", " "))


def _keys(node: Node) -> set[str]:
    return {plain_key(child.key) for child in node.children}


def _list_kind(node: Node) -> str:
    kind = LIST_OF.get(plain_key(node.key), "")
    return kind if node.kind in ("object", "array") or kind == "themes" else ""


def _has_lists(node: Node) -> bool:
    return any(_list_kind(child) or child.children for child in node.children)


def _is_flat(node: Node) -> bool:
    """A list of two or more plain values inside a list of rows: a row given by position."""
    return len(node.children) > 1 and all(child.kind in ("text", "atom") for child in node.children)
