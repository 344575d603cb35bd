"""How a workspace has its passages read by a model: the options a person can choose, as one frozen value.

Two results are comparable only where their recipes are equal; `fingerprint` is what tells.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Literal, get_args

import regex

from core.domain.identity import digest
from core.errors import InputError

Style = Literal["json", "tuple", "two-step"]
PromptLanguage = Literal["auto", "en", "zh"]

DEFAULT_TYPES = (
    *("person", "organization", "place", "event", "product", "feature"),
    *("role", "rule", "process", "document", "concept"),
)
"""Guidance, not a closed list: `other` is always allowed, and a workspace can change them."""

PROMPT_VERSION = 2
"""Counts the changes of wording in `prompts`: part of the fingerprint."""

_HAN = regex.compile(r"\p{Han}")
_OTHER_EAST_ASIAN = regex.compile(r"[\p{Hiragana}\p{Katakana}\p{Hangul}]")
_LETTER = regex.compile(r"\p{L}")


@dataclass(frozen=True, slots=True)
class ExtractionRecipe:
    """Options of extraction.

    `style`: `json`, the classic `tuple` rows, or `two-step` (entities, then relations among those only). `gleaning`: 0
    or 1 further pass. `language` is that of the instructions (`auto`: Chinese for Chinese text, else English);
    `write_in` names a language to write descriptions in, empty keeps the text's. Raises InputError.
    """

    style: Style = "json"
    types: tuple[str, ...] = DEFAULT_TYPES
    gleaning: int = 0
    language: PromptLanguage = "auto"
    write_in: str = ""
    max_tokens: int = 3072

    def __post_init__(self) -> None:
        if self.style not in get_args(Style):
            raise InputError(f"There is no extraction style {self.style!r}.", "Take json, tuple or two-step.")
        if self.gleaning not in (0, 1):
            raise InputError(f"Gleaning can't be {self.gleaning}.", "Take 0 (off) or 1 further pass.")
        if self.language not in get_args(PromptLanguage):
            raise InputError(f"There are no prompts in {self.language!r}.", "Take auto, en or zh.")
        if self.max_tokens < 256:
            raise InputError("A reply needs room for 256 tokens at least.", "Raise the limit.")

    @property
    def fingerprint(self) -> str:
        """16 hex digits that change with whatever may change a result."""
        return digest("recipe", str(PROMPT_VERSION), *map(str, astuple(self)))[:16]


def language_of(text: str) -> Literal["en", "zh"]:
    """`zh` where at least three in ten letters are Chinese characters and none are kana or Hangul; else `en`."""
    sample = text[:20_000]
    letters = len(_LETTER.findall(sample))
    if not letters or _OTHER_EAST_ASIAN.search(sample):
        return "en"
    return "zh" if len(_HAN.findall(sample)) >= 0.3 * letters else "en"
