"""A workspace as one viewer sees it: the services that a viewer may use, all of them over this viewer's views.

It is a view for modelling access, not a login. What it does not offer is off for viewers and says so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import NoReturn

from core.domain.export_page import PageParts
from core.domain.exports import Originals
from core.once import once
from core.ports import Clock
from core.services.answer import AnswerDesk
from core.services.browse import Browse
from core.services.configuration import Choice
from core.services.embeddings import Embeddings
from core.services.inquiries import Inquiries
from core.services.lexical import FindWords
from core.services.originals import DrawPage, OriginalDesk
from core.services.project import Collections, Views
from core.services.retrieve import Retrieval
from core.services.runs import Runs
from core.services.search import SearchDesk
from core.services.seen_library import SeenLibrary
from core.services.tables import Tables
from core.services.themes import Themes
from core.services.transfer import Transfer
from core.services.visible import Visible, VisibleWords, off
from core.services.wordfinder import WordFinder
from core.settings import Engine
from core.store.opened import Eyes
from core.store.store import Store

KEPT = 8
"""Viewers whose services are held, those who looked last."""

Viewer = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """What of an open workspace a viewer's services are made of. What a change of settings changes is asked for anew.

    `retrieval` makes one over other views, with what its graph still lacks and a search by words; `originals` gives
    raw rows and the like for an export, of everything.
    """

    name: str
    path: Path
    holder: str
    store: Store
    views: Views
    words: WordFinder
    collections: Collections
    embeddings: Embeddings
    answers: AnswerDesk
    clock: Clock
    draw: DrawPage
    page: Callable[[], PageParts]
    choice: Callable[[], Choice]
    engine_names: Callable[[], Mapping[str, str]]
    retrieval: Callable[[Visible, Callable[[], str], FindWords], Retrieval]
    originals: Callable[[], Originals]


class Seen:
    """What an Explorer is to a viewer. Other properties of an Explorer raise InputError."""

    writable = False

    def __init__(self, whole: Whole, viewer: Viewer) -> None:
        self._whole, self.viewer = whole, viewer
        self.name, self.path, self.holder = whole.name, whole.path, whole.holder
        self.views = Visible(whole.store, whole.views, viewer)
        self.words = VisibleWords(whole.words, viewer)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise off(f"“{name.replace('_', ' ')}”", self.viewer)

    @property
    def choice(self) -> Choice:
        return self._whole.choice()

    @property
    def engine(self) -> Engine:
        return self.choice.engine

    @property
    def answers(self) -> AnswerDesk:
        """Answers are kept by what they were written from and for whom."""
        return self._whole.answers

    @property
    def embeddings(self) -> Embeddings:
        return self._whole.embeddings

    @once
    def library(self) -> SeenLibrary:
        return SeenLibrary(self._whole.store, self._whole.collections, self.views)

    @once
    def browse(self) -> Browse:
        return Browse(self.views)

    @once
    def tables(self) -> Tables:
        return Tables(self.views)

    @once
    def retrieve(self) -> Retrieval:
        return self._whole.retrieval(self.views, self.library.unread_note, self.words.nearest)

    @once
    def inquiries(self) -> Inquiries:
        return Inquiries(self.retrieve, self.answers, self.runs, self._whole.clock, self._whole.store.version)

    @once
    def search(self) -> SearchDesk:
        return SearchDesk(self.views, self.words, self.views)

    @once
    def originals(self) -> OriginalDesk:
        return OriginalDesk(self._whole.store, self._whole.draw, self.views)

    @once
    def runs(self) -> Runs:
        whole, eyes = self._whole, Eyes.of(self.viewer, self.views.chunks)
        return Runs(whole.store, self.views, whole.clock, whole.engine_names, eyes)

    @once
    def themes(self) -> Themes:
        read = self._whole.store.passages.themes
        return Themes(lambda names: read(list(self.views.chunks(names))))

    @once
    def transfer(self) -> Transfer:
        return Transfer(self.views, self._originals, self._whole.page, self.name)

    def _originals(self) -> Originals:
        now = self.views.now()
        return self._whole.originals().only(now.chunks, now.mentions)

    def stop(self) -> None:
        """Stop what this viewer asked."""
        if "inquiries" in self.__dict__:
            self.inquiries.stop()


class Viewers:
    """The viewers of one workspace: for the same labels the same object, for those who looked last."""

    def __init__(self, whole: Callable[[], Whole]) -> None:
        self._whole, self._lock = whole, Lock()
        self._held: OrderedDict[Viewer, Seen] = OrderedDict()

    def seen_by(self, viewer: Viewer) -> Seen:
        """The workspace as this viewer sees it."""
        with self._lock:
            if viewer not in self._held:
                self._held[viewer] = Seen(self._whole(), viewer)
            self._held.move_to_end(viewer)
            while len(self._held) > KEPT:
                self._held.popitem(last=False)[1].stop()
            return self._held[viewer]

    def stop(self) -> None:
        """Stop what any of them asked."""
        with self._lock:
            for seen in self._held.values():
                seen.stop()
