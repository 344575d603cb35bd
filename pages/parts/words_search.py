"""The strings of the Search page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Search"
FIELD = "Search passages and names"
PLACEHOLDER = "Words, a number, a name …"
HELP = (
    "All words must be there; “quotation marks” keep words together; a star finds what begins so (reten\\*). "
    "Numbers are found as written (99.9), Chinese from two characters on (保留)."
)
SEARCHING = "Searching …"
ASK = "Ask this"
ASK_HELP = "Ask it as a question instead: found by meaning, not by its words."
NAMES = "Names"
PASSAGES = "Passages"
COUNT_NAMES = "{count:,} names"
COUNT_NAME = "1 name"
COUNT_PASSAGES = "{count:,} passages in {documents:,} documents"
COUNT_ONE_DOCUMENT = "{count:,} passages in 1 document"
COUNT_PASSAGE = "1 passage"
FILTERED = "{count:,} of {total:,} passages, in the documents chosen"
FILTERED_ONE = "1 of {total:,} passages, in the documents chosen"
RULE = "Names under the merge rule “{rule}”, as on the Graph page."
ANY = "No passage has all of this. These have some of it:"
IN = "Show passages of these documents only"
TYPE = "Show names of these types only"
MORE_DOCUMENTS = "{count:,} more documents"
CLEAR = "Take the filters off"
MORE = "Show {count:,} more"
OF = "{shown:,} of {count:,} shown"
NO_DOCUMENTS = "There is nothing to search yet"
NO_DOCUMENTS_HINT = "Add documents, or load a sample. They can be searched as soon as they are there, read or not."
NOTHING = "Nothing found"
NOTHING_HINT = "No passage and no name has “{text}”. Try fewer or other words, or a beginning with a star."
NOTHING_FILTERED = "Nothing in the documents chosen"
NOTHING_FILTERED_HINT = "Other documents have {count:,} passages with this."
NO_WORD = "There is no letter and no digit to look for."
NEAR = "Names that look like it"
START = "What can be found"
START_HINT = (
    "Every passage of every document, also those that have not been read yet, and every name in the graph. "
    "For what you can't name, ask a question."
)
TRY = "For example"
RESULTS = MappingProxyType(
    {
        "original": "Open the original",
        "document": "Open in Documents",
        "whole": "Show the whole passage",
        "less": "Show less",
        "moreNames": "Show {n} more",
        "fewerNames": "Show fewer",
        "also": "also: {names}",
        "page": "page {n}",
        "passages": "{n} passages",
        "passage": "1 passage",
        "openName": "Open on the Graph page",
    }
)
