from math import inf, nan

from engine.linear.graph import Graph, Node
from engine.linear.orders.named import linearize
from engine.linear.orders.times import asserted_order, received_order
from engine.linear.orders.timestamps import timestamp_order


def sip_thread() -> Graph:
    """The thread of SIP 9: the clock of A's author is late, and ours was off when C came."""
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
    assert asserted_order(sip_thread()) == ["B", "A", "C", "D", "E"]
    assert received_order(sip_thread()) == ["A", "B", "D", "E", "C"]


def test_with_the_graph_first_the_clocks_only_break_ties() -> None:
    assert timestamp_order(sip_thread()) == ["A", "B", "C", "D", "E"]


def test_graph_files_can_ask_for_both() -> None:
    answers = {by: linearize(sip_thread(), by)["order"] for by in ("asserted", "received")}
    assert answers["asserted"] == asserted_order(sip_thread())
    assert answers["received"] == received_order(sip_thread())


def test_whoever_has_no_time_comes_last_and_equal_times_are_by_id() -> None:
    clocks = {"e": None, "d": nan, "c": inf, "b": 1.0, "a": 1.0, "z": -inf}
    nodes = tuple(Node(name, asserted=time, received=time) for name, time in clocks.items())
    for order in (asserted_order, received_order):
        assert order(Graph(nodes)) == ["z", "a", "b", "c", "d", "e"]
