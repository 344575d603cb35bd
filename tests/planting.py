"""Passages and decisions in which words are planted that stand nowhere else, to see who gets to know them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from core.domain.decisions import Decision, Resolution, Ruling, admitted, fold, with_asserted
from core.domain.diagnose.unassigned import waiting
from core.domain.graph import build_graph, seen_by
from core.domain.ordering import joined, parted
from core.domain.policy import CAREFUL
from core.domain.records import Entity, EntityRow, Evidence, RelationRow
from core.domain.resting import Resting
from tests.graphs import entities, passage, relations, together

LABELS = ("staff", "partners")
SHARED = ("Vault", "Export", "Hub")
ON_NODES = tuple("rename merge split rename qualify retype types describe hide assert tick know".split())
ON_EDGES = ("relabel", "relation", "endpoint", "words")
PLANTED = re.compile(r"z[wd]\d+")


@dataclass(frozen=True)
class Planted:
    """Passages in each of which some words stand that stand nowhere else, and decisions that give such words."""

    evidence: Evidence
    decisions: tuple[Decision, ...]

    def graph(self, viewer: tuple[str, ...] | None) -> Any:
        return build_graph(self.evidence, fold(self.decisions), policy=CAREFUL, viewer=viewer)

    def waiting(self, viewer: tuple[str, ...]) -> frozenset[str]:
        parts = seen_by(viewer, parted(self.evidence))
        return waiting(joined(parts), admitted(fold(self.decisions), parts), CAREFUL)


def words_in(value: object) -> set[str]:
    return set(PLANTED.findall(repr(value).casefold()))


def under(evidence: Evidence, resolution: Resolution) -> Any:
    return build_graph(evidence, resolution, policy=CAREFUL)


class Planter:
    """Draws passages and decisions; every word of it is a new one or one of a few shared ones."""

    def __init__(self, some: Random) -> None:
        self._some, self._number = some, 0

    def word(self, letter: str, *shared: str) -> str:
        if shared and self._some.random() < 0.5:
            return self._some.choice(shared)
        self._number += 1
        return f"Z{letter}{self._number}"

    def evidence(self) -> Evidence:
        found = [self._passage(n) for n in range(self._some.randint(2, 5))]
        return together(*found)

    def _passage(self, n: int) -> Evidence:
        rows: list[EntityRow | RelationRow] = []
        for _ in range(self._some.randint(1, 3)):
            rows.append(self._entity())
        for _ in range(self._some.randint(0, 2)):
            rows.append(self._relation())
        audience = self._some.choice(("staff", "partners", [], list(LABELS)))
        metadata = {"plan": self.word("w", "Business"), "audience": audience}
        document = self._some.choice(("a.md", "b.md"))
        return passage(document, *rows, text=f"Told by {self.word('w')}.", position=n, **metadata)

    def _entity(self) -> EntityRow:
        name, type_ = self.word("w", *SHARED), self.word("w", "feature")
        return EntityRow(name, type_, f"Is {self.word('w')}.", self.word("w", "", "Business"))

    def _relation(self) -> RelationRow:
        ends = self.word("w", *SHARED), self.word("w", *SHARED)
        return RelationRow(*ends, f"Uses {self.word('w')}.", (self.word("w", "uses"),))

    def decisions(self, evidence: Evidence, unknown: bool = True) -> tuple[Decision, ...]:
        """Rulings on what there is at that moment. `unknown`: of some it is not told what they rest on."""
        made: list[Decision] = []
        for _ in range(self._some.randint(1, 6)):
            resolution = fold(made)
            graph = under(evidence, resolution)
            said = joined(with_asserted(parted(evidence), resolution))
            ruling = self._ruling(graph, said) if len(graph) else None
            if ruling is not None:
                of = Resting(graph, said).of(ruling)
                of = () if unknown and self._some.randint(0, 4) == 0 else of
                made.append(Decision(len(made) + 1, ruling.kind, ruling.body, of=of))
        return tuple(made)

    def _ruling(self, graph: Any, said: Evidence) -> Ruling | None:
        nodes, edges = list(entities(graph).values()), list(relations(graph).values())
        kind = self._some.choice((*ON_NODES, *(ON_EDGES if edges else ())))
        node = self._some.choice(nodes)
        if kind in ON_EDGES:
            return self._on_edge(kind, self._some.choice(edges), graph, node)
        return self._on_node(kind, node, self._some.choice(nodes), said)

    def _new(self) -> dict[str, str]:
        name, qualifier = self.word("d", *SHARED), self.word("d", "", "", "Business")
        return {"name": name, "qualifier": qualifier}

    def _on_node(self, kind: str, node: Entity, other: Entity, said: Evidence) -> Ruling | None:
        named, what = as_node(node), self.word("d", "feature")
        chunk = self._some.choice(list(said.chunks.values()))
        bodies: dict[str, tuple[str, dict[str, Any]]] = {
            "rename": ("rename", {"node": named, "to": self._new()}),
            "merge": ("merge", {"nodes": [named, as_node(other)], "into": self._new(), "type": what}),
            "qualify": ("qualify", {"node": named, "qualifier": what}),
            "retype": ("retype", {"node": named, "type": what}),
            "types": ("retype", {"type": node.type, "to": what}),
            "describe": ("describe", {"node": named, "text": f"Is {self.word('d')}.", "of": list(node.mentions)}),
            "hide": ("hide", {"node": named}),
            "assert": ("assert", self._row(chunk.document, chunk.text)),
            "tick": ("tick", {"source": "plan", "types": [node.type], "names": [node.name]}),
            "know": ("know", {"values": [m.qualifier for m in said.entities if m.qualifier]}),
        }
        if kind == "split":
            cut = self._some.randint(0, len(node.mentions))
            parts = [self._new() | {"mentions": list(ids)} for ids in (node.mentions[:cut], node.mentions[cut:])]
            parts[0]["rule"] = {"metadata": {"plan": ["Business"]}}
            return Ruling("split", {"node": named, "parts": parts})
        return Ruling(*bodies[kind])

    def _row(self, document: str, text: str) -> dict[str, Any]:
        row = {"name": self.word("d", *SHARED), "type": self.word("d", "feature"), "description": self.word("d")}
        return {"entity": row, "document": document, "quote": text}

    def _on_edge(self, kind: str, edge: Any, graph: Any, node: Entity) -> Ruling:
        ends = {end: as_node(graph.nodes[getattr(edge, end)]["entity"]) for end in ("source", "target")}
        relation, word = {**ends, "predicate": edge.predicate}, self.word("d", "uses")
        if kind == "endpoint":
            body = {
                "mention": edge.mentions[0],
                "end": "target",
                "node": self._some.choice((self._new(), as_node(node))),
            }
            return Ruling("endpoint", body)
        if kind == "words":
            return Ruling("relabel", {"predicate": edge.predicate, "to": word})
        if kind == "relabel":
            return Ruling("relabel", {"relation": relation, "to": word})
        return Ruling("describe", {"relation": relation, "text": f"Is {self.word('d')}.", "of": list(edge.mentions)})


def as_node(entity: Entity) -> dict[str, str]:
    return {"name": entity.name, "qualifier": entity.qualifier}


def planted(seed: int, unknown: bool = True) -> Planted:
    planter = Planter(Random(seed))
    evidence = planter.evidence()
    return Planted(evidence, planter.decisions(evidence, unknown))
