"""An Explorer over scripted models: everything as in the app, Chroma included, but no model is loaded."""

from __future__ import annotations

from pathlib import Path

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_extractor import Script, ScriptedExtractor, capitalised
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.engines import Models
from core.settings import Engine, Settings


def scripted_models(script: Script = capitalised, workers: int = 1) -> Models:
    return Models(lambda: ScriptedExtractor(script), HashEmbedder, workers)


def scripted_explorer(home: Path, script: Script = capitalised, name: str = "Test") -> Explorer:
    """The workspace of that name below the home, made if it is not there."""
    settings = Settings(home=home)
    path = settings.workspaces / name
    if not path.exists():
        create_workspace(settings, name, Engine("embedded"), Chunking("characters", 120, 20))
    return open_workspace(path, settings, scripted_models(script))
