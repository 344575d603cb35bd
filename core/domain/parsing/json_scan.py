"""Where the values of a JSON-like text are: a tolerant scan that never fails and never guesses what a value means.

It takes prose around and between documents; quotes, colons and commas of any width; quotes inside strings; unquoted
keys; missing commas and brackets; comments. What it found is a tree of places in the text; a place that the text ends
in the middle of is not `closed`. No recursion: depth is limited here, not by the interpreter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

MAX_OPEN = 200
"""The scan ends where more values than this are open inside each other: such a reply has gone astray."""

Kind = Literal["object", "array", "text", "atom"]

_ROOT = re.compile(r"""\{\s{0,99}(?:["'“”‘}]|[\w-]{1,60}\s{0,9}[:：]|$)|\[\s{0,99}(?:["'“‘{\[\]]|$)""")
_ATOM = re.compile(r"""[^\s,，:：{}\[\]"“”]+""")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|$)|\.{3,}|…+", re.DOTALL)
_CLOSERS = {'"': '"”“', "'": "'’‘", "“": '”"“', "”": '”"', "‘": "’'"}
_KEY = r"""["'“”‘]%s[\w \-]{1,60}["'”“’]%s\s{0,9}[:：]"""
_MEMBER_END = rf"$|[}}\]]|[,，]\s{{0,99}}(?:$|[{{}}\[\]]|//|{_KEY % ('?', '?')})|{_KEY % ('', '')}"
_ITEM_END = r"""$|[}\]]|[,，]\s{0,99}(?:$|[{}\[\]]|//|["'“‘\d\-]|true|false|null|NaN|None|True|False)"""
_AFTER_KEY = re.compile(rf"\s{{0,99}}(?:[:：]|{_MEMBER_END})")
_AFTER_MEMBER = re.compile(rf"\s{{0,99}}(?:{_MEMBER_END})")
_AFTER_ITEM = re.compile(rf"\s{{0,99}}(?:[:：]|{_ITEM_END})")


@dataclass(slots=True)
class Node:
    """A value at `text[start:end]`, with the key that it stands under; a string's place is without its quotes."""

    kind: Kind
    start: int
    end: int
    key: str = ""
    closed: bool = True
    children: list[Node] = field(default_factory=list)


def scan(text: str) -> list[Node]:
    """The outermost objects and arrays of the text, in its order."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.roots: list[Node] = []
        self.open: list[Node] = []
        self.keys: list[str] = []

    def run(self) -> list[Node]:
        at = 0
        while at < len(self.text) and len(self.open) <= MAX_OPEN:
            at = self._value(at) if self.open else self._next_root(at)
        for node in self.open:
            node.closed, node.end = False, len(self.text)
        return self.roots

    def _next_root(self, at: int) -> int:
        found = _ROOT.search(self.text, at)
        if found is None:
            return len(self.text)
        self._push(found.start())
        return found.start() + 1

    def _value(self, at: int) -> int:
        char = self.text[at]
        if char in "{[":
            if self.open[-1].kind == "object" and not self.keys[-1] and self.open[-1].children:
                self._pop(at)  # a value without a key: the object before it was never closed
            self._push(at)
        elif char in "}]":
            self._close("object" if char == "}" else "array", at)
        elif char in ":：":
            self._take_key(at)
        elif char in _CLOSERS:
            return self._string(at)
        elif not char.isspace() and char not in ",，":
            return self._atom(at)
        return at + 1

    def _push(self, at: int) -> None:
        node = Node("object" if self.text[at] == "{" else "array", at, at)
        self._add(node)
        self.open.append(node)
        self.keys.append("")

    def _add(self, node: Node) -> None:
        if not self.open:
            self.roots.append(node)
            return
        node.key, self.keys[-1] = self.keys[-1], ""
        self.open[-1].children.append(node)

    def _pop(self, end: int) -> None:
        self.open.pop().end = end
        self.keys.pop()

    def _close(self, kind: Kind, at: int) -> None:
        """Close the innermost open value of that kind and, as forgotten, what is open inside it."""
        if all(node.kind != kind for node in self.open):
            return
        while self.open[-1].kind != kind:
            self._pop(at)
        self._pop(at + 1)

    def _take_key(self, at: int) -> None:
        """The string or word before a colon is a key; inside an array this means that the array was never closed."""
        parent = self.open[-1]
        if not parent.children or parent.children[-1].kind not in ("text", "atom") or parent.children[-1].key:
            return
        if parent.kind == "array":
            if len(self.open) < 2 or self.open[-2].kind != "object":
                return
            self._pop(parent.children[-1].start)
        last = parent.children.pop()
        self.keys[-1] = self.text[last.start : last.end]

    def _string(self, at: int) -> int:
        end = self._string_end(at)
        self._add(Node("text", at + 1, min(end, len(self.text)), closed=end < len(self.text)))
        return end + 1

    def _string_end(self, at: int) -> int:
        """The place of the closing quote: the first that something follows which may follow a string here."""
        closers = _CLOSERS[self.text[at]]
        after = _AFTER_ITEM
        if self.open[-1].kind == "object":
            after = _AFTER_MEMBER if self.keys[-1] else _AFTER_KEY
        at += 1
        while at < len(self.text):
            if self.text[at] == "\\":
                at += 2
                continue
            if self.text[at] in closers and after.match(self.text, at + 1):
                return at
            at += 1
        return len(self.text)

    def _atom(self, at: int) -> int:
        skipped = _COMMENT.match(self.text, at)
        if skipped:
            return skipped.end()
        found = _ATOM.match(self.text, at)
        end = found.end() if found else at + 1
        self._add(Node("atom", at, end))
        return end
