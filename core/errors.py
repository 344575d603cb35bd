"""Every error that LightPrism raises on purpose.

    LightPrismError                what pages and the command line catch
    ├── InputError                 a value or a file that a person gave is wrong
    │   ├── UnreadableFile         this file can't be taken; the others go on
    │   ├── UnknownName            no document, node, mode … of that name
    │   └── InvalidDecision        a ruling that can't apply, with the reason
    ├── WorkspaceError             the folder that holds a workspace
    │   ├── WorkspaceBusy          another process writes it; names the holder
    │   └── WorkspaceDamaged       what is stored can't be read back
    ├── ModelError                 a model server or an embedded model
    │   ├── ModelUnavailable       not running, not installed, wrong host
    │   ├── ModelMissing           the server runs, the model is not there
    │   ├── ModelTimeout           no answer within the limit
    │   ├── ModelOverloaded        busy or out of memory: try again later
    │   ├── ModelCancelled         the person stopped the call
    │   └── BadModelReply          an answer that can't be used as it is
    └── VectorIndexError           the vector store; rebuild it from SQLite

Each carries what went wrong and, apart from it, what to do about it.
"""

from __future__ import annotations

_ENDS = (".", "!", "?", ":", ";", ",", "…", ".)", "。", "！", "？")


class LightPrismError(Exception):
    """The root. `str(error)` is one line: the message, a full stop where a server's words lack one, the remedy."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        ended = not (self.message and self.remedy) or self.message.rstrip().endswith(_ENDS)
        return f"{self.message}{'' if ended else '.'} {self.remedy}".strip()


class InputError(LightPrismError):
    """A value or a file that a person gave is wrong."""


class UnreadableFile(InputError):
    """A file that can't be taken, while the others go on."""


class UnknownName(InputError):
    """Nothing of that name is here."""


class InvalidDecision(InputError):
    """A ruling that can't apply."""


class WorkspaceError(LightPrismError):
    """The folder that holds a workspace can't be used."""


class WorkspaceBusy(WorkspaceError):
    """Another process holds the workspace for writing."""


class WorkspaceDamaged(WorkspaceError):
    """What is stored can't be read back."""


class ModelError(LightPrismError):
    """A model server or an embedded model failed.

    `reply` is what it had said until then, if anything; `calls` are the calls made, as `records.ModelCall`.
    """

    reply: str = ""
    calls: tuple[object, ...] = ()


class ModelUnavailable(ModelError):
    """Not running, not installed, or at another address."""


class ModelMissing(ModelError):
    """The server runs, but the model is not there."""


class ModelTimeout(ModelError):
    """No answer within the limit."""


class ModelOverloaded(ModelError):
    """The server is busy or out of memory."""


class ModelCancelled(ModelError):
    """The person stopped the call; nothing is wrong with the model."""


class BadModelReply(ModelError):
    """An answer that can't be used as it is (cut prompt, broken stream, wrong shape)."""


class VectorIndexError(LightPrismError):
    """The vector store can't be used; it can be filled again from SQLite."""
