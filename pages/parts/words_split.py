"""The strings of the split screen."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Split “{name}”"
TITLE_AGAIN = "Give what waits in “{name}” to its part"
ABOUT = "Each mention goes to one part. Nothing is lost: a split is a decision, and can be undone at any time."
ABOUT_AGAIN = "This was split before. {count:,} mentions fit no part by rule; place them here. They wait until you do."
ABOUT_AGAIN_ONE = "This was split before. 1 mention fits no part by rule; place it here. It waits until you do."
GONE = "“{name}” is not in the graph"
GONE_HINT = "It may have been split, merged or renamed, or its documents withdrawn."
BECAME = "What became of it:"
CHANGED = "Documents or decisions changed meanwhile. Your parts are kept; new mentions were added."

GROUP_BY = "Group by"
GROUP_BY_HELP = "What may tell the mentions apart. Choosing another one starts over."
BY_HAND = "Nothing: place them by hand"
BASES = MappingProxyType(
    {
        "qualifiers": "Qualifiers that passages give",
        "titles": "Titles",
        "kinds": "What it is called",
        "types": "Types",
        "types of two families": "Types",
        "numbers": "Numbers that do not fit together",
        "dates": "Dates",
        "acronym": "Capitals",
        "one title": "A title that only some know",
        "metadata": "Metadata: {field}",
        "texts apart": "What the passages are about",
        "neighbours apart": "What it is related to",
        "two halves": "The two halves least alike",
    }
)
BASIS_PARTS = "{basis} ({count} parts)"

PARTS = "Parts"
PART_NAME, PART_QUALIFIER = "Name", "Qualifier"
PART_NAME_HELP = "The name and the qualifier together tell parts from each other."
PART_MENTIONS = MappingProxyType({1: "1 mention"})
PART_MENTIONS_MANY = "{count:,} mentions"
PART_NEW_MENTIONS = MappingProxyType({0: "nothing new", 1: "1 new mention"})
PART_NEW_MENTIONS_MANY = "{count:,} new mentions"
PART_ENDS = "{count:,} ends of relations"
PART_END = "1 end of a relation"
PART_REMOVE = ""
PART_REMOVE_HELP = "Remove this part. Its mentions wait until they are placed."
PART_NEW = "New part"
PART_NEW_HELP = "Type its qualifier and press Enter."
PART_NEW_PLACEHOLDER = "Type a qualifier …"
RULES = "Later mentions belong here if"
RULES_HELP = (
    "One of these is enough. A later mention that fits no part, or two, waits, and Diagnose shows it. "
    "To make another rule, filter the mentions below."
)
RULE_DROP = ""
RULE_DROP_HELP = "Drop this rule"
RULES_NONE = "No rule: later mentions wait"
RULE_QUALIFIER = "the passage calls it {values}"
RULE_DOCUMENT = "it is in {values}"
RULE_METADATA = "{field} is {values}"
RULE_AND, RULE_OR = " and ", " or "
RULE_MORE = "{count:,} more"
SAME_DOCUMENTS = "Later mentions in a document whose mentions all went to one part go there too"
SAME_DOCUMENTS_HELP = "So the split lasts when a document is cut or read in another way."
RULE_ALSO = "Its rules also fit {count:,} mentions placed elsewhere."

MENTIONS = "Mentions"
MENTIONS_COUNT = "{shown:,} of {total:,} mentions"
MENTIONS_ALL = "{total:,} mentions"
MENTIONS_ONE = "1 mention"
NO_MENTIONS = "No passage describes it; only relations name it. Make the parts, then say below which one each means."
SEARCH = "Search their texts and passages"
SEARCH_PLACEHOLDER = "Words in the passage …"
FILTER, FILTER_ON = "Filter", "Filter ({count})"
FILTER_DOCUMENTS, FILTER_QUALIFIERS, FILTER_PART = "Document", "Qualifier", "Part"
FILTER_CLEAR = "Clear"
NONE_FIT = "No mention fits this filter."
WAITS = "waits"
WAITS_LABEL = "– waits –"
MOVE_TO = "Move to"
MOVE_TO_HELP = "Choose a part, or type the qualifier of a new one."
MOVE_TICKED = "Move ticked ({count:,})"
MOVE_SHOWN = "Move all shown ({count:,})"
MOVE_TICKED_HELP = "Tick mentions in the first column, or choose a part in the column Part."
MAKE_RULE = "Make this filter its rule"
MAKE_RULE_HELP = "Later mentions that fit this filter belong to the part chosen."
MAKE_RULE_WORDS = "Words can't be a rule: filter by document, qualifier or metadata."
COLUMN_TICK, COLUMN_PART, COLUMN_TEXT, COLUMN_NUMBERS = "✓", "Part", "What is said", "Numbers"
COLUMN_QUALIFIER, COLUMN_DOCUMENT, COLUMN_PASSAGE = "Qualifier", "Document", "Passage"
COLUMN_RELATION = "Relation"
NO_TEXT = "(named only)"

READ = "Passages"
READ_TICKED = "Passages of the mentions ticked"
READ_HINT = "Tick mentions to read their passages here."
READ_MORE = "The first {shown} of {count:,} are shown."

ENDS = "Relations"
ENDS_FOLLOW = "{count:,} ends of relations follow their passage or a rule."
ENDS_FOLLOW_ONE = "1 end of a relation follows its passage or a rule."
ENDS_NONE = "No relation leads to it."
ENDS_UNCLEAR = "Of {count:,} it is unclear which part they mean. What is not placed waits."
ENDS_UNCLEAR_ONE = "Of 1 it is unclear which part it means. If it is not placed, it waits."

PREVIEW = "What will change"
RETRIEVAL = "What retrieval will find"
RETRIEVAL_HELP = "The passages that `local` reaches when it starts from a part, beside those it reaches today."
SEED_LINE = "From **{part}**: {after:,} of {before:,} passages"
SEED_LINE_NONE = "From **{part}**: no passage yet"
SEED_KEEPS, SEED_LEAVES = "finds {places}", "no longer {places}"

WHY = "Why (optional)"
WHY_PLACEHOLDER = "for those who read the history"
KEEP_BEFORE = "Keep a comparison from before"
KEEP_BEFORE_HELP = "Asks for it by name in all six modes now, so that Compare can show before and after."
TAKE = "Split"
TAKE_AGAIN = "Place them"
COUNT_WAIT = "{count:,} wait"

DONE = "“{name}” was split."
DONE_AGAIN = "What waited in “{name}” was placed."
DONE_WAIT = "{count:,} mentions wait for a part."
DONE_WAIT_ONE = "1 mention waits for a part."
DONE_PART = "{mentions} · {passages}"
DONE_PASSAGES = MappingProxyType({1: "1 passage"})
DONE_PASSAGES_MANY = "{count:,} passages"
DONE_OPEN = "Place what waits"
DONE_COMPARE = "Compare before and after"
DONE_COMPARE_NOW = "Compare from here"
DONE_BEFORE_FAILED = "The comparison from before could not be kept: {reason}"
UNDO, REDO = "Undo", "Redo"
UNDONE = "Undone: “{name}” is one again."
AGAIN = "Split it another way"
READ_ONLY = "Another process holds this workspace: decisions can be made there."
