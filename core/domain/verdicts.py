"""What kind of sentence stands in an answer: a statement to be backed, the word that nothing was found, or neither.

The marker sentences are what a model is asked to write where the documents don't hold the answer. Small models write
it in their own words, so near wordings count as well.
"""

from __future__ import annotations

from typing import Literal

import regex

from core.domain.answers import Kind
from core.domain.citations import without_marks

NOT_FOUND: dict[Literal["en", "zh"], str] = {
    "en": "The documents do not say.",
    "zh": "文档中没有说明。",
}

LEAST_WORDS = 3
"""A sentence of fewer words (or Chinese characters) states nothing that could be compared."""

LOOKED_AT = 400
"""Characters of a sentence in which it would say that it found nothing."""

_GIVEN = r"(?:(?:the|these|this|any of the|given|provided|available|supplied|above|your|retrieved|numbered)\s+)*"
_SOURCE = (
    r"(?:documents?|passages?|contexts?|texts?|sources?|excerpts?|materials?"
    r"|(?:given|provided|available|supplied|above)\s+(?:information|data|details)"
    r"|(?:information|data|details)\s+(?:given|provided|available|supplied|above))"
)
_THEM = (
    rf"{_GIVEN}{_SOURCE}(?:\s+(?:and|or)\s+{_GIVEN}{_SOURCE})?"
    r"(?:\s+(?:that\s+(?:is|are|was|were)\s+)?(?:provided|given|above))?"
)
_SAY = (
    r"(?:say|state|mention|contain|specify|provide|include|give|address|answer|describe|indicate|discuss|cover|have|tell"
    r"|reveal|explain|offer|list|hold|disclose|define)"
)
_NOT = r"(?:do|does|did)(?:\s+not|n['’]t)(?:\s+\w+ly)?"
_SAID = (
    r"(?:mentioned|stated|found|provided|specified|given|contained|included|said|described|available|discussed|addressed"
    r"|present|covered|listed|indicated|answered|determined|explained)"
)
_ENGLISH = (
    rf"{_THEM}\s+{_NOT}\s+{_SAY}",
    rf"(?:is|are|was|were)(?:\s+not|n['’]t)(?:\s+\w+ly)?\s+{_SAID}\s+(?:in|by|from|within)\s+{_THEM}",
    rf"(?:can\s*not|can['’]t|could\s+not|couldn['’]t|unable\s+to|impossible\s+to)\b[^.]{{0,60}}\b(?:from|in|on|with|by)\s+{_THEM}",
    rf"\bno\s+(?:relevant\s+|specific\s+|such\s+|direct\s+)?(?:information|mention|answer|details?|data|evidence)\b[^.]{{0,80}}"
    rf"\b(?:in|from|within)\s+{_THEM}",
    rf"{_THEM}\s+(?:contains?|provides?|gives?|has|have|holds?|offers?|includes?)\s+no\s+"
    r"(?:relevant\s+|specific\s+|such\s+|direct\s+)?(?:information|mention|answer|details?|data)",
    r"\bi\s+(?:do\s+not|don['’]t)\s+(?:know|have\s+(?:enough|any|the)\b)",
    r"\b(?:not|n['’]t|no|in)\s*(?:enough|sufficient)\s+(?:information|context|data|details?)",
    r"\b(?:insufficient|there\s+is\s+no)\s+(?:relevant\s+)?information",
    rf"{_THEM}\s+(?:is|are)\s+silent",
)
_TEXT = r"(?:文档|文件|资料|文中|文章|段落|上下文|材料|内容|原文|信息|文本|片段|来源)"
_TEXTS = rf"(?:(?:^|[^\p{{Han}}]|[在从该此本]|这些|所给的?|提供的|上述|根据|现有的?|给定的?|所有|相关){_TEXT})"
_CHINESE = (
    rf"{_TEXTS}[^。，,]{{0,10}}(?:没有|并未|未|不)(?:明确|具体|直接|有)?"
    r"(?:说明|提到|提及|包含|涉及|给出|提供|指出|记载|说到|回答|相关|找到|描述|显示|包括)",
    rf"(?:无法|不能|难以)[^。]{{0,8}}(?:从|根据|依据|在)[^。]{{0,6}}{_TEXT}",
    rf"{_TEXTS}[^。]{{0,10}}(?:无法|不能|难以)(?:得知|确定|回答|找到|判断)",
    r"(?:没有|缺乏|缺少|未找到|找不到)[^。，,的]{0,6}(?:信息|答案|相关内容|说明)(?:[。！]|$)",
    r"^(?:我)?不(?:知道|清楚)",
)
_NEAR = regex.compile("|".join((*_ENGLISH, *_CHINESE)), regex.IGNORECASE)
_MARKERS = {regex.sub(r"[\W_]+", "", marker).casefold() for marker in NOT_FOUND.values()}
_OWN_WORDS = regex.compile(
    r"\b(?:passages?|context|provided|information|excerpts?)\b|段落|上下文|片段|提供", regex.IGNORECASE
)
_BULLET = regex.compile(
    r"^\s*(?:[-*+•·]\s+|\d{1,3}[.)、]\s*(?!\d)|[（(][一二三四五六七八九十\d]{1,3}[)）]\s*|\#{1,6}\s+|>\s*)+"
)
_MARKDOWN = regex.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|`")
_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{N}]+")


def plain_sentence(text: str) -> str:
    """The words of a sentence: without citations, bullet, and marks of Markdown."""
    return " ".join(_MARKDOWN.sub("", _BULLET.sub("", without_marks(text))).split())


def kind_of(text: str, cited: bool = False) -> Kind:
    """What a sentence is. One that is `cited` and says that the documents lack something may be a statement on them."""
    plain = plain_sentence(text)
    if says_not_found(plain) and (not cited or _is_marker(plain) or _OWN_WORDS.search(plain)):
        return "not found"
    code = text.lstrip().startswith(("```", "~~~"))
    if code or text.lstrip().startswith("#") or plain.endswith(("?", "？")):
        return "other"
    if plain.endswith((":", "：")) and not cited:
        return "other"
    return "statement" if says_something(plain) else "other"


def says_something(plain: str) -> bool:
    """Whether a sentence has words enough to be compared with another."""
    return len(_WORD.findall(plain)) >= LEAST_WORDS


def says_not_found(plain: str) -> bool:
    """Whether a sentence says, in whatever words, that the documents don't hold the answer."""
    return _is_marker(plain) or _NEAR.search(plain[:LOOKED_AT]) is not None


def _is_marker(plain: str) -> bool:
    return regex.sub(r"[\W_]+", "", plain).casefold() in _MARKERS
