"""The part of an Explorer that changes which documents there are: taken in, withdrawn, replaced."""

from __future__ import annotations

from core.adapters.loaders import Files
from core.curating import Curating
from core.errors import InputError
from core.once import once
from core.services.freshness import Freshness
from core.services.intake import Intake
from core.services.purge import Purging
from core.services.replace import Replacing
from core.services.resemblance import Resemblance
from core.services.succession import SuccessionDesk
from core.services.withdraw import Withdrawals
from core.store.remains import Remain


class Changing(Curating):
    """What documents come and go by, bound to one workspace."""

    @once
    def intake(self) -> Intake:
        return Intake(
            self._store, Files(), self._tokenizer(self.chunking), self.chunking, self._clock, self._resemblance
        )

    @once
    def _resemblance(self) -> Resemblance:
        return Resemblance(self._store)

    @once
    def succession(self) -> SuccessionDesk:
        """Says which documents give way to others."""
        return SuccessionDesk(self._means, self._resemblance)

    @once
    def freshness(self) -> Freshness:
        """Looks at folders again."""
        return Freshness(self._store, lambda: self.intake, self.withdrawals)

    @once
    def withdrawals(self) -> Withdrawals:
        """Takes documents out of sight, and gives them back."""
        return Withdrawals(self._means)

    @once
    def purging(self) -> Purging:
        """Erases documents for good."""
        return Purging(self._means, self.collections, self._require_rest)

    def remains(self, phrase: str) -> tuple[Remain, ...]:
        """Where a phrase stands in the workspace's folder, down to free pages; raises InputError for an empty one."""
        if not phrase.strip():
            raise InputError("There is no phrase to look for.", "Give it on standard input.")
        return self._store.remains(phrase.strip())

    def _require_rest(self) -> None:
        self.require_writable()
        if not self.job.rest():
            raise InputError("Passages are being read.", "Stop that first, or wait for its end.")

    @property
    def replacing(self) -> Replacing:
        """Puts new revisions in the place of documents."""
        return Replacing(self._means, self.intake)
