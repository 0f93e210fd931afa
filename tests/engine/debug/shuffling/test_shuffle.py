from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.shuffling.shuffle import (
    MOST,
    Counterexample,
    ShuffleReport,
    Trial,
    by_distance,
    report_answer,
    report_in_words,
    shrunk,
    shuffle_test,
    simplest,
    small_cases,
    straighten,
    traces,
    try_deliveries,
    usual_times,
)
from tanglescope.engine.linear.edit_script import inversions
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import LINEARIZERS
from tanglescope.engine.linear.simulate import paper
from tests.engine.debug.examples import (
    LATE_ROOT,
    Fickle,
    as_arrived,
    by_ssb_sort,
    invents,
    leaves,
    needs_causes_first,
    repeats,
)
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle
from tests.engine.linear.test_edit_script import descending

PAPER = Graph(tuple(Node(name, after, f"{feed}") for name, after, feed in paper(200, 8)))


def counterexample(graph: Graph, linearize: Callable[[Graph], object]) -> Counterexample:
    found = shuffle_test(graph, linearize, times=50).counterexample
    assert found is not None
    return found


@given(graphs())
@pytest.mark.parametrize("name", ["scuttlesort", "timestamp", "pzp", "asserted", "received"])
def test_a_function_of_the_set_ends_in_one_order(name: str, graph: Graph) -> None:
    report = shuffle_test(graph, LINEARIZERS[name].answer, times=5)
    assert report.counterexample is None
    assert len(report.trials) == 6


def test_edits_are_counted_for_every_delivery() -> None:
    report = shuffle_test(PAPER, LINEARIZERS["scuttlesort"].answer, times=4, delivery="random_feed")
    assert report.trials[0].edits == 200, "as written, every arrival is one edit"
    assert len(report.edits) == 5
    assert report.edits[-1] > 200


def test_ssb_sort_is_caught_with_a_root_a_reply_and_something_unrelated() -> None:
    found = counterexample(LATE_ROOT, by_ssb_sort)
    assert found.kind == "differs"
    assert {node.id for node in found.graph.nodes} == {"A", "B", "C"}
    assert len(set(found.orders)) == 2
    for delivery, order in zip(found.deliveries, found.orders, strict=True):
        nodes = {node.id: node for node in LATE_ROOT.nodes}
        assert tuple(by_ssb_sort(Graph(tuple(nodes[name] for name in delivery)))) == order


def test_among_many_messages_ssb_sort_is_caught_with_three() -> None:
    nodes = tuple(
        Node(f"{n:02}", (f"{n - 3:02}",) if n % 3 and n > 3 else (), received=float(n * 37 % 50))
        for n in range(50)
    )
    found = counterexample(Graph(nodes), by_ssb_sort)
    assert len(found.graph.nodes) == 3


@given(graphs())
def test_of_a_counterexample_nothing_can_be_left_out(graph: Graph) -> None:
    found = shuffle_test(graph, by_ssb_sort, times=10).counterexample
    if found is None:
        return
    nodes = {node.id: node for node in graph.nodes}

    def order(names: tuple[str, ...]) -> list[str]:
        answer: list[str] = by_ssb_sort(Graph(tuple(nodes[name] for name in names)))
        return answer

    written, other = found.deliveries
    assert order(written) != order(other)
    assert sorted(written) == sorted(other)
    for name in written:
        fewer = [tuple(each for each in names if each != name) for names in (written, other)]
        assert order(fewer[0]) == order(fewer[1])


@given(graphs())
def test_the_order_of_arrival_is_caught_with_two_messages(graph: Graph) -> None:
    if len(graph.nodes) > 1:
        report = shuffle_test(graph, as_arrived, times=200)
        assert report.counterexample is not None
        assert [len(names) for names in report.counterexample.deliveries] == [2, 2]
        assert report.counterexample.first_difference == 0


def test_a_failure_is_shown_with_the_fewest_messages() -> None:
    found = counterexample(PAPER, needs_causes_first)
    assert (found.kind, found.orders) == ("fails", ())
    ((effect, cause),) = found.deliveries
    nodes = {node.id: node for node in PAPER.nodes}
    assert cause in nodes[effect].after
    assert found.detail == f"it raised ValueError: {effect} came too early (examples.py, line 37)"


@pytest.mark.parametrize(
    ("linearize", "detail", "size"),
    [
        (leaves, "it raised SystemExit: 3", 0),
        (repeats, "it lists '", 1),
        (invents, "it lists 'nobody', which isn't an id of the graph", 0),
        (len, "it raised TypeError", 0),
    ],
)
def test_whatever_a_linearizer_does_is_its_own_failure(
    linearize: Callable[[Graph], object], detail: str, size: int
) -> None:
    found = counterexample(PAPER, linearize)
    assert (found.kind, len(found.graph.nodes)) == ("fails", size)
    assert (found.detail or "").startswith(detail)


def test_what_answers_one_delivery_in_two_ways_is_distinguished_from_what_depends_on_it() -> None:
    found = counterexample(LATE_ROOT, Fickle())
    assert found.kind == "fickle"
    assert found.deliveries[0] == found.deliveries[1]
    assert found.orders[0] != found.orders[1]


def test_what_a_linearizer_leaves_out_is_counted() -> None:
    def without_first(graph: Graph) -> list[str]:
        return sorted(oracle.order({node.id: node.after for node in graph.nodes}))[1:]

    report = shuffle_test(PAPER, without_first, times=2)
    assert (report.counterexample, report.left_out) == (None, 1)


@pytest.mark.parametrize(("messages", "times"), [(0, 20), (20_000, 20), (100_000, 4), (10**7, 3)])
def test_a_large_graph_is_delivered_in_fewer_orders(messages: int, times: int) -> None:
    assert usual_times(messages) == times


@given(
    st.integers(1, 40),
    st.lists(st.sets(st.integers(0, 39), max_size=4), min_size=1, max_size=4),
)
def test_of_what_is_shrunk_nothing_can_be_left_out(size: int, culprits: list[set[int]]) -> None:
    def fails(items: list[int]) -> bool:
        return any(needed <= set(items) for needed in culprits)

    items = list(range(size))
    if not fails(items):
        return
    kept = shrunk(items, fails)
    assert fails(kept)
    assert kept == sorted(kept)
    assert not any(fails([item for item in kept if item != left_out]) for left_out in kept)


def test_what_could_not_be_left_out_at_first_is_tried_again() -> None:
    failing = [{0, 1, 2}, {0, 2}, {2}]
    assert shrunk([0, 1, 2], lambda items: set(items) in failing) == [2]


@given(st.permutations(range(7)), st.integers(2, 21))
def test_what_is_straightened_fails_and_no_two_neighbours_can_be_swapped(
    order: list[int], limit: int
) -> None:
    def fails(items: list[int]) -> bool:
        return descending(items) >= limit

    if not fails(order):
        return
    straight = straighten(order, fails, lambda item: item)
    assert descending(straight) == limit


def test_what_is_put_straight_may_need_fewer() -> None:
    failing = [(2, 1, 0), (1, 2, 0), (1, 2)]
    assert simplest([2, 1, 0], lambda items: tuple(items) in failing, lambda item: item) == [1, 2]


def test_small_cases_come_by_size_as_long_as_all_of_a_size_can_be_tried() -> None:
    cases = list(small_cases("abcd", 4, tries=4 + 12))
    assert cases == [(c,) for c in "abcd"] + [(a, b) for a in "abcd" for b in "abcd" if a < b]
    assert list(small_cases("abcd", 2, tries=1000)) == [(c,) for c in "abcd"]


def test_permutations_come_by_distance() -> None:
    orders = by_distance("abc")
    assert orders[0] == ("a", "b", "c")
    assert set(orders) == set(permutations("abc"))
    counts = [inversions([ord(each) for each in order]) for order in orders]
    assert counts == sorted(counts)


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
    found = try_deliveries(opened, seen.append, "scuttlesort", "shuffled", 3, 1)
    assert found.ok
    assert found.trials == tuple(seen)
    assert len(found.trials) == 4
    assert found.lines[0].startswith("scuttlesort gives the same order of 2 messages")
    assert (found.case, found.traces) == (None, ())
    mine = f"{__name__}:no_more_than_one"
    failing = try_deliveries(opened, seen.append, mine, "shuffled", 1, 0)
    assert not failing.ok
    assert failing.lines[0].startswith(f"{mine} crashes: it raised ")
    assert failing.case == LINE
    assert [len(trace.orders) for trace in failing.traces] == [2]


def test_a_case_of_the_greatest_size_is_stepped_through() -> None:
    graph = Graph(tuple(Node(f"{number:03}") for number in range(MOST)))
    names = tuple(as_it_comes(graph))
    found = Counterexample("differs", graph, (names, names[::-1]), (names, names[::-1]))
    assert [trace.orders[1] for trace in traces(found, as_it_comes)] == [names[:1], names[-1:]]
