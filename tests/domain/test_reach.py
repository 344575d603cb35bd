"""How far labels reach equals counting what their holders may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.graph import may_see
from core.domain.reach import Reach, reach, relabelled
from core.domain.records import Chunk

LABELS = ("a", "b", "c")
AUDIENCES = st.one_of(
    st.none(),
    st.just(""),
    st.sampled_from(LABELS),
    st.lists(st.sampled_from(LABELS), max_size=3),
    st.just({"odd": 1}),
    st.just([{"odd": 1}, "a"]),
)
SAID = st.dictionaries(st.sampled_from(["d0", "d1"]), st.lists(st.sampled_from(LABELS), max_size=2))


def chunks_of(audiences: Sequence[Any]) -> list[Chunk]:
    found = []
    for at, audience in enumerate(audiences):
        metadata = {} if audience is None else {"audience": audience}
        found.append(Chunk(f"d{at % 3}#{at}", f"d{at % 3}", at, "text", metadata=metadata))
    return found


def counted(chunks: Sequence[Chunk], label: str) -> Reach:
    held = frozenset([label] if label else [])
    seen = [chunk for chunk in chunks if may_see(chunk, held)]
    return Reach(len(seen), len({chunk.document for chunk in seen}))


@settings(deadline=None, max_examples=60)
@given(st.lists(AUDIENCES, max_size=7))
def test_a_label_reaches_what_who_holds_it_alone_may_see(audiences: list[Any]) -> None:
    chunks = chunks_of(audiences)
    found = reach(chunks)
    for label in ("", *LABELS):
        assert found.get(label, found[""]) == counted(chunks, label)
    assert list(found) == sorted(found)


@settings(deadline=None, max_examples=60)
@given(st.lists(AUDIENCES, max_size=7), SAID)
def test_what_would_be_reached_is_what_is_once_it_was_said(audiences: list[Any], said: dict[str, list[str]]) -> None:
    chunks = chunks_of(audiences)
    after = [
        Chunk(c.id, c.document, c.position, c.text, metadata={"audience": said[c.document]})
        if c.document in said
        else c
        for c in chunks
    ]
    assert reach(relabelled(chunks, said)) == reach(after)


def test_of_nothing_nothing_is_reached() -> None:
    assert reach([]) == {"": Reach()}
