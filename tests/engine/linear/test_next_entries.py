from itertools import islice

from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.next_entries import NextEntry, chain, free_ids, with_entries

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
