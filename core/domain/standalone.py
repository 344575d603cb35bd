"""What a model made of a follow-up: the question that stands alone, or the follow-up itself with the reason."""

from __future__ import annotations

import regex

from core.domain.answers import Standalone
from core.domain.parsing import strip_thinking
from core.domain.parsing.cleaning import one_line
from core.domain.parsing.json_fields import plain_key
from core.domain.parsing.json_scan import Node, scan
from core.domain.parsing.json_values import value_at

MOST = 400
"""Characters; a longer rewriting of a shorter question is no rewriting."""

_KEYS = {
    "question",
    "standalone",
    "standalonequestion",
    "rewritten",
    "rewrittenquestion",
    "query",
    "问题",
    "改写",
    "独立问题",
}
_LABEL = regex.compile(
    r"^(?:(?:standalone|rewritten|new)\s+)?(?:question|query)\s*[:：]\s*|^(?:改写后的?|独立)?问题\s*[:：]\s*",
    regex.IGNORECASE,
)
_PLACEHOLDER = regex.compile(r"<[^<>]{1,40}>")
_LETTER = regex.compile(r"\p{L}")
_QUOTES = "\"'“”‘’「」` "


def read_standalone(question: str, reply: str) -> Standalone:
    """The rewritten question of a reply in JSON, or of one line of prose; else the question itself, with a note."""
    text = strip_thinking(reply).strip()
    found = _from_json(text)
    if found is None and "\n" not in text and "{" not in text:
        found = _LABEL.sub("", text)
    cleaned = one_line(found or "").strip(_QUOTES)
    reason = _fault(question, cleaned)
    if reason:
        return Standalone(question, question, reply, f"The question is asked as it is: {reason}")
    return Standalone(question, cleaned, reply)


def _fault(question: str, found: str) -> str:
    if not _LETTER.search(found) or _PLACEHOLDER.fullmatch(found):
        return "the model's reply held no question."
    if len(found) > max(MOST, 3 * len(question)):
        return "the model gave a text instead of a question."
    return ""


def _from_json(text: str) -> str | None:
    queue: list[Node] = list(scan(text))
    while queue:
        node = queue.pop(0)
        for child in node.children:
            if plain_key(child.key) in _KEYS and child.kind == "text" and child.closed:
                return str(value_at(text, child))
        queue.extend(node.children)
    return None
