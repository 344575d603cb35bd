"""The hits that modes start from, for one question on one view: seeds, searches by vector, by name and by words.

Makes each search once, whichever modes need it. Writes into a mode's journal what was found and what just missed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.domain.expand import SEED, Candidate, Item, Level, Starts, in_turn
from core.domain.journal import Journal, counted
from core.domain.mixing import WORDS
from core.domain.modes import Mode, Parameters, Search
from core.domain.paths_between import strength
from core.domain.records import Entity, Relation
from core.domain.seeds import Seeds
from core.domain.terrain import Terrain
from core.domain.trace import Hit, Kind
from core.services.lexical import ChunkSearch, chunk_hits
from core.services.question import Reading
from core.services.views import View

NEAR_MISSES = 20
"""How many rows past the wanted ones a search looks at, so that the trace can name what just missed."""

NEAR_NAMES = 0.85
"""From this cosine on two entities count as nearly the same name."""

WALK_RELATIONS, WALK_CHUNKS = 3, 200
"""How many of a search's nearest hits a walk starts from. Past 50 chunks it matters little how many."""

ChunkHits = Mapping[str, Sequence[str]]
"""Chunk ids, best first, with the labels of what found each."""

Named = Mapping[Kind, Seeds]
"""The seeds that a person gave, by kind; empty where there are none."""

Lists = Mapping[Search | None, tuple[Candidate[Item], ...]]
"""Candidates by the search that found them; None stands for seeds."""


class Searching:
    """The searches of one session. Seeds stand in place of all but those for chunks."""

    def __init__(self, view: View, reading: Reading, terrain: Callable[[], Terrain], named: Named) -> None:
        self._view, self._reading, self._terrain, self._named = view, reading, terrain, named
        self._searched: dict[tuple[str, Kind, int], Sequence[Hit]] = {}
        self._scored: dict[str, float] = {}

    def hits(self, mode: Mode, numbers: Parameters, journal: Journal) -> tuple[Level, ChunkHits]:
        """What a mode starts from, and what its walk does, if it has one."""
        entities = self._start(mode, "entity", self._entity, numbers, journal)
        relations = self._start(mode, "relation", self._relation, numbers, journal)
        chunks = self._chunk_hits(mode, numbers, journal)
        starts = Starts()
        if mode.walk:
            near = _of(mode, relations)[:WALK_RELATIONS] if not self._named else _of(mode, relations)
            starts = Starts(_of(mode, entities), near, self._chunk_starts(mode, numbers, chunks))
        return Level(in_turn(list(entities.values())), in_turn(list(relations.values())), starts), chunks

    def chunk_scores(self, chunks: Sequence[str]) -> Mapping[str, float]:
        """Cosines to the question, each chunk asked for once in a session."""
        vector = self._reading.vector("question")
        if vector is None:
            return {}
        missing = [chunk for chunk in chunks if chunk not in self._scored]
        if missing:
            self._scored.update(self._view.scores("chunk", missing, vector))
        return self._scored

    def near_names(self) -> Sequence[tuple[str, str]]:
        """Entities with nearly the same name."""
        return self._view.near("entity", NEAR_NAMES)

    # --- entities and relations --------------------------------------------------------------------------------------

    def _start(
        self, mode: Mode, kind: Kind, find: Callable[[str], Item | None], numbers: Parameters, journal: Journal
    ) -> Lists[Item]:
        """Seeds if there are any, else the hits of each of the mode's searches for this kind."""
        scored: dict[Search | None, list[tuple[str, float | None]]] = {}
        if self._named and mode.search_for(kind):
            keys = self._named[kind].keys
            journal.step(f"{kind} seeds", f"{len(keys)} named by hand", keys=keys)
            scored[None] = [(key, None) for key in keys]
        elif not self._named:
            for search in mode.searches_for(kind):
                scored[search] = [(hit.key, hit.score) for hit in self._hits(search, numbers, journal)]
            journal.keep(kind, [key for found in scored.values() for key, _ in found])
        found = {search: [(find(key), key, score) for key, score in rows] for search, rows in scored.items()}
        journal.cut(kind, [key for rows in found.values() for item, key, _ in rows if item is None], "not in the graph")
        return {
            search: tuple(Candidate(item, SEED, score) for item, _, score in rows if item is not None)
            for search, rows in found.items()
        }

    def _entity(self, key: str) -> Entity | None:
        return self._terrain().entity.get(key)

    def _relation(self, key: str) -> Relation | None:
        return self._terrain().relation.get(key)

    def _hits(self, search: Search, numbers: Parameters, journal: Journal) -> list[Hit]:
        return (self._by_name if search.by == "name" else self._by_vector)(search, numbers, journal)

    def _by_name(self, search: Search, numbers: Parameters, journal: Journal) -> list[Hit]:
        """The entities whose name is one of the keywords, in the order of these, as near as can be."""
        words = self._reading.words_of(search.query)
        keys = dict.fromkeys(key for word in words for key in self._terrain().named(word))
        hits = [Hit(search.kind, key, 1.0, rank) for rank, key in enumerate(keys, 1)]
        kept = hits[: numbers.top_k]
        journal.cut(search.kind, [hit.key for hit in hits[numbers.top_k :]], f"top_k {numbers.top_k}")
        detail = f"{counted(len(hits), 'entity', 'entities')} named “{'”, “'.join(words)}”" if words else "no keywords"
        journal.step(f"{search.kind} search", detail, hits=hits, keys=[hit.key for hit in kept])
        if not kept:
            journal.note("No keyword is the name of an entity.")
        return kept

    def _by_vector(self, search: Search, numbers: Parameters, journal: Journal) -> list[Hit]:
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

    # --- chunks ------------------------------------------------------------------------------------------------------

    def _chunk_hits(self, mode: Mode, numbers: Parameters, journal: Journal) -> ChunkHits:
        """Passages that the mode's own search found, each with the labels of what found it."""
        search = mode.search_for("chunk")
        if search is None:
            return {}
        self._hits(search, numbers, journal)
        hits = self._search(search, numbers.chunk_top_k + NEAR_MISSES)
        asked = ChunkSearch(self._reading.text("question"), numbers, hits, NEAR_MISSES)
        return chunk_hits(asked, self._reading.words, self._view, journal)

    def _chunk_starts(self, mode: Mode, numbers: Parameters, chunks: ChunkHits) -> tuple[tuple[str, float], ...]:
        """Chunks with their strengths: the nearest, or where words took part 1 by the rank in the list of both."""
        if any(WORDS in labels for labels in chunks.values()):
            return tuple((id_, 1.0 / rank) for rank, id_ in enumerate(chunks, 1))
        hits = [hit for s in mode.walk if s.kind == "chunk" for hit in self._search(s, WALK_CHUNKS)]
        return tuple((hit.key, strength(hit.score)) for hit in hits if hit.score >= numbers.threshold)


def _of(mode: Mode, lists: Lists[Item]) -> tuple[Candidate[Item], ...]:
    """What the mode's walk starts from: seeds, or the hits of its searches."""
    return tuple(c for search in (None, *mode.walk) for c in lists.get(search, ()))
