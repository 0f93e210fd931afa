import json
from pathlib import Path

import pytest

from tanglescope.engine.linear.graph import read_graph
from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.debug.examples import EXAMPLES, by_ssb_sort
from tests.engine.store.libraries import library_of

NODES = [
    {"id": "A", "after": [], "received": 30},
    {"id": "B", "after": ["A"], "received": 10},
    {"id": "C", "after": [], "received": 20},
    *({"id": f"{n}", "after": ["A", "C"], "received": 40 + n} for n in range(9)),
]


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(EXAMPLES)
    return graph_file(tmp_path / "graph.ndjson", NODES, name="late root")


def test_a_right_order_passes_with_its_edits(graph: str) -> None:
    result = run("shuffle", graph, "--times", "3", "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["ok"], answer["counterexample"]) == (0, True, None)
    assert (answer["deliveries"], answer["edits"][0], len(answer["edits"])) == (4, 12, 4)
    assert [json.loads(line)["delivery"] for line in result.stderr.splitlines()] == [0, 1, 2, 3]
    text = run("shuffle", graph, "--times", "3").stdout
    assert text.startswith("scuttlesort gives the same order of 12 messages")


def test_a_wrong_order_ends_with_1_and_a_case_of_three_messages(graph: str) -> None:
    result = run("shuffle", graph, "--by", "ssb_sort:order", "--json")
    answer = json.loads(result.stdout)
    found = answer["counterexample"]
    assert (result.exit_code, answer["ok"], found["kind"]) == (1, False, "differs")
    case = read_graph(json.dumps(found["graph"]))
    nodes = {node.id: node for node in case.nodes}
    assert len(nodes) == 3
    for delivery, order in zip(found["deliveries"], found["orders"], strict=True):
        assert by_ssb_sort(type(case)(tuple(nodes[name] for name in delivery))) == order
    text = run("shuffle", graph, "--by", "ssb_sort:order").stdout
    assert "depends on the order of arrival. The smallest case has 3 messages:" in text
    assert "B follows A" in text


@pytest.mark.parametrize("command", ["shuffle", "compare", "hostile"])
def test_what_an_order_prints_is_not_in_the_answer(
    graph: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    module = f"printing_order_for_{command}"
    (tmp_path / f"{module}.py").write_text(
        "print('loaded')\ndef order(graph):\n    print('called')\n"
        "    return sorted(node.id for node in graph.nodes)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    by = ("--by", f"{module}:order", "--json")
    arguments = {
        "shuffle": ("shuffle", graph, "--times", "1", *by),
        "compare": ("compare", graph, "--by", "git", *by),
        "hostile": ("shuffle", "--graphs", "1", *by),
    }
    result = run(*arguments[command])
    assert json.loads(result.stdout)
    assert {"loaded", "called"} <= set(result.stderr.splitlines())


def test_what_a_plug_in_raises_is_reported_as_its_failure(graph: str) -> None:
    result = run("shuffle", graph, "--by", "tests.engine.debug.examples:needs_causes_first")
    assert result.exit_code == 1
    assert "needs_causes_first crashes: it raised ValueError: " in result.stdout
    assert "The smallest delivery for which it fails has 2 messages:" in result.stdout


def test_a_plug_in_that_answers_in_two_ways_is_reported(graph: str) -> None:
    result = run("shuffle", graph, "--by", "tests.engine.debug.examples:turning")
    assert "it isn't deterministic" in result.stdout


def test_a_thread_can_be_shuffled(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("up?"))
    library_of(tmp_path, root, bob.say(post("high", root)), alice.say(post("low", root))).close()
    where = ("--database", str(tmp_path / "library.db"), "--thread", root.key)
    assert json.loads(run("shuffle", *where, "--json").stdout)["messages"] == 3


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--by", "nobody"], 2), (["--times", "0"], 2), (["--thread", "%x"], 4)],
)
def test_bad_questions_end_with_a_line(graph: str, arguments: list[str], status: int) -> None:
    result = run("shuffle", graph, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def test_progress_is_reported_for_a_large_graph(tmp_path: Path) -> None:
    nodes = [{"id": f"{number:05}", "after": []} for number in range(10_000)]
    large = graph_file(tmp_path / "large.ndjson", nodes)
    told = run("shuffle", large, "--by", "received", "--times", "2").stderr
    assert told.splitlines() == [f"delivery {number} of 2" for number in range(3)]
