"""What would settle an Autobase, against a search of all entries that could come next."""

import json
import os
import shutil
import subprocess
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tanglescope.engine.linear.autobase.logs import as_autobase
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled, settlement
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import (
    Graph,
    Node,
    Writer,
    chain,
    graph_line,
    read_graph,
    with_entries,
)
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.linear.autobase_graphs import Logs, drawn, logs
from tests.vectors import autobase
from tests.vectors.autobase import load

CHANGING = [
    read_graph(json.dumps({key: vector[key] for key in ("name", "writers", "nodes")}))
    for vector in load("memberships")
]
MOST_TRIED = 700


def settled(graph: Graph, entry: str | None = None, *without: str) -> Settlement:
    found = settlement(graph, entry, without)
    assert isinstance(found, Settlement)
    return found


def unsettled(graph: Graph, entry: str | None = None, *without: str) -> Unsettled:
    found = settlement(graph, entry, without)
    assert isinstance(found, Unsettled)
    return found


def writers(found: Settlement) -> str:
    return "".join(entry.writer for entry in found.entries)


def is_enough(graph: Graph, chosen: Collection[str], entry: str | None) -> bool:
    """Whether the next entries of these writers confirm an entry, or everything that was there."""
    targets = {node.id for node in graph.nodes} if entry is None else {entry}
    longer = with_entries(graph, chain(graph, base_of(graph).heads, chosen))
    answer = linearize(longer, "autobase", edits=False)
    return targets <= set(answer["order"][: answer["confirmed"]])


def indexers(graph: Graph, without: Collection[str] = ()) -> list[str]:
    return [each.key for each in graph.writers if each.indexer and each.key not in without]


# Examples of the design text


def test_a_chain_is_settled_by_the_others() -> None:
    found = settled(drawn("a0 b0:a0 c0:b0 a1:c0 b1:a1", "abc").graph)
    assert found.confirmed == 3
    assert writers(found) == "ac"
    assert found.entries[0].after == ("b1",)
    assert found.entries[1].after == (found.entries[0].id,)
    assert not found.moves


def test_entries_with_rivals_are_settled_by_an_entry_that_joins_them() -> None:
    graph = drawn("a0 b0 c0:a0 a1:c0 c1:c0,b0 b1:c1", "abc").graph
    found = settled(graph)
    assert writers(found) == "abc"
    assert [(each.id, each.before, each.after) for each in found.moves] == [
        ("a1", 4, 5),
        ("c1", 5, 4),
    ]
    assert settled(graph, "a0").entries == ()


def test_what_has_votes_needs_fewer() -> None:
    graph = drawn("a0 b0:a0", "abcde").graph
    assert writers(settled(graph, "a0")) == "cde"
    assert len(settled(graph).entries) == 4


def test_entries_of_a_listener_are_settled_with_what_refers_to_them() -> None:
    assert writers(settled(drawn("n0 a0:n0", "abc").graph, "n0")) == "bc"
    assert writers(settled(drawn("n0", "abc").graph)) == "abc"


def test_nothing_is_settled_already() -> None:
    added = Graph((), (Writer("a", added=("x",)), Writer("b")))
    for graph in (Graph(()), drawn("", "abc").graph, added):
        assert settled(graph).entries == ()


# Who can't write


def test_a_majority_is_enough_if_the_others_are_gone() -> None:
    found = settled(drawn("a0 b0 c0", "abc").graph, None, "c")
    assert writers(found) == "aba"


def test_who_knows_of_the_own_removal_writes_no_next_entry() -> None:
    graph = drawn("a0 b0 c0", "abc").graph
    assert writers(settled(graph)) == "abc"
    *others, last = graph.writers
    removing = replace(graph, writers=(*others, replace(last, removed=("b0",))))
    assert writers(settled(removing)) == "aba"
    assert (unsettled(removing, None, "b").available, unsettled(removing, None, "b").indexers) == (
        1,
        3,
    )


def test_without_a_majority_nothing_settles() -> None:
    found = unsettled(drawn("a0 b0 c0", "abc").graph, None, "b", "c")
    assert (found.indexers, found.majority, found.available) == (3, 2, 1)


def test_without_indexers_nothing_settles() -> None:
    assert unsettled(drawn("n0", "").graph).indexers == 0


def test_an_entry_that_waits_is_not_settled() -> None:
    batch = Node("a0", (), "a", 0, batch=(1, 2))
    graph = Graph((Node("b0", (), "b", 0), batch), (Writer("a"), Writer("b")))
    assert unsettled(graph).waiting == ("a0",)
    assert unsettled(graph, "a0").waiting == ("a0",)
    assert unsettled(graph, "b0").available == 1


def test_an_unknown_entry_is_an_error() -> None:
    with pytest.raises(UnknownEvent):
        settlement(drawn("a0", "a").graph, "x")


def test_ids_of_next_entries_are_free() -> None:
    graph = Graph((Node("next-1", ("next-2",), "a", 0),), (Writer("a"), Writer("b")))
    assert [entry.id for entry in settled(graph).entries] == ["next-3"]


# Laws


@given(logs(max_size=12), st.data())
def test_the_entries_are_enough_and_no_fewer_are(found: Logs, data: st.DataObject) -> None:
    graph = found.graph
    entry = data.draw(st.sampled_from([None, *(node.id for node in graph.nodes)]))
    gone = data.draw(st.sets(st.sampled_from(indexers(graph) or [""]), max_size=1))
    answer = settlement(graph, entry, gone)
    able = indexers(graph, gone)
    if isinstance(answer, Unsettled):
        assert not any(
            is_enough(graph, chosen, entry)
            for length in range(4)
            for chosen in product(able, repeat=length)
        )
        return
    assert answer.is_fewest
    assert is_enough(graph, writers(answer), entry)
    length = len(answer.entries)
    assume(len(able) ** max(0, length - 1) <= MOST_TRIED)
    fewer = product(able, repeat=length - 1) if length else ()
    assert not any(is_enough(graph, chosen, entry) for chosen in fewer)


@given(st.sampled_from(CHANGING), st.data())
def test_changing_indexers_are_settled_with_the_fewest_entries_too(
    whole: Graph, data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(whole.nodes)))
    graph = as_autobase(Graph(whole.nodes[:size], whole.writers))
    answer = settlement(graph)
    assume(isinstance(answer, Settlement))
    assert isinstance(answer, Settlement)
    assert is_enough(graph, writers(answer), None)
    length = len(answer.entries)
    able = indexers(graph)
    assume(answer.is_fewest and length and len(able) ** (length - 1) <= 30)
    assert not any(is_enough(graph, chosen, None) for chosen in product(able, repeat=length - 1))


@given(logs())
def test_the_order_is_that_of_the_longer_graph(found: Logs) -> None:
    answer = settlement(found.graph)
    assume(isinstance(answer, Settlement))
    assert isinstance(answer, Settlement)
    order = linearize(with_entries(found.graph, answer.entries), "autobase", edits=False)
    assert list(answer.order) == order["order"]
    assert answer.confirms == order["confirmed"]


# The original


MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
"""A folder in which npm has installed autobase 7.28.1."""


def states(seed: int, count: int) -> Iterator[Graph]:
    """Autobases whose writers know a random part of what the others wrote."""
    random = Random(seed)
    for _ in range(count):
        keys = "abcdefg"[: random.randint(2, 6)]
        listening = random.choice((0, 0, 1))
        heard: dict[str, set[str]] = {key: set() for key in keys}
        nodes: list[Node] = []
        for number in range(random.randint(1, 24)):
            key = random.choice(keys)
            for other in keys:
                if random.random() < 0.5:
                    heard[key] |= heard[other]
            known = heard[key]
            named = {cause for node in nodes if node.id in known for cause in node.after}
            own = sum(node.writer == key for node in nodes)
            node = Node(f"{key}{number}", tuple(sorted(known - named)), key, own)
            nodes.append(node)
            heard[key] = known | {node.id}
        indexers = keys[: max(1, len(keys) - listening)]
        yield Graph(tuple(nodes), tuple(Writer(key, key in indexers) for key in keys))


def original(graphs: Iterable[Graph]) -> list[dict[str, Any]]:
    """What the linearizer of autobase answers."""
    script = Path(autobase.__file__).parent / "linearize.js"
    lines = "\n".join(json.dumps(graph_line(graph)) for graph in graphs)
    made = subprocess.run(
        ["node", script], input=lines, capture_output=True, text=True, timeout=300, check=True
    )
    return [json.loads(line) for line in made.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.skipif(MODULES is None or shutil.which("node") is None, reason="no Node, no packages")
@pytest.mark.parametrize("seed", range(4))
def test_the_original_confirms_with_the_entries_and_not_with_one_fewer(seed: int) -> None:
    graphs = list(states(seed, 1_000))
    answers = [settled(graph) for graph in graphs]
    longer = [
        with_entries(graph, answer.entries) for graph, answer in zip(graphs, answers, strict=True)
    ]
    shorter = [
        with_entries(graph, answer.entries[:-1])
        for graph, answer in zip(graphs, answers, strict=True)
    ]
    assert sum(bool(answer.entries) for answer in answers) > 500
    before, after, almost = map(original, (graphs, longer, shorter))
    for number, (graph, answer) in enumerate(zip(graphs, answers, strict=True)):
        assert before[number]["confirmed"] == answer.confirmed
        assert after[number] == {"order": list(answer.order), "confirmed": answer.confirms}
        targets = {node.id for node in graph.nodes}
        assert targets <= set(answer.order[: answer.confirms])
        if answer.entries:
            confirmed = almost[number]["order"][: almost[number]["confirmed"]]
            assert not targets <= set(confirmed)
