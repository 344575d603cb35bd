"""Runs over three small documents: two that name the same thing, and one that names nothing."""

from __future__ import annotations

from core.domain.modes import Parameters
from core.domain.profiles import rough_tokens
from core.domain.records import EntityRow, RelationRow
from core.domain.trace import Trace
from core.services.retrieve import Request, Retrieval
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace

QUESTION = "How long is a Daily Backup kept?"


def document(name: str, other: str) -> GeneratedDocument:
    return GeneratedDocument(
        name,
        (
            GeneratedChunk(
                f"The Daily Backup goes to {other}.",
                entities=(EntityRow("Daily Backup", "feature", "Kept."), EntityRow(other, "place", f"Is {other}.")),
                relations=(RelationRow("Daily Backup", other, f"Goes to {other}.", ("goes to",)),),
            ),
        ),
    )


DOCUMENTS = (
    document("a.md", "Vault"),
    document("b.md", "Cellar"),
    GeneratedDocument("c.md", (GeneratedChunk("保留"),)),
)


def ran(workspace: Workspace, modes: tuple[str, ...] = ("naive", "local"), **numbers: object) -> dict[str, Trace]:
    retrieval = Retrieval(workspace.views, lambda: workspace.extractor, lambda: workspace.embedder, rough_tokens)
    parameters = Parameters(**{"threshold": -1.0, **numbers})  # type: ignore[arg-type]
    return retrieval.compare(Request(QUESTION, parameters=parameters, low=("Daily Backup",), high=("kept",)), modes)
