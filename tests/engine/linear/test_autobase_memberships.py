"""Batches and changing indexers, compared with runs of the original."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.autobase.logs import as_autobase, in_batches
from tanglescope.engine.linear.autobase.order import Autobase, GrowingBase
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.graph import Graph, GraphError, Node, Writer, read_graph, together
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.walk import causes_first
from tests.engine.linear.autobase_graphs import drawn, logs
from tests.vectors.autobase import load

VECTORS = load("memberships")
BATCHES = [vector for vector in VECTORS if any("batch" in node for node in vector["nodes"])]


def named(vector: dict[str, Any]) -> str:
    return str(vector["name"])


def graph_of(vector: dict[str, Any]) -> Graph:
    return read_graph(json.dumps({key: vector[key] for key in ("name", "writers", "nodes")}))


def base_of(graph: Graph) -> Autobase:
    base = Autobase(graph.writers)
    for node in as_autobase(graph).nodes:
        base.take_in(node)
        base.update()
    return base


# Results of the original


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_the_view_is_that_of_the_original(vector: dict[str, Any]) -> None:
    answer = linearize(graph_of(vector), "autobase")
    in_view = set(vector["view"])
    assert [name for name in answer["order"] if name in in_view] == vector["view"]
    final = answer["order"][: answer["confirmed"]]
    assert sum(name in in_view for name in final) == vector["confirmed"]


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_those_vote_in_the_end_who_vote_in_the_original(vector: dict[str, Any]) -> None:
    assert sorted(base_of(graph_of(vector)).indexers) == vector["indexers"]


# Laws


@given(st.sampled_from(VECTORS), st.randoms())
def test_arrival_does_not_matter(vector: dict[str, Any], random: Random) -> None:
    graph = graph_of(vector)
    nodes = list(graph.nodes)
    random.shuffle(nodes)
    straight, shuffled = base_of(graph), base_of(Graph(tuple(nodes), graph.writers))
    assert list(shuffled) == list(straight)
    assert shuffled.confirmed_length == straight.confirmed_length


@given(st.sampled_from(VECTORS), st.data())
def test_what_is_confirmed_stays(vector: dict[str, Any], data: st.DataObject) -> None:
    graph = as_autobase(graph_of(vector))
    base = Autobase(graph.writers)
    final: list[str] = []
    order: list[str] = []
    for node in graph.nodes:
        base.take_in(node)
        update = base.update()
        apply(update.edits, order)
        final += update.confirmed
        assert order == list(base)
        assert order[: base.confirmed_length] == final


@given(st.sampled_from(BATCHES), st.randoms())
def test_a_batch_is_never_torn_apart(vector: dict[str, Any], random: Random) -> None:
    nodes = list(graph_of(vector).nodes)
    random.shuffle(nodes)
    graph = as_autobase(Graph(tuple(nodes), graph_of(vector).writers))
    base = Autobase(graph.writers)
    inside = {node.id: node for node in graph.nodes if node.batch}
    for node in graph.nodes:
        base.take_in(node)
        base.update()
        order = list(base)
        for name, entry in inside.items():
            which, count = entry.batch or (1, 1)
            if which == 1 and name in order:
                place = order.index(name)
                numbers = [inside[each].batch for each in order[place : place + count]]
                assert numbers == [(number, count) for number in range(1, count + 1)]
                assert not place < base.confirmed_length < place + count


@given(st.sampled_from(VECTORS), st.lists(st.integers(0, 40), max_size=4), st.data())
def test_a_graph_that_grows_is_followed_as_if_it_were_put_together_anew(
    vector: dict[str, Any], cuts: list[int], data: st.DataObject
) -> None:
    graph = graph_of(vector)
    arrived = list(graph.nodes)
    if data.draw(st.booleans()):
        data.draw(st.randoms()).shuffle(arrived)
    growing = GrowingBase()
    for end in [*sorted(cuts), len(arrived)]:
        part = together(graph.writers, arrived[:end])
        answer = linearize(part, "autobase")
        assert growing.follow(part) == answer["order"]
        assert growing.confirmed_length == answer["confirmed"]


@given(
    st.one_of(
        st.sampled_from(VECTORS).map(graph_of), logs(max_size=60).map(lambda each: each.graph)
    ),
    st.integers(0, 60),
    st.integers(1, 9),
)
def test_an_order_goes_on_from_what_is_final_as_if_all_were_there(
    graph: Graph, cut: int, step: int
) -> None:
    whole, end = GrowingBase(), None
    final: list[str] = []
    here = {node.id: node for node in together((), graph.nodes).nodes}
    order = causes_first({name: set(node.after) & here.keys() for name, node in here.items()})
    graph = replace(graph, nodes=tuple(here[name] for name in order))
    for count in (*range(min(cut, len(graph.nodes)), len(graph.nodes), step), len(graph.nodes)):
        part = replace(graph, nodes=graph.nodes[:count])
        order = whole.follow(part)
        if end is None:
            final = order[: whole.confirmed_length]
            writers = {node.id: node.writer for node in part.nodes}
            end = GrowingBase([(name, writers[name]) for name in final])
        rest = tuple(node for node in part.nodes if node.id not in final)
        assert final + end.follow(replace(part, nodes=rest)) == order
        assert len(final) + end.confirmed_length == whole.confirmed_length
        assert end._base.indexers == whole._base.indexers


def test_only_what_is_new_in_a_graph_is_taken_in(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = drawn("a0 b0:a0 c0:b0 a1:c0 b1:a1 c1:b1 a2:c1", "abc").graph.nodes
    taken: list[str] = []
    take_in = Autobase.take_in

    def noting(base: Autobase, node: Node) -> None:
        taken.append(node.id)
        take_in(base, node)

    monkeypatch.setattr(Autobase, "take_in", noting)
    growing = GrowingBase()
    for end in range(len(nodes) + 1):
        growing.follow(Graph(nodes[:end]))
    assert taken == [node.id for node in nodes], "each once"
    growing.follow(Graph(nodes, (Writer("a"),)))
    assert len(taken) == 2 * len(nodes), "with other writers all is taken in anew"


# Batches


def batch(*names: str, after: tuple[str, ...] = ()) -> list[Node]:
    count = len(names)
    return [
        Node(
            name,
            (names[place - 1],) if place else after,
            name[0],
            int(name[1:]),
            batch=(place + 1, count),
        )
        for place, name in enumerate(names)
    ]


def test_a_batch_waits_until_all_of_it_is_here() -> None:
    base = Autobase([Writer("a")])
    first, second, third = batch("a0", "a1", "a2")
    for node in (third, first):
        base.take_in(node)
        assert base.update().edits == ()
    assert base.set_aside == ["a2", "a0"]
    base.take_in(second)
    assert base.update().confirmed == ("a0", "a1", "a2")
    assert base.set_aside == []


def test_what_refers_to_the_middle_of_a_batch_comes_after_all_of_it() -> None:
    nodes = (*batch("b0", "b1"), Node("a0", ("b0",), "a", 0))
    assert linearize(Graph(nodes), "autobase")["order"] == ["b0", "b1", "a0"]


def test_what_any_of_a_batch_knows_comes_before_all_of_it() -> None:
    first, second = batch("a0", "a1")
    knowing = Node("a1", ("a0", "b0"), "a", 1, batch=(2, 2))
    nodes = (first, knowing, Node("b0", (), "b", 0))
    assert linearize(Graph(nodes), "autobase")["order"] == ["b0", "a0", "a1"]
    assert second.after == ("a0",)


def test_a_batch_without_its_end_is_listed_last_causes_first() -> None:
    first, second, _ = batch("a0", "a1", "a2")
    nodes = (second, Node("c0", ("a1",), "c", 0), first, Node("b0", (), "b", 0))
    answer = linearize(Graph(nodes, (Writer("b"),)), "autobase")
    assert answer["order"] == ["b0", "a0", "a1", "c0"]
    assert answer["confirmed"] == 1


def test_a_batch_whose_beginning_was_cut_off_is_complete() -> None:
    _, second, third = batch("a0", "a1", "a2")
    answer = linearize(Graph((second, third), (Writer("a"),)), "autobase")
    assert (answer["order"], answer["confirmed"]) == (["a1", "a2"], 2)


def test_the_countdown_of_a_log_says_what_a_batch_is() -> None:
    nodes = (
        Node("a0", (), "a", 0, batch=(1, 3)),
        Node("a1", ("a0",), "a", 1, batch=(2, 2)),
        Node("a2", ("a1",), "a", 2),
    )
    assert [node.batch for node in in_batches(Graph(nodes)).nodes] == [(1, 2), (2, 2), None]


@pytest.mark.parametrize("value", [1, [], [1], [0, 2], [3, 2], [1, 2, 3], ["1", 2], [True, 2]])
def test_a_malformed_batch_is_refused(value: object) -> None:
    node = {"id": "a", "after": [], "writer": "a", "sequence": 0, "batch": value}
    with pytest.raises(GraphError, match="batch"):
        read_graph(json.dumps({"nodes": [node]}))


def test_a_batch_needs_a_place_in_a_log() -> None:
    with pytest.raises(GraphError, match="needs `writer` and `sequence`"):
        read_graph(json.dumps({"nodes": [{"id": "a", "after": [], "batch": [1, 2]}]}))


# Members


def chain(*names: str) -> tuple[Node, ...]:
    return tuple(
        Node(name, names[place - 1 : place], name[0], int(name[1:]))
        for place, name in enumerate(names)
    )


def confirmed(nodes: tuple[Node, ...], *writers: Writer) -> int:
    return base_of(Graph(nodes, writers)).confirmed_length


def test_one_who_is_added_votes_from_its_own_first_confirmed_entry_on() -> None:
    joins = Writer("b", added=("a0",))
    assert confirmed(chain("a0", "a1"), Writer("a"), joins) == 2
    assert confirmed(chain("a0", "b0", "a1"), Writer("a"), joins) == 2
    assert confirmed(chain("a0", "b0", "a1", "b1", "a2"), Writer("a"), joins) == 4


def test_one_who_wrote_before_votes_as_soon_as_it_is_added() -> None:
    nodes = chain("a0", "b0", "a1", "a2", "a3")
    assert confirmed(nodes, Writer("a"), Writer("b", added=("a1",))) == 3
    assert confirmed(nodes, Writer("a"), Writer("b", indexer=False, added=("a1",))) == 5


def test_one_who_is_removed_is_not_waited_for() -> None:
    nodes = chain("a0", "b0", "a1", "b1", "a2", "a3", "a4")
    assert confirmed(nodes, Writer("a"), Writer("b")) == 4
    assert confirmed(nodes, Writer("a"), Writer("b", removed=("a1",))) == 7


def test_a_head_that_does_not_know_of_an_addition_has_the_indexers_from_before() -> None:
    line = {
        "writers": [{"key": "a"}, {"key": "b", "added": "a1"}],
        "nodes": [
            {"id": name, "after": list(after), "writer": name[0], "sequence": int(name[1:])}
            for name, after in (("a0", ""), ("b0", ["a0"]), ("a1", ["b0"]), ("a2", ["a1"]))
        ],
        "head": "b0",
    }
    answer = linearize(read_graph(json.dumps(line)), "autobase")
    assert (answer["order"], answer["confirmed"]) == (["a0", "b0"], 1)


def test_what_is_not_in_the_graph_happened_before_it() -> None:
    writers = [{"key": "a"}, {"key": "b", "added": "gone"}, {"key": "c", "removed": ["gone"]}]
    nodes = [{"id": "a0", "after": [], "writer": "a", "sequence": 0}]
    graph = read_graph(json.dumps({"writers": writers, "nodes": nodes}))
    assert base_of(graph).indexers == ["a", "b"]


@pytest.mark.parametrize("value", [1, {}, [1], True])
def test_a_malformed_addition_is_refused(value: object) -> None:
    with pytest.raises(GraphError, match="added"):
        read_graph(json.dumps({"writers": [{"key": "a", "added": value}], "nodes": []}))
