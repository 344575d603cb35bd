"""How well each mode finds the evidence: question sets, measures, paired differences, and where a passage was lost.

Pure: what is measured here are traces that were made elsewhere.
"""

from core.domain.evaluation.beside import Change, Moved, changes, moved, pairs, settings_changed
from core.domain.evaluation.experiment import (
    BASE,
    DEPTH,
    Asked,
    Experiment,
    Miss,
    Plan,
    Row,
    Skipped,
    by_kind,
    differences,
    halves,
    misses,
    recall_of,
    rows,
    stages,
    table,
)
from core.domain.evaluation.exporting import exported, exported_csv
from core.domain.evaluation.losses import STAGES, Loss, Naming, Stage, loss_of, order_loss
from core.domain.evaluation.pairing import Difference, difference, difference_said
from core.domain.evaluation.questions import KINDS, Question, QuestionSet, UnreadRow, dump_questions, read_questions
from core.domain.evaluation.reporting import exported_report
from core.domain.evaluation.scoring import DEPTHS, Measured, Summary, measured, placed, summarised

__all__ = [
    "BASE",
    "DEPTH",
    "DEPTHS",
    "KINDS",
    "STAGES",
    "Asked",
    "Change",
    "Difference",
    "Experiment",
    "Loss",
    "Measured",
    "Miss",
    "Moved",
    "Naming",
    "Plan",
    "Question",
    "QuestionSet",
    "Row",
    "Skipped",
    "Stage",
    "Summary",
    "UnreadRow",
    "by_kind",
    "changes",
    "difference",
    "difference_said",
    "differences",
    "dump_questions",
    "exported",
    "exported_csv",
    "exported_report",
    "halves",
    "loss_of",
    "measured",
    "misses",
    "moved",
    "order_loss",
    "pairs",
    "placed",
    "read_questions",
    "recall_of",
    "rows",
    "settings_changed",
    "stages",
    "summarised",
    "table",
]
