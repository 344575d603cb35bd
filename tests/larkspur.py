"""The scripted lesson in words of our own: five passages whose merge gives the figures of the design, section 7.

`shared_records` reads the reference copy where it is at hand; the tests run over both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from core.domain.evidence import EvidenceChunk, EvidenceFile, parse_file
from core.domain.identity import ChunkPlace, occurrences
from core.domain.ordering import in_document_order
from core.domain.records import Chunk, EntityMention, Evidence, RelationMention

SHARED = Path(__file__).parent.parent.parent / "shared"


def _entity(name: str, type_: str, description: str) -> dict[str, str]:
    return {"name": name, "type": type_, "description": description}


def _relation(source: str, target: str, keywords: str, description: str) -> dict[str, str]:
    return {"source": source, "target": target, "keywords": keywords, "description": description}


OWN: tuple[dict[str, Any], ...] = (
    {
        "document": "guide/invoices.md",
        "chunk": "own-1",
        "text": "When you cancel, billing closes your books with one more invoice.",
        "entities": [
            _entity("Cancellation", "process", "Ends a subscription when its paid time is over."),
            _entity("Billing", "function", "Writes invoices, the closing one too."),
        ],
        "relations": [_relation("Cancellation", "Billing", "closing invoice, end", "Ending calls for an invoice.")],
    },
    {
        "document": "guide/keeping.md",
        "chunk": "own-2",
        "text": "CANCELLATION opens the keeping period: data stays for 30 days.",
        "entities": [
            _entity("CANCELLATION ", "process", "Opens the keeping period of an account."),
            _entity("Data retention", "policy", "Leaves the data of an ended account in place for 30 days."),
        ],
        "relations": [_relation("Cancellation", "Data retention", "keeping period, lifecycle", "Starts keeping.")],
    },
    {
        "document": "guide/leaving.md",
        "chunk": "own-3",
        "text": "The keeping period is counted from the cancellation; account deletion comes after it.",
        "entities": [],
        "relations": [
            _relation("Data retention", "Cancellation", "keeping period, counting", "Days are counted from the end."),
            _relation("Cancellation", "Account deletion", "account lifecycle", "What is ended is deleted in the end."),
        ],
    },
    {
        "document": "guide/taking-out.md",
        "chunk": "own-4",
        "text": "Export before the data goes. Business: the daily backup is held for 7 days.",
        "metadata": {"plan": "Business"},
        "entities": [
            _entity("Export", "feature", "Saves all records as tables."),
            _entity("Data retention", "policy", "Takes away what nobody saved."),
            _entity("Daily backup", "feature", "With Business, a daily backup is held for 7 days."),
        ],
        "relations": [_relation("Export", "Data retention", "portability, deadline", "Saving comes before deletion.")],
    },
    {
        "document": "guide/large-accounts.md",
        "chunk": "own-5",
        "text": "Enterprise: the daily backup is held for 30 days.",
        "metadata": {"plan": "Enterprise"},
        "entities": [_entity("Daily Backup", "feature", "With Enterprise, a daily backup is held for 30 days.")],
        "relations": [],
    },
)


def own_records() -> bytes:
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in OWN).encode()


def shared_records() -> bytes:
    path = SHARED / "larkspur" / "records.jsonl"
    if not path.is_file():
        pytest.skip(f"the reference records are not at {path.parent.name}/{path.name}")
    return path.read_bytes()


def evidence(content: bytes) -> Evidence:
    """Evidence records as evidence, without a store."""
    return evidence_of(parse_file(content))


def evidence_of(file: EvidenceFile) -> Evidence:
    """The same of records that were parsed already."""
    chunks: list[Chunk] = []
    entities: list[EntityMention] = []
    relations: list[RelationMention] = []
    for document, lines in file.documents.items():
        for n, (line, count) in enumerate(zip(lines, _counts(lines), strict=True)):
            place = ChunkPlace(document, line.id, line.text, count)
            chunks.append(Chunk(line.id, document, n, line.text, line.title, line.metadata))
            entities += place.entities(line.entities)
            relations += place.relations(line.relations)
    return in_document_order(chunks, entities, relations)


def _counts(lines: Iterable[EvidenceChunk]) -> tuple[int, ...]:
    return occurrences([line.text for line in lines])
