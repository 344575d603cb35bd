"""The themes of what was kept, by document."""

from __future__ import annotations

from dataclasses import replace

from core.services.themes import Theme, Themes
from core.services.trace_json import themes_json
from tests.services.hand_view import Bench


def trace_of(documents):
    """A trace of the mode `naive`, its chunks k2 k6 k4 k7 k3 k1 being of these documents."""
    trace = Bench().run("naive")
    chunks = [
        replace(kept, chunk=replace(kept.chunk, document=document))
        for kept, document in zip(trace.chunks, documents, strict=True)
    ]
    return replace(trace, chunks=tuple(chunks))


def test_themes_are_ordered_by_documents_then_passages_then_text():
    read = {"k2": ("Refunds", "Billing"), "k6": ("billing",), "k4": ("Export",), "k7": ("Export",), "k3": ("Audit",)}
    found = Themes(lambda ids: {key: read[key] for key in ids if key in read}).of(trace_of("aabccc"))
    assert found == (
        Theme("Export", ("b", "c"), (3, 4)),
        Theme("Billing", ("a",), (1, 2)),
        Theme("Audit", ("c",), (5,)),
        Theme("Refunds", ("a",), (1,)),
    )
    assert themes_json(found)[0] == {"theme": "Export", "documents": ["b", "c"], "citations": [3, 4]}


def test_only_kept_passages_are_asked_for():
    asked = []
    assert Themes(lambda ids: asked.extend(ids) or {}).of(trace_of("abcdef")) == ()
    assert asked == ["k2", "k6", "k4", "k7", "k3", "k1"]
