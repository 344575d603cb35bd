"""The strings around an original: the page or the place in the text that a passage was taken from."""

from __future__ import annotations

from types import MappingProxyType

OPEN = "Open the original"
PAGE_OF = "page {page} of {pages}"
PASSAGE = "passage {number}"
REVISION = "revision {revision}"
REVISION_HELP = "The first digits of the fingerprint of the document's content, as it was when this was read."
ADDED = "added {at}"
PREVIOUS, NEXT = "Page before", "Page after"
BACK = "Back to the passage"
IN_DOCUMENTS = "Open in Documents"
SAVE = "Save the file"
SAVE_HELP = "The file that was added, unchanged."
ALT = "Page {page} of {title}"
COVERAGE = MappingProxyType(
    {
        "whole": "The passage is marked in yellow.",
        "part": "Only a part of the passage was found on the drawn page; that part is marked.",
        "none": "The passage was not found on the drawn page, so nothing is marked. Its text stands beside it.",
    }
)
GOES_ON = "The passage goes on: it stands on pages {pages}."
OTHER_PAGE = "This page does not hold the passage; page {page} does."
TEXT = "The passage"
QUOTE = "Copy with source"
QUOTE_HELP = "The button at the upper right copies it."
ALONE = "This passage came as an evidence record, without its document. What came with it stands around it."
IN_ITS_PLACE = "The passage in its place in the document's text."
EARLIER, LATER = "Show more before", "Show more after"
BEFORE, AFTER = "{count:,} characters before this", "{count:,} characters after this"
PLACE_LABEL = "The passage in its place"
