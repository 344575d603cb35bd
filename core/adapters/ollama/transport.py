"""One HTTP request to Ollama: sent, read line by line, and ended at a time limit or when a person cancels.

A model may be silent for minutes while it reads a prompt, so a watching thread, not the next line, ends a call: it
shuts the socket down, which also makes the server stop. Proxies of the environment are never used.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx

from core.adapters.ollama.faults import Failure, broken_off, meaning, not_ollama, timed_out, translated, words_of
from core.errors import BadModelReply, ModelCancelled, ModelError

Cancelled = Callable[[], bool]

CONNECT_S = 3.0
"""Seconds to wait for a connection: a server on this machine answers at once or not at all."""

LOOK_S = 0.1
"""Seconds between two looks at whether a call was cancelled."""

MAX_LINE = 64 * 1024 * 1024
"""A longer line of a reply, in bytes, is taken for a broken server."""


def needs_certificates(url: str) -> bool:
    """Only https does; loading them for http would take longer than the call."""
    return url.startswith("https:")


class Transport:
    """Requests to one server. Safe to share between threads; every request has a connection of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx.Client(
            base_url=url,
            trust_env=False,
            follow_redirects=False,
            verify=needs_certificates(url),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )

    def get(self, path: str, limit_s: float) -> Mapping[str, Any]:
        """One JSON object. Raises ModelError."""
        with self._send("GET", path, None, "", limit_s, None) as lines:
            return self._object(b"".join(lines))

    def post(self, path: str, body: Mapping[str, Any], limit_s: float) -> Mapping[str, Any]:
        """One JSON object. Raises ModelError."""
        with self._send("POST", path, body, _model(body), limit_s, None) as lines:
            return self._object(b"".join(lines))

    @contextlib.contextmanager
    def stream(
        self, path: str, body: Mapping[str, Any], limit_s: float, cancelled: Cancelled | None
    ) -> Iterator[Iterator[Mapping[str, Any]]]:
        """JSON objects, one a line, as they come; leaving the block early ends the request. Raises ModelError."""
        with self._send("POST", path, body, _model(body), limit_s, cancelled) as lines:
            yield (self._part(line, _model(body)) for line in lines if line.strip())

    @contextlib.contextmanager
    def _send(
        self, method: str, path: str, body: Any, model: str, limit_s: float, cancelled: Cancelled | None
    ) -> Iterator[Iterator[bytes]]:
        watch = _Watch(limit_s, cancelled)
        timeout = httpx.Timeout(limit_s, connect=min(CONNECT_S, limit_s))
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        try:
            with watch, translated(self.url, model, limit_s):
                headers = {"Content-Type": "application/json"} if content else {}
                request = self._client.build_request(method, path, content=content, headers=headers, timeout=timeout)
                request.extensions["trace"] = watch.trace
                response = self._client.send(request, stream=True)
                try:
                    if response.status_code != httpx.codes.OK:
                        words = words_of(b"".join(response.iter_bytes()))
                        raise meaning(Failure(response.status_code, words, model, self.url))
                    yield _lines(response.iter_bytes())
                finally:
                    response.close()
        except ModelError as error:
            ended = watch.reason(model)
            if ended is None:
                raise
            raise ended from error

    def _part(self, line: bytes, model: str) -> Mapping[str, Any]:
        try:
            part = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise broken_off(model) from error
        if not isinstance(part, dict):
            raise broken_off(model)
        if "error" in part:
            raise meaning(Failure(0, words_of(line), model, self.url))
        return part

    def _object(self, content: bytes) -> Mapping[str, Any]:
        try:
            value = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise not_ollama(self.url) from error
        if not isinstance(value, dict):
            raise not_ollama(self.url)
        return value


def _model(body: Mapping[str, Any]) -> str:
    return str(body.get("model", ""))


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Lines ended by a line feed and nothing else: text may hold other line ends. The last may lack its end."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n") if b"\n" in piece else [rest + piece]
        if len(rest) > MAX_LINE:
            raise BadModelReply("A reply of Ollama never ends its line.", "Update Ollama, or choose another model.")
        yield from lines
    if rest:
        yield rest


class _Watch:
    """Ends a request from outside: at the limit, or when cancelled."""

    def __init__(self, limit_s: float, cancelled: Cancelled | None) -> None:
        self._limit_s, self._cancelled = limit_s, cancelled
        self._ends_at = time.monotonic() + limit_s
        self._over = threading.Event()
        self._sockets: list[socket.socket] = []
        self._why = ""
        self._thread = threading.Thread(target=self._look, name="ollama-watch", daemon=True)

    def __enter__(self) -> None:
        if self._cancelled is not None and self._cancelled():
            self._why = "cancelled"
            raise ModelCancelled("The call was cancelled.")
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Told by httpx what happens on the connection: keep its socket."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            found = info["return_value"].get_extra_info("socket")
            if found is not None:
                self._sockets.append(found)

    def reason(self, model: str) -> ModelError | None:
        """Why the request was ended from here, if it was."""
        if self._why == "cancelled":
            return ModelCancelled(f"The call to '{model}' was cancelled.")
        return timed_out(model, self._limit_s) if self._why else None

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            if self._cancelled is not None and self._cancelled():
                self._why = "cancelled"
            elif time.monotonic() >= self._ends_at:
                self._why = "late"
            if self._why:
                self._shut()

    def _shut(self) -> None:
        for found in self._sockets:
            with contextlib.suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)
