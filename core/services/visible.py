"""What one viewer may see of a workspace, as it stands now: the views bound to this viewer, and what follows from them.

Whatever a viewer's services read goes through here, so that none can forget whom it is for. The passages that a view
shows decide: a document is visible if one of its passages is, or, where it has none, by its own labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from core.domain.graph import Viewer, may_see
from core.domain.ordering import ChunkEvidence, parted
from core.domain.policy import CLASSIC
from core.domain.records import Chunk, Metadata
from core.domain.trace import Hit
from core.errors import InputError
from core.services.project import Views
from core.services.stored_view import StoredView
from core.services.wordfinder import WordFinder
from core.store.passages import Tally
from core.store.store import Store
from core.store.words import EVERYTHING, Only, WordsFound


def off(what: str, viewer: tuple[str, ...]) -> InputError:
    """What a viewer is told who asks for what only those have who see everything."""
    seen = f"as {', '.join(viewer)}" if viewer else "what everyone may see"
    return InputError(f"{what} is off while you view {seen}.", "See everything again to use it.")


class Visible:
    """The views of a workspace, each bound to `viewer`: whoever is named when one is opened, it is this viewer's."""

    def __init__(self, store: Store, views: Views, viewer: tuple[str, ...]) -> None:
        self._store, self._views, self.viewer = store, views, viewer
        self._held: tuple[StoredView, Passages] | None = None
        self._lock = Lock()

    def __call__(self, policy: str = "careful", viewer: Viewer = None) -> StoredView:
        """Raises UnknownName for a merge rule that does not exist."""
        return self._views(policy, self.viewer)

    def now(self) -> Passages:
        """What is visible now; the same object while nothing changes."""
        view = self(CLASSIC.name)
        with self._lock:
            if self._held is None or self._held[0] is not view:
                self._held = view, Passages(view, self._store)
            return self._held[1]

    def chunks(self, names: Sequence[str]) -> dict[str, Chunk]:
        """The visible ones of these passages, by id."""
        known = self.now().chunks
        return {name: known[name] for name in names if name in known}

    def titles(self, documents: Iterable[str]) -> dict[str, str]:
        """Titles of the visible ones of these documents, as their visible passages have them."""
        known = self.now().titles
        return {name: known[name] for name in documents if name in known}

    def sees(self, metadata: Metadata) -> bool:
        """Whether this viewer may see what has this metadata."""
        return may_see(Chunk("", "", 0, "", metadata=metadata), frozenset(self.viewer))


class Passages:
    """The visible passages of one state of a workspace."""

    def __init__(self, view: StoredView, store: Store) -> None:
        self._view, self._store = view, store

    @property
    def chunks(self) -> Mapping[str, Chunk]:
        """By id, in document order, whether they were read or not."""
        return self._view.evidence.chunks

    @cached_property
    def parts(self) -> Sequence[ChunkEvidence]:
        """The same with what was read from them."""
        return parted(self._view.evidence)

    @cached_property
    def mentions(self) -> frozenset[str]:
        """Ids of all that was read from them."""
        evidence = self._view.evidence
        return frozenset([*(m.id for m in evidence.entities), *(m.id for m in evidence.relations)])

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """By document: the title of its first visible passage that has one, else its id."""
        found: dict[str, str] = {}
        for chunk in self.chunks.values():
            found[chunk.document] = found.get(chunk.document) or chunk.title
        return {document: title or document for document, title in found.items()}

    def metadata(self, document: str, metadata: Metadata) -> Metadata:
        """What this viewer may know of a document's metadata."""
        return self._view.overlaid.metadata(document, metadata)

    @cached_property
    def whole(self) -> frozenset[str]:
        """The documents all of whose passages are visible."""
        hidden = {each.document for name, each in self._tally.items() if name not in self.chunks}
        return frozenset(chunk.document for chunk in self.chunks.values()) - hidden

    @cached_property
    def tally(self) -> Mapping[str, Tally]:
        """How each of them stands, by id, in document order."""
        return {name: each for name, each in self._tally.items() if name in self.chunks}

    @cached_property
    def _tally(self) -> Mapping[str, Tally]:
        return self._store.passages.tally()


@dataclass(frozen=True, slots=True)
class VisibleWords:
    """Search by words over what is visible, whoever is named."""

    words: WordFinder
    viewer: tuple[str, ...]

    def search(self, expression: str, viewer: Viewer = None, only: Only = EVERYTHING) -> WordsFound:
        """As `WordFinder.search`."""
        return self.words.search(expression, self.viewer, only)

    def nearest(self, question: str, viewer: Viewer, limit: int) -> tuple[Hit, ...]:
        """As `WordFinder.nearest`."""
        return self.words.nearest(question, self.viewer, limit)
