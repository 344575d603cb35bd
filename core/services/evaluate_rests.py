"""What an experiment rests on: the documents that were there, with what was read of them."""

from __future__ import annotations

import hashlib

from core.domain.records import Evidence


def fingerprint(evidence: Evidence) -> str:
    """Equal for equal evidence, whenever it is looked at: passages with their metadata, and all mentions, in order."""
    found = hashlib.sha256()
    for part in (evidence.chunks.values(), evidence.entities, evidence.relations):
        for one in part:
            found.update(repr(one).encode("utf-8", "replace"))
            found.update(b"\n")
        found.update(b"\n")
    return found.hexdigest()


def documents(evidence: Evidence) -> frozenset[str]:
    """Those that any passage is of."""
    return frozenset(chunk.document for chunk in evidence.chunks.values())
