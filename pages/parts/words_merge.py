"""The strings of the merge screen and of the small editor of other rulings."""

from __future__ import annotations

from types import MappingProxyType

# --- merge ------------------------------------------------------------------------------------------------------------

TITLE = "Merge"
ABOUT = "They become one. Each keeps its mentions, so this can be undone, and a split later is possible too."
GONE = "Not in the graph any more: {names}."
TOO_FEW = "Choose at least one more that is the same thing."
ADD = "Add another"
ADD_PLACEHOLDER = "Search for a name …"
ADD_NONE = "No entity has a name like that."
CHOSEN = "What becomes one"
CHOSEN_MANY = "What becomes one: {count:,} entities"
LISTED_HELP = "Take one out to leave it out of the merge."
REMOVE = "Leave out"
CARD = "{mentions} · {relations}"
MENTIONS = MappingProxyType({1: "1 mention"})
MENTIONS_MANY = "{count:,} mentions"
RELATIONS = MappingProxyType({1: "1 relation"})
RELATIONS_MANY = "{count:,} relations"
STAYS = "What stays"
NAME, QUALIFIER, TYPE = "Name", "Qualifier", "Type"
NAME_HELP = "One of the names, or another that you type."
QUALIFIER_HELP = "What tells it from others of the same name. Leave it empty where there is nothing to tell."
NO_QUALIFIER = "none"
NO_TYPE = "by vote"
ALIASES = "From now on these lead to it too, in documents that come later: {names}."
ALIASES_MORE = "and {count:,} more"
SAME_NAME = "All have one name and qualifier already."
PREVIEW = "What will change"
TAKE = "Merge"
NOT_SAME = "They are not the same"
NOT_SAME_HELP = "Remembered: these are never proposed for a merge again."
MERGED = "Merged into “{name}”."
KEPT_APART = "Noted: they are not the same."
UNDONE = "Undone."
OPEN = "Open {name}"
MORE = "Merge others"
WHY = "Why (optional)"
WHY_PLACEHOLDER = "For those who read the history"
READ_ONLY = "Another process holds this workspace: decisions can be made there."
UNDO, REDO = "Undo", "Redo"

# --- small rulings ----------------------------------------------------------------------------------------------------

TITLES = MappingProxyType(
    {
        "rename": "Rename",
        "retype": "Give another type",
        "qualify": "Qualify",
        "hide": "Hide",
        "describe": "Describe",
        "relabel": "Label a relation",
        "direction": "Turn a relation round",
        "endpoint": "Say which one a relation means",
        "assert": "Add what was missed",
        "not_same": "Not the same",
        "accept": "This is right",
        "unsure": "Unsure",
        "know": "Qualifiers that count",
        "tick": "Tell apart by",
    }
)
HELP = MappingProxyType(
    {
        "rename": "All its mentions go by the new name, those in later documents too.",
        "retype": "Your type outranks the vote of the passages.",
        "qualify": "The qualifier tells it from others of the same name. An empty one takes it off.",
        "hide": "Nothing is deleted: it is left out of the graph and of what is searched, until this is undone.",
        "describe": "Your text stands in place of the passages' texts. It is marked for review when these change.",
        "relabel": "The relation goes by your word.",
        "direction": "What the passages say of it points the other way from now on.",
        "endpoint": "The end of this one relation leads to the entity that you choose.",
        "assert": "It counts as said in the passage that holds the words, and goes when that passage goes.",
    }
)
FIELD_NAME, FIELD_QUALIFIER, FIELD_TYPE, FIELD_TO, FIELD_TEXT = "Name", "Qualifier", "Type", "Becomes", "Text"
FIELD_PREDICATE = "Relation"
FIELD_WHAT = "What was missed"
WHATS = MappingProxyType({"entity": "An entity", "relation": "A relation"})
FIELD_SOURCE, FIELD_TARGET, FIELD_DESCRIPTION = "From", "To", "Description"
FIELD_DOCUMENT = "Document"
FIELD_PASSAGE = "Passage"
PASSAGE_LINE = "{number}: {text}"
FIELD_QUOTE = "The words in the passage that say so"
FIELD_QUOTE_HELP = "Exactly as they stand there."
QUOTE_MISSING = "These words are not in the passage. Copy them from it."
FIELD_FIND = "Which entity"
FIND_PLACEHOLDER = "Search for a name …"
INCOMPLETE = "Fill in what is missing: {what}"
TAKE_IT = "Decide"
WHAT_HAPPENS = "What will change"
SAME = "Change something first."
