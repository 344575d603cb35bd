"""What indexing and questions took, each in a sentence of its own."""

from __future__ import annotations

from core.domain.evaluation.costs import IndexingCosts, Spent


def indexing_said(found: IndexingCosts | None) -> str:
    """Passages, failures, calls and tokens of indexing."""
    if found is None:
        return "not known"
    state = ", ".join(f"{count:,} {word}" for count, word in _states(found) if count)
    passages = f"{found.passages:,} passages{f' ({state})' if state else ''}"
    if not found.calls and not found.cached:
        return f"{passages}; no call of a chat model"
    failed = f" ({found.calls_failed:,} failed)" if found.calls_failed else ""
    kept = f"; {found.cached:,} more from kept replies" if found.cached else ""
    tokens = f"{found.tokens_in:,} tokens in and {found.tokens_out:,} out, {found.seconds:,.0f} s"
    return f"{passages}; {found.calls:,} calls of a chat model{failed}, {tokens}{kept}"


def _states(found: IndexingCosts) -> tuple[tuple[int, str], ...]:
    return (found.failed, "failed"), (found.waiting, "not read yet"), (found.empty, "without any entity")


def spent_said(found: Spent) -> str:
    """Calls and tokens of questions."""
    if not found.calls:
        return "no call of a chat model"
    failed = f" ({found.failed:,} failed)" if found.failed else ""
    tokens = f"{found.tokens_in:,} tokens in and {found.tokens_out:,} out"
    return f"{found.calls:,} calls of a chat model{failed}, {tokens}, {found.seconds:,.0f} s"
