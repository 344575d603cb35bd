"""Numbers among the arguments of a command: counts, and decisions by their numbers. What is none is wrong use."""

from __future__ import annotations

import argparse


def count(text: str, what: str = "count: take 1 or more") -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}")
    return int(text)


def decision(text: str) -> int:
    """The number of a decision."""
    return count(text, "number of a decision: `history` lists them")


def point(text: str) -> int:
    """The number of a decision, or 0 for the point before all."""
    return 0 if text == "0" else decision(text)


def count_or_none(text: str) -> int:
    """A whole number from 0 on."""
    return 0 if text == "0" else count(text)
