"""A reply to the keyword question to two lists: things named (low) and themes (high)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.parsing.cleaning import distinct, keywords_of
from core.domain.parsing.json_fields import plain_key
from core.domain.parsing.json_scan import Node, scan
from core.domain.parsing.json_values import value_at
from core.domain.parsing.replies import strip_thinking
from core.domain.records import Keywords

_HIGH = {
    *("highlevelkeywords", "highlevelkeyword", "highlevel", "high", "highkeywords", "hlkeywords", "themes", "theme"),
    *("高层关键词", "高层级关键词", "高级关键词", "主题", "主题词", "主题关键词"),
}
_LOW = {
    *("lowlevelkeywords", "lowlevelkeyword", "lowlevel", "low", "lowkeywords", "llkeywords", "entities", "entity"),
    *("低层关键词", "低层级关键词", "低级关键词", "实体", "实体词", "实体关键词"),
}
_LINE = re.compile(r"^[ \t\-*•#\d.]{0,12}([^\n:：]{2,40}?)\*{0,3}[ \t]{0,3}[:：]\*{0,3}[ \t]{0,9}(\S.*)$", re.MULTILINE)


def parse_keywords(reply: str) -> Keywords:
    """Both lists without repeats, in the order given; empty with flag `unparsed` where the reply can't be read."""
    text = strip_thinking(reply)
    roots = scan(text)
    lists = _from_json(text, roots)
    flags: list[str] = [] if all(root.closed for root in roots) or lists is None else ["incomplete"]
    if lists is None:
        lists = _from_lines(text)
        flags.append("unparsed" if lists is None else "repaired")
    low, high = lists or ((), ())
    return Keywords(low=low, high=high, origin="model", raw=reply, flags=tuple(flags))


def _from_json(text: str, roots: Sequence[Node]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The lists of the first object that has one of them, at any depth."""
    queue = list(roots)
    while queue:
        node = queue.pop(0)
        low = [child for child in node.children if plain_key(child.key) in _LOW]
        high = [child for child in node.children if plain_key(child.key) in _HIGH]
        if low or high:
            return _words(text, low), _words(text, high)
        queue.extend(child for child in node.children if child.children)
    return None


def _words(text: str, nodes: Sequence[Node]) -> tuple[str, ...]:
    words: list[str] = []
    for node in nodes:
        if node.kind in ("text", "atom"):
            words.extend(keywords_of(value_at(text, node) if node.closed else "", "keywords", []))
        if node.kind == "object":
            continue
        leaves = [value_at(text, leaf) for leaf in node.children if leaf.closed]
        words.extend(keywords_of(leaves, "keywords", []))
    return distinct(words)


def _from_lines(text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """`High-level keywords: a, b` on a line of its own."""
    low: list[str] = []
    high: list[str] = []
    for found in _LINE.finditer(text):
        key = plain_key(found.group(1))
        into = high if key in _HIGH else low if key in _LOW else None
        if into is not None:
            into.extend(keywords_of(found.group(2).strip(" []"), "keywords", []))
    return (distinct(low), distinct(high)) if low or high else None
