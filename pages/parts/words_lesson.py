"""Every string of the Lesson page and of projector mode. Numbers are never written here: the core's fill them in.

`{edges:edge|edges}` is a number with its noun, `{ways:=one way|both ways}` the words alone, `{names:: |}` a text with
what leads to it, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class StepWords:
    """A step as a reader sees it: `lead` and `ask` before the prediction, `see` and `why` after it."""

    title: str
    lead: str
    ask: str
    see: str
    why: str


CHAPTERS = MappingProxyType(
    {
        "merge": "The merge",
        "routes": "Two routes",
        "context": "What comes along",
        "limits": "What it is not",
        "careful": "The same, with care",
    }
)

STEPS = MappingProxyType(
    {
        "passages": StepWords(
            "Five passages become a graph",
            "A model read {passages:passage|passages} of a handbook, each by itself. It wrote down "
            "{rows:name|names} and {links:relation|relations}.",
            "Names spelt alike are taken for one thing. How many entities are left?",
            "{entities:entity|entities} and {edges:edge|edges}.",
            "{again:name|names} had been written down before, and {stubs:entity|entities} stood only at an end of a "
            "relation. Nothing but spelling holds the passages together.",
        ),
        "glue": StepWords(
            "One name, one node",
            "{described:passage describes|passages describe} this thing. It is written {forms}.",
            "How many texts does its profile hold?",
            "One node with {texts:text|texts}, put under each other.",
            "The key of a node is its name, trimmed and in lower case: “{key}”. Whoever finds it gets every text.",
        ),
        "fold": StepWords(
            "Several relations, one edge",
            "{one} and {other}: the passages state {rows:relation|relations} between them, pointing "
            "{ways:=the same way|both ways}.",
            "How many edges join the two in the graph?",
            "{rows:relation|relations}, {edges:edge|edges}, no arrow. Weight {weight}: one for each passage.",
            "The key of an edge is its two ends, in no order. What starts what can no longer be told.",
        ),
        "stub": StepWords(
            "Named, but never described",
            "{name} stands at an end of {edges:edge|edges}; {texts:text describes|texts describe} it.",
            "What type does its node get?",
            "Type “{type}”, with {texts:text|texts}.",
            "An edge needs two ends, so a missing one is made up. A search over descriptions finds nothing of it.",
        ),
        "collision": StepWords(
            "Two things, one name",
            "What the passages say of {name}: {periods}.",
            "How many nodes do these make?",
            "{nodes:node|nodes} with {texts:text|texts}: {periods}.",
            "Spelt alike is taken for the same. A question about either plan is given both.",
        ),
        "local": StepWords(
            "Local: start from a thing",
            "A search over descriptions would find the start. Here you set it by hand.",
            "Start: {seeds}. How many edges come along?",
            "{entities:entity|entities}, {edges:edge|edges}, {chunks:passage|passages}.",
            "Local keeps the start, then every edge that it has, then the passages of both.",
        ),
        "global": StepWords(
            "Global: start from a relation",
            "High-level keywords are compared with relations. So the start is an edge.",
            "Start: {seeds}. How many entities come along?",
            "{entities:entity|entities}, {edges:edge|edges}, {chunks:passage|passages}.",
            "Global keeps the edge, then its two ends, then the passages of the edge alone.",
        ),
        "hybrid": StepWords(
            "Hybrid: both at once",
            "Now there is a start of each kind.",
            "{seeds}. How many passages come along?",
            "{entities:entity|entities}, {edges:edge|edges}, {chunks:passage|passages}.",
            "The two lists take turns, and what comes twice is kept once. Nothing else is new.",
        ),
        "far": StepWords(
            "Names without their profiles",
            "Local keeps {edges:edge|edges} of {seeds}. Each names something at its far end.",
            "How many names come without a profile?",
            "{far:name|names}: {names}.",
            "Local describes only what it started from. With the far ends it would be {entities_with:profile|profiles} "
            "and {tokens_with} tokens instead of {tokens}.",
        ),
        "sprawl": StepWords(
            "One hit, a whole neighbourhood",
            "The whole handbook now: {passages:passage|passages}, {all_entities:entity|entities}, "
            "{all_edges:edge|edges}.",
            "How many edges does the one start {seed} bring?",
            "{edges:edge|edges}, {chunks:passage|passages}, {tokens:token|tokens}: {share} % of all edges.",
            "Every edge of a hit comes, needed or not. What is well connected floods the context.",
        ),
        "growth": StepWords(
            "From one hit to four",
            "{first} alone brings {edges_one:edge|edges} and {tokens_one:token|tokens}.",
            "With {seeds:start|starts}, how many edges come?",
            "{edges:edge|edges} of {all_edges}, that is {share} %, and {tokens:token|tokens}.",
            "A search may give {top_k} hits. So most of a graph comes along, and a budget has to cut.",
        ),
        "budget": StepWords(
            "What a context costs",
            "Each entity, edge and passage becomes a line of text. All of them are counted in tokens.",
            "{seeds}. How many tokens is that?",
            "{tokens:token|tokens}: {entity_tokens} for entities, {edge_tokens} for edges, "
            "{passage_tokens} for passages.",
            "There is a budget of {limit} tokens in all. Entities and edges have shares of it; passages get the rest.",
        ),
        "cut": StepWords(
            "A budget that cuts",
            "The same run would need {needed:token|tokens}. It gets {budget}.",
            "Of {chunks_before:passage|passages}, how many are left?",
            "{chunks:passage|passages}, {edges:edge|edges}, {entities:entity|entities}; {cut} cut.",
            "Entities go first, then edges, then passages, each whole or not at all. What was said stays; the passage "
            "that said it goes.",
        ),
        "themes": StepWords(
            "High-level is no summary",
            "Global compares the question's themes with the keywords of edges, such as {keywords}.",
            "Of {texts:text|texts} in this context, how many were written over several passages?",
            "{written} of {texts}. Each is word for word what was read in one passage.",
            "A summary tree writes texts about texts; community reports describe groups. Nothing here does: a theme "
            "is a keyword on an edge.",
        ),
        "withdraw": StepWords(
            "A withdrawn page that talks on",
            "“{page}” is withdrawn. Suppose that a program removes its passage and keeps the merged profiles.",
            "Is its wording still in a profile?",
            "{left:text|texts} in {profiles:profile|profiles}.",
            "Merged text can't be taken apart. LightPrism keeps what each passage said, and computes profiles from "
            "what is there.",
        ),
        "direction": StepWords(
            "Careful: directions stay",
            "The same five extractions; now A → B and B → A are two edges.",
            "Local from {seed} had {classic:edge|edges}. How many are there now?",
            "{careful:edge|edges} instead of {classic}; hybrid {hybrid_careful} instead of {hybrid_classic}.",
            "The key of an edge is its source, its target and its predicate. Only what says the same is one.",
        ),
        "flags": StepWords(
            "Careful: faults are shown",
            "The made-up end and the glued name are still there: the names alone tell nobody better.",
            "How many entities carry a warning?",
            "{flagged}: {names}.",
            "Careful does not guess. It says where texts contradict each other and what was never described; a person "
            "rules.",
        ),
        "plans": StepWords(
            "Careful: two backups",
            "Each page says which {field} it is for. Let that tell things of one name apart.",
            "How many nodes named {name} are there then?",
            "{nodes:node|nodes} instead of {before}. {flagged:warning is|warnings are} left{names:: |}.",
            "A key is a name with its qualifier. So a plan, a version or a country can keep things apart.",
        ),
    }
)

PROGRESS = "Step {number} of {total}"
BACK, NEXT = "Back", "Next"
BACK_HELP, NEXT_HELP = "Arrow left or Page Up", "Arrow right or Page Down"
GUESS = "Your guess"
SHOW = "Show"
PEEK = "Show without a guess"
AGAIN = "Guess again"
RIGHT = "Right: {answer}"
CLOSE = "Close: the answer is {answer}, you said {guess}."
WRONG = "The answer is {answer}, you said {guess}."
PEEKED = "The answer: {answer}"
UNGUESSED = "Guess first, or show without a guess."
NO_STEP = "There is no step “{name}”. This is the first one."
ANSWERS = MappingProxyType({"yes": "Yes", "no": "No"})
SEEDS = "Start from"
ONE_SEED = "Start from"
SEVERAL = "Start from one to four"
NO_SEED = "Pick a start, here or in the picture: nothing is retrieved without one."
RULE = "Merged"
RULES = MappingProxyType({"classic": "Classic", "careful": "Careful", "plans": "Careful, by plan"})
FAR = "Bring the far ends' profiles"
BUDGET = "Budget in tokens"
WITHOUT = "Withdrawn"
STORED = "Only the passage removed"
ANEW = "Computed anew"
STALE = "still there"
NO_TEXTS = "No text."
KINDS = MappingProxyType({"entity": "entity", "relation": "edge", "chunk": "passage"})
MODES = MappingProxyType({"local": "Local", "global": "Global", "hybrid": "Hybrid"})
COMPARED = "entities · edges · passages"
EDIT = "Change what was read"
EDITED = "Change what was read (changed)"
EDIT_HINT = "Change a cell, add a row or take one out: the graph and all numbers follow, on every step."
RESET = "Reset"
STUCK = "After what was changed, this step has nothing left to show. Reset brings the five extractions back."
RESET_HELP = "Back to the five extractions as they came."
KEPT = MappingProxyType(
    {
        "entities": "“{row}” in passage {number} keeps its name: an entity needs one. × takes the row out.",
        "relations": "“{row}” in passage {number} keeps both ends: a relation needs them. × takes the row out.",
    }
)
WAITS = MappingProxyType(
    {
        "entities": "A row in passage {number} does not count yet: an entity needs a name.",
        "relations": "A row in passage {number} does not count yet: a relation needs both ends.",
    }
)
LONG_CELL = "“{row}” in passage {number}: at most {most} letters fit into {column}. It stays as it was."
CELL_LONG = "At most {most} letters."
TOO_MANY = "Passage {number} has {most} rows of a kind already; no more fit."
PROJECT = "Projector"
PROJECT_HELP = "Large type, no sidebar; arrows and Page Up/Down step. Escape ends it."
FOLDED_GRAPH = "Find, merge rule, filters"
FOLDED_COMPARE = "Question and settings"
STEP_MODES = "Arrow left and right step through the ways."
LEAVE = "Esc"
LEAVE_HELP = "Leave projector mode (Escape)"
DONE = "That was the lesson. The same can be seen in your own documents."
ROLES = MappingProxyType({"seed": "start", "far": "at the far end of an edge"})
SERIES = MappingProxyType({"edges": "Edges", "tokens": "Tokens"})
TAKEN = "{seeds}. + {added}"
PARTS = MappingProxyType({"entities": "Entities", "relations": "Edges", "chunks": "Passages"})
COUNTS = MappingProxyType(
    {"entities": ("entity", "entities"), "edges": ("edge", "edges"), "chunks": ("passage", "passages")}
)
PICTURE = MappingProxyType(
    {
        "graph": "Graph of {nodes} entities and {edges} edges.",
        "texts": "{n} texts",
        "stub": "never described",
        "collision": "says two things",
        "seed": "start",
        "passages": "Passages",
    }
)
EDITOR = MappingProxyType(
    {
        "entities": "Entities",
        "relations": "Relations",
        "name": "Name",
        "type": "Type",
        "description": "Description",
        "source": "From",
        "target": "To",
        "keywords": "Keywords",
        "add": "Add a row",
        "remove": "Take this row out",
        "nothing": "nothing",
    }
)
