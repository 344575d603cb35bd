"""How well each mode finds the evidence: question sets, measures, paired differences, and where a passage was lost.

Pure: what is measured here are traces that were made elsewhere.
"""

from core.domain.evaluation.losses import STAGES, Loss, Stage, Way, loss_of
from core.domain.evaluation.pairing import Difference, difference, difference_said
from core.domain.evaluation.questions import KINDS, Question, QuestionSet, UnreadRow, dump_questions, read_questions
from core.domain.evaluation.scoring import DEPTHS, Measured, Summary, measured, placed, summarised

__all__ = [
    "DEPTHS",
    "KINDS",
    "STAGES",
    "Difference",
    "Loss",
    "Measured",
    "Question",
    "QuestionSet",
    "Stage",
    "Summary",
    "UnreadRow",
    "Way",
    "difference",
    "difference_said",
    "dump_questions",
    "loss_of",
    "measured",
    "placed",
    "read_questions",
    "summarised",
]
