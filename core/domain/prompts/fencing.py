"""Text of others inside a prompt: marked as data, and unable to end the mark or to speak as the system.

The fence carries a code made from the text itself, so no text can hold the line that ends it. Control words of chat
templates, which a model would read as the start of another speaker's turn, are broken by a space.
"""

from __future__ import annotations

import re

from core.domain.identity import digest

_CONTROL_WORDS = re.compile(
    r"<(?=[|｜]|/?s>|/?(?:start|end)_of_(?:turn|text|image)\b|/?(?:bos|eos|unk|pad|mask)>|/?think)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])|<(?=</?SYS>>)",
    re.IGNORECASE,
)


def defuse(text: str) -> str:
    """The text with a space inside whatever a chat template would take for one of its own marks."""
    return _CONTROL_WORDS.sub(lambda found: found.group() + " ", text)


def fence(text: str, word: str) -> str:
    """The text between two lines that name it by `word` and by the same code."""
    safe = defuse(text)
    code = digest("fence", safe)[:8]
    while code in safe:
        code = digest("fence", code)[:8]
    return f"=== {word} {code} ===\n{safe}\n=== /{word} {code} ==="
