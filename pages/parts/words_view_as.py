"""The strings of looking with a viewer's eyes: in the sidebar, on every page, in the place of pages that are off."""

from __future__ import annotations

LABEL = "View as"
HELP = (
    "See only what somebody with these labels may see. A passage is for those who hold one of its labels; a passage "
    "without labels is for everyone. It is a view for modelling access, not a login."
)
EVERYTHING = "Everything"
NO_LABEL = "Someone without labels"
PUBLIC = "Only what is for everyone"
PUBLIC_HELP = "See what somebody sees who holds no label at all."
NONE_YET = "No document has a label yet."
SET_LABELS = "Set audiences"

AS = "You view as someone who holds {labels}"
AS_PUBLIC = "You view as someone who holds no label"
NOT_A_LOGIN = "a view for modelling access, not a login"
NOBODY = "No document names the label {labels}."
NOBODY_SEVERAL = "No document names the labels {labels}."
KNOWN = "There are: {labels}."
NOW_EVERYTHING = "You see everything again."
NOW_AS = "You now view as someone who holds {labels}."
NOW_PUBLIC = "You now view as someone who holds no label."
SEE_EVERYTHING = "See everything"

OFF = "{page} is off while you view as someone"
OFF_WHY = {
    "evaluate": "Questions are measured on all documents; results would tell of those that this viewer can't see.",
    "diagnose": "Findings compare all passages; what they say would tell of those that this viewer can't see.",
    "curate": "Decisions act on the graph of all passages, so they are made where all of it is in view.",
    "history": "Decisions name what they act on, also what this viewer can't see.",
    "extraction": "What was read from passages belongs to those who look after the workspace.",
    "settings": "Settings belong to those who look after the workspace.",
}
"""Page -> why it is off."""
OFF_HINT = "{why} See everything to use it."
