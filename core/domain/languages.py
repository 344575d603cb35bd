"""What an embedder was trained on, as far as its name tells, and whether a text is beyond that."""

from __future__ import annotations

import regex

ENGLISH_ONLY = (
    "all-minilm",
    "nomic-embed-text:v1",
    "nomic-embed-text:latest",
    "mxbai-embed-large",
    "snowflake-arctic-embed:",
)
"""Beginnings of the names of embedders that their model cards call English. Others are taken to know more."""

_LETTER, _LATIN = regex.compile(r"\p{L}"), regex.compile(r"\p{Latin}")
_SAMPLE = 4000


def knows_english_alone(embedder: str) -> bool:
    """Whether an embedder of this identity (`name@digest`) was trained on English alone."""
    return embedder.lower().startswith(ENGLISH_ONLY)


def beyond_latin(text: str) -> bool:
    """Whether at least three in ten letters (of the first 4,000 characters) belong to another script than Latin."""
    sample = text[:_SAMPLE]
    letters = len(_LETTER.findall(sample))
    return letters > 0 and letters - len(_LATIN.findall(sample)) >= 0.3 * letters
