"""Git's order, compared with Git itself."""

import os
import random
import shutil
import subprocess
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from tanglescope.engine.debug.shuffling.shuffle import shuffle_test
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.comparison_orders import (
    by_backward,
    git_order,
    matrix_order,
)
from tanglescope.engine.linear.orders.named import LINEARIZERS, linearize
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle
from tests.engine.linear.strategies import tangles


def history(commits: int, seed: int) -> tuple[str, dict[str, Node]]:
    """A stream for `git fast-import` with forks, merges of up to three and wrong clocks.

    The nodes are by mark. No two commits have the same date, since Git breaks these ties by names
    of branches.
    """
    chance = random.Random(seed)
    dates = chance.sample(range(1_600_000_000, 1_600_000_000 + 50 * commits), commits)
    nodes: dict[str, Node] = {}
    lines: list[str] = []
    for number, date in enumerate(dates, 1):
        earlier = range(max(1, number - 8), number)
        some = chance.sample(earlier, min(len(earlier), chance.choice([0, 1, 1, 1, 1, 2, 3])))
        nodes[f":{number}"] = Node(f":{number}", tuple(f":{each}" for each in some), received=date)
        lines += [f"reset refs/heads/b{number}"]
        lines += [f"commit refs/heads/b{number}", f"mark :{number}"]
        lines += [f"committer A <a@example.org> {date} +0000", "data 0"]
        lines += [f"{'merge' if place else 'from'} :{each}" for place, each in enumerate(some)]
        lines += [""]
    return "\n".join(lines) + "\n", nodes


@pytest.mark.skipif(shutil.which("git") is None, reason="git isn't installed")
@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_git_log_says(tmp_path: Path, seed: int) -> None:
    stream, nodes = history(80, seed)

    def git(*arguments: str, given: str = "") -> str:
        done = subprocess.run(
            ["git", "-C", str(tmp_path), *arguments],
            input=given,
            check=True,
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull},
        )
        return done.stdout

    git("init", "--bare", "-q")
    git("fast-import", "--quiet", "--export-marks=marks", given=stream)
    marks = (line.split() for line in (tmp_path / "marks").read_text().splitlines())
    mark_of = {commit: mark for mark, commit in marks}
    listed = git("log", "--all", "--topo-order", "--reverse", "--format=%H").split()
    shuffled = list(nodes.values())
    random.Random(seed).shuffle(shuffled)
    assert git_order(Graph(tuple(shuffled))) == [mark_of[commit] for commit in listed]


def test_one_line_of_history_is_followed_before_the_next() -> None:
    fork = (Node("a"), Node("b", ("a",), received=1), Node("c", ("a",), received=2))
    tips = (Node("d", ("b",), received=3), Node("e", ("c",), received=4))
    assert git_order(Graph(fork + tips)) == ["a", "b", "d", "c", "e"]


def test_what_is_missing_is_left_out_and_edits_are_not_counted() -> None:
    graph = Graph((Node("a", ("elsewhere",)), Node("b", ("a", "nowhere"))), name="cut")
    assert linearize(graph, "git") == {"name": "cut", "order": ["a", "b"]}


def test_events_are_by_declared_depth_then_by_arrival() -> None:
    nodes = (Node("late", depth=3), Node("z", depth=2), Node("a", depth=2), Node("first", depth=1))
    assert matrix_order(Graph(nodes)) == ["first", "z", "a", "late"]


def test_a_false_depth_is_believed() -> None:
    nodes = (Node("a", depth=1), Node("b", ("a",), depth=2**63 - 1), Node("c", ("b",), depth=3))
    assert matrix_order(Graph(nodes)) == ["a", "c", "b"]


def test_a_depth_that_nothing_declares_is_one_more_than_that_of_the_causes() -> None:
    nodes = (Node("c", ("b", "missing")), Node("b", ("a",)), Node("d", ("a",)), Node("a", depth=7))
    assert matrix_order(Graph(nodes)) == ["a", "b", "d", "c"]


def sip_thread() -> Graph:
    """The thread of SIP 9: the clock of A's author is slow, and ours was wrong when C came."""
    return Graph(
        nodes=(
            Node("E", ("C", "D"), asserted=50, received=55),
            Node("D", ("B",), asserted=40, received=44),
            Node("C", ("B",), asserted=30, received=99),
            Node("B", ("A",), asserted=10, received=22),
            Node("A", asserted=20, received=11),
        )
    )


def test_one_clock_alone_puts_answers_before_questions() -> None:
    assert linearize(sip_thread(), "asserted")["order"] == ["B", "A", "C", "D", "E"]
    assert linearize(sip_thread(), "received")["order"] == ["A", "B", "D", "E", "C"]


def test_with_the_graph_first_the_clocks_only_break_ties() -> None:
    assert timestamp_order(sip_thread()) == ["A", "B", "C", "D", "E"]


def test_nodes_without_a_time_come_last_and_equal_times_are_by_id() -> None:
    clocks = {"e": None, "d": nan, "c": inf, "b": 1.0, "a": 1.0, "z": -inf}
    nodes = tuple(Node(name, asserted=time, received=time) for name, time in clocks.items())
    for by in ("asserted", "received"):
        assert linearize(Graph(nodes), by)["order"] == ["z", "a", "b", "c", "d", "e"]


def answer(by: str, graph: Graph) -> dict[str, Any]:
    return LINEARIZERS[by].answer(graph)


def known_causes(graph: Graph) -> dict[str, list[str]]:
    names = {node.id for node in graph.nodes}
    return {node.id: [cause for cause in node.after if cause in names] for node in graph.nodes}


def expected(by: str, graph: Graph) -> list[str]:
    """The order by ranks that are computed anew."""
    causes = known_causes(graph)
    if by == "backward":
        effects = {name: [other for other, its in causes.items() if name in its] for name in causes}
        ranks = oracle.ranks(effects)
        assert ranks is not None
        return sorted(causes, key=lambda name: (-ranks[name], name))
    # Every missing cause is an event without causes.
    ghosts = {cause: list[str]() for node in graph.nodes for cause in node.after}
    ranks = oracle.ranks(ghosts | {node.id: list(node.after) for node in graph.nodes})
    assert ranks is not None
    return sorted(causes, key=lambda name: ranks[name])


def in_causal_order(events: dict[str, list[str]]) -> Graph:
    return Graph(
        tuple(
            Node(name, tuple(cause for cause in dict.fromkeys(after) if cause != name))
            for name, after in events.items()
        )
    )


@pytest.mark.parametrize("by", ["backward", "forward"])
@given(data=st.data())
def test_order_and_edits_are_those_of_the_ranks_after_every_arrival(
    by: str, data: st.DataObject
) -> None:
    graph = data.draw(graphs())
    before: list[str] = []
    edits = 0
    for count in range(1, len(graph.nodes) + 1):
        order = expected_while_arriving(by, graph, count)
        edits += oracle.fewest_edits(before, order)
        before = order
    assert answer(by, graph) == {"order": before, "edits": edits}


def expected_while_arriving(by: str, graph: Graph, count: int) -> list[str]:
    return expected(by, replace(graph, nodes=graph.nodes[:count]))


@given(graph=graphs(), seed=st.integers(0, 99))
def test_the_backward_sort_ends_in_one_order(graph: Graph, seed: int) -> None:
    report = shuffle_test(graph, by_backward, times=2, seed=seed)
    assert report.counterexample is None


@pytest.mark.slow
def test_the_backward_sort_moves_messages_that_arrive_in_order() -> None:
    def moves(graph: Graph) -> bool:
        return bool(answer("backward", graph)["edits"] > len(graph.nodes))

    found = find(tangles().map(in_causal_order), moves)
    assert len(found.nodes) == 3


@given(events=tangles())
def test_scuttlesort_moves_nothing_that_arrives_in_order(events: dict[str, list[str]]) -> None:
    graph = in_causal_order(events)
    assert answer("scuttlesort", graph)["edits"] == len(graph.nodes)


def test_the_forward_sort_depends_on_the_arrival() -> None:
    graph = Graph((Node("a"), Node("b", ("a",)), Node("c", ("a",)), Node("d", ("b", "c"))))
    case = shuffle_test(graph, LINEARIZERS["forward"].answer, times=20).counterexample
    assert case is not None
    assert case.kind == "differs"
    assert len(case.graph.nodes) == 2
