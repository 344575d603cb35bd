"""Which documents tell of an entity, a relation or a passage, as the workspace is seen now."""

from __future__ import annotations

from core.domain.expand import RelationFinder
from core.domain.trace import Kind
from core.services.views import View


class Documents:
    """Which documents say of a thing, in one view. The graph is asked only for what is no passage."""

    def __init__(self, view: View) -> None:
        self._view, self._finder = view, RelationFinder()

    def of(self, kind: Kind | None, key: str) -> tuple[str, ...]:
        """Names of documents, none where nothing of that key is known; without a kind it may be of any."""
        chunk = self._view.evidence.chunks.get(key) if kind in (None, "chunk") else None
        if chunk is not None:
            return (chunk.document,)
        if kind in (None, "entity") and key in self._view.graph:
            documents: tuple[str, ...] = self._view.graph.nodes[key]["entity"].documents
            return documents
        relation = self._finder.find(self._view.graph, key) if kind in (None, "relation") else None
        return relation.documents if relation else ()
