"""Questions against a view: one question, one or several modes, each with a full trace.

A question is read once, and a search that two modes need is made once. `Retrieval.open` keeps both, so that another
mode or another budget costs no further model call. No answer is written here, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from weakref import WeakKeyDictionary

import networkx as nx

from core.domain.assemble import Assembly
from core.domain.expand import SEED, Candidate, Item, Level, in_turn
from core.domain.ground import Ground
from core.domain.journal import Journal
from core.domain.modes import Mode, Parameters, Query, Search, mode_named
from core.domain.packing import Costs, CountTokens
from core.domain.records import Entity, Keywords, Relation
from core.domain.seeds import Seeds, seeded_entities, seeded_relations
from core.domain.terrain import Terrain
from core.domain.trace import Hit, Kind, Trace
from core.ports import Embedder, Extractor
from core.services.lexical import NO_WORDS, ChunkSearch, WordSearch, chunk_hits
from core.services.question import Reading, Request, Vector
from core.services.views import View

__all__ = ["Reading", "Request", "Retrieval", "Session"]

NEAR_MISSES = 20
"""How many rows past the wanted ones a search looks at, so that the trace can name what just missed."""

NEAR_NAMES = 0.85
"""From this cosine on two entities count as nearly the same name."""

_COUNTS_KEPT = 8192
"""How many token counts are remembered: some forty questions' worth."""


class Retrieval:
    """Opens questions. `view` gives the graph of a policy and a viewer; models are only made when they are needed.

    `unread` says what the graph lacks yet, if anything, for a note; `words` searches passages by their words.
    """

    def __init__(
        self,
        view: Callable[[str, tuple[str, ...] | None], View],
        extractor: Callable[[], Extractor],
        embedder: Callable[[], Embedder],
        count_tokens: CountTokens,
        unread: Callable[[], str] = lambda: "",
        words: WordSearch = NO_WORDS,
    ) -> None:
        self._view, self._unread, self._words = view, unread, words
        self._extractor = extractor
        self._embedder = embedder
        self._costs = Costs(lru_cache(maxsize=_COUNTS_KEPT)(count_tokens))
        self._terrains: WeakKeyDictionary[nx.MultiDiGraph, Terrain] = WeakKeyDictionary()

    @property
    def costs(self) -> Costs:
        """How tokens are counted: whoever draws a stored trace counts in the same way."""
        return self._costs

    def run(self, request: Request) -> Trace:
        """Retrieve in the request's mode. Raises UnknownName, InputError, ModelError."""
        return self.open(request, [request.mode]).trace(request.mode)

    def compare(self, request: Request, modes: Sequence[str]) -> dict[str, Trace]:
        """Retrieve in several modes from one reading of the question, in the order given."""
        session = self.open(request, modes)
        return {mode: session.trace(mode) for mode in modes}

    def open(self, request: Request, modes: Sequence[str]) -> Session:
        """Read the question for these modes: every model call that they need is made here."""
        wanted = [mode_named(mode) for mode in modes]
        view = self._view(request.policy, request.viewer)
        reading = Reading(request, self._extractor, self._embedder, self._words)
        session = Session(request, view, lambda: self._terrain(view), reading, self._costs, self._unread())
        session.prepare(wanted)
        return session

    def _terrain(self, view: View) -> Terrain:
        if view.graph not in self._terrains:
            self._terrains[view.graph] = Terrain(view.graph, view.evidence.chunks)
        return self._terrains[view.graph]


class Session:
    """One question, read once, on one view."""

    def __init__(
        self,
        request: Request,
        view: View,
        terrain: Callable[[], Terrain],
        reading: Reading,
        costs: Costs,
        unread: str = "",
    ) -> None:
        self._request, self._unread = request, unread
        self._view = view
        self._reading = reading
        # The graph may take seconds to compute, and a search for passages alone needs none.
        self._ground = Ground(view, terrain, view.evidence.chunks, self._chunk_scores, costs, self._near)
        self._seeds: Mapping[Kind, Seeds] = self._seeded() if request.seeded else {}
        self._searched: dict[tuple[str, Kind, int], Sequence[Hit]] = {}
        self._scored: dict[str, float] = {}

    def _seeded(self) -> Mapping[Kind, Seeds]:
        graph, request = self._view.graph, self._request
        return {
            "entity": seeded_entities(graph, request.seed_entities),
            "relation": seeded_relations(graph, request.seed_relations, self._relation),
        }

    @property
    def view(self) -> View:
        """What was searched: whoever explains a trace looks there."""
        return self._view

    @property
    def costs(self) -> Costs:
        return self._ground.costs

    def vector(self, query: Query) -> Vector | None:
        """What was searched with; None where nothing was."""
        return self._reading.vector(query)

    def keywords(self) -> Keywords:
        """What was read from the question, or given, whatever a mode made of it."""
        return self._reading.keywords()

    def prepare(self, modes: Iterable[Mode]) -> None:
        """Make every model call that the modes need. Raises ModelError."""
        self._reading.prepare(modes)

    def trace(self, mode: str, parameters: Parameters | None = None) -> Trace:
        """One mode's run, under other parameters than the request's if given."""
        row, numbers = mode_named(mode), parameters or self._request.parameters
        self.prepare([row])
        keywords, notes = self._reading.keywords_for(row)
        unread = [self._unread] if self._unread and (row.search_for("entity") or row.search_for("relation")) else []
        journal = Journal([*unread, *self._reading.notes, *notes, *self._seed_notes(row)])
        _tell_keywords(row, keywords, journal)
        entities = self._start(row, "entity", self._entity, numbers, journal)
        relations = self._start(row, "relation", self._relation, numbers, journal)
        chunks = self._chunk_hits(row, numbers, journal)
        kept = Assembly(row, numbers, self._ground, journal).run(Level(entities, relations), chunks)
        return Trace(
            question=self._request.question,
            mode=mode,
            policy=self._view.policy,
            viewer=self._view.viewer,
            keywords=keywords,
            steps=journal.steps,
            entities=kept.entities,
            relations=kept.relations,
            chunks=kept.chunks,
            cuts=journal.cuts,
            tokens=kept.tokens,
            notes=journal.notes,
            paths=kept.paths,
        )

    # --- where a mode starts -----------------------------------------------------------------------------------------

    def _start(
        self, mode: Mode, kind: Kind, find: Callable[[str], Item | None], numbers: Parameters, journal: Journal
    ) -> tuple[Candidate[Item], ...]:
        """Seeds if there are any, else the hits of the mode's searches for this kind, in turn."""
        if not mode.search_for(kind):
            return ()
        if self._request.seeded:
            keys = self._seeds[kind].keys
            journal.step(f"{kind} seeds", f"{len(keys)} named by hand", keys=keys)
            lists: list[list[tuple[str, float | None]]] = [[(key, None) for key in keys]]
        else:
            searched = [self._hits(search, numbers, journal) for search in mode.searches_for(kind)]
            lists = [[(hit.key, hit.score) for hit in hits] for hits in searched]
            journal.keep(kind, [key for found in lists for key, _ in found])
        found = [[(find(key), key, score) for key, score in scored] for scored in lists]
        journal.cut(kind, [key for items in found for item, key, _ in items if item is None], "not in the graph")
        return in_turn([[Candidate(item, SEED, s) for item, _, s in items if item is not None] for items in found])

    def _entity(self, key: str) -> Entity | None:
        return self._view.graph.nodes[key]["entity"] if key in self._view.graph else None

    def _relation(self, key: str) -> Relation | None:
        return self._ground.terrain.finder.find(self._view.graph, key)

    def _chunk_hits(self, mode: Mode, numbers: Parameters, journal: Journal) -> Mapping[str, Sequence[str]]:
        """Passages that the mode's own search found, each with the labels of what found it."""
        search = mode.search_for("chunk")
        if search is None:
            return {}
        self._hits(search, numbers, journal)
        hits = self._search(search, numbers.chunk_top_k + NEAR_MISSES)
        asked = ChunkSearch(self._reading.text("question"), numbers, hits, NEAR_MISSES)
        return chunk_hits(asked, self._reading.words, self._view, journal)

    def _hits(self, search: Search, numbers: Parameters, journal: Journal) -> list[Hit]:
        """The rows of one search that count, near misses being cut: below the threshold, or behind the wanted ones."""
        kind = search.kind
        if self._reading.vector(search.query) is None:
            journal.note(f"The {kind}s were not searched: there is no vector to search with.")
            return []
        name, limit = ("chunk_top_k", numbers.chunk_top_k) if kind == "chunk" else ("top_k", numbers.top_k)
        hits = self._search(search, limit + NEAR_MISSES)
        near = [hit for hit in hits if hit.score >= numbers.threshold]
        journal.cut(
            kind, [hit.key for hit in hits if hit.score < numbers.threshold], f"threshold {numbers.threshold:g}"
        )
        journal.cut(kind, [hit.key for hit in near[limit:]], f"{name} {limit}")
        kept = near[:limit]
        detail = f"{len(kept)} hits for “{self._reading.text(search.query)}”"
        journal.step(f"{kind} search", detail, hits=hits, keys=[hit.key for hit in kept])
        if not kept:
            journal.note(f"The {kind} search found nothing with a cosine of {numbers.threshold:g} or more.")
        return kept

    def _search(self, search: Search, limit: int) -> Sequence[Hit]:
        vector = self._reading.vector(search.query)
        if vector is None:
            return ()
        key = self._reading.text(search.query), search.kind, limit
        if key not in self._searched:
            self._searched[key] = self._view.search(search.kind, vector, limit)
        return self._searched[key]

    def _near(self) -> Sequence[tuple[str, str]]:
        return self._view.near("entity", NEAR_NAMES)

    def _chunk_scores(self, chunks: Sequence[str]) -> Mapping[str, float]:
        """Cosines to the question, each chunk asked for once in a session."""
        vector = self._reading.vector("question")
        if vector is None:
            return {}
        missing = [chunk for chunk in chunks if chunk not in self._scored]
        if missing:
            self._scored.update(self._view.scores("chunk", missing, vector))
        return self._scored

    def _seed_notes(self, mode: Mode) -> list[str]:
        """What the seeds mean for this mode: names that fit several, seeds it has no use for or lacks."""
        if not self._request.seeded:
            return []
        notes: list[str] = []
        for kind, seeds in self._seeds.items():
            if mode.search_for(kind):
                notes += seeds.notes
                if not seeds.keys:
                    notes.append(f"{mode.name} starts from {kind} hits too, but no seed {kind} was given.")
            elif seeds.keys:
                notes.append(f"{mode.name} does not start from {kind} hits: the seed {kind} is not used.")
        return notes


def _tell_keywords(mode: Mode, keywords: Keywords, journal: Journal) -> None:
    if mode.search_for("entity") or mode.search_for("relation"):
        detail = f"low: {', '.join(keywords.low) or '–'}; high: {', '.join(keywords.high) or '–'} ({keywords.origin})"
        journal.step("keywords", detail)
