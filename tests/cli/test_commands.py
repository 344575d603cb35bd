"""The command line from end to end, in this process, with the embedded engine."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pytest

from core.cli import main
from core.store.lock import WriterLock

LARKSPUR = Path(__file__).parents[3] / "shared" / "larkspur" / "records.jsonl"
SEEDS = {
    "local": ["--seed-entity", "Cancellation"],
    "global": ["--seed-relation", "Export -> Data retention"],
    "hybrid": ["--seed-entity", "Cancellation", "--seed-relation", "Export -> Data retention"],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")  # nothing answers there
    return tmp_path / "home"


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(tmp_path / "workspace")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "export.md").write_text("# Export\n\nThe Export writes every record to CSV files.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    return folder


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict, str]:
    code = main([*argv, "--json"])
    shown = capsys.readouterr()
    return code, json.loads(shown.out) if shown.out else {}, shown.err


@pytest.mark.skipif(not LARKSPUR.exists(), reason="the shared records are not beside this checkout")
class TestLarkspur:
    @pytest.fixture
    def filled(self, workspace: str, capsys: pytest.CaptureFixture[str]) -> str:
        assert run(capsys, "import", str(LARKSPUR), "--workspace", workspace)[0] == 0
        return workspace

    def test_classic_gives_six_entities_and_four_relations(
        self, filled: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        _, graph, _ = run(capsys, "graph", "--policy", "classic", "--workspace", filled)
        assert (len(graph["entities"]), len(graph["relations"])) == (6, 4)
        by_key = {entity["key"]: entity for entity in graph["entities"]}
        assert by_key["account deletion"]["type"] == "unknown"
        assert by_key["account deletion"]["stub"]
        assert by_key["cancellation"]["description"].count("\n") == 1
        assert "7 days" in by_key["daily backup"]["description"]
        assert "30 days" in by_key["daily backup"]["description"]

    @pytest.mark.parametrize(
        ("policy", "mode", "counts"),
        [
            ("classic", "local", (1, 3, 3)),
            ("classic", "global", (2, 1, 1)),
            ("classic", "hybrid", (3, 4, 4)),
            ("careful", "local", (1, 4, 3)),
            ("careful", "hybrid", (3, 5, 4)),
        ],
    )
    def test_seeds_fixed_by_hand_give_the_lesson_s_table(
        self, filled: str, policy: str, mode: str, counts: tuple[int, int, int], capsys: pytest.CaptureFixture[str]
    ) -> None:
        argv = ["retrieve", "What happens?", "--mode", mode, *SEEDS[mode], "--policy", policy, "--workspace", filled]
        _, trace, _ = run(capsys, *argv)
        assert (len(trace["entities"]), len(trace["relations"]), len(trace["chunks"])) == counts


def test_ingest_reads_what_it_can_and_lists_the_rest(
    notes: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, report, _ = run(capsys, "ingest", str(notes), "--workspace", workspace)
    assert code == 0
    assert report["added"] == ["notes/export.md"]
    assert [item["name"] for item in report["unread"]] == ["notes/broken.pdf"]
    _, listed, _ = run(capsys, "documents", "--workspace", workspace)
    assert listed["documents"][0]["read"] == listed["documents"][0]["chunks"] == 1
    assert listed["unread"][0]["reason"]


def test_ingesting_twice_changes_nothing(notes: Path, workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "ingest", str(notes), "--workspace", workspace)
    _, before, _ = run(capsys, "graph", "--workspace", workspace)
    _, report, _ = run(capsys, "ingest", str(notes), "--workspace", workspace)
    assert (report["added"], report["unchanged"], report["read"]) == ([], ["notes/export.md"], 0)
    assert run(capsys, "graph", "--workspace", workspace)[1] == before


def test_every_export_is_written_where_asked(
    notes: Path, workspace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "ingest", str(notes), "--workspace", workspace)
    names = set()
    for kind in ("records", "graphml", "csv", "html"):
        _, written, _ = run(capsys, "export", "--format", kind, "--to", str(tmp_path), "--workspace", workspace)
        names |= {Path(path).name for path in written["files"]}
    assert names == {"records.jsonl", "graph.graphml", "entities.csv", "relations.csv", "graph.html"}
    assert len(nx.read_graphml(tmp_path / "graph.graphml")) > 0


def test_exported_records_give_the_same_graph_again(
    notes: Path, workspace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "ingest", str(notes), "--workspace", workspace)
    run(capsys, "export", "--to", str(tmp_path), "--workspace", workspace)
    again = str(tmp_path / "again")
    run(capsys, "import", str(tmp_path / "records.jsonl"), "--workspace", again)
    graphs = [run(capsys, "graph", "--workspace", folder)[1] for folder in (workspace, again)]
    assert graphs[0] == graphs[1]


def test_a_held_workspace_is_read_but_not_written(
    notes: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "ingest", str(notes), "--workspace", workspace)
    holder = WriterLock(Path(workspace))
    assert holder.acquire()
    try:
        assert run(capsys, "graph", "--workspace", workspace)[0] == 0
        assert run(capsys, "retrieve", "What does the Export write?", "--workspace", workspace)[0] == 0
        code, _, said = run(capsys, "ingest", str(notes), "--workspace", workspace)
    finally:
        holder.release()
    assert code == 1
    assert "process" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["graph"], 1, "There is no workspace"),
        (["ingest", "nowhere"], 1, "nowhere"),
        (["import", "nowhere.jsonl"], 1, "nowhere.jsonl"),
        (["retrieve", "x", "--threshold", "7", "--low", "a"], 2, "threshold"),
        (["retrieve", "x", "--top-k", "-3"], 2, "top_k is -3"),
        (["retrieve", "x", "--damping", "1"], 2, "damping"),
        (["retrieve", " "], 2, "question is empty"),
        (["ask", "", "--seed-entity", "Export"], 2, "question is empty"),
        (["retrieve", "x", "--why", ""], 2, "--why is empty. Give the name"),
        (["search", ""], 2, "nothing to search for"),
        (["retrieve", "x", "--seed-entity", "Zeppelin"], 1, "No name is near it"),
    ],
)
def test_what_goes_wrong_is_one_line_that_names_it(
    argv: list[str], code: int, words: str, notes: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if argv[0] in ("retrieve", "ask", "search"):
        run(capsys, "ingest", str(notes), "--workspace", workspace)
    found, _, said = run(capsys, *argv, "--workspace", workspace)
    assert found == code
    last = said.strip().splitlines()[-1]
    assert last.startswith("lightprism: ")
    assert words in last


@pytest.mark.parametrize("argv", [["retrieve", "x", "--mode", "telepathy"], ["graph", "--policy", "bold"], []])
def test_wrong_use_is_exit_code_two(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2


def test_what_a_search_hit_is_told_from_what_a_person_pinned(
    notes: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "ingest", str(notes), "--workspace", workspace)
    argv = ["retrieve", "What does the Export write?", "--mode", "local", "--workspace", workspace]
    _, found, _ = run(capsys, *argv, "--threshold", "-1")
    assert {entity["via"] for entity in found["entities"]} == {"seed"}
    name = found["entities"][0]["name"]
    main([*argv, "--threshold", "-1"])
    searched = _entity_lines(capsys.readouterr().out)
    assert searched
    assert all(line.endswith("hit") for line in searched)
    main([*argv, "--seed-entity", name])
    assert _entity_lines(capsys.readouterr().out)[0].endswith("pinned")


def _entity_lines(shown: str) -> list[str]:
    tables = shown.split("\n\n")
    return next(table for table in tables if table.startswith("entity ")).splitlines()[1:]


@pytest.mark.skipif(os.name != "posix", reason="another system has no signals of this kind")
def test_what_stops_the_command_stops_the_server(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "core.cli", "app", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            assert _answers(port, within_s=60)
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        finally:
            server.kill()
    assert not _answers(port, within_s=0)


def _answers(port: int, within_s: float) -> bool:
    end = time.monotonic() + within_s
    while True:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.1)


def test_the_doctor_looks_at_everything_and_finds_it_well(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, checks, _ = run(capsys, "doctor", "--workspace", workspace)
    assert code == 0
    names = {"SQLite", "token counting", "embedded reading", "embedded vectors", "vector index", "engine"}
    assert names <= {check["name"] for check in checks}
    assert all(check["ok"] for check in checks)


def test_hostile_names_reach_the_terminal_tamed(
    tmp_path: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "r.jsonl"
    row = {"document": "d", "chunk": "1", "text": "t", "entities": [{"name": "a\u001b[2Jb"}]}
    records.write_text(json.dumps(row), encoding="utf-8")
    main(["import", str(records), "--workspace", workspace])
    main(["graph", "--workspace", workspace])
    assert "\u001b" not in capsys.readouterr().out
