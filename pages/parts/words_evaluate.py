"""The strings of the Evaluate page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Evaluate"
HINT = (
    "Run questions whose evidence you know through every mode, and see which of them finds it, at what cost, and where "
    "it gets lost. What is measured is what a model would be given; a chat model's answers can be measured too."
)
NO_DOCUMENTS = "There is nothing to search yet"
NO_DOCUMENTS_HINT = "Add documents first; then bring questions about them."

# --- choosing ---------------------------------------------------------------------------------------------------------

SET = "Question set"
SAMPLE_SET = "{name}: the questions that come with the sample"
OWN_SET = "A file"
FILE = "JSON Lines or CSV, in UTF-8"
FILE_HELP = (
    "One question a row: `question`, `support` (documents or passages that answer it), and if you like `answer` and "
    "`kind`: precise, cross-section or unanswerable. An unanswerable one has no support."
)
EXAMPLE = "What a file looks like"
EXAMPLE_JSON = (
    '{"question": "How long is an export kept?", "support": ["handbook/export.md"], "kind": "precise"}\n'
    '{"question": "Who restores what, on each plan?", "support": ["handbook/business.md", "handbook/enterprise.md"], '
    '"kind": "cross-section"}\n'
    '{"question": "Who founded the company?", "kind": "unanswerable"}\n'
)
EXAMPLE_HINT = "Documents are named as the Documents page lists them; a passage is `document#number`."
MODES = "Modes"
MODES_NONE = "Choose at least one mode."
RULE = "Merge rule"
NAME = "Name of the experiment"
NAME_PLACEHOLDER = "such as: after the split"
NAME_HELP = "May stay empty. It is how you find it again beside others."
NUMBERS, NUMBERS_CHANGED = "Numbers", "Numbers (changed)"
AFTER = "Decisions"
AFTER_NOW, AFTER_NONE = "All, as the graph is now", "0 · none, as read"
AFTER_HELP = "On the graph as it was after this decision, over the documents that are here now."
ANSWERS_OFF, ANSWERS_ON = "Answers", "Answers ●"
ANSWERS = "Let the chat model answer in every mode"
ANSWERS_HELP = (
    "Measured is whether the expected answer stands in it, how many of its statements are backed by the passages that "
    "they cite, and whether it says that the documents do not say it, where that is right."
)
ANSWERS_COST = (
    "One call for each question, mode and repeat. It can be stopped at any time, and gone on with: what was asked is "
    "kept."
)
CALLS = "The chat model is asked for {count:,} answers."
REPEATS = "Times that each question is asked"
REPEATS_HELP = "A model says something else each time: repeats tell how far apart. Each is asked afresh."
CHAT, CHAT_USUAL = "Chat model", "{name}, as in the settings"
CHAT_HELP = "Reads the questions and answers them, in this experiment alone."
RUN = "Run {count:,} questions"
RUN_ONE = "Run 1 question"
COUNTED = "{questions}: {kinds}."
COUNTED_PLAIN = "{questions}."
QUESTIONS = "{count:,} questions"
QUESTION_ONE = "1 question"
KINDS = MappingProxyType(
    {
        "": "All",
        "precise": "Precise",
        "cross-section": "Cross-section",
        "unanswerable": "Unanswerable",
        "other": "Without a kind",
    }
)
KIND_HELP = "Precise: one place answers it. Cross-section: several together do. Unanswerable: the documents don't."
KIND_COUNT = "{count:,} {kind}"
LEFT_OUT = "{count:,} rows are left out"
LEFT_OUT_ONE = "1 row is left out"
LEFT_OUT_ROW = "Row {row}: {reason}"
MORE_ROWS = "and {count:,} more"

# --- running ----------------------------------------------------------------------------------------------------------

RUNNING = "{done:,} of {total:,} · {question}"
STARTING = "Getting ready …"
STOPPING = "Stopping after this question …"
STOP = "Stop"
STOPPED = "The run was stopped. What was asked so far is kept."
STOPPED_LOST = "The run was stopped."

# --- a result ---------------------------------------------------------------------------------------------------------

NONE_YET = "No experiment yet"
NONE_YET_HINT = "Choose a question set above and run it: with the small sample that takes a few seconds."
OPEN = "Experiment"
OPEN_LABEL = "{when} · {source} · {questions} · {rule}"
OPEN_NAMED = "{name} · {label}"
OPEN_SAME = "{label} ({number})"
FOREIGN = "from a file"
OPEN_PART = " · {done:,} asked"
STALE = "Documents, decisions or models have changed since this was measured. Run the set again to see what that did."
PARTLY = "{done:,} of {total:,} questions were asked."
RESUME = "Go on"
DELETE = "Delete"
DELETE_HELP = "Erases this experiment for good."
DELETE_SURE = "Erase this experiment?"
DELETE_YES = "Erase it"
SAVE_CSV = "CSV"
SAVE_JSON = "JSON"
SAVE_REPORT = "Report"
SAVE_HELP = MappingProxyType(
    {
        SAVE_CSV: "A line for each question and mode.",
        SAVE_REPORT: "Tables, differences and misses in Markdown.",
        SAVE_JSON: "All there is.",
    }
)
SAVE_ENDINGS = MappingProxyType({SAVE_CSV: "csv", SAVE_REPORT: "md", SAVE_JSON: "json"})
KIND = "Kind of question"
DEPTH_LABEL = "Compared at"
DEPTHS = "@{depth}"
DEPTH_HELP = "How many passages from the top count, in the pictures and in the comparison."
COLUMNS = MappingProxyType(
    {
        "mode": ("Mode", "How evidence is searched for."),
        "@2": ("Recall @2", "The share of the supporting documents or passages among the first 2 passages."),
        "@5": ("Recall @5", "The same among the first 5."),
        "@10": ("Recall @10", "The same among the first 10."),
        "whole": ("All found", "The share of questions with all of their support somewhere in the context."),
        "coverage": ("Sources", "The share of supporting documents of which the context holds any passage."),
        "tokens": ("Tokens", "The mean size of the context that a model would be given."),
        "cut": ("Cut", "Items a question that were reached, and then cut by a token budget."),
        "time": ("Time", "The median time of the mode, reading of the question left out, in milliseconds."),
    }
)
UNANSWERABLE_ONLY = (
    "These have no support to be found: what counts is that an answer says so, and what the context costs."
)
HALVES = "Even and odd questions apart"
HALVES_HINT = (
    "Choose numbers by the even questions and report the odd ones: what was tuned on a question says little about it."
)
EVEN, ODD = "Even", "Odd"

AGAINST = "Against {base}"
AGAINST_HELP = (
    "Each mode against {base} on the same questions. The interval comes from 10,000 resamples of the questions; with "
    "fewer than six that differ, no difference is called clear."
)
CLEAR_MORE = (
    "**{mode}** finds more than {base}: {gap} recall @{depth} ({interval}). Better on {better:,}, worse on {worse:,}."
)
CLEAR_LESS = (
    "**{mode}** finds less than {base}: {gap} recall @{depth} ({interval}). Better on {better:,}, worse on {worse:,}."
)
SAME = "**{mode}** and {base} find the same on every question."
TOO_FEW = (
    "**{mode}**: {gap} recall @{depth} ({interval}), but only {differ:,} of {count:,} questions differ. "
    "That is too few to tell."
)
TOO_SMALL = (
    "**{mode}**: {gap} recall @{depth} ({interval}). Too small a difference for {count:,} questions: "
    "it may be chance.{needed}"
)
NEEDED = " About {count:,} questions like these would tell."
INTERVAL = "95 %: {low:+.2f} to {high:+.2f}"

CHART_COST = "Recall against tokens"
CHART_COST_HINT = "Up and to the left is better: more found in a smaller context."
CHART_WINS = "Wins and losses against {base}"
CHART_WINS_HINT = "Questions on which a mode found more, or less, among the first {depth} passages; the rest are even."
CHART_TOKENS, CHART_RECALL = "Tokens of the context (mean)", "Recall @{depth}"
CHART_QUESTIONS = "Questions"
BETTER, WORSE = "More found", "Less found"

SPREAD = "@{depth} over repeats"
SPREAD_HELP = "The lowest and the highest mean of one repeat. The other columns are means over all repeats."

# --- misses -----------------------------------------------------------------------------------------------------------

LOST = "Where support was lost"
LOST_NONE = "Nothing was lost: every mode has all support in its context, among the first 10 passages."
STAGE = "Lost at"
STAGES = MappingProxyType(
    {
        "unread": ("Nothing read", "Nothing was read from the passage, so that no graph leads to it."),
        "keywords": ("Keywords", "What names the passage would have been found with the question's own words."),
        "threshold": ("Threshold", "It was not similar enough."),
        "top k": ("Top k", "It stood behind the items or passages that are taken."),
        "expansion": ("Expansion", "What names it was not reached in the graph, or brings no passages."),
        "budget": ("Budget", "It was reached, and cut by a token budget."),
        "order": ("Order", "It is in the context, but behind the first 10 passages."),
    }
)
LOST_HELP = "How many supports each mode lost, by the last stage that any of their passages came to."
MISSES_COUNT = "{count:,} questions"
MISSES_ONE = "1 question"
MISS_MODE = "Mode"
MISS_STAGE = "Stage"
ANY_MODE, ANY_STAGE = "Any mode", "Any stage"
MISSES_FIT_NONE = "No question fits: take a filter off."
MISS_HEAD = "{question} :gray[{modes}]"
MISS = "**{stage}** · {modes} · {support}"
TRACE = "Why, in each mode: {passage}"
TRACE_HELP = (
    "Opens Compare with this question and these keywords, and tells of each mode why the passage is there or not."
)
MORE = "Show {count:,} more"

# --- two beside each other --------------------------------------------------------------------------------------------

BESIDE = "Beside another experiment"
BESIDE_PICK = "Compare with"
BESIDE_NONE = "Nothing"
BESIDE_FILE = "A file, from another workspace"
BESIDE_UPLOAD = "An experiment that was saved as JSON"
BESIDE_NO_SHARED = "These two have no mode and no question with the same support in common."
BESIDE_SHARED = "{count:,} questions that both asked, at {depth} passages. Other → this one."
BESIDE_ELSEWHERE = "They were run in two workspaces: other passages, models and graphs are at work."
BESIDE_REPORT_HELP = "What differs, each mode in both, and the questions that moved, in Markdown."
BESIDE_SAME = "Both were asked with the same settings, documents and decisions."
BESIDE_DIFFERS = "What differs: {settings}."
BESIDE_SETTING = "{name} {before} → {after}"
SETTINGS = MappingProxyType(
    {
        "policy": "merge rule",
        "kind": "engine",
        "reader": "reading model",
        "embedder": "embedding model",
        "documents": "documents (version)",
        "after": "graph as of decision",
        "answers": "answers",
        "repeats": "times each question was asked",
        "chat": "chat model",
        "decisions": "last decision",
    }
)
BESIDE_COLUMNS = (
    "Mode",
    "Other",
    "This",
    "Change",
    "Better",
    "Worse",
    "Says something",
    "Tokens, other",
    "Tokens, this",
)
BESIDE_SAYS = ("Expected answer, other", "Expected answer, this")
CLEAR, NOT_CLEAR, EQUAL = "yes", "too little to tell", "no change"
MOVED = "Questions that moved ({count:,})"
MOVED_COLUMNS = ("Question", "Mode", "Other", "This")
