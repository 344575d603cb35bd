"""The strings of the Curate page and its queue."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Curate"
INTRO = "Every decision is remembered, can be undone, and holds for documents that come later."
TABS = MappingProxyType({"queue": "Queue", "entities": "Entities", "relations": "Relations"})
BACK_TO = "Back to Curate"

PROGRESS = "{at:,} of {total:,}"
PROGRESS_DONE = "{done:,} dealt with"
PROGRESS_SKIPPED = "{skipped:,} skipped"
KEY_TAKE = "A"
KEYS = MappingProxyType(
    {
        "take": ("Take the proposal", KEY_TAKE, "Shows first what it would do."),
        "right": ("This is right", "K", "Not a fault: keep everything as it is, and never ask again."),
        "two": ("Two things", "K", "Never propose these as one again."),
        "skip": ("Skip", "S", ""),
        "unsure": ("Unsure", "N", "Set it aside with a note on what is to be cleared up."),
        "back": ("Back", "B", ""),
        "undo": ("Undo", "U", "Take back what was done last here, and go back to its finding."),
    }
)
"""By name: what stands on the button, its key (C and R belong to Streamlit), and what it does."""
TAKE_NOW = "Take it"
CHANGE_FIRST = "Change it first"
CHANGE_HELP = "Open the proposal where parts, names and rows can be corrected."
CANCEL = "Cancel"
WOULD = "What it would do"
PROPOSED = "Proposed:"
NONE_PROPOSED = (
    "No decision is proposed: look at the evidence below, then choose one, say that it is right, or skip it."
)
OTHERS = "What you can rule:"
ALIKE = "{count:,} alike: deal with them together"
ALIKE_HINT = "Found by the same sign, answered by the same sort of decision. What is ticked is dealt with in one step."
ALIKE_ALL, ALIKE_NONE = "Tick all {count:,}", "Untick all"
ALIKE_PREVIEW = "Take {count:,} proposals …"
ALIKE_RIGHT = "All {count:,} ticked are right …"
ALIKE_MORE = "and {count:,} more; on Diagnose all of them can be ticked"

DONE_TITLE = "That was the last one"
DONE_HINT = "{done:,} dealt with, {skipped:,} skipped."
DONE_AGAIN = "Go through the skipped ones"
EMPTY_TITLE = "Nothing is in the queue"
EMPTY_HINT = "Diagnose found nothing that is still to be looked at."
EMPTY_FILTERED = "Nothing fits these filters."
GO_DIAGNOSE = "Go to Diagnose"
EMPTY_UNSURE = "Nothing is marked unsure."
