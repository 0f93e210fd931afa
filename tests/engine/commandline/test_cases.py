"""Files that were read wrongly once: each has one right value, whatever command reads it."""

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from tanglescope.engine.commandline.common.sources import found_graphs
from tanglescope.engine.library import Library
from tests.cases import CASES, REFUSED, RIGHT
from tests.engine.commandline.graphs import run
from tests.quick import mostly_slow

COMMANDS = (
    ("compare", "--by", "scuttlesort", "--by", "git"),
    ("replay",),
    ("edits", "--seeds", "1"),
    ("shuffle", "--times", "2"),
)
"""The other commands that take a graph, which they all get as `linearize` does."""


def test_every_case_has_a_right_value() -> None:
    assert {path.name for path in CASES.iterdir()} == {*RIGHT, *REFUSED, "feed_badprev.ndjson"}


@pytest.mark.parametrize("name", RIGHT)
def test_an_import_and_a_verdict_give_the_right_value(name: str, tmp_path: Path) -> None:
    right = RIGHT[name]
    with Library.open(tmp_path / "a.db") as library:
        report = library.ingest(CASES / name)
        found, labels = {}, {}
        for address in [each.address for each in library.conversations(kind="graph")]:
            conversation = library.conversation(address)
            graph = conversation.graph()
            found[address.removeprefix("graph:")] = {
                node.id: list(node.after) for node in graph.nodes
            }
            keys = [node.id for node in graph.nodes]
            labels |= {
                key: said.content["text"]
                for key, said in conversation.messages(keys).items()
                if isinstance(said.content, dict)
            }
    assert found == right.graphs
    assert {key: labels[key] for key in right.labels} == right.labels
    assert report.quarantined == right.refused
    result = run("verify", str(CASES / name))
    assert result.exit_code == bool(right.refused), result.output


@pytest.mark.parametrize("name", RIGHT)
def test_linearize_gives_the_right_value(name: str) -> None:
    right = RIGHT[name]
    data = (CASES / name).read_bytes()
    graphs = [each.graph for each in found_graphs(CASES / name) if each.graph is not None]
    assert {
        str(each.name): {node.id: list(node.after) for node in each.nodes} for each in graphs
    } == (right.graphs)
    answers = []
    for given, text in ((str(CASES / name), None), ("-", gzip.compress(data))):
        result = run("linearize", given, "--json", text=text)
        assert result.exit_code == 3 * bool(right.refused), result.output
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        answers.append([line["order"] for line in lines if "order" in line])
        assert [set(order) for order in answers[-1]] == list(map(set, right.graphs.values()))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "name", mostly_slow(RIGHT, "cyc.ndjson", "mermaid_undirected_in_chain.mmd", "f7.ndjson")
)
def test_every_other_command_reads_the_same_graph(name: str) -> None:
    right = RIGHT[name]
    for command, *options in COMMANDS:
        result = run(command, str(CASES / name), *options)
        assert result.exit_code == 3 * bool(right.refused), (command, result.output)
        assert "as many feeds" not in result.stdout
    first = next(iter(next(iter(right.graphs.values()))))
    result = run("explain", first, "--graph", str(CASES / name))
    assert result.exit_code == 3 * bool(right.refused), result.output


def test_a_cycle_is_named_and_what_it_leaves_is_ordered() -> None:
    for command, *options in (("linearize",), *COMMANDS):
        result = run(command, str(CASES / "cyc.ndjson"), *options)
        assert result.exit_code == 3
        assert "'b' -> 'a' -> 'b'" in result.stderr
    result = run("linearize", str(CASES / "cyc.ndjson"), "--json")
    answer = json.loads(result.stdout)
    assert (answer["order"], answer["error"]) == (["c", "d"], "cycle")


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_ordered_is_refused_with_its_name(name: str, tmp_path: Path) -> None:
    made = str(tmp_path / "a.db")
    for command, *options in (
        *COMMANDS,
        ("linearize",),
        ("verify",),
        ("import", "--database", made),
    ):
        result = run(command, str(CASES / name), *options)
        assert result.exit_code == 3
        assert REFUSED[name] in result.output
        assert "feed id" not in result.output


def test_replacements_are_not_in_the_history_of_a_branch(tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@e.example"]
    commands = [["init", "-q"], *(["commit", "-q", "--allow-empty", "-m", x] for x in "ab")]
    for command in (*commands, ["replace", "--graft", "HEAD"]):
        subprocess.run([*git, *command], check=True)
    for path in (tmp_path, tmp_path / ".git"):
        (found,) = found_graphs(path)
        assert found.graph is not None
        assert (len(found.graph.nodes), found.graph.name) == (2, tmp_path.name)


def test_a_message_whose_previous_has_no_place_before_it_is_not_in_its_feed(tmp_path: Path) -> None:
    path = CASES / "feed_badprev.ndjson"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    (feed,) = {line["value"]["author"] for line in lines}
    wrong = next(line["key"] for line in lines if line["value"]["sequence"] == 3)
    made = str(tmp_path / "a.db")
    for command in (
        ("verify", str(path)),
        ("import", str(path), "--database", made),
        ("tangle", str(path), "--name", "feed", "--root", feed),
    ):
        result = run(*command)
        code = 1 if command[0] == "verify" else 3
        assert (result.exit_code, "can't be right" in result.output) == (code, True), command
    shown = run("show", f"feed:{feed}", "--database", made, "--format", "json")
    assert wrong not in [each["key"] for each in json.loads(shown.stdout)["messages"]]
