"""What a browser session has worked out on the split screen: the plan, the filter, what was taken. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from core.domain.names import NodeRef
from core.domain.split_rules import RowFilter
from core.domain.split_values import Row
from core.domain.splitting import SplitPlan
from core.services.split import Splitting
from pages.parts.text import one_line, titled
from pages.parts.words_split import WAITS_LABEL

_KEY, _DONE = "lightprism.split", "lightprism.split.done"


@dataclass(frozen=True, slots=True)
class Held:
    """A plan in the making. `seen` is the last decision when it was begun; `nonce` parts one table from the next.

    `parts_shown` are the numbers of the parts that the table is narrowed to; empty: all. `target` is the part that was
    moved to last.
    """

    workspace: str
    version: tuple[int, int]
    seen: int
    splitting: Splitting
    plan: SplitPlan
    grouping: int
    shown: RowFilter = field(default_factory=RowFilter)
    parts_shown: tuple[int, ...] = ()
    nonce: int = 0
    target: int = 0
    renewed: bool = False

    @property
    def key(self) -> str:
        return self.splitting.key

    def rows(self) -> tuple[Row, ...]:
        """The rows that the filter shows, by part, then in document order; those that wait come first."""
        fitting = [row for row in self.plan.rows if self.shown.takes(row)]
        if self.parts_shown:
            fitting = [row for row in fitting if self.plan.part_of(row.id) in self.parts_shown]
        return tuple(sorted(fitting, key=lambda row: self.plan.part_of(row.id)))

    def labels(self) -> list[str]:
        """The parts as a table calls them, each another; then the word for what waits."""
        return [*part_labels(self.plan), WAITS_LABEL]


@dataclass(frozen=True, slots=True)
class Done:
    """A split that was taken: its decisions, the parts as (key, label), and the run that was kept from before.

    `asked` is the question of that run.
    """

    workspace: str
    key: str
    name: str
    seqs: tuple[int, ...]
    parts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    run: str = ""
    again: bool = False
    asked: str = ""
    undone: bool = False


def part_labels(plan: SplitPlan) -> list[str]:
    """What each part is called: its qualifier where all have the node's name, else name and qualifier."""
    same = {part.ref.name for part in plan.parts} == {NodeRef.shown(str(plan.node["name"])).name}
    plain = [part.qualifier if same and part.qualifier else titled(part.name, part.qualifier) for part in plan.parts]
    labels = [one_line(label, 40) or "?" for label in plain]
    return [label if labels.count(label) == 1 else f"{label} ({n + 1})" for n, label in enumerate(labels)]


def read(explorer: Any, key: str) -> Held:
    """The plan of this node, begun where there is none. Raises UnknownName."""
    held = st.session_state.get(_KEY)
    version = explorer.library.version()
    if not isinstance(held, Held) or (held.workspace, held.key) != (explorer.name, key):
        return begin(explorer, key)
    if held.version != version:
        plan = explorer.splits.renewed(key, held.plan)
        held = replace(held, version=version, plan=plan, seen=explorer.curate.last(), nonce=held.nonce + 1)
        return put(replace(held, renewed=True))
    return held


def begin(explorer: Any, key: str) -> Held:
    """The plan that is suggested. Raises UnknownName."""
    version, seen = explorer.library.version(), explorer.curate.last()
    splitting: Splitting = explorer.splits.open(key)
    before = st.session_state.get(_KEY)
    nonce = before.nonce + 1 if isinstance(before, Held) else 0
    return put(Held(explorer.name, version, seen, splitting, splitting.plan, splitting.suggested, nonce=nonce))


def put(held: Held) -> Held:
    st.session_state[_KEY] = held
    return held


def now(held: Held) -> Held:
    """The plan as it is: another callback of the same click may have changed it since the page was drawn."""
    found = st.session_state.get(_KEY)
    return found if isinstance(found, Held) and found.key == held.key else held


def change(held: Held, plan: SplitPlan, **more: Any) -> Held:
    """Keep another plan; the tables are drawn anew."""
    return put(replace(held, plan=plan, nonce=held.nonce + 1, renewed=False, **more))


def regroup(explorer: Any, held: Held, number: int) -> None:
    """Start over with another grouping. Raises UnknownName."""
    held = now(held)
    change(held, explorer.splits.grouped(held.splitting, number), grouping=number, shown=RowFilter(), parts_shown=())


def edit(held: Held, plan: SplitPlan) -> None:
    """Keep what was changed in a cell of a table: the table stays as it is, so that the keyboard keeps its place."""
    put(replace(held, plan=plan))


def forget() -> None:
    """Begin anew the next time."""
    st.session_state.pop(_KEY, None)


def finish(done: Done) -> None:
    """Keep what was taken, for the confirmation."""
    st.session_state[_DONE] = done
    forget()


def done(workspace: str, key: str) -> Done | None:
    """What was taken of this node last, in this session."""
    found = st.session_state.get(_DONE)
    return found if isinstance(found, Done) and (found.workspace, found.key) == (workspace, key) else None


def turned(done: Done) -> None:
    """After undo or redo of what was taken."""
    st.session_state[_DONE] = replace(done, undone=not done.undone, notes=())


def put_aside() -> None:
    """Show no confirmation any more."""
    st.session_state.pop(_DONE, None)


def fresh_name(labels: Sequence[str], text: str) -> str:
    """What a person typed for a new part; empty where it names one that there is."""
    wanted = one_line(text, 80)
    return "" if wanted in labels else wanted


# --- tables: drawn as they were when they were last put in order ------------------------------------------------------

_TABLES = "lightprism.split.tables"


@dataclass(frozen=True, slots=True)
class Table:
    """The items of a table and the part that each was in when it was drawn; cells that are edited lie over that."""

    items: tuple[Any, ...]
    parts: tuple[int, ...]


def table(held: Held, name: str, make: Table) -> Table:
    """The table of this name as it was first drawn under the present nonce."""
    tables: dict[str, tuple[int, Table]] = st.session_state.setdefault(_TABLES, {})
    found = tables.get(name)
    if found is None or found[0] != held.nonce:
        found = tables[name] = (held.nonce, make)
    return found[1]


def edited(key: str) -> dict[int, dict[str, Any]]:
    """The cells that were edited in a table, by row."""
    found = st.session_state.get(key)
    rows = found.get("edited_rows", {}) if found is not None else {}
    return {int(number): dict(cells) for number, cells in rows.items()}
