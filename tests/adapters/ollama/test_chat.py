"""A chat model over the scripted server: what is sent, and what becomes of every kind of answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from core.adapters.ollama import ChatOptions, Memory, OllamaChat, OllamaServer
from core.adapters.ollama.windows import Habits
from core.errors import (
    BadModelReply,
    ModelCancelled,
    ModelError,
    ModelMissing,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
)
from core.ports import ChatReply, ChatRequest
from tests.adapters.ollama_server import (
    CHAT,
    CLOUD,
    DEFAULT,
    EMBED,
    THINKER,
    Behaviour,
    Breaks,
    Fails,
    Floods,
    Model,
    OllamaStub,
    Says,
    serving,
    tokens,
)

SCHEMA = {"type": "object", "properties": {"entities": {"type": "array"}}, "required": ["entities"]}
USER = "Ines keeps the keys. " * 40


def request(**changes: Any) -> ChatRequest:
    return ChatRequest(
        **{"system": "Read.", "user": USER, "schema": SCHEMA, "max_tokens": 1000, "timeout_s": 5} | changes
    )


def ask(server: OllamaServer, model: str = CHAT, memory: Memory | None = None, **changes: Any) -> ChatReply:
    return OllamaChat(server, model, count=tokens, memory=memory).chat(request(**changes))


def error_of(call: Callable[[], object]) -> ModelError:
    with pytest.raises(ModelError) as caught:
        call()
    return caught.value


def test_a_reply_comes_whole_with_its_cost(stub: OllamaStub, server: OllamaServer) -> None:
    reply = ask(server, purpose="extract")
    assert (reply.text, reply.incomplete, reply.earlier) == (DEFAULT, False, ())
    call = reply.call
    assert (call.purpose, call.model, call.digest, call.outcome) == ("extract", CHAT, "a" * 64, "ok")
    assert (call.tokens_in, call.tokens_out) == (tokens("Read.") + tokens(USER) + 12, tokens(DEFAULT))
    assert len(call.prompt_hash) == 32


def test_the_request_asks_for_a_schema_and_for_no_cutting(stub: OllamaStub, server: OllamaServer) -> None:
    ask(server)
    (body,) = stub.asked("/api/chat")
    assert body["format"] == SCHEMA
    assert (body["truncate"], body["shift"], body["stream"]) == (False, False, True)
    assert body["options"] == {"temperature": 0.0, "num_ctx": 4096, "num_predict": 1000, "seed": 0}
    assert body["keep_alive"]
    assert "think" not in body


def test_thinking_is_switched_off_where_the_model_has_a_switch(stub: OllamaStub, server: OllamaServer) -> None:
    ask(server, THINKER)
    assert stub.asked("/api/chat")[0]["think"] is False


@pytest.mark.parametrize("model", [EMBED, CLOUD, "nowhere:1b"])
def test_a_model_that_can_not_chat_is_refused_before_anything_is_asked(server: OllamaServer, model: str) -> None:
    assert isinstance(error_of(lambda: OllamaChat(server, model)), ModelMissing)


@pytest.mark.parametrize(
    "text",
    ["<think>hm {maybe}</think>\n" + DEFAULT, "I see.</think>" + DEFAULT, "<think>a</think><think>b</think>" + DEFAULT],
)
def test_a_leading_thought_is_taken_off(stub: OllamaStub, server: OllamaServer, text: str) -> None:
    stub.chats.append(Says(text))
    assert ask(server).text.strip() == DEFAULT


def test_line_ends_of_other_alphabets_inside_a_reply_stay(stub: OllamaStub, server: OllamaServer) -> None:
    text = DEFAULT.replace("Keeps keys.", "Keeps\u2028keys\u0085and locks \U0001f511.")
    stub.chats.append(Says(text))
    assert ask(server).text == text


# --- the window ------------------------------------------------------------------------------------------------------


def test_the_window_holds_the_prompt_with_a_margin_and_the_answer(stub: OllamaStub, server: OllamaServer) -> None:
    ask(server, user="x" * 16_000)  # 4,000 tokens
    assert stub.asked("/api/chat")[0]["options"]["num_ctx"] == 6144


def test_the_window_stays_at_the_largest_so_far(stub: OllamaStub, server: OllamaServer) -> None:
    memory = Memory()
    for user in ("x" * 400, "x" * 16_000, "x" * 400):
        ask(server, memory=memory, user=user)
    assert [body["options"]["num_ctx"] for body in stub.asked("/api/chat")] == [4096, 6144, 6144]


def test_the_window_never_exceeds_the_models_own(stub: OllamaStub, server: OllamaServer) -> None:
    stub.models[CHAT].window = 5000
    ask(server, user="x" * 14_000, max_tokens=3000)
    options = stub.asked("/api/chat")[0]["options"]
    assert options["num_ctx"] == 5000
    assert options["num_predict"] < 1000


def test_a_prompt_that_can_not_fit_is_refused_before_it_is_sent(stub: OllamaStub, server: OllamaServer) -> None:
    stub.models[CHAT].window = 4096
    error = error_of(lambda: ask(server, user="x" * 20_000))
    assert isinstance(error, BadModelReply)
    assert "shorter passages" in error.remedy
    assert stub.asked("/api/chat") == []


def test_a_prompt_that_the_server_finds_too_long_is_sent_with_a_wider_window(
    stub: OllamaStub, server: OllamaServer
) -> None:
    memory = Memory()
    chat = OllamaChat(server, CHAT, count=lambda text: len(text) // 20, memory=memory)
    assert chat.chat(request(user="x" * 24_000)).text == DEFAULT
    first, second = (body["options"]["num_ctx"] for body in stub.asked("/api/chat"))
    assert first == 4096
    assert second >= 6000
    chat.chat(request(user="x" * 24_000))
    assert len(stub.asked("/api/chat")) == 3


@pytest.mark.parametrize("counted", [100, 1026, 2050])
def test_a_prompt_that_was_cut_in_silence_is_an_error(stub: OllamaStub, server: OllamaServer, counted: int) -> None:
    stub.chats.append(Says(counted=counted))
    error = error_of(lambda: ask(server, user="x" * 12_000))
    assert isinstance(error, BadModelReply)
    assert str(counted) in error.message
    assert error.reply == DEFAULT
    assert [call.outcome for call in error.calls] == ["prompt cut"]  # type: ignore[attr-defined]


def test_an_old_server_that_halves_long_prompts_is_caught(stub: OllamaStub, server: OllamaServer) -> None:
    stub.old = True
    chat = OllamaChat(server, CHAT, count=lambda text: len(text) // 30)
    assert isinstance(error_of(lambda: chat.chat(request(user="x" * 60_000))), BadModelReply)


def test_a_count_that_is_half_the_window_by_chance_is_asked_again_and_taken(
    stub: OllamaStub, server: OllamaServer
) -> None:
    user = "x" * (4 * (2050 - 12 - tokens("Read.")))
    reply = ask(server, user=user)
    assert reply.text == DEFAULT
    assert [call.tokens_in for call in (*reply.earlier, reply.call)] == [2050, 2050]
    assert [body["options"]["num_ctx"] for body in stub.asked("/api/chat")] == [4096, 6144]


def test_a_server_that_does_not_count_is_believed(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.append(Says(counted=None))
    assert ask(server).call.tokens_in == 0


def test_a_version_that_leaves_cached_tokens_out_is_not_taken_for_cutting(
    stub: OllamaStub, server: OllamaServer
) -> None:
    stub.version = "0.30.2"
    stub.chats.append(Says(counted=30))
    assert ask(server).text == DEFAULT


# --- ways of asking --------------------------------------------------------------------------------------------------


def test_where_the_schema_is_refused_the_model_is_asked_plainly(stub: OllamaStub, server: OllamaServer) -> None:
    stub.refuses_format = True
    memory = Memory()
    reply = ask(server, memory=memory)
    assert reply.text == DEFAULT
    assert [call.outcome for call in reply.earlier] == ["FormatRefused"]
    assert "format" not in stub.asked("/api/chat")[-1]
    ask(server, memory=memory)
    assert len(stub.asked("/api/chat")) == 3, "what worked is remembered"


def test_where_the_schema_is_ignored_it_is_asked_without_the_think_field_first(
    stub: OllamaStub, server: OllamaServer
) -> None:
    memory = Memory()
    stub.chats.extend([Says("Ines is a person who keeps keys."), Says()])
    reply = ask(server, THINKER, memory=memory)
    assert reply.text == DEFAULT
    assert [call.outcome for call in reply.earlier] == ["schema ignored"]
    first, second = stub.asked("/api/chat")
    assert ("format" in first, "think" in first) == (True, True)
    assert ("format" in second, "think" in second) == (True, False)
    assert memory.of("b" * 64) == Habits(num_ctx=4096, way=1)


def test_a_model_that_only_writes_prose_is_let_speak_in_the_end(stub: OllamaStub, server: OllamaServer) -> None:
    memory = Memory()
    stub.chats.extend([Says("Prose.")] * 3)
    reply = ask(server, THINKER, memory=memory)
    assert reply.text == "Prose."
    assert [("format" in body, "think" in body) for body in stub.asked("/api/chat")] == [
        (True, True),
        (True, False),
        (False, True),
    ]
    assert memory.of("b" * 64).way == 0, "what did not work is not remembered"


def test_an_object_of_another_shape_is_an_ignored_schema(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Says('{"thoughts": "none"}'), Says()])
    assert ask(server).text == DEFAULT


def test_a_model_without_the_switch_is_never_sent_it(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Says("Prose."), Says("Prose.")])
    ask(server)
    assert all("think" not in body for body in stub.asked("/api/chat"))


def test_a_switch_that_is_refused_is_left_out(stub: OllamaStub, server: OllamaServer) -> None:
    chat = OllamaChat(server, THINKER, count=tokens)
    stub.models[THINKER].capabilities = ["completion"]  # as where a proxy stands before another server
    assert chat.chat(request()).text == DEFAULT


def test_an_answer_that_is_all_thought_is_an_error(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Says("", thinking="Let me see. " * 20, reason="length")] * 9)
    error = error_of(lambda: ask(server, THINKER))
    assert isinstance(error, BadModelReply)
    assert "thinking" in error.message


# --- incomplete answers ----------------------------------------------------------------------------------------------

CUT = '{"entities": [{"name": "Ines", "type": "person"}, {"name": "Om'


def test_an_answer_at_its_limit_is_asked_for_once_more_with_twice_the_room(
    stub: OllamaStub, server: OllamaServer
) -> None:
    stub.chats.extend([Says(CUT, reason="length"), Says()])
    reply = ask(server)
    assert (reply.text, reply.incomplete) == (DEFAULT, False)
    assert [call.outcome for call in reply.earlier] == ["length"]
    assert [body["options"]["num_predict"] for body in stub.asked("/api/chat")] == [1000, 2000]


def test_an_answer_that_stays_incomplete_says_so(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Says(CUT, reason="length"), Says(CUT + "ar", reason="length")])
    reply = ask(server)
    assert (reply.text, reply.incomplete, reply.call.outcome) == (CUT + "ar", True, "length")
    assert len(stub.asked("/api/chat")) == 2


def test_no_second_try_is_made_where_there_is_no_more_room(stub: OllamaStub, server: OllamaServer) -> None:
    stub.models[CHAT].window = 4096
    stub.chats.append(Says(CUT, reason="length"))
    assert ask(server, user="x" * 12_000).incomplete
    assert len(stub.asked("/api/chat")) == 1


def test_the_second_try_can_be_switched_off(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.append(Says(CUT, reason="length"))
    chat = OllamaChat(server, CHAT, count=tokens, options=ChatOptions(retry_incomplete=False))
    assert chat.chat(request()).incomplete


@pytest.mark.parametrize("piece", [" ", "\n", '{"name": "Ines"}, ', "na"])
def test_a_loop_is_broken_off_and_its_answer_incomplete(stub: OllamaStub, server: OllamaServer, piece: str) -> None:
    stub.chats.append(lambda body: Floods(piece, endless=True))
    reply = ask(server, schema=None, max_tokens=100_000)
    assert reply.incomplete
    assert (reply.call.outcome, reply.earlier) == ("loop", ())


def test_a_loop_that_reaches_the_limit_first_is_incomplete(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Floods("{na"), Floods("{na")])
    reply = ask(server, max_tokens=16)
    assert (reply.incomplete, reply.call.outcome) == (True, "length")


# --- failures --------------------------------------------------------------------------------------------------------

FAILURES: list[tuple[Behaviour, type[ModelError], str]] = [
    (Fails(404, "model 'small-chat:latest' not found"), ModelMissing, "ollama pull"),
    (Fails(404, 'model "small-chat" not found, try pulling it first'), ModelMissing, "ollama pull"),
    (Fails(404, "", html=True), ModelUnavailable, "host"),
    (Fails(401, "unauthorized"), ModelUnavailable, "who may use it"),
    (Fails(500, "model requires more system memory (5.6 GiB) than is available (3.1 GiB)"), ModelOverloaded, "smaller"),
    (Fails(500, "llama runner process has terminated: CUDA error: out of memory"), ModelOverloaded, "smaller"),
    (Fails(500, "llama runner process has terminated: signal: killed"), ModelOverloaded, "smaller"),
    (Fails(500, "llama runner process has terminated: exit status 2"), ModelOverloaded, "restart Ollama"),
    (Fails(500, "error loading model: unknown model architecture: 'mllama'"), ModelMissing, "Update Ollama"),
    (Fails(503, "llm server loading model"), ModelOverloaded, "Wait"),
    (Fails(500, "something else"), ModelOverloaded, "log"),
    (Fails(502, "", html=True), ModelOverloaded, "log"),
    (Fails(503, "server busy, please try again.  maximum pending requests exceeded"), ModelOverloaded, "Wait"),
    (Fails(429, "slow down"), ModelOverloaded, "Wait"),
    (Fails(400, '"small-chat" does not support chat'), ModelMissing, "another model"),
    (Fails(400, "invalid options: num_ctx"), BadModelReply, "Update"),
    (Breaks("close"), BadModelReply, "Try again"),
    (Breaks("no end"), BadModelReply, "Try again"),
    (Breaks("half a letter"), BadModelReply, "Try again"),
    (Breaks("bad line"), BadModelReply, "Try again"),
    (Breaks("error", words="CUDA error: out of memory"), ModelOverloaded, "smaller"),
    (Breaks("error", words="an error was encountered while running the model"), ModelOverloaded, "log"),
]


@pytest.mark.parametrize(
    ("failure", "kind", "remedy"), FAILURES, ids=lambda value: str(getattr(value, "words", ""))[:40]
)
def test_each_failure_is_one_of_ours_and_says_what_to_do(
    stub: OllamaStub, server: OllamaServer, failure: Behaviour, kind: type[ModelError], remedy: str
) -> None:
    chat = OllamaChat(server, CHAT, count=tokens)
    stub.chats.extend([failure] * 3)
    error = error_of(lambda: chat.chat(request()))
    assert type(error).__mro__.index(kind) <= 1
    assert remedy in error.remedy
    assert error.message
    assert "\n" not in str(error)
    assert len(error.calls) == 1


@pytest.mark.parametrize("how", ["close", "no end", "half a letter", "bad line", "error"])
def test_what_was_said_before_a_break_is_kept_with_the_error(stub: OllamaStub, server: OllamaServer, how: str) -> None:
    stub.chats.append(Breaks(how, text="Ines is", words="gone"))
    assert error_of(lambda: ask(server, schema=None)).reply == "Ines is"


def test_a_server_that_went_away_is_said_to_be_gone() -> None:
    with serving() as stub:
        chat = OllamaChat(OllamaServer(stub.url), CHAT)
    assert isinstance(error_of(lambda: chat.chat(request())), ModelUnavailable)


@pytest.mark.parametrize("how", ["silence", "hang"])
def test_a_call_ends_at_its_time_limit(stub: OllamaStub, server: OllamaServer, how: str) -> None:
    stub.chats.append(Breaks(how, text="Ines"))
    error = error_of(lambda: ask(server, timeout_s=0.3))
    assert isinstance(error, ModelTimeout)
    assert "0.3 seconds" in error.message
    assert error.reply == ("Ines" if how == "hang" else "")


def test_a_model_that_talks_past_the_time_limit_is_ended_too(
    stub: OllamaStub, server: OllamaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.adapters.ollama.asking.loops", lambda text: False)
    stub.chats.append(Floods("word ", endless=True))
    assert isinstance(error_of(lambda: ask(server, timeout_s=0.4, schema=None)), ModelTimeout)


@pytest.mark.parametrize("how", ["silence", "hang"])
def test_a_call_can_be_cancelled_while_the_server_is_silent(stub: OllamaStub, server: OllamaServer, how: str) -> None:
    stop = threading.Event()
    stub.chats.append(Breaks(how))
    chat = OllamaChat(server, CHAT)
    threading.Timer(0.2, stop.set).start()
    assert isinstance(error_of(lambda: chat.chat(request(cancelled=stop.is_set))), ModelCancelled)


def test_a_call_that_is_cancelled_before_it_begins_asks_nothing(stub: OllamaStub, server: OllamaServer) -> None:
    assert isinstance(error_of(lambda: ask(server, cancelled=lambda: True)), ModelCancelled)
    assert stub.asked("/api/chat") == []


def test_hostile_words_of_a_server_come_out_short_and_on_one_line(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.append(Fails(500, "<script>\n\x1b[31m" + "x" * 5000))
    message = error_of(lambda: ask(server)).message
    assert len(message) < 500
    assert message.isprintable()


def test_calls_may_run_side_by_side(stub: OllamaStub, server: OllamaServer) -> None:
    chat = OllamaChat(server, CHAT, count=tokens)
    replies: list[str] = []
    threads = [threading.Thread(target=lambda: replies.append(chat.chat(request()).text)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [DEFAULT] * 6


def test_a_model_whose_window_is_unknown_is_asked_all_the_same(stub: OllamaStub, server: OllamaServer) -> None:
    stub.models["odd:1b"] = Model(["completion"], window=0, digest="e" * 64)
    assert ask(server, "odd:1b").text == DEFAULT
