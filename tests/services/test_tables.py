"""Entities and relations as tables: what a search and facets leave, what is counted, the order, the pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import EntityRow, RelationRow
from core.errors import InputError
from core.services.table_rows import entity_items
from core.services.tables import MOST_VALUES, Table, TableQuery, Tables, entity_table, relation_table
from core.services.view_index import Facet
from tests.browsing import PLANS, chunk, view_of, wheel

VIEW = view_of(PLANS)
ENTITIES = entity_table(VIEW)
RELATIONS = relation_table(VIEW)


def keys(table: Table, query: TableQuery) -> list[str]:
    return [item.key for item in table.fitting(query)]


def test_all_entities_stand_by_degree_then_key() -> None:
    assert keys(ENTITIES, TableQuery()) == ["daily backup", "export", "account deletion", "data"]
    row = ENTITIES.get("daily backup")
    assert row is not None
    assert (row.number, row.mentions, row.documents) == (3, 3, ("backup", "export", "plans"))
    assert row.node.body == {"name": row.node.name, "qualifier": ""}


def test_a_search_takes_any_words_of_a_name_in_any_case() -> None:
    assert keys(ENTITIES, TableQuery(text="BACKUP dai")) == ["daily backup"]
    assert keys(ENTITIES, TableQuery(text="backup zeppelin")) == []


def test_relations_are_found_by_their_ends_and_their_word() -> None:
    assert keys(RELATIONS, TableQuery(text="reads export")) == ["export -> daily backup : reads"]
    assert len(keys(RELATIONS, TableQuery(text="export"))) == 3


def test_facets_narrow_and_count_what_the_other_filters_leave() -> None:
    query = TableQuery(values=(("document", ("export",)), ("type", ("feature",))))
    page = ENTITIES.page(query)
    assert [item.key for item in page.items] == ["export"]
    assert {facet.value: facet.count for facet in page.facets["type"]} == {"feature": 1, "process": 1, "unknown": 1}
    assert {facet.value: facet.count for facet in page.facets["document"]} == {"export": 1}


def test_a_chosen_value_is_listed_even_where_nothing_is_left_of_it() -> None:
    page = ENTITIES.page(TableQuery(text="data", values=(("type", ("feature",)),)))
    assert page.total == 0
    assert Facet("feature", "feature", 0) in page.facets["type"]


def test_documents_go_by_their_titles() -> None:
    labels = {facet.value: facet.label for facet in ENTITIES.page(TableQuery()).facets["document"]}
    assert labels == {"backup": "Backup", "export": "Export", "plans": "Plans"}


def test_flags_are_a_facet() -> None:
    assert keys(ENTITIES, TableQuery(values=(("flag", ("collision",)),))) == ["daily backup"]
    assert keys(ENTITIES, TableQuery(values=(("flag", ("stub",)),))) == ["account deletion"]


def test_the_range_of_degrees_includes_its_ends() -> None:
    assert keys(ENTITIES, TableQuery(least=2, most=3)) == ["daily backup", "export"]
    assert ENTITIES.page(TableQuery(most=1)).top == 3


@pytest.mark.parametrize(
    ("sort", "down", "first"),
    [("name", False, "account deletion"), ("name", True, "export"), ("mentions", True, "daily backup")],
)
def test_rows_can_be_sorted(sort: str, down: bool, first: str) -> None:
    assert keys(ENTITIES, TableQuery(sort=sort, down=down))[0] == first


def test_equal_rows_stand_in_the_order_of_their_keys_either_way() -> None:
    table = entity_table(view_of(wheel(5)))
    for down in (True, False):
        assert keys(table, TableQuery(text="s", sort="type", down=down)) == [f"s{n:03}" for n in range(5)]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="weight"):
        ENTITIES.page(TableQuery(sort="weight"))
    with pytest.raises(InputError, match="colour"):
        ENTITIES.page(TableQuery(values=(("colour", ("red",)),)))


def test_a_facet_lists_its_commonest_values_and_those_chosen() -> None:
    many = [EntityRow(f"n{n:04}", f"t{n:04}") for n in range(MOST_VALUES + 20)]
    table = entity_table(view_of([chunk("d", "Many.", [*many, EntityRow("other", "t0000")])]))
    last = f"t{MOST_VALUES + 19:04}"
    values = [facet.value for facet in table.page(TableQuery(values=(("type", (last,)),))).facets["type"]]
    assert values[0] == "t0000"
    assert values[-1] == last
    assert len(values) == MOST_VALUES + 1


def test_the_tables_of_a_view_are_kept_until_there_is_another() -> None:
    views = [view_of(PLANS)]
    tables = Tables(lambda policy="careful", viewer=None: views[0])
    assert tables.entities() is tables.entities()
    assert tables.relations() is tables.relations()
    before = tables.entities()
    views[0] = view_of(wheel(3))
    assert tables.entities() is not before
    assert tables.entities().get("hub") is not None
    assert tables.entities().get("export") is None


names = st.sampled_from(["north well", "south well", "ferry", "tide", "lock"])
rows = st.builds(EntityRow, names, st.sampled_from(["place", "thing", ""]))
chunks = st.lists(rows, min_size=1, max_size=5)


@given(st.lists(chunks, min_size=1, max_size=4), st.sampled_from(["place", "thing", ""]), st.integers(0, 3))
def test_pages_together_are_all_that_fits_and_facets_say_how_many_that_is(said: list, type_: str, least: int) -> None:
    view = view_of(
        [
            chunk(f"d{n}", "Said.", rows, [RelationRow(rows[0].name, rows[-1].name, "", ("by",))])
            for n, rows in enumerate(said)
        ]
    )
    table, query = entity_table(view), TableQuery(values=(("type", (type_,)),), least=least)
    page = table.page(query, 0, 2)
    paged = [item for start in range(0, page.total, 2) for item in table.page(query, start, 2).items]
    wanted = {item.key for item in entity_items(view) if item.type == type_ and item.number >= least}
    assert {item.key for item in paged} == wanted
    assert len(paged) == page.total == len(wanted)
    assert {facet.value: facet.count for facet in page.facets["type"]}.get(type_, 0) == page.total
