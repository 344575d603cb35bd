"""Delimited replies: each kind of slip that models make, in several wordings."""

from __future__ import annotations

import pytest

from core.domain.parsing import parse_extraction
from core.domain.records import Extraction

TYPES = ("person", "organization", "product", "policy", "人物", "公司")
D = "<|#|>"
END = "\n<|COMPLETE|>"


def read(reply: str) -> Extraction:
    return parse_extraction(reply, "tuple", TYPES)


def names(extraction: Extraction) -> list[str]:
    return [row.name for row in extraction.entities]


def pairs(extraction: Extraction) -> list[tuple[str, str]]:
    return [(row.source, row.target) for row in extraction.relations]


def count(extraction: Extraction, kind: str) -> int:
    return sum(issue.kind == kind for issue in extraction.issues)


@pytest.mark.parametrize(
    ("reply", "name", "kind", "description"),
    [
        (f"entity{D}Weekly digest{D}product{D}A mail sent on Mondays.{END}", "Weekly digest", "product", None),
        (f"- entity{D}Ines{D}person{D}Keeps the keys.{END}", "Ines", "person", "Keeps the keys."),
        (f"1. ENTITY{D} Ines {D} person {D} Keeps the keys. {END}", "Ines", "person", "Keeps the keys."),
        (f"(entity{D}Ines{D}person{D}Keeps the keys.){END}", "Ines", "person", "Keeps the keys."),
        (f"**entity**{D}Ines{D}person{D}Keeps the keys.{END}", "Ines", "person", "Keeps the keys."),
        (f"```\nentity{D}Ines{D}person{D}Keeps the keys.\n```{END}", "Ines", "person", "Keeps the keys."),
        (f'entity{D}"Ines"{D}"person"{D}"Keeps the keys."{END}', "Ines", "person", "Keeps the keys."),
        (f"实体{D}王芳{D}人物{D}财务主管。{END}", "王芳", "人物", "财务主管。"),
        (f"entity{D}Ines{D}person{D}{END}", "Ines", "person", ""),
        (f"Entity 1: entity{D}Ines{D}person{D}Keeps the keys.{END}", "Ines", "person", "Keeps the keys."),
        (f"| entity {D} Ines {D} person {D} Keeps the keys.{END}", "Ines", "person", "Keeps the keys."),
        (f"(entity{D}Ines{D}person{D}Keeps keys (all of them).){END}", "Ines", "person", "Keeps keys (all of them)."),
    ],
)
def test_an_entity_row_is_read_whatever_stands_around_it(reply: str, name: str, kind: str, description: str) -> None:
    extraction = read(reply)
    assert [(row.name, row.type) for row in extraction.entities] == [(name, kind)]
    assert extraction.issues == ()
    assert extraction.flags == ()
    if description is not None:
        assert extraction.entities[0].description == description


@pytest.mark.parametrize(
    "reply",
    [
        f"entity{D}Ines{D}person{D}Keeps the keys.",
        f"entity{D}Ines{D}person{D}Keeps the keys.\nrelation{D}Ines{D}Vault{D}opens{D}Ines opens the vault.\n",
        f"Here you are.\n\nentity{D}Ines{D}person{D}Keeps",
    ],
)
def test_a_reply_without_its_completion_mark_is_kept_and_flagged(reply: str) -> None:
    extraction = read(reply)
    assert names(extraction) == ["Ines"]
    assert extraction.flags == ("incomplete",)


@pytest.mark.parametrize(
    "mark", ["<|COMPLETE|>", "<|complete|>", "<|#COMPLETE#|>", "|COMPLETE|>", "<COMPLETE>", "COMPLETE"]
)
def test_a_completion_mark_is_known_in_its_damaged_forms(mark: str) -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Keeps the keys.\n{mark}")
    assert extraction.entities[0].description == "Keeps the keys."
    assert extraction.flags == ()


def test_what_stands_after_the_completion_mark_is_still_read() -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Keys.{END}entity{D}Omar{D}person{D}Doors.\n<|COMPLETE|>")
    assert names(extraction) == ["Ines", "Omar"]


@pytest.mark.parametrize(
    ("row", "source", "target"),
    [
        (f"entity{D}Omar{D}Night shift{D}leads{D}Omar leads the night shift.", "Omar", "Night shift"),
        (
            f"entity{D}Billing{D}Grace period{D}allows, delay{D}Billing allows a grace period.",
            "Billing",
            "Grace period",
        ),
        (f"entity{D}海棠公司{D}数据中心{D}运营{D}海棠公司运营两座数据中心。", "海棠公司", "数据中心"),
        (f"entity{D}Omar{D}Night shift{D}leads{D}Omar leads the night shift.{D}8", "Omar", "Night shift"),
    ],
)
def test_a_relation_under_an_entity_prefix_is_moved_and_counted(row: str, source: str, target: str) -> None:
    extraction = read(row + END)
    assert pairs(extraction) == [(source, target)]
    assert names(extraction) == []
    assert count(extraction, "repaired") == 1


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (f"entity{D}Omar{D}person{D}A guard.{D}night", "Omar"),
        (f"entity{D}Vault{D}product{D}Keeps the backups of a product.{D}Business", "Vault"),
        (f"entity{D}Refunds{D}policy{D}Within a month.{D}Paid in full. Not in part.", "Refunds"),
        (f"entity{D}Omar{D}Chief of everything{D}A guard.{D}He keeps the doors.", "Omar"),
        (f"relation{D}Omar{D}person{D}A guard.", "Omar"),
        (f"relation{D}Omar{D}person{D}A guard.{D}night", "Omar"),
    ],
)
def test_an_entity_never_becomes_a_relation_to_its_type(row: str, name: str) -> None:
    extraction = read(row + END)
    assert pairs(extraction) == []
    assert names(extraction) == [name]


def test_a_fourth_field_is_the_qualifier_and_a_sentence_is_more_description() -> None:
    extraction = read(
        f"entity{D}Backup{D}product{D}Kept for 30 days.{D}Business plan\n"
        f"entity{D}Export{D}product{D}A file.{D}It holds all rows. It is signed.{END}"
    )
    assert [(row.description, row.qualifier) for row in extraction.entities] == [
        ("Kept for 30 days.", "Business plan"),
        ("A file. It holds all rows. It is signed.", ""),
    ]
    assert count(extraction, "repaired") == 1


@pytest.mark.parametrize(
    "row",
    [
        f"entity{D}Omar{D}person",
        f"entity{D}Omar",
        f"entity{D}{D}person{D}Somebody.",
        f"relation{D}Omar{D}Vault{D}Omar guards the vault.",
        f"relation{D}Omar{D}Vault",
        f"relation{D}{D}Vault{D}guards{D}Somebody guards the vault.",
        f"Omar{D}guards{D}the vault",
    ],
)
def test_a_row_with_too_few_fields_is_listed_as_rejected(row: str) -> None:
    extraction = read(row + END)
    assert (extraction.entities, extraction.relations) == ((), ())
    assert [(issue.kind, issue.raw) for issue in extraction.issues] == [("rejected", row)]
    assert extraction.issues[0].reason


@pytest.mark.parametrize(
    ("row", "keywords", "description", "strength"),
    [
        (f"relation{D}Omar{D}Vault{D}guards{D}Omar guards it.{D}9", ("guards",), "Omar guards it.", 9.0),
        (f"relationship{D}Omar{D}Vault{D}guards, opens{D}Omar guards it.{D}7/10", ("guards", "opens"), None, 7.0),
        (f"relations{D}Omar{D}Vault{D}guards{D}Omar guards it.{D}0.5", ("guards",), "Omar guards it.", 0.5),
        (
            f"relation{D}Omar{D}Vault{D}guards{D}Omar guards it.{D}many words",
            ("guards",),
            "Omar guards it. many words",
            1.0,
        ),
        (f"relation{D}Omar{D}Vault{D}{D}Omar guards it.", (), "Omar guards it.", 1.0),
        (f"relation{D}Omar{D}Vault{D}Omar guards it.{D}guards{D}6", ("guards",), "Omar guards it.", 6.0),
        (f"relation{D}Omar{D}Vault{D}guards{D}Omar guards it.{D}strength: 8", ("guards",), "Omar guards it.", 8.0),
        (f"relation{D}Omar{D}Vault{D}8{D}guards{D}Omar guards it.", ("guards",), "Omar guards it.", 8.0),
        (f"relation{D}Omar{D}Vault{D}guards{D}Omar guards it.{D}0", ("guards",), "Omar guards it.", 1.0),
    ],
)
def test_a_relation_is_read_with_or_without_strength(
    row: str, keywords: tuple[str, ...], description: str | None, strength: float
) -> None:
    (relation,) = read(row + END).relations
    assert (relation.source, relation.target) == ("Omar", "Vault")
    assert (relation.keywords, relation.strength) == (keywords, strength)
    if description is not None:
        assert relation.description == description


OLD_STYLE = [
    '("entity"<|>"Ines"<|>"person"<|>"Keeps the keys.")##\n("entity"<|>"Vault"<|>"product"<|>"Holds backups.")##\n'
    '("relationship"<|>"Ines"<|>"Vault"<|>"Ines opens the vault."<|>"access, trust"<|>8)##\n'
    '("content_keywords"<|>"safety, access")<|COMPLETE|>',
    '("entity"<|>Ines<|>person<|>Keeps the keys.)##("entity"<|>Vault<|>product<|>Holds backups.)##'
    '("relationship"<|>Ines<|>Vault<|>Ines opens the vault.<|>access; trust<|>8)##'
    '("content_keywords"<|>safety，access)<|COMPLETE|>',
    '("entity"<|>"Ines"<|>"person"<|>"Keeps the keys.")\n##\n("entity"<|>"Vault"<|>"product"<|>"Holds backups.")\n##\n'
    '("relationship"<|>"Ines"<|>"Vault"<|>"Ines opens the vault."<|>"access、trust"<|>8)\n##\n'
    '("content_keywords"<|>"safety, access")\n##\n<|COMPLETE|>',
]


@pytest.mark.parametrize("reply", OLD_STYLE)
def test_the_older_style_is_read_with_its_own_order_of_fields(reply: str) -> None:
    extraction = read(reply)
    assert names(extraction) == ["Ines", "Vault"]
    assert [row.description for row in extraction.entities] == ["Keeps the keys.", "Holds backups."]
    (relation,) = extraction.relations
    assert (relation.description, relation.keywords, relation.strength) == (
        "Ines opens the vault.",
        ("access", "trust"),
        8.0,
    )
    assert extraction.themes == ("safety", "access")
    assert (extraction.issues, extraction.flags) == ((), ())


ONE_LINE = [
    f"entity{D}Ines{D}person{D}Keys.{D}entity{D}Omar{D}person{D}Doors.{D}entity{D}Vault{D}product{D}Deep.{END}",
    f"entity{D}Ines{D}person{D}Keys. entity{D}Omar{D}person{D}Doors. entity{D}Vault{D}product{D}Deep.{END}",
    f"(entity{D}Ines{D}person{D}Keys.)(entity{D}Omar{D}person{D}Doors.)(entity{D}Vault{D}product{D}Deep.){END}",
    f"entity{D}Ines{D}person{D}Keys.##entity{D}Omar{D}person{D}Doors.##entity{D}Vault{D}product{D}Deep.{END}",
    f"entity{D}Ines{D}person{D}Keys.; entity{D}Omar{D}person{D}Doors.; entity{D}Vault{D}product{D}Deep.<|COMPLETE|>",
]


@pytest.mark.parametrize("reply", ONE_LINE)
def test_of_several_records_on_one_line_none_is_lost(reply: str) -> None:
    extraction = read(reply)
    assert names(extraction) == ["Ines", "Omar", "Vault"]
    assert [row.description.rstrip(";") for row in extraction.entities] == ["Keys.", "Doors.", "Deep."]


def test_entities_and_relations_may_share_a_line() -> None:
    extraction = read(
        f"entity{D}Ines{D}person{D}Keys.{D}relation{D}Ines{D}Vault{D}opens{D}Ines opens the vault.{D}7{D}"
        f"entity{D}Vault{D}product{D}Deep.{END}"
    )
    assert names(extraction) == ["Ines", "Vault"]
    assert pairs(extraction) == [("Ines", "Vault")]
    assert extraction.relations[0].strength == 7.0


def test_a_thing_that_is_called_like_a_prefix_is_no_new_record() -> None:
    extraction = read(
        f"entity{D}Relation{D}product{D}A table of the store.\nentity{D}Store{D}entity{D}Legal entity.{END}"
    )
    assert [(row.name, row.type) for row in extraction.entities] == [("Relation", "product"), ("Store", "entity")]


@pytest.mark.parametrize(
    ("reply", "description"),
    [
        (f"entity{D}Ines{D}person{D}Keeps the keys\nand counts them.{END}", "Keeps the keys and counts them."),
        (f"entity{D}Ines{D}person{D}Keeps:\n- keys\n- locks{END}", "Keeps: - keys - locks"),
        (f"entity{D}Ines{D}person{D}\nKeeps the keys.{END}", "Keeps the keys."),
        (f"entity{D}Ines{D}\nperson{D}Keeps\r\nthe keys.{END}", "Keeps the keys."),
        (f"entity{D}王芳{D}人物{D}负责财务，\n管理钥匙。{END}", "负责财务，管理钥匙。"),
    ],
)
def test_a_description_over_several_lines_is_kept_whole(reply: str, description: str) -> None:
    assert [row.description for row in read(reply).entities] == [description]


def test_text_after_an_empty_line_is_no_part_of_a_row() -> None:
    extraction = read(
        f"Rows:\nentity{D}Ines{D}person{D}Keys.\n\nI hope that this helps!\n\nentity{D}Omar{D}person{D}Doors.{END}"
    )
    assert [row.description for row in extraction.entities] == ["Keys.", "Doors."]
    assert extraction.issues == ()


@pytest.mark.parametrize("kind", ["Person/Org", "it's a tool", "person (staff)", "", "person|product", "spaceship"])
def test_an_odd_type_is_flagged_and_never_costs_the_entity(kind: str) -> None:
    (entity,) = read(f"entity{D}Ines{D}{kind}{D}Keys.{END}").entities
    assert (entity.name, entity.type, entity.flags) == ("Ines", kind, ("type",))


def test_other_and_any_case_of_a_type_are_no_odd_types() -> None:
    extraction = read(f"entity{D}Ines{D}PERSON{D}Keys.\nentity{D}Rain{D}Other{D}Wet.{END}")
    assert [row.flags for row in extraction.entities] == [(), ()]


@pytest.mark.parametrize(
    ("source", "target"), [("Vault", "Vault"), ("Vault", "vault"), ("“Vault”", "Vault "), ("《红楼梦》", "红楼梦")]
)
def test_a_relation_of_a_thing_to_itself_is_rejected(source: str, target: str) -> None:
    extraction = read(f"relation{D}{source}{D}{target}{D}is{D}It is what it is.{END}")
    assert extraction.relations == ()
    assert "to itself" in extraction.issues[0].reason
    assert count(extraction, "rejected") == 1


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("托管，备份", ("托管", "备份")),
        ("托管、备份；恢复", ("托管", "备份", "恢复")),
        ("hosting, backup; restore", ("hosting", "backup", "restore")),
        ('"hosting", “backup”,, Hosting', ("hosting", "backup")),
        ("none", ()),
    ],
)
def test_keywords_part_at_commas_of_any_width(text: str, keywords: tuple[str, ...]) -> None:
    (relation,) = read(f"relation{D}A社{D}B社{D}{text}{D}A社为B社提供服务。{END}").relations
    assert relation.keywords == keywords


DAMAGED = [
    "<|>",
    "<||>",
    "<#>",
    "<|#",
    "|#|>",
    "||#||",
    "<|\\#|>",
    "<||#||>",
    "<|##|>",
    "<|#:",
    "<X|#|Y>",
    "<|#>",
    "＜｜＃｜＞",
]


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_delimiter_is_repaired_and_counted(damaged: str) -> None:
    extraction = read(f"entity{D}Ines{damaged}person{D}Keeps the keys.\nentity{D}Omar{D}person{D}Doors.{END}")
    assert [(row.name, row.type) for row in extraction.entities] == [("Ines", "person"), ("Omar", "person")]
    assert [issue.kind for issue in extraction.issues] == ["repaired"]


@pytest.mark.parametrize("text", ["a <|> b", "C# and F#", "5 < 6 | 7 > 2", "see #4 | #5", "x ## y", "<b>bold</b>"])
def test_signs_that_are_no_delimiter_stay_in_the_text(text: str) -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Writes {text} daily.{END}")
    assert extraction.entities[0].description == f"Writes {text} daily."
    assert extraction.issues == ()


def test_a_row_without_its_prefix_is_an_entity_where_its_second_field_is_a_type() -> None:
    extraction = read(f"Ines{D}person{D}Keys.\nOmar{D}person{D}Doors.{END}")
    assert names(extraction) == ["Ines", "Omar"]
    assert count(extraction, "repaired") == 2


def test_a_row_without_its_prefix_is_not_swallowed_by_the_row_before_it() -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Keys.\nVault{D}opens{D}never{END}")
    assert extraction.entities[0].description == "Keys."
    assert [issue.raw for issue in extraction.issues] == [f"Vault{D}opens{D}never"]


def test_a_row_that_is_said_again_is_listed_once_and_rejected_after() -> None:
    row = f"entity{D}Ines{D}person{D}Keys.\n"
    extraction = read(row * 3 + "<|COMPLETE|>")
    assert names(extraction) == ["Ines"]
    assert count(extraction, "rejected") == 2


def test_themes_are_read_from_their_own_row() -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Keys.\nthemes{D}safety, access; safety{END}")
    assert extraction.themes == ("safety", "access")


@pytest.mark.parametrize("reply", ["", "I can't find any.", "entity: Ines, person, keys", "{}"[:0] + "…"])
def test_a_reply_without_rows_is_unparsed_and_keeps_its_text(reply: str) -> None:
    extraction = read(reply)
    assert (extraction.flags, extraction.reply) == (("unparsed",), reply)


def test_an_empty_reply_with_its_mark_says_that_there_is_nothing() -> None:
    assert read("<|COMPLETE|>").flags == ()


def test_json_where_rows_were_asked_for_is_read_and_flagged() -> None:
    extraction = read('{"entities":[{"name":"Ines","type":"person","description":"Keys."}],"relations":[]}')
    assert names(extraction) == ["Ines"]
    assert extraction.flags == ("other style",)


THOUGHTS = [
    "<think>Ines is one.</think>\n",
    "\n<THINKING>Ines?\nOmar?</THINKING>",
    "Ines is one, I guess.</think>\n",
    f"entity is one word{D}maybe.</think>\n",
    "<think>one</think><think>two</think>",
    "<think>I never stop.\n\n",
]


@pytest.mark.parametrize("thought", THOUGHTS)
def test_a_leading_thought_is_no_row(thought: str) -> None:
    extraction = read(f"{thought}entity{D}Ines{D}person{D}Keys.{END}")
    assert names(extraction) == ["Ines"]
    assert extraction.issues == ()


@pytest.mark.parametrize("tag", ["<think>", "</think>", "<think>twice</think>"])
def test_a_thought_tag_inside_a_row_is_content(tag: str) -> None:
    extraction = read(f"entity{D}Tag{D}product{D}Models write {tag} first.{END}")
    assert extraction.entities[0].description == f"Models write {tag} first."


@pytest.mark.parametrize("reply", ["entity|Ines|person|Keeps the keys.", "entity\tInes\tperson\tKeeps the keys."])
def test_rows_parted_by_bars_or_tabs_are_repaired(reply: str) -> None:
    extraction = read(reply + END)
    assert [(row.name, row.type, row.description) for row in extraction.entities] == [
        ("Ines", "person", "Keeps the keys.")
    ]
    assert count(extraction, "repaired") == 1


def test_a_line_that_begins_with_a_delimiter_goes_on_with_its_row() -> None:
    extraction = read(f"entity{D}Ines{D}person{D}Keeps the keys.\n{D}Business{END}")
    assert [(row.description, row.qualifier) for row in extraction.entities] == [("Keeps the keys.", "Business")]


def test_rows_that_can_not_be_read_are_never_taken_for_an_empty_reply() -> None:
    assert read("entity: Ines, a person who keeps the keys\n<|COMPLETE|>").flags == ("unparsed",)


def test_rows_in_parentheses_with_the_newer_delimiter_may_have_either_order() -> None:
    old = read(f'("relationship"{D}"Ines"{D}"Vault"{D}"Ines opens it."{D}"opens, keeps"{D}7)##{END}')
    new = read(f'("relationship"{D}"Ines"{D}"Vault"{D}"opens, keeps"{D}"Ines opens it."{D}7)##{END}')
    assert [(row.keywords, row.description) for row in old.relations] == [(("opens", "keeps"), "Ines opens it.")]
    assert [(row.keywords, row.description) for row in new.relations] == [(("opens", "keeps"), "Ines opens it.")]
    assert old.issues == new.issues == ()
