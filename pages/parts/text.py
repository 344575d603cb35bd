"""The only way that text from documents and models gets into Markdown: with nothing in it left to be Markdown.

For running text prefer `st.text` or the passage component, which take text as it is. Labels of buttons, tabs, badges
and captions are Markdown to Streamlit; there use `safe_markdown`.
"""

from __future__ import annotations

import re

from core.domain.names import shown_name

JOINER = "\u2060"
"""Word joiner: invisible, no width, no break. It parts what Streamlit replaces after Markdown was parsed."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_SPACE = re.compile(r"\s+")
_REPLACED_LATER = re.compile(r"(?<=[:@])(?=\S)|(?<=[-<>=~])(?=[-<>=~])|(?<=\bwww)(?=\.)", re.IGNORECASE)
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def safe_markdown(text: str, limit: int | None = None) -> str:
    """`text` on one line as Markdown that shows exactly its words; cut to `limit` characters with an ellipsis.

    Every ASCII punctuation mark is escaped. Emoji and icon codes, e-mail and web addresses, and arrows, which
    Streamlit replaces in the parsed text, are parted by a word joiner. Control and direction marks are dropped.
    """
    line = _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _PUNCTUATION.sub(r"\\\1", _REPLACED_LATER.sub(JOINER, line))


def one_line(text: str, limit: int) -> str:
    """Plain text on one line, cut to `limit` characters with an ellipsis: for tables, options and canvases."""
    line = _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def titled(name: str, qualifier: str) -> str:
    """A name with its qualifier, plain: `Daily backup · Business`. All pages show names by this."""
    return shown_name(name, qualifier)
