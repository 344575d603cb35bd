"""Questions about a server and its models, and pulling."""

from __future__ import annotations

import socket
import threading

import pytest

from core.adapters.ollama import OllamaServer, PullProgress, Timeouts
from core.errors import ModelCancelled, ModelMissing, ModelTimeout, ModelUnavailable
from tests.adapters.ollama_server import CHAT, CLOUD, EMBED, THINKER, OllamaStub


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_the_version_is_told(server: OllamaServer) -> None:
    assert server.version() == "0.40.1"
    assert server.answers()


def test_models_are_told_with_what_they_can_do(server: OllamaServer) -> None:
    found = {info.name: info for info in server.models()}
    assert list(found) == sorted([CHAT, THINKER, EMBED, CLOUD])
    assert found[THINKER].capabilities == ("completion", "thinking")
    assert (found[EMBED].context_length, found[EMBED].embedding_length) == (512, 8)
    assert (found[CHAT].size, found[CHAT].family, found[CHAT].parameters) == (986048768, "llama", "1.5B")
    assert found[CHAT].identity == f"{CHAT}@aaaaaaaaaaaa"


def test_a_model_that_runs_in_a_cloud_is_listed_with_the_reason_and_can_not_be_used(server: OllamaServer) -> None:
    (cloud,) = [info for info in server.models() if info.refused]
    assert cloud.name == CLOUD
    assert "leave this machine" in cloud.refused
    with pytest.raises(ModelMissing, match="leave this machine"):
        server.model(CLOUD)


def test_a_cloud_model_is_never_asked_about(stub: OllamaStub, server: OllamaServer) -> None:
    server.models()
    assert CLOUD not in [body["model"] for body in stub.asked("/api/show")]


def test_a_name_without_a_tag_means_the_latest(server: OllamaServer) -> None:
    assert server.model("small-chat").name == CHAT


def test_a_model_that_is_not_there_is_named_with_the_remedy(server: OllamaServer) -> None:
    with pytest.raises(ModelMissing, match="ollama pull nowhere:7b"):
        server.model("nowhere:7b")


def test_an_older_server_that_tells_no_capabilities_is_understood(stub: OllamaStub, server: OllamaServer) -> None:
    for model in stub.models.values():
        model.capabilities = None
    assert server.model(EMBED).capabilities == ("embedding",)
    assert server.model(CHAT).capabilities == ("completion",)


def test_loaded_models_are_told_with_their_window(server: OllamaServer) -> None:
    assert server.loaded() == {CHAT: 4096}


def test_a_server_that_does_not_run_is_named_with_the_remedy() -> None:
    server = OllamaServer(f"127.0.0.1:{free_port()}")
    assert not server.answers()
    with pytest.raises(ModelUnavailable, match="ollama serve"):
        server.models()


def test_an_address_that_does_not_exist_is_named_with_the_remedy() -> None:
    with pytest.raises(ModelUnavailable, match="settings"):
        OllamaServer("nowhere.invalid:1").version()


@pytest.mark.parametrize("path", ["/elsewhere", "/elsewhere/"])
def test_something_that_is_no_ollama_is_said_to_be_none(stub: OllamaStub, path: str) -> None:
    with pytest.raises(ModelUnavailable, match="no Ollama server"):
        OllamaServer(stub.url + path).version()


def test_a_port_that_speaks_no_http_is_said_to_be_no_ollama() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            connection.recv(100)
            connection.sendall(b"220 mail ready\r\n")
            connection.close()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        with pytest.raises(ModelUnavailable, match="no Ollama server"):
            OllamaServer(f"127.0.0.1:{listener.getsockname()[1]}").version()
        thread.join()


def test_a_server_that_never_answers_is_given_up_at_the_limit() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = OllamaServer(f"127.0.0.1:{listener.getsockname()[1]}", Timeouts(short_s=0.3))
        with pytest.raises(ModelTimeout):
            server.version()


def test_proxies_of_the_environment_are_not_used(stub: OllamaStub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    server = OllamaServer(stub.url)
    assert server.version() == "0.40.1"
    assert server.loaded() == {CHAT: 4096}


LAYERS = [
    {"status": "pulling manifest"},
    {"status": "pulling aa", "digest": "sha256:aa", "total": 100, "completed": 40},
    {"status": "pulling bb", "digest": "sha256:bb", "total": 10, "completed": 10},
    {"status": "pulling aa", "digest": "sha256:aa", "total": 100, "completed": 100},
    {"status": "success"},
]


def test_a_pull_tells_its_bytes_over_all_layers(stub: OllamaStub, server: OllamaServer) -> None:
    stub.pulls = LAYERS
    told: list[PullProgress] = []
    server.pull("new:1b", told.append)
    assert [(part.completed, part.total) for part in told] == [(0, 0), (40, 100), (50, 110), (110, 110), (110, 110)]
    assert told[-1].status == "success"


def test_a_silent_pull_can_be_cancelled(stub: OllamaStub, server: OllamaServer) -> None:
    stub.pulls, stub.pull_hangs = LAYERS[:2], True
    told: list[PullProgress] = []
    with pytest.raises(ModelCancelled, match="cancelled"):
        server.pull("new:1b", told.append, cancelled=lambda: len(told) == 2)


def test_a_model_that_no_library_has_is_named(stub: OllamaStub, server: OllamaServer) -> None:
    stub.pulls = [{"status": "pulling manifest"}, {"error": "pull model manifest: file does not exist"}]
    with pytest.raises(ModelMissing, match="Check its name"):
        server.pull("nowhere:1b", lambda _: None)


def test_a_cloud_model_is_not_pulled(stub: OllamaStub, server: OllamaServer) -> None:
    with pytest.raises(ModelMissing, match="leave this machine"):
        server.pull("giant:120b-cloud", lambda _: None)
    assert stub.asked("/api/pull") == []
