"""Why an item is in a mode, or why it is not, in a reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.domain.trace import Kind, TokenUse, Trace
from pages.parts import words_compare as words


class Standing(NamedTuple):
    """An item in one mode: `rank` and `score` are None where it was not kept or not measured."""

    mode: str
    rank: int | None
    score: float | None
    why: str


def standings(traces: Mapping[str, Trace], kind: Kind, key: str) -> list[Standing]:
    """The item in each mode, in the order of the modes."""
    names = names_of(traces)
    return [_standing(mode, trace, kind, key, names) for mode, trace in traces.items()]


def _standing(mode: str, trace: Trace, kind: Kind, key: str, names: Mapping[str, str]) -> Standing:
    for rank, score, found, why in _kept(trace, kind, names):
        if found == key:
            return Standing(mode, rank, score, why)
    cut = next((cut for cut in trace.cuts if cut.kind == kind and cut.id == key), None)
    why = words.LEFT_OUT.format(reason=reason(cut.reason, trace.tokens)) if cut else words.NOT_REACHED
    return Standing(mode, None, None, why)


def _kept(trace: Trace, kind: Kind, names: Mapping[str, str]) -> list[tuple[int, float | None, str, str]]:
    if kind == "entity":
        return [(k.rank, k.score, k.entity.key, via(k.via, names)) for k in trace.entities]
    if kind == "relation":
        return [(k.rank, k.score, k.relation.key, via(k.via, names)) for k in trace.relations]
    return [(k.rank, k.score, k.chunk.id, brought_by(k.via, names)) for k in trace.chunks]


def names_of(traces: Mapping[str, Trace]) -> dict[str, str]:
    """What to call `entity:KEY` and `relation:KEY`: names of all that any mode kept."""
    names: dict[str, str] = {}
    for trace in traces.values():
        names |= {f"entity:{k.entity.key}": entity_name(k.entity.name, k.entity.qualifier) for k in trace.entities}
        names |= {f"relation:{k.relation.key}": f"{k.ends[0]} → {k.ends[1]}" for k in trace.relations}
    return names


def entity_name(name: str, qualifier: str) -> str:
    return f"{name} [{qualifier}]" if qualifier else name


def via(how: str, names: Mapping[str, str]) -> str:
    """How an entity or relation came in."""
    if how.startswith("edge of "):
        key = how.removeprefix("edge of ")
        return words.VIA_EDGE.format(name=names.get(f"entity:{key}", key))
    return {"seed": words.VIA_HIT, "endpoint": words.VIA_END, "path": words.VIA_PATH}.get(how, how)


def brought_by(sources: tuple[str, ...], names: Mapping[str, str], limit: int = 4) -> str:
    """What brought a passage in: the search, entities, relations; the first few by name."""
    shown = [source_name(source, names) for source in sources[:limit]]
    if len(sources) > limit:
        shown.append(words.AND_MORE.format(count=len(sources) - limit))
    return "; ".join(shown)


def source_name(source: str, names: Mapping[str, str]) -> str:
    return words.VIA_VECTOR if source == "vector" else names.get(source, source.partition(":")[2])


def reason(text: str, use: TokenUse) -> str:
    """A cut's rule as a sentence, with what was used of a budget; as it is where it is an unknown one."""
    if text in words.REASONS:
        return words.REASONS[text]
    rule, _, number = text.rpartition(" ")
    used = getattr(use, rule.removeprefix("budget "), 0)
    return words.REASONS[rule].format(n=number, used=used) if rule in words.REASONS else text
