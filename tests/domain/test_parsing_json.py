"""JSON replies: each kind of slip that models make, in several wordings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.domain.parsing import parse_extraction
from core.domain.records import Extraction

TYPES = ("person", "organization", "product", "policy")
INES = {"name": "Ines", "type": "person", "description": "Keeps the keys."}
VAULT = {"name": "Vault", "type": "product", "description": "Holds backups."}
OPENS = {"source": "Ines", "target": "Vault", "description": "Ines opens it.", "keywords": ["access"], "strength": 8}
WHOLE = json.dumps({"entities": [INES, VAULT], "relations": [OPENS], "themes": ["safety"]})


def read(reply: str) -> Extraction:
    return parse_extraction(reply, "json", TYPES)


def read_value(value: Any) -> Extraction:
    return read(json.dumps(value, ensure_ascii=False))


def names(extraction: Extraction) -> list[str]:
    return [row.name for row in extraction.entities]


def pairs(extraction: Extraction) -> list[tuple[str, str]]:
    return [(row.source, row.target) for row in extraction.relations]


def kinds(extraction: Extraction) -> list[str]:
    return [issue.kind for issue in extraction.issues]


AROUND = [
    WHOLE,
    f"```json\n{WHOLE}\n```",
    f"```\n{WHOLE}",
    f"{WHOLE}\n\nThe shape was {{entities: …",
    f"Here is what I found [as asked]:\n\n{WHOLE}\n\nAnything else?",
    f"<think>An object {{with}} braces?</think>{WHOLE}",
    f"It says {{little}}.</think>\n{WHOLE}",
    f"<think>{WHOLE}",
    json.dumps(json.loads(WHOLE), indent=4),
    f"{{'result': {WHOLE}}}",
    json.dumps({"output": {"extraction": json.loads(WHOLE)}}),
    WHOLE.replace("}]", "},]").replace("]}", "],}"),
    "{'entities': [{'name': 'Ines', 'type': 'person', 'description': 'Keeps the keys.'}, {'name': 'Vault', 'type': "
    "'product', 'description': 'Holds backups.'}], 'relations': [{'source': 'Ines', 'target': 'Vault', 'description': "
    "'Ines opens it.', 'keywords': ['access'], 'strength': 8}], 'themes': ['safety']}",
    WHOLE.replace('"', "“", 1).replace('"', "”", 1),
    WHOLE.replace('"entities"', "entities").replace('"relations"', "relations"),
    "// what I found\n" + WHOLE.replace('"relations"', '// and how they hang together\n "relations"'),
]


@pytest.mark.parametrize("reply", AROUND)
def test_the_rows_are_read_whatever_stands_around_them(reply: str) -> None:
    extraction = read(reply)
    assert [(row.name, row.type, row.description) for row in extraction.entities] == [
        ("Ines", "person", "Keeps the keys."),
        ("Vault", "product", "Holds backups."),
    ]
    (relation,) = extraction.relations
    assert (relation.source, relation.target, relation.description) == ("Ines", "Vault", "Ines opens it.")
    assert (relation.keywords, relation.strength) == (("access",), 8.0)
    assert extraction.themes == ("safety",)
    assert [issue for issue in extraction.issues if issue.kind == "rejected"] == []
    assert set(extraction.flags) <= {"thinking"}


def test_a_thought_tag_inside_the_json_is_content() -> None:
    extraction = read_value({"entities": [{**INES, "description": "Writes <think>first</think> and </think> last."}]})
    assert extraction.entities[0].description == "Writes <think>first</think> and </think> last."


@pytest.mark.parametrize(
    "document",
    [
        [INES, VAULT, OPENS],
        {"nodes": [INES, VAULT], "edges": [OPENS]},
        {"Entities": [INES, VAULT], "Relationships": [OPENS]},
        {"entity": [INES, VAULT], "relation": OPENS},
        {
            "实体": [{"名称": "Ines", "类型": "person", "描述": "…"}, {"名称": "Vault"}],
            "关系": [{"源": "Ines", "目标": "Vault"}],
        },
        [{"entities": [INES]}, {"entities": [VAULT], "relations": [OPENS]}],
        {"entities": [INES, VAULT], "relations": [{"from": "Ines", "to": "Vault", "label": "opens"}]},
        {"entities": [INES, VAULT], "relations": [{"subject": "Ines", "predicate": "opens", "object": "Vault"}]},
        {
            "entities": [{"entity_name": "Ines"}, {"entity": "Vault"}],
            "relationships": [{"src": "Ines", "tgt": "Vault"}],
        },
        {"entities": [INES, VAULT], "relations": [{"source_entity": "Ines", "target_entity": "Vault"}]},
    ],
)
def test_other_words_and_other_shapes_are_understood(document: Any) -> None:
    extraction = read_value(document)
    assert names(extraction) == ["Ines", "Vault"]
    assert pairs(extraction) == [("Ines", "Vault")]
    assert extraction.issues == ()


def test_json_lines_are_read_row_by_row() -> None:
    extraction = read("\n".join(json.dumps(row) for row in (INES, VAULT, OPENS)))
    assert names(extraction) == ["Ines", "Vault"]
    assert pairs(extraction) == [("Ines", "Vault")]


@pytest.mark.parametrize(
    "document",
    [
        {"entities": {"Ines": {"type": "person", "description": "Keeps the keys."}, "Vault": "Holds backups."}},
        {"entities": ["Ines", "Vault"]},
        {"entities": [["Ines", "person", "Keeps the keys."], ["Vault", "product", "Holds backups."]]},
        {"relations": [INES, VAULT]},
    ],
)
def test_entities_in_an_unasked_form_are_taken_and_counted_as_repaired(document: Any) -> None:
    extraction = read_value(document)
    assert names(extraction) == ["Ines", "Vault"]
    assert kinds(extraction) == ["repaired", "repaired"]


def test_a_relation_among_the_entities_is_moved() -> None:
    extraction = read_value({"entities": [INES, OPENS]})
    assert (names(extraction), pairs(extraction)) == (["Ines"], [("Ines", "Vault")])
    assert kinds(extraction) == ["repaired"]


@pytest.mark.parametrize("nothing", [None, "", "null", "None", "N/A", [], float("nan")])
def test_null_and_its_spellings_are_no_text(nothing: Any) -> None:
    extraction = read_value({"entities": [{**INES, "description": nothing, "qualifier": nothing}]})
    assert (extraction.entities[0].description, extraction.entities[0].qualifier) == ("", "")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42, "42"),
        (True, "true"),
        (["Keeps keys.", "Counts them."], "Keeps keys.; Counts them."),
        ({"text": "Keys."}, "Keys."),
    ],
)
def test_a_description_that_is_no_text_is_read_as_text_and_listed(value: Any, text: str) -> None:
    extraction = read_value({"entities": [{**INES, "description": value}]})
    assert extraction.entities[0].description == text
    assert kinds(extraction) == ["repaired"]


@pytest.mark.parametrize(
    ("value", "keywords"),
    [
        (["access", "trust"], ("access", "trust")),
        ("access, trust", ("access", "trust")),
        ("access；trust、access", ("access", "trust")),
        ("access\ntrust", ("access", "trust")),
        (["access, in person", None, " "], ("access, in person",)),
        ([{"keyword": "access"}, 7], ("access", "7")),
        (None, ()),
    ],
)
def test_keywords_come_as_a_list_or_as_text(value: Any, keywords: tuple[str, ...]) -> None:
    assert read_value({"relations": [{**OPENS, "keywords": value}]}).relations[0].keywords == keywords


@pytest.mark.parametrize(
    ("value", "strength"),
    [
        (8, 8.0),
        ("8", 8.0),
        (0.4, 0.4),
        ("7/10", 7.0),
        ("high (9)", 9.0),
        (None, 1.0),
        ("", 1.0),
        ("high", 1.0),
        (-2, 1.0),
    ],
)
def test_strength_comes_as_a_number_or_as_text(value: Any, strength: float) -> None:
    assert read_value({"relations": [{**OPENS, "strength": value}]}).relations[0].strength == strength


@pytest.mark.parametrize("digits", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_a_number_beyond_all_bounds_is_read_as_one(digits: str) -> None:
    extraction = read('{"relations":[{"source":"Ines","target":"Vault","strength":' + digits + "}]}")
    assert [row.strength for row in extraction.relations] == [1.0]


@pytest.mark.parametrize("key", ["weight", "score", "relationship_strength"])
def test_strength_has_other_names(key: str) -> None:
    assert read_value({"relations": [{"source": "Ines", "target": "Vault", key: 3}]}).relations[0].strength == 3.0


CUTS = [
    ('{"entities":[%s,{"name":"Va', '{"name":"Va'),
    (
        '{"entities":[%s,{"name":"Vault","type":"product","description":"Holds',
        '{"name":"Vault","type":"product","description":"Holds',
    ),
    (
        '{"entities":[%s],"relations":[{"source":"Ines","target":"Vault","keywords":["a","b',
        '{"source":"Ines","target":"Vault","keywords":["a","b',
    ),
    ('```json\n{"entities":[%s,{"name":"Vault", "type":\n```', None),
    ("[%s,{", "{"),
]


@pytest.mark.parametrize(("reply", "cut"), CUTS)
def test_of_a_reply_that_breaks_off_the_whole_rows_stay_and_the_cut_one_is_listed(reply: str, cut: str | None) -> None:
    extraction = read(reply.replace("%s", json.dumps(INES)))
    assert names(extraction) == ["Ines"]
    assert extraction.relations == ()
    assert "incomplete" in extraction.flags
    (issue,) = extraction.issues
    assert issue.kind == "rejected"
    assert cut is None or issue.raw == cut


@pytest.mark.parametrize("end", ["", "]", "],", '],"relations"', '],"relations":[', '],"themes":["saf'])
def test_a_cut_between_rows_is_flagged_and_loses_no_row(end: str) -> None:
    extraction = read('{"entities":[' + json.dumps(INES) + end)
    assert names(extraction) == ["Ines"]
    assert extraction.flags == ("incomplete",)
    assert (extraction.issues, extraction.themes) == ((), ())


@pytest.mark.parametrize(
    "row",
    [
        '{"name":"Ines","type":"person","description":"She said "hello" to {Omar}."}',
        '{"name":"Ines","type":"person","description":"Keeps "keys", "locks" and more."}',
        '{"name":"Ines" "type":"person" "description":"Keys."}',
        "{'name':'Ines','type':'person','description':'Omar's boss.'}",
        '{name:"Ines", type:"person", description:"Keys."}',
        '{"name":"Ines","type":"person","description":"Keys."',
    ],
)
def test_a_broken_row_is_repaired_alone_and_the_next_one_is_whole(row: str) -> None:
    extraction = read('{"entities":[' + row + "," + json.dumps(VAULT) + '],"relations":[]}')
    assert names(extraction) == ["Ines", "Vault"]
    assert kinds(extraction) == ["repaired"]
    assert extraction.entities[1].description == "Holds backups."


def test_a_line_end_inside_a_string_is_white_space() -> None:
    extraction = read('{"entities":[{"name":"Ines","type":"person","description":"Keeps\n  the keys."}]}')
    assert extraction.entities[0].description == "Keeps the keys."
    assert extraction.issues == ()


@pytest.mark.parametrize(
    "reply",
    [
        '{"entities":[{"name":"Ines","type":"person","name":"Vault","type":"product"}]}',
        '{"entities":[{"name":"Ines","type":"person"}],"entities":[{"name":"Vault","type":"product"}]}',
        '{"entities":[{"name":"Ines","name":"Ines","type":"person"},{"name":"Vault","type":"product"}]}',
    ],
)
def test_repeated_keys_lose_no_row(reply: str) -> None:
    extraction = read(reply)
    assert [(row.name, row.type) for row in extraction.entities] == [("Ines", "person"), ("Vault", "product")]


def test_a_description_given_twice_is_joined_and_listed() -> None:
    extraction = read('{"entities":[{"name":"Ines","description":"Keys.","description":"Locks."}]}')
    assert extraction.entities[0].description == "Keys.; Locks."
    assert kinds(extraction) == ["repaired"]


DEEP = [
    "[" * 100_000,
    '{"entities":' * 5000,
    '{"entities":[{"name":"Ines","description":' + "[" * 3000 + "]" * 3000 + "}]}",
]


@pytest.mark.parametrize("reply", DEEP)
def test_nesting_that_would_exhaust_the_stack_is_no_row(reply: str) -> None:
    extraction = read(reply)
    assert (extraction.entities, extraction.relations) == ((), ())
    assert extraction.issues or "unparsed" in extraction.flags


@pytest.mark.parametrize(
    "row",
    [
        {"type": "person", "description": "Somebody."},
        {"name": "", "type": "person"},
        {"name": " \u0000 ", "type": "person"},
        {"name": None},
        {},
        42,
        None,
    ],
)
def test_a_row_without_a_name_is_listed_as_rejected(row: Any) -> None:
    extraction = read_value({"entities": [row, VAULT]})
    assert names(extraction) == ["Vault"]
    assert kinds(extraction) == ["rejected"]


@pytest.mark.parametrize(
    "row",
    [
        {"source": "Ines", "description": "Goes nowhere."},
        {"source": "Ines", "target": None},
        {"target": "Vault"},
        {"source": "Vault", "target": "vault", "description": "Itself."},
        ["Ines", "opens", "Vault"],
        "Ines opens the vault",
    ],
)
def test_a_relation_without_two_ends_is_listed_as_rejected(row: Any) -> None:
    extraction = read_value({"relations": [row, OPENS]})
    assert pairs(extraction) == [("Ines", "Vault")]
    assert kinds(extraction) == ["rejected"]


def test_names_are_cleaned_and_raw_rows_are_kept() -> None:
    row = {"name": " “AT&amp;T” ", "type": "organization", "description": "A company."}
    extraction = read_value({"entities": [row]})
    assert extraction.entities[0].name == "AT&T"
    assert json.loads(extraction.entities[0].raw) == row


def test_half_of_a_surrogate_pair_is_taken_out() -> None:
    extraction = read('{"entities":[{"name":"Ines\\ud800","type":"person","description":"Keys\\udfff."}]}')
    extraction.entities[0].name.encode()
    assert extraction.entities[0].description == "Keys."


@pytest.mark.parametrize(
    "reply", ["", "Sorry, I can't.", '{"answer": "There are none."}', "[1, 2, 3]", "<think>hm</think>"]
)
def test_a_reply_without_rows_is_unparsed_and_keeps_its_text(reply: str) -> None:
    extraction = read(reply)
    assert (extraction.flags, extraction.reply) == (("unparsed",), reply)


@pytest.mark.parametrize("reply", ["{}", "[]", '{"entities":[],"relations":[]}', '{"entities": null, "relations": []}'])
def test_an_empty_reply_says_that_there_is_nothing(reply: str) -> None:
    extraction = read(reply)
    assert (extraction.flags, extraction.issues) == ((), ())


def test_rows_where_json_was_asked_for_are_read_and_flagged() -> None:
    extraction = read("entity<|#|>Ines<|#|>person<|#|>Keys.\n<|COMPLETE|>")
    assert names(extraction) == ["Ines"]
    assert extraction.flags == ("other style",)


@pytest.mark.parametrize(
    "value", ["safety, access", ["safety", "access", "Safety"], [{"theme": "x", "name": "safety"}, "access"]]
)
def test_themes_come_as_a_list_or_as_text(value: Any) -> None:
    assert read_value({"entities": [], "themes": value}).themes == ("safety", "access")


@pytest.mark.parametrize(
    "reply",
    [
        "{“entities”：[{“name”：“Ines”，“type”：“person”，“description”：“Keys”}，{“name”：“Vault”}]，“relations”：[]}",
        '{\\"entities\\": [{\\"name\\": \\"Ines\\", \\"type\\": \\"person\\"},\\n {\\"name\\": \\"Vault\\"}]}',
        '"{\\"entities\\": [{\\"name\\": \\"Ines\\"}, {\\"name\\": \\"Vault\\"}]}"',
        '{"entities":[{"name":"Ines"}{"name":"Vault"}]}',
        '{"entities":[{"name":"Ines"},{"name":"Vault"},"relations":[]}',
        '{"entities":[{"name":"Ines"}, // the first\n /* then */ {"name":"Vault"},\n ...]}',
        '{"data":{"nodes":[{"id":"Ines","label":"person"},{"id":"Vault","label":"product"}],"edges":[]}}',
        '{"type":"entity","name":"Ines","description":"Keys."}\n{"type":"entity","name":"Vault","description":"Deep."}',
    ],
)
def test_no_row_is_lost_to_damaged_structure(reply: str) -> None:
    extraction = read(reply)
    assert names(extraction) == ["Ines", "Vault"]
    assert "rejected" not in kinds(extraction)
    assert extraction.flags == ()


def test_relations_that_hang_under_an_entity_are_read() -> None:
    extraction = read_value({"entities": [{**INES, "relations": [OPENS]}]})
    assert (names(extraction), pairs(extraction)) == (["Ines"], [("Ines", "Vault")])


@pytest.mark.parametrize("document", [{"entities": "Ines, Vault"}, {"relations": {"Ines": "Vault"}}, {"relations": 7}])
def test_rows_given_as_plain_text_are_listed_as_rejected(document: Any) -> None:
    extraction = read_value(document)
    assert (extraction.entities, extraction.relations) == ((), ())
    assert kinds(extraction) == ["rejected"]


def test_a_backslash_that_escapes_nothing_is_itself() -> None:
    extraction = read('{"entities":[{"name":"Ines","description":"Says \\"hi\\" \\ and \\d+"}]}')
    assert extraction.entities[0].description == 'Says "hi" \\ and \\d+'


@pytest.mark.parametrize(
    ("member", "text"),
    [
        ("source", {"name": "Ines"}),
        ("source", ["Ines"]),
    ],
)
def test_an_end_given_as_an_object_or_a_list_is_its_name(member: str, text: Any) -> None:
    assert pairs(read_value({"relations": [{**OPENS, member: text}]})) == [("Ines", "Vault")]
