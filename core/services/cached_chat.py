"""A chat model that is not asked twice: whole replies are kept in the store, and found by all that they depend on.

A reply that ran into its limit is not kept. One that was kept is logged with outcome `cached` and the tokens that it
took when it was asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from core.domain.identity import digest
from core.domain.prompts import prompt_hash
from core.domain.records import ModelCall
from core.ports import ChatModel, ChatReply, ChatRequest
from core.store.calls import CACHED
from core.store.replies import KeptReply, Replies


def reply_key(identity: str, request: ChatRequest) -> str:
    """What a reply depends on: the model (name and digest), the whole prompt, the schema, the options."""
    options = json.dumps([request.max_tokens, request.temperature, request.seed])
    schema = json.dumps(request.schema, sort_keys=True)
    return digest("reply", identity, request.system, request.user, schema, options)


class CachedChat:
    """ChatModel over another. `now` is the time that is noted with a kept reply."""

    def __init__(self, chat: ChatModel, replies: Replies, now: Callable[[], str]) -> None:
        self.identity = chat.identity
        self._chat, self._replies, self._now = chat, replies, now

    def chat(self, request: ChatRequest) -> ChatReply:
        """The kept reply, else the model's. Raises ModelError."""
        key = reply_key(self.identity, request)
        kept = self._replies.get(key)
        if kept is not None:
            if request.on_text is not None:
                request.on_text(kept.text)
            return ChatReply(kept.text, False, _call(request, kept))
        reply = self._chat.chat(request)
        if not reply.incomplete:
            self._replies.put(key, _kept(reply, request), self._now())
        return reply


def known(replies: Replies, identity: str, requests: Sequence[ChatRequest]) -> tuple[bool, ...]:
    """For each request, whether its reply is kept."""
    keys = [reply_key(identity, request) for request in requests]
    found = replies.known(keys)
    return tuple(key in found for key in keys)


def _kept(reply: ChatReply, request: ChatRequest) -> KeptReply:
    call = reply.call
    hashed = call.prompt_hash or prompt_hash(request.system, request.user, request.schema)
    return KeptReply(reply.text, call.model, call.digest, hashed, call.tokens_in, call.tokens_out)


def _call(request: ChatRequest, kept: KeptReply) -> ModelCall:
    return ModelCall(
        purpose=request.purpose,
        model=kept.model,
        digest=kept.digest,
        prompt_hash=kept.prompt_hash,
        tokens_in=kept.tokens_in,
        tokens_out=kept.tokens_out,
        outcome=CACHED,
    )
