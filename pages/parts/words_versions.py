"""The strings of documents that replace others, that say nearly the same, that call themselves drafts."""

from __future__ import annotations

from types import MappingProxyType

MARK = "It replaces …"
MARK_HELP = "Says that this document takes the place of others, which then go out of sight; shows first what changes."
MARK_TITLE = "What it replaces"
MARK_HINT = (
    "Documents that are replaced are out of sight like withdrawn ones, and come back as soon as this one goes, or you "
    "keep both. What you say here stands instead of what its file says."
)
MARK_WHICH = "Documents that it replaces"
MARK_PLACEHOLDER = "Choose one or more"
MARK_SAME = "It is so already."
MARK_YES = "Say so"
MARKED = "“Versions” lists what is replaced."
TAKE_BACK = "Let its file decide"
TAKE_BACK_HELP = "Takes back what was said here; what the file itself says of `replaces` holds again."
TAKEN_BACK = "What its file says holds again."

KEEP_TITLE = "Keep both"
KEEP_HELP = "Brings it back into sight beside its successor; shows first what changes."
KEEP_HINT = "The replaced document comes back into sight, whatever the file of its successor says."
KEEP = "Keep both …"
KEEP_YES = "Keep both"
KEPT = "Both are in sight."

REPLACES = "Replaces {names}"
HOW = MappingProxyType({"file": "its file says so", "person": "said here"})
REPLACED_BY = "**{title}** is replaced by **{by}** and out of sight."
GO = "Open its successor"
OUT_ONE = "1 more is replaced by another one and out of sight: “Versions” lists it."
OUT = "{count:,} more are replaced by others and out of sight: “Versions” lists them."

REPLACED = "Replaced ({count:,})"
REPLACED_HINT = "Out of sight, as if withdrawn, while the document that replaces them stands."
REPLACED_NONE = "No document is replaced by another one."
BY = "replaced by {by} · {how}"
PROBLEMS = "Could not be followed ({count:,})"
PROBLEM = "**{document}** says that it replaces “{says}”, {why}."
WHY = MappingProxyType(
    {
        "missing": "but there is no such document here",
        "several": "but several documents here are called so",
        "circle": "but the two name each other, in a circle",
        "itself": "but that is this document itself",
    }
)

ALIKE = "Nearly the same ({count:,})"
ALIKE_HINT = "Pairs of documents of which at least four fifths are in both. Say which one counts, or keep both."
ALIKE_NONE = "No two documents say nearly the same."
ALIKE_MORE = "and {count:,} more; they come up as you answer these"
LOOKING = "Comparing the documents …"
SHARE = "{share:.0%} the same"
SAME = "the same text"
DRAFT, COPY = "draft", "copy"
SIDES = MappingProxyType({"age": ("newer", "older"), "order": ("first", "second")})
SIDE_REPLACES = MappingProxyType(
    {
        "age": ("The newer replaces the older …", "The older replaces the newer …"),
        "order": ("The first replaces the second …", "The second replaces the first …"),
    }
)
BOTH = "Keep both"
BOTH_HELP = "Leaves both in sight and lists the two here no more."
DISMISSED = "Both are kept, and listed here no more."
DRAFTS = "Call themselves drafts or copies ({count:,})"
DRAFTS_NONE = "No document calls itself a draft or a copy."
OPEN = "Open"
NO_DRAFT = "Keep it"
NO_DRAFT_HELP = "Lists it here no more."
NO_DRAFT_DONE = "It is kept, and listed here no more."

REPORT_ALIKE_ONE = "1 document says nearly the same as another one here:"
REPORT_ALIKE = "{count:,} documents say nearly the same as another one here:"
REPORT_PAIR = "· {document}: {share} as {other}"
REPORT_DRAFTS = "Call themselves drafts or copies: {names}"
REPORT_LOOK = "Say which one counts"
