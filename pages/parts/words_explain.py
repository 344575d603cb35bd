"""The strings of what explains a comparison: why, why not, the prompt, the picture of the context, the graph, runs."""

from __future__ import annotations

from types import MappingProxyType

# --- why and why not --------------------------------------------------------------------------------------------------

WHY = "Why is it here, or why not?"
WHY_PLACEHOLDER = "Why … or why not? Name an entity, a relation (A -> B), a document, or words of a passage"
WHY_HELP = "Says of every mode why something is in its context, or what kept it out."
WHY_SEVERAL = "“{name}” may mean several things:"
WHY_NOTHING = "Nothing is called “{name}”, and no passage holds these words."
WHY_NEAR = "Near it:"
WHY_CLOSE = "Close the explanation"
WHY_OPEN = "Open it"
WHY_LOOKING = "Looking through all of it …"
KEPT, NOT_KEPT = "kept", "not kept"
KEPT_AS = MappingProxyType({"entity": "entity {rank}", "relation": "relation {rank}", "chunk": "passage {rank}"})
PIN, PIN_HELP = "Start from this", "Search nothing by the keywords: start from this, and from whatever else is pinned."
UNPIN = "Do not start from this"

# --- keywords and starts ----------------------------------------------------------------------------------------------

EDIT = "Edit"
EDIT_HELP = "Search with other words than those that were found."
EDIT_LOW, EDIT_HIGH = "Things named, parted by commas", "Themes, parted by commas"
EDIT_USE, EDIT_BACK = "Search with these", "Back to those found"
RAW = "What the model replied, word for word"
RAW_NONE = "No model was asked."
PINNED = "Starts from"
PINNED_HELP = "Pinned by hand: these stand in the place of what the keywords would find. The cross takes one off."

# --- the prompt -------------------------------------------------------------------------------------------------------

PROMPT = "Prompt"
PROMPT_OF = "What {mode} gives the model, word for word"

# --- the graph --------------------------------------------------------------------------------------------------------

GRAPH = "Draw the graph of"
GRAPH_HELP = "The part of the graph that the chosen modes looked at. Starts, what they brought and what was cut differ."
GRAPH_NOTHING = "The chosen modes kept nothing of the graph."
GRAPH_SHOWING = "{nodes:,} entities and {edges:,} lines, of those that the chosen modes kept or cut."
GRAPH_CUT = "More than {most:,} entities are too many for one picture: of what was cut, the first are drawn."
GRAPH_ROLES = MappingProxyType(
    {
        "pinned": "Pinned: a start given by hand",
        "seed": "Hit: found by the search",
        "added": "Came with a hit or a pinned start",
        "far": "Named by a relation, not described",
        "cut": "Cut, not given to the model",
    }
)

# --- stored comparisons -----------------------------------------------------------------------------------------------

RUN_OPENED, RUN_OPENED_SEEN = "Stored {at}, at version {version}.", "Stored {at}."
RUN_SAME = "The workspace has not changed since."
RUN_CHANGED = "The workspace has changed since."
RUN_SAME_SEEN = "Its passages have not changed since."
RUN_CHANGED_SEEN = "Some of its passages have changed since."
RUN_AGAIN = "Ask it again now"
RUN_GONE = "There is no stored comparison “{id}” in this workspace."
LINK = "Link"
RUN_LINK_HELP = "This address opens just this comparison again, also after the workspace has changed."
RUN_KEEP = "Keep this one"
RUN_KEEP_HELP = "A question is kept as it was first searched. With these limits it is not kept yet."
RUN_NOT_KEPT = "Another process holds this workspace for writing, so nothing is kept here."
BESIDE = "Lay beside"
BESIDE_HELP = "An earlier comparison: shows what came in and what went, mode by mode."
BESIDE_NONE = "No earlier comparison is stored."
BESIDE_TITLE = "Before and after"
BESIDE_SAME = "Nothing came in and nothing went."
BESIDE_AS = "The same came in and went as in {mode}."
BESIDE_DIFFERS = "Compared with {at}: {what}."
BESIDE_CAME, BESIDE_WENT = "Came in", "Went"
BESIDE_CLOSE = "Take it away"
BESIDE_TOKENS = "{before:,} → {now:,} tokens"
REPORT, REPORT_HELP = "Report", "What each mode gave and why, as a Markdown file to read or pass on."
DIFFERENCES = MappingProxyType(
    {
        "question": "another question",
        "version": "another state of the workspace",
        "engine": "another engine ({before})",
        "parameters": "other limits ({which})",
        "policy": "the other merge rule",
        "keywords": "other keywords",
        "none": "asked in the same way",
    }
)

# --- drawn in the browser ---------------------------------------------------------------------------------------------

PICTURE_STRINGS = MappingProxyType(
    {
        "picture": "What each mode gives the model",
        "entitiesLetter": "E",
        "relationsLetter": "R",
        "chainsLetter": "C",
        "chunksLetter": "P",
        "cut": "cut by limits",
        "cutOf": "{n} cut, {tokens} tokens",
        "about": "about ",
        "free": "limit",
        "prompt": "Prompt",
        "promptOf": "Show the exact prompt of {mode}",
        "limits": "Limits",
        "limitsHelp": "Moving one shows its effect at once: nothing is searched again and no model is called.",
        "allNeed": "all would take {n}",
        "aboutNeed": "all would take about {n}",
        "leastNeed": "all would take at least {n}",
        "reset": "Back to the usual values",
        "shownModes": "Columns",
        "keys": "Keys 1 to {n} put a mode in view.",
        "chains": "Chains",
        "hide": "Hide the column of {mode}",
        "unhide": "Show the column of {mode}",
    }
)
SLIDERS = MappingProxyType(
    {
        "max_entity_tokens": ("Entities", "tokens"),
        "max_relation_tokens": ("Relations", "tokens"),
        "max_total_tokens": ("In all", "tokens"),
        "chunk_top_k": ("Passages", ""),
        "top_k": ("Hits", ""),
        "threshold": ("Least similarity", ""),
    }
)
