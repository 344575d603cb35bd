"""Where support stands in one view: the passages of a document, and the entities and relations that name a passage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.domain.evaluation import Naming, Paths, parts_of
from core.domain.trace import Kind
from core.services.views import View

OpenView = Callable[[str, tuple[str, ...] | None], View]
"""From a merge rule and a viewer."""


class Places:
    """Looked up once for a run; without `graph` nothing is known of what names a passage."""

    def __init__(self, view: View, *, graph: bool = True) -> None:
        self._chunks = view.evidence.chunks
        self._of: dict[str, list[str]] = {}
        for key, chunk in self._chunks.items():
            self._of.setdefault(chunk.document, []).append(key)
        self.paths = Paths(_naming(view), parts_of(view.graph)) if graph else Paths({})

    def missing(self, support: Sequence[str]) -> str:
        """The first support that is neither a document nor a passage here; empty if all are."""
        return next((one for one in support if one not in self._of and one not in self._chunks), "")

    def chunks(self, support: str) -> Sequence[str]:
        """The passages of a support: itself, or all of the document."""
        return (support,) if support in self._chunks else self._of.get(support, ())

    def documents(self, support: Sequence[str]) -> Mapping[str, str]:
        """The document of each support."""
        return {one: self._chunks[one].document if one in self._chunks else one for one in support}


def _naming(view: View) -> Mapping[str, Naming]:
    """Entities in key order, then relations, by each passage that they were read from."""
    found: dict[str, list[tuple[Kind, str]]] = {}
    for key, entity in view.graph.nodes(data="entity"):
        for chunk in entity.chunks:
            found.setdefault(chunk, []).append(("entity", key))
    for _, _, key, relation in view.graph.edges(keys=True, data="relation"):
        for chunk in relation.chunks:
            found.setdefault(chunk, []).append(("relation", key))
    return found
