"""The strings of the History page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "History"
READING = "Looking at what each decision does now …"
HINT = "Every decision made on this workspace, latest first. Nothing is erased: undoing is a decision, too."
VIEWS_LABEL = "What to show"
VIEWS = MappingProxyType({"list": "Decisions", "checkpoints": "Checkpoints", "exchange": "Exchange"})
COUNTED = "{label} {count:,}"
READ_ONLY = "Another process holds this workspace for writing: its decisions can be looked at, not undone."

EMPTY = "No decisions yet"
EMPTY_HINT = (
    "A decision says what documents can't: that two names are one thing, that one name is two, what something is "
    "called. The graph follows it from then on, for later documents too, and each can be undone. "
    "Make one on the Curate page, or from a card on the Graph page."
)
GO_CURATE = "Go to Curate"

# --- filters ----------------------------------------------------------------------------------------------------------

FIND = "Find a decision: a word, or #12"
FILTERS = MappingProxyType(
    {"who": "Person", "kind": "Kind", "state": "State", "node": "Entity", "document": "Document"}
)
ANY = "Any"
CLEAR = "Take the filters off"
NONE_FIT = "No decision fits these filters"
NONE_FIT_HINT = "Search for less, or take a filter off."
COUNT = "{count:,} decisions"
COUNT_ONE = "1 decision"
COUNT_OF = "{count:,} of {all:,} decisions"
MORE = "Show {count:,} more"
YOU = "you"

KINDS = MappingProxyType(
    {
        "split": ("Split", ":material/call_split:"),
        "merge": ("Merge", ":material/merge:"),
        "not_same": ("Not the same", ":material/difference:"),
        "rename": ("Rename", ":material/edit:"),
        "qualify": ("Qualify", ":material/sell:"),
        "retype": ("Type", ":material/label:"),
        "hide": ("Hide", ":material/visibility_off:"),
        "assert": ("Add", ":material/add_circle:"),
        "relabel": ("Relation's word", ":material/edit:"),
        "endpoint": ("Relation's end", ":material/adjust:"),
        "direction": ("Direction", ":material/swap_horiz:"),
        "describe": ("Text", ":material/notes:"),
        "accept": ("Finding is right", ":material/verified:"),
        "unsure": ("Unsure", ":material/help:"),
        "mute": ("Findings off", ":material/notifications_off:"),
        "checkpoint": ("Checkpoint", ":material/flag:"),
        "revoke": ("Undo", ":material/undo:"),
        "tick": ("Told apart by", ":material/key:"),
        "know": ("Known qualifier", ":material/key:"),
    }
)
UNKNOWN_KIND = ("Unknown kind", ":material/question_mark:")

STATES = MappingProxyType(
    {
        "acts": ("Acts", "green", "It holds."),
        "idle": (
            "Idle",
            "gray",
            "There is nothing here now that it is about. It stays, and acts again when there is.",
        ),
        "undone": ("Undone", "gray", "A later decision took it back. It can be done again."),
        "review": (
            "Review",
            "orange",
            "It holds, but its passages are others than when it was made: read it once more.",
        ),
        "unknown": (
            "Not understood",
            "red",
            "This version does not know this kind of decision, or can't read it. It is kept and has no effect.",
        ),
    }
)

# --- a step -----------------------------------------------------------------------------------------------------------

NUMBER = "#{first}"
NUMBERS = "#{first}–#{last}"
EFFECT = "entities {nodes_before:,} → {nodes_after:,} · relations {edges_before:,} → {edges_after:,}"
EFFECT_NONE = "as many entities and relations as before"
ALIKE = "{kind}: {count:,} decisions in one step"
ALIKE_FIRST = "First: {sentence}. Details shows all."
SOME_UNDONE = ":gray-badge[{count:,} undone]"
AGAIN = "Do again: "
REDO_ICON = ":material/redo:"
MORE_RULINGS = "and {count:,} more in this step"
WHY = "Why: {why}"
ABOUT = "About"
BECAME = "is now"
GONE = "not there now"
RESTS_ON = "Rests on {numbers}."
RESTED_ON = "{numbers} rests on it."
RESTED_ON_MANY = "{numbers} rest on it."
FROM_DOCUMENTS = "From {documents}."
MORE_DOCUMENTS = "{documents} and {count:,} more"

UNDO, REDO, BACK, DETAILS = "Undo", "Redo", "Back to here", "Details"
UNDO_HELP = "Take this step back. Later decisions stay."
REDO_HELP = "Let it hold again."
BACK_HELP = "Take back all that was decided after this."
UNDO_ONE = "Undo this one"
REDO_ONE = "Redo this one"
LATEST = "Undo the latest"
LATEST_HELP = "{sentence} (key U)"
JSON = "As it is stored"
CHANGED = "What it changed"
CHANGED_NOTHING = "It changed nothing in the graph."
START = "Before all decisions"
START_HINT = "The graph as documents alone give it."

RESTED_TITLE = "**Other decisions rest on this one.** Without it they may have nothing to act on, or act elsewhere:"
UNDO_ALONE = "Undo this alone"
UNDO_WITH = "Undo these too"
CANCEL = "Cancel"
BACK_TITLE = "**Back to {point}.** This takes {count:,} changes. All decisions stay in this list and can be redone."
BACK_TITLE_ONE = "**Back to {point}.** This takes 1 change. All decisions stay in this list and can be redone."
BACK_NOTHING = "Nothing to take back: what held here holds now."
BACK_GO = "Go back"
WORKING = "Working out what would change …"

# --- checkpoints ------------------------------------------------------------------------------------------------------

CHECKPOINTS_HINT = "A checkpoint is a name for the graph as it is now: to compare with later, or to go back to."
CHECKPOINT_NAME = "Name of a new checkpoint"
CHECKPOINT_PLACEHOLDER = "Before the big merge"
CHECKPOINT_SAVE = "Make a checkpoint"
CHECKPOINT_NONE = "No checkpoints yet"
CHECKPOINT_SINCE = "{count:,} decisions since"
CHECKPOINT_SINCE_ONE = "1 decision since"
CHECKPOINT_SINCE_NONE = "nothing decided since"
COMPARE = "Compare"
COMPARE_FROM, COMPARE_TO = "From", "To"
NOW = "Now"
SAME = "The graph is the same at both."

# --- exchange ---------------------------------------------------------------------------------------------------------

SAVE_TITLE = "Give your decisions away"
SAVE_HINT = "All decisions as one file, for a colleague with the same documents, or for keeping."
SAVE = "Save decisions"
SAVE_FILE = "decisions.json"
TAKE_TITLE = "Take a colleague's decisions"
TAKE_HINT = "Choose the file: you see what is in it before anything is decided."
TAKE_LABEL = "File of decisions"
TAKE_WHO = "{who}, {when}"
ROWS = MappingProxyType(
    {
        "new": ("New", "They would act here."),
        "contradictory": (
            "In contradiction",
            "Something else was decided here on the same. Taking one puts it after yours, so it wins.",
        ),
        "idle": ("Nothing to act on", "Nothing here is what they are about. Taken, they wait until there is."),
        "duplicate": ("Already here", "The same was decided here. There is no need to take them."),
        "undone": ("Undone there", "They were taken back in the file itself, so they are not offered."),
        "unreadable": ("Not understood", "They can't be taken."),
    }
)
ROWS_MORE = "and {count:,} more like these"
ROW_AGAINST = "against {numbers} here"
ROW_SAME = "same as {numbers} here"
TAKE = "Take {count:,}"
TAKE_ONE = "Take 1"
TAKE_NONE = "Choose what to take."
TAKE_EMPTY = "There is no decision in this file."
TAKE_ALL, TAKE_NO = "Choose all", "Choose none"
