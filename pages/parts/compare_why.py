"""How something came into a context, in the few words that a column has room for; names and reasons of cuts."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.trace import TokenUse, Trace
from pages.parts import words_compare as words
from pages.parts.text import titled


def names_of(traces: Mapping[str, Trace]) -> dict[str, str]:
    """What to call `entity:KEY` and `relation:KEY`: names of all that any mode kept."""
    names: dict[str, str] = {}
    for trace in traces.values():
        names |= {f"entity:{k.entity.key}": titled(k.entity.name, k.entity.qualifier) for k in trace.entities}
        names |= {f"relation:{k.relation.key}": f"{k.ends[0]} → {k.ends[1]}" for k in trace.relations}
    return names


def via(how: str, names: Mapping[str, str], by_hand: bool = False) -> str:
    """How an entity or relation came in; `by_hand` where a person pinned it."""
    if how == "seed" and by_hand:
        return words.VIA_SEED
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
    kind, _, key = source.partition(":")
    if kind == "path":
        return words.VIA_CHAIN.format(rank=key)
    return words.VIA.get(source) or names.get(source, key)


def reason(text: str, use: TokenUse) -> str:
    """A cut's rule as a sentence, with what was used of a budget; as it is where it is an unknown one."""
    if text in words.REASONS:
        return words.REASONS[text]
    rule, _, number = text.rpartition(" ")
    used = getattr(use, rule.removeprefix("budget "), 0)
    return words.REASONS[rule].format(n=number, used=used) if rule in words.REASONS else text
