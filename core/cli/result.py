"""What a command gives, or says of wrong use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class Result:
    """For a person, for a program, and whether it went well."""

    text: str
    data: Any
    ok: bool = True


class WrongUse(InputError):
    """The value of an argument is wrong, whatever the workspace holds: exit code 2."""
