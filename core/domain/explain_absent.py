"""Why an item is not there: the rule that cut it, its rank beyond what was taken, or the way that led past it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.domain.explain import Case, Item, cosine
from core.domain.explain_kept import hit_said, source_said, walked
from core.domain.explain_ways import nearest
from core.domain.modes import CHUNKS
from core.domain.passages import WALK, chunk_rank
from core.domain.paths_between import BEHIND
from core.domain.records import Relation
from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS

_NAMED = 3


def absent_because(case: Case, item: Item) -> str:
    """The sentence for an item that the mode did not keep."""
    reason = case.cut(item.kind, item.key)
    rule, _, number = reason.rpartition(" ")
    if rule in _CUTS:
        return _CUTS[rule](case, item, number)
    if reason:
        return f"Left out: {reason}."
    return _NOT_REACHED[item.kind](case, item)


# --- what a rule cut --------------------------------------------------------------------------------------------------


def _budget(case: Case, item: Item, number: str) -> str:
    own = f"the budget for {COLLECTIONS[item.kind]}, {int(number):,} tokens"
    return _by_budget(case, item, own, getattr(case.trace.tokens, COLLECTIONS[item.kind]))


def _total(case: Case, item: Item, number: str) -> str:
    use = case.trace.tokens
    used = {"entity": use.entities, "relation": use.entities + use.relations, "chunk": use.total}[item.kind]
    return _by_budget(case, item, f"the budget of {int(number):,} tokens in all", used)


def _by_budget(case: Case, item: Item, budget: str, used: int) -> str:
    """Budgets keep a prefix, so all that was kept of the kind came before it."""
    hit = hit_said(case, item.kind, item.key)
    said = f"{hit}, but cut by {budget}" if hit else f"Cut by {budget}"
    return f"{said}: {used:,} were used before it."


def _searched(case: Case, item: Item, number: str) -> str:
    return _NOT_REACHED[item.kind](case, item)


def _astray(case: Case, item: Item, number: str) -> str:
    hit = hit_said(case, item.kind, item.key)
    return f"{hit}, but on no path between hits that was kept." if hit else "On no path between hits that was kept."


def _passages(case: Case, item: Item, number: str) -> str:
    """Beyond `chunk_top_k`: as a hit of the search, or behind the passages that kept items brought."""
    if (walk := walked(case, item.key)) is not None:
        return f"Passage {walk.rank} of the walk from the hits (share {walk.score:.4f}), beyond the {number} taken."
    behind = [cut.id for cut in case.trace.cuts if cut.kind == "chunk" and cut.reason == f"chunk_top_k {number}"]
    if case.hit("chunk", item.key) and item.key not in case.hits("chunk"):
        return _chunk(case, item)
    rank = int(number) + 1 + behind.index(item.key) if item.key in behind else int(number) + 1
    return f"Passage {rank} in this mode's order, beyond the {number} taken."


def _related(case: Case, item: Item, number: str) -> str:
    """Beyond the passages that each item may bring."""
    labels = [label for label, chunks in _bringing(case).items() if item.key in chunks]
    if not labels:
        return f"Beyond the {number} passages that an item may bring."
    first = labels[0]
    chunks = _bringing(case)[first]
    pick = case.parameters.chunk_pick
    by = "similarity to the question" if pick == "similarity" else "how many kept items name it"
    rank = sorted(chunks, key=chunk_rank(pick, _cosines(case, chunks), _votes(case))).index(item.key) + 1
    more = f", and as far back for {len(labels) - 1} more" if len(labels) > 1 else ""
    which = f"the {rank}{_ending(rank)} of its {len(chunks)} passages by {by}"
    return f"Named by kept {source_said(case, first)}, but {which}, beyond the {number} an item may bring{more}."


def _bringing(case: Case) -> Mapping[str, tuple[str, ...]]:
    """The chunks of each kept entity and relation by its label."""
    found = {f"entity:{kept.entity.key}": kept.entity.chunks for kept in case.trace.entities}
    return found | {f"relation:{kept.relation.key}": kept.relation.chunks for kept in case.trace.relations}


def _votes(case: Case) -> Mapping[str, Sequence[str]]:
    votes: dict[str, list[str]] = {}
    for label, chunks in _bringing(case).items():
        for chunk in chunks:
            votes.setdefault(chunk, []).append(label)
    return votes


def _cosines(case: Case, chunks: Sequence[str]) -> Mapping[str, float]:
    places = ((chunk, case.place(CHUNKS, chunk)) for chunk in chunks)
    return {chunk: place.score for chunk, place in places if place}


def _ending(number: int) -> str:
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")


_CUTS: Mapping[str, Callable[[Case, Item, str], str]] = {
    "budget entities": _budget,
    "budget relations": _budget,
    "budget chunks": _budget,
    "budget total": _total,
    "threshold": _searched,
    "top_k": _searched,
    "chunk_top_k": _passages,
    "related_chunks": _related,
    "on no": _astray,
}

# --- what nothing led to ----------------------------------------------------------------------------------------------


def _ranked(case: Case, item: Item) -> str:
    """`Ranked 57 of 1,203 for “backup” (cosine 0.17), below the threshold 0.2`; empty where nothing was searched."""
    if not case.searched(item.kind):
        return ""
    standing, hit = case.standing(item.kind, item.key), case.hit(item.kind, item.key)
    if standing:
        search, place = standing
        rank, of, score = place.rank, f" of {place.of:,}", place.score
    elif hit:
        search, rank, of, score = hit[0], hit[1].rank, "", hit[1].score
    else:
        return "It has no vector at hand, so its rank is not known"
    numbers = case.parameters
    taken = numbers.chunk_top_k if item.kind == "chunk" else numbers.top_k
    why = f"below the threshold {numbers.threshold:g}" if score < numbers.threshold else f"beyond the {taken} taken"
    return f"Ranked {rank:,}{of} for “{case.query(search.query)}” (cosine {cosine(score)}), {why}"


def _way(case: Case, item: Item) -> str:
    """How far the expansion was from it, for a mode that has one."""
    if item.kind == "chunk" or not case.mode.expansions:
        return ""
    starts = {item.key}
    if item.kind == "relation":
        relation = case.relation(item.key)
        starts = {relation.source, relation.target} if relation else set()
    return f" The graph did not lead to it: {nearest(case, starts)}."


def _entity(case: Case, item: Item) -> str:
    if not case.mode.expansions:
        return "Not searched in this mode: it looks at passages only."
    far = next((step for step in case.trace.steps if step.name == "far ends" and item.key in step.keys), None)
    if far:
        kept = next(k for k in case.trace.relations if item.key in (k.relation.source, k.relation.target))
        ranked = _ranked(case, item)
        said = f"Named as an end of kept {case.relation_name(kept.relation)}, but its own profile is not taken along."
        return f"{ranked}. {said}" if ranked else said
    return _beyond(case, item)


def _beyond(case: Case, item: Item) -> str:
    """Ranked too low, or not searched for, and led to by nothing."""
    ranked = _ranked(case, item)
    said = f"{ranked}." if ranked else f"{case.mode.name.capitalize()} does not search {COLLECTIONS[item.kind]}."
    if case.seeded:
        said = "It was not among the starts given by hand."
    return f"{said}{_way(case, item)}"


def _relation(case: Case, item: Item) -> str:
    if not case.mode.expansions:
        return "Not searched in this mode: it looks at passages only."
    return _beyond(case, item)


def _chunk(case: Case, item: Item) -> str:
    ranked = _ranked(case, item)
    if WALK in case.mode.chunks:
        count = sum(len(step.hits) for step in case.trace.steps if step.name == "walk")
        if count >= case.parameters.chunk_top_k + BEHIND:  # it may go on behind those that it tells of
            return f"{ranked}. It is not among the first {count:,} passages of the walk from the hits."
        return f"{ranked}. The walk from the hits did not reach it."
    if not case.mode.expansions:
        return f"{ranked}."
    naming = named_by(case, item.key)
    if not naming:
        return f"{ranked}. {_NOTHING_READ}" if ranked else _NOTHING_READ
    kept = [name for kind, key, name in naming if key in case.kept(kind)]
    if kept:
        told = f"Named by kept {kept[0]}, which brings no passages in this mode: it is no hit."
    else:
        names = "; ".join(name for *_, name in naming[:_NAMED])
        more = f"; and {len(naming) - _NAMED} more" if len(naming) > _NAMED else ""
        told = f"Named by no kept item. It names {names}{more}: none of them is kept."
    return f"{ranked}. {told}" if ranked else told


def named_by(case: Case, chunk: str) -> list[tuple[Kind, str, str]]:
    """Entities, then relations, that were read from the chunk: kind, key, name. A pass over the graph."""
    found: list[tuple[Kind, str, str]] = [
        ("entity", key, case.entity_name(key))
        for key, entity in case.graph.nodes(data="entity")
        if chunk in entity.chunks
    ]
    edges: list[Relation] = [r for *_, r in case.graph.edges(data="relation") if chunk in r.chunks]
    return found + [("relation", relation.key, case.relation_name(relation)) for relation in edges]


_NOTHING_READ = "Nothing was read from it that the graph holds, so the graph does not lead to it."
_NOT_REACHED: Mapping[Kind, Callable[[Case, Item], str]] = {"entity": _entity, "relation": _relation, "chunk": _chunk}
