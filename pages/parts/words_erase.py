"""The strings of erasing documents for good, and of looking for what is left of them."""

from __future__ import annotations

ERASE = "Erase for good …"
HELP = "Takes it out of every file of this workspace. Shows first all that goes. It can't be undone."
TITLE = "Erase for good"
HINT = (
    "This can't be undone. It takes out what the documents say, all that was read from them and asked about them, "
    "and what the history quotes of words that only they have."
)
YES = "Erase for good"
PARTS = (
    ("", ("documents", "revisions", "passages", "files")),
    ("Read from them", ("entities", "relations")),
    ("Asked and opened", ("runs", "answers", "opened", "experiments")),
    ("Models’ log", ("calls", "replies")),
)
COUNTED = {
    "documents": ("1 document", "{n:,} documents"),
    "revisions": ("1 revision", "{n:,} revisions"),
    "passages": ("1 passage", "{n:,} passages"),
    "files": ("1 kept file", "{n:,} kept files"),
    "entities": ("1 entity as read", "{n:,} entities as read"),
    "relations": ("1 relation as read", "{n:,} relations as read"),
    "runs": ("1 kept question", "{n:,} kept questions"),
    "answers": ("1 kept answer", "{n:,} kept answers"),
    "opened": ("1 thing opened", "{n:,} things opened"),
    "experiments": ("1 experiment", "{n:,} experiments"),
    "calls": ("1 call", "{n:,} calls"),
    "replies": ("1 kept reply", "{n:,} kept replies"),
}
WORDS = "{n:,} words stand nowhere else here. Decisions that hold one get a stand-in such as `erased1` in its place."
WORD = "1 word stands nowhere else here. Decisions that hold it get a stand-in such as `erased1` in its place."
RUNS = "Kept questions that go ({n:,})"
QUESTIONS = "Questions of sets that go ({n:,})"
DECISIONS = "Decisions that lose words ({n:,})"
BACKUPS = (
    "Backups keep what they held when they were made. These may hold it; delete the files as well, if it must be gone "
    "from them:"
)
PHRASE_ONE, PHRASE_MANY = "erase 1 document", "erase {n} documents"
CONFIRM = "Type “{phrase}” to go on"
DONE = "{name} erased."

ERASED = "{name} erased · passages: {passages:,}"
PROVED = "{n:,} pieces of what only stood there were looked for in every byte of the workspace’s folder: no trace."
PROVED_ONE = "A piece of what only stood there was looked for in every byte of the workspace’s folder: no trace."
NOT_PROVED = (
    "A piece that only stood there is still found in: {places}. "
    "A question, a rule or a withdrawn document may say the same."
)
OUT_OF_SIGHT = (
    "It was out of sight, so no piece of it was at hand. To see that it is gone, look for words you know of it:"
)
NOTHING_TO_PROVE = (
    "Other documents say all of it, word for word, so there is nothing to look for that would prove it. What was read "
    "from this one is erased; the same words of the others stay."
)
CLOSE = "Close"
UNFINISHED = "An earlier erasing broke off"
UNFINISHED_HINT = "The rows are gone; files, vectors or free pages are not yet."
FINISH = "Finish it"
FINISHED = "The erasing is finished."

LOOK = "Look for a phrase"
LOOK_HELP = "In every file of this workspace, down to free pages, packed columns and the search index. It is not kept."
LOOK_HINT = "To see that something that was erased is gone from every file of this workspace, look for it here."
LOOK_DO = "Look for it"
LOOKING = "Looking through every file …"
NO_TRACE = "No trace of it."
FOUND = "It stands in {n:,} places:"
FOUND_ONE = "It stands in 1 place:"
PLACE = "`{place}`: {count:,}"
