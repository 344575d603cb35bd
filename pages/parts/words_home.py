"""The strings of the Home page."""

from __future__ import annotations

WELCOME = "Welcome to LightPrism"
WHAT_IT_IS = (
    "LightPrism reads your documents on this machine and merges what they say into one graph of entities and "
    "relations. It shows how that graph was made, and what each way of searching takes from it."
)
TRY = "Try it with a sample"
TRY_HINT = "Larkspur is the short handbook of an invented cloud service. One click makes a workspace and reads it."
TRY_BUTTON = "Load the Larkspur sample"
SAMPLE = "larkspur"
SAMPLE_WORKSPACE = "Larkspur"
MAKE = "Make a workspace"
MAKE_HINT = "A workspace is one folder that holds documents, what was read from them, and your decisions."
NAME = "Name"
NAME_PLACEHOLDER = "Handbook"
CREATE = "Make it"
NEW = "New workspace"
START_WITH = "Start with"
START_EMPTY = "Nothing"
ENGINE = "Engine"
ENGINE_HELP = "What reads the documents and the questions of this workspace."
EMBEDDED = "Embedded"
LOOKING = "Looking for a model server on this machine …"
LOOK_AGAIN = "Look again"
MAKING = "Making the workspace …"

WORKSPACES = "Workspaces"
OPEN = "Open"
THIS_ONE = "open"

NEXT = "What to do next"
NEXT_ADD = "This workspace is empty."
NEXT_ADD_HINT = "Add files, a folder or a pasted text to be read."
NEXT_ADD_BUTTON = "Add documents"
NEXT_GRAPH = "The documents have been read."
NEXT_GRAPH_HINT = "See what was found, how it hangs together, and where it stands in the documents."
NEXT_GRAPH_BUTTON = "Look at the graph"
NEXT_ASK = "Ask a question."
NEXT_ASK_HINT = "You get one answer, and every sentence of it leads to the passage that it rests on."
NEXT_ASK_BUTTON = "Ask a question"
NEXT_COMPARE = "See the same question answered in six ways."
NEXT_COMPARE_HINT = "Compare shows what each way of searching finds, and what it leaves out."
NEXT_COMPARE_BUTTON = "Compare the ways"

COUNTING = "Counting …"
DOCUMENTS = "Documents"
PASSAGES = "Passages read"
PASSAGES_HELP = "A document is cut into passages; each is read by itself."
OF = "{read:,} of {chunks:,}"
ENTITIES = "Entities"
ENTITIES_HELP = "Things in the graph, after merging under the careful rule."
RELATIONS = "Relations"
RELATIONS_HELP = "Connections in the graph, after merging under the careful rule."

LOOK = "Worth a look"
LOOK_NONE = "Nothing: every file and passage was read, and no row was rejected."
STUBS = "Named but never described: {count:,}"
FLAGGED = "With a note, such as facts that do not fit together: {count:,}"
FAILED = "Passages that could not be read: {count:,}"
REJECTED = "Rows rejected: {count:,}"
NOTHING_FOUND = "Passages in which nothing was found: {count:,}"
UNREAD = "Files or pages not read: {count:,}"
SEARCH_READY = "Search index up to date: {rows}."
SEARCH_BEHIND = "The search index is behind: it is brought up to date at the end of reading. Searching works meanwhile."
SEARCH_HELP = "Three collections that searching looks into. They are made from the documents and can be made again."
COLLECTIONS = {"entities": "{rows:,} entities", "relations": "{rows:,} relations", "chunks": "{rows:,} passages"}

LATELY = "Lately"
LATELY_NONE = "Nothing has been asked or opened here yet."
LATELY_NONE_HINT = "What you ask, compare, or open on the graph is listed here, and can be opened again."
LATELY_ASK = "Ask the first question"
HISTORY = "All that was asked and opened"
HISTORY_HINT = "Questions keep what was found and answered then. A star and a note are for you to find them again."
HISTORY_BACK = "Back to Home"
HISTORY_FIND = "Find in questions, notes, answers and names"
STARRED_ONLY = "Starred only"
SORTS_LABEL = "What to list"
SORTS = {
    "ask": ("Questions", "Question", ":material/forum:"),
    "compare": ("Comparisons", "Comparison", ":material/compare_arrows:"),
    "opened": ("Opened", "Opened", ":material/hub:"),
}
"""By sort: the label of its filter, the word at a line, its icon."""
OPENED_KINDS = {
    "entity": ("Entity", ":material/hub:"),
    "relation": ("Relation", ":material/timeline:"),
    "chunk": ("Passage", ":material/article:"),
    "document": ("Document", ":material/description:"),
}
ANSWERED = "answered"
EARLIER = "over an earlier version of {document}"
ALL_MODES = "all {count} ways"
UNDERSTOOD = "asked as: {asked}"
STAR, UNSTAR = "☆ Star", "★ Starred"
STARRED = "★"
NOTE = "Note"
NOTE_PLACEHOLDER = "Why this is worth keeping …"
NOTE_SAVE, NOTE_CANCEL = "Save the note", "Cancel"
DELETE = "Delete"
DELETE_SURE = "Delete this question with all that was found and answered? This can't be undone."
DELETE_YES, DELETE_NO = "Delete it for good", "Keep it"
HISTORY_NONE = "Nothing fits"
HISTORY_NONE_HINT = "Take a word or a filter away."
HISTORY_READ_ONLY = "Another process holds this workspace for writing: nothing is added to this list here."
HISTORY_MORE = "Show {count:,} more"
TODAY, YESTERDAY = "today {time}", "yesterday {time}"
