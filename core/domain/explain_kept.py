"""Why a kept item is there: the hit that it was, the edge it came over, the items that name it, as a sentence."""

from __future__ import annotations

from core.domain.explain import Case, Item, cosine
from core.domain.journal import counted
from core.domain.mixing import WORDS
from core.domain.passages import VECTOR, WALK
from core.domain.trace import Hit, KeptChunk, KeptEntity, KeptPath, KeptRelation, Kind

_NAMED = 4
"""So many of the items that name a chunk are told by name."""


def kept_because(case: Case, item: Item) -> str:
    """The sentence for an item that the mode kept."""
    kept = case.kept(item.kind)[item.key]
    if isinstance(kept, KeptChunk):
        return _chunk(case, kept)
    return _entity(case, kept) if isinstance(kept, KeptEntity) else _relation(case, kept)


def hit_said(case: Case, kind: Kind, key: str) -> str:
    """`Hit 3 of 1,203 for “backup” (cosine 0.71)`, or that a person gave it; empty if it was no hit."""
    if key not in case.hits(kind):
        return ""
    found = case.hit(kind, key)
    if found is None:
        return "Given by hand as a start"
    search, hit = found
    if search.by == "name":
        return f"Hit {hit.rank} by name, which is one of the keywords “{case.query(search.query)}”"
    return f"Hit {hit.rank} of {size(case, kind):,} for “{case.query(search.query)}” (cosine {cosine(hit.score)})"


def size(case: Case, kind: Kind) -> int:
    """How many rows a search for this kind looks at."""
    if kind == "chunk":
        return len(case.chunks)
    return len(case.graph) if kind == "entity" else int(case.graph.number_of_edges())


def _entity(case: Case, kept: KeptEntity) -> str:
    key = kept.entity.key
    if hit := hit_said(case, "entity", key):
        return f"{hit}."
    if on := on_path(case, key):
        return on
    over = [k for k in case.trace.relations if key in (k.relation.source, k.relation.target)]
    if not over:
        return "An end of a found relation, which did not fit itself."
    first = next((k for k in over if k.via == "seed"), over[0])
    name, hit = case.relation_name(first.relation), hit_said(case, "relation", first.relation.key)
    if hit:
        return f"An end of {name}: {_small(hit)}."
    return f"The far end of {name}, which is kept as relation {first.rank}."


def _relation(case: Case, kept: KeptRelation) -> str:
    if hit := hit_said(case, "relation", kept.relation.key):
        return f"{hit}."
    if on := on_path(case, kept.relation.key):
        return on
    if not kept.via.startswith("edge of "):
        return f"Came in by {kept.via}."
    owner = kept.via.removeprefix("edge of ")
    hit = hit_said(case, "entity", owner)
    degrees = sum(case.graph.degree[key] for key in (kept.relation.source, kept.relation.target))
    weight = case.parameters.edge_weight
    second = f"strength {kept.relation.strength:g}" if weight == "strength" else _says(kept.relation.weight)
    came = f"A relation of {case.entity_name(owner)}" + (f": {_small(hit)}" if hit else "")
    return f"{came}. Relation {kept.rank} by the {degrees:,} relations of its two ends, then by {second}."


def _says(weight: int) -> str:
    return "the 1 passage that says so" if weight == 1 else f"the {weight} passages that say so"


def _chunk(case: Case, kept: KeptChunk) -> str:
    key = kept.chunk.id
    said = [hit_said(case, "chunk", key) or "Found by the search for the question"] if VECTOR in kept.via else []
    said += [_found_by(case, label, key) for label in (WORDS, WALK) if label in kept.via]
    named = [source for source in kept.via if source not in (VECTOR, WORDS, WALK)]
    if named:
        names = "; ".join(source_said(case, source) for source in named[:_NAMED])
        more = f"; and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        said.append(f"Named by {counted(len(named), 'kept item')}: {names}{more}")
    if VECTOR not in kept.via and kept.score is not None:
        said.append(f"Its cosine to the question is {cosine(kept.score)}")
    return f"{'. '.join(said)}."


def _found_by(case: Case, label: str, key: str) -> str:
    """Its rank among the passages that share words with the question, or that the walk reached."""
    hit = walked(case, key, "walk" if label == WALK else "words search")
    if label == WALK:
        rank = f"passage {hit.rank} of " if hit else ""
        share = f" (share {hit.score:.4f})" if hit else ""
        return f"{rank}the walk from the hits{share}".capitalize() if rank else "The walk from the hits reached it"
    return f"Match {hit.rank} by words of the question" if hit else "Shares words with the question"


def walked(case: Case, key: str, step: str = "walk") -> Hit | None:
    """What the walk, or the search by words, said of a passage."""
    hits = (hit for one in case.trace.steps if one.name == step for hit in one.hits)
    return next((hit for hit in hits if hit.key == key), None)


def source_said(case: Case, source: str) -> str:
    """`Daily backup (entity 2)` for the label of what brought a chunk."""
    kind, _, key = source.partition(":")
    if kind == "path":
        path = next((path for path in case.trace.paths if str(path.rank) == key), None)
        return f"path {key}" + (f", {chain(path)}" if path else "")
    for kept in (*case.trace.entities, *case.trace.relations):
        if isinstance(kept, KeptEntity) and kind == "entity" and kept.entity.key == key:
            return f"{case.entity_name(key)} (entity {kept.rank})"
        if isinstance(kept, KeptRelation) and kind == "relation" and kept.relation.key == key:
            return f"{case.relation_name(kept.relation)} (relation {kept.rank})"
    return key


def on_path(case: Case, key: str) -> str:
    """The first kept path that holds the node or edge; empty if none does."""
    path = next((path for path in case.trace.paths if key in path.nodes or key in path.relations), None)
    return f"On path {path.rank} between two hits: {chain(path)}." if path else ""


def chain(path: KeptPath) -> str:
    """`A – keeps → B ← holds – C`."""
    said = path.labels[0] if path.labels else ""
    for name, word, forward in zip(path.labels[1:], path.steps, path.forward, strict=False):
        between = (f"– {word} →" if forward else f"← {word} –") if word else ("→" if forward else "←")
        said += f" {between} {name}"
    return said


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
