"""Who may see a document or a passage: the labels in its field `audience`.

Whether a viewer sees a passage is said by `graph.may_see`; here the same labels are read for lists and editors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.domain.records import Metadata

FIELD = "audience"
Viewer = tuple[str, ...] | None


def viewer_of(labels: Iterable[str]) -> tuple[str, ...]:
    """A viewer who holds these labels: sorted, each once, empty ones left out."""
    return tuple(sorted({label for label in labels if label}))


def labels_of(metadata: Metadata) -> tuple[str, ...]:
    """The labels of which a viewer must hold one, sorted; none where everyone may see it, or nobody (`readable`)."""
    return tuple(sorted({str(label) for label in _said(metadata) if _is_label(label)}))


def readable(metadata: Metadata) -> bool:
    """Whether the audience is one label or a list of labels; else nobody but who sees everything may see it."""
    return all(map(_is_label, _said(metadata)))


def shared(one: Metadata, other: Metadata) -> bool:
    """Whether everyone who may see what has the `other` metadata may see what has `one`, too."""
    if not _said(one):
        return True
    return bool(_said(other)) and readable(one) and set(labels_of(other)) <= set(labels_of(one))


def _said(metadata: Metadata) -> list[Any]:
    audience = metadata.get(FIELD)
    if audience is None or audience in ("", [], ()):
        return []
    return list(audience) if isinstance(audience, list | tuple) else [audience]


def _is_label(value: Any) -> bool:
    return isinstance(value, str | int | float)
