"""The order of Git, against Git itself."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.linear.graph import Graph, Node
from engine.linear.orders.git_order import git_order
from engine.linear.orders.named import linearize


def history(commits: int, seed: int) -> tuple[str, dict[str, Node]]:
    """A stream for `git fast-import` with forks, merges of up to three and wrong clocks.

    The nodes are by mark; no two commits have one date, since Git breaks such ties by names of
    branches.
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
