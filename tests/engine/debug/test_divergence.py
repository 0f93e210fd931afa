from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.divergence import (
    Divergence,
    PeerSide,
    divergence,
    divergence_in_words,
    unite,
)
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.edit_script import moved_between
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.orders.named import order_of
from tests.engine.debug.explaining.test_autobase_places import graph
from tests.engine.debug.strategies import graphs

ORDERS = ("scuttlesort", "timestamp", "autobase")


def words(one: Graph, other: Graph, by: str = "autobase") -> str:
    return "\n".join(divergence_in_words(divergence(one, other, by), ("A", "B"), str))


def test_peers_that_know_the_same_do_not_part() -> None:
    both = graph("a0", "b0:a0")
    found = divergence(both, both)
    assert (found.same, found.one, found.together) == (2, found.other, ("a0", "b0"))
    assert (found.one.only, found.one.entry, found.one.undo) == ((), None, 0)
    assert "They have the same order." in words(both, both)


def test_a_peer_that_is_behind_has_a_beginning_of_the_order() -> None:
    found = divergence(graph("a0", "b0:a0", "c0:b0"), graph("a0", "b0:a0"))
    assert found.same == 2
    assert (found.one.only, found.one.entry, found.one.because) == (("c0",), "c0", "c0")
    assert (found.other.only, found.other.entry, found.other.because) == ((), None, None)
    assert (found.one.undo, found.other.undo) == (0, 0)


def test_an_entry_that_only_one_has_may_go_first() -> None:
    one, other = graph("b0", "a0"), graph("b0", "c0")
    found = divergence(one, other)
    assert found.same == 0
    assert (found.one.entry, found.one.because, found.one.undo) == ("a0", "a0", 0)
    assert (found.other.entry, found.other.because, found.other.undo) == ("b0", None, 2)
    told = words(one, other)
    assert "A has 1 message that the other lacks: a0." in told
    assert "Row 1: A has a0.\nRow 1: B has b0.\nA alone has the cause, a0." in told
    assert "A receives 1 and keeps all its rows." in told
    assert "B receives 1; its last 2 rows change." in told


def test_the_vote_that_confirms_explains_what_it_moves() -> None:
    known = ("z0", "b0", "c0:z0", "c1:c0,b0", "b1:c1")
    behind = graph(*known, indexers="bcz")
    ahead = graph(*known, "c2:b1", indexers="bcz")
    found = divergence(ahead, behind)
    assert (found.same, found.one.entry, found.other.entry) == (0, "z0", "b0")
    assert found.one.because == "c2"
    assert found.other.moved == moved_between(order_of(behind, "autobase"), found.together)
    assert "of its messages move" in words(ahead, behind)


def test_a_message_that_the_two_report_differently_is_named() -> None:
    one = Graph((Node("a", ()), Node("b", ("a",))))
    other = Graph((Node("a", ()), Node("b", ())))
    assert divergence(one, other, "scuttlesort").contrary == ("b",)
    assert "They have different versions of 1 message: b." in words(one, other, "scuttlesort")


def test_what_one_peer_knows_of_a_writer_counts_for_both() -> None:
    one = Graph((Node("a", ()),), (Writer("x", indexer=False),))
    other = Graph((), (Writer("x", indexer=True, added=("a",)), Writer("y")))
    assert unite(one, other).writers == (Writer("x", added=("a",)), Writer("y"))


def part_of(whole: Graph, names: set[str]) -> Graph:
    return replace(whole, nodes=tuple(node for node in whole.nodes if node.id in names))


@st.composite
def two_parts(draw: st.DrawFn) -> tuple[Graph, Graph]:
    """The parts of one graph that two peers know."""
    whole = draw(graphs(max_size=8))
    names = [node.id for node in whole.nodes]
    some = st.sets(st.sampled_from(names)) if names else st.just(set[str]())
    return part_of(whole, draw(some)), part_of(whole, draw(some))


def arrived(side: Graph, names: set[str], by: str) -> list[str]:
    """The order of a peer that has received only some of its messages."""
    if by == "autobase":
        return list(
            base_of(part_of(link_as_autobase(side), names))
        )  # a message without its causes waits
    return order_of(part_of(side, names), by)


@pytest.mark.parametrize("by", ORDERS)
@given(parts=two_parts())
def test_two_parts_of_a_graph_part_where_their_orders_do(
    by: str, parts: tuple[Graph, Graph]
) -> None:
    one, other = parts
    found = divergence(one, other, by)
    orders = order_of(one, by), order_of(other, by)
    assert orders[0][: found.same] == orders[1][: found.same]
    for order, peer in zip(orders, (found.one, found.other), strict=True):
        assert peer.entry == (order[found.same] if found.same < len(order) else None)
        kept = len(order) - peer.undo
        assert list(found.together[:kept]) == order[:kept]
        stay = [name for name in order if name not in peer.moved]
        assert [name for name in found.together if name in stay] == stay
    assert {*found.together} <= {node.id for node in (*one.nodes, *other.nodes)}


@pytest.mark.parametrize("by", ORDERS)
@given(parts=two_parts())
def test_the_message_that_explains_it_is_the_first_that_changes_the_order_up_to_there(
    by: str, parts: tuple[Graph, Graph]
) -> None:
    one, other = parts
    found = divergence(one, other, by)
    both = {node.id for node in one.nodes} & {node.id for node in other.nodes}
    for side, peer in ((one, found.one), (other, found.other)):
        known, changed = set(both), []
        shared = arrived(side, known, by)[: found.same + 1]
        for node in side.nodes:
            if node.id not in both:
                known.add(node.id)
                if arrived(side, known, by)[: found.same + 1] != shared:
                    changed.append(node.id)
        if by == "timestamp":
            assert (peer.because is None) is (not changed) or peer.because in changed
        else:
            assert peer.because == (changed[0] if changed else None)
    # A message that an Autobase doesn't know is no cause there, so peers may differ in causes.
    if by != "autobase" and found.one.entry != found.other.entry:
        assert (found.one.because, found.other.because) != (None, None)


SAME = PeerSide((), None, None, 0, ())


def in_words(one: PeerSide, other: PeerSide, together: str, **more: object) -> list[str]:
    facts = {"same": 0, "contrary": ()} | more
    found = Divergence("autobase", one=one, other=other, together=tuple(together), **facts)  # type: ignore[arg-type]
    return list(divergence_in_words(found, ("Ann", "Bob"), str.upper))


def test_what_is_the_same_in_both_needs_four_lines_at_most() -> None:
    assert in_words(SAME, SAME, "a", contrary=("a",)) == [
        "Both have 1 message.",
        "Ann has nothing that the other lacks.",
        "Bob has nothing that the other lacks.",
        "They have different versions of 1 message: A.",
        "They have the same order.",
    ]


def test_a_peer_that_receives_what_comes_earlier_moves_what_it_has() -> None:
    ann = PeerSide(("x", "y"), "x", "y", 0, ())
    bob = PeerSide((), "b", None, 3, ("c",))
    assert in_words(ann, bob, "axybc", same=1, contrary=("b", "c")) == [
        "Both have 3 messages.",
        "Ann has 2 messages that the other lacks: X, Y.",
        "Bob has nothing that the other lacks.",
        "They have different versions of 2 messages: B, C.",
        "",
        "The first row is the same in both orders.",
        "Row 2: Ann has X.",
        "Row 2: Bob has B.",
        "Ann alone has the cause, Y.",
        "",
        "After they exchange the missing messages, both have the same order:",
        "  Ann receives 0 and keeps all its rows.",
        "  Bob receives 2; its last 3 rows change. 1 of its messages moves: C.",
    ]


def test_an_order_that_is_the_beginning_of_the_other_has_no_row_there() -> None:
    ann = PeerSide(("x",), None, None, 2, ())
    bob = PeerSide((), "b", None, 2, ("b", "c"))
    assert in_words(ann, bob, "abc", same=2)[4:] == [
        "The first 2 rows are the same in both orders.",
        "Row 3: Ann has no more messages.",
        "Row 3: Bob has B.",
        "",
        "After they exchange the missing messages, both have the same order:",
        "  Ann receives 0; its last 2 rows change.",
        "  Bob receives 1; its last 2 rows change. 2 of its messages move: B, C.",
    ]


def test_one_message_and_one_row_are_singular() -> None:
    ann = PeerSide(("a",), "a", None, 1, ())
    bob = PeerSide((), None, None, 1, ())
    said = in_words(ann, bob, "a")
    assert said[1] == "Ann has 1 message that the other lacks: A."
    assert "  Ann receives 0; its last row changes." in said


def test_no_more_than_eight_messages_are_named() -> None:
    ann = PeerSide(tuple("abcdefghi"), "a", None, 0, ())
    said = in_words(ann, SAME, "abcdefghi")[1]
    assert said == "Ann has 9 messages that the other lacks: A, B, C, D, E, F, G, H and 1 more."
    assert in_words(SAME, ann, "")[0] == "Both have 0 messages."
