"""What holds for every graph, every score and every budget."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.metrics import kept_items
from core.domain.modes import MODES, Parameters
from core.domain.packing import pack
from core.domain.records import Chunk, Evidence
from core.domain.trace import Hit
from core.services.retrieve import Request
from tests.services.hand_view import QUESTION, Bench, HandView, entity, graph_of, relation

CHUNKS = tuple(f"k{n}" for n in range(8))
COSINES = st.floats(-1, 1, width=32).map(lambda x: round(x, 2))
SOME_CHUNKS = st.lists(st.sampled_from(CHUNKS), unique=True, max_size=5).map(tuple)


@dataclass
class World:
    entities: list
    relations: list
    scores: dict

    def view(self, reverse=False):
        """The same view, its edges put in from the other end if asked for."""
        graph = graph_of(self.entities, [])
        for edge in sorted(self.relations, key=lambda r: r.key, reverse=reverse):
            graph.add_edge(edge.source, edge.target, key=edge.key, relation=edge)
        view = HandView(graph)
        view.evidence = Evidence({k: Chunk(k, "doc", n, f"Text of {k} " * n, "Doc") for n, k in enumerate(CHUNKS)})
        view.search = self.search
        view.scores = lambda kind, keys, vector: {k: self.scores[k] for k in keys if k in self.scores}
        return view

    def search(self, kind, vector, limit):
        keys = {
            "entity": [e.key for e in self.entities],
            "relation": [r.key for r in self.relations],
            "chunk": CHUNKS,
        }[kind]
        ranked = sorted((-self.scores[key], key) for key in keys if key in self.scores)[:limit]
        return [Hit(kind, key, -score, rank) for rank, (score, key) in enumerate(ranked, 1)]


@st.composite
def worlds(draw):
    names = [f"e{n}" for n in range(draw(st.integers(1, 6)))]
    entities = [entity(name, draw(SOME_CHUNKS)) for name in names]
    pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=10))
    edges = [relation(f"r{n}", a, b, draw(SOME_CHUNKS)) for n, (a, b) in enumerate(pairs) if a != b]
    keys = [*names, *(edge.key for edge in edges), *CHUNKS]
    return World(entities, edges, {key: draw(COSINES) for key in keys})


NUMBERS = st.builds(
    Parameters,
    top_k=st.integers(1, 6),
    chunk_top_k=st.integers(1, 8),
    threshold=st.sampled_from([-1.0, 0.2, 0.6]),
    max_entity_tokens=st.integers(0, 60),
    max_relation_tokens=st.integers(0, 80),
    max_total_tokens=st.integers(0, 200),
    related_chunks=st.integers(0, 5),
    ranking=st.sampled_from(["similarity", "degree"]),
    chunk_pick=st.sampled_from(["similarity", "votes"]),
    global_endpoint_chunks=st.booleans(),
    far_ends=st.booleans(),
    edge_weight=st.sampled_from(["chunks", "strength"]),
    max_paths=st.integers(0, 5),
    max_hops=st.integers(1, 4),
    damping=st.sampled_from([0.0, 0.5, 0.7]),
)
ROOMY = Parameters(top_k=99, chunk_top_k=99, related_chunks=99)
MODE = st.sampled_from(list(MODES))


def trace_of(world, mode, numbers, reverse=False):
    return Bench(world.view(reverse)).retrieval.run(Request(QUESTION, mode, numbers))


@settings(max_examples=30, deadline=None)
@given(worlds(), MODE, NUMBERS)
def test_no_budget_is_ever_exceeded(world, mode, numbers):
    trace = trace_of(world, mode, numbers)
    assert trace.tokens.entities <= numbers.max_entity_tokens
    assert trace.tokens.relations <= numbers.max_relation_tokens
    assert trace.tokens.total <= numbers.max_total_tokens
    assert trace.tokens.total == len(pack(trace).split())
    assert len(trace.chunks) <= numbers.chunk_top_k


@settings(max_examples=30, deadline=None)
@given(worlds(), MODE, NUMBERS)
def test_what_is_kept_is_not_cut_and_nothing_looked_at_is_missing(world, mode, numbers):
    trace = trace_of(world, mode, numbers)
    kept, cut = kept_items(trace), [(c.kind, c.id) for c in trace.cuts]
    assert len(set(kept)) == len(kept)
    assert len(set(cut)) == len(cut)
    assert not set(kept) & set(cut)
    seen = {(hit.kind, hit.key) for step in trace.steps for hit in step.hits}
    grown = {("relation", key) for step in trace.steps if step.name == "edges" for key in step.keys}
    grown |= {("entity", key) for step in trace.steps if step.name == "endpoints" for key in step.keys}
    named = {("chunk", chunk) for k in trace.relations for chunk in k.relation.chunks}
    named |= {("chunk", chunk) for k in trace.entities if k.via == "seed" for chunk in k.entity.chunks}
    assert seen | grown | named <= set(kept) | set(cut)


@settings(max_examples=30, deadline=None)
@given(worlds(), MODE, NUMBERS)
def test_every_chunk_comes_from_something_that_was_kept(world, mode, numbers):
    trace = trace_of(world, mode, numbers)
    labels = {f"{kind}:{key}" for kind, key in kept_items(trace)} | {"vector", "walk"}
    labels |= {f"path:{path.rank}" for path in trace.paths}
    chunks_of = {f"entity:{e.key}": e.chunks for e in world.entities}
    chunks_of |= {f"relation:{r.key}": r.chunks for r in world.relations}
    for path in trace.paths:
        chunks_of[f"path:{path.rank}"] = [c for key in path.relations for c in chunks_of[f"relation:{key}"]]
    for kept in trace.chunks:
        assert kept.via
        assert set(kept.via) <= labels
        assert all(kept.chunk.id in chunks_of[label] for label in kept.via if label in chunks_of)


@settings(max_examples=30, deadline=None)
@given(worlds(), MODE, NUMBERS)
def test_the_order_in_which_edges_were_put_in_does_not_matter(world, mode, numbers):
    assert trace_of(world, mode, numbers) == trace_of(world, mode, numbers, reverse=True)


@settings(max_examples=30, deadline=None)
@given(worlds())
def test_with_room_enough_hybrid_is_local_and_global_and_mix_is_hybrid_and_naive(world):
    held = {mode: set(kept_items(trace_of(world, mode, ROOMY))) for mode in MODES}
    assert held["hybrid"] == held["local"] | held["global"]
    assert held["mix"] == held["hybrid"] | held["naive"]


@settings(max_examples=30, deadline=None)
@given(worlds(), MODE, st.integers(0, 100), st.integers(0, 100))
def test_a_larger_budget_keeps_all_that_a_smaller_one_keeps_of_the_graph(world, mode, one, other):
    small, large = sorted((one, other))
    few, many = (trace_of(world, mode, Parameters(max_entity_tokens=n)) for n in (small, large))
    assert [k.entity.key for k in many.entities][: len(few.entities)] == [k.entity.key for k in few.entities]


@settings(max_examples=30, deadline=None)
@given(worlds(), NUMBERS)
def test_a_path_runs_along_kept_edges_between_kept_entities_and_cites_kept_chunks(world, numbers):
    trace = trace_of(world, "paths", numbers)
    kept = set(kept_items(trace))
    edges = {edge.key: edge for edge in world.relations}
    assert [path.rank for path in trace.paths] == list(range(1, len(trace.paths) + 1))
    assert [path.score for path in trace.paths] == sorted((path.score for path in trace.paths), reverse=True)
    assert len(trace.paths) <= numbers.max_paths
    for path in trace.paths:
        assert len(path.nodes) == len(set(path.nodes)) == len(path.relations) + 1 <= numbers.max_hops + 1
        for key, start, end, forward in zip(path.relations, path.nodes, path.nodes[1:], path.forward, strict=False):
            edge = edges[key]
            assert (start, end) == ((edge.source, edge.target) if forward else (edge.target, edge.source))
        assert {("entity", key) for key in path.nodes} | {("relation", key) for key in path.relations} <= kept
        assert {("chunk", chunk) for chunk in path.chunks} <= kept
        assert all(any(chunk in edges[key].chunks for key in path.relations) for chunk in path.chunks)
