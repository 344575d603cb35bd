"""Which paths are shown: those whose every node and edge was kept, as far as the tokens last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.domain.expand import Path
from core.domain.fusion import within_budget
from core.domain.ground import Ground
from core.domain.journal import Journal
from core.domain.packing import entity_label, step_label
from core.domain.trace import KeptChunk, KeptEntity, KeptPath, KeptRelation


def keep_paths(
    paths: Sequence[Path],
    entities: Sequence[KeptEntity],
    relations: Sequence[KeptRelation],
    room: int,
    ground: Ground,
    journal: Journal,
) -> tuple[KeptPath, ...]:
    """The best whole paths whose lines take at most `room` tokens, ranked from 1, without their chunks."""
    if not paths:
        return ()
    held = {kept.entity.key for kept in entities} | {kept.relation.key for kept in relations}
    whole = [p for p in paths if held.issuperset(p.nodes) and held.issuperset(r.key for r in p.relations)]
    drafts = [_draft(path, rank, ground) for rank, path in enumerate(whole, 1)]
    fitted = within_budget(drafts, ground.costs.path, room)
    detail = f"{len(fitted.kept)} of {len(paths)} kept, {len(whole)} whole: {fitted.tokens} of {room} tokens"
    journal.step("path budget", detail, keys=[key for path, _ in fitted.kept for key in path.relations])
    return tuple(replace(path, tokens=used) for path, used in fitted.kept)


def _draft(path: Path, rank: int, ground: Ground) -> KeptPath:
    return KeptPath(
        nodes=path.nodes,
        relations=tuple(relation.key for relation in path.relations),
        labels=tuple(entity_label(ground.entity(key)) for key in path.nodes),
        forward=tuple(r.source == start for r, (start, _) in zip(path.relations, pairwise(path.nodes), strict=True)),
        score=path.score,
        rank=rank,
        steps=tuple(step_label(relation) for relation in path.relations),
    )


def along(
    paths: Sequence[KeptPath], relations: Sequence[KeptRelation], chunks: Sequence[KeptChunk]
) -> tuple[KeptPath, ...]:
    """The same paths with the kept chunks that state their steps, in the order of the steps, then of the chunks."""
    stated = {kept.relation.key: set(kept.relation.chunks) for kept in relations}
    found = []
    for path in paths:
        ids = (kept.chunk.id for key in path.relations for kept in chunks if kept.chunk.id in stated[key])
        found.append(replace(path, chunks=tuple(dict.fromkeys(ids))))
    return tuple(found)
