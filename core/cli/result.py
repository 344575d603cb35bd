"""What a command gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """For a person, for a program, and whether it went well."""

    text: str
    data: Any
    ok: bool = True
