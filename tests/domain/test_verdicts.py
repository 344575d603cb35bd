"""Which sentences of an answer state something, and which say that nothing was found."""

import pytest

from core.domain.verdicts import NOT_FOUND, kind_of, plain_sentence, says_not_found


@pytest.mark.parametrize(
    "text",
    [
        *NOT_FOUND.values(),
        "**The documents do not say.**",
        "The passages do not mention the price.",
        "There is no information about the price in the documents.",
        "I don't know.",
        "The provided context does not contain any information about refunds.",
        "This is not mentioned in the documents.",
        "The answer cannot be determined from the given passages.",
        "The documents don't specify how long it takes.",
        "There is not enough information.",
        "文档中未提到价格。",
        "根据提供的资料，无法确定具体日期。",
        "没有找到相关信息。",
        "无法从文档中得知。",
        "抱歉，文中没有提到这一点。",
    ],
)
def test_saying_that_nothing_was_found_is_known_in_many_words(text: str) -> None:
    assert says_not_found(plain_sentence(text))
    assert kind_of(text) == "not found"


@pytest.mark.parametrize(
    "text",
    [
        "The data does not include deleted accounts.",
        "Personal details are not included in the export.",
        "The contract does not mention a penalty.",
        "The user cannot be restored from the archive.",
        "导出文件不包含已删除的记录。",
        "没有管理员权限的用户看不到信息。",
    ],
)
def test_a_statement_with_a_not_in_it_is_a_statement(text: str) -> None:
    assert kind_of(text) == "statement"


def test_a_cited_sentence_on_the_documents_is_a_statement_unless_it_speaks_of_the_context() -> None:
    assert kind_of("The documents do not contain personal data [2].", cited=True) == "statement"
    assert kind_of("The passages do not mention the price [2].", cited=True) == "not found"
    assert kind_of(f"{NOT_FOUND['en']} [1]", cited=True) == "not found"


@pytest.mark.parametrize(
    "text",
    [
        "# Backups and exports here",
        "There are two periods:",
        "Is it kept long?",
        "Yes.",
        "```\na b c d\n```",
        "| - | - |",
    ],
)
def test_what_states_nothing_is_not_measured(text: str) -> None:
    assert kind_of(text) == "other"


def test_plain_words_are_without_bullet_citation_and_markdown() -> None:
    assert plain_sentence("- **Daily backup** is kept `long` [1].") == "Daily backup is kept long."
    assert plain_sentence("2. snake_case stays") == "snake_case stays"
