"""Makes anew what is derived and was found to differ; documents, mentions, decisions, kept files stay as they are."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

from core.domain.integrity import Difference, Verdict
from core.domain.wording import COLLECTIONS
from core.errors import ModelCancelled, ModelError
from core.services.configuration import Configuration
from core.services.embeddings import Embeddings
from core.services.integrity_links import mend_links
from core.services.integrity_truth import misplaced, text_is_whole
from core.services.project import Collections, Views
from core.services.watch import Watch
from core.store.inspecting import Inspector
from core.store.store import Store, erase
from core.store.superseding import note_all_claims


class Mender:
    """Repairs one workspace; the caller sees to it that nobody else is at work."""

    def __init__(self, store: Store, views: Views, embeddings: Embeddings, collections: Collections) -> None:
        self._store, self._views, self._embeddings, self._collections = store, views, embeddings, collections

    def mend(self, verdict: Verdict, watch: Watch) -> str:
        """In the order in which one thing is made from another. Raises VectorIndexError, Cancelled.

        Why what needs the embedder was left as it is, where that does not answer.
        """
        kinds: dict[str, list[Difference]] = {}
        for each in verdict.repairable:
            kinds.setdefault(each.kind, []).append(each)
        if "database" in kinds:
            self._store.database.reindex()
        if "passage" in kinds:
            self._cut_again()
        if "link" in kinds:
            with self._inspector() as inspector:
                mend_links(self._store.database, inspector)
        if "document" in kinds:
            note_all_claims(self._store.database)
        if kinds.keys() & {"words", "passage", "document"}:
            self._store.words.forget()
            self._store.words.bring_up()
        self._views.begin_anew()
        self._clear(verdict, watch)
        return self._embed(kinds, watch)

    def _inspector(self) -> Inspector:
        return Inspector(self._store.folder, self._store.database.path)

    def _cut_again(self) -> None:
        """Passages as the texts of their documents have them, where these are whole."""
        with self._inspector() as inspector:
            fixes = [
                (chunk.id, column, value)
                for revision in inspector.revisions()
                if text_is_whole(revision)
                for chunk, _, columns in misplaced(revision)
                for column, value in columns.items()
            ]
        self._store.documents.mend_chunks(fixes)

    def _clear(self, verdict: Verdict, watch: Watch) -> None:
        """What nothing needs."""
        watch.check()
        of_model: dict[str, list[str]] = {}
        for each in (each for each in verdict.spare if each.kind == "vector"):
            model, _, hash_ = each.id.rpartition(":")
            of_model.setdefault(model, []).append(hash_)
        for model, hashes in of_model.items():
            self._store.vectors.forget(hashes, model)
        strays = {each.id for each in verdict.spare if each.kind == "original"}
        with self._inspector() as inspector:
            for path in inspector.orphans():
                if f"{path.parent.name}/{path.name}" in strays:
                    erase(path)
        self._remove_generations({each.id for each in verdict.spare if each.kind == "collection"})

    def _remove_generations(self, names: set[str]) -> None:
        folder = self._store.folder / Configuration(self._store.database).index_folder
        for path in folder.glob("g-*"):
            if path.name in names:
                shutil.rmtree(path, ignore_errors=True)

    def _embed(self, kinds: Mapping[str, list[Difference]], watch: Watch) -> str:
        """Vectors that are wrong, then the collections, which are thrown away and filled from the stored vectors.

        Without an embedder nothing is thrown away that needs it.
        """
        if not kinds.keys() & {"vector", "row", "collection", "passage", "graph", "document"}:
            return ""
        view = self._views()
        rows = {row.id: row for kind in COLLECTIONS for row in view.space(kind).rows}
        doubtful = {each.id for each in kinds.get("vector", ())}
        try:
            if doubtful:
                self._embeddings.renew([row for row in rows.values() if row.hash in doubtful], watch)
                self._views.begin_anew()
            self._embeddings.fill(list(rows.values()), watch)
        except ModelCancelled:
            raise
        except ModelError as error:
            return f"Vectors were left as they are, and what is made of them: {error.message} {error.remedy}"
        self._collections.rebuild(watch)
        return ""
