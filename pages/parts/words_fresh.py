"""The strings of checking added folders for changes."""

from __future__ import annotations

from types import MappingProxyType

HINT = "Looks again at the folders that were added whole. Nothing is taken in before you say so."
CHECK = "Check for changes"
CHECK_AGAIN = "Check again"
CHECKING = "Looking at every file …"
NONE = "No folder was added yet"
NONE_HINT = "Folders that are added as a whole can be looked at again here. Single files and texts are not."
NOTHING = "Nothing has changed."
ALL_FRESH = "Nothing has changed in any folder."
SUMMARY = "{path} · {what}"
COUNTS = MappingProxyType(
    {
        "new": ("1 new", "{n:,} new"),
        "changed": ("1 changed", "{n:,} changed"),
        "renamed": ("1 renamed", "{n:,} renamed"),
        "missing": ("1 missing", "{n:,} missing"),
        "unreadable": ("1 can’t be read", "{n:,} can’t be read"),
        "erased": ("1 erased before", "{n:,} erased before"),
    }
)
COLUMNS = MappingProxyType(
    {
        "take": ("Take", "Ticked lines are taken in."),
        "state": ("What", None),
        "file": ("File", None),
        "does": ("What taking it does", None),
    }
)
STATES = MappingProxyType(
    {"new": "new", "changed": "changed", "renamed": "renamed", "missing": "missing", "erased": "erased here"}
)
DOES = MappingProxyType(
    {
        "new": "adds it",
        "changed": "replaces the document by its next revision",
        "renamed": "follows; what was read of it stays. Was {old}",
        "missing": "withdraws the document; it can be restored",
        "erased": "adds it again, although it was erased here",
    }
)
UNREADABLE = "Can’t be read now ({count:,})"
TAKE = "Take in what is ticked"
TAKE_NOTHING = "Nothing is ticked"
CLOSE = "Close"
ERASED_HINT = "Files whose content was erased here for good are not ticked: they come back only if you say so."
MISSING_HINT = "Missing files are not ticked: nothing is withdrawn unless you say so."
