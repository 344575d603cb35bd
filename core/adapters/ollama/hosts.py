"""From what people write as a host to the address to dial."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from core.errors import ModelUnavailable

DEFAULT_PORT = 11434
_ANYWHERE = {"0.0.0.0", "::", "*"}
"""Addresses to listen at, which OLLAMA_HOST often holds on the server itself; they can't be dialled."""
_PORTS = {"http": 80, "https": 443}


def base_url(host: str) -> str:
    """The URL of a host given as `host`, `host:port`, `:port`, with or without scheme and path; empty is this machine.

    As Ollama reads OLLAMA_HOST: with a scheme the port defaults to 80 or 443, without to 11434. Raises
    ModelUnavailable.
    """
    text = host.strip().strip("\"'")
    scheme, _, rest = text.rpartition("://")
    scheme = scheme.lower()
    if scheme not in ("", *_PORTS):
        raise _bad(host)
    try:
        parts = urlsplit(f"//{rest}" if not rest.startswith("//") else rest)
        name, port = parts.hostname or "127.0.0.1", parts.port
    except ValueError as error:
        raise _bad(host) from error
    if any(char.isspace() or char in "?#@" for char in rest):
        raise _bad(host)
    port = port or _PORTS.get(scheme, DEFAULT_PORT)
    path = parts.path.strip("/")
    return f"{scheme or 'http'}://{_dialled(name)}:{port}" + (f"/{path}" if path else "")


def _dialled(name: str) -> str:
    if name in _ANYWHERE:
        return "127.0.0.1"
    try:
        return f"[{name}]" if ipaddress.ip_address(name).version == 6 else name
    except ValueError:
        return name


def _bad(host: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"{host[:80]!r} is no address of an Ollama server.", "Write it like 127.0.0.1:11434 in the settings."
    )
