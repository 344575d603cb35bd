"""The part of an Explorer that looks at the graph and rules on it: tables, findings, keys, words, splits, decisions."""

from __future__ import annotations

from core.binding import Binding
from core.once import once
from core.services.browse import Browse
from core.services.curate import CurationDesk, Means
from core.services.diagnose import DiagnoseDesk
from core.services.following import Follower
from core.services.jobs import IngestJob
from core.services.keys import KeyDesk
from core.services.library import Library
from core.services.ready import OtherRule
from core.services.rules import RulesDesk
from core.services.split import SplitDesk
from core.services.survey import Surveyor
from core.services.tables import Tables
from core.services.visits import Visits
from core.services.vocabulary import VocabularyDesk
from core.services.worklist import Worklist
from core.store.person import Person


class Curating(Binding):
    """What curation is made of, bound to one workspace."""

    @once
    def job(self) -> IngestJob:
        return IngestJob(self.ingest, self._clock)

    @once
    def library(self) -> Library:
        return Library(self._store, self.collections, self.views)

    @once
    def browse(self) -> Browse:
        return Browse(self.views)

    @once
    def tables(self) -> Tables:
        return Tables(self.views)

    @once
    def diagnose(self) -> DiagnoseDesk:
        return DiagnoseDesk(self.views, self.library, self.embeddings, self._tokens.count, lambda: self.curate.ruled())

    @once
    def curate(self) -> CurationDesk:
        return CurationDesk(self._means)

    @once
    def _means(self) -> Means:
        person = Person(self._settings.home)
        follow = Follower(self.job, self.ingest, self.collections)
        return Means(
            self._store, self.views, self.embeddings, self._clock, person, self.require_writable, follow, self.job.start
        )

    @once
    def splits(self) -> SplitDesk:
        return SplitDesk(self.views, self.embeddings, self._store.ledger.decisions)

    @once
    def worklist(self) -> Worklist:
        decisions = self._store.ledger.decisions
        surveyor = Surveyor(self.diagnose, self.views, self._store.version, decisions, self._clock)
        return Worklist(surveyor, decisions, Visits(self._store.database, self._clock))

    @once
    def rules(self) -> RulesDesk:
        """The two merge rules beside each other."""
        return RulesDesk(self.views, self.diagnose.differences)

    @once
    def other_rule(self) -> OtherRule:
        """Makes switching between the merge rules quick."""
        return OtherRule(self.browse, self._store.version, lambda: self.job.progress().active, self._clock)

    @once
    def keys(self) -> KeyDesk:
        return KeyDesk(self.views, self._store.ledger.decisions)

    @once
    def vocabulary(self) -> VocabularyDesk:
        return VocabularyDesk(self.views, self._store.ledger.decisions)
