"""Undo and redo as rulings: which revokes bring the list from how it stands to how it is wanted.

Pure: reads a list of decisions, gives rulings. Nothing is ever taken out of the list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.domain.decisions import Decision, Ruling, in_force, revoked
from core.domain.decisions.rows import readable
from core.errors import InvalidDecision, UnknownName


def undoing(seqs: Collection[int], decisions: Sequence[Decision]) -> tuple[Ruling, ...]:
    """One revoke for each, latest first. Raises UnknownName, InvalidDecision for what does not stand."""
    _check(seqs, decisions)
    gone = revoked(decisions)
    if undone := sorted(set(seqs) & gone):
        raise InvalidDecision(f"Decision {undone[0]} is undone already.", "Leave it out, or redo it.")
    return tuple(Ruling("revoke", {"seq": seq}) for seq in sorted(set(seqs), reverse=True))


def redoing(seqs: Collection[int], decisions: Sequence[Decision]) -> tuple[Ruling, ...]:
    """A revoke of every revoke that keeps one of them undone. Raises UnknownName, InvalidDecision."""
    _check(seqs, decisions)
    gone = revoked(decisions)
    if standing := sorted(set(seqs) - gone):
        raise InvalidDecision(f"Decision {standing[0]} is not undone.", "Leave it out.")
    return tuple(_freeing(set(seqs), decisions, gone))


def back_to(seq: int, decisions: Sequence[Decision]) -> tuple[Ruling, ...]:
    """What stood just after decision `seq` stands again, and nothing else; checkpoints stay.

    Raises UnknownName, InvalidDecision where that is so already.
    """
    if seq:
        _check([seq], decisions)
    then = {row.seq for row in in_force([row for row in decisions if row.seq <= seq])}
    now = {row.seq for row in in_force(decisions) if row.kind != "checkpoint"}
    marks = {row.seq for row in decisions if row.kind == "checkpoint"}
    undo = tuple(Ruling("revoke", {"seq": seq}) for seq in sorted(now - then, reverse=True))
    redo = tuple(_freeing(then - now - marks, decisions, revoked(decisions)))
    if not undo and not redo:
        raise InvalidDecision("Nothing was decided after that point that still stands.", "Choose an earlier one.")
    return (*undo, *redo)


def _freeing(seqs: set[int], decisions: Sequence[Decision], gone: Collection[int]) -> Iterator[Ruling]:
    for row in reversed(decisions):
        if row.kind == "revoke" and row.seq not in gone and readable(row.body).get("seq") in seqs:
            yield Ruling("revoke", {"seq": row.seq})


def _check(seqs: Collection[int], decisions: Sequence[Decision]) -> None:
    if not seqs:
        raise InvalidDecision("No decision was named.", "Name one by its number; the history lists them.")
    known = {row.seq for row in decisions}
    if unknown := sorted(set(seqs) - known):
        raise UnknownName(f"There is no decision {unknown[0]}.", "The history lists them with their numbers.")
