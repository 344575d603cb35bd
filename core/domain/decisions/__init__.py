"""Decisions: what persons ruled, as data; folded into a Resolution that the graph follows."""

from core.domain.decisions.admitting import admitted
from core.domain.decisions.asserting import ASSERTED, Asserting, with_asserted
from core.domain.decisions.kinds import KINDS, fold, problem, sentence
from core.domain.decisions.links import Link, LinkRule
from core.domain.decisions.place import NOTHING_SAID, Effect, Move, Place, Said, Told
from core.domain.decisions.reading import Edge, Named, read_node, read_relation
from core.domain.decisions.resolution import NOTHING_RULED, Asserted, Jump, Resolution
from core.domain.decisions.rows import Body, Decision, Ruling, in_force, revoked

__all__ = [
    "ASSERTED",
    "KINDS",
    "NOTHING_RULED",
    "NOTHING_SAID",
    "Asserted",
    "Asserting",
    "Body",
    "Decision",
    "Edge",
    "Effect",
    "Jump",
    "Link",
    "LinkRule",
    "Move",
    "Named",
    "Place",
    "Resolution",
    "Ruling",
    "Said",
    "Told",
    "admitted",
    "fold",
    "in_force",
    "problem",
    "read_node",
    "read_relation",
    "revoked",
    "sentence",
    "with_asserted",
]
