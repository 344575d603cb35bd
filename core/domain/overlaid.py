"""What persons say of which documents replace which, as far as a viewer may know it: the names of documents they see.

A person's word stands in the metadata of passages as a file's own does. Of a person's, what names no document that the
viewer may see is left out, and the field with it where nothing is left; what files say stays. Looks at visible
documents and at what persons say alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.domain.ordering import ChunkEvidence
from core.domain.records import Metadata
from core.domain.superseding import REPLACES, Names, said_of


class Overlaid:
    """`paths`: the documents and folders (that end with "/") of which persons say what replaces what.

    `documents`: those that the viewer may see, superseded ones too.
    """

    def __init__(self, paths: Collection[str], documents: Collection[str]) -> None:
        self._paths, self._names = frozenset(paths), Names(documents if paths else ())
        self._folders = tuple(path for path in self._paths if path.endswith("/"))

    def parts(self, parts: Sequence[ChunkEvidence]) -> Sequence[ChunkEvidence]:
        """The same passages with what may be known of them; the same objects where nothing is left out."""
        return tuple(map(self._part, parts)) if self._paths else parts

    def metadata(self, document: str, metadata: Metadata) -> Metadata:
        """What may be known of a document's metadata; the same object where nothing is left out."""
        if REPLACES not in metadata or not self._spoken(document):
            return metadata
        value = metadata[REPLACES]
        given = list(value) if isinstance(value, list | tuple) else [value]
        left = [each for each in given if self._names.meant(said_of(each), document)]
        if left == given:
            return metadata
        rest = {field: said for field, said in metadata.items() if field != REPLACES}
        return {field: left if field == REPLACES else metadata[field] for field in metadata} if left else rest

    def _part(self, part: ChunkEvidence) -> ChunkEvidence:
        found = self.metadata(part.chunk.document, part.chunk.metadata)
        if found is part.chunk.metadata:
            return part
        return replace(part, chunk=replace(part.chunk, metadata=found))

    def _spoken(self, document: str) -> bool:
        return document in self._paths or document.startswith(self._folders)
