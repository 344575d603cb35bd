"""The strings of audiences: who may see which documents, and where that is said."""

from __future__ import annotations

from types import MappingProxyType

SEEN_HINT = (
    "The documents of which this viewer may see something, each with the passages that they may see. Its whole text "
    "is shown where they may see all of it."
)
SEEN_NONE = "This viewer may see no document"
SEEN_NONE_HINT = "Every document here is for other labels than theirs. See everything to change that under Audiences."

SEEN_EXPORT = "Export what this viewer may see"
SEEN_NO_TEXT = "The text as a whole is not shown: it came as passages only, or not all of it is for this viewer."
AUDIENCE = "Audience"
AUDIENCE_HELP = "Who may see it: those who hold one of these labels. Without labels it is for everyone."
EVERYONE = "everyone"
NOBODY = "for nobody"
BY_PASSAGE = "by passage"
NOBODY_HELP = (
    "Its audience can't be read as a label or a list of labels, so nobody who holds labels may see it. Set it here, or "
    "mend it in the file."
)
OWN = "{count:,} passages with labels of their own"
OWN_ONE = "1 passage with labels of its own"
CHANGE = "Change"
SET = "Set"
SAID_BY = MappingProxyType({"file": "as its file says", "person": "set here", "folder": "set for a folder", "": ""})
BY = MappingProxyType({"file": "the file", "person": "a person", "folder": "a folder", "": ""})

HINT = (
    "Labels say who may see a document: somebody sees it who holds one of its labels, and everybody does where it has "
    "none. What is set here stands above what the file says. Try it out with “View as” in the sidebar."
)
COLUMNS = MappingProxyType(
    {
        "title": ("Title", None),
        "labels": (AUDIENCE, "Click twice to change. No label: everyone may see it."),
        "by": ("Said by", "Where these labels come from: the document's file, a person, or a folder above it."),
        "own": ("Own labels", "Passages that came with labels of their own, as lines of records can."),
        "note": ("Note", None),
        "id": ("Document", "Where it came from: the source, then the path below it."),
    }
)
FIND = "Find a document…"
ONLY = "Show"
ONLY_WAYS = MappingProxyType({"": "All", "labelled": "With labels", "person": "Set here", "nobody": "For nobody"})
NONE_FIT = "No document fits."
NONE = "No documents yet"
NONE_HINT = "Add some first: then it can be said here who may see them."

CHANGED = "Not saved yet"
CHANGE_LINE = "{title}: {before} → {after}"
CHANGES_MORE = "and {count:,} more"
EFFECT = "{label}: {before:,} → {after:,} passages"
EFFECT_TITLE = "What each may see, before and after"
SAVE = "Save {count:,} changes"
SAVE_ONE = "Save 1 change"
SAVE_NONE = "Save"
RESET = "Drop the changes"
SAVED = "Saved: {count:,} audiences changed."
SAVED_ONE = "Saved: 1 audience changed."
TAKE_BACK = "Take it back"
TAKEN_BACK = "Taken back."
READ_ONLY = "Another process holds this workspace for writing: audiences can only be looked at."

FOLDERS = "By folder"
FOLDERS_HINT = (
    "For all documents below a folder, those that come later too, unless a document or a folder further down says "
    "otherwise. A folder's labels stand above what files say."
)
FOLDER = "Folder"
FOLDER_COUNT = "{path} ({count:,})"
FOLDER_UNREADABLE = "What was set here can’t be read: only who sees everything sees it. Set it again, or clear it."
FOLDER_NONE = "Nothing is said for this folder."
FOLDER_SAID = "Now: {labels}"
LABELS = "Labels"
LABELS_PLACEHOLDER = "Choose or type labels; none: for everyone"
FOLDER_SET = "Set for this folder"
FOLDER_CLEAR = "Say nothing here"
FOLDER_CLEAR_HELP = "Then what files, or folders further up, say holds again."
DOCUMENT_CLEAR = "As its file or folder says"

LABEL_EMPTY = "A label can't be empty."
LABEL_LONG = "“{label}” is too long for a label: at most {most} characters."
LABEL_ODD = "“{label}” can't be a label: it holds a line break or a control character."
LABELS_MANY = "{title} has {count} labels: at most {most} can be given."

MEASURE = "What each label may see"
MEASURE_HINT = "Passages and documents that somebody sees who holds just this label."
MEASURE_COLUMNS = ("Label", "Passages", "of all", "Documents")
MEASURE_PUBLIC = "(no label)"
