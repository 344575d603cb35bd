"""The log of model calls, and the replies that are kept."""

from __future__ import annotations

from pathlib import Path

from core.domain.records import Extraction, ModelCall
from core.store.calls import CACHED, Cost
from core.store.replies import KeptReply
from core.store.store import Store
from tests.storing import add

REPLY = KeptReply("{}", "small", "ab", "p1", 10, 2)


def call(
    model: str = "small", outcome: str = "ok", tokens_in: int = 10, tokens_out: int = 4, duration_ms: int = 500
) -> ModelCall:
    return ModelCall("extract", model, "", "", tokens_in, tokens_out, duration_ms, outcome)


def test_costs_are_added_up_by_job_and_model(store: Store) -> None:
    add(store, "a", "Text.")
    calls = (call(), call(outcome="length"), call(outcome="ModelTimeout", tokens_out=0), call(outcome="cached"))
    store.mentions.save(store.queue.waiting()[0], Extraction(calls=calls), "r", "t")
    store.calls.record([call("large")], "question", "t")
    store.calls.record([call()], "trial", "t")
    assert store.calls.costs() == (
        Cost("indexing", "small", 3, 30, 8, 1.5, failed=1, cached=1, saved=14),
        Cost("question", "large", 1, 10, 4, 0.5, failed=0, cached=0, saved=0),
        Cost("trial", "small", 1, 10, 4, 0.5, failed=0, cached=0, saved=0),
    )


def test_the_pace_of_a_model_is_the_mean_of_calls_that_were_made_and_answered(store: Store) -> None:
    assert store.calls.pace("small") is None
    store.calls.record([call(), call(duration_ms=1500), call(outcome="cached", duration_ms=0)], "trial", "t")
    store.calls.record([call(duration_ms=9000)], "question", "t")
    store.calls.record([call(tokens_out=0, duration_ms=9000)], "indexing", "t")
    assert store.calls.pace("small") == 1.0


def test_a_reply_is_found_by_its_key(store: Store) -> None:
    store.replies.put("k1", REPLY, "t")
    assert store.replies.get("k1") == REPLY
    assert store.replies.get("k2") is None
    assert store.replies.known(["k1", "k2"]) == {"k1"}


def test_a_process_that_only_reads_logs_and_keeps_nothing(tmp_path: Path) -> None:
    Store(tmp_path).close()
    reader = Store(tmp_path, read_only=True)
    reader.calls.record([call()], "question", "t")
    reader.replies.put("k1", REPLY, "t")
    assert (reader.calls.costs(), reader.replies.get("k1")) == ((), None)
    reader.close()


def test_reading_speeds_are_those_of_long_prompts_that_were_really_read_newest_first(store: Store) -> None:
    def read(
        tokens: int, prompt_ms: int, outcome: str = "ok", model: str = "small", digest: str = "ab" * 32
    ) -> ModelCall:
        return ModelCall("extract", model, digest, "", tokens, 9, 9000, outcome, prompt_ms, 7)

    store.calls.record(
        [
            read(1000, 10_000),
            read(1000, 5_000),
            read(50, 1_000),
            read(1000, 0),
            read(1000, 2_000, CACHED),
            read(1000, 2_000, model="other"),
        ],
        "question",
        "t",
    )
    assert store.calls.prompt_rates("small") == (200.0, 100.0)
    assert store.calls.prompt_rates(f"small@{'ab' * 6}", 1) == (200.0,)
    assert store.calls.prompt_rates("small@cd") == ()
