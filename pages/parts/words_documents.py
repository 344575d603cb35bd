"""The strings of the Documents page, and of the panel that shows how far reading has come."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Documents"

# --- reading ----------------------------------------------------------------------------------------------------------

STAGES = MappingProxyType(
    {
        "": ("Getting ready", "The engine is being loaded."),
        "passages": ("Making passages searchable", "Step 1 of 3. After it, a question can find passages."),
        "reading": ("Reading passages", "Step 2 of 3. Entities and relations are read from each passage."),
        "embedding": ("Embedding everything anew", "Searches use the vectors that are there until this is done."),
        "collections": ("Making entities and relations searchable", "Step 3 of 3. What was read goes into search."),
    }
)
STEPS_DONE = "{done:,} of {total:,}"
RATE = "{rate} a second"
LEFT = "about {time} left"
SECONDS, MINUTES, HOURS = "{n} s", "{n} min", "{n} h"
FAILED_SO_FAR = "{count:,} failed so far"
LATEST = "Latest: {name}"
STOP = "Stop reading"
STOP_HELP = "Stops after the passages in hand. What was read stays, and reading can go on later."
PAUSE = "Pause"
PAUSE_HELP = "Begins no other passage until you go on; the machine is free meanwhile."
PAUSED = "Paused. The passages in hand are read to their end."
RESUME = "Go on"
STOPPING = "Stopping after the passages in hand …"
USABLE = "The other pages can be used meanwhile; this goes on when you leave the page."
WAITING = "{pending:,} of {chunks:,} passages have not been read yet."
AGAIN = "{again:,} passages are to be read again; what was read of them counts until then."
AGAIN_ONE = "1 passage is to be read again; what was read of it counts until then."
LIMIT_REACHED = "Reading stopped after {done:,} passages, as you asked."
LIMIT_ONE = "Reading stopped after 1 passage, as you asked."
LIMIT = "Stop after n passages"
LIMIT_HELP = "Empty reads all that wait. What is left can be read another day."
LIMIT_ALL = "all"
PLANNING = "Reckoning what it will take …"
PASSAGE_ONE, PASSAGE_MANY = "1 passage", "{n:,} passages"
CALL_ONE, CALL_MANY = "1 call", "{n:,} calls"
TIME, TIME_UNKNOWN = "about {time}", "how long is known after the first one"
PLAN = "{passages}: {calls}, about {tokens:,} tokens in, {time}."
PLAN_EMBEDDED = "{passages}: {time}, no model is asked."
PLAN_CACHED = "{cached:,} of the calls are answered from kept replies."
PLAN_UNKNOWN = "What it will take can't be told: {reason}"
STOPPED = "Reading was stopped. What was read is kept."
GO_ON = "Go on reading"
BEGIN = "Begin reading"
TRY_AGAIN = "Try again"
ALL_READ = "All {chunks:,} passages have been read."
SOME_FAILED = "{failed:,} of {chunks:,} passages could not be read; {read:,} were."
RETRY = "Read the failed ones again"
COLLECTIONS_BEHIND = "The search index is behind what was read. Searching works, only slower."
UPDATE = "Bring it up to date"

# --- adding -----------------------------------------------------------------------------------------------------------

ADD = "Add documents"
WAYS = ("Files", "Folder", "Text", "Sample")
FILES = "Choose files, or drop them here"
FILES_HELP = "They are copied into the workspace. A name that is here already becomes a new revision."
ADD_FILES = "Add {count} files"
ADD_FILE = "Add 1 file"
CSV = "Tables (CSV)"
CSV_HELP = "Whether each row is a document of its own, with its columns as metadata, or the whole table is one."
CSV_WAYS = MappingProxyType({False: "The file is a document", True: "Each row is a document"})
ENCODING = "Encoding of text files"
ENCODING_HELP = "Usually it is recognised. Choose one for files that could not be read, or came out garbled."
ENCODINGS = MappingProxyType(
    {
        "": "Recognise it",
        "utf-8": "UTF-8",
        "utf-16": "UTF-16",
        "cp1252": "Western European (Windows-1252)",
        "cp1250": "Central European (Windows-1250)",
        "cp1251": "Cyrillic (Windows-1251)",
        "koi8-r": "Cyrillic (KOI8-R)",
        "gb18030": "Chinese, simplified (GB18030)",
        "big5": "Chinese, traditional (Big5)",
        "shift_jis": "Japanese (Shift JIS)",
        "euc-kr": "Korean (EUC-KR)",
    }
)
FOLDER = "Path of a folder or file on this machine"
FOLDER_PLACEHOLDER = "~/handbook"
FOLDER_HELP = "All files below it are taken in but hidden ones. Adding it again takes in what has changed."
ADD_FOLDER = "Add this folder"
TEXT_TITLE = "Title"
TEXT = "Text"
TEXT_PLACEHOLDER = "Paste a passage, a page, a whole article …"
ADD_TEXT = "Add this text"
UNTITLED = "Pasted text"
LOAD = "Load this sample"
SAMPLES = MappingProxyType(
    {
        "larkspur": (
            "Larkspur",
            "The handbook of an invented cloud service: two plans, their backups, billing, and a policy that a later "
            "page replaces.",
        ),
        "chinese": ("两篇短文 (Chinese)", "Two short Chinese texts: a tea cooperative, and a museum of lamps."),
    }
)
TAKING = "Taking the documents in …"
UNREAD_MORE = "and {count:,} more, under “Not read”"
DISMISS = "Close"

# --- lists ------------------------------------------------------------------------------------------------------------

EMPTY = "No documents yet"
EMPTY_HINT = "Add files, a folder or a text above, or load a sample with one click."
READ_ONLY = "This workspace can only be read here"
READ_ONLY_HINT = "It is held for writing by {holder}. Close that program to add documents here."
VIEWS = MappingProxyType(
    {
        "documents": "Documents",
        "audiences": "Audiences",
        "versions": "Versions",
        "folders": "Folders",
        "queue": "Waiting",
        "unread": "Not read",
        "failed": "Failed",
        "nothing": "Empty",
        "rows": "Rejected rows",
        "cost": "Cost",
        "export": "Export",
        "withdrawn": "Withdrawn",
    }
)
VIEWS_LABEL = "What to show"
COUNTED = "{label} ({count:,})"
COLUMNS = MappingProxyType(
    {
        "title": ("Title", None),
        "audience": ("Audience", "Who may see it: those who hold one of these labels. Without labels everyone may."),
        "read": ("Read", "Passages read, of all passages of the document, and how many failed."),
        "chunks": ("Passages", "A document is cut into passages that are read and searched one by one."),
        "entities": ("Entities", "Entities as read, before any were merged."),
        "relations": ("Relations", "Relations as read, before any were merged."),
        "rejected": ("Rejected", "Rows of the engine's replies that could not be taken."),
        "added": ("Added", None),
        "id": ("Document", "Where it came from: the source, then the path below it."),
    }
)
READ_OF = "{read:,} of {chunks:,}"
READ_FAILED = "{read:,} of {chunks:,}, {failed:,} failed"
PICK_HINT = "Tick the box at the left of a row to see what the document holds."
SAVE_LIST = "Save this list (CSV)"

UNREAD_NONE = "Every file was read"
UNREAD_NONE_HINT = "Files and pages that can't be read are listed here with the reason."
UNREAD_HINT = "These files, pages or lines could not be read; everything else was taken in."
UNREAD_COLUMNS = ("File", "Page", "Why", "What to do")
FAILED_NONE = "No passage failed"
FAILED_NONE_HINT = "Passages that the engine could not read are listed here, and can be read again."
FAILED_HINT = "The engine gave no result for these passages. Their text can still be searched."
FAILED_OPEN = "See what the model said"
FAILED_COLUMNS = ("Passage", "Why")
WAITS_NOW = "It waits with the others now, and is read when reading goes on."
RETRY_ONE = "Read this one again"
QUEUE_NONE = "Nothing waits to be read"
QUEUE_NONE_HINT = "Documents with passages that are still to be read are listed here, in their order."
QUEUE_HINT = "Documents are read in this order. It can be changed at any time, also while reading goes on."
QUEUE_WAITS = "{waiting:,} of {chunks:,} to read"
READ_NEXT = "Read next"
FORGET_ORDER = "Read them by name again"
NOTHING_NONE = "Something was found in every passage that was read"
NOTHING_NONE_HINT = "Passages that have text but gave no entity are listed here."
NOTHING_HINT = (
    "These passages count as read, but no entity was found in them. That is right for a list of pages or a line of "
    "signatures; elsewhere it is worth a look: the model may have answered beside the point, and the graph lacks what "
    "the passage says."
)
COST_NONE = "No model has been asked yet"
COST_NONE_HINT = "Calls of a chat model are counted here. The embedded engine asks none."
COST_HINT = "What chat models were asked, by what for. Embedding is not in it."
COST_JOBS = ("Reading", "Questions", "Trials")
COST_COLUMNS = ("For", "Model", "Calls", "Tokens in", "Tokens out", "Time", "Failed", "Kept replies")
COST_NUMBERS = ("Calls", "Tokens in", "Tokens out", "Failed", "Kept replies")
COST_SAVED = "Kept replies saved {tokens:,} tokens."
ROWS_NONE = "No row was rejected or repaired"
ROWS_NONE_HINT = "What the engine or a record said and could not be taken as it stood is listed here."
ROWS_HINT = "{rejected:,} rejected and left out; {repaired:,} repaired and taken."
ROWS_COLUMNS = ("Passage", "What happened", "As it stood", "Why")
ROW_KINDS = MappingProxyType({"rejected": "Rejected", "repaired": "Repaired"})

# --- one document -----------------------------------------------------------------------------------------------------

CLOSE = "Close"
GONE = "The document that the address names is not in this workspace."
PARTS = ("Passages", "Text", "Metadata", "Taken off")
TAKEN_HELP = "Headers and footers that repeat on every page. They are shown here and not read."
FACTS_CHARACTERS = "{count:,} characters"
FACTS_ADDED = "added {added}"
STATES = MappingProxyType({"pending": "Not read yet", "read": "Read", "failed": "Failed"})
TO_EXTRACTION = "As it was read"
PASSAGE_HEAD = "Passage {number}"
PASSAGE_PAGE = "Passage {number}, page {page}"
FOUND = "{entities:,} entities, {relations:,} relations"
FOUND_REJECTED = "{entities:,} entities, {relations:,} relations, {rejected:,} rows rejected"
FOUND_NOTHING = "nothing was found in it"
PART_OF = "Part (of {parts})"
NO_TEXT = "It came as passages only."
NO_METADATA = "No metadata."
NOTHING_TAKEN = "Nothing was taken off."
PAGE_TAKEN = "Page {page}: {reason}"

# --- export -----------------------------------------------------------------------------------------------------------

EXPORT_HINT = "A file is made when you click; a large workspace takes a moment."
EXPORT_NONE = "There is nothing to save yet"
EXPORT_NONE_HINT = "Add documents first."
EXPORTS = MappingProxyType(
    {
        "records": (
            "Evidence records",
            "JSON Lines: each passage with what was read from it. Can be taken in again by any LightPrism.",
        ),
        "graphml": ("GraphML", "The merged graph for Gephi, yEd, Cytoscape or networkx."),
        "csv": ("CSV", "Entities and relations as two tables, with the passages they come from."),
        "html": ("HTML", "The most connected part of the graph as one page that opens without a network."),
    }
)
EXPORT_FILES = MappingProxyType(
    {
        "records.jsonl": "Save records.jsonl",
        "graph.graphml": "Save graph.graphml",
        "entities.csv": "Save entities.csv",
        "relations.csv": "Save relations.csv",
        "graph.html": "Save graph.html",
    }
)
