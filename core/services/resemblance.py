"""Documents that say nearly the same as others, and drafts; what is worked out of a text is kept while it is here."""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

from core.domain.alike import Alike, Sketch, alike, is_draft, sketch
from core.store.store import Store
from core.store.texts import Key


class Resemblance:
    """Compares the documents of one workspace that count now."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sketches: dict[Key, Sketch] = {}
        self._all: tuple[dict[str, Key], tuple[Alike, ...]] | None = None
        self._lock = Lock()

    def all(self) -> tuple[Alike, ...]:
        """Each document with the one most like it, if one is, but for pairs that a person dismissed; by share."""
        with self._lock:
            keys = self._store.texts.keys()
            if self._all is None or self._all[0] != keys:
                self._all = keys, alike(self._sketched(keys))
            found = self._all[1]
        return self._standing(found)

    def of(self, documents: Collection[str]) -> tuple[Alike, ...]:
        """These documents, each with the one most like it, if one is."""
        if not documents:
            return ()
        with self._lock:
            return self._standing(alike(self._sketched(self._store.texts.keys()), documents))

    def drafts(self, documents: Collection[str] | None = None) -> tuple[str, ...]:
        """The documents that call themselves drafts, of these or of all, by name."""
        with self._lock:
            sketches = self._sketched(self._store.texts.keys())
        wanted = sketches.keys() if documents is None else sketches.keys() & set(documents)
        known = self._store.texts.dismissed()
        return tuple(sorted(name for name in wanted if sketches[name].draft and frozenset(("", name)) not in known))

    def dismiss(self, document: str, other: str = "") -> None:
        """Don't list these two again, or the one as a draft."""
        self._store.texts.dismiss(document, other)

    def _standing(self, found: Collection[Alike]) -> tuple[Alike, ...]:
        dismissed = self._store.texts.dismissed()
        return tuple(pair for pair in found if frozenset((pair.document, pair.other)) not in dismissed)

    def _sketched(self, keys: dict[str, Key]) -> dict[str, Sketch]:
        new = [key for key in keys.values() if key not in self._sketches]
        made = {
            each.key: sketch(each.text, is_draft(each.document, each.title, each.metadata))
            for each in self._store.texts.read(new)
        }
        known = self._sketches | made
        self._sketches = {key: known[key] for key in keys.values() if key in known}
        return {name: self._sketches[key] for name, key in keys.items() if key in self._sketches}
