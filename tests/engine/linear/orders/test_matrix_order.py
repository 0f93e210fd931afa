from engine.linear.graph import Graph, Node
from engine.linear.orders.matrix_order import matrix_order


def test_events_are_by_declared_depth_then_by_arrival() -> None:
    nodes = (Node("late", depth=3), Node("z", depth=2), Node("a", depth=2), Node("first", depth=1))
    assert matrix_order(Graph(nodes)) == ["first", "z", "a", "late"]


def test_a_false_depth_is_believed() -> None:
    nodes = (Node("a", depth=1), Node("b", ("a",), depth=2**63 - 1), Node("c", ("b",), depth=3))
    assert matrix_order(Graph(nodes)) == ["a", "c", "b"]


def test_a_depth_that_nothing_declares_is_one_more_than_that_of_the_causes() -> None:
    nodes = (Node("c", ("b", "missing")), Node("b", ("a",)), Node("d", ("a",)), Node("a", depth=7))
    assert matrix_order(Graph(nodes)) == ["a", "b", "d", "c"]
