import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.explaining.explanation import (
    relation_answer,
)
from tanglescope.engine.debug.explaining.ordering import Ordering, RowBeside
from tanglescope.engine.debug.explaining.words import (
    place_in_words,
    relation_in_words,
)
from tanglescope.engine.debug.replaying.recording import recorded_in
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import Horizon
from tanglescope.engine.linear.orders.named import ORDERS, OrderRule
from tanglescope.engine.linear.orders.timestamps import moment
from tests.engine.debug.strategies import graphs


@given(graphs(), st.sampled_from(ORDERS))
def test_a_spot_is_the_place_in_the_order(graph: Graph, by: str) -> None:
    ordering = Ordering(graph, by)
    for row, name in enumerate(ordering.order):
        spot = ordering.spot(name)
        assert (spot.position, spot.events) == (row, len(ordering.order))
        assert (spot.above.name if spot.above else None) == (
            ordering.order[row - 1] if row else None
        )
        assert list(place_in_words(spot, str))


@given(
    graphs(),
    st.sampled_from(sorted({*ORDERS} - {"timestamp", "newest", "autobase", "applied", "git"})),
)
def test_an_order_by_values_puts_the_lesser_one_first(graph: Graph, by: str) -> None:
    ordering = Ordering(graph, by)
    for name in ordering.order[1:]:
        above = ordering.spot(name).above
        assert above is not None
        assert above.rule not in (OrderRule.WAITS, OrderRule.CAUSE, OrderRule.ORDER)


@given(graphs())
def test_by_timestamp_neighbours_are_joined_or_the_earlier_is_first(graph: Graph) -> None:
    ordering = Ordering(graph, "timestamp")
    for name in ordering.order[1:]:
        above = ordering.spot(name).above
        assert above is not None
        assert above.rule in (OrderRule.CAUSE, OrderRule.TIME, OrderRule.NAME)


@given(graphs())
def test_by_timestamp_a_message_waits_only_for_a_later_cause(graph: Graph) -> None:
    ordering = Ordering(graph, "timestamp")
    times = {node.id: moment(node) for node in graph.nodes}
    for name in ordering.order:
        waits_for = ordering.spot(name).waits_for
        past = {name}
        for node in sorted(graph.nodes, key=lambda node: -ordering.positions[node.id]):
            past |= set(node.after) & times.keys() if node.id in past else set()
        latest = max(times[each] for each in past)
        assert (waits_for is not None) == (latest > times[name])
        causes = set(ordering.known_events.causes(name))
        last = max(causes, key=ordering.positions.__getitem__, default=None)
        assert waits_for in (None, last)


def test_a_part_of_more_is_replayed_as_it_is_read() -> None:
    nodes = (Node("a", asserted=3), Node("b", ("outside",), asserted=1), Node("c", asserted=2))
    ordering = Ordering(Graph(nodes), "timestamp", ["c", "a", "b"])
    assert not ordering.is_time_order
    assert ordering.spot("b").above == RowBeside("a", 3, OrderRule.WAITS)
    history = recorded_in(ordering, nodes)
    assert history.order(3) == ["c", "a", "b"]


@given(graphs())
def test_in_an_autobase_each_neighbour_has_its_rule(graph: Graph) -> None:
    ordering = Ordering(graph, "autobase")
    for row, name in enumerate(ordering.order[1:]):
        above = ordering.spot(name).above
        assert above is not None
        assert above.name == ordering.order[row]
        assert above.rule is not OrderRule.WAITS


@given(graphs(), st.sampled_from(["scuttlesort", "backward", "forward", "depth", "pzp"]))
def test_what_is_compared_descends_or_ascends_down_the_order(graph: Graph, by: str) -> None:
    ordering = Ordering(graph, by)
    values = [ordering.spot(name).value for name in ordering.order]
    known = [value for value in values if value is not None]
    assert known == sorted(known, reverse=by == "backward")
    assert len(known) == len(values)


@given(graphs(), st.sampled_from(ORDERS), st.data())
def test_a_part_is_in_the_order_that_it_had_when_it_was_all(
    graph: Graph, by: str, data: st.DataObject
) -> None:
    ordering = Ordering(graph, by)
    count = data.draw(st.integers(0, len(graph.nodes)))
    history = recorded_in(ordering, graph.nodes)
    assert ordering.of_part(graph.nodes[:count]).order == tuple(history.order(count))


def test_in_a_part_of_an_autobase_an_entry_waits_for_what_comes_later() -> None:
    late = (Node("a"), Node("effect", ("cause",)), Node("cause"))
    ordering = Ordering(Graph(late), "autobase")
    assert ordering.of_part(late[:2]).order == ("a",)
    assert ordering.of_part(late).order == ordering.order


NODES = (
    Node("question", asserted=3000.0, received=3000.0),
    Node("answer", ("question", "gone"), asserted=1000.0, received=4000.0),
    Node("other", asserted=2000.0, received=None),
)


def test_a_clock_that_is_wrong_puts_an_answer_above_its_question() -> None:
    found = Ordering(Graph(NODES), "asserted").relation("question", "answer")
    assert (found.first, found.rule, found.is_contrary) == ("answer", OrderRule.TIME, True)
    assert "But it was written later: it follows the other." in relation_in_words(found, str)


def test_an_early_answer_waits_for_its_question() -> None:
    ordering = Ordering(Graph(NODES), "timestamp")
    assert ordering.order == ("other", "question", "answer")
    assert ordering.relation("other", "answer").rule is OrderRule.WAITS
    assert ordering.relation("question", "answer").rule is OrderRule.CAUSE
    assert not ordering.relation("other", "answer").path


def test_a_spot_says_what_is_compared_and_what_is_missing() -> None:
    lines = list(place_in_words(Ordering(Graph(NODES), "received").spot("other"), str))
    assert lines[1:3] == ["is in row 3 of 3 in the order received.", "Its time is unknown."]
    lines = list(place_in_words(Ordering(Graph(NODES), "timestamp").spot("answer"), str))
    time = "Its time is 1970-01-01 00:00:01.000+00:00, the earlier of claimed and received time."
    assert time in lines
    assert "It also comes after gone, which isn't in this conversation." in lines
    assert "Above: question, which it follows." in lines


def test_ranks_of_a_larger_conversation_are_not_those_of_its_part() -> None:
    part = Graph((Node("early", ("elsewhere",)), Node("late", ("far",))))
    ordering = Ordering(part, "scuttlesort", ("early", "late"), {"early": 3, "late": 9}.__getitem__)
    assert not ordering.is_timeline, "although the order of the part alone is the same"
    assert Ordering(part, "scuttlesort", ("early", "late"), lambda _: 0).is_timeline


@pytest.mark.parametrize("rank", [3, 0], ids=["of more", "equal"])
@pytest.mark.parametrize(
    ("past", "future", "known", "concurrent", "said"),
    [
        ({"a"}, set(), {"a"}, False, "It came first: the other follows it, through messages"),
        (set(), {"a"}, {"a"}, False, "But it was written later: it follows the other, through"),
        (set(), set(), {"a"}, True, None),
        (set(), set(), set(), None, None),
    ],
)
def test_messages_outside_lead_from_one_to_the_other(
    past: set[str], future: set[str], known: set[str], concurrent: bool | None, said: str, rank: int
) -> None:
    graph = Graph((Node("a", ("x",)), Node("b", ("y",))))
    whole = Horizon("b", past, future, 0, 0, known)
    ordering = Ordering(graph, "scuttlesort", "ab", lambda _: rank, lambda _: whole)
    found = ordering.relation("b", "a")
    answer = relation_answer(ordering, found)
    assert (answer["first"], answer["concurrent"]) == ("a", concurrent)
    lines = list(relation_in_words(found, str))
    if concurrent is None:
        said = "In this conversation, no messages lead from one to the other."
    elif concurrent:
        said = "concurrent"
    assert any(said in line for line in lines), lines
    part = ordering.of_part(graph.nodes) if rank else ordering
    assert part.relation("a", "b").is_concurrent is concurrent


@pytest.mark.parametrize("by", ["scuttlesort", "received"])
def test_two_messages_that_a_missing_one_may_join_are_not_said_to_be_concurrent(by: str) -> None:
    ordering = Ordering(Graph((Node("a"), Node("b", ("x",)), Node("c"))), by)
    found = ordering.relation("b", "a")
    answer = relation_answer(ordering, found)
    assert (answer["concurrent"], answer["missing"]) == (None, ("x",))
    said = "No known messages lead from one to the other, but missing ones may: x."
    lines = list(relation_in_words(found, str))
    assert any(said in line for line in lines)
    assert not any("concurrent" in line for line in lines)
    assert ordering.relation("a", "c").is_concurrent is True


def test_missing_messages_of_a_part_are_those_of_everything() -> None:
    def horizon(key: str) -> Horizon:
        gone = frozenset({"gone"} if key == "b" else ())
        return Horizon(key, set(), set(), 0, 1, missing=gone)

    graph = Graph((Node("a", ("x",)), Node("b")))
    for rank in (0, 7):
        ordering = Ordering(graph, "scuttlesort", "ab", lambda _, r=rank: r, horizon)
        assert ordering.relation("a", "b").missing == ("gone",)


def test_what_is_not_there_has_no_spot() -> None:
    ordering = Ordering(Graph(NODES), "asserted")
    with pytest.raises(UnknownEvent):
        ordering.spot("gone")
    with pytest.raises(UnknownEvent):
        ordering.relation("gone", "other")
