"""The embedded extractor on short texts: what becomes an entity, who does what to whom, what a question asks."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.adapters.embedded import EmbeddedExtractor
from core.domain.records import Extraction
from core.ports import Passage

EXTRACTOR = EmbeddedExtractor()

HANDBOOK = """# Daily backup

The daily backup is kept for 30 days on the *Enterprise plan*. It was changed on 3 March 2024, and 2 people noticed.
The Owner starts an export; an Admin cannot cancel the account.

| Plan | Period |
|------|--------|
| Business plan | 7 days |

- The daily backups are encrypted by Vault. See https://example.org/a_b and `manifest.json`.
- Account deletion removes the audit log, the attachments and the daily backup.
"""

HOSTILE = [
    "",
    "   \n\t\n",
    "\x00\x01\x1b[31mred\x1b[0m \ud800 text",
    "word " * 1000,
    "x" * 200_000,
    "\U0001f468‍\U0001f469‍\U0001f467 \U0001f600\U0001f600 🎉 is 🎉",
    "|a|b|\n|--|--|\n|" + "c|" * 150,
    "```\ncode never closed\n# not a heading",
    "[" * 3000 + "](" * 3000,
    "<script>alert('The Owner deletes the plan.')</script> <b>The Owner</b> deletes &lt;b&gt; the plan.",
    "# # # ### \n***\n---\n> > >\n1.\n-",
    "的" * 500,
    "。" * 3000 + "，" * 3000,
    "مرحبا بالعالم. Привет, мир!",
    "a" + "\u0301" * 3000,
    "A.B.C.D." * 2000,
]


def extract(text: str, title: str = "", **metadata: str) -> Extraction:
    return EXTRACTOR.extract(Passage(text, title, metadata))


def names(text: str) -> list[str]:
    return [row.name.casefold() for row in extract(text).entities]


def triples(text: str) -> set[tuple[str, str, str]]:
    found = extract(text).relations
    return {(row.source.casefold(), row.keywords[0], row.target.casefold()) for row in found}


def test_a_handbook_page_gives_the_things_it_speaks_of() -> None:
    found = names(HANDBOOK)
    expected = {"daily backup", "enterprise plan", "owner", "export", "admin", "audit log", "account deletion", "vault"}
    assert expected <= set(found)


def test_pronouns_dates_numbers_and_markup_are_no_entities() -> None:
    unwanted = {"it", "30 days", "march", "3 march 2024", "2024", "2 people", "people", "7 days", "days", "30", "7"}
    found = set(names(HANDBOOK))
    assert not found & unwanted
    assert not any(mark in name for name in found for mark in ("#", "*", "|", "`", "_", "<", ">", "http"))


def test_every_name_stands_in_the_text() -> None:
    assert all(name in HANDBOOK.casefold() for name in names(HANDBOOK))


def test_relations_join_only_entities_of_the_passage() -> None:
    found = extract(HANDBOOK)
    known = {row.name for row in found.entities}
    assert found.relations
    assert all({row.source, row.target} <= known and row.source != row.target for row in found.relations)


def test_descriptions_are_sentences_of_the_text() -> None:
    found = extract(HANDBOOK)
    folded = " ".join(HANDBOOK.split())
    assert all(row.description and row.description in folded for row in found.relations)
    entity = next(row for row in found.entities if row.name == "Account deletion")
    assert entity.description == "Account deletion removes the audit log, the attachments and the daily backup."


def test_case_and_plural_of_one_thing_are_one_entity() -> None:
    found = names("The API token expires. API tokens are listed on a page. The api tokens of a partner are secret.")
    assert [name for name in found if "token" in name] == ["api token"]


def test_the_singular_is_not_made_up() -> None:
    assert "partner companies" in names("Two partner companies build the log forwarding.")


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("The audit log records every sign-in of a Member.", ("audit log", "record", "sign-in")),
        ("The export bundle is prepared by Larkspur.", ("larkspur", "prepare", "export bundle")),
        ("An Admin cannot cancel the Business plan.", ("admin", "cannot cancel", "business plan")),
        ("Cancellation does not remove the daily backup.", ("cancellation", "not remove", "daily backup")),
        ("The daily backup is kept on the Business plan.", ("daily backup", "kept on", "business plan")),
        ("The Owner switches off the identity provider.", ("owner", "switch off", "identity provider")),
        ("Millrace is a partner company.", ("millrace", "is", "partner company")),
        ("The export bundle contains no API tokens.", ("export bundle", "contain no", "api token")),
        (
            "A customer that builds custom integrations needs a key.",
            ("customer", "build", "custom integration"),
        ),
        ("Larkspur asks the identity provider of the customer.", ("identity provider", "of", "customer")),
    ],
)
def test_a_relation_carries_verb_and_direction(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(text)


def test_objects_joined_by_and_are_all_related() -> None:
    found = triples("An Admin manages workspaces, boards and integrations.")
    assert {("admin", "manage", thing) for thing in ("workspace", "board", "integration")} <= found


def test_a_verb_taken_for_a_noun_is_read_again() -> None:
    text = "The audit log records sign-ins, changes of roles and the use of API tokens."
    assert ("audit log", "record", "sign-in") in triples(text)
    assert extract(text).relations[0].description == text


def test_things_that_only_stand_together_are_not_related() -> None:
    assert triples("When the retention clock ends, nobody asks for the audit log.") == set()


def test_types_come_from_heads_names_and_metadata() -> None:
    text = "The Enterprise plan includes a retention policy. Ada Lovelace wrote to Larkspur about the API."
    types = {row.name: row.type for row in extract(text, product="Larkspur").entities}
    assert types["Enterprise plan"] == "plan"
    assert types["retention policy"] == "policy"
    assert types["Ada Lovelace"] == "person"
    assert types["Larkspur"] == "product"
    assert types["API"] == "technology"


def test_themes_are_things_of_the_passage() -> None:
    found = extract(HANDBOOK)
    assert found.themes
    assert set(found.themes) <= {row.name for row in found.entities}


def test_a_chunk_has_at_most_forty_entities() -> None:
    colours = ["amber", "azure", "beige", "coral", "ivory", "khaki", "lilac", "ochre", "olive", "umber"]
    kinds = ["policy", "report", "token", "invoice", "dashboard"]
    text = " ".join(f"The {colour} {kind} replaces the {kind} archive." for colour in colours for kind in kinds)
    assert len(extract(text).entities) == 40


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_gives_rows_that_can_be_stored(text: str) -> None:
    found = extract(text)
    for row in found.entities:
        assert row.name.isprintable()
        assert (row.name + row.description).encode("utf-8")
    EXTRACTOR.keywords(text[:2000])


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_read_and_its_names_stand_in_it(text: str) -> None:
    folded = " ".join(text.split()).casefold()
    assert all(row.name.casefold() in folded for row in extract(text).entities)


def test_the_same_passage_gives_the_same_rows_whatever_came_before() -> None:
    before = extract(HANDBOOK)
    for text in HOSTILE[:4]:
        extract(text[:3000])
    assert extract(HANDBOOK) == before == EmbeddedExtractor().extract(Passage(HANDBOOK))


def test_threads_get_what_one_gets() -> None:
    texts = [HANDBOOK, "云溪茶叶合作社位于青岭县云溪村。", "Billing issues invoices."] * 3
    alone = [extract(text) for text in texts]
    fresh = EmbeddedExtractor()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: fresh.extract(Passage(text)), texts)) == alone


def test_chinese_gives_names_types_and_relations() -> None:
    text = "云溪茶叶合作社位于青岭县云溪村，由六十二户茶农共同组成。东坡茶园种植绿茶。水晶透镜不外借。"
    found = extract(text)
    types = {row.name: row.type for row in found.entities}
    assert types["云溪茶叶合作社"] == "organization"
    assert types["青岭县云溪村"] == "location"
    links = {(row.source, row.keywords[0], row.target) for row in found.relations}
    assert ("东坡茶园", "种植", "绿茶") in links
    assert ("茶农", "组成", "云溪茶叶合作社") in links
    assert all(row.name in text and row.description in text for row in found.entities)


def test_chinese_leaves_no_file_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    EmbeddedExtractor().extract(Passage("东坡茶园种植绿茶。"))
    assert list(tmp_path.iterdir()) == []


def test_a_text_in_neither_language_is_flagged() -> None:
    found = extract("Привет, мир! Это руководство по облачному сервису.")
    assert found == Extraction(flags=("language",))


@pytest.mark.parametrize(
    ("question", "low", "high"),
    [
        ("How long are Enterprise daily backups kept?", {"Enterprise", "daily backup"}, {"backup retention"}),
        ("Who can cancel an account?", {"account"}, {"account cancellation"}),
        ("Which plan has single sign-on?", {"single sign-on"}, {"plan"}),
        (
            "Who was the first president of the association which published Journal of Psychotherapy Integration?",
            {"Journal of Psychotherapy Integration"},
            {"publication of Journal of Psychotherapy Integration", "association"},
        ),
        ("北谷茶园种植什么茶？", {"北谷茶园"}, {"种植"}),
    ],
)
def test_a_question_gives_names_and_themes(question: str, low: set[str], high: set[str]) -> None:
    found = EXTRACTOR.keywords(question)
    assert found.origin == "engine"
    assert low <= set(found.low)
    assert high <= set(found.high)


@pytest.mark.parametrize("question", ["Backups?", "how to leave", "什么是备份？", "退款", "3+4?", "Why does it rain?"])
def test_a_question_with_a_content_word_has_keywords(question: str) -> None:
    found = EXTRACTOR.keywords(question)
    assert found.low or found.high


def test_a_question_of_stop_words_has_none() -> None:
    found = EXTRACTOR.keywords("Why is it so?")
    assert (found.low, found.high) == ((), ())


def test_importing_the_package_loads_no_model() -> None:
    import subprocess

    code = "import sys, core.adapters.embedded; print({'spacy', 'jieba', 'onnxruntime'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
