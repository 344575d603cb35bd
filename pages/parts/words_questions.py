"""The strings of question sets: stars at passages, what is expected of a question, a set as a table."""

from __future__ import annotations

from types import MappingProxyType

# --- on Ask and Compare -----------------------------------------------------------------------------------------------

HINT = "Star the passages that support this question: it then measures every mode, in **{name}**."
STARRED = "**{count:,} passages** starred in **{name}**"
STARRED_ONE = "**1 passage** starred in **{name}**"
NOTHING_STARRED = "In **{name}**, with no passage starred yet"
UNANSWERABLE = "In **{name}**, as not in the documents"
WITHDRAWN = "what supports it can't be found now"
ASIDE_ONE, ASIDE = "; 1 star is kept aside", "; {count:,} stars are kept aside"
EXPECTED = "Expected answer"
EXPECTED_SET = "Expected answer ●"
ANSWER = "What a good answer has to say"
ANSWER_HELP = (
    "A word or a number is best: an answer counts where these words stand in it. Several ways to say it are parted by "
    "`|`."
)
KIND = "Kind"
KIND_HELP = (
    "Precise: one place answers it. Cross-section: several together do. Not in the documents: a good answer says so; "
    "stars are kept aside, and are back with another kind."
)
KINDS = MappingProxyType(
    {"precise": "Precise", "cross-section": "Cross-section", "unanswerable": "Not in the documents"}
)
SAVE = "Save"
REMOVE = "Take it out of the set"
SET = "Question set"
SET_PICK = "Keep in"
SET_HELP = "Choose a set, or type the name of a new one."
SET_USE = "Use this set"
TO_EVALUATE = "Evaluate"
SIGN, NO_SIGN = "★", "☆"
STAR, UNSTAR = "☆ Supports the question", "★ Supports the question"
STAR_HELP = "Stars it as support of this question, in the set **{name}**."
UNSTAR_HELP = "Takes the star off, in the set **{name}**."

# --- a set as a table -------------------------------------------------------------------------------------------------

EDIT = "Questions of this set"
EDIT_COUNT = "Questions of this set ({count:,})"
EDIT_HINT = (
    "Change cells, add a row at the end, or mark rows and delete them; then save. Support is one or more documents or "
    "passages (`document#number`), parted by `;`. Passages are starred on Ask and Compare."
)
COLUMNS = MappingProxyType(
    {"question": "Question", "support": "Support", "answer": "Expected answer", "kind": "Kind", "open": "Note"}
)
SAVE_TABLE = "Save the changes"
SAVE_OVER = "Save mine over it"
CHANGED_MEANWHILE = (
    "The set has changed in another place since you began. Saving keeps both, unless both changed the same question."
)
UNDO_TABLE = "Drop the changes"
SAVED = "The set is saved."
ROW_BAD = "Row {row}: {reason}"
NO_QUESTION = "It has no question."
UNANSWERABLE_SUPPORT = "It is unanswerable, but names support: take one of them away."
TWICE = "The same question stands in row {row}."
EMPTY_SET = "This set has no question yet. Star passages while you read an answer on Ask, or add rows here."
ASK = "Open Ask"
EXPORT_JSON, EXPORT_CSV = "JSON Lines", "CSV"
NAME = "Name of the set"
RENAME = "Rename"
DELETE = "Delete"
DELETE_HELP = "Erases this set with its questions for good. Experiments stay."
DELETE_SURE = "Erase “{name}” with {questions}?"
DELETE_YES = "Erase it"
TAKE = "Keep it as a set here"
TAKE_HINT = (
    "Then it can be edited, and questions starred on Ask go on filling it. A question that the set has is replaced."
)
TAKE_DONE = "Keep it"
TAKEN = "{questions} kept in “{name}”."
NEW = "New set"
NEW_MAKE = "Make it"
