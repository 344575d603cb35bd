"""A corpus that is made, not found: seeded documents about invented things, and a reader that costs next to nothing.

A chunk is one section of about 950 tokens. Ten of its sentences each state one relation between two named things, whose
names follow Zipf's law as names in real documents do; the rest is filler. `read` finds those statements again, so what
is extracted stands in the text. 3,000 chunks make about 6,500 nodes and 28,000 edges.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from functools import cache
from itertools import accumulate

from core.domain.chunking import Chunking
from core.domain.records import EntityRow, Extraction, Keywords, RelationRow

CHUNKS_A_DOCUMENT = 10
CHUNKING = Chunking("tokens", 1000, 0)
"""A section is shorter than a chunk may be, and longer than half of one: each becomes one chunk."""

SEED = 20
QUESTIONS = 20
"""Asked in each mode."""
EXTRA = 900_000
"""Numbers of documents that are added later start here; they sort among the others."""

NAMES = 8_500
STATEMENTS = 10
FILLERS = 43
WORDS_A_FILLER = 16
ZIPF = 1.0
"""The exponent of the law that names follow."""

_FIRST = (
    "amber ash bright broad calm cedar clear cold copper coral crisp dark deep distant dry early east even far fast"
    " fern fine first flint free fresh full glass gold grand grey half hazel heavy high hollow inner iron ivory kind"
    " large last late lean light linen little lone long loose low lunar main marble mild mint misty narrow near new"
    " noble north oak ochre old olive open outer pale pearl plain prime quick quiet rapid red rich ripe rough round"
    " royal sage salt sand sharp short silent silver slate slow small soft solar south stark steel stern still stone"
    " swift tall tidal tin true upper vast velvet violet warm west white wide wild young"
).split()
_SECOND = (
    "anchor archive atlas barrel basin beacon bell bench board bottle bridge bureau cable camp canal castle cellar"
    " chamber chart circle cliff cloud coast column council court crane creek crown delta depot desk dock door engine"
    " factory fair farm fence ferry field forge fort fountain garden gate glade guild hall harbour hedge hill hotel"
    " house island journal kiln ladder lake lamp lane ledger library lock machine market mast meadow mill mine mirror"
    " museum office orchard organ oven park path pier pillar plant pond port press quarry quay railway ranch register"
    " reservoir ridge river road school station store tower tunnel valley vault wharf workshop yard"
).split()
_VERBS = "supplies audits replaces borders funds monitors precedes houses repairs measures licenses feeds".split()
_TYPES = ("place", "body", "device", "process", "document")
_FILLER = (
    "the a of and to in for with on by as at from or if when while after before during under over between within each"
    " every some few many most other same next previous whole part order count note list page table figure value change"
    " reason result answer question work week month season hour visit report plan budget letter meeting member person"
    " clerk owner guest driver keeper reader writer is was are were has had may might can could will would should must"
    " keeps holds takes gives sends brings finds loses counts checks signs opens closes starts ends moves stays grows"
    " falls again often seldom always never once twice usually later earlier soon now then there here where why how"
    " carefully slowly plainly partly mostly nearly exactly together apart inside outside nearby elsewhere"
).split()

_QUESTION = re.compile(r"Which (\w+) (\w+) the (\w+ \w+) or the (\w+ \w+)\?")
_SENTENCE = re.compile(r"The (\w+ \w+) (\w+) the (\w+ \w+) as the (\w+) and (\w+) of record, for reason \d+\.")


def document(seed: int, number: int, chunks: int = CHUNKS_A_DOCUMENT) -> str:
    """The text of one document: its sections, divided by empty lines."""
    return "\n\n".join(_section(random.Random(f"{seed}/{number}/{n}"), f"{number}.{n}") for n in range(chunks))


def name(number: int) -> str:
    """The `number`th of 8,500 names, the commonest first."""
    first, second = divmod(number * 7 % NAMES, len(_SECOND))
    return f"{_FIRST[first % len(_FIRST)]} {_SECOND[second]}".title()


def question(draw: random.Random) -> str:
    """A question about two things and what one does to the other, so that every mode has something to find."""
    type_, verb = draw.choice(_TYPES), draw.choice(_VERBS)
    return f"Which {type_} {verb} the {name(_zipf(draw))} or the {name(_zipf(draw))}?"


def file_name(number: int) -> str:
    """Names in an order of their own, so that later documents stand between earlier ones."""
    return f"{random.Random(number).randrange(10**6):06d}-{number}.txt"


def keywords(text: str) -> Keywords:
    """The names of the first such question in a text are low-level keywords, its type and verb high-level ones."""
    found = _QUESTION.search(text)
    return Keywords(found.group(3, 4), found.group(1, 2)) if found else Keywords()


def read(text: str) -> Extraction:
    """What the statements of a text say, as a model would reply."""
    entities: dict[str, EntityRow] = {}
    relations = []
    for found in _SENTENCE.finditer(text):
        source, verb, target, source_type, target_type = found.groups()
        entities.setdefault(source, EntityRow(source, source_type, found.group()))
        entities.setdefault(target, EntityRow(target, target_type, found.group()))
        relations.append(RelationRow(source, target, found.group(), (verb, source_type), 1.0))
    return Extraction(tuple(entities.values()), tuple(relations))


def _section(draw: random.Random, heading: str) -> str:
    sentences = [_filler(draw) for _ in range(FILLERS)]
    for _ in range(STATEMENTS):
        sentences.insert(draw.randrange(len(sentences)), _statement(draw))
    return f"Section {heading}. " + " ".join(sentences)


def _statement(draw: random.Random) -> str:
    source, target = _zipf(draw), _zipf(draw)
    while target == source:
        target = _zipf(draw)
    types = [_TYPES[number % len(_TYPES)] for number in (source, target)]
    ends = f"The {name(source)} {draw.choice(_VERBS)} the {name(target)}"
    return f"{ends} as the {types[0]} and {types[1]} of record, for reason {draw.randrange(1000)}."


def _filler(draw: random.Random) -> str:
    return " ".join(draw.choices(_FILLER, k=WORDS_A_FILLER)).capitalize() + "."


def _zipf(draw: random.Random) -> int:
    sums = _sums()
    return bisect(sums, draw.random() * sums[-1])


@cache
def _sums() -> list[float]:
    return list(accumulate((rank + 1) ** -ZIPF for rank in range(NAMES)))
