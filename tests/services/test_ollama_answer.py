"""Answers over Ollama's wire: streamed, stopped in the middle, made up, cut, in Chinese; and one window for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from core.adapters.scripted_clock import FixedClock
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.answers import Turn
from core.domain.chunking import Chunking
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.errors import BadModelReply, ModelCancelled, ModelUnavailable
from core.services.intake import Incoming
from core.services.question import Request
from core.settings import Engine, Settings
from tests.adapters.ollama_server import CHAT, EMBED, Body, Breaks, Fails, OllamaStub, Says, serving

QUESTION = "How long is the daily backup kept?"
TEXTS = {
    "business.md": "On the Business plan the daily backup is kept for 7 days.",
    "enterprise.md": "On the Enterprise plan the daily backup is kept for 30 days.",
}
GOOD = "On the Business plan the daily backup is kept for 7 days [1]."


@dataclass
class Bench:
    """A workspace of two passages that were read from records, over a scripted server."""

    stub: OllamaStub
    explorer: Explorer

    def trace(self, question: str = QUESTION) -> Trace:
        return self.explorer.retrieve.run(Request(question, "naive"))

    def says(self, *acts: Says | Fails | Breaks) -> None:
        self.stub.chats.extend(acts)

    @property
    def asked(self) -> list[Body]:
        return self.stub.asked("/api/chat")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with serving() as stub:
        stub.models[EMBED].window = 8192
        settings = Settings(home=tmp_path, ollama_host=stub.url)
        engine = Engine("ollama", CHAT, EMBED, read_s=5, ask_s=5)
        path = create_workspace(settings, "Test", engine, Chunking("tokens", 200, 20))
        explorer = open_workspace(path, settings, clock=FixedClock())
        explorer.intake.add([Incoming("notes", name, text.encode()) for name, text in TEXTS.items()])
        yield Bench(stub, explorer)
        explorer.close()


def test_an_answer_is_streamed_in_pieces_with_its_cost(bench: Bench) -> None:
    trace = bench.trace()
    business = next(kept.rank for kept in trace.chunks if "Business" in kept.chunk.text)
    said = GOOD.replace("[1]", f"[{business}]")
    bench.says(Says(said))
    pieces: list[str] = []
    answer = bench.explorer.answers.answer(trace, pieces.append)
    assert len(pieces) > 3
    assert "".join(pieces) == answer.text == said
    assert answer.model.startswith(f"{CHAT}@")
    assert answer.sentences[0].supported
    assert bench.explorer.library.costs().questions[0].calls == 1


def test_the_request_is_streamed_plain_text_that_may_not_be_cut(bench: Bench) -> None:
    bench.says(Says(GOOD))
    bench.explorer.answers.answer(bench.trace())
    (body,) = bench.asked
    assert "format" not in body
    assert (body["stream"], body["truncate"]) == (True, False)
    assert body["options"]["num_predict"] >= 768


def test_a_made_up_citation_is_removed_and_named(bench: Bench) -> None:
    bench.says(Says(f"{GOOD} It is kept in Iceland [7]."))
    answer = bench.explorer.answers.answer(bench.trace())
    assert answer.text == f"{GOOD} It is kept in Iceland."
    assert answer.removed == (7,)


def test_chinese_is_asked_and_answered_in_chinese(bench: Bench) -> None:
    bench.says(Says("文档中没有说明。", counted=None))  # the server's count knows no Chinese
    answer = bench.explorer.answers.answer(bench.trace("每日备份保留多久？"))
    assert answer.not_found
    assert "引用编号" in bench.asked[0]["messages"][0]["content"]


def test_an_answer_that_runs_into_its_limit_is_shown_as_incomplete_and_not_begun_again(bench: Bench) -> None:
    bench.says(Says(GOOD, reason="length"))
    answer = bench.explorer.answers.answer(bench.trace())
    assert answer.incomplete
    assert "broke off" in answer.notes[-1]
    assert len(bench.asked) == 1


def test_a_stop_in_the_middle_ends_the_call(bench: Bench) -> None:
    bench.says(Breaks("hang", text="On the Business"))
    pieces: list[str] = []
    with pytest.raises(ModelCancelled):
        bench.explorer.answers.answer(bench.trace(), pieces.append, lambda: bool(pieces))
    assert pieces == ["On the Business"]
    assert bench.explorer.gate.open


@pytest.mark.parametrize("fault", [Breaks("close", text="On the"), Breaks("bad line", text="On the")])
def test_a_stream_that_breaks_is_an_error_that_keeps_what_was_said(bench: Bench, fault: Breaks) -> None:
    bench.says(fault)
    with pytest.raises((BadModelReply, ModelUnavailable)) as raised:
        bench.explorer.answers.answer(bench.trace())
    assert raised.value.reply == "On the"
    assert bench.explorer.answers.kept(bench.trace()) is None


def test_a_kept_answer_goes_with_its_document(bench: Bench) -> None:
    bench.says(Says(GOOD), Says(GOOD))
    trace = bench.trace()
    bench.explorer.answers.answer(trace)
    assert bench.explorer.answers.kept(trace) is not None
    bench.explorer._store.documents.set_withdrawn("notes/business.md", True)
    assert bench.explorer.answers.kept(trace) is None
    assert bench.explorer.answers.kept(bench.trace()) is None


def test_a_follow_up_is_asked_for_as_json_and_prose_is_taken_too(bench: Bench) -> None:
    prose = "How long is the daily backup kept on the Enterprise plan?"
    bench.says(*[Says(prose)] * 3)
    found = bench.explorer.answers.standalone("And on Enterprise?", [Turn(QUESTION, GOOD)])
    assert found.text == prose
    assert bench.asked[0]["format"]["required"] == ["question"]


def test_reading_answering_and_rewriting_share_one_window(bench: Bench) -> None:
    bench.says(Says(GOOD), Says('{"question": "And how long?"}'))
    fitted = bench.explorer.answers.fitted(Parameters(), QUESTION)
    bench.explorer.answers.answer(bench.trace())
    bench.explorer.answers.standalone("And?", [Turn(QUESTION, GOOD)])
    bench.explorer.ingest.run()
    windows = {body["options"]["num_ctx"] for body in bench.asked}
    assert windows == {fitted.window}
    assert len(bench.asked) == 4


def test_a_context_that_fills_the_fitted_budget_does_not_widen_the_window(bench: Bench) -> None:
    bench.says(Says(GOOD))
    fitted = bench.explorer.answers.fitted(Parameters(), QUESTION)
    words = "backup is kept for 7 days and then goes away for ever in the cold night of the plan "
    most, trace = fitted.parameters.max_total_tokens, bench.trace()
    text = words * (most // bench.explorer._tokens.count(words))
    kept = replace(trace.chunks[0], chunk=replace(trace.chunks[0].chunk, text=text))
    bench.explorer.answers.answer(replace(trace, chunks=(kept,)))
    assert bench.asked[0]["options"]["num_ctx"] == fitted.window
