"""A trace in the shape that `retrieve --json` prints.

Names and texts stand in it as data, made safe for no page. Steps are left out: they are for the eye.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.domain.trace import KeptChunk, KeptEntity, KeptPath, KeptRelation, TokenUse, Trace
from core.services.themes import Theme

_DIGITS = 6
"""Decimals of a cosine: float32 has no more to say."""


def themes_json(themes: Sequence[Theme]) -> list[dict[str, Any]]:
    """A facet over the kept passages, in its order."""
    return [
        {"theme": theme.text, "documents": list(theme.documents), "citations": list(theme.citations)}
        for theme in themes
    ]


def trace_json(trace: Trace) -> dict[str, Any]:
    """JSON values only. Lists are in context order; `viewer` is null for everything, [] for what everyone may see."""
    keywords = trace.keywords
    return {
        "question": trace.question,
        "mode": trace.mode,
        "policy": trace.policy,
        "viewer": None if trace.viewer is None else list(trace.viewer),
        "keywords": {"low": list(keywords.low), "high": list(keywords.high), "from": keywords.origin},
        "entities": [_entity(kept) for kept in trace.entities],
        "relations": [_relation(kept) for kept in trace.relations],
        "paths": [_path(kept) for kept in trace.paths],
        "chunks": [_chunk(kept) for kept in trace.chunks],
        "cuts": [{"kind": cut.kind, "id": cut.id, "reason": cut.reason} for cut in trace.cuts],
        "tokens": _tokens(trace.tokens),
        "notes": list(trace.notes),
    }


def _entity(kept: KeptEntity) -> dict[str, Any]:
    entity = kept.entity
    return {
        "key": entity.key,
        "name": entity.name,
        "type": entity.type,
        "description": entity.description,
        "score": _score(kept.score),
        "rank": kept.rank,
        "via": kept.via,
    }


def _relation(kept: KeptRelation) -> dict[str, Any]:
    relation = kept.relation
    return {
        "key": relation.key,
        "source": relation.source,
        "target": relation.target,
        "keywords": list(relation.keywords),
        "description": relation.description,
        "weight": relation.weight,
        "score": _score(kept.score),
        "via": kept.via,
    }


def _path(kept: KeptPath) -> dict[str, Any]:
    return {
        "nodes": list(kept.nodes),
        "relations": list(kept.relations),
        "labels": list(kept.labels),
        "steps": list(kept.steps),
        "forward": list(kept.forward),
        "score": _score(kept.score),
        "rank": kept.rank,
        "chunks": list(kept.chunks),
    }


def _chunk(kept: KeptChunk) -> dict[str, Any]:
    chunk = kept.chunk
    return {
        "id": chunk.id,
        "document": chunk.document,
        "text": chunk.text,
        "score": _score(kept.score),
        "via": list(kept.via),
    }


def _score(score: float | None) -> float | None:
    return None if score is None else round(float(score), _DIGITS)


def _tokens(use: TokenUse) -> dict[str, int]:
    return {
        "entities": use.entities,
        "relations": use.relations,
        "paths": use.paths,
        "chunks": use.chunks,
        "total": use.total,
        "limit": use.limit,
    }
