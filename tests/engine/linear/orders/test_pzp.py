import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.linear.graph import Graph, Node, read_graph
from engine.linear.orders.named import linearize
from engine.linear.orders.pzp import declared_depths, pzp_order
from tests.vectors.pzp import load


@pytest.mark.parametrize("vector", load("tangles"), ids=lambda vector: vector["name"])
def test_tangles_come_in_the_order_of_pzp_db(vector: dict[str, Any]) -> None:
    nodes = [{**node, "after": node["prev"]} for node in vector["nodes"]]
    Random(3).shuffle(nodes)
    graph = read_graph(json.dumps({"name": vector["name"], "nodes": nodes}))
    answer = linearize(graph, "pzp")
    assert answer == {"name": vector["name"], "order": vector["topo"], "edits": len(nodes)}


def test_the_declared_depth_counts_even_where_the_causes_say_otherwise() -> None:
    graph = Graph((Node("a", depth=5), Node("b", ("a",), depth=2), Node("c", ("a",), depth=5)))
    assert pzp_order(graph) == ["b", "a", "c"]


def test_a_depth_nobody_declared_is_what_its_author_would_have_declared() -> None:
    nodes = (Node("d", ("c", "ghost")), Node("c", ("b", "a")), Node("b", depth=4), Node("a"))
    assert declared_depths(Graph(nodes)) == {"a": 0, "b": 4, "c": 5, "d": 6}


@given(st.permutations(["a", "B", "b", "A", "10", "9", "é", ""]))
def test_arrival_plays_no_part(names: list[str]) -> None:
    graph = Graph(tuple(Node(name) for name in names))
    assert pzp_order(graph) == ["", "10", "9", "a", "A", "b", "B", "é"]


def test_a_long_chain_without_depths_needs_no_recursion() -> None:
    names = [f"{place:06}" for place in range(20_000)]
    chain = zip(names[1:], names, strict=False)
    nodes = [Node(name, (cause,)) for name, cause in chain]
    graph = Graph((*reversed(nodes), Node(names[0])))
    assert pzp_order(graph) == names
