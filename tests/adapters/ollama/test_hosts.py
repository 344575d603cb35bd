"""What people write as a host."""

from __future__ import annotations

import pytest

from core.adapters.ollama import base_url
from core.errors import ModelUnavailable


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("  ", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://0.0.0.0:11434/", "http://127.0.0.1:11434"),
        ("[::]:11434", "http://127.0.0.1:11434"),
        (":8080", "http://127.0.0.1:8080"),
        ("localhost", "http://localhost:11434"),
        ("box.lan:9000", "http://box.lan:9000"),
        ("http://box.lan", "http://box.lan:80"),
        ("https://box.lan", "https://box.lan:443"),
        ("HTTPS://box.lan:8443/ollama/", "https://box.lan:8443/ollama"),
        ("box.lan/proxy/ollama", "http://box.lan:11434/proxy/ollama"),
        ("'127.0.0.1:11434'", "http://127.0.0.1:11434"),
        ("[::1]", "http://[::1]:11434"),
        ("http://[fe80::1]:11434", "http://[fe80::1]:11434"),
    ],
)
def test_a_host_is_dialled_as_people_mean_it(host: str, url: str) -> None:
    assert base_url(host) == url


@pytest.mark.parametrize(
    "host", ["ftp://box", "box:port", "box:99999", "two words", "http://user@box", "[::1", "file:///etc"]
)
def test_what_is_no_host_is_refused_with_a_remedy(host: str) -> None:
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:11434"):
        base_url(host)
