import json
from typing import Any

from click.testing import CliRunner

from tanglescope.engine.commandline.linearize import linearize
from tests.engine.linear import oracle
from tests.vectors.autobase import load

CHAIN = {
    "name": "chain",
    "writers": [{"key": key, "indexer": True} for key in "abc"],
    "nodes": [
        {"id": "a7", "after": [], "writer": "a", "sequence": 7},
        {"id": "c0", "after": ["b0"], "writer": "c", "sequence": 0},
        {"id": "b0", "after": ["a7"], "writer": "b", "sequence": 0},
        {"id": "a8", "after": ["c0"], "writer": "a", "sequence": 8},
    ],
}


def answers(*graphs: object, states: bool = False) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(graph) + "\n" for graph in graphs)
    arguments = ["-", "--by", "autobase", "--json", *(["--states"] if states else [])]
    result = CliRunner().invoke(linearize, arguments, input=lines)
    return [json.loads(line) for line in result.stdout.splitlines()]


def graph_file(vector: dict[str, Any]) -> dict[str, Any]:
    nodes = [
        {"id": node["id"], "after": node["links"], "writer": node["w"], "sequence": node["seq"]}
        for node in vector["nodes"]
    ]
    return {"name": vector["name"], "writers": vector["writers"], "nodes": nodes}


def test_the_answer_has_the_order_and_what_is_confirmed() -> None:
    assert answers(CHAIN) == [
        {"name": "chain", "order": ["a7", "b0", "c0", "a8"], "edits": 4, "confirmed": 2}
    ]


def test_states_follow_every_node_and_nodes_wait_for_causes_that_come_later() -> None:
    [answer] = answers(CHAIN, states=True)
    assert answer["states"] == [
        {"add": "a7", "confirmed": [], "tip": ["a7"], "undo": 0, "shared": 0},
        {"add": "c0", "confirmed": [], "tip": ["a7"], "undo": 0, "shared": 1},
        {"add": "b0", "confirmed": ["a7"], "tip": ["b0", "c0"], "undo": 0, "shared": 1},
        {"add": "a8", "confirmed": ["b0"], "tip": ["c0", "a8"], "undo": 0, "shared": 2},
    ]


def test_the_files_of_the_vectors_are_answered_like_the_original_did() -> None:
    vectors = load("own_tests")
    graphs = [graph_file(vector) for vector in vectors]
    for vector, answer in zip(vectors, answers(*graphs, states=True), strict=True):
        assert answer["order"] == vector["order"]
        assert answer["confirmed"] == len(vector["indexed"])
        assert answer["states"] == [
            {
                "add": state["add"],
                "confirmed": state["newly_indexed"],
                "tip": state["tip"],
                "undo": state["undo"],
                "shared": state["shared"],
            }
            for state in vector["states"]
        ]
        views: list[list[str]] = [[]]
        final: list[str] = []
        for state in vector["states"]:
            final += state["newly_indexed"]
            views.append([*final, *state["tip"]])
        fewest = map(oracle.fewest_edits, views, views[1:])
        assert answer["edits"] == sum(fewest)


def test_a_head_is_answered_with_the_view_of_who_wrote_it() -> None:
    vectors = load("design_examples")
    graphs = [
        {**graph_file(vector), "head": view["head"]}
        for vector in vectors
        for view in vector["views"].values()
    ]
    views = [view for vector in vectors for view in vector["views"].values()]
    for view, answer in zip(views, answers(*graphs), strict=True):
        assert answer["order"] == view["order"]
        assert answer["confirmed"] == len(view["indexed"])


def test_causes_outside_of_the_graph_count_as_confirmed_before_it() -> None:
    nodes = [{"id": "b", "after": ["ghost"], "writer": "b"}, {"id": "a", "after": ["b"]}]
    writers = [{"key": "b", "indexer": True}]
    assert answers({"nodes": nodes, "writers": writers}) == [
        {"name": None, "order": ["b", "a"], "edits": 2, "confirmed": 1}
    ]


def test_unlisted_writers_have_no_vote_and_without_indexers_nothing_is_confirmed() -> None:
    nodes = [{"id": "", "after": [""]}, {"id": "b", "after": [], "writer": "b", "sequence": 3}]
    assert answers({"nodes": nodes}) == [
        {"name": None, "order": ["", "b"], "edits": 2, "confirmed": 0}
    ]


def test_a_node_without_a_writer_is_not_the_node_of_a_writer_with_an_empty_key() -> None:
    graph = {"writers": [{"key": "", "indexer": True}], "nodes": [{"id": "x", "after": []}]}
    signed = {**graph, "nodes": [{"id": "x", "after": [], "writer": "", "sequence": 0}]}
    assert [answer["confirmed"] for answer in answers(graph, signed)] == [0, 1]


def test_relayed_and_optimistic_are_read_from_the_file() -> None:
    graph = {
        "writers": [{"key": "a"}, {"key": "r", "indexer": False, "relayed": True}],
        "nodes": [
            {"id": "r0", "after": [], "writer": "r"},
            {"id": "o0", "after": [], "writer": "A", "optimistic": True},
            {"id": "z0", "after": [], "writer": "z"},
        ],
    }
    late = {"id": "a0", "after": ["r0"], "writer": "a"}
    graphs = [graph, {**graph, "nodes": [*graph["nodes"], late]}]
    assert [answer["order"] for answer in answers(*graphs)] == [
        ["z0", "o0"],
        ["r0", "a0", "z0", "o0"],
    ]


def test_errors_are_reported_by_their_codes() -> None:
    cycle = {"nodes": [{"id": "a", "after": ["b"]}, {"id": "b", "after": ["a"]}]}
    twice = {"nodes": [{"id": "a", "after": []}, {"id": "a", "after": ["b"]}]}
    found = answers(cycle, twice, {"nodes": 5}, CHAIN)
    assert [answer.get("error") for answer in found] == ["cycle", "duplicate", "malformed", None]


def printed(graph: object, *flags: str) -> list[str]:
    arguments = ["-", "--by", "autobase", *flags]
    result = CliRunner().invoke(linearize, arguments, input=json.dumps(graph) + "\n")
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_votes_and_degrees_are_those_of_the_design_text() -> None:
    for vector in load("design_degrees"):
        graph = graph_file(vector)
        arguments = ["-", "--by", "autobase", "--json", "--votes"]
        result = CliRunner().invoke(linearize, arguments, input=json.dumps(graph) + "\n")
        votes = json.loads(result.stdout)["votes"]
        for name, known in vector["all"].items():
            assert votes[name]["voters"] == known["votes"]
            if known["degree"] < 13:  # where the search of the vectors ends
                assert votes[name]["degree"] == known["degree"]
            else:
                assert votes[name]["degree"] is None or votes[name]["degree"] >= 13


def test_text_says_who_voted_and_what_every_node_changed() -> None:
    assert printed(CHAIN, "--votes", "--states") == [
        "chain: 4 events, 4 edits, 2 confirmed",
        "  a7  degree 3, votes: a, b, c",
        "  b0  degree 2, votes: a, b, c",
        "  c0  degree 1, votes: a, c",
        "  a8  degree 0, votes: a",
        "  + a7: undo 0, shared 0, confirmed: -, tip: a7",
        "  + c0: undo 0, shared 1, confirmed: -, tip: a7",
        "  + b0: undo 0, shared 1, confirmed: a7, tip: b0, c0",
        "  + a8: undo 0, shared 2, confirmed: b0, tip: c0, a8",
    ]


def test_a_single_indexer_makes_quorums_without_a_bound() -> None:
    graph = {"writers": [{"key": "a"}], "nodes": [{"id": "a0", "after": [], "writer": "a"}]}
    assert printed(graph, "--votes")[1:] == ["  a0  degree -, votes: a"]


def test_entries_of_relayed_writers_that_nothing_refers_to_are_listed_as_left_out() -> None:
    writers = [{"key": "a", "indexer": True}, {"key": "r", "indexer": False, "relayed": True}]
    nodes: list[dict[str, Any]] = [
        {"id": "r0", "after": [], "writer": "r", "sequence": 0},
        {"id": "a0", "after": ["r0"], "writer": "a", "sequence": 0},
        {"id": "r1", "after": ["r0"], "writer": "r", "sequence": 1},
    ]
    graph = {"name": "relayed", "writers": writers, "nodes": nodes}
    [answer] = answers(graph)
    assert (answer["order"], answer["left_out"]) == (["r0", "a0"], ["r1"])
    shown = CliRunner().invoke(linearize, ["-", "--by", "autobase"], input=json.dumps(graph))
    assert shown.stdout.splitlines()[-1] == "  r1  left out"
