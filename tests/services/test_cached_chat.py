"""Replies that are kept: what is asked again is not asked of the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.adapters.scripted_chat import ScriptedChat
from core.domain.records import ModelCall
from core.errors import ModelTimeout
from core.ports import ChatReply, ChatRequest
from core.services.cached_chat import CachedChat, known, reply_key
from core.store.store import Store

REQUEST = ChatRequest("Read.", "A passage.", {"type": "object"})
CALL = ModelCall("extract", "small", "ab", "ph", 10, 4, 900)


def cached(store: Store, chat: ScriptedChat) -> CachedChat:
    return CachedChat(chat, store.replies, lambda: "t")


def test_the_same_request_is_asked_once(store: Store) -> None:
    chat = ScriptedChat([ChatReply("{}", False, CALL)], "small@ab")
    first, second = (cached(store, chat).chat(REQUEST) for _ in range(2))
    assert len(chat.requests) == 1
    assert second.text == first.text
    assert second.call == replace(CALL, purpose="chat", duration_ms=0, outcome="cached")
    assert not second.earlier


@pytest.mark.parametrize(
    "change",
    [{"system": "x"}, {"user": "x"}, {"schema": None}, {"max_tokens": 9}, {"temperature": 0.3}, {"seed": 1}],
)
def test_a_request_that_may_be_answered_otherwise_is_another_one(store: Store, change: dict[str, Any]) -> None:
    chat = ScriptedChat(["one", "two"])
    model = cached(store, chat)
    assert [model.chat(REQUEST).text, model.chat(replace(REQUEST, **change)).text] == ["one", "two"]


@pytest.mark.parametrize("change", [{"timeout_s": 1.0}, {"purpose": "glean"}, {"cancelled": lambda: False}])
def test_what_does_not_change_an_answer_does_not_count(change: dict[str, Any]) -> None:
    assert reply_key("m", replace(REQUEST, **change)) == reply_key("m", REQUEST)


def test_another_model_is_asked_for_itself(store: Store) -> None:
    assert cached(store, ScriptedChat(["one"], "a@1")).chat(REQUEST).text == "one"
    assert cached(store, ScriptedChat(["two"], "a@2")).chat(REQUEST).text == "two"


def test_an_incomplete_reply_is_not_kept(store: Store) -> None:
    chat = ScriptedChat([ChatReply("{", True, CALL), ChatReply("{}", False, CALL)])
    model = cached(store, chat)
    assert [model.chat(REQUEST).incomplete, model.chat(REQUEST).incomplete] == [True, False]


def test_an_error_is_not_kept(store: Store) -> None:
    model = cached(store, ScriptedChat([ModelTimeout("Late."), "now"]))
    with pytest.raises(ModelTimeout):
        model.chat(REQUEST)
    assert model.chat(REQUEST).text == "now"


def test_a_kept_reply_is_told_to_who_listens(store: Store) -> None:
    heard: list[str] = []
    model = cached(store, ScriptedChat(["all of it"]))
    model.chat(REQUEST)
    model.chat(replace(REQUEST, on_text=heard.append))
    assert heard == ["all of it"]


def test_it_is_known_which_requests_are_answered_already(store: Store) -> None:
    cached(store, ScriptedChat(["one"], "a@1")).chat(REQUEST)
    other = replace(REQUEST, user="Another.")
    assert known(store.replies, "a@1", [other, REQUEST]) == (False, True)
    assert known(store.replies, "b@1", [REQUEST]) == (False,)


def test_a_kept_reply_is_found_by_the_prompt_that_the_log_names(store: Store) -> None:
    chat = ScriptedChat(["one"])
    call = cached(store, chat).chat(REQUEST).call
    (hashed,) = store.database.connection.execute("SELECT prompt_hash FROM replies").fetchone()
    assert hashed == call.prompt_hash
