"""The strings of an experiment on the Evaluate page: how it was asked, what it took, what the model answered."""

from __future__ import annotations

from types import MappingProxyType

# --- question by question --------------------------------------------------------------------------------------------

CHART_EACH = "Question by question"
CHART_EACH_HINT = (
    "Each column is a question on which a mode differs from {base} among the first {depth} passages; the colour says "
    "how much more or less of its support the mode found."
)
CHART_EACH_MOST = "The {most:,} questions that differ most of {count:,}."
CHART_GAP = "Recall against {base}"

# --- how it was asked, and what that took -----------------------------------------------------------------------------

ASKED_WITH = "How it was asked, and what it took"
ASKED_FIELD, ASKED_VALUE = "", "This experiment"
FIELDS = MappingProxyType(
    {
        "source": "questions",
        "repeats": "asked each question",
        "after": "graph as of decision",
        "numbers": "numbers",
        "answers": "answers",
        "workspace": "workspace",
        "chunking": "chunking",
    }
)
TIMES = "{count:,} times"
NUMBERS_USUAL = "as they come"
ANSWERED, NOT_ANSWERED = "written in every mode", "none"
COSTS = "Reading the documents, and asking, are counted apart"
COST_COLUMNS = ("", "Calls", "Failed", "Tokens in", "Tokens out", "Seconds")
COST_INDEXING, COST_ASKING = "Reading the documents (until then)", "Asking these questions"
COST_PASSAGES = (
    "{passages:,} passages, of which {failed:,} could not be read, {waiting:,} waited and {empty:,} gave nothing."
)
COST_CACHED = "{cached:,} calls were answered from kept replies, which saved {saved:,} tokens."
COST_UNKNOWN = "What reading the documents took was not noted with this experiment."

# --- answers ----------------------------------------------------------------------------------------------------------

ANSWERS_HEAD = "What the model made of it"
ANSWERS_HEAD_HELP = (
    "Answers of the chat model in every mode. Calls that failed are counted, and left out of the shares. With several "
    "repeats the range in brackets is from the lowest to the highest mean of one repeat."
)
ANSWER_COLUMNS = MappingProxyType(
    {
        "mode": ("Mode", "How evidence is searched for."),
        "contains": ("Expected answer", "The share of answers in which the expected answer stands."),
        "support": ("Backed", "The share of an answer's statements that a passage they cite backs, on the mean."),
        "right": (
            "Right to answer",
            "The share of answers that say “not in the documents” exactly where that is so.",
        ),
        "told": ("“Not there”, rightly", "Of the unanswerable questions, the share where the answer says so."),
        "missed": ("“Not there”, wrongly", "Of the answerable questions, the share where the answer says so."),
        "failed": ("Failed", "Calls that gave no answer, and answers that broke off."),
        "tokens_in": ("Tokens in", "Read by the model for one answer, on the mean."),
        "tokens_out": ("Tokens out", "Written by the model for one answer, on the mean."),
        "seconds": ("Seconds", "The median time of an answer."),
    }
)
RANGE = "{mean:.2f} ({low:.2f}–{high:.2f})"
ANSWERS_AGAINST = "Answers against {base}"
ANSWER_MORE = "**{mode}** answers better than {base}: {gap} of the answers ({interval}). {counts}"
ANSWER_LESS = "**{mode}** answers worse than {base}: {gap} of the answers ({interval}). {counts}"
ANSWER_SAME = "**{mode}** and {base} say the expected answer equally often on every question."
ANSWER_FEW = "**{mode}**: {gap} of the answers ({interval}), but only {differ:,} of {count:,} questions differ. {few}"
ANSWER_SMALL = "**{mode}**: {gap} of the answers ({interval}). Too small for {count:,} questions: it may be chance."
ANSWER_COUNTS = "Better on {better:,}, worse on {worse:,}."
ANSWER_FEW_TOLD = "That is too few to tell."
ANSWERS_EACH = "Read the answers"
ANSWERS_PICK, ANSWERS_OPTION = "Question", "{row}. {question}"
ANSWER_EXPECTED = "Expected: {answer}"
ANSWER_SIGNS = MappingProxyType(
    {
        "contains": ("says what is expected", "does not say what is expected"),
        "right": ("right to answer", "wrong to answer"),
    }
)
ANSWER_BACKED = "{share:.0%} backed"
ANSWER_OWNS = "not in the documents"
ANSWER_FAILED = "failed: {why}"
ANSWER_BROKE = "broke off"

# --- which one it is --------------------------------------------------------------------------------------------------

HIDDEN_ONE = (
    "1 experiment is out of sight: it rests on documents that are withdrawn or replaced. It is back when they are."
)
HIDDEN = (
    "{count:,} experiments are out of sight: they rest on documents that are withdrawn or replaced. They are back when "
    "these are."
)
OPEN_AFTER, OPEN_BARE = " · after decision {number}", " · before any decision"
NOT_ON = "It can't be gone on with: documents, decisions or models are not as they were when it began."
FROM_MISS = "Evaluate · “{title}”"
MISS_SAID = "**{stage}** in {modes}: {said}"
BUDGET_HINT = (
    "Most was lost to a token budget, and the budget of the whole context is small here ({total:,}): raise it under "
    "Numbers, and run again."
)
