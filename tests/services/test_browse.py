"""Browsing: the same part of a graph for the same question, and from everything shown a way back to its passage."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.graph import build_graph
from core.domain.policy import CAREFUL, Qualifiers, Tick, policy_named
from core.domain.records import EntityRow, Evidence
from core.errors import UnknownName
from core.services.browse import Browse, Desk
from core.services.graph_view import MAX_NODES, GraphQuery, Growth
from tests.browsing import PLANS, FixedView, chunk, view_of, wheel
from tests.strategies import documents, evidence_of


@pytest.fixture(scope="module")
def plans() -> Desk:
    return Desk(view_of(PLANS))


@pytest.fixture(scope="module")
def big_wheel() -> Desk:
    return Desk(view_of(wheel(700)))


def keys(view) -> list[str]:
    return [node.key for node in view.nodes]


def test_nodes_of_one_name_are_found_whatever_their_qualifiers() -> None:
    policy = policy_named("careful", Qualifiers((Tick("document", names=frozenset({"daily backup"})),)))
    evidence = view_of(PLANS).evidence
    desk = Desk(FixedView(build_graph(evidence, policy=policy), evidence))
    found = desk.named("DAILY  backup")
    assert found == ("daily backup [backup]", "daily backup [export]", "daily backup [plans]")
    assert desk.named("backup") == ()


def test_only_careful_is_ruled() -> None:
    assert (Desk(view_of(PLANS)).ruled, Desk(view_of(PLANS, "classic")).ruled) == (True, False)


# --- which part is shown ----------------------------------------------------------------------------------------------


def test_the_most_connected_part_comes_first(big_wheel: Desk) -> None:
    view = big_wheel.graph(GraphQuery(limit=4))
    assert keys(view) == ["hub", "s000", "s001", "s002"]
    assert (view.matching, view.total_nodes, view.total_edges) == (701, 701, 1050)


def test_never_more_than_500_are_shown_however_it_is_asked(big_wheel: Desk) -> None:
    grown = (Growth("hub", around=True),)
    for query in (GraphQuery(limit=9999), GraphQuery(focus="hub", limit=9999), GraphQuery(limit=9, grown=grown)):
        assert len(big_wheel.graph(query).nodes) == MAX_NODES


def test_a_picture_has_at_least_one_node(big_wheel: Desk) -> None:
    assert keys(big_wheel.graph(GraphQuery(limit=-3))) == ["hub"]


def test_parts_that_hang_on_nothing_fill_what_room_is_left() -> None:
    lonely = chunk("alone", "Alone.", [EntityRow("alone", "thing")])
    view = Desk(view_of([lonely, *wheel(3)])).graph(GraphQuery())
    assert keys(view)[-1] == "alone"
    assert view.matching == view.total_nodes == 5


def test_surroundings_grow_by_steps(plans: Desk) -> None:
    assert keys(plans.graph(GraphQuery(focus="data"))) == ["data", "daily backup"]
    assert keys(plans.graph(GraphQuery(focus="data", hops=2))) == ["data", "daily backup", "export"]
    assert keys(plans.graph(GraphQuery(focus="data", hops=3)))[-1] == "account deletion"


def test_a_focus_that_is_not_there_is_named(plans: Desk) -> None:
    with pytest.raises(UnknownName, match="nowhere"):
        plans.graph(GraphQuery(focus="nowhere"))


def test_growing_moves_nothing_that_was_there(big_wheel: Desk) -> None:
    before = big_wheel.graph(GraphQuery(focus="s000", limit=3))
    after = big_wheel.graph(GraphQuery(focus="s000", limit=3, grown=(Growth("s400", around=True),)))
    assert after.nodes[: len(before.nodes)] == before.nodes
    assert keys(after)[len(before.nodes) :] == ["s400", "s401"]


def test_what_a_link_wants_to_grow_by_but_is_not_there_is_left_out(plans: Desk) -> None:
    query = GraphQuery(focus="data", grown=(Growth("nowhere", around=True), Growth("export", around=False)))
    assert keys(plans.graph(query)) == ["data", "daily backup", "export"]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        (GraphQuery(types=("feature",)), {"export"}),
        (GraphQuery(types=("feature", "process")), {"export", "daily backup"}),
        (GraphQuery(documents=("plans",)), {"daily backup"}),
        (GraphQuery(documents=("backup", "export")), {"daily backup", "data", "export", "account deletion"}),
        (GraphQuery(min_degree=3), {"daily backup", "export"}),
        (GraphQuery(types=("nothing",)), set()),
        (GraphQuery(focus="data", types=("feature",), hops=2), {"data"}),
    ],
)
def test_filters_leave_what_fits(plans: Desk, query: GraphQuery, shown: set[str]) -> None:
    view = plans.graph(query)
    assert set(keys(view)) == shown
    assert view.matching == len(shown)


def test_a_document_filter_leaves_out_what_other_documents_relate(plans: Desk) -> None:
    edges = plans.graph(GraphQuery(documents=("backup",))).edges
    assert [edge.label for edge in edges] == ["holds"]


def test_what_there_is_to_filter_by_is_counted(plans: Desk) -> None:
    overview = plans.overview
    assert (overview.entities, overview.relations, overview.max_degree) == (4, 4, 3)
    assert [(facet.value, facet.count) for facet in overview.types] == [
        ("feature", 1),
        ("process", 1),
        ("record", 1),
        ("unknown", 1),
    ]
    assert [(facet.label, facet.count) for facet in overview.documents] == [("Backup", 2), ("Export", 3), ("Plans", 1)]


def test_documents_of_one_title_are_told_apart() -> None:
    same = [chunk("a/Note", "x", [EntityRow("x")]), chunk("A/note", "y", [EntityRow("y")])]
    labels = [facet.label for facet in Desk(view_of(sorted(same, key=lambda c: c.document))).overview.documents]
    assert labels == ["A/note", "a/Note"]


# --- lines ------------------------------------------------------------------------------------------------------------


def test_the_relations_of_a_pair_are_one_line_with_both_arrows(plans: Desk) -> None:
    lines = {frozenset((e.source, e.target)): e for e in plans.graph(GraphQuery()).edges}
    pair = lines[frozenset(("export", "daily backup"))]
    assert len(pair.relations) == 2
    assert pair.forward
    assert pair.backward
    assert pair.weight == 2


def test_a_line_has_an_arrow_only_where_direction_is_known(plans: Desk) -> None:
    careful = plans.graph(GraphQuery(focus="data")).edges
    classic = Desk(view_of(PLANS, "classic")).graph(GraphQuery(policy="classic", focus="data")).edges
    assert [(e.source, e.target, e.forward, e.backward) for e in careful] == [("daily backup", "data", True, False)]
    assert [e.directed for e in classic] == [False]


def test_edges_join_only_what_is_shown(big_wheel: Desk) -> None:
    view = big_wheel.graph(GraphQuery(limit=40))
    shown = set(keys(view))
    assert all({edge.source, edge.target} <= shown for edge in view.edges)
    assert view.shown_relations == len(view.edges)


@settings(max_examples=20)
@given(documents(), st.integers(1, 6), st.integers(0, 3))
def test_the_same_evidence_gives_the_same_picture(found, limit, min_degree) -> None:
    query = GraphQuery(limit=limit, min_degree=min_degree)
    first, second = (Desk(view_from(evidence_of(found))).graph(query) for _ in range(2))
    assert first == second


def view_from(evidence: Evidence) -> FixedView:
    return FixedView(build_graph(evidence, policy=CAREFUL), evidence)


# --- search -----------------------------------------------------------------------------------------------------------


def test_a_name_is_found_by_itself_its_beginning_a_word_a_part() -> None:
    names = ["export", "export bundle", "data export", "reexported", "import"]
    desk = Desk(view_of([chunk("d", "t", [EntityRow(name) for name in reversed(names)])]))
    assert [hit.name for hit in desk.find("Export")] == names[:4]


@pytest.mark.parametrize("text", ["DAILY  backup", "ｄａｉｌｙ", "“daily”", "backup"])
def test_a_search_is_normalised_as_names_are(plans: Desk, text: str) -> None:
    assert plans.find(text)[0].key == "daily backup"


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "zzz"])
def test_a_search_for_nothing_finds_nothing(plans: Desk, text: str) -> None:
    assert plans.find(text) == ()


def test_hits_of_one_kind_come_by_degree(big_wheel: Desk) -> None:
    assert [hit.key for hit in big_wheel.find("s00", 2)] == ["s000", "s001"]
    assert len(big_wheel.find("s", 5)) == 5


# --- cards ------------------------------------------------------------------------------------------------------------


def test_an_entity_card_holds_profile_vote_relations_and_mentions(plans: Desk) -> None:
    card = plans.entity("daily backup")
    assert [text.text for text in card.texts] == ["Is kept for 7 days.", "Is kept for 30 days."]
    assert card.entity.types == (("process", 2), ("feature", 1))
    assert card.entity.flags == ("collision",)
    assert [(n.name, n.label, n.outgoing) for n in card.neighbours] == [
        ("Data", "holds", True),
        ("Export", "feeds", True),
        ("Export", "reads", False),
    ]
    assert [(line.name, line.type, line.place.document) for line in card.mentions] == [
        ("Daily backup", "process", "backup"),
        ("DAILY BACKUP", "feature", "export"),
        ("daily backup", "process", "plans"),
    ]


def test_a_stub_has_a_card_too(plans: Desk) -> None:
    card = plans.entity("account deletion")
    assert (card.entity.stub, card.texts, card.mentions) == (True, (), ())
    assert card.passages == ("export#1",)


def test_a_relation_card_comes_with_the_others_of_its_pair(plans: Desk) -> None:
    key = next(n.relation for n in plans.entity("export").neighbours if n.label == "reads")
    first, second = plans.pair(key)
    assert (first.label, second.label) == ("reads", "feeds")
    assert [text.text for text in first.texts] == ["Export reads it."]
    assert [(line.source, line.target, line.strength) for line in first.mentions] == [("Export", "Daily Backup", 1.0)]


def test_direction_is_unknown_under_classic() -> None:
    card = Desk(view_of(PLANS, "classic")).entity("data")
    assert [neighbour.outgoing for neighbour in card.neighbours] == [None]


@pytest.mark.parametrize("look_up", [Desk.entity, Desk.relation, Desk.pair, Desk.entity_passages, Desk.passage])
def test_a_key_that_is_not_there_is_named(plans: Desk, look_up) -> None:
    with pytest.raises(UnknownName, match="nowhere"):
        look_up(plans, "nowhere")


def test_passages_mark_the_words_that_named_the_entity(plans: Desk) -> None:
    words = [[p.text[m.start : m.end] for m in p.marks] for p in plans.entity_passages("daily backup")]
    assert words == [["Daily backups", "Daily Backup"], ["daily backup"], ["daily backups"]]


def test_passages_of_a_relation_mark_both_ends(plans: Desk) -> None:
    key = next(n.relation for n in plans.entity("export").neighbours if n.label == "ends")
    (passage,) = plans.relation_passages(key)
    assert [passage.text[m.start : m.end] for m in passage.marks] == ["export", "account deletion"]


def test_passages_come_in_parts(plans: Desk) -> None:
    assert [p.place.document for p in plans.entity_passages("daily backup", 1, 1)] == ["export"]
    assert plans.entity_passages("daily backup", 9, 5) == ()


def test_a_passage_can_be_read_alone(plans: Desk) -> None:
    passage = plans.passage("plans#1", ("plan",))
    assert (passage.place.title, passage.text[passage.marks[0].start : passage.marks[0].end]) == ("Plans", "plan")


@settings(max_examples=20)
@given(documents(min_size=1))
def test_from_everything_shown_one_reaches_its_passages(found) -> None:
    view = view_from(evidence_of(found))
    desk, chunks = Desk(view), view.evidence.chunks
    picture = desk.graph(GraphQuery(limit=MAX_NODES))
    for node in picture.nodes:
        card = desk.entity(node.key)
        assert [p.place.chunk for p in desk.entity_passages(node.key, 0, 999)] == list(card.passages) != []
        assert all(text.places and text.mentions for text in card.texts + card.cut)
        assert all(chunks[line.place.chunk].text is not None for line in card.mentions)
    for edge in picture.edges:
        for key in edge.relations:
            related = desk.relation(key)
            assert related.mentions
            assert [p.text for p in desk.relation_passages(key, 0, 999)] == [chunks[c].text for c in related.passages]


# --- desks ------------------------------------------------------------------------------------------------------------


class CountedViews:
    """Opens one view per merge rule, and anew after `change`."""

    def __init__(self) -> None:
        self.open = {policy: view_of(PLANS, policy) for policy in ("careful", "classic")}

    def __call__(self, policy: str = "careful", viewer: tuple[str, ...] | None = None) -> FixedView:
        return self.open[policy]


def test_a_desk_stays_until_its_view_changes() -> None:
    views = CountedViews()
    browse = Browse(views)
    first = browse.desk()
    assert browse.desk("classic") is not first
    assert browse.desk() is first
    views.open["careful"] = view_of(PLANS[:1])
    assert browse.desk() is not first
    assert browse.graph(GraphQuery()).total_nodes == 2


def test_a_picture_asked_for_again_is_not_drawn_again(plans: Desk) -> None:
    assert plans.graph(GraphQuery(limit=7)) is plans.graph(GraphQuery(limit=7))


def test_what_was_grown_counts_and_a_note_lists_all_that_have_it(big_wheel: Desk, plans: Desk) -> None:
    grown = big_wheel.graph(GraphQuery(focus="s000", grown=(Growth("hub", around=True),)))
    assert grown.matching >= len(grown.nodes) > 400
    assert [found.key for found in plans.listed(GraphQuery(flag="collision", limit=1))] == ["daily backup"]
    assert [found.key for found in plans.listed(GraphQuery(flag="stub"))] == ["account deletion"]


def test_a_card_quotes_each_clashing_sentence_with_its_place(plans: Desk) -> None:
    said = [(one.said, one.place.document) for one in plans.entity("daily backup").conflicts]
    assert said == [("7 days", "backup"), ("30 days", "export")]
    assert plans.entity("data").conflicts == ()
