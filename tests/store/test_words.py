"""The index of words: what it finds, that it follows the documents, and that it equals one made from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.query import any_of_them, loose, read_query
from core.store import words as module
from core.store.store import Store
from core.store.words import MemoryWords, Only, WordsFound
from tests.domain.test_fulltext import texts
from tests.store.test_documents import SAYS
from tests.storing import add, new_chunks, read_all, revision


def find(store: Store, typed: str) -> list[str]:
    found = store.words.search(read_query(typed).all_of_them)
    assert found is not None
    return [hit.chunk for hit in found.hits]


def scores(store: Store, typed: str) -> tuple[tuple[str, float], ...]:
    found = store.words.search(any_of_them(loose(typed)))
    assert found is not None
    return tuple((hit.chunk, hit.score) for hit in found.hits)


def from_scratch(store: Store, typed: str) -> tuple[tuple[str, float], ...]:
    memory = MemoryWords((chunk.id, chunk.title, chunk.text) for chunk in store.documents.chunks())
    return memory.search(any_of_them(loose(typed)))


@pytest.fixture
def filled(store: Store) -> Store:
    add(store, "a", "Backups are kept for 30 days.", "Uptime is 99.9% a month, or 300 days.", title="Retention")
    add(store, "b", "数据保留期为三十天。ASR1603芯片", "Exports are kept for good.")
    return store


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("30 days", ["a#1"]),
        ('"kept for"', ["a#1", "b#2"]),
        ('"for kept"', []),
        ("99.9", ["a#2"]),
        ("99", []),
        ("99*", ["a#2"]),
        ("asr1603", ["b#1"]),
        ("ASR1603芯", ["b#1"]),
        ("数据", ["b#1"]),
        ("据保留", ["b#1"]),
        ("据留", []),
        ("期", ["b#1"]),
        ("backup*", ["a#1"]),
        ("backup", []),
        ("retention", ["a#1", "a#2"]),
        ("nothing", []),
    ],
)
def test_passages_are_found_by_what_is_in_them(filled: Store, typed: str, expected: list[str]) -> None:
    assert sorted(find(filled, typed)) == expected


def test_hits_are_ordered_by_score_then_by_id(store: Store) -> None:
    add(store, "b", "backup", "backup and much more text about other things")
    add(store, "a", "backup", "none")
    found = store.words.search(read_query("backup").all_of_them)
    assert found is not None
    assert [(hit.chunk, hit.document) for hit in found.hits] == [("a#1", "a"), ("b#1", "b"), ("b#2", "b")]
    assert found.hits[0].score == found.hits[1].score > found.hits[2].score > 0
    assert found.counts == {"a": 1, "b": 2}


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 9])
def test_a_limit_keeps_the_first_of_all_hits(store: Store, limit: int) -> None:
    for name in "cab":
        add(store, name, "backup", "backup and more", "none")
    whole, part = store.words.search('"backup"'), store.words.search('"backup"', Only(limit))
    assert whole is not None
    assert part == WordsFound(whole.hits[:limit], {"a": 2, "b": 2, "c": 2})
    of_two = store.words.search('"backup"', Only(limit, frozenset("ac")))
    assert of_two is not None
    assert of_two.hits == tuple(hit for hit in whole.hits if hit.document != "b")[:limit]
    assert of_two.counts == whole.counts


def test_what_was_read_of_a_passage_does_not_matter(filled: Store) -> None:
    before = scores(filled, "kept days 数据")
    read_all(filled, SAYS)
    filled.queue.read_again(["a"])
    for pending in filled.queue.waiting():  # gets another number
        filled.mentions.save(pending, SAYS, "other@1", "t")
    assert scores(filled, "kept days 数据") == before


def test_law_1_a_withdrawn_document_is_not_found_and_counts_in_no_score(filled: Store, tmp_path: Path) -> None:
    assert find(filled, "99.9") == ["a#2"]
    filled.documents.set_withdrawn("a", True)
    never = Store(tmp_path / "never")
    add(never, "b", "数据保留期为三十天。ASR1603芯片", "Exports are kept for good.")
    assert find(filled, "99.9") == []
    assert scores(filled, "kept for 数据") == scores(never, "kept for 数据")
    filled.documents.set_withdrawn("a", False)
    assert find(filled, "99.9") == ["a#2"]
    never.close()


def test_another_revision_takes_the_place_of_the_one_before(filled: Store) -> None:
    assert find(filled, "99.9") == ["a#2"]
    add(filled, "a", "Uptime is 99.5%.")
    assert (find(filled, "99.9"), find(filled, "99.5")) == ([], ["a#1"])
    assert scores(filled, "uptime kept") == from_scratch(filled, "uptime kept")


def test_a_document_cut_anew_is_found_as_it_was_until_it_has_been_read(filled: Store) -> None:
    filled.documents.add_next(revision("a", "Other.", recipe="r2"), new_chunks("Other words."))
    assert (find(filled, "99.9"), find(filled, "other")) == (["a#2"], [])
    filled.queue.accept("a")
    assert (find(filled, "99.9"), find(filled, "other")) == ([], ["a#1"])


def test_an_index_emptied_or_of_older_words_is_made_anew(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = scores(filled, "kept days")
    filled.words.forget()
    assert scores(filled, "kept days") == before
    monkeypatch.setattr(module, "FORMAT", "of tomorrow")
    assert scores(filled, "kept days") == before


def test_a_reader_finds_what_the_index_shows_and_says_when_it_is_behind(filled: Store) -> None:
    reader = Store(filled.folder, read_only=True)
    assert reader.words.search('"30"') is None
    before = scores(filled, "30 days")
    assert scores(reader, "30 days") == before
    filled.queue.put_first(["b"])  # no passage comes or goes
    assert scores(reader, "30 days") == before
    add(filled, "c", "30 more")
    assert reader.words.search('"30"') is None
    reader.close()


def test_many_documents_come_in_several_steps(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", 2)
    for n in range(5):
        add(store, f"d{n}", f"word{n} shared")
    assert len(find(store, "shared")) == 5
    for n in range(5):
        store.documents.set_withdrawn(f"d{n}", n != 3)
    assert find(store, "shared") == ["d3#1"]
    assert scores(store, "shared word3") == from_scratch(store, "shared word3")


def test_law_10_work_that_was_stopped_in_the_middle_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", 2)
    for n in range(5):
        add(store, f"d{n}", f"word{n} shared")
    steps = iter((None, None))

    def dies(*args: object) -> None:
        if next(steps, "stop") == "stop":
            raise KeyboardInterrupt
        real(*args)

    real = module._step
    monkeypatch.setattr(module, "_step", dies)
    with pytest.raises(KeyboardInterrupt):
        store.words.search('"shared"')
    monkeypatch.setattr(module, "_step", real)
    again = Store(store.folder)
    assert scores(again, "shared word3") == from_scratch(again, "shared word3")
    assert len(scores(again, "shared")) == 5
    again.close()


WORDS = ("backup", "30", "days", "数据", "保留", "数", "99.9", "Export,", "kept\n")
passages = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=3)
steps = st.lists(st.tuples(st.sampled_from("abc"), st.one_of(st.none(), st.booleans(), passages)), max_size=7)


@settings(max_examples=25)
@given(steps=steps, looks=st.integers(1, 3))
def test_laws_1_and_3_brought_up_in_steps_the_index_equals_one_made_from_scratch(
    steps: Sequence[tuple[str, bool | list[str] | None]], looks: int
) -> None:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        for number, (document, what) in enumerate(steps):
            if isinstance(what, list):
                add(store, document, *what)
            elif what is not None:
                store.documents.set_withdrawn(document, what)
            if number % looks == 0:
                scores(store, "backup")
        for question in ("backup 30 days", "数据保留", "99.9 export", "数"):
            assert scores(store, question) == from_scratch(store, question)
        store.close()


cjk = st.text("数据保留期aA", min_size=1, max_size=9)


@given(st.lists(cjk, min_size=1, max_size=4), st.text("数据保留期", min_size=1, max_size=4))
def test_a_string_without_spaces_is_found_exactly_where_it_stands(found_in: list[str], typed: str) -> None:
    memory = MemoryWords((str(n), "", text) for n, text in enumerate(found_in))
    found = {int(key) for key, _ in memory.search(read_query(typed).all_of_them)}
    assert found == {n for n, text in enumerate(found_in) if typed in text}


@given(texts)
def test_no_text_is_syntax(text: str) -> None:
    memory = MemoryWords([("1", text, text), ("2", "", "other")])
    for query in (read_query(text), loose(text)):
        for expression in filter(None, (query.all_of_them, any_of_them(query))):
            assert "1" in {key for key, _ in memory.search(expression)}


def test_searches_while_others_write_see_whole_documents(store: Store) -> None:
    """Each document holds the word in both of its passages."""
    seen: list[list[int]] = []

    def search() -> None:
        for _ in range(20):
            found = store.words.search('"shared"')
            assert found is not None
            seen.append(sorted(found.counts.values()))

    threads = [Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for n in range(15):
        add(store, f"d{n}", f"shared {n}", f"shared again {n}")
    for thread in threads:
        thread.join()
    assert len(seen) == 40
    assert all(set(counts) <= {2} for counts in seen)
    assert scores(store, "shared again") == from_scratch(store, "shared again")
