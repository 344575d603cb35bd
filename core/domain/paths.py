"""Names of files as they may be shown and kept: relative, plain, never empty, never pointing elsewhere.

Owns `safe_name`. Refuses to touch a disk: a name is text, and what it says is never used as a path.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_MAX_PART = 120
_MAX_NAME = 400
_DRIVE = re.compile(r"^[A-Za-z]:")
# Zero-width joiners stay (emoji, Persian names need them); marks that turn the reading direction go: they hide endings.
_KEPT_FORMATS = frozenset("\u200c\u200d")


def safe_name(name: str) -> str:
    """A relative display name: no leading slash, drive, `.` or `..` parts or control characters; `/` between parts.

    NFC. Over-long parts keep their ending and get a hash of the whole, so that two long names stay two.
    """
    plain = unicodedata.normalize("NFC", "".join(_kept(character) for character in name.replace("\\", "/")))
    parts = [part.strip() for part in _DRIVE.sub("", plain.strip()).split("/")]
    kept = [_shortened(part, _MAX_PART) for part in parts if part.strip(". ")]
    return _shortened("/".join(kept), _MAX_NAME) or "unnamed"


def stem(name: str) -> str:
    """The last part of a name without its ending, for a title."""
    last = safe_name(name).rsplit("/", 1)[-1]
    return last.rpartition(".")[0] or last


def ending(name: str) -> str:
    """The lower-case ending with its dot, or nothing."""
    last = name.rsplit("/", 1)[-1]
    front, dot, end = last.rpartition(".")
    return f".{end.lower()}" if front and dot else ""


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cc", "Zl", "Zp") or (category == "Cf" and character not in _KEPT_FORMATS):
        return ""
    return character


def _shortened(text: str, limit: int) -> str:
    """Whole if short enough; else its beginning, a hash of the whole, and its ending."""
    if len(text) <= limit:
        return text
    mark = hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
    tail = ending(text)[:12]
    return f"{text[: limit - len(mark) - len(tail) - 1].rstrip()}~{mark}{tail}"
