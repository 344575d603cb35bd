"""Support of sentences by the words of the context, by shared words; offsets and numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.answers import Sentence
from core.domain.citations import check_citations
from core.domain.records import Span
from core.domain.support import COMPARED, Draft, Ground, Held, nearest, shared_words
from tests.answering import BACKUPS, trace_of

LEAST = 0.5


def judged(text: str, passages: tuple[str, ...] = BACKUPS, graph: bool = False) -> tuple[str, list[Sentence]]:
    ground = Ground(trace_of(passages=passages, graph=graph))
    draft = Draft(check_citations(text, ground.chunks), ground)
    return check_citations(text, ground.chunks).text, list(draft.judged(shared_words, LEAST))


def test_a_sentence_that_repeats_its_passage_is_supported_and_shows_where() -> None:
    _, (sentence,) = judged("The daily backup on the Business plan is kept for 7 days [1].")
    (quote,) = sentence.quotes
    assert sentence.supported
    assert sentence.support == 1.0
    assert quote.text == "On the Business plan the daily backup is kept for 7 days."
    assert BACKUPS[0][quote.start : quote.end] == quote.text
    assert (quote.citation, quote.chunk, quote.document) == (1, "notes/1.md#1", "notes/1.md")


def test_a_cited_sentence_is_held_against_what_it_cites_alone() -> None:
    _, (sentence,) = judged("The daily backup on the Business plan is kept for 7 days [3].")
    assert not sentence.supported
    assert sentence.lacking == ("7",)
    assert sentence.quotes[0].citation == 3


def test_an_uncited_sentence_is_held_against_everything() -> None:
    _, (sentence,) = judged("The daily backup on the Business plan is kept for 7 days.")
    assert sentence.supported
    assert [quote.citation for quote in sentence.quotes] == [1]


def test_what_the_graph_shows_backs_an_uncited_sentence_but_is_not_quoted() -> None:
    said = "How a keeps b."
    _, (without,) = judged(said)
    _, (with_graph,) = judged(said, graph=True)
    assert (without.supported, with_graph.supported) == (False, True)
    assert all(quote.citation > 0 for quote in with_graph.quotes)


def test_a_number_that_no_passage_has_takes_the_support_away() -> None:
    _, (sentence,) = judged("On the Business plan the daily backup is kept for 8 days [1].")
    assert sentence.support is not None
    assert sentence.support >= LEAST
    assert not sentence.supported
    assert sentence.lacking == ("8",)


def test_a_number_that_is_spelt_out_in_the_passage_counts() -> None:
    _, (sentence,) = judged("On the Enterprise plan the daily backup is kept for 30 days [2].")
    assert sentence.supported


def test_two_sentences_are_quoted_where_the_answer_joins_them() -> None:
    _, (sentence,) = judged("The Export writes CSV files and can be started by the Owner alone [3].")
    assert sentence.quotes[0].text == BACKUPS[2].split("\n\n")[1]


def test_each_citation_has_its_own_words() -> None:
    _, (sentence,) = judged("The daily backup is kept for 7 days or 30 days [1][2].")
    assert [quote.citation for quote in sentence.quotes] == [1, 2]
    assert sentence.supported


def test_headings_lead_ins_and_the_word_that_nothing_was_found_are_not_measured() -> None:
    _, found = judged("# About the daily backup\nThere are two periods:\nThe documents do not say.")
    assert [(sentence.kind, sentence.support, sentence.supported) for sentence in found] == [
        ("other", None, True),
        ("other", None, True),
        ("not found", None, True),
    ]


def test_chinese_is_measured_by_pairs_of_characters() -> None:
    passages = ("企业版的每日备份保留三十天。导出文件为CSV格式。",)
    _, (good, bad) = judged("企业版的每日备份保留30天[1]。管理员可以更改公司名称[1]。", passages)
    assert good.supported
    assert good.quotes[0].text == "企业版的每日备份保留三十天。"
    assert not bad.supported


def test_words_say_nothing_across_scripts_but_numbers_do() -> None:
    _, (fine, wrong) = judged("商业版的每日备份保留7天[1]。商业版的每日备份保留8天[1]。")
    assert (fine.support, fine.supported, fine.quotes) == (None, True, ())
    assert (wrong.support, wrong.supported, wrong.lacking) == (None, False, ("8",))


def test_an_empty_context_supports_nothing() -> None:
    _, (sentence,) = judged("The daily backup is kept long.", ())
    assert (sentence.support, sentence.supported, sentence.quotes) == (0.0, False, ())


def test_only_the_sentences_that_share_most_words_are_compared() -> None:
    held = [Held(1, n, Span(n, n + 1), f"filler {n}") for n in range(200)]
    held[150] = Held(1, 150, Span(150, 151), "the daily backup")
    found = nearest("daily backup", held)
    assert len(found) == COMPARED
    assert held[150] in found
    assert [one.place for one in found] == sorted(one.place for one in found)


PIECES = (
    "The daily backup ",
    "is kept for 7 days",
    ". ",
    "[1]",
    "[2, 9]",
    "【3】",
    "三十天。",
    "\n- ",
    "not in the documents",
    "`x[1]` ",
)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=14).map("".join)


@given(TEXTS, st.lists(st.sampled_from(BACKUPS) | TEXTS, max_size=3))
def test_offsets_are_valid_and_nothing_is_made_up(text: str, passages: list[str]) -> None:
    checked, found = judged(text, tuple(passages))
    valid = set(range(1, len(passages) + 1))
    for sentence in found:
        assert 0 <= sentence.start < sentence.end <= len(checked)
        assert set(sentence.citations) <= valid
        assert sentence.support is None or 0 <= sentence.support <= 1
        for quote in sentence.quotes:
            assert passages[quote.citation - 1][quote.start : quote.end] == quote.text != ""
            assert not sentence.citations or quote.citation in sentence.citations


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_no_text_has_no_sentence(text: str) -> None:
    assert judged(text)[1] == []
