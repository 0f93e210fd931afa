"""An order of one's own wherever a command takes an order."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.linear.orders.named import trust, trusted_orders
from tests.engine.commandline.graphs import graph_file, run

NODES = [
    {"id": "a", "text": "say a", "after": [], "writer": "x", "sequence": 0},
    {"id": "b", "text": "say b", "after": ["a"], "writer": "y", "sequence": 0},
    {"id": "c", "text": "say c", "after": ["a"], "writer": "x", "sequence": 1},
]
BACK = ["c", "b", "a"]


@pytest.fixture
def graph(tmp_path: Path) -> str:
    return graph_file(tmp_path / "own.ndjson", NODES, name="own")


@pytest.fixture(params=["command", "function"])
def own(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """An order by descending ids, as a command and as a function of a file."""
    file = tmp_path / "mine.py"
    if request.param == "function":
        file.write_text(
            "def back(graph):\n"
            "    print('not an answer')\n"
            "    return sorted((node.id for node in graph.nodes), reverse=True)\n"
        )
        return f"{file}:back"
    file.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    ids = [node['id'] for node in json.loads(line)['nodes']]\n"
        "    print(json.dumps(sorted(ids, reverse=True)), flush=True)\n"
    )
    return shlex.join([sys.executable, str(file)])


def test_every_command_with_an_order_takes_it(graph: str, own: str, tmp_path: Path) -> None:
    def answer(*words: str) -> dict[str, object]:
        result = run(*words, "--by", own, "--json")
        assert result.exit_code == 0, result.stderr
        found: dict[str, object] = json.loads(result.stdout.splitlines()[0])
        return found

    shown = answer("show", graph)
    assert isinstance(shown["messages"], list)
    assert [each["key"] for each in shown["messages"]] == BACK
    assert answer("linearize", graph)["order"] == BACK
    assert answer("explain", "c", "--graph", graph)["row"] == 1
    assert answer("whatif", graph, "--hold", "b")["by"] == own
    assert answer("shuffle", graph)["ok"] is True
    assert answer("edits", graph)["messages"] == 3
    assert run("replay", graph, "--by", own).exit_code == 0
    assert run("compare", graph, "--by", own, "--by", "scuttlesort").exit_code == 0
    database = str(tmp_path / "own.db")
    assert run("import", graph, "--database", database).exit_code == 0
    page = tmp_path / "page.html"
    result = run("site", "graph:own", str(page), "--by", own, "--database", database)
    assert result.exit_code == 0, result.stderr
    lines = page.read_text()
    assert lines.index(">say c<") < lines.index(">say b<") < lines.index(">say a<")


def test_a_crash_is_called_a_crash_and_its_input_is_kept(graph: str, tmp_path: Path) -> None:
    file = tmp_path / "crash.py"
    file.write_text("import sys\nfor line in sys.stdin:\n    raise KeyError('clock')\n")
    result = run("show", graph, "--by", shlex.join([sys.executable, str(file)]))
    assert result.exit_code == 3
    assert "crashes: it ended with status 1 and said “KeyError: 'clock'”" in result.stderr
    kept = Path(result.stderr.rpartition("Its input is saved in ")[2].strip().removesuffix("."))
    assert [node["id"] for node in json.loads(kept.read_text())["nodes"]] == ["a", "b", "c"]


def test_an_address_of_a_stranger_starts_no_program(graph: str, tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    assert run("import", graph, "--database", str(database)).exit_code == 0
    touched = tmp_path / "touched"
    program = f"touch {touched}"
    with Library.open(database, read_only=True) as library:
        with pytest.raises(UnknownConversation):
            library.conversation(f"graph:own?by={program}")
        assert not touched.exists()
        assert program not in trusted_orders()


def test_an_order_that_the_user_named_can_be_in_an_address(
    graph: str, own: str, tmp_path: Path
) -> None:
    database = tmp_path / "own.db"
    assert run("import", graph, "--database", str(database)).exit_code == 0
    trust([own])
    with Library.open(database, read_only=True) as library:
        assert library.conversation(f"graph:own?by={own}").in_order() == BACK
