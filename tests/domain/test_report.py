"""The Markdown report and what differs between two comparisons, on the view worked out by hand."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.domain.answers import Answer, Sentence
from core.domain.differences import Asked, changes, differs
from core.domain.modes import MODES, Parameters
from core.domain.records import Chunk, Keywords
from core.domain.report import LISTED, Facts, escaped, report
from core.domain.trace import KeptChunk
from tests.services.hand_view import QUESTION, Bench

ASKED = Asked(QUESTION, "careful", Keywords(("alpha",), ("keeping",), "engine"), Parameters(), (3, 1), {"kind": "x"})
HOSTILE = "![x](http://example.org/a.png) <script>alert(1)</script> | # `x`\n\n# head\u202e"


def traces(**numbers: object):
    return {mode: Bench().run(mode, parameters=Parameters(**numbers)) for mode in MODES}


def test_a_report_tells_how_it_was_asked_and_what_each_mode_gave():
    text = report(traces(), Facts(ASKED, "2026-11-30 20:00"))
    assert text.startswith("# What is kept\\?\n")
    assert "- Things named: alpha\n- Themes: keeping (from: engine)\n- Limits: the usual ones" in text
    for mode in MODES:
        assert f"\n## {mode}\n" in text
    assert "1. A (seed, 0.900)" in text
    assert "1. **Doc**, passage 2 of doc, 0.900" in text
    assert text.endswith("\n")


def test_limits_that_are_not_the_usual_ones_are_named():
    asked = replace(ASKED, parameters=Parameters(top_k=3, far_ends=True))
    assert "- Limits: top\\_k 3, far\\_ends True" in report(traces(top_k=3), Facts(asked, "now"))


def test_an_answer_stands_in_its_mode_with_what_is_wrong_with_it():
    text = "It is kept [1].\nFor ever."
    answer = Answer(text, (Sentence(0, 15, (1,), 0.9), Sentence(16, 25, (), 0.1, False)), (1,), removed=(9,))
    found = report(traces(), Facts(ASKED, "now", {"local": answer}))
    assert "It is kept \\[1\\]\\.  \nFor ever\\." in found
    assert "do not exist (9)" in found
    assert "1 of 2 sentences" in found


def test_hostile_text_stays_text():
    one = traces()["naive"]
    chunk = Chunk("k", HOSTILE, 0, HOSTILE, HOSTILE)
    bad = replace(one, chunks=(KeptChunk(chunk, 0.5, 1, ("vector",), 3),), notes=(HOSTILE,))
    text = report({"naive": bad}, Facts(replace(ASKED, question=HOSTILE, engine={"kind": HOSTILE}), HOSTILE))
    assert not re.search(r"(?<!\\)\]\(|(?<!\\)<", text)
    assert "\n# head" not in text
    assert "\u202e" not in text


@given(st.text())
def test_nothing_in_escaped_text_is_markdown(text: str):
    shown = escaped(text)
    assert "\n" not in shown
    bare = shown.replace("\\\\", "")
    assert all(bare[n - 1] == "\\" for n, char in enumerate(bare) if char in "`*_[]<>#|!~" and n)
    assert not shown or shown[0] not in "`*_[]<>#|!~-+"


def test_long_lists_end_with_how_many_more_there_are():
    one = traces()["naive"]
    kept = tuple(KeptChunk(Chunk(f"k{n}", "d", n, "t"), None, n + 1, ("vector",), 1) for n in range(LISTED + 7))
    assert "and 7 more." in report({"naive": replace(one, chunks=kept)}, Facts(ASKED, "now"))


def test_what_came_in_and_what_went_is_told_by_mode():
    before, now = traces(), traces(top_k=1)
    by_mode = {change.mode: change for change in changes(before, now)}
    assert by_mode["naive"].same
    assert [one.label for one in by_mode["local"].went if one.kind == "entity"] == ["B"]
    assert by_mode["local"].came == ()
    back = {change.mode: change for change in changes(now, before)}
    assert back["local"].came == by_mode["local"].went
    assert by_mode["local"].tokens == back["local"].tokens[::-1]
    text = report(now, Facts(ASKED, "now", changes=changes(before, now)))
    assert "  - went: entity B\n" in text


def test_passages_come_before_what_is_in_the_graph_and_relations_say_their_word():
    before, now = traces(), traces(top_k=1)
    went = {change.mode: change for change in changes(before, now)}["local"].went
    order = [("chunk", "entity", "relation").index(one.kind) for one in went]
    assert order == sorted(order)
    assert len(set(order)) > 1
    assert all(one.label.endswith(")") for one in went if one.kind == "relation")


def test_modes_that_only_one_of_them_has_are_left_out():
    found = changes({"local": traces()["local"]}, traces())
    assert [change.mode for change in found] == ["local"]


def test_what_was_asked_in_another_way_is_named():
    assert differs(ASKED, ASKED) == ()
    other = replace(ASKED, policy="classic", version=(4, 1), parameters=Parameters(top_k=3, far_ends=True))
    assert differs(ASKED, other) == ("policy", "version", "top_k", "far_ends")
    assert differs(ASKED, replace(ASKED, keywords=Keywords(("b",), ("keeping",)), engine={})) == ("keywords", "engine")
