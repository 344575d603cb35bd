"""The strings of a preview: what decisions would do to the graph."""

from __future__ import annotations

from types import MappingProxyType

NOTHING = "Nothing in the graph would change."
PROBLEM = "This can't be taken: {problem}"
ENTITIES = "Entities"
RELATIONS = "Relations"
FROM_TO = "{before:,} → {after:,}"
TEXTS = "Texts embedded anew"
TEXTS_HELP = "Only what changes is embedded again."
IDLE = "Nothing here to act on: {what}"
LOOPS = "{count:,} relations would lead from an entity to itself; they are hidden."
LOOP = "1 relation would lead from an entity to itself; it is hidden."
LOOPS_HELP = "They stay with the evidence and come back when this is undone."
LOOP_LINE = "**{source}** → **{target}**: {what}"
BEFORE, AFTER = "Before", "After"
GRAPH_BEFORE, GRAPH_AFTER = "The graph before", "The graph after"
GRAPH_LARGE = "{count:,} entities change: too many to draw."
STATES = MappingProxyType(
    {"gone": ("gone", "red"), "new": ("new", "green"), "changed": ("changed", "blue"), "same": ("stays", "gray")}
)
PASSAGES = "{count:,} passages"
PASSAGE = "1 passage"
TYPE_CHANGED = "{before} → {after}"
NO_TEXT = "No passage describes it."
MORE_ENTITIES = "{count:,} more entities change"
EDGES = "Relations that change ({count:,})"
EDGE = "**{source}** → **{target}** · {what}"
MORE_EDGES = "and {count:,} more"
FLAGGED = "note: {flags}"
