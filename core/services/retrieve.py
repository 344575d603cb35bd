"""Questions against a view: one question, one or several modes, each with a full trace.

A question is read once, and a search that two modes need is made once. `Retrieval.open` keeps both, so that another
mode or another budget costs no further model call. No answer is written here, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from typing import get_args
from weakref import WeakKeyDictionary

import networkx as nx

from core.domain.assemble import Assembly
from core.domain.ground import Ground
from core.domain.journal import Journal
from core.domain.modes import Mode, Parameters, Query, mode_named
from core.domain.packing import Costs, CountTokens
from core.domain.records import Keywords
from core.domain.seeds import Seeds, seeded_entities, seeded_relations
from core.domain.terrain import Terrain
from core.domain.trace import Kind, Trace
from core.ports import Embedder, Extractor
from core.services.lexical import NO_WORDS, WordSearch
from core.services.question import Reading, Request, Vector
from core.services.searching import Searching
from core.services.views import View, evidence_of

__all__ = ["Reading", "Request", "Retrieval", "Session"]

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

    def instead(
        self,
        view: Callable[[str, tuple[str, ...] | None], View] | None = None,
        extractor: Callable[[], Extractor] | None = None,
    ) -> Retrieval:
        """The same over another graph, or with questions read by another; what was counted and drawn up is shared."""
        made = copy(self)
        made._view, made._extractor = view or self._view, extractor or self._extractor
        return made

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
        session = Session(request, view, cache(lambda: self._terrain(view)), reading, self._costs, self._unread())
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
        self._seeds: Mapping[Kind, Seeds] = self._seeded(terrain()) if request.seeded else {}
        self._searching = found = Searching(view, reading, terrain, self._seeds)
        self._ground = Ground(view, terrain, view.evidence.chunks, found.chunk_scores, costs, found.near_names)

    def _seeded(self, terrain: Terrain) -> Mapping[Kind, Seeds]:
        graph, request = self._view.graph, self._request
        return {
            "entity": seeded_entities(graph, request.seed_entities),
            "relation": seeded_relations(graph, request.seed_relations, terrain.relation.get),
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
        hits, chunks = self._searching.hits(row, numbers, journal)
        kept = Assembly(row, numbers, self._ground, journal).run(hits, chunks)
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
            evidence=evidence_of(self._view),
        )

    def _seed_notes(self, mode: Mode) -> list[str]:
        """What the seeds mean for this mode: names that fit several, seeds it has no use for or lacks."""
        if not self._request.seeded:
            return []
        notes: list[str] = []
        for kind, seeds in self._seeds.items():
            if mode.search_for(kind):
                notes += seeds.notes
                if not seeds.keys:
                    too = " too" if any(mode.search_for(other) for other in get_args(Kind) if other != kind) else ""
                    notes.append(f"{mode.name} starts from {kind} hits{too}, but no seed {kind} was given.")
            elif seeds.keys:
                notes.append(f"{mode.name} does not start from {kind} hits: the seed {kind} is not used.")
        return notes


def _tell_keywords(mode: Mode, keywords: Keywords, journal: Journal) -> None:
    if mode.search_for("entity") or mode.search_for("relation"):
        detail = f"low: {', '.join(keywords.low) or '–'}; high: {', '.join(keywords.high) or '–'} ({keywords.origin})"
        journal.step("keywords", detail)
