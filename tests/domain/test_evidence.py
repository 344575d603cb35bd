"""Evidence records: what is taken, what is rejected and why, and that writing and reading are each other's reverse."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.evidence import EvidenceChunk, EvidenceFile, parse_file, parse_line, to_line, to_lines
from core.domain.records import EntityRow, RelationRow, RowIssue

SHARED = Path(__file__).parents[2] / ".." / "shared"
LARKSPUR = SHARED / "larkspur" / "records.jsonl"

FULL = {
    "document": "handbook/export.md",
    "title": "Export",
    "chunk": "export-1",
    "text": "Export writes every record to CSV.",
    "metadata": {"plan": "Business", "audience": ["staff"]},
    "entities": [{"name": "Export", "type": "feature", "description": "Writes CSV.", "qualifier": "Business"}],
    "relations": [
        {
            "source": "Export",
            "target": "CSV",
            "description": "It writes CSV.",
            "keywords": "output, format",
            "weight": 2,
        }
    ],
}


def line(**fields: Any) -> str:
    """A whole line with these fields in place of its own; a field set to ... is left out."""
    return json.dumps({name: value for name, value in (FULL | fields).items() if value is not ...})


def taken(text: str) -> EvidenceChunk:
    read = parse_line(text, 1)
    assert read.chunk is not None, read.reason
    return read.chunk


def relation(**fields: Any) -> EvidenceChunk:
    return taken(line(relations=[{"source": "A", "target": "B"} | fields]))


def the_issue(chunk: EvidenceChunk) -> RowIssue:
    (issue,) = chunk.issues
    return issue


# --- lines ---


def test_a_whole_line_gives_its_chunk_and_rows() -> None:
    chunk = taken(line())
    assert (chunk.id, chunk.title, chunk.metadata["plan"]) == ("handbook/export.md#export-1", "Export", "Business")
    assert [(e.name, e.type, e.description, e.qualifier) for e in chunk.entities] == [
        ("Export", "feature", "Writes CSV.", "Business")
    ]
    (row,) = chunk.relations
    assert (row.source, row.target, row.keywords, row.strength) == ("Export", "CSV", ("output", "format"), 2.0)
    assert chunk.issues == ()


@pytest.mark.parametrize("missing", [..., None])
def test_title_metadata_and_rows_may_be_missing(missing: Any) -> None:
    chunk = taken(line(title=missing, metadata=missing, entities=missing, relations=missing))
    assert chunk == EvidenceChunk("handbook/export.md", "export-1", "Export writes every record to CSV.")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "Line 7: is not JSON"),
        ('"only text"', "Line 7: is text, not an object."),
        ("[" * 100_000, "Line 7: is not JSON"),
        (line(document=...), 'Line 7: has no "document".'),
        (line(document=" \x00"), 'Line 7: has no "document".'),
        (line(chunk=None), 'Line 7: has no "chunk".'),
        (line(text=""), 'Line 7: has no "text".'),
        (line(chunk=4), 'Line 7: "chunk" is a number, not text. Put it in quotes.'),
        (line(text=["a"]), 'Line 7: "text" is a list, not text.'),
        (line(document=True), 'Line 7: "document" is true or false, not text.'),
        (line(title={}), 'Line 7: "title" is an object, not text.'),
        (line(metadata=["plan"]), 'Line 7: "metadata" is a list, not an object.'),
        (line(note=json.loads("[" * 200 + "]" * 200)), "Line 7: is nested more than 64 deep."),
    ],
)
def test_a_line_that_cannot_be_taken_names_its_number_and_the_reason(text: str, says: str) -> None:
    read = parse_line(text, 7)
    assert read.chunk is None
    assert read.reason.startswith(says)


def test_names_of_documents_and_chunks_are_kept_but_for_control_characters() -> None:
    chunk = taken(line(document=" ../Ünï\u0000co\tde «1».md", chunk="a\r\n#b"))
    assert (chunk.document, chunk.chunk) == (" ../Ünïcode «1».md", "a#b")


def test_text_keeps_its_lines_and_loses_control_characters() -> None:
    assert taken(line(text="a\r\nb\rc\td\u0007\u0085e")).text == "a\nb\nc\tde"


def test_half_of_a_surrogate_pair_is_replaced_everywhere() -> None:
    chunk = taken('{"document": "d", "chunk": "c", "text": "x\\ud83d", "more": {"\\udc00": ["\\ud800"]}}')
    assert chunk.text == "x\ufffd"
    assert chunk.extra == {"more": {"\ufffd": ["\ufffd"]}}
    assert taken('{"document": "d", "chunk": "c", "text": "\\ud83d\\ude00"}').text == "😀"


def test_numbers_that_json_does_not_know_become_text() -> None:
    chunk = taken('{"document": "d", "chunk": "c", "text": "t", "metadata": {"a": NaN, "b": -Infinity, "c": 1e999}}')
    assert chunk.metadata == {"a": "NaN", "b": "-Infinity", "c": "1e999"}


# --- rows ---


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({}, "entity: has no name."),
        ({"name": None, "type": "x"}, "entity: has no name."),
        ({"name": " \u200b\u0000"}, "entity: has no name."),
        ({"name": ["Export"]}, "entity: has no name."),
        ("Export", "entity: is text, not an object."),
        (None, "entity: is empty, not an object."),
    ],
)
def test_an_entity_row_that_cannot_be_read_is_listed_and_the_rest_is_taken(row: Any, reason: str) -> None:
    chunk = taken(line(entities=[row, {"name": "Export"}]))
    assert [entity.name for entity in chunk.entities] == ["Export"]
    assert chunk.issues[-1].reason == reason
    assert chunk.issues[-1].kind == "rejected"
    assert json.loads(chunk.issues[-1].raw) == row


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"row": ["a", "b"]}, "relation: has not three parts but 2."),
        ({"row": ["a", "b", "c", "d"]}, "relation: has not three parts but 4."),
        ({"row": ["a", "b", "c"]}, "relation: gives its parts as a list; write them as source, keywords and target."),
        ({"target": "B"}, "relation: has no source."),
        ({"source": "A", "target": ""}, "relation: has no target."),
        (["A", "B"], "relation: is a list, not an object."),
        ({"source": "Export", "target": "  EXPORT "}, "relation: joins 'Export' to itself."),
        ({"source": "《长城》", "target": "长 城"}, "relation: joins '《长城》' to itself."),
    ],
)
def test_a_relation_row_that_cannot_be_read_is_listed_and_the_rest_is_taken(row: Any, reason: str) -> None:
    chunk = taken(line(relations=[row, {"source": "A", "target": "B"}]))
    assert [(r.source, r.target) for r in chunk.relations] == [("A", "B")]
    assert the_issue(chunk) == RowIssue("rejected", json.dumps(row, ensure_ascii=False), reason)


@pytest.mark.parametrize(
    ("given_as", "keywords"),
    [
        ("a, b", ("a", "b")),
        ("a;b；c，d、e", ("a", "b", "c", "d", "e")),
        (" , a ,, ", ("a",)),
        (["a, b", "c"], ("a, b", "c")),
        ([], ()),
        ("", ()),
        (None, ()),
    ],
)
def test_keywords_are_a_list_or_text_with_separators(given_as: Any, keywords: tuple[str, ...]) -> None:
    chunk = relation(keywords=given_as)
    assert chunk.relations[0].keywords == keywords
    assert chunk.issues == ()


@pytest.mark.parametrize(("weight", "strength"), [(3, 3.0), ("2.5", 2.5), (None, 1.0), ("", 1.0), (0.1, 0.1)])
def test_weight_is_a_number_or_text_and_one_where_missing(weight: Any, strength: float) -> None:
    chunk = relation(weight=weight)
    assert chunk.relations[0].strength == strength
    assert chunk.issues == ()


@pytest.mark.parametrize("weight", [-1, 0, float("nan"), float("inf"), "strong", True, [1], 10**400, 1e300])
def test_a_weight_that_is_none_is_repaired_to_one(weight: Any) -> None:
    chunk = relation(weight=weight)
    assert chunk.relations[0].strength == 1.0
    assert the_issue(chunk).kind == "repaired"
    assert "weight" in the_issue(chunk).reason


def test_a_field_of_another_kind_is_repaired() -> None:
    chunk = taken(line(entities=[{"name": 1963, "type": ["year"], "description": None}], relations=[]))
    assert [(e.name, e.type, e.description) for e in chunk.entities] == [("1963", "", "")]
    assert [issue.reason for issue in chunk.issues] == [
        "entity: name is a number, read as text.",
        "entity: type is a list, not text; left out.",
    ]


def test_a_row_outside_a_list_is_a_list_of_one() -> None:
    chunk = taken(line(entities={"name": "Export"}, relations="nothing"))
    assert [entity.name for entity in chunk.entities] == ["Export"]
    assert the_issue(chunk).reason == "relation: is text, not an object."


def test_unknown_fields_are_kept_at_the_line_and_in_the_row() -> None:
    chunk = taken(line(page=4, entities=[{"name": "Export", "confidence": 0.5}]))
    assert chunk.extra == {"page": 4}
    assert json.loads(chunk.entities[0].raw) == {"name": "Export", "confidence": 0.5}
    assert '"page": 4' in to_line(chunk)
    assert '"confidence": 0.5' in to_line(chunk)


# --- files ---


def test_a_file_groups_lines_by_document_and_keeps_their_order() -> None:
    content = "\ufeff" + "\n\n".join(line(document=d, chunk=c) for d, c in [("b", "2"), ("a", "1"), ("b", "1")])
    read = parse_file(content.encode())
    assert [(name, [c.chunk for c in chunks]) for name, chunks in read.documents.items()] == [
        ("b", ["2", "1"]),
        ("a", ["1"]),
    ]
    assert (read.rejected, read.repeated) == ((), ())


def test_an_equal_second_line_is_noted_and_another_one_rejected() -> None:
    read = parse_file("\r\n".join([line(), line(), line(text="Other.")]).encode())
    assert len(read.documents["handbook/export.md"]) == 1
    assert read.repeated == (2,)
    assert read.rejected[0].reason.startswith(
        "Line 3: chunk 'handbook/export.md#export-1' was given on line 1 with another content."
    )


def test_two_documents_whose_chunks_get_one_id_are_not_mixed() -> None:
    read = parse_file((line(document="a#b", chunk="c") + "\n" + line(document="a", chunk="b#c")).encode())
    assert list(read.documents) == ["a#b"]
    assert [rejected.number for rejected in read.rejected] == [2]


def test_bytes_that_are_no_utf8_reject_their_line_only() -> None:
    read = parse_file(b"\xff\xfe\n" + line().encode())
    assert [rejected.reason for rejected in read.rejected] == ["Line 1: is not UTF-8 text. Save the file as UTF-8."]
    assert list(read.documents) == ["handbook/export.md"]


def test_a_line_separator_inside_a_text_does_not_end_the_line() -> None:
    read = parse_file((json.dumps(FULL | {"text": "one\u2028two"}, ensure_ascii=False) + "\n").encode())
    assert read.documents["handbook/export.md"][0].text == "one\u2028two"


def test_the_example_in_the_docs_gives_what_they_say() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "evidence-records.md").read_text("utf-8")
    one, three = re.findall(r"```json\n(.*?)```", docs, re.DOTALL)
    assert taken(one.replace("\n", " ")).issues == ()
    read = parse_file(three.encode())
    (chunk,) = read.documents["notes.md"]
    assert (len(chunk.entities), len(chunk.relations)) == (1, 1)
    assert all(f"| {issue.kind} |" in docs and issue.reason in docs for issue in chunk.issues)
    folded = " ".join(docs.split())
    assert all(rejected.reason in folded for rejected in read.rejected)
    assert [issue.kind for issue in chunk.issues] == ["rejected", "rejected", "repaired"]


# --- both ways ---

TEXT = st.text(max_size=12)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
NAME = st.sampled_from(["Export", " export", "保留", "a, b", "\x00"]) | TEXT
ROW = VALUE | st.fixed_dictionaries(
    {},
    optional={
        "name": NAME | VALUE,
        "source": NAME,
        "target": NAME,
        "type": VALUE,
        "keywords": VALUE,
        "weight": VALUE,
        "flags": st.lists(TEXT, max_size=2) | VALUE,
        "row": st.lists(TEXT, max_size=4),
        "other": VALUE,
    },
)
LINE = st.fixed_dictionaries(
    {"document": TEXT, "chunk": TEXT, "text": TEXT},
    optional={
        "title": TEXT,
        "metadata": st.dictionaries(TEXT, VALUE, max_size=2),
        "entities": st.lists(ROW, max_size=4) | VALUE,
        "relations": st.lists(ROW, max_size=4) | VALUE,
        "rejected": VALUE,
        "repaired": st.just([{"raw": "{}", "reason": "weight"}]) | VALUE,
        "more": VALUE,
    },
)


@given(LINE)
def test_what_was_read_and_written_is_read_the_same(value: dict[str, Any]) -> None:
    chunk = parse_line(json.dumps(value), 1).chunk
    if chunk is not None:
        assert taken(to_line(chunk)) == chunk
        assert to_line(taken(to_line(chunk))) == to_line(chunk)
        to_line(chunk).encode("utf-8")


@given(st.text() | st.builds(json.dumps, VALUE))
def test_no_line_makes_the_reader_fail(text: str) -> None:
    read = parse_line(text, 3)
    assert (read.chunk is None) == read.reason.startswith("Line 3: ")


@given(st.lists(LINE, max_size=4))
def test_a_file_comes_back_as_it_was_read(values: list[dict[str, Any]]) -> None:
    read = parse_file("\n".join(json.dumps(value) for value in values).encode())
    chunks = [chunk for chunks in read.documents.values() for chunk in chunks]
    assert parse_file(to_lines(chunks).encode()) == EvidenceFile(read.documents)


def test_rows_that_a_model_gave_are_written_in_full() -> None:
    made = EvidenceChunk(
        document="d",
        chunk="1",
        text="t",
        entities=(
            EntityRow("Export", "feature", "CSV.", "Business", raw='("entity"<|>Export)', flags=("ungrounded",)),
        ),
        relations=(RelationRow("A", "B", "how", ("x, y", "z"), 7.5, raw="A|B"),),
        issues=(RowIssue("rejected", "(relation<|>A", "cut off"),),
    )
    again = taken(to_line(made))
    assert [replace(row, raw="") for row in again.entities] == [replace(row, raw="") for row in made.entities]
    assert [replace(row, raw="") for row in again.relations] == [replace(row, raw="") for row in made.relations]
    assert again.issues == made.issues


# --- files given ---


def shared(path: Path) -> EvidenceFile:
    if not path.exists():
        pytest.skip(f"{path.name} is not here: it is not part of the project")
    return parse_file(path.read_bytes())


def test_larkspur_is_taken_whole() -> None:
    chunks = [chunk for chunks in shared(LARKSPUR).documents.values() for chunk in chunks]
    assert [len(chunk.entities) for chunk in chunks] == [2, 2, 0, 3, 1]
    assert [len(chunk.relations) for chunk in chunks] == [1, 1, 2, 1, 0]
    assert all(chunk.issues == () for chunk in chunks)
