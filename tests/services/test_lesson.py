"""The lesson's figures, from its own records and from the reference ones; and that every sentence follows the core."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from core.assets import ASSETS, lesson_records
from core.domain.evidence import EvidenceChunk, parse_file
from core.domain.records import EntityRow, RelationRow
from core.errors import InputError, UnknownName
from core.services.lesson import LessonDesk
from core.services.lesson_outcome import Outcome, counts
from core.services.lesson_scene import Rule, Scene, Start
from core.services.lesson_tour import BY_ID, STEPS, Step, defaults, outcome
from pages.parts import words_lesson
from pages.parts.lesson_text import Number, filled
from tests.graphs import snapshot
from tests.larkspur import shared_records

ENTITY = Start(entities=("Cancellation",))
RELATION = Start(relations=("Export -> Data retention",))
BOTH = Start(("Cancellation",), ("Export -> Data retention",))


def rough(text: str) -> int:
    return len(text) // 4


def own_desk() -> LessonDesk:
    return LessonDesk(*lesson_records(), rough)


@pytest.fixture(params=["own", "reference"])
def desk(request: pytest.FixtureRequest) -> LessonDesk:
    five, handbook = lesson_records()
    return LessonDesk(five if request.param == "own" else shared_records(), handbook, rough)


def told(step: Step, found: Outcome) -> str:
    words = words_lesson.STEPS[step.id]
    return "\n".join(filled(text, found.values) for text in (words.lead, words.ask, words.see, words.why))


def tell(desk: LessonDesk, name: str, records: tuple[EvidenceChunk, ...]) -> tuple[str, Outcome]:
    step = BY_ID[name]
    found = outcome(desk, step, records, defaults(desk, step))
    return told(step, found), found


def without_relation(records: tuple[EvidenceChunk, ...], source: str, target: str) -> tuple[EvidenceChunk, ...]:
    def kept(chunk: EvidenceChunk) -> EvidenceChunk:
        rows = tuple(row for row in chunk.relations if (row.source, row.target) != (source, target))
        return replace(chunk, relations=rows)

    return tuple(map(kept, records))


# --- the figures of the design, section 7 ----------------------------------------------------------------------------


def test_five_extractions_give_six_entities_and_four_edges(desk: LessonDesk) -> None:
    assert len(desk.five) == 5
    scene = desk.scene(desk.five)
    assert (len(scene.entities), len(scene.relations)) == (6, 4)


@pytest.mark.parametrize(
    ("rule", "mode", "start", "figures"),
    [
        ("classic", "local", ENTITY, (1, 3, 3)),
        ("classic", "global", RELATION, (2, 1, 1)),
        ("classic", "hybrid", BOTH, (3, 4, 4)),
        ("careful", "local", ENTITY, (1, 4, 3)),
        ("careful", "global", RELATION, (2, 1, 1)),
        ("careful", "hybrid", BOTH, (3, 5, 4)),
    ],
)
def test_seeds_take_along_what_the_design_says(
    desk: LessonDesk, rule: str, mode: str, start: Start, figures: tuple[int, int, int]
) -> None:
    assert counts(desk.scene(desk.five, Rule(rule)).run(mode, start)) == figures


def test_classic_shows_all_four_effects_of_the_merge(desk: LessonDesk) -> None:
    scene = desk.scene(desk.five)
    (cancellation,), (deletion,), (backup,) = map(scene.named, ("Cancellation", "Account deletion", "Daily backup"))
    (edge,) = scene.between("Cancellation", "Data retention")
    assert len(cancellation.texts) == 2
    assert len(edge.texts) == 2
    assert not edge.directed
    assert (deletion.type, deletion.description) == ("unknown", "")
    assert "7 days" in backup.description
    assert "30 days" in backup.description


def test_careful_keeps_direction_and_flags_stub_and_collision(desk: LessonDesk) -> None:
    scene = desk.scene(desk.five, Rule("careful"))
    edges = scene.between("Cancellation", "Data retention")
    assert {(edge.source_name, edge.target_name) for edge in edges} == {
        (edge.target_name, edge.source_name) for edge in edges
    }
    assert {entity.name.casefold(): entity.flags for entity in scene.entities if entity.flags} == {
        "account deletion": ("stub",),
        "daily backup": ("collision",),
    }


def test_with_plans_there_are_two_daily_backups(desk: LessonDesk) -> None:
    plans = {"7 days": "Business", "30 days": "Enterprise"}
    records = tuple(
        replace(c, metadata={**c.metadata, "plan": next((p for d, p in plans.items() if f"kept for {d}" in c.text
                                                         and "backup" in c.text), "all")})
        for c in desk.five
    )  # fmt: skip
    scene = desk.scene(records, desk.qualified())
    backups = scene.named("Daily backup")
    assert {node.qualifier for node in backups} == {"Business", "Enterprise"}
    assert not any("collision" in node.flags for node in backups)
    assert len(scene.entities) == 7


def test_the_lessons_own_pages_name_their_plans() -> None:
    desk = own_desk()
    assert {node.qualifier for node in desk.scene(desk.five, desk.qualified()).named("daily backup")} == {
        "Business",
        "Enterprise",
    }


# --- the steps -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_every_step_has_words_and_an_answer(step: Step) -> None:
    desk = own_desk()
    found = outcome(desk, step, desk.five, defaults(desk, step))
    assert told(step, found)
    assert found.answer in found.options if found.options else found.answer in found.values.values()


def test_answers_are_what_the_design_says() -> None:
    desk = own_desk()
    answers = {step.id: outcome(desk, step, desk.five, defaults(desk, step)).answer for step in STEPS}
    expected = {"passages": 6, "glue": 2, "fold": 1, "stub": "unknown", "collision": 1, "local": 3, "global": 2}
    expected |= {"hybrid": 4, "far": 3, "themes": 0, "withdraw": "yes", "direction": 4, "flags": 2, "plans": 2}
    assert {name: answers[name] for name in expected} == expected


def test_no_sentence_of_a_step_has_a_number_typed_into_it() -> None:
    texts = [text for words in words_lesson.STEPS.values() for text in astuple(words)]
    assert [text for text in texts if re.search(r"\d", text)] == []


@pytest.mark.parametrize("step", [step for step in STEPS if not step.whole], ids=lambda step: step.id)
def test_sentences_follow_the_records(step: Step) -> None:
    """Each step is told otherwise under some change of the five extractions."""
    desk = own_desk()
    before, _ = tell(desk, step.id, desk.five)
    assert any(said != before for said in _after_changes(desk, step))


def _after_changes(desk: LessonDesk, step: Step) -> Iterator[str]:
    more = tuple(
        EntityRow(name, "thing", f"{name} takes 5 days.")
        for name in ("Cancellation", "Account deletion", "Daily backup")
    )
    again = RelationRow("Export", "Data retention", "No backup replaces an export.", ("deadline",))
    changes = (
        (*desk.five[:4], replace(desk.five[4], relations=(again,))),
        tuple(replace(c, entities=c.entities + more) if not c.entities else c for c in desk.five),
        without_relation(desk.five, "Data retention", "Cancellation"),
        without_relation(desk.five, "Cancellation", "Billing"),
        desk.five[:4],
        tuple(replace(c, entities=tuple(replace(e, description=f"{e.description} Longer.") for e in c.entities))
              for c in desk.five),
        tuple(replace(c, relations=tuple(replace(r, keywords=("another",)) for r in c.relations)) for c in desk.five),
        tuple(replace(c, title=f"{c.title}, draft") for c in desk.five),
    )  # fmt: skip
    for records in changes:
        yield tell(desk, step.id, records)[0]


def test_the_last_step_counts_the_warnings_of_the_whole_graph() -> None:
    said, found = tell(desk := own_desk(), "plans", desk.five)
    assert (found.values["flagged"], found.values["names"]) == (1, "Account deletion")
    assert "1 warning is left: Account deletion." in said
    described = replace(desk.five[0], entities=(*desk.five[0].entities, EntityRow("Account deletion", "process", "x.")))
    said, _ = tell(desk, "plans", (described, *desk.five[1:]))
    assert "0 warnings are left." in said


def test_passages_can_be_told_apart_by_their_short_names() -> None:
    shorts = [str(chunk.metadata["short"]) for chunk in own_desk().five]
    assert len(set(shorts)) == len(shorts)
    assert max(map(len, shorts)) < 20


def test_the_folded_edge_is_counted_from_the_records() -> None:
    desk = own_desk()
    assert "2 relations, 1 edge" in tell(desk, "fold", desk.five)[0]
    fewer = without_relation(desk.five, "Data retention", "Cancellation")
    assert "1 relation, 1 edge" in tell(desk, "fold", fewer)[0]


def test_far_ends_are_told_and_can_be_brought() -> None:
    desk, step = own_desk(), BY_ID["far"]
    plain = outcome(desk, step, desk.five, defaults(desk, step))
    brought = outcome(desk, step, desk.five, replace(defaults(desk, step), far=True))
    assert plain.trace is not None
    assert brought.trace is not None
    assert len(plain.trace.entities) == plain.values["entities"]
    assert len(brought.trace.entities) == plain.values["entities_with"] == 4
    assert plain.values["tokens_with"] == brought.trace.tokens.total > plain.trace.tokens.total


def test_a_small_budget_cuts_passages_first_and_names_each() -> None:
    desk = own_desk()
    _, found = tell(desk, "cut", desk.five)
    assert found.trace is not None
    assert 0 < len(found.trace.chunks) < int(found.values["chunks_before"])
    assert len(found.trace.relations) == found.values["edges_before"]
    assert {left.kind for left in found.cuts} == {"chunk"}
    assert len(found.cuts) == int(found.values["chunks_before"]) - len(found.trace.chunks)


def test_a_withdrawn_pages_wording_is_left_only_where_profiles_are_stored() -> None:
    desk = own_desk()
    _, found = tell(desk, "withdraw", desk.five)
    stale = [quote.text for quote in found.quotes if quote.left]
    assert stale == ["Keeps the data of a cancelled account for 60 days."]
    assert stale[0] not in {quote.text for quote in found.beside}
    never = tuple(chunk for chunk in desk.five if chunk.document != desk.story.withdrawn)
    after = desk.scene(desk.five, without=desk.story.withdrawn)
    assert snapshot(after.view.graph) == snapshot(Scene(never, Rule(), rough).view.graph)


def test_each_seed_takes_more_of_the_handbook() -> None:
    desk = own_desk()
    _, found = tell(desk, "growth", desk.five)
    assert [taken.seeds for taken in found.series] == [1, 2, 3, 4]
    assert [t.edges for t in found.series] == sorted({t.edges for t in found.series})
    assert [t.tokens for t in found.series] == sorted({t.tokens for t in found.series})


def test_an_edit_that_takes_the_storys_name_away_is_said() -> None:
    desk = own_desk()
    records = tuple(replace(c, entities=(), relations=()) for c in desk.five)
    with pytest.raises(UnknownName, match="Cancellation"):
        tell(desk, "glue", records)


def test_a_step_without_a_start_asks_for_one() -> None:
    desk, step = own_desk(), BY_ID["local"]
    with pytest.raises(InputError):
        outcome(desk, step, desk.five, replace(defaults(desk, step), entities=()))


def test_the_same_records_are_one_scene() -> None:
    desk = own_desk()
    assert desk.scene(desk.five) is desk.scene(tuple(desk.five))


def test_numbers_come_with_their_nouns() -> None:
    assert f"{Number(1):edge|edges}, {Number(3):edge|edges}, {Number(1):=is|are}" == "1 edge, 3 edges, is"
    assert f"{Number(12345)}" == "12,345"


# --- the records that are shipped ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["five", "handbook"])
def test_records_are_read_without_a_fault(name: str) -> None:
    file = parse_file((ASSETS / "lesson" / f"{name}.jsonl").read_bytes())
    assert not file.rejected
    assert not file.repeated
    assert [issue for chunks in file.documents.values() for chunk in chunks for issue in chunk.issues] == []


def test_the_handbooks_passages_are_its_pages_word_for_word() -> None:
    folder = ASSETS / "samples" / "larkspur"
    pages: dict[str, list[str]] = {}
    for line in (ASSETS / "lesson" / "handbook.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        pages.setdefault(record["document"], []).append(record["text"])
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} == pages.keys()
    for document, texts in pages.items():
        body = Path(folder / document).read_text("utf-8").split("---\n", 2)[2]
        assert re.sub(r"\s+", " ", "\n".join(texts)).strip() == re.sub(r"\s+", " ", body).strip()


def test_what_the_handbooks_rows_name_stands_in_the_handbook() -> None:
    file = parse_file((ASSETS / "lesson" / "handbook.jsonl").read_bytes())
    whole = "\n".join(chunk.text for chunks in file.documents.values() for chunk in chunks).casefold()
    named = {row.name for chunks in file.documents.values() for chunk in chunks for row in chunk.entities}
    named |= {
        end for cs in file.documents.values() for c in cs for row in c.relations for end in (row.source, row.target)
    }
    assert {name for name in named if name.casefold() not in whole} == set()
