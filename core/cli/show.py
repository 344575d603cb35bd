"""Plain text for a person at a terminal. Control characters of documents are shown, never sent to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import networkx as nx

from core.domain.expand import SEED
from core.domain.records import Unread
from core.domain.trace import KeptPath, Trace
from core.store.table import DocumentRow


def plain(text: str) -> str:
    """One line that a terminal can't be steered by."""
    return "".join(c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in text)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns under their heads."""
    lines = [tuple(head), *(tuple(plain(str(cell)) for cell in row) for row in rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def documents_text(rows: Sequence[DocumentRow], unread: Sequence[Unread]) -> str:
    """A line a document, then what was not read."""
    head = ("document", "chunks", "read", "failed", "empty", "entities", "relations", "rejected")
    text = table(
        head, ((r.document.id, r.chunks, r.read, r.failed, r.empty, r.entities, r.relations, r.rejected) for r in rows)
    )
    places = (f"{u.name}{f' page {u.page}' if u.page else ''}: {u.reason} {u.remedy}" for u in unread)
    return "\n".join([text, *(f"not read: {plain(place)}" for place in places)])


def chunks_text(failures: Iterable[tuple[str, str]], empty: Iterable[str]) -> Iterator[str]:
    """A line for each chunk that failed, and for each that was read but gave no entity."""
    for chunk, reason in failures:
        yield plain(f"failed: {chunk}: {reason}")
    for chunk in empty:
        yield plain(f"no entities: {chunk}")


def graph_text(graph: nx.MultiDiGraph) -> str:
    """Counts, then nodes and edges."""
    entities = [entity for _, entity in graph.nodes(data="entity")]
    relations = [relation for *_, relation in graph.edges(data="relation")]
    nodes = table(
        ("entity", "type", "chunks", "flags"), ((e.key, e.type, len(e.chunks), ", ".join(e.flags)) for e in entities)
    )
    edges = table(("relation", "weight"), ((r.key, r.weight) for r in relations))
    return f"{len(entities)} entities, {len(relations)} relations\n\n{nodes}\n\n{edges}"


def trace_text(trace: Trace, pinned: bool = False) -> str:
    """Keywords, what was kept with its reason, what was cut, and the tokens; `pinned`: a person gave its seeds."""
    seed = "pinned" if pinned else "hit"
    words = trace.keywords
    lines = [
        f"{trace.mode}, {trace.policy}. low: {', '.join(words.low)}; high: {', '.join(words.high)} ({words.origin})"
    ]
    lines += [f"note: {note}" for note in trace.notes]
    lines.append(
        table(
            ("entity", "score", "via"),
            ((e.entity.key, _score(e.score), seed if e.via == SEED else e.via) for e in trace.entities),
        )
    )
    lines.append(
        table(
            ("relation", "score", "via"),
            ((r.relation.key, _score(r.score), seed if r.via == SEED else r.via) for r in trace.relations),
        )
    )
    if trace.paths:
        lines.append(table(("path", "score", "chain"), ((p.rank, _score(p.score), chain(p)) for p in trace.paths)))
    chunks = ((f"[{c.rank}] {c.chunk.id}", _score(c.score), ", ".join(c.via)) for c in trace.chunks)
    lines.append(table(("chunk", "score", "via"), chunks))
    lines += [f"cut: {cut.kind} {plain(cut.id)}: {cut.reason}" for cut in trace.cuts[:20]]
    lines += [f"… and {len(trace.cuts) - 20} more cuts (--json lists them)"] if len(trace.cuts) > 20 else []
    use = trace.tokens
    paths = f"{use.paths} paths, " if use.paths else ""
    lines.append(
        f"tokens: {use.entities} entities, {use.relations} relations, {paths}{use.chunks} chunks of {use.limit}"
    )
    return "\n\n".join(lines)


def chain(path: KeptPath) -> str:
    """`A – keeps → B ← asks – C`, the arrows as the edges point."""
    parts = [path.labels[0]]
    for step, forward, label in zip(path.steps, path.forward, path.labels[1:], strict=True):
        parts += [f"– {step} →" if forward else f"← {step} –", label]
    return " ".join(parts)


def _score(score: float | None) -> str:
    return "" if score is None else f"{score:.3f}"
