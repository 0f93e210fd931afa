"""The report of a shuffle test, and how the order grew in both deliveries of a counterexample."""

import pytest

from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.shuffling.shuffle import (
    Counterexample,
    ShuffleReport,
    Trial,
    shuffle_test,
)
from tanglescope.engine.debug.shuffling.shuffle_words import (
    MOST,
    report_answer,
    report_in_words,
    shuffled,
    traces,
)
from tanglescope.engine.linear.graph import Graph, Node


def as_it_comes(graph: Graph) -> list[str]:
    return [node.id for node in graph.nodes]


def no_more_than_one(graph: Graph) -> list[str]:
    if len(graph.nodes) > 1:
        raise KeyError("full")
    return as_it_comes(graph)


GRAPH = Graph(tuple(Node(name) for name in "abc"))


def test_every_prefix_of_both_deliveries_has_its_order() -> None:
    found = shuffle_test(GRAPH, as_it_comes, times=20).counterexample
    assert found is not None
    for trace in traces(found, as_it_comes):
        assert trace.orders == tuple(trace.arrivals[:count] for count in range(3))


def test_an_order_that_fails_ends_its_course() -> None:
    found = shuffle_test(GRAPH, no_more_than_one, times=1).counterexample
    assert found is not None
    [trace] = traces(found, no_more_than_one)
    assert len(trace.arrivals) == 2
    assert trace.orders == ((), trace.arrivals[:1])


def test_the_end_of_a_course_is_what_was_found() -> None:
    answers = iter([["a", "b"], ["b", "a"]] * 1_000)

    def fickle(graph: Graph) -> list[str]:
        return next(answers) if len(graph.nodes) == 2 else as_it_comes(graph)

    found = shuffle_test(Graph((Node("a"), Node("b"))), fickle, times=1).counterexample
    assert found is not None
    assert found.kind == "fickle"
    one, other = traces(found, fickle)
    assert (one.orders[-1], other.orders[-1]) == found.orders


def test_a_large_case_is_not_stepped_through() -> None:
    graph = Graph(tuple(Node(f"{number:03}") for number in range(MOST + 1)))

    def all_or_sorted(part: Graph) -> list[str]:
        names = as_it_comes(part)
        return names if len(names) > MOST else sorted(names)

    found = shuffle_test(graph, all_or_sorted, times=1).counterexample
    assert found is not None
    assert traces(found, all_or_sorted) == ()


TWO = Graph((Node("a"), Node("b", ("a", "unknown"))))
"""A case in which one message follows another; what isn't here isn't named."""
LINE = {"nodes": [{"id": "a", "after": []}, {"id": "b", "after": ["a", "unknown"]}]}


def reported(found: Counterexample | None, left_out: int = 0, *edits: int | None) -> ShuffleReport:
    trials = tuple(Trial(number, each) for number, each in enumerate(edits))
    return ShuffleReport(1_200, trials, left_out, found)


def said(report: ShuffleReport) -> list[str]:
    return list(report_in_words("By name", "shuffled", report, str.upper))


def test_an_order_that_is_always_the_same_is_reported_with_its_edits() -> None:
    assert said(reported(None, 2, 7, None, 5, 1_000)) == [
        "By name gives the same order of 1,200 messages every time: "
        "delivered as written, and 3 times shuffled.",
        "It leaves 2 of them out.",
        "Edits per delivery: minimum 5, median 7, maximum 1,000.",
    ]


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        (0, "0 messages have only one order, so there is nothing to compare."),
        (1, "1 message has only one order, so there is nothing to compare."),
    ],
)
def test_fewer_than_two_messages_are_not_called_the_same_order_every_time(
    messages: int, sentence: str
) -> None:
    report = ShuffleReport(messages, (Trial(0, 1), Trial(1, 1)), 0, None)
    assert said(report)[0] == sentence


def test_an_order_that_depends_on_the_delivery_is_reported_with_both() -> None:
    found = Counterexample("differs", TWO, (("a", "b"), ("b", "a")), (("a", "b"), ("b", "a")))
    ends = ["It arrives as", "  1. A", "  2. B", "and ends as", "  1. A", "  2. B"]
    ends += ["It arrives as", "  1. B", "  2. A", "and ends as", "  1. B", "  2. A"]
    assert said(reported(found)) == [
        "By name depends on the order of arrival. The smallest case has 2 messages:",
        "  B follows A",
        *ends,
    ]


def test_an_order_that_is_not_deterministic_is_reported_as_that() -> None:
    found = Counterexample("fickle", TWO, (("b",), ("b",)), (("b",), ()))
    assert said(reported(found)) == [
        "By name gives two orders for the same delivery of 2 messages: it isn't deterministic.",
        *("It arrives as", "  1. B", "and ends as", "  1. B"),
        *("It arrives as", "  1. B", "and ends as"),
    ]


def test_an_order_that_fails_is_reported_with_its_own_words() -> None:
    found = Counterexample("fails", Graph((Node("a"),)), (("a",),), (), "it is full")
    assert said(reported(found)) == [
        "By name fails: it is full.",
        "The smallest delivery for which it fails has 1 message:",
        "  1. A",
    ]


def test_an_order_that_fails_without_messages_has_no_delivery_to_show() -> None:
    found = Counterexample("fails", Graph(()), ((),), (), "it is full")
    assert said(reported(found)) == [
        "By name fails: it is full.",
        "It fails even if there are no messages.",
    ]
    assert traces(found, as_it_comes) == ()


def test_programs_are_answered_the_same_facts() -> None:
    assert report_answer(reported(None, 2, 5, 7)) == {
        "ok": True,
        "messages": 1_200,
        "left_out": 2,
        "deliveries": 2,
        "edits": [5, 7],
        "counterexample": None,
    }
    found = Counterexample("differs", TWO, (("a",), ("b",)), (("a", "b"), ("a",)), "some detail")
    assert report_answer(reported(found))["ok"] is False
    assert report_answer(reported(found))["counterexample"] == {
        "kind": "differs",
        "detail": "some detail",
        "deliveries": (("a",), ("b",)),
        "orders": (("a", "b"), ("a",)),
        "first_difference": 1,
        "graph": LINE,
    }


def test_an_open_graph_is_tested_by_the_name_of_an_order_or_by_an_order() -> None:
    opened = OpenGraph(TWO)
    seen: list[object] = []
    found = shuffled(opened, seen.append, "scuttlesort", "shuffled", 3, 1)
    assert found.ok
    assert found.trials == tuple(seen)
    assert len(found.trials) == 4
    assert found.lines[0].startswith("scuttlesort gives the same order of 2 messages")
    assert (found.case, found.traces) == (None, ())
    mine = f"{__name__}:no_more_than_one"
    failing = shuffled(opened, seen.append, mine, "shuffled", 1, 0)
    assert not failing.ok
    assert failing.lines[0].startswith(f"{mine} crashes: it raised ")
    assert failing.case == LINE
    assert [len(trace.orders) for trace in failing.traces] == [2]


def test_a_case_of_the_greatest_size_is_stepped_through() -> None:
    graph = Graph(tuple(Node(f"{number:03}") for number in range(MOST)))
    names = tuple(as_it_comes(graph))
    found = Counterexample("differs", graph, (names, names[::-1]), (names, names[::-1]))
    assert [trace.orders[1] for trace in traces(found, as_it_comes)] == [names[:1], names[-1:]]
