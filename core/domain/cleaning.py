"""Text as every document holds it: NFC, `\\n` line ends, no control characters but `\\n` and `\\t`.

Owns that normal form. Refuses to judge content: what a file meant is the loaders' matter.
"""

from __future__ import annotations

import re
import unicodedata

_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Controls, byte order marks, lone surrogates and the code points that Unicode keeps for no character.
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def clean(text: str) -> str:
    """The normal form; white space within lines stays as it is."""
    return unicodedata.normalize("NFC", _DROPPED.sub("", _LINE_END.sub("\n", text)))


def tidy(text: str) -> str:
    """The normal form with at most one blank line in a row and none at the ends, for text that had a layout."""
    lines = "\n".join(line.rstrip() for line in clean(text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()
