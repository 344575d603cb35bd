"""The part of an Explorer that looks after what is kept: looking through it, repairing, backups."""

from __future__ import annotations

from pathlib import Path

from core.changing import Changing
from core.domain.wording import COLLECTIONS
from core.once import once
from core.services.backups import Backup, BackupDesk, CarriedOn
from core.services.integrity import IntegrityDesk, Kept


class Keeping(Changing):
    """What keeps a workspace whole."""

    @once
    def backups(self) -> BackupDesk:
        return BackupDesk(self._store, self._settings.home, self.name, self._clock)

    @once
    def integrity(self) -> IntegrityDesk:
        """Looks through the workspace, and repairs what is derived."""
        kept = Kept(
            store=self._store,
            views=self.views,
            embeddings=self.embeddings,
            collections=self.collections,
            count_tokens=self._tokens.count,
            clock=self._clock,
            opened=lambda folder: type(self).make_index(folder, tuple(COLLECTIONS.values()), *self.embeddings.model),
            resting=lambda: not self.job.progress().active,
            may_write=self.require_writable,
        )
        return IntegrityDesk(kept)

    def backup(self, path: Path | None = None) -> Backup:
        """Write this workspace into one file, by default in the home's folder of backups. Raises InputError."""
        return self.backups.make(path)

    @property
    def carried_on(self) -> CarriedOn | None:
        """Where this workspace came from an older version: the backup that was made first, until `backups.told()`."""
        return self.backups.carried_on
