"""The extractor that asks a chat model, over a scripted one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.adapters.scripted_chat import Said, ScriptedChat
from core.domain.recipe import ExtractionRecipe
from core.domain.records import Extraction, ModelCall
from core.errors import BadModelReply, ModelCancelled, ModelError, ModelOverloaded, ModelTimeout, ModelUnavailable
from core.ports import ChatReply, ChatRequest, Extractor, Passage
from core.services.extraction import Limits, ModelExtractor

TEXT = "Ines keeps the keys of the vault. Omar guards the vault at night."
PASSAGE = Passage(TEXT, title="Night watch")
INES = {"name": "Ines", "type": "person", "description": "Keeps keys."}
OMAR = {"name": "Omar", "type": "person", "description": "Guards the vault."}
VAULT = {"name": "Vault", "type": "product", "description": "Has keys."}
KEEPS = {"source": "Ines", "target": "Vault", "keywords": ["keeps"], "description": "Ines keeps its keys."}
GUARDS = {"source": "Omar", "target": "Vault", "keywords": ["guards"], "description": "Omar guards it."}


def rows(**lists: list[dict[str, Any]]) -> str:
    return json.dumps(lists)


def extractor(*replies: Said, **recipe: Any) -> tuple[ModelExtractor, ScriptedChat]:
    chat = ScriptedChat(replies)
    return ModelExtractor(chat, ExtractionRecipe(**recipe), Limits(extract_s=7, keywords_s=3)), chat


def names(extraction: Extraction) -> list[str]:
    return [row.name for row in extraction.entities]


def pairs(extraction: Extraction) -> list[tuple[str, str]]:
    return [(row.source, row.target) for row in extraction.relations]


def incomplete(text: str) -> ChatReply:
    return ChatReply(
        text, True, ModelCall("extract", "m", outcome="length"), (ModelCall("extract", "m", outcome="length"),)
    )


def test_it_is_an_extractor_named_after_model_and_recipe() -> None:
    first: Extractor = extractor()[0]
    other = extractor(style="tuple")[0]
    assert first.identity.startswith("scripted@1 json ")
    assert first.identity != other.identity


def test_a_passage_is_read_in_one_call() -> None:
    reader, chat = extractor(rows(entities=[INES, VAULT], relations=[KEEPS]))
    found = reader.extract(PASSAGE)
    assert (names(found), pairs(found)) == (["Ines", "Vault"], [("Ines", "Vault")])
    assert found.flags == ()
    assert [call.purpose for call in found.calls] == ["extract"]
    (request,) = chat.requests
    assert (request.purpose, request.timeout_s, request.max_tokens) == ("extract", 7, 3072)
    assert request.schema is not None
    assert TEXT in request.user
    assert "Night watch" in request.user


def test_rows_are_read_in_tuple_style() -> None:
    reader, chat = extractor("entity<|#|>Ines<|#|>person<|#|>Keeps keys.\n<|COMPLETE|>", style="tuple")
    assert names(reader.extract(PASSAGE)) == ["Ines"]
    assert chat.requests[0].schema is None


def test_names_that_the_passage_does_not_hold_are_flagged_and_the_titles_are_not() -> None:
    watch = {"name": "Night watch", "type": "role", "description": "…"}
    tokyo = {"name": "Tokyo", "type": "place", "description": "…"}
    found = extractor(rows(entities=[INES, watch, tokyo], relations=[]))[0].extract(PASSAGE)
    assert [row.flags for row in found.entities] == [(), (), ("ungrounded",)]


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_blank_passage_is_read_without_a_call(text: str) -> None:
    reader, chat = extractor()
    assert reader.extract(Passage(text)) == Extraction()
    assert chat.requests == []


def test_a_passage_that_holds_nothing_is_read_as_nothing() -> None:
    found = extractor(rows(entities=[], relations=[]))[0].extract(PASSAGE)
    assert (found.entities, found.flags, len(found.calls)) == ((), (), 1)


@pytest.mark.parametrize("reply", ["Ines keeps the keys.", "", '{"answer": 1}', "<think>hm"])
def test_a_reply_without_a_row_is_an_error_that_keeps_the_reply(reply: str) -> None:
    with pytest.raises(BadModelReply) as caught:
        extractor(reply)[0].extract(PASSAGE)
    assert caught.value.reply == reply
    assert caught.value.remedy
    assert len(caught.value.calls) == 1


def test_a_reply_that_broke_off_before_its_first_row_is_an_error() -> None:
    with pytest.raises(BadModelReply, match="broke off"):
        extractor(incomplete('{"entities": [{"na'))[0].extract(PASSAGE)


def test_of_an_incomplete_reply_the_whole_rows_are_kept_and_the_reply_is_flagged() -> None:
    found = extractor(incomplete(rows(entities=[INES])))[0].extract(PASSAGE)
    assert names(found) == ["Ines"]
    assert found.flags == ("incomplete",)
    assert [call.outcome for call in found.calls] == ["length", "length"]


@pytest.mark.parametrize("kind", [ModelUnavailable, ModelTimeout, ModelOverloaded, ModelCancelled])
def test_a_model_that_fails_is_passed_on(kind: type[ModelError]) -> None:
    with pytest.raises(kind):
        extractor(kind("It failed.", "Try again."))[0].extract(PASSAGE)


# --- two steps -------------------------------------------------------------------------------------------------------


def test_two_steps_ask_for_entities_then_for_relations_among_them() -> None:
    reader, chat = extractor(rows(entities=[INES, VAULT]), rows(relations=[KEEPS, GUARDS]), style="two-step")
    found = reader.extract(PASSAGE)
    assert (names(found), pairs(found)) == (["Ines", "Vault"], [("Ines", "Vault")])
    assert [(issue.kind, "among the entities" in issue.reason) for issue in found.issues] == [("rejected", True)]
    assert [call.purpose for call in found.calls] == ["entities", "relations"]
    assert "Ines\nVault" in chat.requests[1].user


def test_two_steps_stop_after_the_first_where_there_is_nothing_to_relate() -> None:
    reader, chat = extractor(rows(entities=[INES]), style="two-step")
    assert names(reader.extract(PASSAGE)) == ["Ines"]
    assert len(chat.requests) == 1


def test_a_second_step_that_fails_fails_the_passage_with_both_calls_told() -> None:
    reader, _ = extractor(rows(entities=[INES, VAULT]), "prose", style="two-step")
    with pytest.raises(BadModelReply) as caught:
        reader.extract(PASSAGE)
    assert len(caught.value.calls) == 2


# --- gleaning --------------------------------------------------------------------------------------------------------


def test_a_second_look_adds_what_is_new_and_lists_what_is_not() -> None:
    reader, chat = extractor(
        rows(entities=[INES, VAULT], relations=[KEEPS]),
        rows(entities=[OMAR, {**VAULT, "name": "vault"}], relations=[GUARDS, KEEPS]),
        gleaning=1,
    )
    found = reader.extract(PASSAGE)
    assert names(found) == ["Ines", "Vault", "Omar"]
    assert pairs(found) == [("Ines", "Vault"), ("Omar", "Vault")]
    assert [row.name for row in found.entities if "gleaned" in row.flags] == ["Omar"]
    assert [issue.reason for issue in found.issues] == ["the first pass found it already"] * 2
    assert "Ines -> Vault: keeps" in chat.requests[1].user


@pytest.mark.parametrize("failure", ["prose", ModelTimeout("Late.", "Wait."), ModelOverloaded("Busy.", "Wait.")])
def test_a_second_look_that_fails_leaves_the_first_result_flagged(failure: Said) -> None:
    reader, _ = extractor(rows(entities=[INES]), failure, gleaning=1)
    found = reader.extract(PASSAGE)
    assert names(found) == ["Ines"]
    assert found.flags == ("gleaning failed",)


@pytest.mark.parametrize("kind", [ModelUnavailable, ModelCancelled])
def test_a_second_look_at_a_server_that_is_gone_fails_the_passage(kind: type[ModelError]) -> None:
    with pytest.raises(kind):
        extractor(rows(entities=[INES]), kind("Gone.", "Start it."), gleaning=1)[0].extract(PASSAGE)


# --- keywords --------------------------------------------------------------------------------------------------------


def test_keywords_are_read_from_a_reply() -> None:
    reader, chat = extractor('{"high_level_keywords": ["custody"], "low_level_keywords": ["Ines", "keys"]}')
    found = reader.keywords("Which keys does Ines keep?")
    assert (found.high, found.low, found.origin, found.flags) == (("custody",), ("Ines", "keys"), "model", ())
    assert [call.purpose for call in found.calls] == ["keywords"]
    assert chat.requests[0].timeout_s == 3


def test_a_reply_that_holds_no_keywords_is_flagged_and_kept() -> None:
    found = extractor("I don't know.")[0].keywords("Which keys?")
    assert (found.high, found.low, found.flags, found.raw) == ((), (), ("unparsed",), "I don't know.")


def test_keywords_of_an_incomplete_reply_are_flagged_once() -> None:
    found = extractor(incomplete('{"high_level_keywords": ["custody"], "low_level_keywords": ["Ines", "ke'))[
        0
    ].keywords("?")
    assert (found.low, found.flags) == (("Ines",), ("incomplete",))


# --- stopping --------------------------------------------------------------------------------------------------------


def test_an_extractor_can_be_told_to_stop() -> None:
    told = [False]

    def say(request: ChatRequest) -> str:
        told[0] = True
        return rows(entities=[INES, VAULT])

    reader = ModelExtractor(ScriptedChat(say), ExtractionRecipe(style="two-step")).stopping(lambda: told[0])
    with pytest.raises(ModelCancelled):
        reader.extract(PASSAGE)
