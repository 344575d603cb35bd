"""Seeds: entities and relations that a person names instead of letting a search find them.

`NAME` fits every node of that name, `NAME [QUALIFIER]` or `NAME · QUALIFIER` (as it is shown) one of them, `NAME []`
the one without a qualifier; a node's or an edge's own key always fits. `A -> B` fits every edge that leads from A to B,
and in a graph without directions every edge between the two. A name that fits nothing is an error that offers near
ones.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from core.domain.names import BETWEEN, name_key, qualifier_key
from core.domain.packing import entity_label
from core.domain.records import Entity, Relation
from core.errors import UnknownName

_ARROW = re.compile(r"\s*(?:->|→)\s*")
FindRelation = Callable[[str], Relation | None]


@dataclass(frozen=True, slots=True)
class Seeds:
    """Keys in the order given, each once, and what a person should know about them."""

    keys: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def seeded_entities(graph: nx.MultiDiGraph, names: Sequence[str]) -> Seeds:
    """The entities that the names fit. Raises UnknownName."""
    names_known = _names(graph) if names else {}
    found: dict[str, None] = {}
    notes = []
    for name in names:
        fitting = _fitting(graph, names_known, name)
        if len(fitting) > 1:
            notes.append(_several(graph, name, fitting))
        found.update(dict.fromkeys(fitting))
    return Seeds(tuple(found), tuple(notes))


def seeded_relations(graph: nx.MultiDiGraph, specs: Sequence[str], find: FindRelation) -> Seeds:
    """The relations that `A -> B` or a relation's key fit; `find` looks a key up. Raises UnknownName."""
    names_known = _names(graph) if specs else {}
    found: dict[str, None] = {}
    notes = []
    for spec in specs:
        if relation := find(spec):
            found.setdefault(relation.key)
            continue
        fitting = _edges(graph, names_known, spec)
        if len(fitting) > 1:
            notes.append(f"'{spec}' fits {len(fitting)} relations; all are seeds: {', '.join(fitting)}.")
        found.update(dict.fromkeys(fitting))
    return Seeds(tuple(found), tuple(notes))


def _names(graph: nx.MultiDiGraph) -> Mapping[str, list[str]]:
    """Node keys by normalised name, in key order. A pass over all nodes, made only where a person gave seeds."""
    known: dict[str, list[str]] = {}
    for key, entity in graph.nodes(data="entity"):
        known.setdefault(name_key(entity.name), []).append(key)
    return known


def _fitting(graph: nx.MultiDiGraph, names: Mapping[str, list[str]], text: str) -> list[str]:
    keys = _lookup(graph, names, text)
    if not keys:
        raise UnknownName(f"No entity is named '{text.strip()}'.", _nearby(graph, names, text))
    return keys


def _lookup(graph: nx.MultiDiGraph, names: Mapping[str, list[str]], text: str) -> list[str]:
    whole = names.get(name_key(text))
    if whole:
        return whole
    if text in graph:
        return [text]
    name, qualifier = _taken_apart(text.strip())
    if not name:
        return []
    wanted = qualifier_key(qualifier)
    return [k for k in names.get(name_key(name), ()) if qualifier_key(_entity(graph, k).qualifier) == wanted]


def _taken_apart(text: str) -> tuple[str, str]:
    """A name and its qualifier, in brackets or as it is shown; both empty where there is no qualifier."""
    if text.endswith("]"):
        name, _, qualifier = text.removesuffix("]").rpartition("[")
        return name, qualifier
    name, _, qualifier = text.rpartition(BETWEEN)
    return name, qualifier


def _edges(graph: nx.MultiDiGraph, names: Mapping[str, list[str]], spec: str) -> list[str]:
    halves = list(_halves(spec))
    if not halves:
        raise UnknownName(f"'{spec}' names no relation.", "Write it as 'A -> B'.")
    for source, target in halves:
        sources, targets = _lookup(graph, names, source), _lookup(graph, names, target)
        if sources and targets:
            return _between_all(graph, spec, sources, targets)
    source, target = halves[0]
    _fitting(graph, names, source)
    _fitting(graph, names, target)
    return []


def _halves(spec: str) -> Iterator[tuple[str, str]]:
    """Every way to cut `A -> B` at an arrow: a name may hold one itself."""
    for arrow in _ARROW.finditer(spec):
        source, target = spec[: arrow.start()], spec[arrow.end() :]
        if source.strip() and target.strip():
            yield source, target


def _between_all(graph: nx.MultiDiGraph, spec: str, sources: Sequence[str], targets: Sequence[str]) -> list[str]:
    found = dict.fromkeys(key for s in sources for t in targets for key in _between(graph, s, t))
    if found:
        return list(found)
    back = any(_between(graph, t, s) for s in sources for t in targets)
    around = [r for s in sources for r in _outgoing(graph, s)][:3]
    offers = "; ".join(f"{r.source_name} -> {r.target_name}" for r in around)
    remedy = "It leads the other way round." if back else f"There is: {offers}." if offers else ""
    raise UnknownName(f"No relation is '{spec.strip()}'.", remedy)


def _between(graph: nx.MultiDiGraph, source: str, target: str) -> list[str]:
    forth = graph.succ[source].get(target, {}).values()
    back = graph.succ[target].get(source, {}).values()
    undirected = [data["relation"].key for data in back if not data["relation"].directed]
    return sorted({*(data["relation"].key for data in forth), *undirected})


def _outgoing(graph: nx.MultiDiGraph, key: str) -> Iterable[Relation]:
    return (data["relation"] for parallel in graph.succ[key].values() for data in parallel.values())


def _several(graph: nx.MultiDiGraph, name: str, keys: Sequence[str]) -> str:
    labels = ", ".join(entity_label(_entity(graph, key)) for key in keys)
    return f"'{name}' fits {len(keys)} entities; all are seeds: {labels}. Write NAME [QUALIFIER] to pick one."


def _nearby(graph: nx.MultiDiGraph, names: Mapping[str, list[str]], text: str) -> str:
    wanted = name_key(text.partition("[")[0])
    holding = [name for name in names if len(wanted) > 2 and wanted in name]
    words = {word for word in wanted.split() if len(word) > 3}
    sharing = [name for name in names if not words.isdisjoint(name.split())]
    close = difflib.get_close_matches(wanted, list(names), n=3)
    near = dict.fromkeys((*close, *sorted(holding, key=len), *sorted(sharing, key=len)))
    labels = [entity_label(_entity(graph, key)) for name in list(near)[:3] for key in names[name]]
    return f"Near it: {', '.join(labels[:5])}." if labels else "No name is near it: search for a word of the name."


def _entity(graph: nx.MultiDiGraph, key: str) -> Entity:
    entity: Entity = graph.nodes[key]["entity"]
    return entity
