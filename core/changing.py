"""The part of an Explorer that changes which documents there are: taken in, withdrawn, replaced."""

from __future__ import annotations

from core.adapters.loaders import Files
from core.curating import Curating
from core.once import once
from core.services.intake import Intake
from core.services.replace import Replacing
from core.services.withdraw import Withdrawals


class Changing(Curating):
    """What documents come and go by, bound to one workspace."""

    @once
    def intake(self) -> Intake:
        return Intake(self._store, Files(), self._tokenizer(self.chunking), self.chunking, self._clock)

    @once
    def withdrawals(self) -> Withdrawals:
        """Takes documents out of sight, and gives them back."""
        return Withdrawals(self._means)

    @property
    def replacing(self) -> Replacing:
        """Puts new revisions in the place of documents."""
        return Replacing(self._means, self.intake)
