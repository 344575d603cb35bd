"""Reading what a model made of a follow-up."""

import pytest

from core.domain.standalone import read_standalone

QUESTION = "And on the other plan?"
REWRITTEN = "How long is the daily backup kept on the Enterprise plan?"


@pytest.mark.parametrize(
    "reply",
    [
        f'{{"question": "{REWRITTEN}"}}',
        f'```json\n{{"question": "{REWRITTEN}"}}\n```',
        f'Here it is: {{"standalone_question": "{REWRITTEN}"}} Good luck!',
        f'<think>They mean backups.</think>{{"question": "{REWRITTEN}"}}',
        REWRITTEN,
        f"Standalone question: “{REWRITTEN}”",
        f'{{"result": {{"rewritten": "{REWRITTEN}"}}}}',
    ],
)
def test_the_question_is_found_in_json_and_in_one_line_of_prose(reply: str) -> None:
    found = read_standalone(QUESTION, reply)
    assert (found.text, found.raw, found.note, found.changed) == (REWRITTEN, reply, "", True)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "{}",
        '{"question": ""}',
        '{"question": "<THE QUESTION>"}',
        '{"question": "How long is the da',
        "Sure!\nThe daily backup is kept for 7 days.\nAnything else?",
        '{"question": 5}',
        "word " * 200,
        "…",
    ],
)
def test_rubbish_leaves_the_question_as_it_is_and_says_so(reply: str) -> None:
    found = read_standalone(QUESTION, reply)
    assert (found.text, found.raw, found.changed) == (QUESTION, reply, False)
    assert found.note.startswith("The question is asked as it is: ")


def test_chinese_keys_and_labels_are_known() -> None:
    assert (
        read_standalone("那企业版呢？", '{"问题": "企业版的每日备份保留多久？"}').text == "企业版的每日备份保留多久？"
    )
    assert read_standalone("那企业版呢？", "独立问题：企业版的每日备份保留多久？").text == "企业版的每日备份保留多久？"
