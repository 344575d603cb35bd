"""Name collisions: one node whose mentions disagree so much that they may speak of several things.

The score of a node is the sum of the signals that fired; from `THRESHOLD` on it is a finding, with a split proposed
along the strongest signal that says which mention belongs where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.domain.diagnose.apart import apart
from core.domain.diagnose.disagree import SIGNALS
from core.domain.diagnose.finding import Finding, Group, Signal
from core.domain.diagnose.grouping import telling
from core.domain.diagnose.scene import Scene
from core.domain.diagnose.signals import Disagreement, Parts
from core.domain.names import qualifier_key

THRESHOLD = 0.5


def collisions(scene: Scene) -> Iterator[Finding]:
    """A finding for each node over the threshold, in the order of the graph."""
    for key, entity in scene.entities.items():
        if len(entity.chunks) < 2 and len(entity.mentions) < 2:
            continue
        found = [item for signal in SIGNALS for item in signal(scene, key)]
        signals = [item.signal for item in found]
        if not signals:
            continue  # passages of two subjects alone are never enough
        signals += [signal for signal, _ in apart(scene, key)]
        if round(sum(signal.weight for signal in signals), 6) >= THRESHOLD:
            yield _finding(scene, key, found, signals)


def _finding(scene: Scene, key: str, found: Sequence[Disagreement], signals: Sequence[Signal]) -> Finding:
    parts = next((grouping.parts for grouping in telling(scene, key, found)), {})
    strongest = max(signals, key=lambda signal: signal.weight)
    others = len(signals) - 1
    more = f"; {others} more sign{'s' if others > 1 else ''} of it" if others else ""
    return scene.finding(
        "name-collision",
        f"{_opening(scene, key, strongest.name)}: {strongest.detail}{more}.",
        entities=(key,),
        evidence=_groups(scene, key, parts),
        signals=sorted(signals, key=lambda signal: (-signal.weight, signal.name)),
        proposal=_split(scene, key, parts),
    )


def _opening(scene: Scene, key: str, signal: str) -> str:
    """Numbers may also disagree because something changed: two versions of one rule."""
    if signal == "numbers":
        return f"Passages disagree on {scene.said(key)}"
    return f"{scene.said(key)} may be several things"


def _groups(scene: Scene, key: str, parts: Parts) -> tuple[Group, ...]:
    """The parts side by side, then what belongs to none of them; of a stub, what relations say."""
    entity = scene.entities[key]
    placed = {i for ids in parts.values() for i in ids}
    rest = [i for i in entity.mentions if i not in placed]
    if not entity.mentions:
        rest = list(dict.fromkeys(i for relation in scene.around(key) for i in relation.mentions))
    groups = [scene.group(label, ids) for label, ids in parts.items() if label]
    rest = [*parts.get("", ()), *rest]
    return (*groups, scene.group("", rest)) if rest else tuple(groups)


def _split(scene: Scene, key: str, parts: Parts) -> Mapping[str, Any] | None:
    """A split into parts, each qualified by its label; None unless there are two with labels of their own.

    One part may have no label: it stays under the bare name.
    """
    if len({qualifier_key(label) for label in parts}) < max(2, len(parts)):
        return None
    name = scene.entities[key].name
    bare_last = sorted(parts.items(), key=lambda part: not part[0])
    return {
        "kind": "split",
        "node": scene.node(key),
        "parts": [{"name": name, "qualifier": label, "mentions": list(ids)} for label, ids in bare_last],
    }
