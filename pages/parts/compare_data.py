"""What the browser is sent of a comparison: plain values, texts cut to what is shown, nothing to be run.

Pure: the same traces give the same data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, get_args

from core.domain.explain import pinned
from core.domain.metrics import Overlap
from core.domain.modes import Parameters
from core.domain.picture import Part
from core.domain.trace import Cut, KeptChunk, KeptEntity, KeptPath, KeptRelation, Kind, TokenUse, Trace
from pages.parts import words_compare as words
from pages.parts import words_explain as own
from pages.parts.compare_run import Run
from pages.parts.compare_why import brought_by, names_of, reason, via
from pages.parts.text import one_line, titled

_SNIPPET, _LABEL = 260, 90
_ITEMS, _CUTS = 60, 100
_CHAINS, _SHOWN = 20, 4
_NAMES = {"entity": "entities", "relation": "relations", "path": "chains", "chunk": "chunks"}
_PARTS: tuple[tuple[str, Kind], ...] = (("entities", "entity"), ("relations", "relation"), ("chunks", "chunk"))


def data(found: Run) -> dict[str, Any]:
    """Modes as columns with their items, and how many items each pair of modes shares."""
    names = names_of(found.traces)
    return {
        "modes": [_mode(found, trace, names) for trace in found.traces.values()],
        "shared": [_shared(part, kind, found.shared) for part, kind in _PARTS],
        "strings": dict(words.COLUMNS_STRINGS) | dict(own.PICTURE_STRINGS),
    }


def _mode(found: Run, trace: Trace, names: Mapping[str, str]) -> dict[str, Any]:
    shared = found.shared
    letter, name, what, about = words.MODES[trace.mode]
    starts = {kind: pinned(trace, kind) for kind in get_args(Kind)}
    return {
        "id": trace.mode,
        "letter": letter,
        "name": name,
        "about": f"{about} {words.SEARCHES_WITH.format(what=what)}.",
        "what": words.SEARCHES_WITH.format(what=what),
        "tokens": _tokens(trace, found.parameters),
        "parts": [_part(part) for part in found.parts[trace.mode]],
        "chains": [_chain(path) for path in trace.paths[:_CHAINS]],
        "notes": [one_line(note, 400) for note in trace.notes],
        "steps": [{"name": step.name, "detail": one_line(step.detail, 200)} for step in trace.steps],
        "entities": [
            _entity(kept, names, kept.entity.key in starts["entity"]) | _held(shared, "entity", kept.entity.key)
            for kept in trace.entities[:_ITEMS]
        ],
        "relations": [
            _relation(kept, names, kept.relation.key in starts["relation"])
            | _held(shared, "relation", kept.relation.key)
            for kept in trace.relations[:_ITEMS]
        ],
        "chunks": [_chunk(kept, names) | _held(shared, "chunk", kept.chunk.id) for kept in trace.chunks[:_ITEMS]],
        "cuts": [_cut(cut, names, trace.tokens) for cut in trace.cuts[:_CUTS]],
        "counts": {
            "entities": len(trace.entities),
            "relations": len(trace.relations),
            "chunks": len(trace.chunks),
            "cuts": len(trace.cuts),
        },
    }


def _tokens(trace: Trace, parameters: Parameters) -> dict[str, int]:
    """Tokens by part with each part's limit; passages may take what entities and relations left of the total."""
    use = trace.tokens
    return {
        "entitiesLimit": parameters.max_entity_tokens,
        "relationsLimit": parameters.max_relation_tokens,
        "chunksLimit": max(0, use.limit - use.entities - use.relations - use.paths),
        "entities": use.entities,
        "relations": use.relations,
        "chains": use.paths,
        "chunks": use.chunks,
        "total": use.total,
        "limit": use.limit,
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "part": _NAMES[part.kind],
        "kept": part.kept,
        "tokens": part.tokens,
        "cut": part.cut,
        "cutTokens": part.cut_tokens,
        "about": part.about,
    }


def _chain(path: KeptPath) -> dict[str, Any]:
    """A path as the names of its nodes with the word and the way of each step; its passages by id."""
    nodes = zip(path.nodes, path.labels, strict=True)
    steps = zip(path.relations, path.steps, path.forward, strict=True)
    return {
        "rank": path.rank,
        "score": f"{path.score:.3f}",
        "nodes": [{"id": key, "label": one_line(label, 60)} for key, label in nodes],
        "steps": [{"id": key, "word": one_line(word, 40), "forward": way} for key, word, way in steps],
        "chunks": list(path.chunks[:_SHOWN]),
    }


def _entity(kept: KeptEntity, names: Mapping[str, str], by_hand: bool) -> dict[str, Any]:
    entity = kept.entity
    return {
        "id": entity.key,
        "label": one_line(titled(entity.name, entity.qualifier), _LABEL),
        "sub": one_line(entity.type, 40),
        "rank": kept.rank,
        "score": _score(kept.score),
        "via": one_line(_short(via(kept.via, names, by_hand)), _LABEL),
    }


def _relation(kept: KeptRelation, names: Mapping[str, str], by_hand: bool) -> dict[str, Any]:
    relation = kept.relation
    arrow = "→" if relation.directed else "–"
    return {
        "id": relation.key,
        "label": one_line(f"{kept.ends[0]} {arrow} {kept.ends[1]}", _LABEL),
        "sub": one_line(", ".join(relation.keywords[:4]), 60),
        "rank": kept.rank,
        "score": _score(kept.score),
        "via": one_line(_short(via(kept.via, names, by_hand)), _LABEL),
    }


def _chunk(kept: KeptChunk, names: Mapping[str, str]) -> dict[str, Any]:
    chunk = kept.chunk
    return {
        "id": chunk.id,
        "label": one_line(chunk.title or chunk.document, _LABEL),
        "sub": one_line(_after_title(chunk.text, chunk.title), _SNIPPET),
        "rank": kept.rank,
        "score": _score(kept.score),
        "via": one_line(_short(brought_by(kept.via, names, limit=2)), 160),
    }


def _cut(cut: Cut, names: Mapping[str, str], use: TokenUse) -> dict[str, Any]:
    label = names.get(f"{cut.kind}:{cut.id}", cut.id)
    return {"kind": cut.kind, "id": cut.id, "label": one_line(label, _LABEL), "reason": reason(cut.reason, use)}


def _after_title(text: str, title: str) -> str:
    """The text without its heading where that is the title, which stands above it already."""
    first, _, rest = text.strip().partition("\n")
    return rest if rest.strip() and first.strip("# ") == title.strip() else text


def _short(why: str) -> str:
    """In a column there is no room for more than `hit` or `pinned`."""
    for long in (words.VIA_HIT, words.VIA_VECTOR):
        why = why.replace(long, words.SHORT_HIT)
    return why.replace(words.VIA_SEED, words.SHORT_SEED)


def _score(score: float | None) -> str:
    return "" if score is None else f"{score:.2f}"


def _held(shared: Overlap, kind: Kind, key: str) -> dict[str, Any]:
    return {"in": [words.MODES[mode][0] for mode in shared.holders.get((kind, key), ())]}


def _shared(part: str, kind: Kind, shared: Overlap) -> dict[str, Any]:
    """Pairs [i, j, both, either] with i ≤ j; how many all that can hold it do, and how many each holds alone."""
    held = [modes for (found, _), modes in shared.holders.items() if found == kind]
    modes = shared.modes
    having, able = shared.having(kind), shared.able(kind)
    return {
        "part": part,
        "pairs": list(_pairs(modes, held)),
        "able": len(having),
        "all": sum(holders == having for holders in held),
        "allSays": (words.IN_ALL if able == modes else words.IN_GRAPH).format(n=len(having)) + _without(shared, kind),
        "only": [sum(holders == (mode,) for holders in held) for mode in modes],
        "total": len(held),
    }


def _without(shared: Overlap, kind: Kind) -> str:
    """Which modes could have kept this kind and kept none of it, where some did."""
    having = shared.having(kind)
    empty = [words.MODES[mode][1] for mode in shared.able(kind) if mode not in having]
    return f" {words.WITHOUT.format(names=', '.join(empty))}" if having and empty else ""


def _pairs(modes: Sequence[str], held: Sequence[tuple[str, ...]]) -> Iterator[list[int]]:
    for (i, one), (j, other) in combinations_with_replacement(list(enumerate(modes)), 2):
        both = sum(one in holders and other in holders for holders in held)
        either = sum(one in holders or other in holders for holders in held)
        yield [i, j, both, either]
