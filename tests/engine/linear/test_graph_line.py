import json
from dataclasses import replace
from math import inf, nan

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.graph import Graph, Node, Writer, read_graph
from tanglescope.engine.linear.graph_line import graph_line
from tests.engine.debug.strategies import graphs


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
