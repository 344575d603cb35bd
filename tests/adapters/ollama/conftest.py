from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.adapters.ollama import OllamaServer, Timeouts
from tests.adapters.ollama_server import OllamaStub, serving


@pytest.fixture
def stub() -> Iterator[OllamaStub]:
    with serving() as found:
        yield found


@pytest.fixture
def server(stub: OllamaStub) -> OllamaServer:
    return OllamaServer(stub.url, Timeouts(short_s=5, chat_s=5, embed_s=5, pull_s=5))
