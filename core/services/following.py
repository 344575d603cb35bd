"""After a decision: brings the collections up in the job, where that is free, until they show the last decision.

Where the job is busy, the run that is going on brings them up at its end. No decision waits for any of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.services.ingest import Ingest, Outcome, Stages
from core.services.jobs import IngestJob
from core.services.project import Collections


@dataclass(frozen=True, slots=True)
class Follower:
    """Called after each decision; does not wait, and makes way for reading. A model that is missing the job says."""

    job: IngestJob
    ingest: Ingest
    collections: Collections

    def __call__(self) -> None:
        self.job.start_with(self._bring_up, yields=True)

    def _bring_up(self, stages: Stages) -> Outcome:
        """Again where more was decided meanwhile."""
        while True:
            outcome = self.ingest.bring_up(stages)
            if all(state.current for state in self.collections.states()):
                return outcome
