"""What every chat model keeps to: the one that is scripted, and the one behind Ollama."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from core.adapters.ollama import OllamaChat, OllamaServer
from core.adapters.scripted_chat import ScriptedChat
from core.errors import ModelCancelled, ModelError, ModelOverloaded
from core.ports import ChatModel, ChatRequest
from tests.adapters.ollama_server import CHAT, Fails, OllamaStub, Says, serving

Make = Callable[[list[str | None]], ChatModel]
"""From replies in order (None: the server is busy) to a model that gives them."""


def scripted(replies: list[str | None]) -> ChatModel:
    return ScriptedChat([ModelOverloaded("Busy.", "Wait.") if said is None else said for said in replies])


@pytest.fixture(params=["scripted", "ollama"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    if request.param == "scripted":
        yield scripted
        return
    with serving(OllamaStub()) as stub:

        def over_http(replies: list[str | None]) -> ChatModel:
            stub.chats.extend(Fails(503, "server busy") if said is None else Says(said) for said in replies)
            return OllamaChat(OllamaServer(stub.url), CHAT)

        yield over_http


REQUEST = ChatRequest(system="Read.", user="Ines keeps the keys.", timeout_s=5, purpose="extract")


def test_a_reply_is_the_text_that_was_said(make: Make) -> None:
    reply = make(["Ines keeps keys. 钥匙 🔑"]).chat(REQUEST)
    assert (reply.text, reply.incomplete, reply.earlier) == ("Ines keeps keys. 钥匙 🔑", False, ())


def test_the_pieces_are_told_as_they_come(make: Make) -> None:
    heard: list[str] = []
    reply = make(["Ines keeps keys. 钥匙 🔑"]).chat(replace(REQUEST, on_text=heard.append))
    assert "".join(heard) == reply.text


def test_a_call_is_logged_with_its_purpose_and_cost(make: Make) -> None:
    call = make(["Ines keeps keys."]).chat(REQUEST).call
    assert (call.purpose, call.outcome) == ("extract", "ok")
    assert call.tokens_in > 0
    assert call.tokens_out > 0
    assert call.duration_ms >= 0


def test_equal_prompts_have_equal_hashes_and_others_have_not(make: Make) -> None:
    model = make(["a", "b", "c"])
    other = ChatRequest(system="Read.", user="Omar keeps the doors.", timeout_s=5)
    hashes = [model.chat(request).call.prompt_hash for request in (REQUEST, REQUEST, other)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_the_identity_is_there_before_anything_is_asked_and_stays(make: Make) -> None:
    model = make(["a"])
    identity = model.identity
    model.chat(REQUEST)
    assert identity
    assert model.identity == identity


def test_a_failure_is_a_model_error_with_a_remedy_and_the_next_call_works(make: Make) -> None:
    model = make([None, "Ines keeps keys."])
    with pytest.raises(ModelError) as caught:
        model.chat(REQUEST)
    assert caught.value.remedy
    assert model.chat(REQUEST).text == "Ines keeps keys."


def test_a_call_that_was_cancelled_before_it_began_is_not_made(make: Make) -> None:
    model = make(["Ines keeps keys."])
    with pytest.raises(ModelCancelled):
        model.chat(ChatRequest(system="", user="Ines.", timeout_s=5, cancelled=lambda: True))
    assert model.chat(REQUEST).text == "Ines keeps keys."
