"""Documents that give way to others: who was replaced by whom, what could not be followed, and a person's own word.

A person's word is an overlay on the successor: it stands instead of what the file says. Who gives way follows from the
evidence each time; nothing here writes it down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.alike import Alike
from core.domain.ordering import ChunkEvidence
from core.domain.superseding import REPLACES, How, Problem, Succession, way_to
from core.errors import InputError, UnknownName
from core.services.looking_back import Means
from core.services.resemblance import Resemblance
from core.services.withdraw import Consequences, Weigher
from core.store.superseding import by_person, own_claims, read_succession, read_superseded


@dataclass(frozen=True, slots=True)
class Replaced:
    """A document that is out of sight because `by` replaces it; `how`: the file of `by` says so, or a person."""

    document: str
    title: str
    by: str
    how: How


class SuccessionDesk:
    """Over one workspace. What reads works for readers too."""

    def __init__(self, means: Means, resemblance: Resemblance) -> None:
        self._means, self._store, self._resemblance = means, means.store, resemblance
        self._weigher = Weigher(means)

    def replaced(self) -> tuple[Replaced, ...]:
        """The documents that are replaced, by name."""
        with self._store.database.snapshot() as connection:
            found = read_superseded(connection)
        return tuple(Replaced(name, title, by, self._how(by)) for name, title, by in found)

    def problems(self) -> tuple[Problem, ...]:
        """What says that it replaces something and does not: there is no such document, several, or a circle."""
        return tuple(replace(each, how=self._how(each.document)) for each in self._now().problems)

    def replaces(self, document: str) -> tuple[str, ...]:
        """The ids of the documents that this one names, by name, whether they are out of sight for it or not."""
        return self._now().claims.get(document, ())

    def how(self, document: str) -> How | None:
        """Who says what this document replaces; None where nobody says anything."""
        said = self._store.overlays.of(document).get(REPLACES)
        return self._how(document) if said is not None or self.replaces(document) else None

    def preview(self, document: str, replaces: Sequence[str] | None) -> Consequences:
        """What `mark` would do; writes nothing. `documents` are those that would go out of sight or come back.

        `replaces` empty: what `keep_both` would do; None: what taking a person's word back would.
        """
        checked = self._checked(document, replaces)
        named = self._own(document) if checked is None else checked

        def marked(parts: Sequence[ChunkEvidence]) -> list[ChunkEvidence]:
            return [_saying(part, named) if part.chunk.document == document else part for part in parts]

        found = self._weigher.weigh((), "", marked, 0)
        gone, back = found.gone, found.back
        said = (*(f"“{document}” replaces “{name}”" for name in gone), *(f"Back in sight: “{name}”" for name in back))
        return replace(
            found,
            documents=(*gone, *back),
            passages=sum(len(self._store.passages.of(name)) for name in (*gone, *back)),
            change=replace(found.change, sentences=said),
            runs=self._store.withheld.falling(gone),
            answers=self._store.withheld.answers(gone),
        )

    def mark(self, document: str, replaces: Sequence[str] | None) -> None:
        """Let a document replace these, and no others, whatever its file says; None: what the file says holds again.

        Raises UnknownName for a document that is not here, InputError where one would replace itself, or another that
        replaces it, WorkspaceBusy.
        """
        self._means.may_write()
        waited = self._means.waiting()
        with self._store.database.write():
            named = self._checked(document, replaces)
            self._store.overlays.set(document, "replaces", None if named is None else list(named))
        self._means.went_on(waited)

    def keep_both(self, document: str, replaced: str = "") -> None:
        """Let a document replace none, whatever its file says; with `replaced`, only that one comes back by it."""
        left = [name for name in self.replaces(document) if replaced not in ("", name)]
        self.mark(document, left)

    # --- proposals ---------------------------------------------------------------------------------------------------

    def alike(self) -> tuple[Alike, ...]:
        """The documents that say nearly the same as another, each with the one most like it; by share, then name.

        Takes some seconds over thousands of documents when first asked; kept while no document changes.
        """
        return self._resemblance.all()

    def drafts(self) -> tuple[str, ...]:
        """The documents that call themselves drafts, but for those that a person dismissed, by name."""
        return self._resemblance.drafts()

    def dismiss(self, pair: Alike) -> None:
        """Don't list these two as alike again. Raises WorkspaceBusy."""
        self._means.may_write()
        self._resemblance.dismiss(pair.document, pair.other)

    def dismiss_draft(self, document: str) -> None:
        """Don't list this one as a draft again. Raises WorkspaceBusy."""
        self._means.may_write()
        self._resemblance.dismiss(document)

    # --- helpers -----------------------------------------------------------------------------------------------------

    def _now(self) -> Succession:
        with self._store.database.snapshot() as connection:
            return read_succession(connection)

    def _own(self, document: str) -> tuple[str, ...]:
        with self._store.database.snapshot() as connection:
            return own_claims(connection, document)

    def _how(self, document: str) -> How:
        with self._store.database.snapshot() as connection:
            return "person" if by_person(connection, document) else "file"

    def _checked(self, document: str, replaces: Sequence[str] | None) -> tuple[str, ...] | None:
        """The names in order, each once, if all are documents here that are not withdrawn."""
        if replaces is not None and document in replaces:
            raise InputError(f"'{document}' can't replace itself.", "Name another document.")
        for name in (document, *(replaces or ())):
            found = self._store.documents.current_revision(name)
            if found is None:
                raise UnknownName(f"There is no document '{name}'.", "The list of documents has their names.")
            if found[2]:
                raise InputError(f"'{name}' is withdrawn.", "Restore it first.")
        if replaces is None:
            return None
        self._check_circle(document, replaces)
        return tuple(dict.fromkeys(replaces))

    def _check_circle(self, document: str, replaces: Sequence[str]) -> None:
        """Raises InputError where one that is named anew replaces the document, itself or through others."""
        claims = self._now().claims
        for name in sorted(set(replaces).difference(claims.get(document, ()))):
            way = way_to(document, name, claims)
            if way:
                through = f", by way of '{way[1]}'" if len(way) > 2 else ""
                raise InputError(
                    f"'{document}' can't replace '{name}': '{name}' replaces '{document}'{through}.",
                    f"Let '{way[-2]}' stay beside '{document}' first (`supersede '{document}' --keep-both`).",
                )


def _saying(part: ChunkEvidence, named: tuple[str, ...]) -> ChunkEvidence:
    """The same chunk of a document that replaces these."""
    return replace(part, chunk=replace(part.chunk, metadata=dict(part.chunk.metadata) | {REPLACES: list(named)}))
