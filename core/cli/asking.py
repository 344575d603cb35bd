"""`lightprism ask`: an answer with checked citations, streamed; and what a question is made of on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from core.bootstrap import Explorer
from core.cli.result import Result, WrongUse
from core.cli.show import plain
from core.domain.answers import Answer, Quote
from core.domain.audience import viewer_of
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.errors import InputError
from core.seeing import Seen
from core.services.question import Request


def request_of(options: argparse.Namespace) -> Request:
    """The question of a command line. Raises WrongUse."""
    try:
        return _request(options)
    except InputError as error:
        raise WrongUse(error.message, error.remedy) from error


def _request(options: argparse.Namespace) -> Request:
    return Request(
        question=options.question,
        mode=options.mode,
        parameters=Parameters(**{field.name: getattr(options, field.name) for field in fields(Parameters)}),
        low=_words(options.low),
        high=_words(options.high),
        seed_entities=tuple(options.seed_entity),
        seed_relations=tuple(options.seed_relation),
        policy=options.policy,
        viewer=None if options.viewer is None else viewer_of(options.viewer),
    )


def fitted(explorer: Explorer | Seen, request: Request, widest: bool = False) -> tuple[Request, tuple[str, ...]]:
    """The request with budgets that the chat model can take, and in sentences what was lowered."""
    found = explorer.answers.fitted(request.parameters, request.question, widest)
    return replace(request, parameters=found.parameters), found.notes


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(word for part in text.split(",") if (word := part.strip()))


def ask(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """Answer a question in one mode; quote the passages where the engine writes no answers."""
    if not options.question.strip():
        raise WrongUse("The question is empty.", "Ask something.")
    request, notes = fitted(explorer, request_of(options), options.widest)
    trace = explorer.retrieve.run(request)
    notes = (*notes, *trace.notes)
    if not explorer.answers.available:
        return _quoted(explorer, trace, notes)
    _tell_wait(explorer, trace, options.afresh)
    answer = explorer.answers.answer(trace, None if options.json else _stream, afresh=options.afresh)
    text = "\n".join([_end(answer), *_report(answer, trace, notes)])
    return Result(text, _data(answer, trace, notes), ok=not answer.incomplete)


def _tell_wait(explorer: Explorer | Seen, trace: Trace, afresh: bool) -> None:
    wait = explorer.answers.wait_s(explorer.answers.prompt(trace))
    if wait is not None and wait >= 1 and (afresh or explorer.answers.kept(trace) is None):
        print(f"The first word takes about {wait:.0f} s.", file=sys.stderr)


def _stream(piece: str) -> None:
    print(_safe(piece), end="", flush=True)


def _safe(text: str) -> str:
    """Lines that a terminal can't be steered by."""
    return "\n".join(map(plain, text.split("\n")))


def _end(answer: Answer) -> str:
    """What ends the streamed text: the answer as it was checked, where that is not what was streamed."""
    if not answer.seconds and not answer.cached:  # no model was asked, so nothing was streamed
        return _safe(answer.text)
    return f"\n\nChecked:\n{_safe(answer.text)}" if answer.removed and not answer.cached else ""


def _report(answer: Answer, trace: Trace, notes: Sequence[str]) -> Iterator[str]:
    chunks = {kept.rank: kept.chunk for kept in trace.chunks}
    yield ""
    for number in answer.citations:
        yield plain(f"[{number}] {chunks[number].document} ({chunks[number].title or chunks[number].id})")
        backing = {_place(quote) for quote in _quotes(answer, number, supported=True)}
        for quote in _quotes(answer, number):
            said = "" if _place(quote) in backing else "not backed: nearest is "
            yield f"    {said}“{plain(quote.text)}”"
    if answer.removed:
        yield f"removed: citations of passages that are not there: {', '.join(map(str, answer.removed))}"
    for sentence in answer.unsupported:
        lacking = f" (no passage has {', '.join(sentence.lacking)})" if sentence.lacking else ""
        yield f"unsupported{lacking}: {plain(answer.said(sentence))}"
    yield from (f"note: {plain(note)}" for note in (*notes, *answer.notes))
    yield from ["note: kept from before, no model was asked (--afresh asks it)"] if answer.cached else []


def _quotes(answer: Answer, number: int, supported: bool = False) -> tuple[Quote, ...]:
    """What is quoted for the sentences that cite a passage, each once; `supported`: for those that are, alone."""
    citing = (one for one in answer.sentences if one.citations and (one.supported or not supported))
    return tuple(dict.fromkeys(quote for one in citing for quote in one.quotes if quote.citation == number))


def _place(quote: Quote) -> tuple[str, int, int]:
    return quote.chunk, quote.start, quote.end


def _data(answer: Answer, trace: Trace, notes: Sequence[str]) -> dict[str, Any]:
    return {
        "question": trace.question,
        "standalone": trace.question,
        "mode": trace.mode,
        "answer": answer.text,
        "sentences": [
            {
                "text": answer.said(sentence),
                "start": sentence.start,
                "end": sentence.end,
                "kind": sentence.kind,
                "citations": list(sentence.citations),
                "support": None if sentence.support is None else round(sentence.support, 6),
                "supported": sentence.supported,
                "lacking": list(sentence.lacking),
            }
            for sentence in answer.sentences
        ],
        "citations": [_citation(quote) for number in answer.citations for quote in _quotes(answer, number)],
        "removed": list(answer.removed),
        "not_found": answer.not_found,
        "incomplete": answer.incomplete,
        "measure": answer.measure,
        "model": answer.model,
        "cached": answer.cached,
        "tokens": {"in": answer.tokens_in, "out": answer.tokens_out},
        "notes": [*notes, *answer.notes],
    }


def _citation(quote: Quote) -> dict[str, Any]:
    return {
        "n": quote.citation,
        "chunk": quote.chunk,
        "document": quote.document,
        "quote": quote.text,
        "start": quote.start,
        "end": quote.end,
    }


def _quoted(explorer: Explorer | Seen, trace: Trace, notes: Sequence[str]) -> Result:
    quotes = explorer.answers.quotes(trace)
    reason = explorer.answers.unavailable
    lines = [reason, *(f"[{q.citation}] {q.document}: “{_safe(q.text)}”" for q in quotes)]
    lines += [] if quotes else ["No sentence of the retrieved passages comes near to the question."]
    said = _data(Answer("", not_found=not quotes), trace, [reason, *notes])
    data = said | {"citations": [_citation(quote) for quote in quotes], "quoted": True}
    return Result("\n".join([*lines, *(f"note: {plain(note)}" for note in notes)]), data)
