"""The strings of the Entities and Relations tables, and of who decides."""

from __future__ import annotations

from types import MappingProxyType

# --- who decides ------------------------------------------------------------------------------------------------------

PERSON = "Your name, to stand beside your decisions"
PERSON_WHY = "So that others see whose a decision is. It is asked once, kept on this computer, and can be changed."
PERSON_SAVE = "Save"
PERSON_SKIP = "Without a name"
PERSON_IS = "Decisions are signed **{name}**."
PERSON_NONE = "Decisions are signed **you**, without a name."
PERSON_CHANGE = "Change"
PERSON_CANCEL = "Cancel"

# --- the tables -------------------------------------------------------------------------------------------------------

FIND = "Search"
SEARCH = MappingProxyType({"entities": "Names …", "relations": "Names and words …"})
FACETS = MappingProxyType(
    {
        "type": "Type",
        "qualifier": "Qualifier",
        "document": "Document",
        "flag": "Note",
        "predicate": "Relation",
        "from": "From type",
        "to": "To type",
    }
)
FACET_ANY = "Any"
NO_VALUE = MappingProxyType({"qualifier": "without a qualifier"})
RANGE = MappingProxyType({"entities": "Relations", "relations": "Passages"})
RANGE_HELP = MappingProxyType(
    {
        "entities": "How many relations the entity has.",
        "relations": "How many passages say the relation.",
    }
)
CLEAR_FILTERS = "Take the filters off"
COUNT = MappingProxyType(
    {
        "entities": "**{first:,}–{last:,}** of {total:,} entities",
        "relations": "**{first:,}–{last:,}** of {total:,} relations",
    }
)
COUNT_OF = "({all:,} in all)"
NONE_FIT = MappingProxyType({"entities": "No entity fits", "relations": "No relation fits"})
NONE_FIT_HINT = "Search for less, or take a filter off."
PREVIOUS, NEXT = "Previous", "Next"
CHOSEN = "**{count:,} chosen**"
CHOSEN_NONE = "choose rows to decide on them"
CHOSEN_HELP = "A choice stays while you search, filter and turn pages."
LOST_ONE = "1 row that you had chosen is gone: a decision made elsewhere meanwhile gave it another name, or hid it."
LOST = "{count:,} rows that you had chosen are gone: decisions made elsewhere gave them other names, or hid them."
CLEAR_CHOICE = "Choose none"
CHOOSE_ALL = "Choose all {count:,}"
CHOOSE_MANY = "Choose the first {most:,} of {count:,}"
COLUMNS = MappingProxyType(
    {
        "name": ("Name", ""),
        "qualifier": ("Qualifier", "Which of several things of that name: a plan, a version, a place."),
        "type": ("Type", ""),
        "number": ("Relations", "How many relations the entity has."),
        "mentions": ("Mentions", "How often passages say something of it."),
        "documents": ("Documents", "In how many documents it is."),
        "notes": ("Notes", ""),
        "source": ("From", ""),
        "predicate": ("Relation", ""),
        "target": ("To", ""),
        "passages": ("Passages", "How many passages say so."),
    }
)
LABEL = MappingProxyType({"entities": "Entities", "relations": "Relations"})
ROWS = MappingProxyType(
    {
        "choose": "Choose {name}",
        "all": "Choose all rows of this page",
        "sort": "Sort by this",
        "open": "Open on the Graph page",
    }
)
KEYS = (
    "Click a row or press Space to choose it, with Shift for all rows between; ↑ and ↓ go from row to row. "
    "A heading sorts. A name opens its card on the Graph page."
)
READ_ONLY = "Another process holds this workspace for writing: rows can be looked at, not decided on."
EMPTY = MappingProxyType({"entities": "There are no entities yet", "relations": "There are no relations yet"})
EMPTY_HINT = "Add documents, or load a sample: they grow while documents are read."

# --- decisions --------------------------------------------------------------------------------------------------------

ACTS = MappingProxyType(
    {
        "merge": ("Merge …", ":material/merge:", "They are one thing: choose the name that stays."),
        "not_same": ("Not the same", ":material/difference:", "They look alike but differ: stop proposing to merge."),
        "retype": ("Change type …", ":material/label:", "Say what kind of thing they are."),
        "qualify": ("Qualify …", ":material/sell:", "Add which one is meant, such as a plan or a version."),
        "rename": ("Rename …", ":material/edit:", "Call it otherwise from now on; the old name goes on leading to it."),
        "split": ("Split …", ":material/call_split:", "It is several things: say which mention belongs to which."),
        "hide": ("Hide", ":material/visibility_off:", "Leave them out of graph, search and answers."),
        "relabel": (
            "Change the word …",
            ":material/edit:",
            "Call these relations by one word: several words become one.",
        ),
        "direction": ("Reverse", ":material/swap_horiz:", "They point the other way than was read."),
    }
)
NEED_ONE = "Choose one row for this."
NEED_TWO = "Choose two or more rows for this."
ABOUT_MORE = "{names} and {count:,} more"
VALUE = MappingProxyType(
    {
        "retype": "New type",
        "qualify": "Qualifier",
        "rename": "New name",
        "relabel": "One word for all of them",
    }
)
VALUE_HELP = MappingProxyType(
    {
        "retype": "Choose one that is there, or type another.",
        "qualify": "Choose one that is there, or type another.",
        "rename": "The qualifier stays as it is.",
        "relabel": "Choose one that is there, or type another.",
    }
)
EVERYWHERE = MappingProxyType(
    {
        "retype": "Everywhere: {values} becomes the new type for all entities, those of later documents too",
        "relabel": "Everywhere: {values} becomes the new word in all relations, those of later documents too",
    }
)
WHY = "Why (may stay empty)"
DECIDE = "Decide"
DECIDE_HELP = "One step: one undo takes all of it back."
CANCEL = "Cancel"
NEEDS_VALUE = "Say what it should be; then you see what would change."
PREVIEWING = "Working out what would change …"
DECIDED_ONE = "Decided."
DECIDED = "Decided: {count:,} decisions in one step."
DECIDED_NONE = "Nothing new was recorded."
UNDO = "Undo"
UNDONE = "Undone. The decision stays in the history."
REDO = "Redo"
REDONE = "Done again."
WENT_BACK = "Back at that point. What was decided after it stays in the history."
TOOK = "Taken over, as one step."
TO_HISTORY = "Open the history"
