"""A model's reply as it came: what of it is thinking aloud, and what is the answer.

Only a block at the very start of the reply is thinking. The same tags further on are content and stay.
"""

from __future__ import annotations

import re

_OPEN = re.compile(r"\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_CLOSE = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_PREFIX = r"[-*\"'(]*\s*(?:entity|entities|relation|relationship|content_keywords|实体|关系)[\"'*)]*\s*[<|#＜]"
_ANSWER = re.compile(rf"\s*(?:[{{\[(]|```|{_PREFIX})", re.IGNORECASE)
_ANSWER_BEFORE = re.compile(r"""\{\s*["'“}]|\[\s*["'{\[]|<\|""")


def strip_thinking(reply: str) -> str:
    """The reply without a leading think block; of one that never ends only the opening tag goes."""
    text = reply
    while True:
        opened = _OPEN.match(text)
        closed = _CLOSE.search(text, opened.end() if opened else 0)
        if opened and closed is None:
            return text[opened.end() :]
        if closed is None or not (opened or _is_orphan(text, closed)):
            return text
        text = text[closed.end() :]


def _is_orphan(text: str, closed: re.Match[str]) -> bool:
    """Whether a closing tag without an opening one ends a thought, and isn't part of what the reply says."""
    if _ANSWER.match(text):
        return False
    return _ANSWER_BEFORE.search(text, 0, closed.start()) is None or _ANSWER.match(text, closed.end()) is not None


def thinks_without_end(reply: str) -> bool:
    """Whether the reply opens a think block that it never closes."""
    opened = _OPEN.match(reply)
    return opened is not None and _CLOSE.search(reply, opened.end()) is None
