"""The text that a model is given: one JSON line an item, numbered passages, counts that fit."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from core.domain.modes import Parameters
from core.domain.packing import ENTITIES, PASSAGES, RELATIONS, Costs, chunk_line, entity_line, pack, relation_line
from core.domain.records import Chunk
from tests.services.hand_view import Bench, HandView, entity, graph_of, relation


def test_an_entity_is_named_with_its_qualifier():
    line = entity_line(entity("daily backup [business]", name="Daily backup", qualifier="Business"))
    said = json.loads(line)
    assert said["entity"] == "Daily backup · Business"
    assert list(said) == ["entity", "type", "description"]


def test_a_relation_shows_its_ends_and_its_keywords():
    said = json.loads(relation_line(relation("r", "a", "b"), ("A", "B [x]")))
    assert said == {"source": "A", "target": "B [x]", "keywords": "keeps, for", "description": "How a keeps b."}


def test_text_is_packed_as_it_is_whatever_its_script():
    assert "每日备份" in chunk_line(1, Chunk("c", "d", 0, "每日备份保留 7 天。"))


@given(st.text(), st.text())
def test_no_text_can_break_out_of_its_line(title, text):
    line = chunk_line(3, Chunk("c", "d", 0, text, title))
    assert "\n" not in line
    assert json.loads(line) == {"citation": 3, "title": title, "text": text}


def test_parts_stand_in_order_under_their_headings():
    lines = pack(Bench().run("mix", parameters=Parameters(chunk_top_k=2))).split("\n")
    heads = [n for n, line in enumerate(lines) if line in (ENTITIES, RELATIONS, PASSAGES)]
    assert [lines[n] for n in heads] == [ENTITIES, RELATIONS, PASSAGES]
    assert heads == [0, 6, 12]  # four entities, four relations, two passages
    assert [json.loads(line)["citation"] for line in lines[13:]] == [1, 2]


def test_a_part_without_items_has_no_heading():
    assert pack(Bench().run("naive")).startswith(PASSAGES)


def test_a_trace_that_kept_nothing_packs_to_nothing():
    view = HandView(graph_of([], []))
    view.search = lambda kind, vector, limit: ()
    assert pack(Bench(view).run("mix")) == ""


def test_relations_show_the_qualifiers_of_their_ends():
    view = HandView(graph_of([entity("a", name="A", qualifier="one"), entity("b")], [relation("r2", "a", "b")]))
    view.search = lambda kind, vector, limit: HandView.search(view, kind, vector, limit)[:2]
    trace = Bench(view).run("global", parameters=Parameters(threshold=0.5))
    assert '"source": "A · one", "target": "B"' in pack(trace)


def test_the_tokens_of_a_trace_are_those_of_its_packed_text():
    trace = Bench().run("mix")
    assert trace.tokens.total == len(pack(trace).split())


def test_a_heading_is_counted_with_the_first_item_only():
    costs = Costs(lambda text: len(text))
    one = entity("a")
    assert costs.entity(1, one) - costs.entity(2, one) == len(f"\n{ENTITIES}\n")
