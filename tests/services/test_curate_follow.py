"""What follows a decision by itself: the collections are brought up where the job is free, and nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.engines import Models
from core.errors import ModelUnavailable, WorkspaceBusy
from core.ports import Embedder
from core.services.ingest import Outcome, Stages
from core.settings import Engine, Settings
from tests.curating import hide, rename
from tests.waiting import LONG


class World:
    """An embedder that may be missing."""

    def __init__(self) -> None:
        self.missing = False

    def embedder(self) -> Embedder:
        if self.missing:
            raise ModelUnavailable("Nothing answers.", "Start it.")
        return HashEmbedder()


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def explorer(tmp_path: Path, world: World) -> Iterator[Explorer]:
    settings = Settings(home=tmp_path)
    path = create_workspace(settings, "Test", Engine("embedded"), Chunking("characters", 120, 20))
    opened = open_workspace(path, settings, Models(lambda: ScriptedExtractor(capitalised), world.embedder, 1))
    opened.intake.add_text("Keys", "Omar keeps Ines. Paul meets Omar.")
    opened.ingest.run()
    yield opened
    opened.close()


def current(explorer: Explorer) -> bool:
    return all(state.current for state in explorer.collections.states())


def test_the_collections_follow_a_decision_and_its_undo(explorer: Explorer) -> None:
    for act in (lambda: explorer.curate.decide([rename("Omar", "Omar Khan")]), lambda: explorer.curate.undo([1])):
        act()
        assert explorer.job.wait(LONG).state == "done"
        assert current(explorer)


def test_a_missing_embedder_keeps_no_decision_from_being_recorded(explorer: Explorer, world: World) -> None:
    world.missing = True
    explorer.curate.decide([rename("Omar", "Omar Khan")])
    assert explorer.job.wait(LONG).state == "failed"
    assert "omar khan" in explorer.views().graph
    assert not current(explorer)
    world.missing = False
    explorer.curate.decide([hide("Paul")])
    assert explorer.job.wait(LONG).state == "done"
    assert current(explorer)


def test_while_the_job_is_busy_a_decision_is_recorded_all_the_same(explorer: Explorer) -> None:
    go = Event()

    def busy(stages: Stages) -> Outcome:
        go.wait(LONG)
        return Outcome(0, 0)

    assert explorer.job.start_with(busy)
    assert explorer.curate.decide([hide("Paul")]).seqs == (1,)
    go.set()
    explorer.job.wait(LONG)
    assert "paul" not in explorer.views().graph


def test_what_follows_a_decision_makes_way_for_reading(explorer: Explorer) -> None:
    begun, reading = Event(), ["Omar", "Zoe"]

    def follow(stages: Stages) -> Outcome:
        watch = stages.stage("collections")
        begun.set()
        for _ in range(10_000):
            watch.check()
            sleep(0.005)
        raise AssertionError("nobody stopped it")

    assert explorer.job.start_with(follow, yields=True)
    begun.wait(LONG)
    assert not explorer.job.start_with(follow, yields=True)
    explorer.intake.add_text("More", "Zoe knows Omar.")
    assert explorer.job.start()
    assert not explorer.job.start()
    ended = explorer.job.wait(LONG)
    assert (ended.state, ended.done) == ("done", 1)
    assert {name.lower() for name in reading} <= set(explorer.views().graph.nodes)


def test_settings_may_change_while_collections_follow(explorer: Explorer) -> None:
    def follow(stages: Stages) -> Outcome:
        while True:
            stages.stage("collections").check()
            sleep(0.005)

    assert explorer.job.start_with(follow, yields=True)
    explorer.configure(chunking=Chunking("characters", 200, 20))
    assert explorer.job.progress().state == "stopped"


def test_a_second_process_looks_and_does_not_decide(explorer: Explorer, tmp_path: Path) -> None:
    explorer.curate.decide([hide("Paul")])
    explorer.job.wait(LONG)
    reader = open_workspace(explorer.path, Settings(home=tmp_path), explorer._models)
    assert [entry.sentence for entry in reader.curate.history()] == ["Hide “Paul”"]
    assert reader.curate.preview([hide("Ines")]).problem == ""
    for write in (lambda: reader.curate.decide([hide("Ines")]), lambda: reader.curate.undo([1])):
        with pytest.raises(WorkspaceBusy):
            write()
    reader.close()
