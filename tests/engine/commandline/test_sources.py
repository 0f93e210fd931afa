"""Every command that takes a graph reads every source in every form."""

import gzip
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine.commandline.common.sources import found_graphs
from tanglescope.engine.library import Library
from tests.engine.commandline.graphs import run

NODES = [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}, {"id": "c", "after": ["b"]}]
EVENTS = [
    {"event_id": node["id"], "prev_events": node["after"], "type": "m.x", "sender": "@a:b"}
    for node in NODES
]
LINES = "".join(json.dumps(node) + "\n" for node in NODES)
FILES: dict[str, str | bytes] = {
    "a graph on a line": json.dumps({"nodes": NODES}),
    "a graph, indented": json.dumps({"comment": "x", "nodes": NODES}, indent=2),
    "a node on each line": LINES,
    "nodes delivered twice": LINES + LINES,
    "a list of nodes": json.dumps(NODES),
    "compressed": gzip.compress(LINES.encode(), mtime=0),
    "UTF-16": LINES.encode("utf-16"),
    "DOT": "digraph { a -> b -> c }",
    "Mermaid": "graph TD\n a --> b --> c\n",
    "Matrix": "".join(json.dumps(event) + "\n" for event in EVENTS),
    "an answer of Matrix": json.dumps({"pdus": EVENTS}),
    "a trace": json.dumps(
        {"kind": "concurrent", "txns": [{"parents": []}, {"parents": [0]}, {"parents": [1]}]}
    ),
}


def database(folder: Path) -> Path:
    """A database with the graph."""
    (folder / "g.ndjson").write_text(LINES)
    with Library.open(folder / "g.db") as library:
        library.ingest(folder / "g.ndjson")
    return folder / "g.db"


def repository(folder: Path) -> Path:
    """A Git repository with three commits."""
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    for subject in "abc":
        commit = [*git, "commit", "-q", "--allow-empty", "-m", subject]
        subprocess.run(commit, check=True)
    return folder


MADE: dict[str, Callable[[Path], Path]] = {"a database": database, "Git": repository}


def source_of(name: str, folder: Path) -> Path:
    if name in MADE:
        return MADE[name](folder)
    content = FILES[name]
    path = folder / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


COMMANDS = (
    ("linearize", "--json"),
    ("compare", "--json", "--by", "scuttlesort", "--by", "git"),
    ("shuffle", "--json", "--times", "2"),
    ("replay", "--json"),
    ("edits", "--json", "--seeds", "1"),
)


@pytest.mark.parametrize("name", [*FILES, *MADE])
def test_every_command_reads_every_source(name: str, tmp_path: Path) -> None:
    path = source_of(name, tmp_path)
    ids = []
    for command, *options in COMMANDS:
        result = run(command, str(path), *options)
        assert result.exit_code == 0, (command, result.output)
        answer = json.loads(result.stdout.splitlines()[0])
        ids = answer["order"] if command == "linearize" else ids
        count = answer.get("messages", len(answer.get("order", ())))
        assert count == 3 or command == "shuffle", command
    result = run("explain", ids[2], "--graph", str(path), "--json")
    assert json.loads(result.stdout)["row"] == 3


@pytest.mark.parametrize("name", FILES)
def test_standard_input_is_read_like_a_file(name: str, tmp_path: Path) -> None:
    data = source_of(name, tmp_path).read_bytes()
    result = run("linearize", "-", "--json", text=data)
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.stdout)["order"]) == 3


def test_what_is_in_no_graph_is_an_error_beside_the_graph(tmp_path: Path) -> None:
    wrong = [
        {"id": 1, "after": []},
        {"id": "b", "after": []},
        {"id": "x", "after": ["y"]},
        {"id": "y", "after": ["x"]},
    ]
    path = tmp_path / "g.ndjson"
    path.write_text(LINES + "nonsense\n" + "".join(json.dumps(node) + "\n" for node in wrong))
    found = list(found_graphs(path))
    assert [each.error.code for each in found if each.error is not None] == [
        "malformed",
        "malformed",
        "duplicate",
        "cycle",
        "cycle",
    ]
    (graph,) = [each.graph for each in found if each.graph is not None]
    assert [node.id for node in graph.nodes] == ["a", "b", "c"]
    assert run("linearize", str(path)).exit_code == 3
    assert run("shuffle", str(path)).exit_code == 3


def test_what_cannot_be_ordered_is_called_by_its_name_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "sync.json"
    path.write_text(json.dumps({"next_batch": "s1", "rooms": {}}))
    for command, *options in COMMANDS:
        result = run(command, str(path), *options)
        assert result.exit_code == 3
        assert "Matrix server to a client" in result.output
    result = run("linearize", "-", text=path.read_bytes())
    assert result.stderr.startswith("Error: Standard input is an answer of a Matrix server")
