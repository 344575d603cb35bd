"""Where the delimiters of a tuple reply are, the damaged ones included.

The text is marked without changing its length: each delimiter becomes one mark and filler, so that a place in the
marked text is the same place in the reply. Every repetition in these patterns is bounded: replies are hostile text.
"""

from __future__ import annotations

import re

GOOD, OLD, DAMAGED, FILLER = "\x1f", "\x1d", "\x1e", "\x1c"
"""`<|#|>`, the older `<|>`, a damaged one, and what fills the rest of its length."""

MARKS = f"{GOOD}{OLD}{DAMAGED}"

_DELIMITER = re.compile(
    r"""
      (?P<good><\|\#\|>)
    | (?P<damaged>
        [<＜][A-Za-z]{0,3}[|｜][#＃][|｜][A-Za-z]{0,3}[>＞]               # letters slipped in; full width
      | [<＜]\s?[|｜]{0,3}\s?\\?[#＃]{1,3}\\?\s?[|｜:;]{0,3}\s?[>＞]      # <#> <|#> <|##|> <|\#|> < | # | >
      | [<＜][|｜]{1,3}\\?[#＃]{1,3}[|｜:;]{0,3}                          # <|# <|#: (not closed)
      | [|｜]{1,3}\\?[#＃]{1,3}\\?[|｜]{1,3}[>＞]?                        # |#|> ||#||
      | [#＃][|｜]{1,3}[>＞]                                              # #|>
      )
    | (?P<old>(?<=\S)[<＜][|｜]{1,3}[>＞] | [<＜][|｜]{1,3}[>＞](?=\S))   # <|>, but not one that stands free in prose
    """,
    re.VERBOSE,
)
_LINE = re.compile(
    r"^[ \t\-*•|\"'(]{0,9}(?:entity|relation|relationship|实体|关系)[\"']?[ \t]{0,3}[|\t]"
    r"(?:[^|\t\n]{0,2000}[|\t]){2,6}[^|\t\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
_MARK_OF = {"good": GOOD, "damaged": DAMAGED, "old": OLD}
_FOREIGN = re.compile(f"[{MARKS}{FILLER}]")

COMPLETED = re.compile(
    r"[<＜|｜][<＜|｜#＃]{0,5}\s{0,3}COMPLETED?\s{0,3}[|｜#＃>＞]{0,6}"
    r"|\bCOMPLETED?\s{0,3}[|｜#＃]{0,5}[>＞]"
    r"|(?m:^[ \t]{0,9}(?-i:COMPLETED?)[ \t]{0,9}$)",
    re.IGNORECASE,
)
"""The mark that ends a reply, whole or damaged."""


def mark(text: str) -> str:
    """The text with every delimiter replaced by its mark and filler, of the same length."""
    return _LINE.sub(_marked_line, _DELIMITER.sub(_marked, _FOREIGN.sub(" ", text)))


def plain(marked: str) -> str:
    """A piece between marks as text again."""
    return marked.replace(FILLER, "")


def _marked_line(found: re.Match[str]) -> str:
    """A row whose fields are parted by bars or tabs alone: each of these is a damaged delimiter."""
    line = found.group()
    bars = line.count("|") >= line.count("\t")
    return line if any(char in line for char in MARKS) else line.replace("|" if bars else "\t", DAMAGED)


def _marked(found: re.Match[str]) -> str:
    return _MARK_OF[found.lastgroup or "good"] + FILLER * (len(found.group()) - 1)
