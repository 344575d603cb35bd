"""The strings of the Extraction page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Extraction"
INTRO = "One passage beside what was read from it, word for word as it was read, before anything is merged."
NO_DOCUMENTS = "There is no passage yet"
NO_DOCUMENTS_HINT = "Add documents first: each of their passages can then be looked at here."

# --- which passage ----------------------------------------------------------------------------------------------------

DOCUMENT = "Document"
PASSAGE = "Passage"
PASSAGE_OPTION = "{number} · {found}"
COUNTS = MappingProxyType(
    {
        "entities": ("1 entity", "{n:,} entities"),
        "relations": ("1 relation", "{n:,} relations"),
        "rejected": ("1 rejected", "{n:,} rejected"),
    }
)
FOUND_NOTHING = "nothing found"
STATES = MappingProxyType({"pending": "not read yet", "read": "read", "failed": "failed"})
DOCUMENT_FAILED = "{title} ({failed:,} failed)"
SHOW = "Passages to step through"
SHOWN = MappingProxyType(
    {"all": "All passages", "failed": "Failed", "empty": "Nothing found", "rejected": "With rejected rows"}
)
SHOWN_NONE = "No passage of this document is like that."
BEFORE, NEXT = "Passage before", "Next passage"
GONE = "The passage that the address names is not in this workspace; it may have been cut anew."

# --- what was read ----------------------------------------------------------------------------------------------------

BADGES = MappingProxyType({"pending": "Not read yet", "read": "Read", "failed": "Failed"})
READ_BY = MappingProxyType(
    {
        "model": "Read by **{name}**, {style}",
        "embedded": "Read by the **embedded engine**",
        "imported": "**Imported** as it stands: no engine of this workspace has read it",
        "unknown": "Read by **{name}**",
    }
)
READER_HELP = "Two readings are comparable where this is equal: `{reader}`"
NOT_READ = "This passage has not been read yet"
NOT_READ_HINT = "Begin or go on reading on the Documents page, or read just this one below to see what comes out."
FAILED = "This passage could not be read"
FAILED_TIMES = "Tried {count:,} times."
AGAIN_FAILED = "It could not be read again. What was read before is kept."
AGAIN_WAITS = "It waits to be read again; what was read before counts until then."
FAILED_REPLY = "What the model said"
NO_REPLY = "It said nothing."
RETRY = "Read it again"
ALIAS = "**{name}** brings its translation **{alias}**: the two may be one thing."
THEMES = "Themes"
ENTITIES, RELATIONS, ISSUES, REPLY, CALLS = "Entities", "Relations", "Rejected and repaired", "Reply", "Calls"
COUNTED = "{label} {count:,}"
NO_ENTITIES = "No entity was read from this passage."
NO_RELATIONS = "No relation was read from this passage."
NO_ISSUES = "Every row was taken as it stood."
NO_RAW = "The engine gives no reply of its own: it reads by rules."
NO_CALLS = "No model was called for it."
UNTYPED = "no type"
RELATION = "{source} → {target}"
STRENGTH = "strength {value:g}"
ISSUE_KINDS = MappingProxyType({"rejected": "Rejected", "repaired": "Repaired"})
NOT_DESCRIBED = "no description"

FLAGS = MappingProxyType(
    {
        "ungrounded": ("not in the passage", "The name does not stand in the passage: the model may have made it up."),
        "unsaid": (
            "not said here",
            "Most words of the description do not stand in the passage: the model may have told what it knows of such"
            " things in general.",
        ),
        "type": ("other type", "The type is missing, or none of those that the workspace asks for."),
        "long name": ("long name", "So long a name is most likely a sentence."),
        "gleaned": ("second look", "Found when the model was asked what it had missed."),
        "incomplete": (
            "broken off",
            "The reply ran into its limit before it was done: whole rows are kept, the rest is missing.",
        ),
        "unparsed": ("not understood", "No row could be read from the reply."),
        "other style": ("other style", "The model answered in another style than it was asked for; that was read."),
        "thinking": ("endless thought", "The reply begins with a thought that never ends."),
        "gleaning failed": ("no second look", "The second look at the passage failed; the first one counts."),
        "no entities": ("nothing found", "The passage has text, but no entity was found in it."),
        "language": ("other language", "The embedded engine reads English and Chinese; this is neither."),
    }
)

CALL_COLUMNS = ("For", "How it ended", "Seconds", "Tokens in", "Tokens out", "Model")
PURPOSES = MappingProxyType(
    {
        "extract": "reading",
        "entities": "entities",
        "relations": "relations",
        "glean": "second look",
        "keywords": "search words",
        "test": "test",
    }
)
OUTCOMES = MappingProxyType(
    {
        "ok": "answered",
        "cached": "kept reply used again",
        "length": "ran into its limit",
        "loop": "said the same again and again",
        "schema ignored": "ignored the shape asked for",
        "prompt cut": "prompt was cut",
        "ModelTimeout": "too late",
        "ModelUnavailable": "no server",
        "ModelMissing": "no such model",
        "ModelOverloaded": "server busy or out of memory",
        "ModelCancelled": "cancelled",
        "BadModelReply": "unusable reply",
        "FormatRefused": "refused the shape asked for",
        "ThinkRefused": "has no switch for thinking",
        "PromptTooLong": "prompt too long",
        "failed": "failed",
    }
)
COST_ONE = "1 call, {tokens_in:,} tokens in, {tokens_out:,} out, {seconds}"
COST = "{calls:,} calls, {tokens_in:,} tokens in, {tokens_out:,} out, {seconds}"

# --- a second reading -------------------------------------------------------------------------------------------------

AGAIN = "Read it another way"
AGAIN_HINT = "The passage is read once more and laid beside what is kept. Nothing changes until you keep it."
AGAIN_EMBEDDED = "The embedded engine reads the passage once more, to lay beside what is kept. Nothing changes by that."
MODEL = "Model"
STYLE = "Style"
GLEANING = "Second look"
READ_NOW = "Read now"
READING = "Reading … {seconds}"
CANCEL = "Cancel"
STOPPED = "Reading was cancelled."
OTHER_PASSAGE = "Another passage is being read: {chunk}"
FIRST_TITLE = "Kept now"
SECOND_TITLE = "Second reading"
BY = "{name}, {style}"
SHORT_BY = MappingProxyType({"embedded": "embedded engine", "imported": "imported", "unknown": ""})
COMMON_ENTITIES = (
    "**{both:,}** entities in both, **{first:,}** only in the kept one, **{second:,}** only in the second."
)
COMMON_RELATIONS = (
    "**{both:,}** relations in both, **{first:,}** only in the kept one, **{second:,}** only in the second."
)
COMMON_HELP = "Entities are compared by name, relations by their two ends."
ALL_KEPT = "Model, passage and way of asking are those of an earlier call, so its kept reply was used."
ONLY_HERE = "only here"
KEEP = "Keep the second reading"
KEEP_HELP = "It takes the place of what is kept now for this passage."
FORGET = "Forget it"
KEPT = "The second reading is kept now."
SERVER_SILENT = "What the server has can't be told, so the models of the workspace are offered."
