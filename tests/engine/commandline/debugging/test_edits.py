"""`tanglescope edits`, and the tables of docs/benchmarks.md."""

import argparse
import json
import re
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from bench import open_questions
from tanglescope.engine.debug.shuffling.edit_counts import (
    DELIVERED,
    HEADING,
    EditCounts,
    count_edits,
    row,
)
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.linear import Timeline, simulate
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.club import Club
from tests.engine.commandline.graphs import graph_file, run
from tests.house.repository import ROOT

PAGE = (ROOT / "docs" / "benchmarks.md").read_text()


def paper(events: int, feeds: int) -> Graph:
    """The report's model as a graph."""
    return Graph(
        tuple(Node(name, after, f"{feed}") for name, after, feed in simulate.paper(events, feeds))
    )


def test_the_row_counts_what_a_timeline_does() -> None:
    graph = paper(60, 3)
    counts = count_edits(graph, 2)
    assert (counts.messages, counts.writers) == (60, 3)
    made = set()
    for feeds in permutations(["0", "1", "2"]):
        timeline = Timeline()
        arrived = [node for feed in feeds for node in graph.nodes if node.writer == feed]
        made.add(sum(len(timeline.add(node.id, node.after)) for node in arrived))
    assert made.issuperset(map(sum, counts.edits["feed_by_feed"]))
    assert [list(run) for run in counts.edits["in_order"]] == [[1] * 60]
    assert [len(counts.edits[way]) for way in DELIVERED] == [1, 2, 2, 2]


def test_a_row_has_the_median_and_the_range() -> None:
    edits: dict[str, list[Sequence[int]]] = {
        "in_order": [[1, 1, 1, 1]],
        "delayed": [[1, 1, 1, 3], [1, 1, 1, 1], [2, 2, 2, 2]],
        "random_feed": [[1, 1, 1, 5], [2, 2, 2, 2], [2, 2, 2, 2]],
        "feed_by_feed": [[2, 1, 1, 1]],
    }
    counts = EditCounts(4, 2, edits)
    assert row("a | b", counts) == (
        "| a \\| b | 4 | 2 | 1.00 | 1.50 (1.00-2.00) | 2.00 (2.00-2.00) | 1.25 | 2, 5, 5 | - |"
    )
    assert counts.percentiles("delayed") == (1, 3, 3)
    assert row("", EditCounts(4, 16, edits)).endswith("| 3.6 |")


def test_the_command_prints_a_table_of_one_row(tmp_path: Path) -> None:
    nodes = [{"id": name, "after": [], "writer": "x"} for name in "ba"]
    file = graph_file(tmp_path / "graph.ndjson", nodes, name="mine")
    assert run("edits", file).stdout.splitlines() == [
        *HEADING,
        "| graph | 2 | 1 | 1.00 | 1.00 (1.00-1.00) | 1.00 (1.00-1.00) | 1.00 (1.00-1.00)"
        " | 1, 1, 1 | - |",
    ]
    answer = json.loads(run("edits", file, "--name", "yours", "--seeds", "2", "--json").stdout)
    assert (answer["name"], answer["messages"], answer["writers"]) == ("yours", 2, 1)
    assert answer["edits_per_message"]["random_feed"] == [1.0, 1.0]
    assert answer["percentiles"]["random_feed"] == {"p50": 1, "p99": 1, "max": 1}
    assert answer["report"] is None


def test_of_an_archive_everything_is_counted_and_nothing_of_it_is_in_the_row(
    tmp_path: Path,
) -> None:
    club = Club()
    archive = tmp_path / "Bob's secret club.ndjson"
    altered = {**club.first.record, "key": club.second.key}
    lines = [each.line for each in club.said if each is not club.fork]
    archive.write_bytes(b"".join([*lines, json.dumps(altered).encode()]))
    answer = run("edits", str(archive), "--seeds", "1")
    assert answer.exit_code == ExitCode.BAD_INPUT  # one record; the row counts the others
    heading = "\n".join(HEADING)
    counts = f"{len(lines)} | 3 | 1.00"
    assert answer.stdout.startswith(f"{heading}\n| everything | {counts}")
    figures = answer.stdout.removeprefix(heading).replace("everything", "")
    assert not re.search("[a-zA-Z@%]", figures)


def test_a_graph_without_writers_is_counted_without_them() -> None:
    assert count_edits(Graph((Node("a"), Node("b", after=("a",)))), seeds=1).writers == 0


def test_an_empty_graph_has_a_row(tmp_path: Path) -> None:
    file = graph_file(tmp_path / "graph.ndjson", [])
    assert "| 0 | 0 | 0.00 |" in run("edits", file).stdout


@pytest.mark.parametrize("part", open_questions.PARTS)
def test_the_tables_of_the_page_are_those_that_the_script_prints(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_questions, "count_edits", lambda *_: count_edits(paper(8, 2), 2))
    monkeypatch.setattr(open_questions, "_git", lambda path: path)
    small = argparse.Namespace(small=True, trace=[], git=[Path("some")])
    heading, line, *rows = open_questions.PARTS[part](small)
    assert f"{heading}\n{line}\n" in PAGE
    table = PAGE.split(f"{heading}\n{line}\n")[1].split("\n\n")[0].splitlines()
    assert table
    assert {_form(each) for each in table} == {_form(each) for each in rows}


def _form(line: str) -> str:
    """A row without its name and its numbers; the last one may be outside the report's table."""
    _, _, cells = line[2:].partition(" | ")
    return re.sub(r"- \|$", "#.# |", re.sub(r"\d[\d,]*", "#", cells))
