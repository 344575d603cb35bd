"""A rule of a split in words: which later mentions belong to a part."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.split_rules import Rule
from pages.parts import words_split
from pages.parts.text import one_line

_NAMED = 3


def said(rule: Rule) -> str:
    """The rule as plain text: its conditions, all of which must be met."""
    conditions = [
        (words_split.RULE_QUALIFIER, rule.qualifiers, ""),
        (words_split.RULE_DOCUMENT, rule.documents, ""),
        *((words_split.RULE_METADATA, values, field) for field, values in rule.metadata),
    ]
    met = (form.format(values=_values(of), field=one_line(field, 40)) for form, of, field in conditions if of)
    return words_split.RULE_AND.join(met)


def _values(values: Sequence[str]) -> str:
    named = [one_line(value, 40) for value in values[:_NAMED]]
    if len(values) > _NAMED:
        named.append(words_split.RULE_MORE.format(count=len(values) - _NAMED))
    return words_split.RULE_OR.join(named)
