"""A view worked out by hand: five entities, five edges, seven chunks, and every cosine written down.

The embedder gives the question, the low-level and the high-level text an axis each, so that a row's vector is simply
its three cosines.

    edges     r1 a→b   r2 b→c (two chunks)   r3 c→d   r4 a→c   r5 d→e        degrees  a 2, b 2, c 3, d 2, e 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.ground import Ground
from core.domain.modes import Parameters
from core.domain.packing import Costs
from core.domain.records import Chunk, Entity, Evidence, Keywords, Relation
from core.domain.terrain import Terrain
from core.domain.trace import Hit, Kind
from core.errors import ModelError
from core.ports import Embedding
from core.services.retrieve import Request, Retrieval

QUESTION, LOW, HIGH = "What is kept?", "alpha, beta", "keeping"

CHUNKS_OF = {
    "a": ("k1", "k4", "k7"),
    "b": ("k1", "k2", "k3"),
    "c": ("k2", "k3", "k4"),
    "d": ("k3", "k5"),
    "e": ("k5", "k6"),
}
EDGES = {
    "r1": ("a", "b", ("k1",)),
    "r2": ("b", "c", ("k2", "k3")),
    "r3": ("c", "d", ("k3",)),
    "r4": ("a", "c", ("k4",)),
    "r5": ("d", "e", ("k5",)),
}
COSINES: Mapping[Kind, Mapping[str, tuple[float, float, float]]] = {
    # to the question, the low-level keywords, the high-level keywords
    "entity": {"a": (0, 0.9, 0), "b": (0, 0.5, 0), "c": (0, 0.1, 0), "d": (0, 0.1, 0), "e": (0, 0.05, 0)},
    "relation": {"r1": (0, 0, 0), "r2": (0, 0, 0.6), "r3": (0, 0, 0.8), "r4": (0, 0, 0.15), "r5": (0, 0, 0.1)},
    "chunk": {
        key: (cosine, 0, 0)
        for key, cosine in {"k1": 0.3, "k2": 0.9, "k3": 0.5, "k4": 0.7, "k5": 0.1, "k6": 0.8, "k7": 0.6}.items()
    },
}


def entity(key: str, chunks: tuple[str, ...] = (), name: str = "", qualifier: str = "") -> Entity:
    return Entity(
        key=key,
        name=name or key.upper(),
        qualifier=qualifier,
        type="thing",
        types=(("thing", 1),),
        description=f"What {key} is.",
        texts=(),
        cut=(),
        mentions=(),
        chunks=chunks,
        documents=("doc",),
        stub=False,
        flags=(),
    )


def relation(key: str, source: str, target: str, chunks: tuple[str, ...] = (), directed: bool = True) -> Relation:
    return Relation(
        key=key,
        source=source,
        target=target,
        source_name=source.upper(),
        target_name=target.upper(),
        predicate="keeps",
        keywords=("keeps", "for"),
        description=f"How {source} keeps {target}.",
        texts=(),
        cut=(),
        mentions=(),
        chunks=chunks,
        documents=("doc",),
        weight=len(chunks),
        strength=1.0,
        directed=directed,
        flags=(),
    )


def graph_of(entities: Sequence[Entity], relations: Sequence[Relation]) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    for one in sorted(entities, key=lambda e: e.key):
        graph.add_node(one.key, entity=one)
    for edge in sorted(relations, key=lambda r: (r.source, r.target, r.key)):
        graph.add_edge(edge.source, edge.target, key=edge.key, relation=edge)
    return graph


def hand_graph() -> nx.MultiDiGraph:
    return graph_of([entity(k, c) for k, c in CHUNKS_OF.items()], [relation(k, *rest) for k, rest in EDGES.items()])


@dataclass(frozen=True)
class OnlyGraph:
    graph: nx.MultiDiGraph


def ground_of(graph: nx.MultiDiGraph, chunks: Sequence[str] = ()) -> Ground:
    """A graph with nothing to search; a token is a word."""
    terrain = Terrain(graph, chunks)
    return Ground(OnlyGraph(graph), lambda: terrain, {}, lambda ids: {}, Costs(lambda text: len(text.split())))


class HandView:
    """Exact search over the cosines above; remembers which searches were made."""

    policy = "careful"

    def __init__(self, graph: nx.MultiDiGraph | None = None, viewer: tuple[str, ...] | None = None) -> None:
        self.graph = hand_graph() if graph is None else graph
        keys = COSINES["chunk"]
        self.evidence = Evidence({k: Chunk(k, "doc", i, f"Text of {k}.", "Doc") for i, k in enumerate(keys)})
        self.viewer = viewer
        self.alike: list[tuple[str, str]] = []
        self.searches: list[Kind] = []

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        self.searches.append(kind)
        scored = sorted((-score, key) for key, score in self.scores(kind, list(COSINES[kind]), vector).items())
        return [Hit(kind, key, -score, rank) for rank, (score, key) in enumerate(scored[:limit], start=1)]

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        known = {key: COSINES[kind][key] for key in keys if key in COSINES[kind]}
        return {key: round(float(np.dot(np.asarray(row, np.float32), vector)), 6) for key, row in known.items()}

    def near(self, kind: Kind, cosine: float) -> Sequence[tuple[str, str]]:
        return self.alike


class AxisEmbedder:
    """The question, the low and the high text each on its axis; any other text is a KeyError. Remembers its batches."""

    identity = "axis"
    dimension = 3

    def __init__(self, windowed: bool = False) -> None:
        self.batches: list[list[str]] = []
        self._windowed = windowed

    def embed(self, texts: Sequence[str]) -> Embedding:
        self.batches.append(list(texts))
        axes = {QUESTION: 0, LOW: 1, HIGH: 2}
        rows = [np.eye(3, dtype=np.float32)[axes[text]] for text in texts]
        return Embedding(np.stack(rows), (self._windowed,) * len(texts))


class NoEmbedder:
    identity = "none"
    dimension = 3

    def embed(self, texts: Sequence[str]) -> Embedding:
        raise ModelError("The model server does not answer.", "Start it.")


class KeywordReader:
    """An extractor of fixed keywords; an error is raised instead if given."""

    identity = "fixed"

    def __init__(self, keywords: Keywords | None = None, error: ModelError | None = None) -> None:
        self._keywords = keywords or Keywords(("alpha", "beta"), ("keeping",), "engine")
        self._error = error
        self.questions: list[str] = []

    def keywords(self, question: str) -> Keywords:
        self.questions.append(question)
        if self._error:
            raise self._error
        return self._keywords

    def extract(self, passage: object) -> object:
        raise AssertionError("retrieval never reads a passage")


class Bench:
    """A Retrieval over the hand view with its fakes at hand. Tokens are words, so that budgets are easy to count."""

    def __init__(
        self,
        view: HandView | None = None,
        reader: KeywordReader | None = None,
        embedder: AxisEmbedder | NoEmbedder | None = None,
    ) -> None:
        self.view = view or HandView()
        self.reader = reader or KeywordReader()
        self.embedder = embedder or AxisEmbedder()
        self.asked_views: list[tuple[str, tuple[str, ...] | None]] = []
        self.retrieval = Retrieval(
            self._open, lambda: self.reader, lambda: self.embedder, lambda text: len(text.split())
        )

    def _open(self, policy: str, viewer: tuple[str, ...] | None) -> HandView:
        self.asked_views.append((policy, viewer))
        return self.view

    def run(self, mode: str, **fields: object):
        numbers = fields.pop("parameters", Parameters())
        return self.retrieval.run(Request(QUESTION, mode, numbers, **fields))
