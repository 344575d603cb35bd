"""Every way in which a call to Ollama fails, as one of our errors with a sentence that says what to do.

Owns the table of what Ollama says and what it means. Nothing of httpx or of the ollama client leaves this package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from core.errors import (
    BadModelReply,
    ModelError,
    ModelMissing,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
)


class PromptTooLong(BadModelReply):
    """The prompt does not fit the model's window. `tokens` is its real length, where the server said it (else 0)."""

    tokens: int = 0


class FormatRefused(BadModelReply):
    """This model or server takes no JSON schema."""


class ThinkRefused(BadModelReply):
    """This model or server takes no `think` field."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What came back instead of an answer: HTTP status (0 inside a stream) and Ollama's own words."""

    status: int
    words: str
    model: str
    url: str


_Make = Callable[[Failure], ModelError]


def _memory(at: Failure) -> ModelError:
    return ModelOverloaded(
        f"There is not enough memory for '{at.model}': {at.words}",
        "Close other programs, or choose a smaller model or shorter passages.",
    )


def _crashed(at: Failure) -> ModelError:
    return ModelOverloaded(
        f"The process that runs '{at.model}' ended: {at.words}",
        "Try again; if it ends again, restart Ollama or choose a smaller model.",
    )


def _busy(at: Failure) -> ModelError:
    return ModelOverloaded(f"Ollama is busy: {at.words}", "Wait a little, or lower the number of calls side by side.")


def _too_long(at: Failure) -> ModelError:
    error = PromptTooLong(
        f"The prompt is longer than the window of '{at.model}': {at.words}",
        "Choose a model with a larger window, or shorter passages.",
    )
    found = re.search(r"n_prompt_tokens\D{1,6}(\d{1,9})|\((\d{1,9}) tokens\)", at.words)
    error.tokens = int(found.group(1) or found.group(2)) if found else 0
    return error


def _unable(at: Failure) -> ModelError:
    return ModelMissing(f"'{at.model}' can't be used for this: {at.words}", "Choose another model in the settings.")


def _unknown_kind(at: Failure) -> ModelError:
    return ModelMissing(
        f"This version of Ollama can't run '{at.model}': {at.words}", "Update Ollama, or choose another model."
    )


def _no_model(at: Failure) -> ModelError:
    return ModelMissing(
        f"Ollama has no model '{at.model}'.", f"Pull it (`ollama pull {at.model}`), or choose another in the settings."
    )


def _not_in_library(at: Failure) -> ModelError:
    return ModelMissing(f"There is no model '{at.model}' to pull: {at.words}", "Check its name in Ollama's library.")


def _no_entry(at: Failure) -> ModelError:
    return ModelUnavailable(
        f"The server at {at.url} refuses access: {at.words}", "Check the host in the settings, and who may use it."
    )


def _no_format(at: Failure) -> ModelError:
    return FormatRefused(f"'{at.model}' takes no JSON schema: {at.words}", "It is asked without one.")


def _no_think(at: Failure) -> ModelError:
    return ThinkRefused(f"'{at.model}' takes no think switch: {at.words}", "It is asked without one.")


_MEANINGS: tuple[tuple[re.Pattern[str], _Make], ...] = (
    (
        re.compile(r"out of memory|more system memory|not enough memory|unable to allocate|signal: killed", re.I),
        _memory,
    ),
    (re.compile(r"unknown model architecture|unsupported model|requires a newer version", re.I), _unknown_kind),
    (re.compile(r"exceed\w* the (available )?context|longer than the context|context length exceed", re.I), _too_long),
    (re.compile(r"exceed_context_size", re.I), _too_long),
    (
        re.compile(r"does not support think|think\w* (is )?not supported|invalid think|unknown field.{0,9}think", re.I),
        _no_think,
    ),
    (re.compile(r"json schema|invalid format|grammar|format is not supported|unsupported format", re.I), _no_format),
    (re.compile(r"server busy|pending requests|too many requests|server loading model", re.I), _busy),
    (re.compile(r"manifest.{0,40}(not exist|not found|unknown)|not exist.{0,40}manifest", re.I), _not_in_library),
    (re.compile(r"does not support|doesn't support|not an? \w+ model", re.I), _unable),
    (re.compile(r"model\b.{0,200}\bnot found|no such model|try pulling it", re.I), _no_model),
    (re.compile(r"runner|llama.?server|process.{0,40}(terminated|no longer running|exit)|CUDA error", re.I), _crashed),
)
_STATUSES: dict[int, _Make] = {401: _no_entry, 403: _no_entry, 407: _no_entry, 429: _busy, 503: _busy}


def meaning(failure: Failure) -> ModelError:
    """Our error for what Ollama said."""
    make = next((make for pattern, make in _MEANINGS if pattern.search(failure.words)), _STATUSES.get(failure.status))
    if make:
        return make(failure)
    if failure.status == 404:
        return not_ollama(failure.url)
    if failure.status >= 500 or not failure.status:
        return ModelOverloaded(
            f"Ollama failed at '{failure.model}': {failure.words}",
            "Try again; if it fails again, see Ollama's own log.",
        )
    return BadModelReply(
        f"Ollama refused the request for '{failure.model}' ({failure.status}): {failure.words}",
        "Update Ollama, or choose another model.",
    )


def not_ollama(url: str) -> ModelUnavailable:
    """Something answers, but not as Ollama does."""
    return ModelUnavailable(
        f"What answers at {url} is no Ollama server.", "Check the host in the settings; Ollama's is 127.0.0.1:11434."
    )


def words_of(content: bytes) -> str:
    """What an error body says, on one line, at most 300 characters."""
    text = content[:20_000].decode("utf-8", "replace")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "error" in said:
        text = said["error"] if isinstance(said["error"], str) else json.dumps(said["error"], ensure_ascii=False)
    elif text.lstrip().startswith("<"):
        text = "a web page"
    plain = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(plain.split())[:300] or "no reason given"


@contextmanager
def translated(url: str, model: str, limit_s: float) -> Iterator[None]:
    """Turn what httpx raises into our errors."""
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, ConnectionError) as error:
        raise ModelUnavailable(
            f"No Ollama answers at {url}.", "Start it (`ollama serve`), or set its host in the settings."
        ) from error
    except httpx.TimeoutException as error:
        raise timed_out(model, limit_s) from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError) as error:
        raise not_ollama(url) from error
    except httpx.TransportError as error:
        if not model or "illegal" in str(error).lower():
            raise not_ollama(url) from error
        raise broken_off(model) from error
    except httpx.HTTPError as error:
        raise not_ollama(url) from error


def timed_out(model: str, limit_s: float) -> ModelTimeout:
    return ModelTimeout(
        f"'{model}' gave no answer within {limit_s:g} seconds.",
        "Raise the time limit in the settings, or choose a smaller model or shorter passages.",
    )


def broken_off(model: str) -> BadModelReply:
    return BadModelReply(
        f"The answer of '{model}' broke off.", "Try again; if it breaks off again, see whether Ollama was restarted."
    )
