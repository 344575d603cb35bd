"""How a workspace is read: engine, chunking and recipe as a person chose them, kept in its store.

The embedder that serves is told apart from the one that was chosen: vectors stay those of the old one until all texts
are embedded anew.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass

from core.domain.chunking import TOKENS, WORD_PIECES, Chunking
from core.domain.recipe import ExtractionRecipe
from core.settings import Engine
from core.store.database import Database
from core.store.stored_json import object_of

ENGINE, CHUNKING, RECIPE = "engine", "chunking", "recipe"
_SERVING, _FOLDER, _NEXT = "embedder:engine", "index:folder", "index:next"


@dataclass(frozen=True, slots=True)
class Choice:
    """How to read: what a person chooses together."""

    engine: Engine
    chunking: Chunking
    recipe: ExtractionRecipe


class Configuration:
    """Reads and writes of the settings of one workspace."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @property
    def engine(self) -> Engine:
        return _engine(self._db.get(ENGINE)) or Engine()

    @property
    def chunking(self) -> Chunking:
        """As chosen, else what suits the engine."""
        found = self._db.get(CHUNKING)
        if found:
            return Chunking(**json.loads(found))
        return WORD_PIECES if self.engine.kind == "embedded" else TOKENS

    @property
    def recipe(self) -> ExtractionRecipe:
        found = json.loads(self._db.get(RECIPE) or "{}")
        return ExtractionRecipe(**(found | {"types": tuple(found["types"])} if "types" in found else found))

    @property
    def serving(self) -> Engine:
        """The engine whose embedder the vectors are from: the chosen one, unless that came later."""
        return _engine(self._db.get(_SERVING)) or self.engine

    @property
    def index_folder(self) -> str:
        """The folder that holds the collections, below the workspace's."""
        return self._db.get(_FOLDER) or "chroma"

    @property
    def choice(self) -> Choice:
        return Choice(self.engine, self.chunking, self.recipe)

    def save(self, choice: Choice, *, has_vectors: bool) -> None:
        """Store a choice; `has_vectors` says whether there are vectors that another embedder can't go on with."""
        serving = self.serving
        other = has_vectors and embeds(serving) != embeds(choice.engine)
        with self._db.write():
            self._db.set(ENGINE, json.dumps(asdict(choice.engine)))
            self._db.set(CHUNKING, json.dumps(asdict(choice.chunking)))
            self._db.set(RECIPE, json.dumps(asdict(choice.recipe)))
            self._db.set(_SERVING, json.dumps(asdict(serving)) if other else "")

    def next_folder(self, embedder: str) -> str:
        """The folder for the collections of another embedder: that of work begun for it and not finished, else new."""
        begun = self._begun
        if begun.get("embedder") != embedder:
            begun = {"embedder": embedder, "folder": f"chroma-{secrets.token_hex(6)}"}
            self._db.set(_NEXT, json.dumps(begun))
        return begun["folder"]

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of collections that are of use."""
        begun = self._begun
        return (self.index_folder, *([begun["folder"]] if begun else []))

    @property
    def _begun(self) -> dict[str, str]:
        """Embedding anew that was begun; what can't be read was not."""
        found = object_of(self._db.get(_NEXT))
        whole = {"embedder", "folder"} <= found.keys()
        return {key: str(found[key]) for key in ("embedder", "folder")} if whole else {}

    def serve(self, folder: str) -> None:
        """From now on the vectors are those of the chosen engine, and the collections are in this folder."""
        with self._db.write():
            self._db.set(_SERVING, "")
            self._db.set(_FOLDER, folder)
            self._db.set(_NEXT, "")


def embeds(engine: Engine) -> tuple[str, ...]:
    """What tells two embedders apart before a server is asked; what is behind a name, its identity tells."""
    return (engine.kind,) if engine.kind == "embedded" else (engine.kind, engine.embed_model)


def _engine(stored: str | None) -> Engine | None:
    return Engine(**json.loads(stored)) if stored else None
