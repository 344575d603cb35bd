"""The search box over a small workspace: passages, entities, facets, and what a viewer may not see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import Decision
from core.domain.records import EntityRow, Span
from core.errors import UnknownName
from core.services.search import Found, SearchDesk
from core.services.wordfinder import WordFinder
from core.store.store import Store
from tests.domain.test_fulltext import texts
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace

HANDBOOK = (
    GeneratedDocument(
        "handbook/backup.md",
        (
            GeneratedChunk(
                "The daily backup is kept for 30 days.",
                entities=(EntityRow("Daily backup", "feature"), EntityRow("Daily  BACKUP", "feature")),
            ),
            GeneratedChunk(
                "A backup of the backup is kept for 7 days.", entities=(EntityRow("Second copy", "feature"),)
            ),
        ),
    ),
    GeneratedDocument(
        "手册/数据.md", (GeneratedChunk("数据保留期为三十天。", entities=(EntityRow("数据保留", "policy"),)),)
    ),
    GeneratedDocument(
        "handbook/staff.md",
        (GeneratedChunk("The secret backup is kept for 99.9 years.", {"audience": ["staff"]}, (EntityRow("Vault"),)),),
    ),
)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path)
    opened.records(HANDBOOK)
    yield opened
    opened.close()


def ids(found: Found) -> list[str]:
    return [hit.chunk for hit in found.passages]


def test_a_passage_is_shown_with_its_place_and_its_marks(workspace: Workspace) -> None:
    found = workspace.desk.search('"30 days" daily')
    (hit,) = found.passages
    assert (hit.chunk, hit.document, hit.rank) == ("handbook/backup.md#0", "handbook/backup.md", 1)
    assert [hit.text[mark.start : mark.end] for mark in hit.marks] == ["daily", "30 days"]
    assert [hit.snippet[mark.start : mark.end] for mark in hit.snippet_marks] == ["daily", "30 days"]
    assert (found.match, found.passage_count, found.notes) == ("all", 1, ())


def test_passages_are_ranked_by_their_words(workspace: Workspace) -> None:
    found = workspace.desk.search("backup days")
    assert ids(found) == ["handbook/backup.md#1", "handbook/backup.md#0"]
    assert found.passages[0].score > found.passages[1].score > 0
    assert [hit.rank for hit in found.passages] == [1, 2]


def test_where_no_passage_holds_all_words_those_with_any_are_found_and_that_is_said(workspace: Workspace) -> None:
    found = workspace.desk.search("backup 数据 nowhere")
    assert found.match == "any"
    assert found.passages[0].chunk == "手册/数据.md#0"
    assert found.passage_count == 4


@pytest.mark.parametrize("typed", ["nowhere", '"for kept"', "数据为", "据留", '"backup second"'])
def test_what_stands_nowhere_is_not_found(workspace: Workspace, typed: str) -> None:
    nothing = workspace.desk.search(typed)
    assert (nothing.match, nothing.passages, nothing.entities, nothing.facets) == ("nothing", (), (), ())


def test_a_sentence_without_spaces_is_looked_for_in_parts(workspace: Workspace) -> None:
    found = workspace.desk.search("数据保留期是多久呢？")
    assert (found.match, ids(found)) == ("any", ["手册/数据.md#0"])
    assert workspace.desk.search("“数据保留期是多久呢”").match == "nothing"


def test_a_mark_in_the_title_is_told_apart(workspace: Workspace) -> None:
    (hit,) = workspace.desk.search("staff").passages
    assert (hit.marks, hit.title_marks) == ((), (Span(9, 14),))
    assert hit.snippet == hit.text


def test_entities_are_found_by_every_name_that_passages_give_them(workspace: Workspace) -> None:
    (hit,) = workspace.desk.search("daily").entities
    assert (hit.key, hit.aliases, hit.passages, hit.rank) == ("daily backup", (), 1, 1)
    assert [hit.label[mark.start : mark.end] for mark in hit.marks] == ["Daily"]
    assert [hit.key for hit in workspace.desk.search("数据").entities] == ["数据保留"]
    nodes = [{"name": "Daily backup"}, {"name": "Second copy"}]
    workspace.decide([Decision(1, "merge", {"nodes": nodes, "into": {"name": "Copies"}})])
    (merged,) = workspace.desk.search("daily").entities
    assert (merged.label, merged.aliases) == ("Copies", ("Daily BACKUP", "Second copy"))
    assert workspace.desk.search('"backup second"').entities == ()


def test_an_entity_of_just_this_name_comes_first(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    names = ("Backup backup", "Backup", "A backup")
    workspace.records([GeneratedDocument("d", (GeneratedChunk("x", entities=tuple(map(EntityRow, names))),))])
    assert workspace.desk.search("backup").entities[0].label == "Backup"
    workspace.close()


def test_facets_count_all_passages_found_and_documents_narrow_the_list(workspace: Workspace) -> None:
    found = workspace.desk.search("kept", documents=["handbook/staff.md"])
    assert ids(found) == ["handbook/staff.md#0"]
    assert found.passage_count == 1
    assert [(facet.document, facet.count) for facet in found.facets] == [
        ("handbook/backup.md", 2),
        ("handbook/staff.md", 1),
    ]
    assert found.facets[0].title == "handbook/backup.md"


def test_a_limit_shows_fewer_and_counts_all(workspace: Workspace) -> None:
    found = workspace.desk.search("kept", limit=1)
    assert (len(found.passages), found.passage_count) == (1, 3)


def test_a_viewer_finds_and_is_ranked_by_what_it_may_see_alone(workspace: Workspace, tmp_path: Path) -> None:
    without = Workspace(tmp_path / "without")
    without.records([d for d in HANDBOOK if d.id != "handbook/staff.md"])
    for text in ("backup kept", "secret", "99.9", "vault", "数据"):
        assert workspace.desk.search(text, viewer=()) == without.desk.search(text)
        assert workspace.desk.search(text, viewer=("staff",)) == workspace.desk.search(text)
    without.close()


def test_another_merge_rule_finds_the_same_passages_and_its_own_entities(workspace: Workspace) -> None:
    careful, classic = (workspace.desk.search("backup daily", policy) for policy in ("careful", "classic"))
    assert careful.passages == classic.passages
    assert [hit.label for hit in classic.entities] == ["Daily  BACKUP", "Daily backup"]
    with pytest.raises(UnknownName):
        workspace.desk.search("backup", "hasty")


def test_passages_alone_need_no_graph(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    found = workspace.desk.search("backup")

    def no_view(policy: str, viewer: object) -> None:
        raise AssertionError("no view is needed")

    desk = SearchDesk(workspace.store.words, workspace.words, no_view)  # type: ignore[arg-type]
    assert desk.passages("backup").passages == found.passages
    assert desk.search(" … ").match == "nothing"


def test_words_beyond_the_limit_are_named_in_a_note(workspace: Workspace) -> None:
    found = workspace.desk.search(" ".join(f"w{n}" for n in range(300)))
    assert found.notes == ("236 words beyond the first 64 were not looked for.",)


def test_an_index_of_a_viewer_follows_the_documents(workspace: Workspace) -> None:
    assert workspace.desk.search("secret", viewer=("staff",)).passage_count == 1
    workspace.store.documents.set_withdrawn("handbook/staff.md", True)
    assert workspace.desk.search("secret", viewer=("staff",)).passage_count == 0
    assert workspace.desk.search("vault").entities == ()


def test_a_process_that_only_reads_finds_the_same(workspace: Workspace) -> None:
    reading = Store(workspace.store.folder, read_only=True)
    behind = WordFinder(reading).search('"backup"')  # nobody has searched here yet
    assert behind == workspace.words.search('"backup"')
    assert WordFinder(reading).search('"backup"') == behind
    reading.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    opened = Workspace(tmp_path_factory.mktemp("shared"))
    opened.records(HANDBOOK)
    yield opened
    opened.close()


@given(text=st.one_of(texts, st.text('"*()数据保留backup ', max_size=20)))
def test_any_text_can_be_searched_for(shared: Workspace, text: str) -> None:
    found = shared.desk.search(text)
    assert found.text == text
    assert (found.match == "nothing") == (found.passage_count == 0)
    for hit in found.passages:
        assert hit.marks or hit.title_marks
