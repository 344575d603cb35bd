"""The sentences that stand in for an answer."""

from __future__ import annotations

from core.adapters.embedded import MiniLMEmbedder, best_sentences
from core.adapters.scripted import HashEmbedder

PASSAGES = (
    "# Backups\n\nThe daily backup is kept for 7 days on the Business plan. Nobody likes Mondays, says the desk.",
    "Invoices are sent by e-mail. On the Enterprise plan the daily backup is kept for 30 days.",
)


def test_the_sentence_that_answers_comes_first() -> None:
    best = best_sentences("How long are Enterprise backups kept?", PASSAGES, MiniLMEmbedder(), limit=2)
    assert best[0].text == "On the Enterprise plan the daily backup is kept for 30 days."
    assert best[1].text == "The daily backup is kept for 7 days on the Business plan."


def test_offsets_point_at_the_sentence_in_its_passage() -> None:
    best = best_sentences("backup", PASSAGES, HashEmbedder())
    assert all(PASSAGES[one.passage][one.start : one.end] == one.text for one in best)


def test_headings_and_crumbs_are_left_out() -> None:
    assert "Backups" not in [one.text for one in best_sentences("Backups", PASSAGES, HashEmbedder(), limit=9)]


def test_equal_sentences_count_once_and_equal_scores_keep_their_order() -> None:
    same = "Copies of the backup are kept. Kept are copies of the backup."
    best = best_sentences("backup", [same, same], HashEmbedder())
    assert [(one.passage, one.start) for one in best] == [(0, 0), (0, 31)]


def test_no_sentences_give_nothing() -> None:
    assert best_sentences("backup", ["", "# A"], HashEmbedder()) == ()
