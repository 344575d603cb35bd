import pytest

from core.adapters.loaders import tables
from tests.adapters.loaders.reading import document, read, read_file, refusal


def test_a_table_is_one_document_with_its_rows_as_paragraphs():
    found = document(read_file("plots.csv"))
    assert found.title == "plots"
    assert found.encoding == "cp1252"
    assert found.text.split("\n\n")[1] == 'title: South bed\nplot: Whole plot\nfee: 42\nnote: Said: "too dry"'


def test_each_row_can_be_a_document_with_the_other_columns_as_metadata():
    rows = read_file("plots.csv", csv_rows=True).documents
    assert [row.name for row in rows] == ["plots.csv#row-1", "plots.csv#row-2", "plots.csv#row-3"]
    assert [row.title for row in rows] == ["North bed", "South bed", "Café corner"]
    assert rows[2].metadata == {"plot": "Half plot", "fee": "NA", "keeper": "Ido Møss", "note": "Two lines"}
    assert "keeper: Ido Møss" in rows[2].text


def test_the_first_column_is_the_title_where_none_is_named_so():
    (row,) = read("a.csv", "name,size\nNorth bed,7", csv_rows=True).documents
    assert (row.title, row.metadata) == ("North bed", {"size": "7"})


def test_a_title_column_anywhere_wins():
    (row,) = read("a.csv", "id,Title\n7,North bed", csv_rows=True).documents
    assert (row.title, row.metadata) == ("North bed", {"id": "7"})


def test_a_row_titled_by_a_number_is_named_by_its_place():
    assert read("plots.csv", "id,size\n7,8", csv_rows=True).documents[0].title == "plots, row 1"


def test_long_values_are_text_but_no_metadata():
    (row,) = read("a.csv", f"name,note\nbed,{'x' * 300}", csv_rows=True).documents
    assert row.metadata == {}
    assert "x" * 300 in row.text


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_recognised_outside_quotes(delimiter):
    table = delimiter.join(('"a,;|"', "b", "c")) + "\n" + delimiter.join("123")
    assert document(read("a.csv", table)).text == "a,;|: 1\nb: 2\nc: 3"


def test_a_tsv_is_divided_by_tabs_only():
    assert document(read("a.tsv", "a,b\tc\n1\t2")).text == "a,b: 1\nc: 2"


@pytest.mark.parametrize("table", ["1,2\n3,4", "a,a\nb,c", "a,\nb,c"])
def test_a_table_without_names_gets_numbers(table):
    assert document(read("a.csv", table)).text.startswith("column 1: ")


def test_cells_beyond_the_header_and_blank_rows_lose_nothing():
    assert document(read("a.csv", "a,b\n\n1,2,3\n,,\n4")).text == "a: 1\nb: 2\ncolumn 3: 3\n\na: 4"


def test_a_cell_longer_than_the_modules_limit_is_read():
    assert "x" * 200_000 in document(read("a.csv", f"a,b\n1,{'x' * 200_000}")).text


def test_a_table_of_commas_is_refused():
    assert "no text" in refusal(read("a.csv", ",,,\n,,,")).reason


def test_too_many_rows_are_refused_as_documents_only(monkeypatch):
    monkeypatch.setattr(tables, "MAX_ROWS", 3)
    table = "a,b\n" + "1,2\n" * 5
    assert "6" in refusal(read("a.csv", table, csv_rows=True)).reason
    assert document(read("a.csv", table)).text.count("a: 1") == 5
