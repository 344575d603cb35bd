"""A comparison as a Markdown file that a person reads or passes on.

Text from documents and models is hostile here as everywhere: it is escaped until no reader of Markdown makes more of
it than its words. Pure: the time is given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from core.domain.answers import Answer
from core.domain.differences import Asked, Change, labels
from core.domain.explain_kept import chain
from core.domain.metrics import overlap
from core.domain.modes import Parameters
from core.domain.trace import KeptChunk, KeptEntity, KeptRelation, Trace

LISTED = 25
"""Items of a kind that are listed for each mode; the JSON file holds all."""
_SNIPPET = 300
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a report is of: how it was asked, when (as text), the answers by mode, and what changed since another."""

    asked: Asked
    at: str
    answers: Mapping[str, Answer] = field(default_factory=dict)
    changes: Sequence[Change] = ()


def report(traces: Mapping[str, Trace], facts: Facts) -> str:
    """The whole file, ending in a line break."""
    parts = [_head(facts), _table(traces), _shared(traces), _changed(facts.changes)]
    parts += [_mode(trace, facts.answers.get(mode)) for mode, trace in traces.items()]
    return "\n".join(line for part in parts for line in (*part, "")).rstrip() + "\n"


def escaped(text: str, limit: int | None = None) -> str:
    """On one line, as Markdown that shows exactly these words; cut to `limit` characters with an ellipsis."""
    line = _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _PUNCTUATION.sub(r"\\\1", line)


def _head(facts: Facts) -> Iterator[str]:
    asked = facts.asked
    yield f"# {escaped(asked.question, 300) or 'Comparison'}"
    yield ""
    engine = ", ".join(f"{name} {escaped(value)}" for name, value in asked.engine.items())
    yield f"Asked at {escaped(facts.at)}, merge rule {escaped(asked.policy)}{_version(asked)}."
    yield f"Read and embedded by: {engine or 'not known'}."
    yield ""
    words = asked.keywords
    yield f"- Things named: {_list(words.low)}"
    yield f"- Themes: {_list(words.high)} (from: {escaped(words.origin)})"
    yield f"- Limits: {_limits(asked.parameters)}"


def _version(asked: Asked) -> str:
    return f", workspace at version {'.'.join(map(str, asked.version))}" if any(asked.version) else ""


def _list(words: Iterable[str]) -> str:
    return ", ".join(escaped(word, 80) for word in words) or "none"


def _limits(parameters: Parameters) -> str:
    usual = Parameters()
    other = [f.name for f in fields(Parameters) if getattr(parameters, f.name) != getattr(usual, f.name)]
    return ", ".join(f"{escaped(name)} {getattr(parameters, name)}" for name in other) or "the usual ones"


def _table(traces: Mapping[str, Trace]) -> Iterator[str]:
    yield "| mode | entities | relations | chains | passages | tokens | of | cut |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for mode, trace in traces.items():
        counts = (len(trace.entities), len(trace.relations), len(trace.paths), len(trace.chunks))
        numbers = (*counts, trace.tokens.total, trace.tokens.limit, len(trace.cuts))
        yield f"| {mode} | {' | '.join(f'{number:,}' for number in numbers)} |"


def _shared(traces: Mapping[str, Trace]) -> Iterator[str]:
    """How many passages each pair of modes has in common."""
    held = {mode: {kept.chunk.id for kept in trace.chunks} for mode, trace in traces.items()}
    yield "## Passages in common"
    yield ""
    yield f"| | {' | '.join(held)} |"
    yield f"|---|{'--:|' * len(held)}"
    for mode, own in held.items():
        yield f"| {mode} | {' | '.join(str(len(own & other)) for other in held.values())} |"
    yield ""
    common = [item for item in overlap(traces).common() if item[0] == "chunk"]
    yield f"In all modes: {len(common)}."


def _changed(changes: Sequence[Change]) -> Iterator[str]:
    if not changes:
        return
    yield "## Compared with the one before"
    yield ""
    for change in changes:
        before, now = change.tokens
        yield f"- **{change.mode}**: {len(change.came)} came in, {len(change.went)} went; {before:,} → {now:,} tokens"
        yield from (f"  - came in: {one.kind} {escaped(one.label, 120)}" for one in change.came[:LISTED])
        yield from (f"  - went: {one.kind} {escaped(one.label, 120)}" for one in change.went[:LISTED])


def _mode(trace: Trace, answer: Answer | None) -> Iterator[str]:
    yield f"## {trace.mode}"
    yield ""
    yield from (f"> {escaped(note, 400)}  " for note in trace.notes)
    yield from _answer(answer)
    named = labels(trace)
    yield from _section("Entities", [_item(k, named["entity", k.entity.key]) for k in trace.entities])
    yield from _section("Relations", [_item(k, _relation(k)) for k in trace.relations])
    yield from _section(
        "Chains", [f"{path.rank}. {escaped(chain(path), 300)} ({path.score:.3f})" for path in trace.paths]
    )
    yield from _section("Passages", [_passage(kept) for kept in trace.chunks])
    reasons = Counter(cut.reason for cut in trace.cuts)
    if reasons:
        yield "Cut: " + "; ".join(f"{count} by {escaped(reason)}" for reason, count in reasons.most_common())


def _answer(answer: Answer | None) -> Iterator[str]:
    """The text as it was written, line by line, its citations left as numbers; then what was found wrong with it."""
    if answer is None:
        return
    yield "### Answer"
    yield ""
    yield from (f"{escaped(line)}  " for line in answer.text.splitlines() if line.strip())
    yield ""
    if answer.removed:
        yield f"Taken out: citations of passages that do not exist ({', '.join(map(str, answer.removed))})."
    if answer.unsupported:
        yield f"Backed by nothing in the context: {len(answer.unsupported)} of {len(answer.sentences)} sentences."
    if answer.incomplete:
        yield "The answer broke off."
    yield ""


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    yield f"### {title} ({len(lines)})"
    yield ""
    yield from lines[:LISTED]
    if len(lines) > LISTED:
        yield f"\nand {len(lines) - LISTED} more."
    yield ""


def _item(kept: KeptEntity | KeptRelation, name: str) -> str:
    score = "" if kept.score is None else f", {kept.score:.3f}"
    return f"{kept.rank}. {escaped(name, 200)} ({escaped(kept.via, 80)}{score})"


def _relation(kept: KeptRelation) -> str:
    arrow = "→" if kept.relation.directed else "–"
    return f"{kept.ends[0]} {arrow} {kept.ends[1]}: {', '.join(kept.relation.keywords)}"


def _passage(kept: KeptChunk) -> str:
    """With its citation number; indented, so that its text stays with it."""
    chunk = kept.chunk
    score = "" if kept.score is None else f", {kept.score:.3f}"
    title = escaped(chunk.title or chunk.document, 120)
    head = f"{kept.rank}. **{title}**, passage {chunk.position + 1} of {escaped(chunk.document)}"
    return f"{head}{score}  \n   {escaped(chunk.text, _SNIPPET)}"
