"""Messages between two processes over a pipe: a JSON object, and bytes that belong to it.

Owns the form on the wire: two lengths, then the parts. Nothing is ever unpickled, so the other side can send no code.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, Any

_LENGTHS = struct.Struct("!IQ")
MOST_BYTES = 1 << 32
"""A message is never longer than 4 GB; more is what comes of reading something else."""


class Ended(Exception):
    """The other side is gone, or what it sends is no message."""


def write(pipe: IO[bytes] | None, head: Mapping[str, Any], body: bytes = b"") -> None:
    """Raises Ended where nobody reads."""
    text = json.dumps(head).encode("ascii")
    if pipe is None:
        raise Ended("no pipe")
    try:
        pipe.write(_LENGTHS.pack(len(text), len(body)))
        pipe.write(text)
        pipe.write(body)
        pipe.flush()
    except (OSError, ValueError) as error:  # ValueError: closed on this side
        raise Ended(str(error)) from error


def read(pipe: IO[bytes] | None) -> tuple[dict[str, Any], bytes]:
    """The next message. Raises Ended at the end, also at one in the middle of a message."""
    head, body = _LENGTHS.unpack(_exactly(pipe, _LENGTHS.size))
    text = _exactly(pipe, head)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Ended("no message") from error
    if not isinstance(found, dict):
        raise Ended("no message")
    return found, _exactly(pipe, body)


def _exactly(pipe: IO[bytes] | None, count: int) -> bytes:
    if pipe is None or count > MOST_BYTES:
        raise Ended("no message")
    try:
        found = pipe.read(count)
    except (OSError, ValueError) as error:
        raise Ended(str(error)) from error
    if len(found) < count:
        raise Ended("the end")
    return found
