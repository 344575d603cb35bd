"""The strings of the Compare page: modes, parts, reasons, parameters, each in a reader's words."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Compare"
QUESTION = "Question"
QUESTION_PLACEHOLDER = "Ask one question; it is searched for in six ways"
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
SEARCHING = "Searching in six ways …"
SEARCHING_FIRST = "Searching in six ways. Not all is in the search index yet, so this may take a while …"

# --- the modes --------------------------------------------------------------------------------------------------------

MODES_TITLE = "The six ways"
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
        "paths": ("P", "Paths", "things and themes", "Chains of relations that lead from hit to hit."),
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
NOTHING_BUDGET = "What was found does not fit: raise “{label}” under “Limits and ranking” (now {n})."
NOTHING_THRESHOLD = (
    "What is nearest is less similar than {n}: try other words, or lower “Least similarity” under “Limits and ranking”."
)
NOTHING_KEYWORDS = "No keywords were found in the question: it helps to name a thing."
NOTHING_READ = "No passage has been read yet, so the graph modes have nothing to search."
NOTHING_ELSE = "Nothing can be searched yet, or nothing is like the question. Try other words."
SMALL = "This workspace is small: every mode brought nearly all of its passages."
SMALL_BUTTON = "Use small limits"

# --- limits -----------------------------------------------------------------------------------------------------------

PARAMETERS = "Limits and ranking"
PARAMETERS_CHANGED = "Limits and ranking (changed)"
TOO_LONG = "A question may have {n:,} characters: what came after them was left out."
NOT_TAKEN = "Not taken from the address: {what}. The usual value is used."
DOWNLOAD = "All of it as JSON"
DOWNLOAD_HELP = "What each mode kept and left out, and why, as `lightprism retrieve --json` prints it."
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
        "lexical": ("Full text", "Whether words of the question found in passages count beside their meaning."),
        "max_paths": ("Paths", "In paths: how many chains between hits are shown."),
        "max_hops": ("Steps of a path", "In paths: how many relations a chain may run along."),
        "damping": ("Reach of the walk", "In paths: the chance that the walk goes on rather than back to a hit."),
        "near_names": ("Nearly equal names", "In paths: the walk may pass between names that are nearly the same."),
    }
)
SWITCHED = ("off", "on")
CHOICES = MappingProxyType(
    {
        "similarity": "Similarity",
        "degree": "Connections",
        "votes": "Votes",
        "chunks": "Passages",
        "strength": "Strength",
        "auto": "Where it helps",
        "on": "Always",
        "off": "Never",
    }
)

# --- one item ---------------------------------------------------------------------------------------------------------

KINDS = MappingProxyType({"entity": "Entity", "relation": "Relation", "chunk": "Passage"})
CLOSE = "Close"
WHERE_IN_MODES = "In the six ways"
IN_GRAPH = "Open in the graph"
IN_DOCUMENT = "Open the document"
NO_DESCRIPTION = "No passage describes it."
BROUGHT_BY = "Brought by"
AND_MORE = "and {count} more"
VIA_HIT = "found by the search"
SHORT_HIT, SHORT_SEED = "hit", "pinned"
VIA_SEED = "pinned by hand"
VIA_END = "an end of a found relation"
VIA_EDGE = "a relation of {name}"
VIA_PATH = "on a path between hits"
VIA_CHAIN = "chain {rank}"
VIA_VECTOR = "the search for the question"
VIA = MappingProxyType({"vector": VIA_VECTOR, "words": "words of the question", "walk": "the walk from the hits"})
REASONS = MappingProxyType(
    {
        "threshold": "less similar than {n}",
        "top_k": "behind the first {n} hits",
        "chunk_top_k": "behind the first {n} passages",
        "related_chunks": "not among the best {n} passages of its items",
        "budget entities": "at or after the first that did not fit into {n} tokens for entities ({used} used)",
        "budget relations": "at or after the first that did not fit into {n} tokens for relations ({used} used)",
        "budget chunks": "at or after the first that did not fit into {n} tokens for passages ({used} used)",
        "budget total": "at or after the first that did not fit into what was left of {n} tokens ({used} used)",
        "audience": "not for this audience",
        "not in the graph": "no longer in the graph",
        "on no path": "on no path between hits",
    }
)

IN_ALL, IN_GRAPH = "in all {n}", "in all {n} over the graph"
WITHOUT = "(without {names}: nothing kept)"

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
        "first": "Show the first {n}",
        "listEnds": "The list ends at {n} of {count}. All are in the JSON file below.",
        "less": "Show fewer",
        "none": "none",
        "all": "Everything",
        "only": "Only in one way",
        "common": "In all",
        "show": "Show",
        "modes": "Modes",
        "shared": "What the six ways have in common",
        "sharedSum": "passages: {chunks}; entities: {entities}; relations: {relations}",
        "sharedHelp": "Each cell: how many items both modes hold. On the diagonal: how many the mode holds at all.",
        "shares": "{a} and {b} share {n} of {union}",
        "holds": "{a} holds {n}",
        "onlyIn": "only in",
        "alsoIn": "Held by",
        "rank": "rank",
        "score": "similarity",
        "nothing": "Nothing found.",
    }
)
