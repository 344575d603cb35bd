"""An Ollama server that does what a test tells it, over the real wire format.

It counts tokens (four characters each), keeps to `num_ctx`, and words its errors as Ollama does. A test puts
behaviours into `chats`, one for each request to come; without one it answers `DEFAULT`.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

DEFAULT = (
    '{"entities": [{"name": "Ines", "type": "person", "description": "Keeps keys.", "qualifier": ""}], "relations": []}'
)
CREATED = "2026-11-30T12:00:00.000000Z"
CHAT, THINKER, EMBED, CLOUD = "small-chat:latest", "thinker:latest", "embed:latest", "giant:cloud"

Body = dict[str, Any]


@dataclass(frozen=True)
class Says:
    """Streams a text in pieces and ends it; `counted` overrides the prompt's token count, None leaves it out.

    `read_ms` and `load_ms` are the times that it tells for reading the prompt and for loading the model.
    """

    text: str = DEFAULT
    reason: str = "stop"
    counted: int | str | None = "real"
    thinking: str = ""
    read_ms: int = 0
    load_ms: int = 0


@dataclass(frozen=True)
class Fails:
    """Answers an HTTP error with Ollama's words."""

    status: int
    words: str
    html: bool = False


@dataclass(frozen=True)
class Breaks:
    """Begins to stream a text, then: closes the connection, hangs, sends half a letter, a bad line, or an error."""

    how: str
    text: str = '{"entities": [{"name": "Ines", "type": "person", "descr'
    words: str = ""


@dataclass(frozen=True)
class Floods:
    """Says one piece again and again until `num_predict` is used up, or for ever with `endless`."""

    piece: str = " "
    endless: bool = False


Behaviour = Says | Fails | Breaks | Floods | Callable[[Body], "Says | Fails | Breaks | Floods"]


@dataclass
class Model:
    """A model of the server; `window` and `dimension` stand in its `model_info`."""

    capabilities: list[str] | None
    window: int = 32768
    dimension: int = 0
    family: str = "llama"
    remote_host: str = ""
    digest: str = "a" * 64


def models() -> dict[str, Model]:
    return {
        CHAT: Model(["completion", "tools"]),
        THINKER: Model(["completion", "thinking"], digest="b" * 64),
        EMBED: Model(["embedding"], window=512, dimension=8, family="bert", digest="c" * 64),
        CLOUD: Model(["completion"], remote_host="https://ollama.com:443", digest="d" * 64),
    }


@dataclass
class OllamaStub:
    """What the server knows, is to do, and was asked. `old` servers cut prompts without a word."""

    chats: deque[Behaviour] = field(default_factory=deque)
    models: dict[str, Model] = field(default_factory=models)
    requests: list[tuple[str, Body]] = field(default_factory=list)
    version: str = "0.40.1"
    old: bool = False
    refuses_format: bool = False
    pulls: list[Body] = field(default_factory=list)
    pull_hangs: bool = False
    embed_failure: Fails | None = None
    vectors: Callable[[str], list[float]] | None = None
    url: str = ""
    stopped: threading.Event = field(default_factory=threading.Event)

    def asked(self, path: str) -> list[Body]:
        return [body for asked, body in self.requests if asked == path]

    def vector(self, text: str) -> list[float]:
        if self.vectors:
            return self.vectors(text)
        seed = np.frombuffer(text.encode()[:64].ljust(64, b"."), dtype=np.uint8).astype(np.float64)
        return [float(part.sum() + 1) for part in np.split(seed, 8)]


@contextlib.contextmanager
def serving(stub: OllamaStub | None = None) -> Iterator[OllamaStub]:
    """Serve on a free port of this machine."""
    stub = stub or OllamaStub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"stub": stub}))
    server.daemon_threads, server.block_on_close = True, False
    stub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        stub.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()


def tokens(text: str) -> int:
    """The server's count: one token for four characters."""
    return -(-len(text) // 4)


class _Handler(BaseHTTPRequestHandler):
    stub: OllamaStub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        return None

    def do_GET(self) -> None:
        self.stub.requests.append((self.path, {}))
        routes = {"/api/version": lambda: {"version": self.stub.version}, "/api/tags": self._tags, "/api/ps": self._ps}
        if self.path in routes:
            self._json(200, routes[self.path]())
        else:
            self._plain(404, b"404 page not found")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self.stub.requests.append((self.path, body))
        act = {
            "/api/show": self._show,
            "/api/chat": self._chat,
            "/api/embed": self._embed,
            "/api/pull": self._pull,
        }[self.path]
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            act(body)

    def _tags(self) -> Body:
        return {"models": [self._entry(name, model) for name, model in self.stub.models.items()]}

    def _entry(self, name: str, model: Model) -> Body:
        details = {
            "format": "gguf",
            "family": model.family,
            "parameter_size": "1.5B",
            "quantization_level": "Q4_K_M",
        }
        entry = {"name": name, "model": name, "modified_at": CREATED, "size": 986048768, "digest": model.digest}
        return {**entry, "details": details, **({"remote_host": model.remote_host} if model.remote_host else {})}

    def _ps(self) -> Body:
        entry = self._entry(CHAT, self.stub.models[CHAT])
        return {"models": [{**entry, "size_vram": 0, "context_length": 4096, "expires_at": CREATED}]}

    def _known(self, body: Body) -> Model | None:
        name = body.get("model") or body.get("name") or ""
        found = self.stub.models.get(name) or self.stub.models.get(f"{name}:latest")
        if found is None:
            self._json(404, {"error": f"model '{name}' not found"})
        return found

    def _show(self, body: Body) -> None:
        model = self._known(body)
        if model is None:
            return
        facts: Body = {"general.architecture": model.family, f"{model.family}.context_length": model.window}
        if model.dimension:
            facts[f"{model.family}.embedding_length"] = model.dimension
        shown = {"modelfile": "", "template": "", "details": {"family": model.family}, "model_info": facts}
        self._json(200, {**shown, **({"capabilities": model.capabilities} if model.capabilities else {})})

    def _chat(self, body: Body) -> None:
        model = self._known(body)
        if model is None:
            return
        if self.stub.refuses_format and "format" in body:
            return self._json(500, {"error": "invalid JSON schema in format"})
        if "think" in body and "thinking" not in (model.capabilities or ()):
            return self._json(400, {"error": f'"{body["model"]}" does not support thinking'})
        counted = sum(tokens(message["content"]) for message in body["messages"]) + 12
        num_ctx = body["options"]["num_ctx"]
        if counted > num_ctx and not self.stub.old and body.get("truncate") is False:
            words = "the prompt is longer than the context length currently available to the model"
            return self._json(400, {"error": f"{words} ({counted} tokens)"})
        act = self.stub.chats.popleft() if self.stub.chats else Says()
        act = act if isinstance(act, Says | Fails | Breaks | Floods) else act(body)
        self._act(act, body, num_ctx // 2 + 2 if counted > num_ctx else counted)

    def _act(self, act: Says | Fails | Breaks | Floods, body: Body, counted: int) -> None:
        if isinstance(act, Fails):
            self._plain(act.status, b"<html>no</html>") if act.html else self._json(act.status, {"error": act.words})
        elif isinstance(act, Says):
            self._says(act, body, counted)
        elif isinstance(act, Floods):
            self._floods(act, body, counted)
        else:
            self._breaks(act, body)

    def _says(self, act: Says, body: Body, counted: int) -> None:
        self._begin()
        if act.thinking:
            self._part(body, {"content": "", "thinking": act.thinking})
        for start in range(0, len(act.text), 7):
            self._part(body, {"content": act.text[start : start + 7]})
        times = {"prompt_eval_duration": act.read_ms * 1_000_000, "load_duration": act.load_ms * 1_000_000}
        self._end(body, act.reason, counted if act.counted == "real" else act.counted, tokens(act.text), times)

    def _floods(self, act: Floods, body: Body, counted: int) -> None:
        self._begin()
        made = 0
        while act.endless or made < body["options"]["num_predict"]:
            self._part(body, {"content": act.piece * 8})
            made += 8
        self._end(body, "length", counted, made)

    def _breaks(self, act: Breaks, body: Body) -> None:
        if act.how == "silence":
            self.stub.stopped.wait(30)
            return
        self._begin()
        self._part(body, {"content": act.text})
        if act.how == "hang":
            self.stub.stopped.wait(30)
        elif act.how == "half a letter":
            self._chunk('{"message": {"role": "assistant", "content": "é'.encode()[:-1] + b"\n")
        elif act.how == "bad line":
            self._chunk(b"{broken\n")
        elif act.how == "error":
            self._chunk(json.dumps({"error": act.words}).encode() + b"\n")
            self._chunk(b"")
        elif act.how == "no end":
            self._chunk(b"")
        self.close_connection = True
        self.connection.shutdown(2) if act.how == "close" else None

    def _embed(self, body: Body) -> None:
        model = self._known(body)
        if model is None:
            return
        if self.stub.embed_failure:
            return self._json(self.stub.embed_failure.status, {"error": self.stub.embed_failure.words})
        texts = body["input"]
        if any(tokens(text) > model.window for text in texts) and not body.get("truncate", True):
            return self._json(400, {"error": "the input length exceeds the context length"})
        vectors = [self.stub.vector(text) for text in texts]
        self._json(200, {"model": body["model"], "embeddings": vectors, "prompt_eval_count": sum(map(tokens, texts))})

    def _pull(self, body: Body) -> None:
        self._begin()
        for part in self.stub.pulls:
            self._chunk(json.dumps(part).encode() + b"\n")
        if self.stub.pull_hangs:
            self.stub.stopped.wait(30)
        self._chunk(b"")

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _part(self, body: Body, message: Body) -> None:
        part = {
            "model": body["model"],
            "created_at": CREATED,
            "message": {"role": "assistant", **message},
            "done": False,
        }
        self._chunk(json.dumps(part, ensure_ascii=False).encode() + b"\n")

    def _end(self, body: Body, reason: str, counted: int | str | None, made: int, times: Body | None = None) -> None:
        end: Body = {"model": body["model"], "created_at": CREATED, "message": {"role": "assistant", "content": ""}}
        end |= {"done": True, "done_reason": reason, "total_duration": 1, "eval_count": made, "eval_duration": 1}
        end |= (times or {}) | ({} if counted is None else {"prompt_eval_count": counted})
        self._chunk(json.dumps(end).encode() + b"\n")
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _json(self, status: int, value: Body) -> None:
        self._plain(status, json.dumps(value).encode(), "application/json")

    def _plain(self, status: int, data: bytes, kind: str = "text/html") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
