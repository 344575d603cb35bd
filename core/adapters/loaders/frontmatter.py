"""The YAML block at the head of a Markdown file, as JSON values.

Owns a safe and literal reading: no aliases (they can grow without bound), no numbers that change when read (3.10, 007),
only `true` and `false` as truth values. Refuses blocks over 64 kB and values nested more than 20 deep.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

import yaml

from core.domain.cleaning import clean
from core.errors import UnreadableFile

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MAX_LENGTH = 64 * 1024
_MAX_DEPTH = 20
_EXACT_DIGITS = 15  # what a float, so any JSON reader, keeps


class FrontMatterFault(UnreadableFile):
    """The block can't be read; the text is kept with the block in it."""


class _Literal(yaml.SafeLoader):
    """Safe YAML without aliases, where a plain value is a number only if it would be written the same way again."""

    depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not taken")
        if self.depth > _MAX_DEPTH:
            raise yaml.YAMLError(f"it is nested more than {_MAX_DEPTH} deep")
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def _plain(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    """Numbers and dates that survive the trip; everything else as written."""
    written = str(node.value)
    for kind in (int, float):
        try:
            value = kind(written)
        except ValueError:
            continue
        if str(value) == written and len(written) <= _EXACT_DIGITS and written not in ("nan", "inf", "-inf"):
            return value
    return written


def _truth(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    return {"true": True, "false": False}.get(str(node.value).lower(), str(node.value))


def _date(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return str(node.value)


for _tag, _constructor in (("int", _plain), ("float", _plain), ("bool", _truth), ("timestamp", _date)):
    _Literal.add_constructor(f"tag:yaml.org,2002:{_tag}", _constructor)


def split_front_matter(text: str) -> tuple[Mapping[str, Any], str]:
    """The metadata, JSON values by field name, and the text after the block. ({}, text) where there is no block.

    A first line `---` that opens no mapping is a ruler, so text. Raises FrontMatterFault for YAML that can't be read.
    """
    block = _BLOCK.match(text)
    if not block:
        return {}, text
    if len(block[1]) > _MAX_LENGTH:
        raise _fault(f"it is longer than {_MAX_LENGTH // 1024} kB")
    try:
        values = yaml.load(block[1], Loader=_Literal)
    except (yaml.YAMLError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise _fault(_where(error)) from error
    if values is None:
        return {}, text[block.end() :].lstrip("\n")
    if not isinstance(values, dict):
        return {}, text
    return json_safe(values), text[block.end() :].lstrip("\n")


def past_block(text: str) -> str:
    """What follows the block, readable or not; all of the text where there is none."""
    block = _BLOCK.match(text)
    return text[block.end() :] if block else text


def json_safe(value: Any) -> Any:
    """The value with string keys, ISO dates, lists for sequences and sets, and text for whatever JSON has not."""
    if isinstance(value, dict):
        return {clean(_text(key)): json_safe(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_safe(inner) for inner in value]
    if isinstance(value, set):
        return sorted(clean(_text(inner)) for inner in value)
    return value if value is None or isinstance(value, (bool, int, float)) else clean(_text(value))


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, (dt.date, dt.datetime)) else str(value)


def _where(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {mark.line + 2}: {problem}" if mark else problem[:200]


def _fault(why: str) -> FrontMatterFault:
    return FrontMatterFault(
        f"The front matter can't be read ({why}), so it was kept as text.",
        "Correct the lines between the two `---` and add the file again.",
    )
