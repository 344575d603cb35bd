"""All that a viewer can reach of a workspace, as one value; and the workspace that holds only what he may see."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from core.adapters.scripted import HashEmbedder
from core.assets import page_parts
from core.domain.exports import Originals
from core.domain.modes import MODES, Parameters
from core.domain.onpage import DrawnPage
from core.domain.policy import POLICIES
from core.domain.profiles import rough_tokens
from core.domain.recipe import ExtractionRecipe
from core.domain.records import RowIssue
from core.errors import LightPrismError
from core.seeing import Seen, Whole
from core.services.answer import AnswerDesk
from core.services.asking import QuestionDesk
from core.services.budgeting import Budgeting, Reader
from core.services.checking import Checker
from core.services.configuration import Choice
from core.services.explain import Explainer
from core.services.gate import Gate
from core.services.graph_view import GraphQuery
from core.services.lexical import WordSearch
from core.services.likeness import LikenessDesk
from core.services.question import Request
from core.services.retrieve import Retrieval
from core.services.speaking import Speaker, Writer
from core.services.tables import TableQuery
from core.services.wordfinder import WordFinder
from core.settings import Engine
from core.store.store import DATABASE
from tests.graphs import snapshot
from tests.workspace import CHUNKING, QUESTIONS, Workspace

Viewer = tuple[str, ...]
TEXTS = (*QUESTIONS, "passage", "buckup", "保留", "secret", "staff")


def seen_of(workspace: Workspace, viewer: Viewer) -> Seen:
    """As `Explorer.seen_by` binds it, without a model."""
    store = workspace.store
    checker = Checker(LikenessDesk(HashEmbedder))
    writer = Writer("", None)
    reader, rates = Reader(ExtractionRecipe(), 1200), store.calls.prompt_rates
    budgeting = Budgeting(lambda: None, lambda: reader, rates, rough_tokens)
    speaker = Speaker(lambda: writer, QuestionDesk(Gate(), store.calls, workspace.clock), budgeting)
    whole = Whole(
        name="W",
        path=Path("W"),
        holder="",
        store=store,
        views=workspace.views,
        words=WordFinder(store, lambda asks: workspace.views("classic", asks).evidence.chunks.values()),
        collections=workspace.collections,
        embeddings=workspace.embeddings,
        answers=AnswerDesk(speaker, checker, store.answers, budgeting, workspace.clock),
        clock=workspace.clock,
        draw=lambda content, number, marks, scale: DrawnPage(content, 1, 1, number, 1),
        page=page_parts,
        choice=lambda: Choice(Engine(), CHUNKING, ExtractionRecipe()),
        engine_names=dict,
        retrieval=lambda views, unread, words: Retrieval(
            views,
            lambda: workspace.extractor,
            lambda: workspace.embedder,
            rough_tokens,
            unread,
            WordSearch(words),
        ),
        originals=lambda: _originals(workspace),
    )
    return Seen(whole, viewer)


def _originals(workspace: Workspace) -> Originals:
    mentions, issues = workspace.store.mentions, dict[str, list[RowIssue]]()
    for issue in mentions.issues(replaced=True):
        issues.setdefault(issue.chunk, []).append(issue.issue)
    return Originals(mentions.raw_rows(), issues, mentions.unknown_fields())


# --- the workspace of a viewer ---------------------------------------------------------------------------------------


def only_visible(workspace: Workspace, folder: Path, viewer: Viewer) -> Workspace:
    """The same workspace, from which all was taken out that this viewer may not see: passages, documents without any
    left, what was kept of questions; decisions, and what was said of documents, are the same.
    """
    folder.mkdir()
    workspace.store.database.connection.execute("VACUUM INTO ?", (str(folder / DATABASE),))
    if (workspace.store.folder / "originals").exists():
        shutil.copytree(workspace.store.folder / "originals", folder / "originals")
    gone = [chunk for chunk, audience in _audiences(workspace) if not _may_see(audience, viewer)]
    with sqlite3.connect(folder / DATABASE) as file:
        _take_out(file, gone)
    file.close()
    return Workspace(folder)


def _audiences(workspace: Workspace) -> Iterable[tuple[int, Any]]:
    """Every current passage by number, with what it says of its audience."""
    for row in workspace.store.database.connection.execute(
        "SELECT c.id, c.name FROM documents d JOIN chunks c ON c.revision = d.revision"
    ):
        found = next(part for part in workspace.store.mentions.by_chunk() if part.chunk.id == row[1])
        yield int(row[0]), found.chunk.metadata.get("audience")


def _may_see(audience: Any, viewer: Viewer) -> bool:
    if audience in (None, "", []):
        return True
    return bool(set(audience if isinstance(audience, list) else [audience]) & set(viewer))


def _take_out(file: sqlite3.Connection, gone: list[int]) -> None:
    for table in ("entity_mentions", "relation_mentions", "row_issues", "model_calls"):
        file.executemany(f"DELETE FROM {table} WHERE chunk = ?", [(number,) for number in gone])
    file.executemany("DELETE FROM chunks WHERE id = ?", [(number,) for number in gone])
    file.execute("DELETE FROM documents WHERE revision NOT IN (SELECT revision FROM chunks)")
    file.execute("DELETE FROM revisions WHERE document NOT IN (SELECT id FROM documents)")
    for table in ("vectors", "indexed", "watermarks", "word_revisions", "answers", "replies", "runs", "opened"):
        file.execute(f"DELETE FROM {table}")
    file.execute("DELETE FROM meta WHERE key = 'words:shows'")


# --- all that can be reached -----------------------------------------------------------------------------------------


def reached(seen: Seen, chunks: Iterable[str], documents: Iterable[str], keys: Iterable[str]) -> dict[str, Any]:
    """Everything, asked with the ids and keys that are given, visible or not."""
    chunks, documents, keys = tuple(chunks), tuple(documents), tuple(keys)
    return {
        "graphs": {policy: snapshot(seen.views(policy).graph) for policy in POLICIES},
        "browse": {policy: _browsed(seen, policy, keys) for policy in POLICIES},
        "tables": _tables(seen, documents),
        "search": _searched(seen, documents),
        "questions": {text: _asked(seen, text) for text in QUESTIONS[:2]},
        "library": _library(seen, documents, chunks),
        "exports": _exports(seen, keys),
        "originals": {chunk: _original(seen, chunk) for chunk in chunks},
        "runs": _runs(seen, keys, chunks, documents),
    }


def told(ask: Callable[[], Any]) -> Any:
    """What is given, or what is said instead."""
    try:
        return ask()
    except LightPrismError as error:
        return type(error).__name__, str(error)


def _browsed(seen: Seen, policy: str, keys: tuple[str, ...]) -> Any:
    desk = seen.browse.desk(policy)
    return {
        "overview": desk.overview,
        "names": [(desk.find(text), desk.near(text), desk.named(text)) for text in (*TEXTS, *keys)],
        "cards": {key: told(lambda key=key: (desk.entity(key), desk.entity_passages(key))) for key in keys},
        "relations": {
            key: told(lambda key=key: (desk.pair(key), desk.relation_passages(key)))
            for key in (*keys, *(key for *_, key in seen.views(policy).graph.edges(keys=True)))
        },
        "picture": desk.graph(GraphQuery(policy=policy)),
    }


def _tables(seen: Seen, documents: tuple[str, ...]) -> Any:
    query = TableQuery(values=(("document", documents[:1]),)) if documents else TableQuery()
    tables = seen.tables.entities(), seen.tables.relations()
    return [table.page(asked) for table in tables for asked in (TableQuery(), query)]


def _searched(seen: Seen, documents: tuple[str, ...]) -> Any:
    desk = seen.search
    found = [desk.search(text, policy) for text in TEXTS for policy in POLICIES]
    return found, [desk.search(text, documents=documents[:2], types=("feature",)) for text in TEXTS]


def _asked(seen: Seen, text: str) -> Any:
    parameters = Parameters(threshold=-1.0, lexical="on")
    request = Request(text, parameters=parameters, low=("Daily backup", "Export"), high=("retention",))
    session = seen.retrieve.open(request, tuple(MODES))
    traces = {mode: session.trace(mode) for mode in MODES}
    explainer = Explainer(session.view, session.vector)
    items = [item for name in TEXTS for item in (*explainer.find(name), *explainer.near(name))]
    return {
        "traces": traces,
        "quotes": [seen.answers.quotes(trace) for trace in traces.values()],
        "prompts": [seen.answers.prompt(trace) for trace in traces.values()],
        "kept": [seen.answers.kept(trace) for trace in traces.values()],
        "themes": [seen.themes.of(trace) for trace in traces.values()],
        "why": [explainer.explain(item, traces, parameters) for item in items],
    }


def _library(seen: Seen, documents: tuple[str, ...], chunks: tuple[str, ...]) -> Any:
    library = seen.library
    named = (*documents, "nowhere")
    return {
        "contents": library.contents(),
        "documents": library.documents(),
        "texts": [(library.text(name), library.chunks(name), library.removed(name)) for name in named],
        "lists": (library.unread(), library.issues(), library.failures(), library.empty()),
        "notes": (library.unread_note(), library.language_note("all-MiniLM-L6-v2@x")),
        "graphs": [library.graph(policy) for policy in POLICIES],
        "aliases": [library.alias_proposals(chunk) for chunk in (None, *chunks)],
    }


def _exports(seen: Seen, keys: tuple[str, ...]) -> Any:
    transfer = seen.transfer
    whole = {(kind, policy): transfer.export(kind, policy) for kind in transfer.kinds for policy in POLICIES}
    return whole, [told(lambda key=key: transfer.export("csv", keys=[key])) for key in keys]


def _original(seen: Seen, chunk: str) -> Any:
    desk = seen.originals
    asked = (desk.open, desk.around, desk.quote, desk.file, desk.page)
    return [told(lambda ask=ask: ask(chunk)) for ask in asked]


def _runs(seen: Seen, keys: tuple[str, ...], chunks: tuple[str, ...], documents: tuple[str, ...]) -> Any:
    runs = seen.runs
    before = runs.list(), runs.recent(), runs.count()
    for n, (kind, names) in enumerate((("entity", keys), ("chunk", chunks), ("document", documents))):
        for key in names:
            runs.opened(kind, key, f"{n} {key}")  # type: ignore[arg-type]
    traces = seen.retrieve.compare(Request(QUESTIONS[0], parameters=Parameters(threshold=-1.0)), ("naive", "local"))
    id_ = runs.save(QUESTIONS[0], traces)
    opened = runs.open(id_)
    after = [(row.question, row.modes) for row in runs.list("backup")], [(r.kind, r.label) for r in runs.recent(99)]
    return before, after, opened.traces, opened.changed, told(lambda: runs.open("20260101-000000-00000000"))
