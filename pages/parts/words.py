"""Every string that a reader sees, grouped by page; a reader's words, not ours.

Nothing here is text from a document: that goes through `text.py`. Templates take plain values by name.
"""

from __future__ import annotations

from types import MappingProxyType

# --- the app ----------------------------------------------------------------------------------------------------------

APP = "LightPrism"
PAGES = MappingProxyType(
    {
        "home": ("Home", ":material/home:", "What is in this workspace and what to do next."),
        "documents": (
            "Documents",
            ":material/description:",
            "Add documents, watch them being read, see what could not be.",
        ),
        "ask": ("Ask", ":material/forum:", "Ask one question and get one answer, each sentence with its passage."),
        "compare": ("Compare", ":material/compare_arrows:", "Ask one question in six ways and see what each brings."),
        "search": ("Search", ":material/search:", "Find words, numbers and names, and open where they stand."),
        "graph": ("Graph", ":material/hub:", "See what was found, how it hangs together and where it was read."),
        "evaluate": (
            "Evaluate",
            ":material/monitoring:",
            "Run questions through every mode and see which finds the evidence.",
        ),
        "diagnose": ("Diagnose", ":material/troubleshoot:", "See what may have gone wrong, the most harmful first."),
        "curate": ("Curate", ":material/handyman:", "Split, merge, rename and hide, one decision at a time or many."),
        "history": ("History", ":material/history:", "See every decision and its effect; undo and redo."),
        "lesson": ("Lesson", ":material/school:", "Learn how dual-level retrieval works, and where it fails."),
        "extraction": (
            "Extraction",
            ":material/fact_check:",
            "See one passage beside what was read from it, and read it another way.",
        ),
        "settings": ("Settings", ":material/settings:", "Choose what reads the documents, and how."),
    }
)
SECTIONS = MappingProxyType(
    {
        "": ("home", "documents"),
        "Explore": ("ask", "compare", "search", "graph", "evaluate"),
        "Repair": ("diagnose", "curate", "history"),
        "More": ("lesson", "extraction", "settings"),
    }
)
"""Heading in the navigation -> pages under it, in their order."""
WORKSPACE = "Workspace"
WORKSPACE_HELP = "A workspace holds documents, what was read from them, and the decisions made on it. It is one folder."
ENGINE = "Engine"
ENGINE_HELP = "What reads the documents and the questions. It belongs to the workspace. A click opens the settings."
ENGINES = MappingProxyType(
    {
        "embedded": "Reads by statistics on this computer, with no server: quick, coarser than a language model.",
        "ollama": "A language model on the Ollama server that you named reads the documents.",
    }
)
NO_WORKSPACE = "No workspace yet"
NO_WORKSPACE_HINT = "Make one on the Home page; it takes a name and a click."
READ_ONLY = "Read only: another process holds this workspace for writing."
GO_HOME = "Go to Home"
GO_DOCUMENTS = "Go to Documents"

# --- terms, each with a sentence of help -----------------------------------------------------------------------------

MERGE_RULE = "Merge rule"
MERGE_RULE_HELP = (
    "How mentions become one thing. **Careful** keeps direction, tells things apart by their qualifier and follows "
    "your decisions. **Classic** is what LightRAG builds: same name, same thing; direction is lost."
)
MERGE_RULES = MappingProxyType({"careful": "Careful", "classic": "Classic"})
STUB = "Named but never described"
STUB_HELP = "A passage names it as one end of a relation, but none says what it is."
DEGREE_HELP = "How many relations the entity has in the whole graph."
FLAGS = MappingProxyType(
    {
        "stub": (STUB, STUB_HELP),
        "collision": ("Says two things", "Passages under this name give facts that do not fit together."),
        "unassigned": (
            "Waits for a part",
            "The entity was split, and what is said here was given to none of its parts.",
        ),
        "endpoint unclear": (
            "Unclear which one is meant",
            "Several entities have this name, and the passage does not tell which one it means.",
        ),
        "described": ("Described by a person", "A person's text stands here instead of what passages say."),
        "review": (
            "Text to review",
            "A person's text was written over other passages than there are now: see whether it still holds.",
        ),
    }
)
UNTYPED = "no type"

# --- graph ------------------------------------------------------------------------------------------------------------

OPENING = "Opening the graph"
GRAPH_EMPTY = "There is no graph yet"
GRAPH_EMPTY_HINT = "Add documents, or load a sample: the graph grows while they are read."
GRAPH_NO_FIT = "No entity fits these filters"
GRAPH_NO_FIT_HINT = "Take a type or a document out of the filters, or lower the least number of relations."
SHOWING_CORE = (
    "Showing {shown:,} of {total:,} entities, the most connected part, and {edges:,} of {all_edges:,} relations."
)
SHOWING_ALL = "Showing all {total:,} entities and {edges:,} of {all_edges:,} relations."
SHOWING_FITTING = (
    "Showing {shown:,} of {matching:,} entities that fit ({total:,} in all), and {edges:,} of {all_edges:,} relations."
)
SHOWING_FOCUS = (
    "Showing {shown:,} of {matching:,} entities within {steps} of **{name}** ({total:,} in all), "
    "and {edges:,} of {all_edges:,} relations."
)
SHOWING_GROWN = (
    "Showing {shown:,} of {matching:,} entities grown from **{name}** ({total:,} in all), "
    "and {edges:,} of {all_edges:,} relations."
)
SHOWING_CUT = "No more than {limit:,} are drawn at first; the filters can raise that."
READ_SO_FAR = "{read:,} of {chunks:,} passages read so far: the graph is not whole yet."
STEPS = MappingProxyType({1: "1 step", 2: "2 steps", 3: "3 steps"})
FIND = "Find an entity"
FIND_PLACEHOLDER = "Find an entity…"
FOUND_NONE = "No entity has a name like that. Try a shorter part of it, or the other merge rule."
FOUND_OTHERS = "Also fitting"
FILTERS = "Filters"
FILTERS_ON = "Filters ({count})"
FILTER_TYPES = "Types"
FILTER_DOCUMENTS = "Documents"
CONFLICTS = "These do not fit together:"
CONFLICTS_MORE = "and {count:,} more sentences"
FILTER_NOTE = "Note"
NOTE_FILTER = MappingProxyType(
    {"note": "Any note", **{flag: label for flag, (label, _) in FLAGS.items()}},
)
"""Notes that one can filter by; the keys are also what stands in an address (`?flag=stub`)."""
LISTED = "{note}: {count:,} of {total:,} entities. {shown:,} of them are drawn below."
LISTED_HINT = "The most connected first. Pick a row to open its card."
FILTER_DEGREE = "At least this many relations"
FILTER_LIMIT = "Entities shown at most"
FILTER_LIMIT_HELP = "Up to 500: beyond that nobody can read names."
FILTER_CLEAR = "Clear filters"
ALL = "All"
STEPS_LABEL = "Steps"
WHOLE = "Whole graph"
WHOLE_HELP = "Back to the most connected part."
AROUND = "Surroundings"
AROUND_HELP = "Show this entity in the middle, with what lies a step away."
GROW = "Grow"
GROW_HELP = "Add what lies a step away to the picture. A double click on the node does the same."
SAVE_HTML = "Save as HTML"
SAVE_HTML_HELP = "One file with the graph in view. It opens without a network and runs nothing that a document said."
TABLE = "The same as tables"
TABLE_HELP = "Pick a row to open its card."
COLUMN_NAME, COLUMN_QUALIFIER, COLUMN_TYPE, COLUMN_DEGREE = "Name", "Qualifier", "Type", "Relations"
COLUMN_NOTE, COLUMN_FROM, COLUMN_TO, COLUMN_WHAT, COLUMN_WEIGHT = "Note", "From", "To", "Relation", "Passages"
COLUMN_WAY = "Way"
WAY_ONE, WAY_BOTH, WAY_NONE = "→", "↔", "–"
GRAPH_STRINGS = MappingProxyType(
    {
        "label": "Graph of {nodes} entities and {edges} lines. The tables below hold the same.",
        "fit": "Fit to window",
        "zoomIn": "Zoom in",
        "zoomOut": "Zoom out",
        "full": "Full screen",
        "stub": STUB,
        "flag": "Has a note",
        "other": "other types",
        "untyped": UNTYPED,
        "failed": "The drawing script could not be loaded. The tables below hold the same.",
    }
)

# --- cards ------------------------------------------------------------------------------------------------------------

CARD_NONE = "Click a node or a line to open its card"
CARD_NONE_HINT = "Double-click a node to add its neighbours. Drag to move, scroll to zoom."
CARD_NONE_START = "The best connected in view:"
TAB_PROFILE = "Profile"
TAB_RELATIONS = "Relations"
TAB_PASSAGES = "Passages"
TAB_MENTIONS = "As read"
VOTE = "Type by vote: {votes}"
VOTE_ONE = "{type} ({count})"
NO_TEXT = "No passage describes it."
NO_RELATION_TEXT = "No passage describes this relation beyond its name."
CUT_TEXTS = "Left out of the profile because it is long"
PASSAGES_SAY = "What passages say"
BY_PERSON = "Written by a person, instead of what passages say"
SAID_IN = "Said in"
MORE = "Show more"
OF = "{first:,}–{last:,} of {total:,}"
PAGE_NUMBER = "Part (of {pages})"
PAGE = "page {page}"
PASSAGE = "passage {number}"
BETWEEN = "{count} relations between these two"
WEIGHT = "{count} passages say so"
WEIGHT_ONE = "1 passage says so"
STRENGTH = "strength {value:g}"
KEYWORDS = "Keywords"
CLOSE = "Close"
GONE = "What this link points to is not in the graph under this merge rule: “{name}”."
NO_SUCH_WORKSPACE = "There is no workspace named “{name}”."
OTHER_WORKSPACE = "This is “{name}” instead."
GROW_NOTHING = "Nothing to add: all that lies a step away and fits the filters is in the picture."
GROW_FULL = "Nothing added: the picture holds {most:,} entities, the most that it can."
DOCUMENT_OPEN = "Open the document"
PASSAGE_STRINGS = MappingProxyType({"whole": "Show the whole passage", "less": "Show less"})
