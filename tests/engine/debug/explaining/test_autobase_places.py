import pytest

from tanglescope.engine.debug.explaining.autobase_places import (
    AutobasePlace,
    AutobaseRule,
    Before,
    autobase_place,
    autobase_place_in_words,
    degree_in_words,
)
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node, Writer


def graph(*nodes: str, indexers: str = "abc", **optimistic: bool) -> Graph:
    """Nodes as `a1:a0,b0`: the letter is the writer, the number its sequence."""
    made = []
    for node in nodes:
        name, _, after = node.partition(":")
        causes = tuple(after.split(",")) if after else ()
        late = optimistic.get(name, False)
        made.append(Node(name, causes, name[0], int(name[1:]), optimistic=late))
    return Graph(tuple(made), tuple(Writer(key) for key in indexers))


def words(graph: Graph, name: str) -> str:
    return "\n".join(autobase_place_in_words(autobase_place(graph, name), str, str))


def before(graph: Graph, name: str) -> Before | None:
    return autobase_place(graph, name).before


CHAIN = graph("a0", "b0:a0", "c0:b0", "a1:c0")


def test_the_first_entry_comes_after_none() -> None:
    place = autobase_place(CHAIN, "a0")
    assert (place.row, place.of, place.before, place.confirmed) == (1, 4, None, True)
    assert (place.votes, place.degree, place.rival) == (("a", "b", "c"), 3, 0)
    assert "It is confirmed: it keeps its row" in words(CHAIN, "a0")


def test_an_entry_follows_what_it_refers_to() -> None:
    assert before(CHAIN, "b0") == Before("a0", AutobaseRule.CAUSE)
    assert "comes after a0, which it refers to" in words(CHAIN, "b0")


def test_among_entries_that_do_not_know_each_other_the_smaller_key_goes_first() -> None:
    branch = graph("b0", "a0")
    assert before(branch, "b0") == Before("a0", AutobaseRule.KEY)
    assert "has the smaller key" in words(branch, "b0")


def test_what_was_confirmed_earlier_goes_first_whatever_the_keys() -> None:
    voted = graph("z0", "b0", "c0:z0", "c1:c0,b0", "b1:c1", "c2:b1", "b2:c2", indexers="bcz")
    assert before(voted, "b0") == Before("z0", AutobaseRule.CONFIRMED_EARLIER)


def test_optimistic_entries_come_late() -> None:
    late = graph("z0", "o0", o0=True)
    assert before(late, "o0") == Before("z0", AutobaseRule.OPTIMISTIC)


def test_entries_of_a_batch_follow_each_other() -> None:
    nodes = (Node("a0", (), "a", 0, batch=(1, 2)), Node("a1", ("a0",), "a", 1, batch=(2, 2)))
    assert before(Graph(nodes, (Writer("a"),)), "a1") == Before("a0", AutobaseRule.BATCH)
    half = Graph(nodes[:1], (Writer("a"),))
    place = autobase_place(half, "a0")
    assert (place.row, place.waits) == (None, True)
    assert "the rest of its batch" in words(half, "a0")


def test_an_entry_says_who_has_yet_to_acknowledge_it() -> None:
    short = graph("a0", "b0:a0")
    assert "1 more indexer has to know that a majority acknowledged it" in words(short, "a0")
    assert "a: acknowledged it with a0" in words(short, "a0")
    assert "c: hasn't seen it" in words(short, "a0")
    alone = words(short, "b0")
    assert "1 more indexer has to acknowledge it" in alone


@pytest.mark.parametrize(("degree", "told"), [(0, "0"), (4, "4"), (5, "5 or more")])
def test_degrees_are_reported_as_far_as_they_are_counted(degree: int, told: str) -> None:
    assert degree_in_words(degree) == told


def test_an_entry_without_a_majority_of_acks_left_says_so() -> None:
    rivals = graph("a0", "b0", "c0:a0,b0")
    text = words(rivals, "a0")
    assert "can't get the acks of a majority: 2 indexers saw a rival first" in text
    assert "more indexer" not in text


def test_an_entry_says_who_saw_a_rival_first() -> None:
    rivals = graph("a0", "b0", "c0:a0,b0")
    assert "c: saw a rival first: b0" in words(rivals, "a0")


def test_an_entry_that_no_indexer_knows_is_described_in_words() -> None:
    unseen = graph("a0", "n0", indexers="ab")
    assert "None of the 2 indexers knows it. Its quorum" in words(unseen, "n0")
    lonely = graph("a0", "n0", indexers="a")
    assert "The only indexer doesn't know it. Its quorum" in words(lonely, "n0")


def test_an_entry_without_a_vote_is_confirmed_with_one_that_knows_it() -> None:
    client = graph("n0", "a0:n0")
    assert autobase_place(client, "n0").comes_out_with == "a0"
    assert "it will be confirmed with a0" in words(client, "n0")
    assert "no entry of an indexer knows it yet" in words(graph("n0"), "n0")


def test_what_confirmed_an_entry_without_a_vote_is_named() -> None:
    client = graph("n0", "m0:n0", "a0:m0", "b0:a0", "c0:b0", "a1:c0")
    place = autobase_place(client, "n0")
    assert (place.confirmed, place.comes_out_with) == (True, "a0")
    assert "it was confirmed with a0, the first entry of an indexer" in words(client, "n0")
    assert autobase_place(client, "a0").comes_out_with is None


def test_without_indexers_nothing_is_voted_on() -> None:
    assert "There is no indexer" in words(graph("a0", indexers=""), "a0")


def test_an_unknown_entry_is_refused() -> None:
    with pytest.raises(UnknownEvent):
        autobase_place(CHAIN, "x")


def test_every_entry_is_in_the_row_that_the_order_has() -> None:
    places: list[AutobasePlace] = [autobase_place(CHAIN, node.id) for node in CHAIN.nodes]
    assert [place.row for place in places] == [1, 2, 3, 4]
