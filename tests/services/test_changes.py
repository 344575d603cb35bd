"""Reading in another way: what it means is told before, what was read counts until the new is there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import ScriptedChat
from core.adapters.scripted_clock import FixedClock
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.domain.recipe import ExtractionRecipe
from core.domain.records import ModelCall
from core.domain.standing import Standing
from core.domain.wording import chunk_text
from core.engines import Models
from core.errors import BadModelReply, InputError, ModelError, ModelUnavailable, UnknownName, WorkspaceBusy
from core.ports import ChatReply, ChatRequest, Embedding, Extractor, Passage
from core.services.cached_chat import CachedChat
from core.services.changes import Stale
from core.services.configuration import Choice
from core.services.extraction import ModelExtractor
from core.services.ingest import Outcome
from core.services.readings import Second
from core.services.trials import TrialDesk
from core.settings import Engine, Settings
from tests.exploring import scripted_explorer
from tests.waiting import LONG

TEXT = " ".join(f"Person{n} keeps the keys of vault {n}." for n in range(12))
ENGINE, CHUNKING = Engine("ollama", "small", "hash"), Chunking("characters", 120, 20)
LARGE = replace(ENGINE, chat_model="large")


@dataclass
class World:
    """What the scripted models are asked; another chat model names things in capitals."""

    requests: list[ChatRequest] = field(default_factory=list)
    dimensions: dict[str, int] = field(default_factory=lambda: {"hash": 64, "other": 64})
    explorer: Explorer | None = None

    def models(self, choice: Choice, serving: Engine) -> Models:
        return Models(
            lambda: self.reader(choice.engine, choice.recipe), lambda: self.embedder(serving), choice.engine.workers
        )

    def reader(self, engine: Engine, recipe: ExtractionRecipe, cancelled: object = None) -> Extractor:
        def say(request: ChatRequest) -> ChatReply:
            self.requests.append(request)
            if engine.chat_model == "gone":
                raise ModelUnavailable("Nothing answers.", "Start it.")
            if engine.chat_model == "prose":
                raise BadModelReply("Prose.")
            name = request.user.split("keeps")[0].split()[-1]
            name = name.upper() if engine.chat_model == "large" else name
            text = json.dumps({"entities": [{"name": name, "type": "person"}], "relations": []})
            return ChatReply(text, False, ModelCall(request.purpose, engine.chat_model, "d", "p", 100, 20, 2000))

        chat = ScriptedChat(say, f"{engine.chat_model}@d")
        assert self.explorer is not None
        return ModelExtractor(CachedChat(chat, self.explorer._store.replies, lambda: "t"), recipe)

    def embedder(self, engine: Engine) -> HashEmbedder:
        made = HashEmbedder(self.dimensions[engine.embed_model])
        made.identity = f"{engine.embed_model}@1"
        return made


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def explorer(tmp_path: Path, world: World) -> Iterator[Explorer]:
    settings = Settings(home=tmp_path)
    path = create_workspace(settings, "Test", ENGINE, CHUNKING)
    opened = world.explorer = open_workspace(path, settings, world.models, FixedClock())
    opened.intake.add_text("Keys", TEXT)
    yield opened
    opened.close()


def names(explorer: Explorer) -> set[str]:
    return {entity.name for _, entity in explorer.views().graph.nodes(data="entity")}


def count(explorer: Explorer) -> int:
    return len(explorer._store.documents.chunks())


# --- what it takes ---------------------------------------------------------------------------------------------------


def test_before_reading_the_calls_and_tokens_are_told_without_a_call(explorer: Explorer, world: World) -> None:
    plan = explorer.changes.estimate(explorer.choice)
    chunks = count(explorer)
    assert (plan.chunks, plan.calls, plan.cached, plan.seconds) == (chunks, chunks, 0, None)
    assert plan.tokens_in > chunks * 200
    assert world.requests == []


def test_the_real_prompts_are_counted(explorer: Explorer, world: World) -> None:
    told = explorer.changes.estimate(explorer.choice).tokens_in
    explorer.ingest.run()
    count = explorer._tokens.count
    assert told == sum(count(request.system) + count(request.user) for request in world.requests)


def test_after_the_first_calls_the_time_is_told(explorer: Explorer) -> None:
    explorer.ingest.run(limit=2)
    plan = explorer.changes.estimate(explorer.choice)
    assert plan.seconds == 2.0 * plan.calls
    four = replace(explorer.choice, engine=replace(ENGINE, workers=4))
    assert explorer.changes.estimate(four).seconds == 0.5 * plan.calls


def test_when_nothing_waits_nothing_is_planned(explorer: Explorer) -> None:
    explorer.ingest.run()
    plan = explorer.changes.estimate(explorer.choice)
    assert (plan.chunks, plan.calls) == (0, 0)


def test_who_asks_no_model_takes_time_by_the_length_of_the_text(tmp_path: Path) -> None:
    explorer = scripted_explorer(tmp_path)
    explorer.intake.add_text("Note", TEXT)
    plan, first = explorer.changes.estimate(explorer.choice), explorer.changes.estimate(explorer.choice, limit=1)
    explorer.close()
    assert (plan.calls, plan.tokens_in, first.chunks) == (0, 0, 1)
    assert plan.seconds is not None
    assert first.seconds is not None
    assert 0 < first.seconds < plan.seconds


def test_further_steps_and_looks_are_planned_too(explorer: Explorer) -> None:
    recipe = ExtractionRecipe(style="two-step", gleaning=1)
    plan = explorer.changes.estimate(replace(explorer.choice, recipe=recipe))
    assert plan.calls == 3 * plan.chunks


# --- another model or recipe -----------------------------------------------------------------------------------------


def test_the_same_choice_changes_nothing(explorer: Explorer) -> None:
    explorer.ingest.run()
    effects = explorer.changes.effects(explorer.choice)
    assert effects.nothing
    assert explorer.changes.stale(explorer.choice) == ()
    assert explorer.changes.read_again(explorer.choice) == 0


def test_what_another_model_means_is_told_before(explorer: Explorer, world: World) -> None:
    explorer.ingest.run()
    chunks, mention = count(explorer), explorer._store.mentions.evidence().entities[0]
    person = {"name": mention.name, "qualifier": ""}
    explorer._store.ledger.append("hide", {"node": person}, at="t")
    parts = [{"name": "Keeper", "qualifier": "", "mentions": [mention.id]}]
    explorer._store.ledger.append("split", {"node": person, "parts": parts}, at="t")
    explorer._store.ledger.append("hide", {"node": {"name": "Nobody"}}, at="t")
    asked = len(world.requests)
    effects = explorer.changes.effects(replace(explorer.choice, engine=LARGE))
    assert (effects.plan.chunks, effects.plan.calls, effects.recut, effects.reembed) == (chunks, chunks, 0, 0)
    assert effects.decisions == Standing(hold=1, wait=1, idle=1)
    assert len(world.requests) == asked


def test_another_model_reads_chosen_documents_again_and_the_old_counts_until_then(explorer: Explorer) -> None:
    explorer.intake.add_text("More", "Omar keeps Ines.")
    explorer.ingest.run()
    before = names(explorer)
    explorer.configure(engine=LARGE)
    assert {row.document for row in explorer.changes.stale(explorer.choice)} == {"uploads/Keys.md", "uploads/More.md"}
    assert explorer.changes.read_again(explorer.choice, ["uploads/More.md"]) == 1
    assert names(explorer) == before
    assert explorer.ingest.run() == Outcome(1, 0)
    assert names(explorer) == (before - {"Omar"}) | {"OMAR"}
    assert [row.document for row in explorer.changes.stale(explorer.choice)] == ["uploads/Keys.md"]


def test_going_back_to_the_model_before_asks_nothing(explorer: Explorer, world: World) -> None:
    explorer.ingest.run()
    before, asked = names(explorer), len(world.requests)
    explorer.configure(engine=LARGE)
    explorer.changes.read_again(explorer.choice)
    explorer.ingest.run()
    explorer.configure(engine=ENGINE)
    effects = explorer.changes.effects(explorer.choice)
    assert (effects.plan.calls, effects.plan.cached, effects.plan.tokens_in) == (asked, asked, 0)
    explorer.changes.read_again(explorer.choice)
    explorer.ingest.run()
    assert (names(explorer), len(world.requests)) == (before, 2 * asked)
    (small,) = [cost for cost in explorer.library.costs().indexing if cost.model == "small"]
    assert (small.calls, small.cached, small.saved) == (asked, asked, asked * 120)


def test_settings_are_found_again(explorer: Explorer, tmp_path: Path, world: World) -> None:
    recipe = ExtractionRecipe(style="tuple", types=("key",))
    explorer.configure(LARGE, Chunking("characters", 60, 10), recipe)
    assert (explorer.engine, explorer.recipe) == (LARGE, recipe)
    path = explorer.path
    explorer.close()
    again = world.explorer = open_workspace(path, Settings(home=tmp_path), world.models)
    assert again.choice == Choice(LARGE, Chunking("characters", 60, 10), recipe)
    again.close()


def test_settings_are_not_changed_during_a_run_or_by_who_only_reads(
    explorer: Explorer, tmp_path: Path, world: World
) -> None:
    with explorer.gate.question():  # nothing is begun meanwhile
        explorer.job.start()
        with pytest.raises(InputError, match="being read"):
            explorer.configure(engine=LARGE)
        explorer.job.cancel()
        explorer.job.wait(LONG)
    reader = open_workspace(explorer.path, Settings(home=tmp_path), world.models)
    with pytest.raises(WorkspaceBusy):
        reader.configure(engine=LARGE)
    reader.close()


# --- another chunking ------------------------------------------------------------------------------------------------

FINER = Chunking("characters", 60, 10)


def test_what_another_chunking_means_is_told_before(explorer: Explorer) -> None:
    explorer.ingest.run()
    before = count(explorer)
    effects = explorer.changes.effects(replace(explorer.choice, chunking=FINER))
    assert (effects.recut, effects.chunks_before) == (1, before)
    assert effects.chunks == effects.plan.chunks > before
    assert count(explorer) == before


def test_another_chunking_takes_over_once_all_is_read(explorer: Explorer) -> None:
    explorer.ingest.run()
    before, chunks = names(explorer), count(explorer)
    explorer.configure(chunking=FINER)
    assert explorer.changes.stale(explorer.choice) == (Stale("uploads/Keys.md", 0, True),)
    waiting = explorer.changes.read_again(explorer.choice)
    assert waiting > chunks
    explorer.ingest.run(limit=waiting - 1)
    assert (names(explorer), count(explorer)) == (before, chunks)
    explorer.ingest.run()
    assert count(explorer) == waiting
    assert all(state.current for state in explorer.library.collections())
    assert explorer.changes.stale(explorer.choice) == ()


def test_what_was_to_be_done_again_can_be_left(explorer: Explorer) -> None:
    explorer.ingest.run()
    before, chunks = names(explorer), count(explorer)
    explorer.configure(LARGE, FINER)
    explorer.intake.add_text("More", "Omar keeps Ines.")
    waiting = explorer.changes.read_again(explorer.choice)
    assert waiting > chunks + 1
    assert explorer.changes.leave() == 1
    assert explorer.ingest.run() == Outcome(1, 0)
    assert (names(explorer), count(explorer)) == (before | {"OMAR"}, chunks + 1)


def test_a_new_chunking_of_which_some_failed_takes_over_when_it_is_accepted(explorer: Explorer) -> None:
    explorer.ingest.run()
    explorer.configure(chunking=FINER)
    waiting = explorer.changes.read_again(explorer.choice)
    explorer.ingest.run(limit=waiting - 1)
    store = explorer._store
    store.mentions.fail(store.queue.waiting()[0], "Too slow.")
    assert explorer.ingest.run() == Outcome(0, 0)
    assert explorer.library.documents()[0].next_failed == 1
    assert [reason for _, reason in explorer.library.failures()] == ["Too slow."]
    assert count(explorer) < waiting
    assert explorer.changes.accept("uploads/Keys.md")
    assert count(explorer) == waiting
    assert explorer.library.documents()[0].failed == 1


def test_a_file_that_comes_again_is_cut_anew_without_losing_what_was_read(explorer: Explorer) -> None:
    explorer.ingest.run()
    before = names(explorer)
    explorer.configure(chunking=FINER)
    assert explorer.intake.add_text("Keys", TEXT).replaced == ["uploads/Keys.md"]
    assert names(explorer) == before
    assert explorer.library.queue()[0].waiting > 0


# --- one reading, and five -------------------------------------------------------------------------------------------


def test_a_second_reading_takes_the_place_of_the_first_when_it_is_kept(explorer: Explorer, world: World) -> None:
    explorer.ingest.run()
    chunk = explorer._store.documents.chunks()[0]
    reader = world.reader(LARGE, explorer.recipe)
    second = Second(chunk.id, LARGE, explorer.recipe, reader.identity, reader.extract(Passage(chunk.text)))
    explorer.keep_reading(second)
    assert explorer.job.wait(LONG).state == "done"
    reading = explorer.readings.of(chunk.id)
    assert (reading.reader, [row.name for row in reading.found.entities]) == (reader.identity, ["PERSON0"])
    assert "PERSON0" in names(explorer)
    assert all(state.current for state in explorer.library.collections())
    with pytest.raises(UnknownName, match="gone#1"):
        explorer.keep_reading(replace(second, chunk="gone#1"))


def desk(explorer: Explorer, world: World) -> TrialDesk:
    return TrialDesk(explorer._store, world.reader, FixedClock())


def test_a_trial_reads_five_passages_in_another_way_and_changes_nothing(explorer: Explorer, world: World) -> None:
    explorer.ingest.run()
    before = explorer._store.mentions.evidence()
    trials = desk(explorer, world)
    assert trials.start(LARGE, explorer.recipe, seed=1)
    rows = trials.trial.wait(LONG).result
    assert rows is not None
    assert len(rows) == 5
    for row in rows:
        assert not isinstance(row.after, ModelError)
        assert [entity.name.upper() for entity in row.before.entities] == [entity.name for entity in row.after.entities]
    assert explorer._store.mentions.evidence() == before
    assert [(cost.model, cost.calls) for cost in explorer.library.costs().trials] == [("large", 5)]


def test_which_passages_are_tried_is_chance_but_the_same_for_a_seed(explorer: Explorer) -> None:
    sample = explorer._store.passages.sample
    assert sample(5, 1) == sample(5, 1)
    assert len({tuple(chunk.id for chunk in sample(3, seed)) for seed in range(20)}) > 1
    assert len(sample(999, 0)) == count(explorer)


def test_a_trial_shows_the_error_of_a_passage_and_ends_where_no_passage_can_be_read(
    explorer: Explorer, world: World
) -> None:
    trials = desk(explorer, world)
    trials.start(replace(ENGINE, chat_model="prose"), explorer.recipe, count=2)
    rows = trials.trial.wait(LONG).result
    assert rows is not None
    assert [str(row.after) for row in rows] == ["Prose.", "Prose."]
    trials.start(replace(ENGINE, chat_model="gone"), explorer.recipe)
    ended = trials.trial.wait(LONG)
    assert (ended.state, str(ended.error)) == ("failed", "Nothing answers. Start it.")


# --- another embedder ------------------------------------------------------------------------------------------------

OTHER = replace(ENGINE, embed_model="other")
QUESTION = "Who keeps the keys of vault 3?"


def found(explorer: Explorer) -> list[tuple[str, float]]:
    vector = explorer.embeddings.embed([QUESTION])[0].vector
    return [(hit.key, hit.score) for hit in explorer.views().search("chunk", vector, 5)]


def test_another_embedder_of_the_same_dimension_is_noticed_and_the_old_one_serves(explorer: Explorer) -> None:
    explorer.ingest.run()
    before = found(explorer)
    assert not explorer.embedding_state().differs
    assert explorer.changes.effects(replace(explorer.choice, engine=OTHER)).reembed > count(explorer)
    explorer.configure(engine=OTHER)
    state = explorer.embedding_state()
    assert (state.serving, state.chosen, state.differs) == ("hash@1", "other@1", True)
    assert state.texts > count(explorer)
    assert found(explorer) == before
    explorer.intake.add_text("More", "Omar keeps Ines.")
    explorer.ingest.run()
    assert explorer.embeddings.identity == "hash@1"


@pytest.mark.parametrize("dimension", [64, 48])
def test_one_call_embeds_all_anew_and_then_the_new_one_serves(
    explorer: Explorer, tmp_path: Path, world: World, dimension: int
) -> None:
    world.dimensions["other"] = dimension
    explorer.ingest.run()
    found(explorer)
    explorer.configure(engine=OTHER)
    explorer.job.start_with(explorer.reembed)
    ended = explorer.job.wait(LONG)
    assert (ended.state, ended.message) == ("done", "")
    assert explorer.embeddings.model == ("other@1", dimension)
    assert not explorer.embedding_state().differs
    assert all(state.current for state in explorer.library.collections())
    after, made = found(explorer), HashEmbedder(dimension)
    chunks = explorer._store.documents.chunks()
    scores = made.embed([chunk_text(chunk) for chunk in chunks]).vectors @ made.embed([QUESTION]).vectors[0]
    best = sorted(zip(scores, chunks, strict=True), key=lambda pair: (-pair[0], pair[1].id))[:5]
    assert [key for key, _ in after] == [chunk.id for _, chunk in best]
    assert [score for _, score in after] == pytest.approx([score for score, _ in best], abs=1e-6)
    path = explorer.path
    explorer.close()
    again = world.explorer = open_workspace(path, Settings(home=tmp_path), world.models)
    assert found(again) == after
    assert [folder.name for folder in path.glob("chroma*")] == [again._configuration.index_folder]
    again.close()


def test_embedding_anew_that_was_stopped_goes_on_where_it_was(
    explorer: Explorer, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer.ingest.run()
    before = found(explorer)
    explorer.configure(engine=OTHER)
    texts, failing, made = list[str](), [True], world.embedder

    def counted(engine: Engine) -> HashEmbedder:
        embedder = made(engine)
        embed = embedder.embed

        def counting(given: Sequence[str]) -> Embedding:
            if failing and len(texts) >= 4:
                raise ModelUnavailable("Gone.", "Start it.")
            texts.extend(given)
            return embed(given)

        if engine == OTHER:
            embedder.embed = counting  # type: ignore[method-assign]
        return embedder

    world.embedder = counted  # type: ignore[method-assign]
    total = explorer.embedding_state().texts
    monkeypatch.setattr("core.services.embeddings.BATCH", 2)
    with pytest.raises(ModelUnavailable):
        explorer.reembed()
    assert found(explorer) == before
    done = len(texts)
    failing.clear()
    explorer.reembed()
    assert 0 < done < len(texts) == total
    assert len(set(texts)) == total
    assert explorer.embeddings.identity == "other@1"


def test_a_question_that_was_embedded_before_finds_nothing_by_mistake(explorer: Explorer) -> None:
    explorer.ingest.run()
    view, vector = explorer.views(), explorer.embeddings.embed([QUESTION])[0].vector
    explorer.configure(engine=OTHER)
    explorer.reembed()
    with pytest.raises(ModelError, match="embedded anew"):
        view.search("chunk", vector, 5)


def test_going_back_before_embedding_anew_needs_nothing(explorer: Explorer) -> None:
    explorer.ingest.run()
    explorer.configure(engine=OTHER)
    explorer.configure(engine=ENGINE)
    assert not explorer.embedding_state().differs


def test_without_vectors_another_embedder_is_simply_taken(explorer: Explorer) -> None:
    explorer.configure(engine=OTHER)
    explorer.ingest.run()
    assert explorer.embeddings.identity == "other@1"
