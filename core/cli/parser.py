"""What can be said on the command line."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, get_args, get_type_hints

from core.cli import numbers, parser_documents, parser_evaluating
from core.domain.diagnose import FINDING_KINDS
from core.domain.modes import MODES, Parameters
from core.domain.policy import POLICIES

EXPORTS = ("records", "graphml", "csv", "html")
if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_HELP = {
    "threshold": "the least cosine of a hit",
    "lexical": "search passages by words, too (BM25)",
    "chunk_pick": "which chunks of an entity or relation: the nearest to the question, or those that most items name",
    "ranking": "order hits by similarity or by degree",
    "edge_weight": "weigh an edge by its chunks, or by the strength that the model gave",
    "far_ends": "add the profiles of edges' far ends",
    "global_endpoint_chunks": "let the ends of hit relations bring chunks",
    "max_paths": "chains to show in the mode paths",
    "max_hops": "edges of a chain, at most",
    "damping": "the chance that the walk of the mode paths goes on, from 0 to less than 1",
    "near_names": "let that walk pass between entities with nearly the same name",
}


def parser() -> argparse.ArgumentParser:
    """The whole command line; `--help` on each command is its documentation."""
    top = argparse.ArgumentParser(prog="lightprism", description="Explore LightRAG-style knowledge graphs, offline.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _app,
        _ingest,
        _import,
        _documents,
        _graph,
        _diagnose,
        _decide,
        _history,
        _undo,
        _search,
        _retrieve,
        _ask,
        _runs,
        _evaluate,
        _export,
        _parse,
        _doctor,
    ):
        add(commands)
    return top


def _command(commands: Commands, name: str, help_: str) -> argparse.ArgumentParser:
    found = commands.add_parser(name, help=help_, description=help_)
    found.add_argument("--workspace", metavar="DIR", help="the workspace's folder (default: 'default' below the home)")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def _app(commands: Commands) -> None:
    found = _command(commands, "app", "Open the app in a browser.")
    found.add_argument("--port", type=int, default=8501)


def _engine(found: argparse.ArgumentParser) -> None:
    found.add_argument("--engine", choices=("embedded", "ollama"), help="for a new workspace (default: what answers)")
    found.add_argument("--chat-model", help="Ollama's model that reads")
    found.add_argument("--embed-model", help="Ollama's model that embeds")


def _ingest(commands: Commands) -> None:
    found = _command(commands, "ingest", "Take in files or folders and read them; without a path, go on reading.")
    found.add_argument("paths", nargs="*", metavar="PATH")
    found.add_argument("--csv-rows", action="store_true", help="each row of a CSV file is a document")
    found.add_argument("--encoding", metavar="NAME", help="of text files, such as cp1252 (default: it is recognised)")
    found.add_argument("--limit", type=_positive, metavar="N", help="read at most N chunks; go on another day")
    found.add_argument("--retry-failed", action="store_true", help="read failed chunks again, too")
    _engine(found)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of chunks: take 1 or more")
    return int(text)


def _import(commands: Commands) -> None:
    found = _command(commands, "import", "Take in evidence records: passages with what was read from them.")
    found.add_argument("paths", nargs="+", metavar="FILE.jsonl")
    _engine(found)


def _policy(found: argparse.ArgumentParser) -> None:
    found.add_argument("--policy", choices=tuple(POLICIES), default="careful", help="the merge rule")


def _graph(commands: Commands) -> None:
    found = _command(commands, "graph", "Print the graph.")
    parser_documents.viewer(found)
    _policy(found)


def _diagnose(commands: Commands) -> None:
    found = _command(commands, "diagnose", "Find what is wrong with the graph, with decisions that may mend it.")
    found.add_argument(
        "--kind", action="append", choices=FINDING_KINDS, metavar="K", help=f"of {', '.join(FINDING_KINDS)}"
    )
    found.add_argument(
        "--limit", type=numbers.count, default=10, metavar="N", help="print the N most harmful of each kind"
    )
    _policy(found)


def _decide(commands: Commands) -> None:
    found = _command(commands, "decide", "Record decisions: one, a list, or an export of another workspace's.")
    found.add_argument("file", metavar="FILE.json", help="the decisions (-: standard input)")
    found.add_argument("--dry-run", action="store_true", help="only show what they would do")
    found.add_argument("--contradictory", action="store_true", help="of an export, take what rules otherwise, too")
    _person(found)


def _history(commands: Commands) -> None:
    found = _command(commands, "history", "List the decisions, latest first.")
    found.add_argument("--limit", type=numbers.count, default=50, metavar="N")


def _undo(commands: Commands) -> None:
    found = _command(commands, "undo", "Take back decisions; without a number, the latest step.")
    found.add_argument("seq", nargs="*", type=numbers.decision, metavar="NUMBER", help="as `history` lists them")
    found.add_argument(
        "--after", type=numbers.point, metavar="NUMBER", help="back to how it was just after that decision"
    )
    _person(found)


def _person(found: argparse.ArgumentParser) -> None:
    found.add_argument("--as-person", dest="person", metavar="NAME", help="who decides (default: the name in the app)")


def _documents(commands: Commands) -> None:
    for add in parser_documents.COMMANDS:
        add(partial(_command, commands))


def _search(commands: Commands) -> None:
    found = _command(commands, "search", "Find passages and entities by words, numbers or “exact phrases”.")
    found.add_argument("text", metavar="TEXT", help='words, "a phrase", begin*, 数据')
    found.add_argument("--document", action="append", default=[], metavar="DOC", help="in this document only")
    found.add_argument("--limit", type=numbers.count, default=20, metavar="N", help="show the best N of each kind")
    parser_documents.viewer(found)
    _policy(found)


def _runs(commands: Commands) -> None:
    found = _command(commands, "runs", "List the questions that were kept, latest first.")
    found.add_argument("text", nargs="?", default="", metavar="TEXT", help="that question, note or answers hold")
    found.add_argument("--starred", action="store_true")
    found.add_argument("--limit", type=numbers.count, default=20, metavar="N")
    parser_documents.viewer(found)


def _retrieve(commands: Commands) -> None:
    found = _question(commands, "retrieve", "Show what a mode would give a model for a question.")
    found.add_argument("--why", metavar="NAME", help="say of each mode why this is there, or why not")
    found.add_argument("--fit", action="store_true", help="lower the budgets to what the chat model can take")


def _ask(commands: Commands) -> None:
    found = _question(commands, "ask", "Answer a question from the documents, with checked citations.")
    found.set_defaults(mode="paths")
    found.add_argument(
        "--widest", action="store_true", help="let the context fill the model's largest window (it is loaded again)"
    )
    found.add_argument("--afresh", action="store_true", help="ask the model even where its answer was kept")


def _question(commands: Commands, name: str, help_: str) -> argparse.ArgumentParser:
    found = _command(commands, name, help_)
    found.add_argument("question", nargs="?", default="", metavar="QUESTION")
    found.add_argument("--mode", choices=tuple(MODES), default="hybrid", help="default: %(default)s")
    found.add_argument("--low", metavar="A,B", help="low-level keywords (no model is asked)")
    found.add_argument("--high", metavar="C,D", help="high-level keywords")
    found.add_argument(
        "--seed-entity", action="append", default=[], metavar="NAME", help="an entity instead of a search"
    )
    found.add_argument("--seed-relation", action="append", default=[], metavar="'A -> B'")
    parser_documents.viewer(found)
    _policy(found)
    _parameters(found)
    return found


def _parameters(found: argparse.ArgumentParser) -> None:
    """An option for each number and choice of a retrieval."""
    for name, kind in get_type_hints(Parameters).items():
        option, default, help_ = f"--{name.replace('_', '-')}", getattr(Parameters(), name), _HELP.get(name)
        if kind is bool:
            found.add_argument(option, action=argparse.BooleanOptionalAction, default=default, help=help_)
        elif get_args(kind):
            found.add_argument(option, choices=get_args(kind), default=default, help=help_)
        else:
            metavar = "N" if kind is int else "X"
            found.add_argument(option, type=kind, default=default, metavar=metavar, help=help_)


def _evaluate(commands: Commands) -> None:
    found = parser_evaluating.evaluate(partial(_command, commands))
    _policy(found)
    _parameters(found)


def _export(commands: Commands) -> None:
    found = _command(commands, "export", "Write the workspace out as files.")
    found.add_argument("--format", choices=EXPORTS, default="records")
    found.add_argument("--to", default=".", metavar="DIR", help="where to (default: here)")
    parser_documents.viewer(found)
    _policy(found)


def _parse(commands: Commands) -> None:
    found = _command(commands, "parse", "Show what would be read from a model's reply.")
    found.add_argument("file", metavar="FILE", help="the reply, as the model gave it (-: standard input)")
    found.add_argument("--kind", choices=("json", "tuple", "keywords", "name"), required=True)
    found.add_argument("--types", metavar="A,B", help="the entity types that were asked for (default: the usual ones)")


def _doctor(commands: Commands) -> None:
    _command(commands, "doctor", "Check what LightPrism needs, and say what to do about what is missing.")
