"""What the tests of pages share: a home with workspaces of given evidence, and pages run over it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner import script_runner
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

from core import bootstrap
from core.services.intake import Incoming
from core.settings import Engine, Settings
from pages.parts import session
from tests.waiting import LONG

ROOT = Path(__file__).resolve().parents[2]
Record = Mapping[str, Any]

# Each app looks through all installed packages for components: two thirds of what a test takes, and always the same.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Each run compiles app.py and its page anew, which takes longer than many a page; a server compiles them once.
app_test.ScriptCache = local_script_runner.ScriptCache = cache(app_test.ScriptCache)


def _until_it_stopped(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
    """Wait for the run as one waits for a thread; AppTest looks a thousand times a second, in the run's own way."""
    runner._script_thread.join(timeout)
    if not runner.script_stopped():
        runner.request_stop()
        raise RuntimeError(f"The app still ran after {timeout} seconds.")


local_script_runner.require_widgets_deltas = _until_it_stopped


def record(document: str, text: str, entities: Sequence[Record], relations: Sequence[Record] = ()) -> Record:
    """One line of an evidence file."""
    return {"document": document, "chunk": "1", "text": text, "entities": entities, "relations": relations}


def add_workspace(home: Path, name: str, records: Sequence[Record] = ()) -> Path:
    """Make a workspace that holds these records, read but not embedded."""
    settings = Settings(home=home)
    path = bootstrap.create_workspace(settings, name, Engine("embedded"))
    if records:
        lines = "\n".join(json.dumps(r) for r in records)
        explorer = bootstrap.open_workspace(path, settings)
        explorer.intake.add([Incoming("uploads", "records.jsonl", lines.encode())])
        explorer.close()
    return path


@contextmanager
def opened(page: str, **address: str) -> Iterator[AppTest]:
    """The app on one page, with these fields in its address; its workspaces are let go afterwards."""
    held = script_runner._mpa_v1
    script_runner._mpa_v1 = _as_the_server_does
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=LONG)
    app._registered_pages = _pages()
    app.switch_page(f"pages/{page}.py")
    for name, value in address.items():
        app.query_params[name] = value
    try:
        yield app.run()
    finally:
        script_runner._mpa_v1 = held
        session.close_all()


@cache
def _pages() -> Any:
    """The pages that the app tells of once it has run: always the same, so that no test need run Home first."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=LONG).run()._registered_pages


def _as_the_server_does(main_script: str) -> None:
    """Run app.py for every page. AppTest takes pages/ for the list of pages; pages.parts.server tells the server."""
    source = Path(main_script).read_text("utf-8")
    exec(compile(source, main_script, "exec"), {"__name__": "__main__", "__file__": main_script})
