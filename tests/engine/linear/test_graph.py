import json
import sys
from dataclasses import replace
from itertools import islice
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.graph import (
    Graph,
    GraphError,
    NextEntry,
    Node,
    NoNetworkx,
    Writer,
    chain,
    free_ids,
    graph_line,
    known_past,
    over_limit,
    read_graph,
    to_networkx,
    under_limit,
    with_entries,
)
from tests.engine.debug.strategies import graphs


def line(*nodes: object, **fields: object) -> str:
    return json.dumps({"nodes": nodes, **fields})


def test_a_graph_is_read_with_all_its_fields() -> None:
    graph = read_graph(
        line(
            {"id": "", "after": []},
            {
                "id": "b",
                "after": ["", "b", "x", ""],
                "writer": "w",
                "sequence": 7,
                "depth": 2,
                "asserted": 1.5,
                "received": 2,
            },
            name="n",
            head="b",
            writers=[{"key": "w", "indexer": False}, {"key": "v"}],
        )
    )
    assert graph == Graph(
        nodes=(Node("", ()), Node("b", ("", "x"), "w", 7, 2, 1.5, 2)),
        writers=(Writer("w", False), Writer("v", True)),
        name="n",
        head="b",
    )


def test_a_writer_comes_after_what_it_wrote_before() -> None:
    graph = read_graph(
        line(
            {"id": "b5", "after": ["a"], "writer": "b", "sequence": 5},
            {"id": "b4", "after": [], "writer": "b", "sequence": 4},
            {"id": "b2", "after": [], "writer": "b", "sequence": 2},
            {"id": "c5", "after": [], "writer": "c", "sequence": 5},
        )
    )
    assert [node.after for node in graph.nodes] == [("b4", "a"), (), (), ()]


def test_a_head_knows_its_past_in_order_of_arrival() -> None:
    graph = read_graph(
        line(
            {"id": "c", "after": ["b", "ghost"]},
            {"id": "x", "after": ["a"]},
            {"id": "b", "after": ["a"]},
            {"id": "a", "after": []},
        )
    )
    assert [node.id for node in known_past(graph, "c").nodes] == ["c", "b", "a"]
    with pytest.raises(GraphError, match="'ghost'"):
        known_past(graph, "ghost")


def test_a_cycle_is_named() -> None:
    with pytest.raises(GraphError, match=r"'b' -> 'c' -> 'b'|'c' -> 'b' -> 'c'") as caught:
        read_graph(
            line(
                {"id": "a", "after": ["c"]},
                {"id": "b", "after": ["c"]},
                {"id": "c", "after": ["b"]},
            )
        )
    assert caught.value.code == "cycle"


def test_what_is_not_on_a_cycle_is_left_with_the_error() -> None:
    nodes = [{"id": name, "after": [before]} for name, before in ("ab", "ba", "ca", "dc")]
    with pytest.raises(GraphError) as caught:
        read_graph(line(*nodes))
    rest = caught.value.rest
    assert rest is not None
    assert [(node.id, node.after) for node in rest.nodes] == [("c", ("a",)), ("d", ("c",))]


def test_a_node_delivered_again_is_nothing_new() -> None:
    nodes = [{"id": "a", "after": ["x", "y"]}, {"id": "a", "after": ["y", "x"], "received": 5}]
    assert len(read_graph(line(*nodes)).nodes) == 1


def test_two_different_nodes_of_one_id_are_both_shown() -> None:
    nodes = [{"id": "a", "after": []}, {"id": "a", "after": ["b"]}]
    with pytest.raises(GraphError, match=r"`after`: \[\], \[\"b\"\]") as caught:
        read_graph(line(*nodes))
    assert caught.value.code == "duplicate"


def test_an_implied_predecessor_can_close_a_cycle() -> None:
    with pytest.raises(GraphError) as caught:
        read_graph(
            line(
                {"id": "a", "after": ["b"], "writer": "w", "sequence": 1},
                {"id": "b", "after": [], "writer": "w", "sequence": 2},
            )
        )
    assert caught.value.code == "cycle"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("not json", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("{}", "malformed"),
        ('{"nodes": {}}', "malformed"),
        ('{"nodes": [1]}', "malformed"),
        ('{"nodes": [{"id": "a"}]}', "malformed"),
        ('{"nodes": [{"id": 1, "after": []}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": "b"}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": [1]}]}', "malformed"),
        ('{"nodes": [{"id": "\\ud800", "after": []}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": [], "sequence": 1.5}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": [], "sequence": true}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": [], "sequence": 1' + "0" * 400 + "}]}", "malformed"),
        ('{"nodes": [{"id": "a", "after": [], "received": NaN}]}', "malformed"),
        ('{"nodes": [{"id": "a", "after": [], "writer": 3}]}', "malformed"),
        ('{"nodes": [], "writers": [{"indexer": true}]}', "malformed"),
        ('{"nodes": [], "writers": [{"key": "a", "indexer": 1}]}', "malformed"),
        ('{"nodes": [], "writers": 0}', "malformed"),
        ('{"nodes": [], "writers": {}}', "malformed"),
        ('{"nodes": [], "writers": ""}', "malformed"),
        ('{"nodes": [], "name": true}', "malformed"),
        ('{"nodes": [], "head": 1}', "malformed"),
        ('{"nodes": [], "name": ' + "[" * 500 + "]" * 500 + "}", "malformed"),
        ('{"nodes": ' + "[" * 100_000 + "]" * 100_000 + "}", "malformed"),
        ('{"nodes": [{"id": "a", "after": []}, {"id": "a", "after": ["b"]}]}', "duplicate"),
        ('{"nodes": [], "writers": [{"key": "a"}, {"key": "a"}]}', "duplicate"),
        (
            '{"nodes": [{"id": "a", "after": [], "writer": "w", "sequence": 1},'
            ' {"id": "b", "after": [], "writer": "w", "sequence": 1}]}',
            "fork",
        ),
    ],
)
def test_an_invalid_line_is_reported_with_a_code_and_a_detail(text: str, code: str) -> None:
    with pytest.raises(GraphError) as caught:
        read_graph(text)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("sequence", "1", "a whole number"),
        ("depth", 1.5, "a whole number"),
        ("asserted", "1", "a number"),
        ("writer", 1, "a string"),
        ("optimistic", 1, "true or false"),
    ],
)
def test_a_wrong_type_is_reported_in_words(field: str, value: object, wanted: str) -> None:
    with pytest.raises(GraphError, match=rf"^nodes\[1\]: `{field}` must be {wanted}$"):
        read_graph(line({"id": "a", "after": []}, {"id": "b", "after": [], field: value}))


def test_over_a_limit_nodes_are_left_out_or_keep_what_is_known_first() -> None:
    graph = read_graph(
        line(
            {"id": "a", "after": []},
            {"id": "b", "after": [], "writer": "w", "sequence": 1},
            {"id": "c", "after": ["x", "a", "y", "b"], "writer": "w", "sequence": 2},
            {"id": "d", "after": ["x", "y", "z"]},
            {"id": "e", "after": ["c", "x"]},
        )
    )
    assert over_limit(graph, 2) == ["c", "d"]
    refused = under_limit(graph, 2, is_cut=False)
    assert [node.id for node in refused.nodes] == ["a", "b", "e"]
    cut = under_limit(graph, 2, is_cut=True)
    assert [node.after for node in cut.nodes] == [(), (), ("b", "a"), (), ("c", "x")]
    assert over_limit(cut, 2) == over_limit(refused, 2) == []


def test_networkx_gets_causes_missing_ones_and_fields() -> None:
    networkx = pytest.importorskip("networkx")
    graph = Graph((Node("a", writer="ann"), Node("b", ("a", "z"))), name="g")
    found = to_networkx(graph)
    assert set(found.edges) == {("a", "b"), ("z", "b")}
    assert (found.nodes["a"]["writer"], found.nodes["z"]) == ("ann", {"missing": True})
    assert (found.name, networkx.is_directed_acyclic_graph(found)) == ("g", True)


def test_without_networkx_an_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(NoNetworkx, match="pip install networkx"):
        to_networkx(Graph(()))


@given(graphs(), st.booleans())
def test_a_graph_comes_back_from_its_line_with_the_same_causes(graph: Graph, named: bool) -> None:
    graph = replace(graph, name="talk" if named else None, writers=(Writer("u", indexer=False),))
    back = read_graph(json.dumps(graph_line(graph)))
    unplaced = [replace(node, sequence=None) for node in back.nodes]
    assert unplaced == [replace(node, sequence=None) for node in graph.nodes]
    assert (back.name, back.writers) == (graph.name, graph.writers)


def test_sequences_are_kept_where_logs_are_linked() -> None:
    linked = Graph((Node("a", (), "w", 3), Node("b", ("a",), "w", 4), Node("c", (), "w", 6)))
    assert read_graph(json.dumps(graph_line(linked))) == linked
    unlinked = Graph((Node("a", (), "w", 3), Node("b", (), "w", 4)))
    assert [node.after for node in read_graph(json.dumps(graph_line(unlinked))).nodes] == [(), ()]


def test_what_json_cannot_hold_is_left_out() -> None:
    graph = Graph((Node("a", asserted=inf, received=nan),))
    assert graph_line(graph) == {"nodes": [{"id": "a", "after": []}]}


GRAPH = Graph((Node("a7", (), "a", 7), Node("b0", ("a7", "next-2"), "b", 0)))


def test_ids_are_free() -> None:
    assert list(islice(free_ids(GRAPH), 3)) == ["next-1", "next-3", "next-4"]


def test_each_entry_of_a_chain_follows_the_one_before() -> None:
    assert list(chain(GRAPH, ["b0"], "ba")) == [
        NextEntry("next-1", "b", ("b0",)),
        NextEntry("next-3", "a", ("next-1",)),
    ]


def test_an_entry_is_the_last_of_its_log() -> None:
    longer = with_entries(GRAPH, [NextEntry("x", "a", ("b0",)), NextEntry("y", "c", ())])
    assert longer.nodes[2:] == (Node("x", ("b0", "a7"), "a", 8), Node("y", (), "c", 0))
