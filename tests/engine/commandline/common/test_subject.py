import json
from pathlib import Path

import pytest

from tests.engine.commandline.graphs import graph_file, run

NODES = [
    {"id": "c", "after": ["b"]},
    {"id": "b", "after": ["a"]},
    {"id": "a", "after": []},
    {"id": "z", "after": []},
]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("compare",), "messages"),
        (("replay",), "messages"),
        (("shuffle", "--times", "1"), "messages"),
        (("explain", "b", "--graph"), "events"),
    ],
)
def test_a_graph_with_a_head_is_what_a_peer_knows_who_has_just_that(
    command: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    result = run(*command, graph_file(tmp_path / "graph", NODES, head="b"), "--json")
    assert json.loads(result.stdout)[told] == 2


@pytest.mark.parametrize("command", [("compare",), ("replay",), ("explain", "b", "--graph")])
def test_a_head_that_isnt_a_node_is_reported_with_its_line(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    result = run(*command, graph_file(tmp_path / "graph", NODES, head="missing"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "line 1: unknown: the head 'missing' isn't among the nodes" in result.stderr


@pytest.mark.parametrize("command", ["replay", "shuffle"])
def test_a_seed_that_no_answer_could_hold_is_a_matter_of_usage(
    command: str, tmp_path: Path
) -> None:
    graph = graph_file(tmp_path / "graph", NODES)
    assert run(command, graph, "--seed", str(2**63 - 1), "--json").exit_code == 0
    assert run(command, graph, "--seed", str(2**63), "--json").exit_code == 2
