"""Which documents give way to others: what the field `replaces` says, worked out anew from the evidence each time.

Nothing is kept as truth: a document is superseded while another one stands that names it, and so comes back as soon as
that one goes. A viewer's documents are looked at after the viewer's filter: who can't see the successor sees the old
one. Documents that name each other in a circle all stay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import networkx as nx

from core.domain.ordering import ChunkEvidence
from core.domain.plain_json import dump
from core.domain.records import Chunk, Metadata

REPLACES = "replaces"
"""The field: a document's id, a path beside the document or below its source, or a file's name there; or a list.

The ending may be left out."""

Why = Literal["missing", "several", "circle", "itself"]
"""Why a claim does nothing: no such document is here, several are, the two name each other, or it names itself."""
How = Literal["file", "person"]
"""Who says it: the document's file, or a person."""

_ROW = "#row-"
_NAMED: tuple[type, ...] = (str, int, float)


@dataclass(frozen=True, slots=True)
class Problem:
    """What `document` says of which document it replaces, and why that does nothing."""

    document: str
    says: str
    why: Why
    how: How = "file"


@dataclass(frozen=True, slots=True)
class Succession:
    """`by`: superseded document -> the one that names it, by name; `claims`: document -> the ones that it replaces."""

    by: Mapping[str, str]
    claims: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()


def superseded(parts: Iterable[ChunkEvidence]) -> dict[str, str]:
    """Which documents of this evidence give way, and to which: {document: by}, by name."""
    return dict(succession_of(part.chunk for part in parts).by)


def in_force(parts: Sequence[ChunkEvidence]) -> Sequence[ChunkEvidence]:
    """The evidence without that of superseded documents; the same object where there are none."""
    gone = succession_of(part.chunk for part in parts).by
    return tuple(part for part in parts if part.chunk.document not in gone) if gone else parts


def chunks_in_force(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """The same of chunks."""
    gone = succession_of(chunks).by
    return tuple(chunk for chunk in chunks if chunk.document not in gone) if gone else chunks


def succession_of(chunks: Iterable[Chunk]) -> Succession:
    """What the chunks' metadata says, over the documents that have chunks here."""
    names, said = set[str](), dict[str, dict[str, None]]()
    for chunk in chunks:
        names.add(chunk.document)
        if REPLACES in chunk.metadata:
            said.setdefault(chunk.document, {}).update(dict.fromkeys(claims_of(chunk.metadata)))
    return succession({name: tuple(found) for name, found in said.items() if found}, names)


def claims_of(metadata: Metadata) -> tuple[str, ...]:
    """What the field says, each once, in order; what is no name is given as JSON, and found nowhere."""
    value = metadata.get(REPLACES)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(dict.fromkeys(said for each in values if (said := said_of(each))))


def said_of(value: Any) -> str:
    """One value of the field as a name; empty where it says nothing."""
    if value is None:
        return ""
    return str(value).strip() if isinstance(value, _NAMED) else dump(value)


def succession(said: Mapping[str, Collection[str]], documents: Collection[str]) -> Succession:
    """From what documents say (name -> names in their words) and the names of all documents to who gives way."""
    if not said:
        return Succession({}, {})
    names, problems = Names(documents), list[Problem]()
    claims: dict[str, dict[str, str]] = {}
    for document in sorted(said):
        for words in said[document]:
            found = names.meant(words, document)
            if len(found) == 1 and found[0] != document:
                claims.setdefault(document, {}).setdefault(found[0], words)
            else:
                problems.append(Problem(document, words, _why(found)))
    by = _gives_way(claims, problems)
    return Succession(by, {document: tuple(sorted(found)) for document, found in claims.items()}, tuple(problems))


def _why(found: Sequence[str]) -> Why:
    return "missing" if not found else "itself" if len(found) == 1 else "several"


def way_to(document: str, start: str, claims: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The shortest way from `start` to a document by what each replaces, both ends in it; empty where there is none."""
    graph = nx.DiGraph((name, named) for name, found in claims.items() for named in found)
    if document not in graph or start not in graph or not nx.has_path(graph, start, document):
        return ()
    return tuple(nx.shortest_path(graph, start, document))


def _gives_way(claims: Mapping[str, Mapping[str, str]], problems: list[Problem]) -> dict[str, str]:
    """Claims within a circle are void, and listed."""
    graph = nx.DiGraph((document, named) for document, found in claims.items() for named in found)
    circle = {name: n for n, ring in enumerate(nx.strongly_connected_components(graph)) for name in ring}
    named_by: dict[str, list[str]] = defaultdict(list)
    for document, found in claims.items():
        for named, words in found.items():
            if circle[document] == circle[named]:
                problems.append(Problem(document, words, "circle"))
            else:
                named_by[named].append(document)
    # Of several that name it, one that counts itself is the better answer to "replaced by what?".
    return {named: min(by, key=lambda name: (name in named_by, name)) for named, by in sorted(named_by.items())}


class Names:
    """Looks documents up by what another one calls them: an exact name is meant before one without its ending."""

    def __init__(self, documents: Collection[str]) -> None:
        self._all = frozenset(documents)
        self._by_file: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._by_path: dict[str, list[str]] = defaultdict(list)
        self._by_stem: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name in sorted(self._all):
            source, _, below = name.partition("/")
            file = below.rpartition("/")[2]
            self._by_file[source, file].append(name)
            if _ROW not in file and (stem := file.rpartition(".")[0]):
                self._by_path[f"{name[: len(name) - len(file)]}{stem}"].append(name)
                self._by_stem[source, stem].append(name)

    def meant(self, words: str, document: str) -> tuple[str, ...]:
        """The documents that may be meant: none, one, or several; itself only where nothing else is."""
        path = words.replace("\\", "/")
        source, folder = document.partition("/")[0], document.rpartition("/")[0]
        if words in self._all:
            return (words,)
        beside = (_joined(folder, path), _joined(source, path))
        exact = [name for name in beside if name in self._all and name != document]
        if exact:
            return (exact[0],)
        without = (self._by_path.get(each, []) for each in beside)
        known = (self._by_file.get((source, path), []), *without, self._by_stem.get((source, path), []))
        for found in known:
            others = tuple(name for name in found if name != document)
            if others:
                return others
        return (document,) if any(document in found for found in (beside, *known)) else ()


def _joined(folder: str, path: str) -> str:
    """The path below the folder, `.` and `..` taken out; empty where it leads out of the source."""
    parts = [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == "..":
            if len(parts) < 2:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
