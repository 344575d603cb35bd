"""Seeds in place of searches: on the hand view, on homonyms, and on the Larkspur lesson under both merge rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.domain.graph import build_graph
from core.domain.policy import policy_named
from core.domain.records import Chunk, EntityMention, Evidence, RelationMention
from core.errors import UnknownName
from core.services.retrieve import Request
from tests.services.hand_view import QUESTION, Bench, HandView, NoEmbedder, entity, graph_of, relation

LARKSPUR = Path(__file__).parents[2] / ".." / "shared" / "larkspur" / "records.jsonl"


def keys(trace):
    return (
        [k.entity.key for k in trace.entities],
        [k.relation.key for k in trace.relations],
        [k.chunk.id for k in trace.chunks],
    )


def test_seed_entities_take_the_place_of_the_search():
    bench = Bench()
    trace = bench.run("local", seed_entities=("B",))
    assert keys(trace) == (["b"], ["r2", "r1"], ["k2", "k3", "k1"])
    assert trace.entities[0].score is None
    assert (bench.view.searches, bench.reader.questions, bench.embedder.batches) == ([], [], [[QUESTION]])


def test_seeds_are_kept_in_the_order_given():
    assert keys(Bench().run("local", seed_entities=("e", "a")))[0] == ["e", "a"]


def test_mix_still_searches_chunks_by_the_question():
    bench = Bench()
    trace = bench.run("mix", seed_relations=("C -> D",))
    assert bench.view.searches == ["chunk"]
    assert keys(trace)[0] == ["c", "d"]
    assert trace.chunks[0].via == ("vector",)


def test_local_does_not_become_global_when_only_a_relation_is_seeded():
    trace = Bench().run("local", seed_relations=("C -> D",))
    assert keys(trace) == ([], [], [])
    assert "local starts from entity hits, but no seed entity was given." in trace.notes
    assert "local does not start from relation hits: the seed relation is not used." in trace.notes


def test_a_mode_that_starts_from_both_says_that_it_lacks_one_too():
    trace = Bench().run("hybrid", seed_relations=("C -> D",))
    assert "hybrid starts from entity hits too, but no seed entity was given." in trace.notes


def test_a_failing_embedder_leaves_seeds_at_work_with_chunks_ordered_by_votes():
    trace = Bench(embedder=NoEmbedder()).run("local", seed_entities=("A", "B"))
    assert keys(trace) == (["a", "b"], ["r2", "r4", "r1"], ["k1", "k2", "k3", "k4", "k7"])
    assert all(kept.score is None for kept in trace.chunks)
    assert any("ordered by votes" in note and "does not answer" in note for note in trace.notes)


def test_mix_with_seeds_and_no_embedder_says_that_chunks_were_not_searched():
    trace = Bench(embedder=NoEmbedder()).run("mix", seed_entities=("A",))
    assert [kept.entity.key for kept in trace.entities] == ["a"]
    assert not any("found nothing" in note for note in trace.notes)
    assert any("were not searched" in note for note in trace.notes)


def test_seeds_need_no_question():
    trace = Bench().retrieval.run(Request("", "local", seed_entities=("A",)))
    assert keys(trace)[0] == ["a"]
    assert any("There is no question" in note for note in trace.notes)


def homonyms():
    backups = [entity(f"daily backup [{q}]", name="Daily backup", qualifier=q.title()) for q in ("business", "team")]
    plain = entity("daily backup", name="Daily Backup")
    return HandView(graph_of([*backups, plain, entity("b", name="Export")], [relation("r", "b", "daily backup")]))


def seeds_of(text):
    trace = Bench(homonyms()).run("local", seed_entities=(text,))
    return [kept.entity.key for kept in trace.entities], trace.notes


def test_a_name_that_fits_several_nodes_seeds_all_with_a_note():
    found, notes = seeds_of(" DAILY  backup ")
    assert found == ["daily backup", "daily backup [business]", "daily backup [team]"]
    assert any("fits 3 entities" in note and "Daily backup · Team" in note for note in notes)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Daily backup [Business]", "daily backup [business]"),
        ("daily backup[TEAM]", "daily backup [team]"),
        ("Daily backup []", "daily backup"),
        ("daily backup · team", "daily backup [team]"),
    ],
)
def test_a_qualifier_picks_one_node(text, key):
    assert seeds_of(text) == ([key], ())


def test_an_unknown_seed_is_an_error_that_offers_near_names():
    with pytest.raises(UnknownName, match=r"No entity is named 'Dayly backup'\. Near it: Daily Backup"):
        seeds_of("Dayly backup")


def test_an_unknown_seed_offers_names_that_share_a_word_else_says_that_none_is_near():
    with pytest.raises(UnknownName, match=r"Near it: Daily Backup"):
        seeds_of("the daily copy that is made of everything")
    with pytest.raises(UnknownName, match=r"No name is near it: search for a word of the name"):
        seeds_of("Zeppelin")


def test_an_unknown_qualifier_is_an_error_that_offers_the_known_ones():
    with pytest.raises(UnknownName, match="Daily backup · Business"):
        seeds_of("Daily backup [Gold]")


def test_a_directed_edge_is_seeded_in_its_own_direction_only():
    assert keys(Bench().run("global", seed_relations=("a→b",)))[1] == ["r1"]
    with pytest.raises(UnknownName, match="other way round"):
        Bench().run("global", seed_relations=("B -> A",))


def test_an_undirected_edge_is_seeded_either_way():
    view = HandView(graph_of([entity("a"), entity("b")], [relation("a -- b", "a", "b", directed=False)]))
    for spec in ("A -> B", "B -> A", "a -- b"):
        assert keys(Bench(view).run("global", seed_relations=(spec,)))[1] == ["a -- b"]


def test_all_edges_from_one_to_the_other_are_seeded_with_a_note():
    view = HandView(graph_of([entity("a"), entity("b")], [relation(k, "a", "b") for k in ("r2", "r1")]))
    trace = Bench(view).run("global", seed_relations=("A -> B",))
    assert keys(trace)[1] == ["r1", "r2"]
    assert any("fits 2 relations" in note for note in trace.notes)


@pytest.mark.parametrize("spec", ["A", "A ->", "-> B", "nobody -> A", "A -> nobody", "A -> E"])
def test_a_relation_that_is_not_there_is_an_error(spec):
    with pytest.raises(UnknownName):
        Bench().run("global", seed_relations=(spec,))


def test_a_name_may_hold_an_arrow_itself():
    view = HandView(graph_of([entity("a -> z", name="A -> Z"), entity("b")], [relation("r1", "a -> z", "b")]))
    assert keys(Bench(view).run("global", seed_relations=("A -> Z -> B",)))[1] == ["r1"]


# --- the Larkspur lesson ---------------------------------------------------------------------------------------------


def larkspur(policy):
    """The five scripted records as a view; chunks score alike, so that only what is kept matters."""
    if not LARKSPUR.exists():
        pytest.skip("the scripted records lie beside the repository and are not here")
    chunks, entities, relations = {}, [], []
    for position, line in enumerate(sorted(map(json.loads, LARKSPUR.open()), key=lambda record: record["document"])):
        chunk = Chunk(f"{line['document']}#{line['chunk']}", line["document"], 0, line["text"])
        chunks[chunk.id] = chunk
        for row, said in enumerate(line["entities"]):
            named = (said["name"], said["type"], said["description"])
            entities.append(EntityMention(f"e{position}.{row}", chunk.id, row, *named))
        for row, said in enumerate(line["relations"]):
            words = tuple(word.strip() for word in said["keywords"].split(","))
            ends = (said["source"], said["target"], said["description"], words)
            relations.append(RelationMention(f"r{position}.{row}", chunk.id, row, *ends))
    evidence = Evidence(chunks, tuple(entities), tuple(relations))
    view = HandView(build_graph(evidence, policy=policy_named(policy)))
    view.evidence = evidence
    return Bench(view)


CANCELLATION = {"seed_entities": ("Cancellation",)}
EXPORT = {"seed_relations": ("Export -> Data retention",)}


@pytest.mark.parametrize(
    ("policy", "mode", "seeds", "counts"),
    [
        ("classic", "local", CANCELLATION, (1, 3, 3)),
        ("classic", "global", EXPORT, (2, 1, 1)),
        ("classic", "hybrid", CANCELLATION | EXPORT, (3, 4, 4)),
        ("careful", "local", CANCELLATION, (1, 4, 3)),
        ("careful", "global", EXPORT, (2, 1, 1)),
        ("careful", "hybrid", CANCELLATION | EXPORT, (3, 5, 4)),
    ],
)
def test_the_lesson_gives_the_counts_of_the_design(policy, mode, seeds, counts):
    trace = larkspur(policy).run(mode, policy=policy, **seeds)
    assert tuple(map(len, keys(trace))) == counts
    assert trace.cuts == ()


def test_the_lesson_keeps_the_chunks_one_expects():
    bench = larkspur("classic")
    local = bench.run("local", policy="classic", **CANCELLATION)
    assert sorted(kept.chunk.id.split("#")[1] for kept in local.chunks) == ["larkspur-1", "larkspur-2", "larkspur-3"]
    assert [kept.chunk.id.split("#")[1] for kept in bench.run("global", **EXPORT).chunks] == ["larkspur-4"]
