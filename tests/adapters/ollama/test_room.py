"""How long a prompt may be beside its reply, and how fast prompts are read."""

from __future__ import annotations

import pytest

from core.adapters.ollama import Memory, OllamaChat, OllamaServer
from core.domain.records import ModelCall
from core.errors import ModelError
from core.ports import ChatRequest, RoomyChat
from tests.adapters.ollama_server import CHAT, Fails, OllamaStub, Says, tokens

READING = (2000, 3000)


def chat(server: OllamaServer, memory: Memory | None = None) -> OllamaChat:
    return OllamaChat(server, CHAT, count=tokens, memory=memory)


def ask(model: OllamaChat, prompt: int, reply: int) -> None:
    model.chat(ChatRequest("", "x" * 4 * prompt, max_tokens=reply, timeout_s=5))


@pytest.mark.parametrize("reply", [256, 768, 3000])
def test_a_prompt_that_fills_the_room_stays_in_the_window_and_one_token_more_widens_it(
    stub: OllamaStub, server: OllamaServer, reply: int
) -> None:
    model = chat(server)
    assert isinstance(model, RoomyChat)
    room = model.room(reply, READING)
    assert (room.window, room.most_window) == (6144, 32768)
    ask(model, room.prompt, reply)
    ask(model, room.prompt + 1, reply)
    asked = [body["options"] for body in stub.asked("/api/chat")]
    assert [options["num_ctx"] for options in asked] == [6144, 8192]
    assert all(options["num_predict"] == reply for options in asked)


def test_the_widest_room_is_the_model_s_own_window(stub: OllamaStub, server: OllamaServer) -> None:
    model = chat(server)
    ask(model, model.room(768, READING).most_prompt, 768)
    assert stub.asked("/api/chat")[0]["options"]["num_ctx"] == 32768


def test_a_window_that_is_wide_already_is_used(stub: OllamaStub, server: OllamaServer) -> None:
    memory = Memory()
    ask(chat(server, memory), 9000, 1000)
    assert chat(server, memory).room(768, READING).window == 12288


def test_from_then_on_a_short_prompt_has_the_window_of_reading_too(stub: OllamaStub, server: OllamaServer) -> None:
    model = chat(server)
    model.room(768, READING)
    ask(model, 10, 100)
    assert stub.asked("/api/chat")[0]["options"]["num_ctx"] == 6144


def test_a_model_whose_window_is_too_small_for_reading_gives_what_it_has(
    stub: OllamaStub, server: OllamaServer
) -> None:
    stub.models[CHAT].window = 2048
    room = chat(server).room(768, READING)
    assert (room.window, room.most_window) == (2048, 2048)
    assert 0 < room.prompt == room.most_prompt < 2048 - 768


def test_a_tokenizer_that_counts_more_leaves_less_room(stub: OllamaStub, server: OllamaServer) -> None:
    memory = Memory()
    words = "the prompt is longer than the context length currently available to the model (12000 tokens)"
    stub.chats.extend([Fails(400, words), Says("Yes.", counted=12_000)])
    ask(chat(server, memory), 10_000, 768)  # so this server counts 1.2 times as many
    room = chat(server, memory).room(768, READING)
    plain = chat(server, Memory()).room(768, READING)
    assert (room.most_window, plain.most_window) == (32768, 32768)
    assert room.most_prompt == pytest.approx(plain.most_prompt / 1.2, abs=2)


def test_what_the_server_tells_of_its_time_is_in_the_call(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.append(Says("Yes.", read_ms=1500, load_ms=7000))
    call = chat(server).chat(ChatRequest("", "Is it?", timeout_s=5)).call
    assert (call.prompt_ms, call.load_ms) == (1500, 7000)


def test_where_it_does_not_tell_the_first_word_does(stub: OllamaStub, server: OllamaServer) -> None:
    stub.chats.extend([Says("Yes."), Fails(404, "no such model")])
    call = chat(server).chat(ChatRequest("", "Is it?", timeout_s=5)).call
    assert 1 <= call.prompt_ms <= max(call.duration_ms, 1)
    with pytest.raises(ModelError) as raised:
        chat(server).chat(ChatRequest("", "Is it?", timeout_s=5))
    (failed,) = raised.value.calls
    assert isinstance(failed, ModelCall)
    assert failed.prompt_ms == 0
