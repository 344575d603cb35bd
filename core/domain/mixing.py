"""Passages near in meaning and passages that share words become one list: reciprocal rank fusion.

A passage scores 1 / (60 + rank) in each list that has it, and the scores are added. Ranks only are compared, because
cosines and BM25 have no scale in common; 60 is the constant of Cormack, Clarke and Büttcher (2009).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.passages import VECTOR
from core.domain.trace import Hit

WORDS = "words"
"""The label of a passage that the search by words found."""

RRF_K = 60


def mixed(near: Sequence[Hit], by_words: Sequence[Hit]) -> dict[str, tuple[str, ...]]:
    """Chunk ids, best first, with the labels of the lists that have them; equal scores are ordered by id."""
    scores: dict[str, float] = {}
    labels: dict[str, tuple[str, ...]] = {}
    for label, hits in ((VECTOR, near), (WORDS, by_words)):
        for rank, hit in enumerate(hits, 1):
            scores[hit.key] = scores.get(hit.key, 0.0) + 1 / (RRF_K + rank)
            labels[hit.key] = (*labels.get(hit.key, ()), label)
    return {key: labels[key] for key in sorted(scores, key=lambda key: (-scores[key], key))}


def by_vector(near: Sequence[Hit]) -> Mapping[str, tuple[str, ...]]:
    """The same where words take no part."""
    return {hit.key: (VECTOR,) for hit in near}
