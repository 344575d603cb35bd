"""The strings of the Diagnose page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Diagnose"
INTRO = "What may have gone wrong while documents were read and merged: what can do most harm comes first."
KINDS = MappingProxyType(
    {
        "name-collision": (
            "One name, several things",
            "Passages under one name contradict each other, or speak of different things. A split takes them apart.",
        ),
        "unassigned": (
            "Waits for a part",
            "A split left these mentions over: no part claims them. They wait under the old name.",
        ),
        "contradicting-direction": (
            "Said both ways",
            "A relation is said in one direction and, elsewhere, in the other, though it can hold only one way.",
        ),
        "near-duplicate": (
            "Two names, maybe one thing",
            "Two entities may be one thing under two names. A merge makes one of them; nothing is lost by it.",
        ),
        "unsaid": (
            "Not said by the passage",
            "A description has words that its passage does not have: it may be made up.",
        ),
        "ungrounded": ("Name not in the passage", "A passage does not hold this name: it may be made up."),
        "unknown-stub": (
            "Named but never described",
            "Relations name it as one of their ends, and no passage says what it is.",
        ),
        "lost-direction": (
            "Direction lost",
            "Passages say it both ways, and one edge without a direction holds both.",
        ),
        "parallel-relations": (
            "Several relations between two",
            "Two entities are related in several ways; where relations are folded, one edge would hold them all.",
        ),
        "hub-sprawl": (
            "Pulls in too much",
            "One hit on it brings so many edges that they crowd everything else out of an answer's context.",
        ),
        "overlong-profile": ("Profile too long", "So much is said of it that a part is left out of its profile."),
        "thin-profile": ("Hardly described", "Next to nothing is said of it: a search by meaning hardly finds it."),
        "self-loop": (
            "Related to itself",
            "A relation whose two ends became one entity. It is not drawn; perhaps two things were merged.",
        ),
        "island": (
            "Not connected",
            "No relation leads from the largest part of the graph to it: only its own words find it.",
        ),
        "failed-chunks": ("Passages not read", "The model gave no result for these passages."),
        "rejected-rows": ("Rows rejected", "Rows of the model's replies could not be read, and nothing came of them."),
    }
)
"""Kind -> its name on the page, and a sentence that says what it is."""
SERIOUS = frozenset({"name-collision", "unassigned", "contradicting-direction", "unsaid", "failed-chunks"})
"""Kinds that can put a wrong fact into an answer: their badge is orange."""

STATES = MappingProxyType({"open": "To look at", "new": "New", "unsure": "Unsure", "right": "Found right"})
STATES_LABEL = "Which findings"
NEW_SINCE = "New: not there at your last visit, {moment}."
NEW_FIRST = "New counts from your second visit on."
ALL_SEEN = "Take all as seen"
ALL_SEEN_HELP = "Nothing that is found now counts as new any more."
COUNTED = "{label} {count:,}"
ALL_KINDS = "All kinds"
KINDS_LABEL = "Kinds of findings"
FIND = "Find in findings"
FIND_PLACEHOLDER = "A name, a word …"
DOCUMENT = "Document"
DOCUMENT_ALL = "All documents"
MUTE = "Mute this kind"
MUTE_HELP = "Findings of this kind are left out, also of the counts, until the kind is heard again."
MUTED_LABEL = "Muted kinds"
UNMUTE = "Hear again: {kind} ({count:,})"

LOOKING = "Looking for findings: {done} of {total} kinds so far"
STALE = "These were found before the latest changes. What is gone since is left out; what is new is not in it."
STALE_READING = "Passages are being read. These were found in what was read until you came."
AGAIN = "Look again"
FAILED = "Some kinds of findings could not be looked for. All others are listed."
FAILED_ONE = "{kind}: {fault}"

PAGE = "{first:,}–{last:,} of {total:,}"
EARLIER, LATER = "Earlier", "Later"

NONE_TITLE = "Nothing to look at"
NONE_HINT = "All kinds were looked for, and nothing was found under this merge rule."
NONE_LEFT_HINT = "Everything that was found has been dealt with."
NONE_FIT_TITLE = "No finding fits"
NONE_FIT_HINT = "Take a filter or a word away."
NONE_YET_HINT = "Findings show up here as they are found."
CLEAR = "Clear filters"
EMPTY_TITLE = "There is nothing to diagnose yet"
EMPTY_HINT = "Add documents, or load a sample: findings come from what was read in them."
NO_NEW_TITLE = "Nothing new"
NO_NEW_HINT = "Everything that is found was there at your last visit."
NO_UNSURE_TITLE = "Nothing is marked unsure"
NO_UNSURE_HINT = "A finding that you can't judge yet can be set aside with a note; it is listed here."
NO_RIGHT_TITLE = "Nothing was found right yet"
NO_RIGHT_HINT = "What you find to be right although it was flagged is listed here, and can be taken back."

CLASSIC_NOTE = (
    "Under **Classic** decisions do nothing: it is the control. Findings can be looked at here; to deal with them, "
    "switch to Careful."
)
READ_ONLY = "Another process holds this workspace for writing: findings can be looked at here, and not dealt with."

REACHES = "reaches {reach:,} of {total:,} entities"
REACHES_HELP = (
    "A search that hits any of {reach:,} of the {total:,} entities brings what is in doubt here into an answer's "
    "context. Harm {harm:,.0f}: tokens in doubt, summed over these hits, the more serious kinds counting more."
)
REACHES_READING = "{count:,} affected"
REACHES_READING_HELP = "How many passages or rows this is about. What they would have given is not known."
NEW = "new"
UNSURE_BADGE = "unsure"
TICK = "Tick"
EVIDENCE, EVIDENCE_CLOSE = "Evidence", "Close"
EVIDENCE_NONE = "There is nothing to show beside the sentence."
EVIDENCE_MORE = "and {count:,} more"
SAID_BY = "{count:,} passages say this"
GROUPS_MORE = "and {count:,} more groups"
WITHOUT_LABEL = "The others"
ORIGINAL_HELP = "Open the passage in its document"
QUOTED = "“{quote}”"
TO_GRAPH = "Open in the graph"
TO_EXTRACTION = "Open the passage"
NEAR = "It may be one of these:"
NEAR_MERGE = "Merge into this …"

SIGNALS_ONE = "One sign speaks for it"
SIGNALS_FOR = "{count} signs speak for it"
SIGNALS_AGAINST_ONE = "one against"
SIGNALS_AGAINST = "{count} against"
SIGNALS_SUM = "together {score:.2f}, and {threshold:.2f} is enough"
SIGNALS_CHART = "Each bar begins where the one above it ends; the dashed line is what is enough."
SIGNAL_TOTAL = "together"
SIGNAL_FOR, SIGNAL_AGAINST = "for", "against"
SIGNAL_WEIGHT = "weight"

PROPOSED_SPLIT = "Split “{name}” into {parts}"
PROPOSED_SPLIT_OFF = "Split {parts} off “{name}”; what is said of all stays under the bare name"
PROPOSED_SPLIT_MANY = "Split “{name}” into {count} parts"
PROPOSED_ASSIGN = "Give what waits to {parts}"
PROPOSED_MERGE = "Merge “{nodes}” into “{into}”"
PROPOSED_HIDE = "Hide “{name}”"
PROPOSED_OTHER = "Decide: {kind}"
TO_CURATE = "On Curate: check it, correct it, take it."
NO_PROPOSAL = "No decision is proposed for this."
RIGHT = "This is right"
RIGHT_HELP = "Not a fault: remembered and listed under “Found right”. It can be taken back."
TWO_THINGS = "Two things"
TWO_THINGS_HELP = "Never propose these as one again. Listed under “Found right”, where it can be taken back."
UNSURE = "Unsure …"
UNSURE_NOTE = "What is to be cleared up?"
UNSURE_PLACEHOLDER = "Ask the author whether …"
UNSURE_SAVE, CANCEL = "Set aside", "Cancel"
TAKE_BACK = "Take back"
NOTED = "Note: {note}"
ALIKE = "Tick {count:,} alike"
ALIKE_HELP = "Findings made by the same sign and answered by the same sort of decision."

TICKED = "{count:,} ticked"
TICK_SHOWN = "Tick all {count:,} on this part"
TICK_ALL = "Tick all {count:,} that fit"
UNTICK = "Untick all"
ALL_RIGHT = "All {count:,} are right …"
SURE_TITLE = "Find {count:,} findings right, unseen ones too?"
SURE_HINT = "They are left out from now on and listed under “Found right”. One undo takes all of it back."
SURE_YES = "Yes, all {count:,} are right"
SURE_PAIR = "{kind} (then two things each)"
TAKE_TICKED = "Take {count:,} proposals …"
TAKE_NONE = "None of the ticked findings has a proposal"
TAKE_TITLE = "What taking {count:,} proposals would do"
TAKE_ALL = "Take all {count:,}"

DONE_RIGHT = "Found right: {count:,}."
DONE_TWO = "“{one}” and “{other}” are two things: they are never proposed as one again."
DONE_TWO_EACH = "Two things each: {count:,} pairs. They are never proposed as one again."
DONE_UNSURE = "Set aside as unsure: {count:,}."
DONE_MUTE = "Muted: {kind}."
DONE_TAKEN = "Proposals taken: {count:,}."
DONE_BACK = "Taken back."
UNDO = "Undo"

HOME_LINE = "Findings to look at: {count:,}"
HOME_SERIOUS = "Findings to look at: {count:,} ({serious:,} may put a wrong fact into an answer)"
HOME_UNKNOWN = "Look for what may have gone wrong"
HOME_LOOKING = "Looking for findings …"
