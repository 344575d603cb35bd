"""The strings of checking a workspace, of backups, and of opening one."""

from __future__ import annotations

from types import MappingProxyType

CHECK = "Check this workspace"
CHECK_HINT = (
    "Everything that is made from the documents and the decisions is made again in memory and compared with what is "
    "stored. Nothing is changed by looking."
)
CHECK_DO = "Check it"
CHECK_AGAIN = "Check it again"
EMBED = "Also embed all texts again"
EMBED_HELP = "Compares the vectors themselves. Takes as long as embedding everything."
CHECKING = "Looking at: {note}"
REPAIRING = "Repairing, then looking again …"
STARTING = "Beginning …"
STOP = "Stop"
STOPPING = "Stopping …"
STOPPED = "Stopped; nothing was changed by looking."
SOUND = "All is as it should be."
LOOKED = "{name}: {count:,}"
TOOK = "Looked at in {seconds}"
WRONG_ONE, WRONG = "1 thing is not as it should be.", "{count:,} things are not as they should be."
REPAIRABLE_ONE = "It is derived and can be made again; no document, decision or file is touched."
REPAIRABLE = "{count:,} of them are derived and can be made again; no document, decision or file is touched."
LOST = "What can't be made again has a remedy beside it."
REPAIR = "Repair it"
REPAIR_CLEAR = "Clear what is left over"
SPARE_ONE = "1 entry is left over from earlier changes. That is normal, and costs only a little space."
SPARE = "{count:,} entries are left over from earlier changes. That is normal, and costs only a little space."
SHOW_SPARE = "Which"
COLUMNS = ("Kind", "Id", "What", "What to do")
BY_REPAIR = "Repair"
KINDS = MappingProxyType(
    {
        "database": "Database",
        "settings": "Settings",
        "text": "Text",
        "passage": "Passage",
        "mention": "Mention",
        "original": "Kept file",
        "link": "Kept question or answer",
        "decision": "Decision",
        "overlay": "Audience or replacement",
        "document": "Document",
        "graph": "Graph",
        "row": "Row of a collection",
        "collection": "Collection",
        "vector": "Vector",
        "words": "Search index",
        "purge": "Erasing",
        "part": "Could not be looked at",
    }
)
SHOWN = "The first {shown:,} of {count:,}; the list as a file has all."
CLOSE = "Close"
SAVE = "Save this list (CSV)"
READ_ONLY = "Another program holds this workspace for writing; that one can repair it."

BACKUP = "Back up"
BACKUP_HINT = (
    "The whole workspace in one file: documents, what was read from them, decisions, questions and kept originals. "
    "It can be made while the workspace is in use."
)
PLACE = "Where to put it"
PLACE_HELP = "A file or a folder on this machine. Empty puts it where the grey path says."
BACKUP_DO = "Make a backup"
MAKING = "Writing the backup …"
MAKING_PARTS = "Writing the backup: {done:,} parts so far"
BACKUP_STOPPED = "The backup was stopped; no file was left."
MADE = "The backup is written. Documents: {documents:,} · passages: {passages:,} · decisions: {decisions:,} · {size}"
MISSING_ONE = "1 kept original was gone already and is not in it."
MISSING = "{count:,} kept originals were gone already and are not in it."
DOWNLOAD = "Download it"
TOO_LARGE = "It is too large to be sent through the page; it lies at the path above."
KNOWN = "Backups made so far ({count:,})"
KNOWN_LINE = "{at} UTC · `{path}`"
KNOWN_GONE = "{at} UTC · ~~`{path}`~~ is no longer there"

OPEN = "Open a backup"
OPEN_HINT = "Makes a workspace of its own from a backup; those that are here stay as they are."
FILE = "The backup"
FILE_HELP = "A file that “Back up” made, on the Settings page. For a large one, give its path instead."
PATH = "Or its path on this machine"
NAME = "Name of the workspace"
NAME_PLACEHOLDER = "as in the backup"
OPEN_DO = "Open it"
OPENING = "Opening the backup …"
LACKS_ONE = "It is opened. 1 kept original was gone already when the backup was made, and is missing:"
LACKS = "It is opened. {count:,} kept originals were gone already when the backup was made, and are missing:"
LACKS_GO = "Go to it"
NO_FILE = "There is no backup named."
NO_FILE_REMEDY = "Choose a file, or type its path."
NOT_THERE = "There is no file at this path."
NOT_THERE_REMEDY = "Check the path; it is read on the machine that runs LightPrism."

CARRIED = "This workspace came from an older version and was carried on."
CARRIED_HINT = "A backup of how it was lies at `{path}`. It can be opened again under “Open a backup” on Home."
CARRIED_CLOSE = "Close"
