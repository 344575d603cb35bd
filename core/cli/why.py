"""`retrieve --why NAME`: in each mode, why it is there or why it is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.cli.show import plain
from core.domain.modes import MODES
from core.services.explain import Explained, Explainer
from core.services.question import Request
from core.services.retrieve import Session


def why(session: Session, request: Request, name: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Lines and data for what the name means, at most three things; near names where it means nothing."""
    explainer = Explainer(session.view, session.vector)
    found = explainer.find(name, 3)
    if not found:
        near = ", ".join(f"'{item.label}'" for item in explainer.near(name))
        offer = f" Near it: {near}." if near else ""
        return [plain(f"why: nothing is called '{name}', and no passage holds these words.{offer}")], []
    traces = {mode: session.trace(mode) for mode in MODES}
    explained = [explainer.explain(item, traces, request.parameters) for item in found]
    return [line for one in explained for line in _lines(one)], list(map(_data, explained))


def _lines(one: Explained) -> Iterable[str]:
    yield plain(f"why {one.item.kind} '{one.item.label}'")
    for verdict in one.verdicts:
        state = f"kept {verdict.rank}" if verdict.kept else "not kept"
        yield plain(f"  {verdict.mode:<7} {state:<9} {verdict.said}")


def _data(one: Explained) -> dict[str, Any]:
    return {
        "kind": one.item.kind,
        "key": one.item.key,
        "name": one.item.label,
        "modes": [{"mode": v.mode, "kept": v.kept, "rank": v.rank, "why": v.said} for v in one.verdicts],
    }
