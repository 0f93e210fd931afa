"""Order caches of large graphs: pages from the database match the whole graph."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.shape import Shape
from engine.library import Library
from engine.linear.chunked_rows import NumberedKeys
from engine.linear.graph import Node, together
from engine.linear.orders.named import order_of
from engine.store.conversations import graphs
from engine.store.conversations.in_memory import waiting_in
from engine.store.graph_nodes import ArrivedNode, GraphNodes
from engine.store.orders.graph_order_cache import GraphOrderCache

ADDRESS = "graph:log"


def nodes_of(random: Random) -> list[dict[str, Any]]:
    """Nodes of a few logs that name others, some of them missing, in any order."""
    found: list[dict[str, Any]] = []
    lengths = dict.fromkeys("abc", 0)
    for number in range(30):
        writer = random.choice([None, *"abc"])
        names = [*(node["id"] for node in found[-6:]), f"ghost {number % 4}"]
        node: dict[str, Any] = {
            "id": f"{random.getrandbits(32):08x}",
            "after": random.sample(names, random.randrange(min(3, len(names)))),
            "text": f"node {number}",
            "asserted": random.randrange(100),
        }
        if writer is not None:
            node |= {"writer": writer, "sequence": lengths[writer]}
            lengths[writer] += 1
        found.append(node)
    missing = set(random.sample(range(30), 3))
    kept = [node for number, node in enumerate(found) if number not in missing]
    random.shuffle(kept)
    return kept


def described(library: Library, keys: list[str]) -> list[object]:
    conversation = library.conversation(ADDRESS)
    snapshot = conversation.snapshot()
    numbers = conversation.numbers(keys)
    return [
        list(snapshot.keys),
        snapshot.waiting,
        snapshot.revision,
        conversation.edges(keys),
        conversation.messages(keys),
        sorted(numbers, key=numbers.__getitem__),
        [conversation.value(key) for key in keys],
        list(conversation.records(keys)),
        [conversation.position(key) for key in keys],
        drawn(conversation.shape()),
    ]


def drawn(shape: Shape) -> list[object]:
    """All values of a shape, without the numbers of missing messages."""
    return [
        list(shape.keys[: shape.present]),
        [(shape.feed(number), shape.kinds[number]) for number in range(shape.present)],
        (shape.feeds, shape.types, str(shape.asserted), str(shape.received)),
        {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_large_graph_is_read_as_a_small_one_is(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = nodes_of(Random(seed))
    keys = [*(node["id"] for node in nodes), "ghost 0", "ghost 3", "unknown"]
    log = tmp_path / "log.ndjson"
    with Library.open(tmp_path / "own.db") as library:
        for end in (12, 20, len(nodes)):
            log.write_text("".join(json.dumps(node) + "\n" for node in nodes[:end]))
            monkeypatch.setattr(graphs, "LARGE", 10)
            library.ingest(log)
            assert isinstance(library.conversation(ADDRESS).snapshot().keys, NumberedKeys)
            large = described(library, keys)
            monkeypatch.setattr(graphs, "LARGE", 1000)
            small = described(library, keys)
            assert large == small
            assert library.check().ok


def test_a_large_graph_that_has_grown_since_is_put_together_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = nodes_of(Random(5))
    log = tmp_path / "log.ndjson"
    log.write_text("".join(json.dumps(node) + "\n" for node in nodes[:15]))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(log)
        monkeypatch.setattr(graphs, "LARGE", 10)
        kept = GraphOrderCache(library._database)
        assert kept.stale("graph", 10) == ["log"]
        order = library.conversation(ADDRESS).in_order()
        assert kept.stale("graph", 10) == []
        again = library.conversation(ADDRESS).snapshot()
        assert isinstance(again.keys, NumberedKeys)
        assert list(again.keys) == order


@given(st.integers(0, 1 << 30), st.lists(st.integers(0, 30), max_size=5).map(sorted))
def test_an_order_that_grows_is_that_from_scratch(seed: int, cuts: list[int]) -> None:
    nodes = [
        ArrivedNode(
            number, node["id"], tuple(node["after"]), node.get("writer"), node.get("sequence")
        )
        for number, node in enumerate(nodes_of(Random(seed)), 1)
    ]
    growing = graphs.GrowingOrder()
    for start, end in pairwise([0, *cuts, len(nodes)]):
        if not growing.join(nodes[start:end]):
            growing = graphs.GrowingOrder()
            assert growing.join(nodes[:end])
        scratch = together((), [Node(*each[1:]) for each in nodes[:end]])
        order = graphs.GraphOrder(scratch, order_of(scratch, "scuttlesort"))
        assert list(growing.timeline) == list(order)
        assert waiting_in(growing.timeline) == waiting_in(order)


def causes_first(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The nodes, each after all its causes."""
    graph = together((), [Node(**_in_code(node)) for node in nodes])
    by_id = {node["id"]: node for node in nodes}
    return [by_id[id_] for id_ in order_of(graph, "scuttlesort")]


def _in_code(node: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in node.items() if name != "text"} | {
        "after": tuple(node["after"])
    }


@pytest.mark.parametrize("seed", range(4))
def test_nodes_join_an_order_that_is_kept_as_they_arrive(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "LARGE", 5)
    nodes = nodes_of(Random(seed))
    log = tmp_path / "log.ndjson"
    lines = [json.dumps(node) + "\n" for node in causes_first(nodes)]
    log.write_text("".join(lines[:10]))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(log)
        kept = GraphOrderCache(library._database)
        follower = library.follow(log)
        for start, end in pairwise([10, 11, 17, len(lines)]):
            with log.open("a") as file:
                file.write("".join(lines[start:end]))
            assert sum(change.added for change in follower.poll()) == end - start
            assert kept.stale("graph", 5) == []
            assert library.check().problems == ()


def test_a_node_that_others_wait_for_has_the_order_put_together_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "LARGE", 2)
    log = tmp_path / "log.ndjson"
    with Library.open(tmp_path / "own.db") as library:
        follower = library.follow(log)
        for key, after in (("b", ["a"]), ("c", ["b"]), ("a", []), ("d", ["a"])):
            with log.open("a") as file:
                file.write(json.dumps({"id": key, "after": after}) + "\n")
            follower.poll()
            library.conversation(ADDRESS).snapshot()
            assert library.check().ok
        assert library.conversation(ADDRESS).in_order() == ["a", "b", "d", "c"]


def test_a_large_graph_that_grows_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "LARGE", 10)
    nodes = [{"id": f"{n:02}", "after": [f"{n - 1:02}"] if n else []} for n in range(30)]
    log = tmp_path / "log.ndjson"
    asked: list[int] = []
    since = GraphNodes.arrived_since

    def arrived_since(self: GraphNodes, number: int, last: int) -> list[ArrivedNode]:
        found = since(self, number, last)
        asked.append(len(found))
        return found

    monkeypatch.setattr(GraphNodes, "arrived_since", arrived_since)
    with Library.open(tmp_path / "own.db") as library:
        for end in (20, 25, 30):
            log.write_text("".join(json.dumps(node) + "\n" for node in nodes[:end]))
            library.ingest(log)
            keys = library.conversation(ADDRESS).snapshot().keys
            assert list(keys) == [node["id"] for node in nodes[:end]]
    assert asked == [20]
