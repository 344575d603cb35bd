"""Where a browser session is in the queue: the findings in their order, the one on the screen, and what was done here.

The order stays while the queue is worked on; findings that come later join at its end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from time import monotonic

import streamlit as st

_KEY, _SINCE = "lightprism.curate.queue", "lightprism.curate.since"


@dataclass(frozen=True, slots=True)
class Step:
    """What was done with a finding: the numbers of the decisions, none where it was skipped."""

    finding: str
    seqs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Queue:
    """`of` names workspace and filters: under others a queue begins anew. `at` counts from 0."""

    of: tuple[str, ...]
    ids: tuple[str, ...] = ()
    at: int = 0
    log: tuple[Step, ...] = ()

    @property
    def done(self) -> frozenset[str]:
        """What was dealt with here."""
        return frozenset(step.finding for step in self.log if step.seqs)

    @property
    def skipped(self) -> frozenset[str]:
        return frozenset(step.finding for step in self.log if not step.seqs) - self.done

    @property
    def current(self) -> str:
        """The finding on the screen; empty behind the last."""
        return self.ids[self.at] if self.at < len(self.ids) else ""

    def behind(self, there: Collection[str]) -> int:
        """How many of the queue are dealt with, here or anywhere; `there` are those that are still to be looked at."""
        return sum(id_ not in there for id_ in self.ids)


def read(of: tuple[str, ...], there: Sequence[str]) -> Queue:
    """The queue of these filters, with what came since at its end, at the next finding that is still there."""
    held = st.session_state.get(_KEY)
    queue = held if isinstance(held, Queue) and held.of == of else Queue(of)
    known = frozenset(queue.ids)
    queue = replace(queue, ids=(*queue.ids, *(id_ for id_ in there if id_ not in known)))
    return write(_onward(queue, frozenset(there)))


def held(drawn: Queue) -> Queue:
    """The queue as it is now: keys that are pressed fast come from a screen that is drawn no more."""
    found = st.session_state.get(_KEY)
    return found if isinstance(found, Queue) and found.of == drawn.of else drawn


def drawn(id_: str) -> None:
    """A finding is on the screen now, with all that belongs to it."""
    if st.session_state.get(_SINCE, ("", 0.0))[0] != id_:
        st.session_state[_SINCE] = id_, monotonic()


def seen_for(id_: str) -> float:
    """How many seconds this finding has been on the screen."""
    held_id, since = st.session_state.get(_SINCE, ("", 0.0))
    return monotonic() - float(since) if held_id == id_ else 0.0


def write(queue: Queue) -> Queue:
    st.session_state[_KEY] = queue
    return queue


def _onward(queue: Queue, there: Collection[str]) -> Queue:
    at = queue.at
    while at < len(queue.ids) and queue.ids[at] not in there:
        at += 1
    return replace(queue, at=at)


def open_at(queue: Queue, id_: str) -> Queue:
    """At this finding, if it is in the queue."""
    return write(replace(queue, at=queue.ids.index(id_))) if id_ in queue.ids else queue


def dealt(queue: Queue, ids: Sequence[str], seqs: Sequence[int]) -> Queue:
    """Findings were dealt with; the first of them is the one on the screen."""
    steps = tuple(Step(id_, tuple(seqs)) for id_ in ids)
    return write(replace(queue, log=(*queue.log, *steps), at=queue.at + 1))


def skip(queue: Queue) -> Queue:
    return write(replace(queue, log=(*queue.log, Step(queue.ids[queue.at])), at=queue.at + 1))


def back(queue: Queue, there: Collection[str]) -> Queue:
    """To the nearest finding before this one that is still to be looked at."""
    before = [at for at in range(queue.at) if queue.ids[at] in there]
    return write(replace(queue, at=before[-1])) if before else queue


def undone(queue: Queue) -> Queue:
    """The last thing that was done here is taken back; at its finding again."""
    last = next((step for step in reversed(queue.log) if step.seqs), None)
    if last is None:
        return queue
    kept = tuple(step for step in queue.log if step.seqs != last.seqs)
    at = min(
        (queue.ids.index(s.finding) for s in queue.log if s.seqs == last.seqs and s.finding in queue.ids), default=0
    )
    return write(replace(queue, log=kept, at=at))


def again(queue: Queue) -> Queue:
    """From the beginning: what was skipped comes once more."""
    return write(replace(queue, at=0, log=tuple(step for step in queue.log if step.seqs)))


def last_seqs(queue: Queue) -> tuple[int, ...]:
    """The decisions of the last thing that was done here; empty where there is none."""
    return next((step.seqs for step in reversed(queue.log) if step.seqs), ())
