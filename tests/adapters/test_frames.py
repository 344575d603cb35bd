"""Messages over a pipe: what goes in comes out, and whatever is no message is the end."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.adapters import frames

JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=8)
HEADS = st.dictionaries(st.text(), JSON, max_size=4)


def written(*messages: tuple[dict[str, object], bytes]) -> bytes:
    pipe = io.BytesIO()
    for head, body in messages:
        frames.write(pipe, head, body)
    return pipe.getvalue()


@given(st.lists(st.tuples(HEADS, st.binary(max_size=40)), max_size=3))
def test_messages_come_out_as_they_went_in(messages: list[tuple[dict[str, object], bytes]]) -> None:
    pipe = io.BytesIO(written(*messages))
    assert [frames.read(pipe) for _ in messages] == messages
    with pytest.raises(frames.Ended):
        frames.read(pipe)


def test_a_message_that_is_cut_anywhere_is_the_end() -> None:
    whole = written(({"do": "query", "id": "数"}, b"vector"))
    for length in range(len(whole)):
        with pytest.raises(frames.Ended):
            frames.read(io.BytesIO(whole[:length]))


@pytest.mark.parametrize(
    "sent",
    [
        b"Traceback (most recent call last)",
        written(({}, b""))[:-2] + b"[]",
        written(({}, b""))[:-2] + b"{x",
        written(({}, b""))[:-2] + b"\xff\xfe",
        b"\x00\x00\x00\x01" + b"\xff" * 8 + b"{",
    ],
)
def test_what_is_no_message_is_the_end(sent: bytes) -> None:
    with pytest.raises(frames.Ended):
        frames.read(io.BytesIO(sent))


def test_writing_to_what_is_closed_is_the_end() -> None:
    pipe = io.BytesIO()
    pipe.close()
    with pytest.raises(frames.Ended):
        frames.write(pipe, {})
    with pytest.raises(frames.Ended):
        frames.write(None, {})
