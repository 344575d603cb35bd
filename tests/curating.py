"""A curation desk over a workspace of the tests, and short ways to say nodes and rulings."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.services.curate import CurationDesk, Means, Ruling
from core.services.project import Views
from core.store.person import Person
from tests.workspace import Workspace


def desk_of(workspace: Workspace, home: Path | None = None) -> CurationDesk:
    """Its desk; nothing follows a decision by itself."""
    person = Person(home or workspace.store.folder)
    return CurationDesk(Means(workspace.store, workspace.views, workspace.embeddings, workspace.clock, person))


def node(name: str, qualifier: str = "") -> dict[str, str]:
    return {"name": name, "qualifier": qualifier}


def merge(*names: str, into: str) -> Ruling:
    return Ruling("merge", {"nodes": [node(name) for name in names], "into": node(into)})


def rename(name: str, to: str) -> Ruling:
    return Ruling("rename", {"node": node(name), "to": node(to)})


def hide(name: str) -> Ruling:
    return Ruling("hide", {"node": node(name)})


def split(name: str, **parts: list[str]) -> Ruling:
    """Mention ids by qualifier."""
    made = [node(name, qualifier) | {"mentions": ids} for qualifier, ids in parts.items()]
    return Ruling("split", {"node": node(name), "parts": made})


BACKUP = "Daily backup"


class HasViews(Protocol):
    """A workspace of the tests, or an Explorer."""

    @property
    def views(self) -> Views: ...


def by_plan(workspace: HasViews, name: str = BACKUP) -> Ruling:
    """The split of Daily backup into Business and Enterprise, with rules for later mentions.

    A mention belongs to the plan of its passage's metadata, else to the one that its text names, else to none.
    """
    evidence = workspace.views().evidence
    ids: dict[str, list[str]] = {"Business": [], "Enterprise": []}
    for mention in evidence.entities:
        chunk = evidence.chunks[mention.chunk]
        said = chunk.metadata.get("plan", mention.description)
        if mention.name.lower() == name.lower():
            for plan in (plan for plan in ids if plan in said):
                ids[plan].append(mention.id)
    parts = [
        node(name, plan) | {"mentions": found, "rule": {"metadata": {"plan": [plan]}}} for plan, found in ids.items()
    ]
    return Ruling("split", {"node": node(name), "parts": parts})
