"""What can be taken out of a workspace as files, made when they are asked for."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.graph_view import GraphQuery
from pages.parts import banners, words
from pages.parts import words_documents as own

_FILES = {
    "records": ("records.jsonl",),
    "graphml": ("graph.graphml",),
    "csv": ("entities.csv", "relations.csv"),
    "html": ("graph.html",),
}
_MEDIA = {"jsonl": "application/x-ndjson", "graphml": "application/graphml+xml", "csv": "text/csv", "html": "text/html"}


def exports(explorer: Any) -> None:
    """One button a file."""
    if not explorer.library.contents().chunks.chunks:
        banners.empty(own.EXPORT_NONE, own.EXPORT_NONE_HINT)
        return
    rule = st.segmented_control(
        words.MERGE_RULE,
        list(words.MERGE_RULES),
        default="careful",
        required=True,
        format_func=words.MERGE_RULES.__getitem__,
        key="export-rule",
        help=words.MERGE_RULE_HELP,
    )
    st.caption(own.EXPORT_HINT)
    for kind, files in _FILES.items():
        title, about = own.EXPORTS[kind]
        with st.container(border=True):
            st.markdown(f"**{title}**  \n{about}")
            with st.container(horizontal=True):
                for number, name in enumerate(files):
                    _button(explorer, kind, number, name, str(rule))


def _button(explorer: Any, kind: str, number: int, name: str, rule: str) -> None:
    def made() -> bytes:
        content: bytes = explorer.transfer.export(kind, rule, _in_view(explorer, kind, rule))[number].content
        return content

    st.download_button(
        own.EXPORT_FILES[name],
        made,
        name,
        _MEDIA[name.rpartition(".")[2]],
        icon=":material/download:",
        on_click="ignore",
        key=f"export-{name}",
    )


def _in_view(explorer: Any, kind: str, rule: str) -> list[str] | None:
    """A picture holds the most connected part, as the Graph page first shows it; every other file holds all."""
    if kind != "html":
        return None
    return [node.key for node in explorer.browse.graph(GraphQuery(policy=rule)).nodes]
