import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.graph import Graph, Node, read_graph
from tanglescope.engine.linear.orders.depths import (
    DepthTangle,
    declared_depths,
    lipmaa_depth,
    pzp_order,
)
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.reduce.set_writing import next_place
from tests.vectors.pzp import load

TANGLES = load("tangles")
each_tangle = pytest.mark.parametrize("vector", TANGLES, ids=[v["name"] for v in TANGLES])


def tangle_of(vector: dict[str, Any], seed: int = 1) -> DepthTangle:
    tangle = DepthTangle(vector["root"])
    nodes = vector["nodes"][:]
    Random(seed).shuffle(nodes)
    for node in nodes:
        tangle.add(node["id"], node["depth"], tuple(node["prev"]))
    return tangle


@each_tangle
def test_order_tips_and_depth_are_those_of_pzp_db(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    assert list(tangle) == vector["topo"]
    assert set(tangle.tips) == set(vector["tips"])
    assert tangle.max_depth == vector["max_depth"]


@each_tangle
def test_lipmaa_sets_are_those_of_pzp_db(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    found = {depth: tangle.lipmaa_set(int(depth)) for depth in vector["lipmaa"]}
    assert found == {depth: frozenset(ids) for depth, ids in vector["lipmaa"].items()}


@each_tangle
def test_trails_to_the_root_are_those_of_pzp_db(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    expected = vector["shortest_path_to_root"]
    assert {id_: tangle.trail(id_) for id_ in expected} == expected


@each_tangle
def test_the_earliest_of_a_set_are_those_of_pzp_db(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    for case in vector["prune"]:
        assert set(tangle.earliest(case["set"])) == set(case["minimum"])


@each_tangle
def test_every_message_is_where_its_author_would_have_put_it(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    assert not any(map(tangle.lacking_lipmaa, tangle))
    if vector["devices"] == 1:
        known = DepthTangle(vector["root"])
        known.add(vector["root"])
        for node in vector["nodes"][1:]:
            assert next_place(known) == (node["depth"], tuple(node["prev"]))
            known.add(node["id"], node["depth"], tuple(node["prev"]))


@each_tangle
def test_transitive_links_are_those_that_another_link_reaches_too(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    for id_ in tangle:
        prev = tangle.prev(id_)
        reached = {cause for cause in prev for other in prev if cause in tangle.past([other])}
        assert tangle.transitive(id_) == reached


@each_tangle
def test_a_message_precedes_exactly_those_whose_past_it_is_in(vector: dict[str, Any]) -> None:
    tangle = tangle_of(vector)
    for second in vector["topo"][::5]:
        past = tangle.past([second])
        preceding = {
            first for first in tangle if first in tangle.past([second], tangle.depth(first))
        }
        assert preceding == past


def test_a_trail_over_a_hole_breaks_off() -> None:
    tangle = DepthTangle("R")
    tangle.add("R")
    tangle.add("c", 3, ("b",))
    assert tangle.trail("c") is None
    assert tangle.trail("R") == []


def test_a_message_without_its_lipmaa_links_is_distinguished() -> None:
    tangle = DepthTangle("R")
    for id_, depth, prev in (("R", 0, ()), ("a", 1, ("R",)), ("b", 2, ("a",)), ("c", 3, ("b",))):
        tangle.add(id_, depth, prev)
    assert tangle.lacking_lipmaa("c") == ["R"]
    assert tangle.lacking_lipmaa("b") == []
    assert tangle.lacking_lipmaa("R") == []


def test_no_lipmaa_link_is_asked_for_to_what_the_author_did_not_know() -> None:
    tangle = DepthTangle("R")
    named = (("R", 0, ()), ("a", 1, ("R",)), ("b", 2, ("a",)), ("c", 3, ("R", "b")))
    other = (("d", 4, ("c",)), ("e", 4, ("c",)), ("f", 5, ("d",)))
    for id_, depth, prev in (*named, *other):
        tangle.add(id_, depth, prev)
    assert tangle.lipmaa_set(5) == {"d", "e"}
    assert tangle.lacking_lipmaa("f") == []


def test_adding_a_known_message_again_changes_nothing() -> None:
    tangle = DepthTangle("R")
    tangle.add("R")
    tangle.add("a", 1, ("R",))
    tangle.add("a", 7, ())
    assert (list(tangle), tangle.depth("a"), len(tangle)) == (["R", "a"], 1, 2)


def test_links_go_where_pzp_db_links() -> None:
    table = load("lipmaa_depths")["table"]
    assert {depth: lipmaa_depth(int(depth)) for depth in table} == table


def test_a_path_over_the_links_reaches_the_root_in_few_steps() -> None:
    depth = deepest = 3**14
    steps = 0
    while depth:
        assert lipmaa_depth(depth) < depth
        depth = lipmaa_depth(depth)
        steps += 1
    assert steps < 4 * len(f"{deepest:b}")


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


def test_a_missing_depth_is_what_its_author_would_have_declared() -> None:
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
