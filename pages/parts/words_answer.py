"""The strings of an answer, on whichever page it stands: its text, its passages, its remarks, its prompt."""

from __future__ import annotations

from types import MappingProxyType

MEASURES = MappingProxyType({"cosine": "meaning (cosine)", "words": "shared words", "none": "no measure"})
NO_QUOTES = "No sentence of the passages comes near enough to the question to be quoted."
ANSWER_STRINGS = MappingProxyType(
    {
        "cite": "Passage {n}: {title}",
        "hint": "Click a sentence or a number: its passage opens here.",
        "unbacked": "Not backed by the passages.",
        "backedBy": "Backed by the marked words: {support} by {measure}, at least {least} is asked.",
        "belowLeast": "Nothing in what the model was given says this: {support} by {measure}, and {least} is asked.",
        "lacking": "It says {lacking}, which stands in none of the passages in question.",
        "nearest": "Nearest to it is what is marked below.",
        "noPassage": "No passage comes near it.",
        "whole": "Show the whole passage",
        "less": "Show less",
        "copy": "Copy with source",
        "copied": "Copied",
        "notCopied": "Could not be copied",
        "original": "Open the original",
        "documents": "Open in Documents",
        "why": "Why is it here?",
        "star": "Supports the question",
        "starred": "Supports the question",
        "starHelp": "Star it: this passage supports the question",
        "unstar": "Take the star off: it does not support the question",
        "revision": "revision {revision}",
        "notFound": "Not in the documents",
        "notFoundHint": "Other words, another mode, or more documents may bring it. What was looked at stands below.",
        "noQuotes": NO_QUOTES,
        "given": "The {n} passages that it was given",
        "given1": "The passage that it was given",
        "found": "The {n} passages that were found",
        "found1": "The passage that was found",
        "cited": "cited",
        "measures": MEASURES,
        "states": {
            "changed": "This passage has changed since the question was asked; this is what it says now.",
            "gone": "This passage is no longer in the workspace.",
        },
    }
)
MEASURE_HELP = (
    "Each sentence is held against the passages that it cites (without a citation, against all that the model was "
    "given). Marked **?** are sentences that come near none of their sentences, or that say a number which stands in "
    "none. The measure is likeness of meaning by the workspace's embedder (cosine, unrelated sentences at 0, equal "
    "ones at 1), or the share of common words where no embedder answers. It tells what the passages speak of; it can "
    "not tell “is” from “is not”: read the marked words."
)
REMOVED_ONE = "A citation was taken out: the model cited {numbers}, and no passage has this number."
REMOVED_MORE = "{count} citations were taken out: the model cited {numbers}, and no passages have these numbers."
INCOMPLETE = "This answer is not complete."
UNSUPPORTED_ONE = "One sentence is not backed by the passages; it is marked ?."
UNSUPPORTED_MORE = "{count} sentences are not backed by the passages; they are marked ?."
ALL_BACKED = "Every sentence is backed by its passages, by {measure}."
QUOTED = "Quoted, not written: these are the sentences of your documents that come nearest to the question."
BY_MODEL = "Written by {model}"
TIMES = "first word after {wait:.1f} s, {seconds:.1f} s in all"
TOKENS = "{tokens_in:,} tokens read, {tokens_out:,} written"
HOW_MEASURED = "how its sentences are checked"
KEPT_BEFORE = "kept from before: the same context was answered already"

# --- what it was given ------------------------------------------------------------------------------------------------

GIVEN = "What else it was given"
GIVEN_ENTITIES = "Entities ({count})"
GIVEN_RELATIONS = "Relations ({count})"
GIVEN_PATHS = "Chains ({count})"
GIVEN_TOKENS = "Tokens by part"
GIVEN_NOTES = "Notes of the search ({count})"
COLUMN_RANK, COLUMN_NAME, COLUMN_TYPE, COLUMN_TEXT, COLUMN_SCORE = "Rank", "Name", "Type", "Description", "Similarity"
COLUMN_FROM, COLUMN_TO, COLUMN_WHAT, COLUMN_HOW = "From", "To", "Relation", "How"

# --- the prompt -------------------------------------------------------------------------------------------------------

PROMPT = "See the prompt"
PROMPT_TITLE = "What the model is given, word for word"
PROMPT_PARTS = MappingProxyType(
    {
        "instructions": "Instructions",
        "entities": "Entities",
        "relations": "Relations",
        "paths": "Chains",
        "passages": "Passages",
        "question": "Question",
    }
)
PROMPT_TOKENS, PROMPT_SUM = "Tokens", "In all"
PROMPT_SYSTEM, PROMPT_USER = "Instructions", "Context and question"
PROMPT_ABOUT = "Counted with the tokenizer of the budgets; a model's own may count a little more or less."

# --- why it is here ---------------------------------------------------------------------------------------------------

WHY_TITLE = "Why is this passage here?"
WHY_RANK = "Passage {rank} of {count} in the context of **{mode}**."
BROUGHT_BY = "Brought by"
