"""The strings of the Compare page: modes, parts, reasons, parameters, each in a reader's words."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Compare"
QUESTION = "Question"
QUESTION_PLACEHOLDER = "Ask one question; it is searched for in five ways"
ASK = "Compare"
EXAMPLES_LABEL = "Questions to try"
EXAMPLES = MappingProxyType(
    {
        "larkspur/": (
            "How long is the daily backup kept on the Business plan?",
            "What happens to my data after cancellation, step by step?",
            "What can delay or stop account deletion?",
            "Who can restore a workspace, and what does it cost?",
        ),
        "chinese/": ("云溪绿芽什么时候采摘？", "博物馆的藏品可以借给谁？"),
    }
)
SEARCHING = "Searching in five ways …"
SEARCHING_FIRST = "Searching in five ways. Not all is in the search index yet, so this may take a while …"

# --- the modes --------------------------------------------------------------------------------------------------------

MODES_TITLE = "The five ways"
MODES = MappingProxyType(
    {
        "naive": ("N", "Naive", "the question", "Finds the passages nearest to the question; uses no graph."),
        "local": (
            "L",
            "Local",
            "the things named",
            "Finds entities by the things that the question names, then takes in all their relations.",
        ),
        "global": (
            "G",
            "Global",
            "the themes",
            "Finds relations by the themes of the question, then takes in both their ends.",
        ),
        "hybrid": ("H", "Hybrid", "things and themes", "Local and global together, in turn."),
        "mix": ("M", "Mix", "things, themes, question", "Hybrid, and the passages nearest to the question as well."),
    }
)
SEARCHES_WITH = "Searches with {what}"

# --- keywords ---------------------------------------------------------------------------------------------------------

KEYWORDS = "What the question was searched with"
LOW, HIGH = "Things named", "Themes"
LOW_HELP = "Low-level keywords: the things that the question names. Local looks for entities near them."
HIGH_HELP = "High-level keywords: what the question is about. Global looks for relations near them."
ORIGINS = MappingProxyType(
    {
        "model": "Read from the question by the model, once for all modes.",
        "engine": "Read from the question by the embedded engine, once for all modes.",
        "given": "Given by hand.",
        "question": "No keywords were found: the question itself stands in for them.",
    }
)
NO_KEYWORDS = "none: the question stands in"

# --- states -----------------------------------------------------------------------------------------------------------

NO_DOCUMENTS = "There is nothing to ask yet"
NO_DOCUMENTS_HINT = "Add documents, or load a sample with one click."
NOT_READ = (
    "No passage has been read yet, so there is no graph: only **naive** can find something, "
    "once passages are searchable."
)
PARTLY_READ = "{read:,} of {chunks:,} passages have been read so far; the graph modes know only these."
CHANGED = "The workspace has changed since this was searched."
AGAIN = "Search again"
NOTHING = "Nothing was found in any mode"
NOTHING_HINT = "Try other words, or lower the least similarity under “Limits and ranking”."
SMALL = "This workspace is small: with the usual limits every mode brings nearly all of it."
SMALL_BUTTON = "Use small limits"

# --- limits -----------------------------------------------------------------------------------------------------------

PARAMETERS = "Limits and ranking"
PARAMETERS_CHANGED = "Limits and ranking (changed)"
RESET = "Back to the usual values"
PARAMETER = MappingProxyType(
    {
        "top_k": ("Hits", "How many entities, and how many relations, a search may bring."),
        "chunk_top_k": ("Passages", "How many passages a mode may bring in all."),
        "threshold": ("Least similarity", "Hits less similar than this are left out (cosine, from -1 to 1)."),
        "max_entity_tokens": ("Tokens for entities", "Entities are kept, whole ones only, until this is full."),
        "max_relation_tokens": ("Tokens for relations", "Relations are kept, whole ones only, until this is full."),
        "max_total_tokens": ("Tokens in all", "What is left of it after entities and relations is for passages."),
        "related_chunks": ("Passages an item", "How many passages one entity or relation may bring."),
        "ranking": ("Rank hits by", "Similarity to the keywords, or how connected an entity or relation is."),
        "chunk_pick": ("Pick passages by", "Similarity to the question, or how many kept items name the passage."),
        "edge_weight": ("Weigh relations by", "How many passages say so, or the strength that the model gave."),
        "global_endpoint_chunks": ("Passages of ends", "In global: also take the passages of a hit relation's ends."),
        "far_ends": ("Far ends", "In local: also take what the graph says of the far ends of shown relations."),
    }
)
CHOICES = MappingProxyType(
    {
        "similarity": "Similarity",
        "degree": "Connections",
        "votes": "Votes",
        "chunks": "Passages",
        "strength": "Strength",
    }
)

# --- one item ---------------------------------------------------------------------------------------------------------

KINDS = MappingProxyType({"entity": "Entity", "relation": "Relation", "chunk": "Passage"})
CLOSE = "Close"
WHERE_IN_MODES = "In the five ways"
COLUMN_MODE, COLUMN_RANK, COLUMN_SCORE, COLUMN_WHY = "Mode", "Rank", "Similarity", "Why"
IN_GRAPH = "Open in the graph"
IN_DOCUMENT = "Open the document"
NO_DESCRIPTION = "No passage describes it."
BROUGHT_BY = "Brought by"
AND_MORE = "and {count} more"
NOT_REACHED = "not reached"
LEFT_OUT = "left out: {reason}"
VIA_HIT = "found by the search"
SHORT_HIT = "hit"
VIA_SEED = "given as a start"
VIA_END = "an end of a found relation"
VIA_EDGE = "a relation of {name}"
VIA_PATH = "on a path between hits"
VIA_VECTOR = "the search for the question"
REASONS = MappingProxyType(
    {
        "threshold": "less similar than {n}",
        "top_k": "behind the first {n} hits",
        "chunk_top_k": "behind the first {n} passages",
        "related_chunks": "not among the best {n} passages of its items",
        "budget entities": "the entities' {n} tokens were full",
        "budget relations": "the relations' {n} tokens were full",
        "budget chunks": "the passages' {n} tokens were full",
        "budget total": "all {n} tokens were full",
        "audience": "not for this audience",
        "not in the graph": "no longer in the graph",
    }
)

# --- drawn in the browser ---------------------------------------------------------------------------------------------

COLUMNS_STRINGS = MappingProxyType(
    {
        "entities": "Entities",
        "relations": "Relations",
        "chunks": "Passages",
        "cuts": "Left out",
        "steps": "Step by step",
        "tokens": "tokens",
        "of": "of",
        "more": "Show all",
        "less": "Show fewer",
        "none": "none",
        "all": "Everything",
        "only": "Only in one way",
        "common": "In all five",
        "show": "Show",
        "modes": "Modes",
        "shared": "What the five ways have in common",
        "sharedSum": "{entities} entities, {relations} relations and {chunks} passages are in all five",
        "sharedHelp": "Each cell: how many items both modes hold. On the diagonal: how many the mode holds at all.",
        "shares": "{a} and {b} share {n} of {union}",
        "holds": "{a} holds {n}",
        "inAll": "in all five",
        "onlyIn": "only in",
        "alsoIn": "Held by",
        "rank": "rank",
        "score": "similarity",
        "nothing": "Nothing found.",
    }
)
