"""Ollama: the server, its chat models and its embedders.

The one package that knows Ollama's wire format and words. Chat and embedding go over requests of our own, since the
official client can't send `truncate` and `shift`; questions about models and pulls go through the client.
"""

from core.adapters.ollama.chat import ChatOptions, OllamaChat, estimated_tokens
from core.adapters.ollama.embedder import OllamaEmbedder
from core.adapters.ollama.hosts import base_url
from core.adapters.ollama.server import ModelInfo, OllamaServer, PullProgress, Timeouts
from core.adapters.ollama.windows import Memory

__all__ = [
    "ChatOptions",
    "Memory",
    "ModelInfo",
    "OllamaChat",
    "OllamaEmbedder",
    "OllamaServer",
    "PullProgress",
    "Timeouts",
    "base_url",
    "estimated_tokens",
]
