"""Takes a workspace, or the part of its graph in view, out as files.

Gathers from callables that bootstrap gives, lets the domain write, and hands bytes back: it never touches a disk, and
file names are fixed words, never what a document or a person said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import networkx as nx

from core.domain.export_page import PageParts, html
from core.domain.exports import Originals, entities_csv, graphml, part, records, relations_csv
from core.domain.graph import visible
from core.domain.policy import CLASSIC
from core.errors import UnknownName
from core.services.views import View

Viewer = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file to save or to offer for download."""

    name: str
    media_type: str
    content: bytes


class Transfer:
    """Exports. `view` gives the graph of a merge rule and a viewer; `originals` what evidence was read from;
    `page` the texts that a picture page is made of; `workspace` is its name, for titles only."""

    def __init__(
        self,
        view: Callable[[str, Viewer], View],
        originals: Callable[[], Originals],
        page: Callable[[], PageParts],
        workspace: str,
    ) -> None:
        self._view, self._originals, self._page, self._workspace = view, originals, page, workspace
        self._kinds: dict[str, Callable[[View, nx.MultiDiGraph, bool], tuple[ExportFile, ...]]] = {
            "records": self._records,
            "graphml": self._graphml,
            "csv": self._csv,
            "html": self._html,
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._kinds)

    def export(
        self, kind: str, policy: str = "careful", keys: Collection[str] | None = None, viewer: Viewer = None
    ) -> tuple[ExportFile, ...]:
        """The files of one kind, of everything or of the entities `keys` and the relations between them.

        Raises UnknownName for a kind or a key that isn't there.
        """
        if kind not in self._kinds:
            raise UnknownName(f"There is no export '{kind}'.", f"Use one of: {', '.join(self._kinds)}.")
        view = self._view(policy, viewer)
        return self._kinds[kind](view, _part(view.graph, keys), keys is not None)

    def _records(self, view: View, graph: nx.MultiDiGraph, partly: bool) -> tuple[ExportFile, ...]:
        read = self._view(CLASSIC.name, view.viewer)  # knows no decisions, so nothing that persons assert
        evidence = visible(read.evidence, view.viewer)
        content = records(evidence, self._originals(), _mentions(graph) if partly else None)
        return (ExportFile("records.jsonl", "application/x-ndjson", content),)

    def _graphml(self, view: View, graph: nx.MultiDiGraph, partly: bool) -> tuple[ExportFile, ...]:
        return (ExportFile("graph.graphml", "application/graphml+xml", graphml(graph)),)

    def _csv(self, view: View, graph: nx.MultiDiGraph, partly: bool) -> tuple[ExportFile, ...]:
        return (
            ExportFile("entities.csv", "text/csv", entities_csv(graph)),
            ExportFile("relations.csv", "text/csv", relations_csv(graph)),
        )

    def _html(self, view: View, graph: nx.MultiDiGraph, partly: bool) -> tuple[ExportFile, ...]:
        page = html(graph, self._workspace, self._page(), of=len(view.graph))
        return (ExportFile("graph.html", "text/html", page.encode("utf-8")),)


def _part(graph: nx.MultiDiGraph, keys: Collection[str] | None) -> nx.MultiDiGraph:
    if keys is None:
        return graph
    missing = sorted(set(keys) - set(graph))
    if missing:
        raise UnknownName(f"There is no entity '{missing[0]}' in this graph.", "Reload the page and choose again.")
    return part(graph, keys)


def _mentions(graph: nx.MultiDiGraph) -> frozenset[str]:
    named = {mention for _, entity in graph.nodes(data="entity") for mention in entity.mentions}
    return frozenset(named.union(*(relation.mentions for *_, relation in graph.edges(data="relation"))))
