"""One function a command: calls a service and says what came of it, as text and as data."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from core.bootstrap import Explorer
from core.cli.asking import fitted, request_of
from core.cli.report import TerminalWatch
from core.cli.result import Result, WrongUse
from core.cli.show import chunks_text, documents_text, graph_text, plain, trace_text
from core.cli.succeeding import alike_text, replaced_text
from core.cli.why import why
from core.doctor import diagnose
from core.errors import InputError
from core.seeing import Seen
from core.services.graph_json import graph_json
from core.services.intake import Incoming, Report
from core.services.trace_json import themes_json, trace_json
from core.settings import Settings


def app(port: int) -> int:
    """Serve the app on 127.0.0.1 until it is stopped; the server's exit code.

    On POSIX the server takes the place of this process, so that whatever stops the one stops the other.
    """
    script = Path(__file__).parents[2] / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    if os.name == "posix":
        os.chdir(script.parent)
        os.execv(command[0], command)
    return _wait(subprocess.Popen(command, cwd=script.parent))


def _wait(server: subprocess.Popen[bytes]) -> int:
    """The exit code of a server that Control-C reaches by itself: it ends in its own time."""
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            continue


def import_records(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Take in evidence records, then bring the collections up to date."""
    explorer.require_writable()
    files = [_incoming(Path(path)) for path in options.paths]
    report = explorer.intake.add(files)
    explorer.collections.update(TerminalWatch("embedding"))
    rejected = [i for i in explorer.library.issues() if i.issue.kind == "rejected"]
    data = {
        "documents": len(report.added) + len(report.replaced),
        "unchanged": len(report.unchanged),
        "entities": report.entities,
        "relations": report.relations,
        "rejected": [{"chunk": i.chunk, "raw": i.issue.raw, "reason": i.issue.reason} for i in rejected],
        "unread": [{"name": u.name, "reason": u.reason} for u in report.unread],
    }
    return Result(_import_text(report, data), data, ok=not report.unread)


def _incoming(path: Path) -> Incoming:
    if not path.is_file():
        raise InputError(f"There is no file '{path}'.", "Check the path.")
    return Incoming("records", f"{path.stem}.jsonl", path.read_bytes())


def _import_text(report: Report, data: dict[str, Any]) -> str:
    lines = [
        f"{data['documents']} documents taken in, {data['unchanged']} unchanged.",
        f"{report.entities} entity rows, {report.relations} relation rows, {len(data['rejected'])} rejected in all.",
    ]
    lines += [f"  rejected: {r['chunk']}: {r['reason']}: {r['raw']}" for r in data["rejected"]]
    lines += [f"  not read: {u['name']}: {u['reason']}" for u in data["unread"]]
    lines += [f"  {line}" for line in alike_text(report.alike, report.drafts)]
    return "\n".join(lines)


def documents(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """The documents table, the chunks that failed or gave no entity, and what was not read."""
    rows, unread = explorer.library.documents(), explorer.library.unread()
    whole = isinstance(explorer, Explorer)  # what is out of sight is no viewer's
    withdrawn = [found.row.document.id for found in explorer.withdrawals.withdrawn()] if whole else []
    replaced = explorer.succession.replaced() if whole else ()
    problems = explorer.succession.problems() if whole else ()
    failures, empty = explorer.library.failures(), explorer.library.empty()
    data = {
        "documents": [
            {
                "document": row.document.id,
                "title": row.document.title,
                "kind": row.document.kind,
                "metadata": dict(row.document.metadata),
                "chunks": row.chunks,
                "read": row.read,
                "failed": row.failed,
                "entities": row.entities,
                "relations": row.relations,
                "rejected": row.rejected,
                "empty": row.empty,
                "again": row.again,
            }
            for row in rows
        ],
        "withdrawn": withdrawn,
        "replaced": [{"document": each.document, "by": each.by, "how": each.how} for each in replaced],
        "not_followed": [asdict(each) for each in problems],
        "failed": [{"chunk": chunk, "reason": reason} for chunk, reason in failures],
        "empty": list(empty),
        "unread": [{"name": u.name, "page": u.page, "reason": u.reason, "remedy": u.remedy} for u in unread],
    }
    gone = [*(f"withdrawn: {plain(name)}" for name in withdrawn), *replaced_text(replaced, problems)]
    return Result("\n".join([documents_text(rows, unread), *chunks_text(failures, empty), *gone]), data)


def graph(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """The graph under a merge rule."""
    found = explorer.views(options.policy).graph
    return Result(graph_text(found), graph_json(found))


def retrieve(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """One mode's context for a question, with its trace."""
    request = request_of(options)
    if options.why is not None and not options.why.strip():
        raise WrongUse("--why is empty.", "Give the name of an entity, 'A -> B', or a passage's id or words.")
    request, notes = fitted(explorer, request) if options.fit else (request, ())
    session = explorer.retrieve.open(request, [request.mode])
    trace = session.trace(request.mode)
    trace = replace(trace, notes=(*notes, *trace.notes))
    found = trace_json(trace) | {"themes": themes_json(explorer.themes.of(trace))}
    shown = trace_text(trace, pinned=request.seeded)
    if options.why is None:
        return Result(shown, found)
    lines, data = why(session, request, options.why)
    return Result("\n".join([shown, "", *lines]), found | {"why": data})


def export(explorer: Explorer | Seen, options: argparse.Namespace) -> Result:
    """Write files of one kind into a folder; a file that is there already is replaced."""
    folder = Path(options.to).expanduser()
    if not folder.is_dir():
        raise InputError(f"There is no folder '{folder}'.", "Make it first, or name another with --to.")
    paths = []
    for file in explorer.transfer.export(options.format, options.policy):
        path = folder / file.name
        path.write_bytes(file.content)
        paths.append(str(path))
    return Result("\n".join(f"wrote {path}" for path in paths), {"files": paths})


def doctor(folder: Path, settings: Settings) -> Result:
    """What LightPrism needs, each with its state and what to do."""
    checks = diagnose(folder, settings)
    lines = [f"{'ok  ' if c.ok else 'FAIL'} {c.name}: {c.detail}{'' if c.ok else f' {c.remedy}'}" for c in checks]
    data = [{"name": c.name, "ok": c.ok, "detail": c.detail, "remedy": c.remedy} for c in checks]
    return Result("\n".join(lines), data, ok=all(c.ok for c in checks))
