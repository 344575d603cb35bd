"""The strings of the tabs beside the graph (differences, keys, vocabulary), and of what a card lets a person rule."""

from __future__ import annotations

from types import MappingProxyType

TABS = MappingProxyType(
    {"graph": "Graph", "differences": "Differences", "keys": "Keys", "vocabulary": "Vocabulary"},
)
TABS_LABEL = "Show"
# --- differences ------------------------------------------------------------------------------------------------------

COMPARING = "Laying both merge rules beside each other"
SUMMARY = (
    "From the same {documents} the **careful** rule makes {careful_nodes} and {careful_edges}, the **classic** rule "
    "{classic_nodes} and {classic_edges}."
)
DOCUMENTS, DOCUMENT = "{count:,} documents", "1 document"
NODES, NODE = "{count:,} nodes", "1 node"
RELATIONS, RELATION = "{count:,} relations", "1 relation"
EDGES, EDGE = "{count:,} edges", "1 edge"
KINDS = MappingProxyType(
    {
        "glued": ("Glued", "One node under classic holds what careful keeps as several."),
        "two directions": ("Direction lost", "One edge under classic holds relations that point both ways."),
        "folded": ("Folded", "One edge under classic holds several relations, all texts in one."),
        "kept apart": ("Not joined", "Classic has several nodes for spellings that careful takes for one name."),
        "hidden": (
            "Left out",
            "Classic shows what careful leaves out, by a decision or as a loop.",
        ),
    }
)
CLAUSES = MappingProxyType(
    {
        "glued": ("{count:,} nodes hold several things", "1 node holds several things"),
        "two directions": ("{count:,} edges point both ways", "1 edge points both ways"),
        "folded": ("{count:,} edges hold several relations", "1 edge holds several relations"),
        "kept apart": ("{count:,} things are several nodes", "1 thing is several nodes"),
        "hidden": ("{count:,} edges are shown that careful leaves out", "1 edge is shown that careful leaves out"),
    }
)
CLASSIC_IS = "Under classic {clauses}."
SAME = "Both merge rules make the same graph here"
SAME_HINT = "Nothing was glued, turned or folded. What is ticked under **Keys** parts nodes under careful alone."
KIND = "Kind"
ALL_KINDS = "All {count:,}"
FILTER = "Filter by a name"
FILTER_PLACEHOLDER = "Filter by a name…"
NONE_FIT = "No difference has “{text}” in it."
WORST = "Worst first: what would bring the most doubtful text into an answer. {first:,}–{last:,} of {total:,}."
EARLIER, LATER = "Earlier", "Later"
HARM_HELP = "A hit on any of {reach:,} entities brings this into an answer's context."
CLASSIC, CAREFUL = "Classic", "Careful"
SHOW_IN = "Show in the graph: {rule}"
EVIDENCE = "What the passages say"
MORE_GROUPS = "and {count:,} more"
OF_MENTIONS = "{count:,} mentions in all"
LEFT_OUT = "left out"
MENTIONS, MENTION = "{count:,} mentions", "1 mention"
OPEN_PASSAGE_HELP = "Open the passage in its document."
PICTURE_LABEL = "{rule}: {nodes} nodes, {edges} edges"

# --- keys -------------------------------------------------------------------------------------------------------------

KEYS_INTRO = (
    "Under the careful rule a name **and its qualifier** make a node: “Daily backup · Business” and "
    "“Daily backup · Enterprise” are two. Tick what tells things apart here. Nothing changes before you have seen a "
    "preview, and every tick can be undone."
)
IN_FORCE = "In force"
NOTHING_TICKED = "Nothing is ticked yet: the name alone makes the node."
FIELDS = "Fields of the documents"
FIELDS_HINT = "What stands in the front matter or the metadata of documents."
NO_FIELDS = "The documents have no fields. Front matter such as `plan: Business` at the top of a file makes one."
FIELD_LINE = "{values} in {count:,} of {total:,} documents"
VALUES, VALUE = "{count:,} values", "1 value"
VALUE_LINE = "{value} ({count:,})"
FOR_ALL = "{value} ({count:,}: sets nothing apart)"
MORE_VALUES = "and {count:,} more"
TYPE_WOULD_PART = "{type}: {count:,} of {total:,} would part"
PARTABLE = "It would tell apart: {names}."
SEVERAL = "{count:,} of them have several values at once, which part nothing."
DOCUMENT_FIELD = "The document itself"
DOCUMENT_LINE = "every document by itself, {count:,} in all"
TICK = "For which names or types…"
FOR_READERS = "It says who may read a document, and seldom what a name means there."
TICK_FOR = "{source}: for which things?"
TICK_NAMES = "Names that it would part"
TICK_NAMES_HELP = "Their passages come from documents with different values. Those that say two things come first."
TICK_OTHER = "Names"
TICK_ALL = "All {count:,} names"
TICK_OTHER_HELP = "Type a name and press Enter."
TICK_TYPES = "Whole types"
TICK_TYPES_HELP = "All things of a type, also those that later documents bring."
WOULD_PART = "{name} ({count:,})"
SAYS_TWO = "{name} ({count:,}) ⚑"
NOTHING_TO_PART = "No name occurs with more than one value of it."
CHOOSE_FIRST = "Choose a name or a type first."
PREVIEW = "Preview"
TERMS = "Roles and defined terms"
TERMS_HINT = (
    "Names that mean another thing in every document: one key would glue them. Ticked, each document has its own."
)
NO_TERMS = "No name here looks like a role or a term that documents define for themselves."
TERM_DOCUMENTS = "{count:,} documents"
TERM_REASONS = MappingProxyType(
    {
        "defined": "{count:,} documents define it for themselves",
        "lettered": "a party by letter or number",
        "this": "it points at its own document",
        "role": "a word for a role",
    }
)
TERM_QUOTE = "for example: {quote}"
TERMS_ALL = "Choose all {count:,}"
TERMS_NONE = "Choose none"
CHOSEN = "{count:,} chosen"
SAID = "Qualifiers that were read"
SAID_HINT = (
    "Values that the reader put beside a name, and that no tick makes known. They stay with the mention and part "
    "nothing until you add them."
)
NO_SAID = "No passage was read with a qualifier that is not known already."
SAID_LINE = "{count:,} times, at {names}"
SAID_ONCE = "once, at {names}"
KNOWN = "Known already: {values}."

# --- preview and rulings ----------------------------------------------------------------------------------------------

DRAFT = "What would happen"
DRAFT_COUNTS = "Nodes {nodes_before:,} → {nodes_after:,}, relations {edges_before:,} → {edges_after:,}."
DRAFT_PARTS = "{count:,} nodes part"
DRAFT_PART = "1 node parts"
DRAFT_MOVES = "{count:,} go by another key"
DRAFT_MOVE = "1 goes by another key"
DRAFT_NOTHING = "The graph would stay as it is. You can still take it: documents that come later may be meant."
PARTS_INTO = "{before} → {after}"
PART_OF = "{name} ({count:,})"
MORE_PARTS = "and {count:,} more nodes"
TAKE = "Decide"
LEAVE = "Leave it"
WORKING = "Working out what would happen"
READ_ONLY = "This workspace is open for reading only: {holder} holds it for writing. Decisions can be made there."
UNDO = "Undo"
RULED_BY = "{who}, {when}"
RULED_YOU = "you"
RULED = "Ruled"

# --- vocabulary -------------------------------------------------------------------------------------------------------

VOCABULARY_INTRO = (
    "The words that the reader chose. Pick rows to rename them, or to join several under one word. It holds for all "
    "documents, also for later ones."
)
WORD_KINDS = MappingProxyType({"type": "Entity types", "predicate": "Predicates"})
WORD_KIND = "Words"
WORD_FILTER = "Filter words"
WORD_FILTER_PLACEHOLDER = "Filter words…"
COLUMN_WORD, COLUMN_COUNT, COLUMN_EXAMPLES = "Word", "Times", "For example"
WORDS_SHOWN = "{shown:,} of {total:,} words."
WORDS_CUT = "The table holds the first {most:,}; filter to see others."
NO_WORDS = "There are none yet: they come with the first passages that are read."
CALL_ONE = "Call “{word}” instead"
CALL_SEVERAL = "Join {count:,} words under"
CALL_HELP = "Under the careful rule every node or edge with one of these words has this one."
NEAR = "Near spellings"
NEAR_HINT = "Words that look like one. Each is proposed together with the commonest."
NO_NEAR = "No two words look like spellings of one."
NEAR_LINE = "{to} ← {others}"
NEAR_WHY = MappingProxyType(
    {
        "spacing": "spaces or hyphens",
        "ending": "an ending",
        "small words": "small words",
        "a letter": "one letter",
    }
)
NEAR_DIFFER = "They differ in {why}."
JOIN = "Join…"
NO_WORD_RULED = "No word was renamed yet."

# --- cards ------------------------------------------------------------------------------------------------------------

ACT_SPLIT, ACT_SPLIT_HELP = "Split…", "Say which mentions belong together; each part becomes a node."
ACT_MERGE, ACT_MERGE_HELP = "Merge with…", "Choose one or more nodes that are the same thing."
ACT_MORE = "More"
ACT_MORE_HELP = "Give a qualifier, write its text, or hide it."
ACTS = MappingProxyType(
    {
        "rename": ("Rename…", ":material/edit:"),
        "retype": ("Change type…", ":material/category:"),
        "qualify": ("Give a qualifier…", ":material/key:"),
        "describe": ("Write its text…", ":material/notes:"),
        "hide": ("Hide…", ":material/visibility_off:"),
        "relabel": ("Change predicate…", ":material/edit:"),
        "direction": ("Turn round…", ":material/swap_horiz:"),
    }
)
"""What a small editor can rule on a card's entity or relation, by kind of decision."""
ACT_RIGHT, ACT_RIGHT_HELP = "This is right", "What was noted here is no fault. It is remembered and not shown again."
RIGHT_SAID = "You said that this is right."
RIGHT_TAKEN = "Remembered: this is right."
ACT_CLASSIC = "Decisions act under the careful rule."
ACT_CLASSIC_HELP = "Classic is the control: it shows what is built without them."
MERGE_FIND = "Merge with which?"
MERGE_PLACEHOLDER = "Type a part of its name…"
MERGE_NONE = "No other entity has a name like that."
MERGE_TYPE = "None has a name like this one. Type a part of another name."
MERGE_GO = "Go on"
RULING = MappingProxyType(
    {
        "rename": "Rename {name}",
        "retype": "Change the type of {name}",
        "qualify": "Give {name} a qualifier",
        "describe": "Write the text of {name}",
        "hide": "Hide {name}",
        "relabel": "Change the predicate of {name}",
        "direction": "Turn {name} round",
    }
)
"""The title of the dialog, by what is done in it."""
WAITS = "{count:,} mentions wait for a part"
WAITS_ONE = "1 mention waits for a part"
WAITS_ENDS = "Relations here wait for a part"
WAITS_HELP = "It was read under this name, and the split did not say which part it means."
WAITS_PLACE, WAITS_PLACE_MANY = "Place it", "Place them"
WAITS_MARK = "waits"

# --- what became of a node --------------------------------------------------------------------------------------------

BECAME_ONE = "“{old}” is “{new}” now, by a decision."
CALLED_ONE = "“{old}” is “{new}” under this merge rule."
CALLED_SEVERAL = "“{old}” is {count:,} nodes under this merge rule:"
BECAME_SEVERAL = "“{old}” was split. It is {count:,} nodes now:"
