"""The strings of the Ask page: the question, the modes and when each suits, waiting, runs, follow-ups."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Ask"
QUESTION = "Question"
QUESTION_PLACEHOLDER = "Ask your documents a question"
ASK = "Ask"
EXAMPLES_LABEL = "Questions to try"
EMPTY_QUESTION = "Type a question first."
TOO_LONG = "A question may have {n:,} characters: what came after them was left out."
MORE = "More"
NOT_TAKEN = "Not taken from the address: {what}. The usual value is used."

# --- the modes --------------------------------------------------------------------------------------------------------

MODE = "Mode"
SUITS = MappingProxyType(
    {
        "naive": "For a fact that stands in one passage, in nearly your words. Uses no graph.",
        "local": "For a question on one thing that you can name, and on what touches it.",
        "global": "For a question on themes: how things hang together, what plays a part in something.",
        "hybrid": "The classic of the lesson: the things that you name and the themes, both from the graph.",
        "mix": "The widest net: what the graph gives, and the passages nearest to the question as well.",
        "paths": "For most questions, above all where the answer takes several steps from one thing to another.",
    }
)

# --- waiting ----------------------------------------------------------------------------------------------------------

BEFORE_WAIT = "An answer's first word takes up to about {time} with this model on this computer."
BEFORE_UNKNOWN = "How long an answer takes here is not known yet: the first one measures it."
STAGES = MappingProxyType(
    {
        "rewriting": "Rewriting the question so that it stands alone",
        "searching": "Finding search words and searching",
        "reading": "The model reads {tokens:,} tokens of context",
        "writing": "Writing",
    }
)
READING_ABOUT = "first word in about {time}"
READING_NOW = "its first word should come any moment"
SO_FAR = "{seconds:,.0f} s so far"
STOP = "Stop"
STOPPING = "Stopping …"
QUOTING = "Looking for the sentences that come nearest"

# --- ended ------------------------------------------------------------------------------------------------------------

STOPPED = "You stopped it."
STOPPED_EARLY = "You stopped it before anything was found."
RETRY = "Try again"
WRITE_AGAIN = "Write it again"
WRITE_NOW = "Answer it now"
NO_ANSWER = "No answer was written to this question."
SETTINGS = "Open the settings"
OPEN_COMPARE = "Compare modes"
OPEN_COMPARE_HELP = "The same question in all modes, side by side."
ASKED_AS = "Understood as"
ASKED_AS_HELP = "A follow-up is rewritten so that it can be searched for without the conversation."
REWRITE_EDIT = "Change"
REWRITE_FIELD = "Ask this instead"
REWRITE_ASK = "Ask this"
REWRITE_UNDO = "Ask it as I wrote it"
REWRITE_RAW = "What the model replied, word for word"

# --- the run ----------------------------------------------------------------------------------------------------------

RUN_MADE = "Asked {at} in **{mode}**{version}, with {engine}"
RUN_VERSION = ", at version {version} of the workspace"
RUN_CHANGED = "The workspace has changed since. What you see is what was found then."
RUN_RULE = "Merge rule: {rule}"
ASK_AGAIN = "Ask again now"
RUN_GONE = "This question is not here any more"
STAR, UNSTAR = "Star it", "Take the star off"
NOTE, NOTE_EDIT = "Note", "Note ●"
NOTE_LABEL = "A note on this question and its answer"
NOTE_SAVE = "Save the note"
NOT_KEPT = "Another process writes this workspace, so this answer is not kept."
EMBEDDED = "the embedded engine"

# --- conversation -----------------------------------------------------------------------------------------------------

EARLIER = "Earlier in this conversation"
EARLIER_GONE = "An earlier question of this conversation is not here any more."
EARLIER_OPEN = "Open"
NEW = "New question"
FOLLOW_UP = "Ask a follow-up"
ASK_ANOTHER = "Ask another question"
ASK_WHOLE = "Ask the whole question, with the names that it is about: no chat model reads what was asked before."

# --- empty states -----------------------------------------------------------------------------------------------------

NO_DOCUMENTS = "There is nothing to ask yet"
NO_DOCUMENTS_HINT = "Add documents, or load a sample with one click."
START = "One question, one answer, every sentence with its passage"
START_HINT = (
    "The answer is written from your documents alone. Each sentence carries the number of the passage that it rests "
    "on: a click shows the words. What the documents do not say is not made up: then the answer is that they do not "
    "say it."
)
NOTHING = "Nothing was found for this question"
NOTHING_HINT = (
    "Nothing is like it enough. Try other words, name a thing, or take another mode; under “Compare modes” the limits "
    "can be lowered."
)
NOTHING_READ = "No passage has been read yet. Reading them builds the graph; **naive** can search them before."
