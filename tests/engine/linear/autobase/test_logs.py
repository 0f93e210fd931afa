from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.autobase.logs import (
    MOST_INDEXERS,
    NEVER,
    count_reached,
    in_logs,
    join,
    tick,
    within,
    writers_of,
)
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.orders.named import linearize


def test_an_empty_clock_knows_nothing() -> None:
    assert join([], 3) == (0, 0, 0)


def test_merged_clocks_know_all_that_each_of_them_knows() -> None:
    assert join([(1, 5, 0), (2, 3, 0)], 3) == (2, 5, 0)


def test_clocks_may_have_no_columns() -> None:
    assert join([(), ()], 0) == ()


def test_a_tick_counts_in_one_column() -> None:
    assert tick((4, 5, 6), 1, 9) == (4, 9, 6)


def test_a_place_is_reached_when_more_entries_are_known() -> None:
    assert count_reached((1, 2, 3), [1, 1, NEVER]) == 1
    assert within((1, 2, 3), [1, 2, NEVER])
    assert not within((1, 2, 3), [1, 1, NEVER])


def said(id_: str, sequence: int, *after: str) -> Node:
    return Node(id_, after, writer=id_[0], sequence=sequence)


def excerpt(*nodes: Node) -> Graph:
    return Graph(nodes, writers_of(nodes), is_excerpt=True)


def causes(graph: Graph) -> dict[str, tuple[str, ...]]:
    return {node.id: node.after for node in in_logs(graph).nodes}


def test_a_message_follows_the_one_before_it_in_its_log_whatever_lies_between() -> None:
    graph = excerpt(said("a1", 10), said("b1", 7, "a1"), said("a2", 25, "b1"))
    assert causes(graph) == {"a1": (), "b1": ("a1",), "a2": ("a1", "b1")}


def test_the_order_of_arrival_says_nothing_about_a_log() -> None:
    graph = excerpt(said("a3", 30), said("a1", 10), said("a2", 20))
    assert causes(graph) == {"a3": ("a2",), "a1": (), "a2": ("a1",)}
    assert [node.id for node in in_logs(graph).nodes] == ["a3", "a1", "a2"]


def test_both_branches_of_a_fork_follow_what_they_share() -> None:
    graph = excerpt(said("a0", 1), said("ax", 2), said("ay", 2), said("a3", 3))
    assert causes(graph) == {"a0": (), "ax": ("a0",), "ay": ("a0",), "a3": ("ax",)}


def test_a_graph_file_is_left_as_it_is() -> None:
    graph = Graph((said("a1", 10), said("a2", 25)))
    assert in_logs(graph) is graph


def test_a_thread_is_ordered_by_autobase_as_its_linked_graph_is() -> None:
    graph = excerpt(said("b1", 4), said("a2", 9, "b1"), said("a1", 2))
    linked = Graph(in_logs(graph).nodes, graph.writers)
    assert linearize(graph, "autobase") == linearize(linked, "autobase")
    assert linearize(graph, "autobase")["order"] == ["a1", "b1", "a2"]


def test_messages_on_a_cycle_are_at_the_end() -> None:
    graph = excerpt(said("a1", 1, "b1"), said("b1", 1, "a1"), said("c1", 1))
    assert linearize(graph, "autobase")["order"] == ["c1", "a1", "b1"]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=MOST_INDEXERS * 2))
def test_those_who_wrote_most_vote(lengths: list[int]) -> None:
    nodes = [
        Node(f"{author}-{number}", (), f"w{author:03}", number)
        for author, length in enumerate(lengths)
        for number in range(length)
    ]
    writers = writers_of(nodes)
    assert [writer.key for writer in writers] == [f"w{author:03}" for author in range(len(lengths))]
    voting = [lengths[int(writer.key[1:])] for writer in writers if writer.indexer]
    assert len(voting) == min(len(lengths), MOST_INDEXERS)
    assert sorted(voting, reverse=True) == sorted(lengths, reverse=True)[: len(voting)]


def test_nodes_without_an_author_have_no_writer() -> None:
    assert writers_of([Node("x"), Node("y", writer="a")]) == (Writer("a"),)
